/* testlog.c - fuzz: logs of PHPUnit's tests. */
#include "session/phpunit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* A function of one block: an entry, an exit. */
static ProgramFunction function = {
    .name = "f", .file = PROGRAM_NONE, .nblocks = 1, .nedges = 2};
static ProgramBlock block = {.flags = BLOCK_RETURN | BLOCK_EXIT | BLOCK_UNSAFE};
static ProgramEdge edges[] = {{PROGRAM_NONE, 0, EDGE_ENTRY, ""},
                              {0, PROGRAM_NONE, EDGE_EXIT, ""}};
static Program program = {.id = "p",
                          .functions = &function,
                          .blocks = &block,
                          .edges = edges,
                          .n = {.functions = 1, .blocks = 1, .edges = 2}};

static bool
seen(void *context, const StoredRun *run, Diag *d)
{
    (void)context, (void)d;
    if (!run->test || !run->reason || strlen(run->test) > 1 << 20)
        abort();
    return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    ProbePlan plan;
    Diag d;

    diag_init(&d);
    probe_plan(&program, false, &plan);
    if (!phpunit_parse(bytes, n, &plan, 3, seen, NULL, &d) && !d.error)
        abort();
    probe_done(&plan);
    diag_done(&d);
    return 0;
}
