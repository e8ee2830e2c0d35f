/* slice_sarif.c - a slice as a flow in SARIF, for viewers of code. */
#include "report/slice_writers.h"

#include "report/report.h"

#include <assert.h>

/* "m = 1; <- mid.c:10#1: scanf() = 3" */
static const char *
step_message(SliceView *v, const StoryStep *s, Arena *a)
{
    Str text = {0};

    for (size_t k = 0; k < s->nvalues; k++)
        str_printf(&text, "%s%s", k ? ", " : "", s->values[k]);
    for (size_t k = 0; k < s->ncauses; k++) {
        const StoryCause *c = &s->causes[k];
        str_printf(&text, "%s%s ", text.n ? "; " : "",
                   slice_kinds[c->kind].words);
        if (c->step != SCRIPT_NONE) {
            const StoryStep *from = &v->story->steps[c->step];
            const ScriptLine *l = slice_line(v, from);
            str_printf(&text, "%s:%u#%u%s", slice_path(v, from),
                       l ? l->line : 0, from->instance, *c->text ? ": " : "");
        }
        str_puts(&text, c->text);
    }
    if (text.n == 0)
        str_printf(&text, "instance %u", s->instance);
    const char *kept = arena_strndup(a, text.at, text.n);
    str_done(&text);
    return kept;
}

/* One result with the slice as its flow, in order of time. */
void
slice_sarif(SliceView *v, FILE *out)
{
    const Story *story = v->story;
    const Script *script = v->graph->script;
    const GraphStep *at = &v->graph->steps[v->criterion];
    Findings list = {.technique = "slice",
                     .description = "the statement instances that a value "
                                    "came from",
                     .unit = "",
                     .cluster = "",
                     .n = 1,
                     .entities = 1};
    Step *steps = ARENA_ARRAY(&list.arena, Step, story->n + 1);
    Diag d;

    for (size_t i = 0; i < story->n; i++) {
        const StoryStep *s = &story->steps[i];
        const ScriptLine *l = slice_line(v, s);
        steps[i] = (Step){.file = l ? script_text(script, l->file) : "",
                          .line = l ? l->line : 0,
                          .function = s->function,
                          .message = step_message(v, s, &list.arena)};
    }
    const ScriptLine *where = slice_line(v, &(StoryStep){.line = at->line});
    Finding f = {.rank = 1,
                 .group = 1,
                 .place.file = where ? script_text(script, where->file) : "",
                 .place.line = where ? where->line : 0,
                 .place.function =
                     script_text(script, script->functions[at->function].name),
                 .entity = "",
                 .score = 1,
                 .message = arena_printf(
                     &list.arena,
                     "%zu of %u statement instances %s instance %u of this"
                     "%s%s%s",
                     v->total, story->nsteps,
                     v->forward ? "depend on" : "lead to", at->instance,
                     v->why ? " (" : "", v->why ? v->why : "",
                     v->why ? ")" : ""),
                 .steps = steps,
                 .nsteps = story->n};
    list.at = &f;
    diag_init(&d);
    const Reporter *sarif = report_find("sarif");
    assert(sarif);
    sarif->write(&list, 1, &(ReportOptions){0}, out, &d);
    diag_done(&d); /* a full disk is noticed when the stream is flushed */
    findings_done(&list);
}
