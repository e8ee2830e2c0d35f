/* cause_view.c - the causes of a failure, for people and tools. */
#include "report/cause_view.h"

#include "report/cause_writers.h"
#include "report/writers.h"

#include <string.h>

const ScriptLine *
cause_page_line(const CausePage *s, uint32_t node)
{
    uint32_t line = s->g->steps[s->g->nodes[cause_place(s->g, node)].step].line;

    return line == SCRIPT_NONE ? NULL : &s->g->script->lines[line];
}

const char *
cause_page_file(CausePage *s, uint32_t node)
{
    const ScriptLine *l = cause_page_line(s, node);

    return l ? sources_shown(&s->sources, script_text(s->g->script, l->file))
             : "?";
}

uint32_t
cause_page_number(const CausePage *s, uint32_t node)
{
    const ScriptLine *l = cause_page_line(s, node);

    return l ? l->line : 0;
}

uint32_t
cause_page_instance(const CausePage *s, uint32_t node)
{
    return s->g->steps[s->g->nodes[cause_place(s->g, node)].step].instance;
}

uint32_t
cause_page_failure(const CausePage *s)
{
    return s->v->spec->criterion->n ? s->v->spec->criterion->nodes[0] : 0;
}

static bool
write_findings(const CauseView *v, const char *format, FILE *out, Diag *d)
{
    const ReportOptions o = {.colour = v->colour, .program = v->program};
    Findings f;

    cause_findings(v->spec, v->result, &f);
    bool ok = report_find(format)->write(&f, 1, &o, out, d);
    findings_done(&f);
    return ok;
}

bool
cause_show(const CauseView *v, const char *format, FILE *out, Diag *d)
{
    static const struct {
        const char *name;
        void (*write)(CausePage *s);
    } writers[] = {
        {"text", cause_text}, {"json", cause_json}, {"dot", cause_dot}};
    CausePage s = {.v = v, .g = v->spec->run.graph, .out = out};

    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++)
        if (strcmp(writers[i].name, format) == 0) {
            sources_init(&s.sources, NULL);
            writers[i].write(&s);
            sources_done(&s.sources);
            return report_flush(out, d);
        }
    return write_findings(v, format, out, d);
}

bool
cause_show_nothing(const char *why, const char *technique, const char *format,
                   FILE *out, Diag *d)
{
    const ReportOptions o = {0};
    const Findings none = {.technique = technique,
                           .description = why,
                           .unit = "statement",
                           .cluster = "",
                           .failed = 1};

    if (strcmp(format, "text") == 0)
        fprintf(out, "%s\n", why);
    else
        diag_warn(d, "%s", why);
    if (strcmp(format, "json") == 0)
        cause_json_nothing(why, technique, out);
    else if (strcmp(format, "dot") == 0)
        fputs("digraph cause {\n}\n", out);
    else if (strcmp(format, "text") != 0)
        return report_find(format)->write(&none, 1, &o, out, d);
    return report_flush(out, d);
}

bool
cause_script(const CauseView *v, bool rr, FILE *out, Diag *d)
{
    CausePage s = {.v = v, .g = v->spec->run.graph, .out = out};

    sources_init(&s.sources, NULL);
    cause_gdb(&s, rr);
    sources_done(&s.sources);
    return report_flush(out, d);
}
