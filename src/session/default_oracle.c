/* default_oracle.c - what a failure is if nobody says it. */
#include "session/default_oracle.h"

#include "run/once.h"

bool
default_oracle(const Setup *setup, const Test *failing, Judge *out, Diag *d)
{
    Setup native = *setup;
    OnceRun once;

    *out = setup->judge;
    if (!out->unsaid)
        return true;
    native.target.variant = NULL;
    bool ok = once_run(&native, failing, &once, d);
    if (ok && once.crashed)
        out->oracle = ORACLE_CRASH;
    once_done(&once);
    return ok;
}
