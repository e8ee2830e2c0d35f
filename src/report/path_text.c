/* path_text.c - the closest successful run, for a person. */
#include "report/path_view.h"

#include "report/diff_view.h"

enum { SHOWN = 200 }; /* bytes of an input */

/* What the search covered. */
void
path_cover(const PathView *v, FILE *out)
{
    const PathCover *c = &v->result->cover;
    const PathResult *r = v->result;

    fprintf(out,
            "flipped %u of %u branch instances alone; %u feasible, %u "
            "infeasible, %u not decided; %u not influenced by the input",
            c->alone, c->all, c->feasible, c->infeasible, c->unknown, c->fixed);
    if (c->left_out)
        fprintf(out, ", %u left out (--last-branches, --rounds, --no-loops)",
                c->left_out);
    if (r->failing.original)
        fputs("; the test is used as given, because the minimised one passed "
              "when it was run again, or ran longer",
              out);
    if (r->failing.lines)
        fputs("; the test is minimised by whole arguments, files and lines "
              "only, as this gives a better answer",
              out);
    if (c->beginning)
        fputs("; the run does not end, and only its beginning was looked at",
              out);
    if (c->brief)
        fputs(
            "; the run is too long to trace (--trace-size), so that only what "
            "the input decides was looked at, from the failure backwards",
            out);
    fprintf(out,
            "\n%llu sets of branches in all, %llu pruned, %zu runs, %llu "
            "judged, %llu of them failed%s; %.1f s%s\n",
            (unsigned long long)c->sets.tried,
            (unsigned long long)c->sets.pruned, v->scout->runs.n,
            (unsigned long long)r->nquestions, (unsigned long long)r->nfailing,
            r->nquestions == r->nfailing && r->nquestions ? " (all)" : "",
            r->spent_s,
            r->end.interrupted    ? "; interrupted"
            : r->end.asked_enough ? "; no more questions (--questions)"
            : r->end.settled ? "; no better one was found in as much time again"
            : c->complete    ? ""
                             : "; time ran out");
}

void
path_statistics(const PathView *v, FILE *out)
{
    const PathTimes *t = &v->scout->cost.times;
    const SolverStats *st = solver_stats(engine_solver(v->scout->engine));
    static const char *const ways[SOLVE_WAYS] = {"cache", "guess", "Z3"};

    fprintf(out,
            "time: minimising %.2f s, tracing %.2f s, graphs %.2f s, alignment "
            "%.2f s, recording %.2f s,\n      solving %.2f s (guesses %.2f s, "
            "Z3 %.2f s), cores %.2f s, judging %.2f s\n",
            v->minimizing_s, t->trace, t->graph, t->align, t->record, t->solve,
            st->guess_s, st->z3_s, t->core, t->judge);
    for (unsigned w = 0; w < SOLVE_WAYS; w++)
        fprintf(out, "%s: %llu sat, %llu unsat, %llu unknown\n", ways[w],
                (unsigned long long)st->answers[w][SOLVE_SAT],
                (unsigned long long)st->answers[w][SOLVE_UNSAT],
                (unsigned long long)st->answers[w][SOLVE_UNKNOWN]);
}

static void
put_input(const PathView *v, const char *what, uint32_t run, FILE *out)
{
    Str text = {0};

    input_show(&v->scout->runs.at[run].input, SHOWN, &text);
    fprintf(out, "%s %s\n", what, str_text(&text));
    str_done(&text);
}

static void
put_difference(const PathView *v, uint32_t run, FILE *out)
{
    Str text = {0};

    input_say_difference(&v->scout->runs.at[0].input,
                         &v->scout->runs.at[run].input, &text);
    fprintf(out, "the inputs differ:   %s\n", str_text(&text));
    str_done(&text);
}

