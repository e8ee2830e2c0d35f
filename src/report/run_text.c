/* run_text.c - how a suite went, for a person. */
#include "report/run_text.h"

#include <string.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

static void
list(const RunView *v, bool disagreements, FILE *out)
{
    const RunnerResult *r = v->result;
    size_t shown = 0, all = disagreements ? r->ndisagree : r->nfailed;

    for (size_t i = 0; i < v->suite->n && shown < FAILURES_SHOWN; i++) {
        const Outcome *o = &r->outcomes[i];
        if (disagreements ? !o->disagreement
                          : !o->done || o->judgement.verdict != VERDICT_FAIL)
            continue;
        const char *name = v->suite->tests[i].key;
        fprintf(out, "  %.*s%s: %s\n", NAME_SHOWN, name,
                strlen(name) > NAME_SHOWN ? "..." : "",
                disagreements ? o->disagreement : o->judgement.reason);
        shown++;
    }
    if (all > shown)
        fprintf(out, "  and %zu more\n", all - shown);
}

/* Tests that never started the program; perhaps others of ours. */
static void
say_lost(const RunView *v, FILE *out)
{
    const RunnerResult *r = v->result;

    fprintf(out, "%zu left no spectrum: they never started %s", r->nlost,
            v->program ? v->program : "a program of the project");
    if (r->missed.nothers)
        fprintf(out, " (but %s)", r->missed.other);
    fputc('\n', out);
}

void
run_text(const RunView *v, FILE *out)
{
    const RunnerResult *r = v->result;

    if (v->record) {
        fprintf(out, "%zu of %zu tests recorded in %s\n", r->npassed,
                v->suite->n, v->record);
    } else {
        fprintf(out,
                "%zu passed, %zu failed, %zu unknown (%zu skipped as "
                "unchanged)\n",
                r->npassed, r->nfailed, r->nunknown, r->nunchanged);
        if (r->nlost && r->nlost < r->ndone)
            say_lost(v, out);
    }
    list(v, false, out);
}

void
run_disagreements(const RunView *v, FILE *out)
{
    list(v, true, out);
}
