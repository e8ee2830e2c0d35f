/* trace.c - fuzz: scripts and traces; what replays is a sound graph that can be
 * sliced and told.
 *
 * The input is the script's length (two bytes), the script, and the records.
 */
#include "base/mem.h"
#include "trace/story.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
tell(const Graph *g)
{
    Criterion c;
    Story story;
    Diag d;

    diag_init(&d);
    if (!graph_check(g, &d))
        bug("%s", d.error);
    for (int signal = 0; signal < 2; signal++) {
        if (!criterion_default(g, signal, &c, &d))
            break;
        for (int forward = 0; forward < 2; forward++) {
            Bitset nodes = slice_nodes(g, &c, forward);
            story_tell(g, &nodes, &c, &story);
            if (story.n > story.nsteps)
                abort();
            story_done(&story);
            bitset_free(&nodes);
        }
        criterion_done(&c);
    }
    diag_done(&d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Script script;
    Graph graph;
    Diag d;

    if (n < 2 || n > 16384)
        return 0;
    size_t size = (size_t)(bytes[0] | bytes[1] << 8);
    if (size > n - 2)
        return 0;
    diag_init(&d);
    if (script_parse(bytes + 2, size, &script, &d)) {
        Control control = {
            .nblocks = script.nblocks,
            .first = mem_zalloc(script.nblocks + 2, sizeof *control.first)};
        size_t cut = n - 2 - size; /* exactly as long: reading on is seen */
        uint8_t *records = mem_alloc(cut + 1);
        memcpy(records, bytes + 2 + size, cut);
        Trace trace = {.records = records, .nrecords = cut};
        if (graph_make(&(GraphSpec){.script = &script,
                                    .control = &control,
                                    .trace = &trace},
                       &graph, &d)) {
            tell(&graph);
            graph_done(&graph);
        } else if (!d.error) {
            abort();
        }
        free(records);
        free(control.first);
        script_done(&script);
    } else if (!d.error) {
        abort();
    }
    diag_done(&d);
    return 0;
}
