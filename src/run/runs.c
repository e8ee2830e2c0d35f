/* runs.c - the runs of a suite in memory: verdicts and spectra. */
#include "run/runs.h"

void
runs_done(Runs *r)
{
    arena_done(&r->arena);
    *r = (Runs){0};
}
