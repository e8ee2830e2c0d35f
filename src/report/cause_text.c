/* cause_text.c - the causes of a failure, for a person. */
#include "report/cause_writers.h"

#include "base/str.h"

#include <string.h>

static void
put_place(CausePage *s, uint32_t node)
{
    fprintf(s->out, "%s:%u#%u", cause_page_file(s, node),
            cause_page_number(s, node), cause_page_instance(s, node));
}

static void
put_link(CausePage *s, const CauseLink *l)
{
    Str text = {0};
    const char *source;
    size_t n;

    fputs("  ", s->out);
    put_place(s, l->node);
    const ScriptLine *at = cause_page_line(s, l->node);
    source_trimmed(&s->sources, at ? script_text(s->g->script, at->file) : NULL,
                   at ? at->line : 0, &source, &n);
    fprintf(s->out, "  %.*s\n", (int)n, source);
    cause_say_link(s->g, l, &text);
    fprintf(s->out, "      %s\n", str_text(&text));
    str_done(&text);
}

static void
put_nearby(CausePage *s)
{
    const CauseResult *r = s->v->result;
    Findings f;
    size_t shown = 0;

    cause_findings(s->v->spec, r, &f);
    for (size_t i = 0; i < f.n && shown < s->v->most; i++) {
        if (strcmp(f.at[i].evidence[0].text, "nearby") != 0)
            continue;
        if (shown++ == 0)
            fputs("nearby, by dependence:\n", s->out);
        fprintf(s->out, "  %s:%u\n",
                sources_shown(&s->sources, f.at[i].place.file),
                f.at[i].place.line);
    }
    findings_done(&f);
}

static void
put_suspects(CausePage *s)
{
    const CauseResult *r = s->v->result;

    if (r->domain.naltered == 0 && r->suspects.n == 0)
        fputs("nothing but the program's input leads there\n", s->out);
    else if (r->suspects.n == 0 && r->narrow.stopped)
        fprintf(s->out,
                "none of the %llu alterations that were tried makes it right\n",
                (unsigned long long)r->stats.judged);
    else if (r->suspects.n == 0)
        fputs("no alteration of what leads there makes it right\n", s->out);
    else
        fprintf(s->out, "suspected root cause%s:\n",
                r->suspects.n > 1 ? "s" : "");
    for (size_t i = 0; i < r->suspects.n; i++)
        put_link(s, &r->suspects.at[i]);
    if (r->independent > 1)
        fprintf(s->out,
                "%u roots do not depend on one another: there may be several "
                "faults\n",
                r->independent);
}

/* How often the technique was wrong, by the right version of the program. */
static void
put_truth(CausePage *s, const CauseTruth *t)
{
    fprintf(s->out,
            "%u states altered, without pointers: %u of the %u that are "
            "right count as polluted, %u of the %u that are wrong as "
            "clean\n",
            t->states, t->accused, t->right, t->excused, t->states - t->right);
}

static void
put_statistics(CausePage *s)
{
    const CauseResult *r = s->v->result;

    fprintf(
        s->out,
        "%u states in the domain, %zu frontiers, %llu combinations "
        "altered, %llu polluted; %llu runs, %llu questions to the "
        "solver, %llu solutions refuted; %.2f s, %.2f s of the "
        "processor\n",
        r->domain.naltered, r->narrow.frontiers.n,
        (unsigned long long)r->stats.judged,
        (unsigned long long)r->stats.polluted, (unsigned long long)r->cost.runs,
        (unsigned long long)r->cost.solver_calls,
        (unsigned long long)r->stats.refuted, r->cost.wall_s, r->cost.cpu_s);
}

void
cause_text(CausePage *s)
{
    const CauseResult *r = s->v->result;

    fprintf(s->out, "%s, ", s->v->spec->failure);
    put_place(s, cause_page_failure(s));
    fputc('\n', s->out);
    put_suspects(s);
    if (r->chain.n)
        fputs("from there to the failure:\n", s->out);
    for (size_t i = 0; i < r->chain.n; i++)
        put_link(s, &r->chain.at[i]);
    put_nearby(s);
    if (r->narrow.stopped)
        fputs("time ran out before the search was finished (--time, "
              "--cpu-time)\n",
              s->out);
    if (r->stats.unknown)
        fprintf(s->out, "%llu alterations could not be decided (--paths)\n",
                (unsigned long long)r->stats.unknown);
    if (s->v->truth)
        put_truth(s, s->v->truth);
    if (s->v->statistics)
        put_statistics(s);
}