static const char *
nth(uint32_t n)
{
    const uint32_t ten = n % 100;

    if (ten >= 11 && ten <= 13)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

static void
show_part(const PathPart *p, Sources *sources, FILE *out)
{
    const char *text;
    size_t n;

    fprintf(out, "\n%s:%u", *p->file ? sources_shown(sources, p->file) : "?",
            p->line);
    if (p->of > 1)
        fprintf(out, ", the %u%s of %u times", p->instance, nth(p->instance),
                p->of);
    fprintf(out, " (%s)\n", p->function);
    source_trimmed(sources, *p->file ? p->file : NULL, p->line, &text, &n);
    if (n)
        fprintf(out, "    %.*s\n", (int)n, text);
    fprintf(out, "    failing:    %s%s%s\n", p->was, *p->values ? "   " : "",
            p->values);
    fprintf(out, "    successful: %s%s%s\n", p->is, *p->others ? "   " : "",
            p->others);
}

static void
show_side_by_side(const PathView *v, FILE *out)
{
    Differences found;

    if (v->most == 0 || v->scout->view.brief)
        return;
    differ_find(&v->scout->failing.graph, &v->other->graph, &found);
    DiffView view = {.d = &found,
                     .a = {.test = "failing",
                           .status = v->scout->failing.ended.status,
                           .signal = v->scout->failing.ended.signal,
                           .timed_out = v->scout->failing.ended.timed_out},
                     .b = {.test = "successful",
                           .status = v->other->ended.status,
                           .signal = v->other->ended.signal,
                           .timed_out = v->other->ended.timed_out},
                     .most = v->most};
    fputs("\nboth runs, failing | successful:\n", out);
    diff_show(&view, "text", out);
    differ_done(&found);
}

/* The other answers, a line for each branch. */
static void
show_others(const PathView *v, Sources *sources, FILE *out)
{
    Str text = {0};

    if (v->nanswers > 1)
        fputs("\nit also passes, and the runs part elsewhere, if\n", out);
    for (size_t i = 1; i < v->nanswers; i++) {
        const PathAnswer *x = &v->answers[i];
        const char *worth = worth_words(v->result->verdicts.at[x->run].worth);
        str_clear(&text);
        input_say_difference(&v->scout->runs.at[0].input,
                             &v->scout->runs.at[x->run].input, &text);
        fprintf(out, "  %s%s%s%s\n", str_text(&text), *worth ? " (" : "", worth,
                *worth ? ")" : "");
        for (size_t k = 0; k < x->nparts; k++) {
            const PathPart *p = &x->parts[k];
            fprintf(out, "    %s:%u (%s): %s instead of %s\n",
                    *p->file ? sources_shown(sources, p->file) : "?", p->line,
                    p->function, p->is, p->was);
        }
    }
    str_done(&text);
}

void
path_text(const PathView *v, FILE *out)
{
    const PathResult *r = v->result;
    Sources sources;

    if (r->found == PATH_NONE) {
        fputs("no successful run was found\n", out);
    } else {
        put_input(v, "the test fails:     ", 0, out);
        put_input(v, "with this it passes:", r->found, out);
        put_difference(v, r->found, out);
        const Worth worth = r->verdicts.at[r->found].worth;
        if (worth != WORTH_USEFUL)
            fprintf(out, "that is %s (--accept says what is useful)\n",
                    worth_words(worth));
        const PathAnswer *best = &v->answers[0];
        fprintf(out, "the runs part at %zu branch%s:\n", best->nparts,
                best->nparts == 1 ? "" : "es");
        sources_init(&sources, NULL);
        for (size_t i = 0; i < best->nparts; i++)
            show_part(&best->parts[i], &sources, out);
        show_side_by_side(v, out);
        show_others(v, &sources, out);
        sources_done(&sources);
        fputc('\n', out);
    }
    if (r->data != PATH_NONE)
        put_input(v,
                  "a run with the same control flow passes, too, so the data "
                  "alone make the difference:",
                  r->data, out);
    if (r->data != PATH_NONE)
        put_difference(v, r->data, out);
    path_cover(v, out);
    if (r->found != PATH_NONE || r->data != PATH_NONE)
        fprintf(out, "written to %s/failing and %s/passing\n", v->output,
                v->output);
}
