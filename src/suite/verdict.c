/* verdict.c - what became of a test. */
#include "suite/verdict.h"

const char *
verdict_name(Verdict v)
{
    switch (v) {
    case VERDICT_PASS:
        return "pass";
    case VERDICT_FAIL:
        return "fail";
    case VERDICT_UNKNOWN:
        break;
    }
    return "unknown";
}
