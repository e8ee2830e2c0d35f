/* rerun.c - what a snapshot before an altered instance could save.
 *
 * usage: rerun PROGRAM 'ARGS < FILE' [RUNS]
 *
 * Processor time of runs of the variant whose state can be altered: whole ones,
 * and such that are stopped at a site. Stopped at the first, a run costs what
 * any run from a snapshot costs at least: a process is made and its recording
 * read. Whole minus that is what a snapshot could save at the very end.
 */
#include "base/io.h"
#include "explore/engine.h"
#include "process/child.h"
#include "suite/kinds.h"
#include "variant/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double
measure(Engine *e, const Input *in, uint64_t stop, unsigned runs,
        uint64_t *sites, Diag *d)
{
    const AlterEntry entry = {
        .at = stop, .kind = ALTER_STOP, .inst = UINT32_MAX};
    const double start = child_clock(true);

    for (unsigned i = 0; i < runs; i++) {
        EngineRun run;
        if (!engine_run(e, in, &entry, stop ? 1 : 0, &run, d))
            return -1;
        if (sites)
            *sites = run.recording.header->answer.sites;
        engine_run_done(&run);
    }
    return 1e3 * (child_clock(true) - start) / runs;
}

int
main(int argc, char **argv)
{
    EngineSpec spec = ENGINE_DEFAULTS;
    const unsigned runs = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 300;
    Subject subject;
    Suite suite = {0};
    Arena arena = {0};
    Input input;
    Engine *engine = NULL;
    char *variant = NULL, *here = io_absolute(".");
    uint64_t sites = 0;
    Diag d;

    if (argc < 3)
        return 2;
    diag_init(&d);
    if (!subject_open(argv[1], ".culprit/cache", &subject, &d) ||
        !suite_line(&suite, subject.path, here, argv[2], strlen(argv[2]), &d) ||
        !input_of_test(&arena, &suite.tests[0], &input, &d) ||
        !variant_get(&subject, VARIANT_ALTER, &variant, &d)) {
        fprintf(stderr, "rerun: %s\n", d.error);
        return 2;
    }
    spec.sources = 0;
    spec.subject = &subject;
    spec.variant = variant;
    if (!engine_open(&spec, &engine, &d))
        return 2;
    const double whole = measure(engine, &input, 0, runs, &sites, &d);
    printf("%s: %llu sites; ms of processor time: whole run %.3f", argv[1],
           (unsigned long long)sites, whole);
    printf(", stopped at the first site %.3f",
           measure(engine, &input, 1, runs, NULL, &d));
    printf(", half way %.3f\n",
           measure(engine, &input, sites / 2 + 1, runs, NULL, &d));
    engine_close(engine);
    free(variant);
    free(here);
    arena_done(&arena);
    suite_done(&suite);
    subject_done(&subject);
    diag_done(&d);
    return whole < 0 ? 2 : 0;
}
