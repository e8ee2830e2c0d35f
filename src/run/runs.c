/* runs.c - the runs of a suite in memory: verdicts and spectra. */
#include "run/runs.h"

void
runs_done(Runs *r)
{
    arena_done(&r->arena);
    *r = (Runs){0};
}

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
