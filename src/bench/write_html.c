/* write_html.c - the results of a bench as one page with plots: no script, no
 * other file, light and dark.
 */
#include "bench/write.h"

#include "base/mem.h"
#include "bench/plot.h"
#include "bench/tally.h"
#include "report/html_text.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
    "<style>\n"
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c2024;--dim:#667;"
    "--grid:#dde1e6;--rest:#c4cad2;--c0:#0b63ce;--c1:#d9480f;--c2:#2b8a3e;"
    "--c3:#9c36b5;--c4:#c2255c;--c5:#087f8c;--c6:#b08900;--c7:#495057}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#16181c;--fg:#e6e8eb;"
    "--dim:#9aa4b0;--grid:#2b3037;--rest:#4a525c;--c0:#6cb0ff;--c1:#ff9a66;"
    "--c2:#7bd88f;--c3:#d49cf0;--c4:#ff8fb3;--c5:#5fd3df;--c6:#e5c453;"
    "--c7:#c0c8d0}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;"
    "max-width:76rem;background:var(--bg);color:var(--fg)}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
    "font-size:.87rem}td,th{padding:.15rem .5rem;text-align:right;"
    "border-bottom:1px solid var(--grid)}\n"
    "th:first-child,td:first-child,td.text{text-align:left}"
    "th{color:var(--dim);font-weight:600}\n"
    ".wide{overflow-x:auto}.plots{display:grid;gap:1rem;"
    "grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}\n"
    "svg{width:100%;height:auto}.grid{stroke:var(--grid)}.tick,.label{"
    "fill:var(--dim);font-size:11px}\n"
    ".line{fill:none;stroke-width:2}.rest{stroke:var(--rest);stroke-width:1}\n"
    ".c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}"
    ".c3{stroke:var(--c3)}.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}"
    ".c6{stroke:var(--c6)}.c7{stroke:var(--c7)}\n"
    ".key{display:inline-block;width:1.4em;height:.25em;margin:0 .4em .2em 0}"
    "\n.key.c0{background:var(--c0)}.key.c1{background:var(--c1)}"
    ".key.c2{background:var(--c2)}.key.c3{background:var(--c3)}"
    ".key.c4{background:var(--c4)}.key.c5{background:var(--c5)}"
    ".key.c6{background:var(--c6)}.key.c7{background:var(--c7)}\n"
    "p.legend span.name{margin-right:1.2em;white-space:nowrap}"
    ".dim{color:var(--dim)}\n"
    "</style>\n";

/* Who gets a colour: the technique of the paper and its rivals first, then
 * whoever is best; no two that are the same on all versions. */
static const char *const favoured[] = {
    "cp", "cp-damped", "ochiai", "tarantula", "branch", "sober", "cbi"};
enum { NFAVOURED = sizeof favoured / sizeof favoured[0] };

static bool
same_scores(const Results *r, size_t a, size_t b)
{
    for (size_t i = 0; i < r->n; i++) {
        const Score *x = result_score(&r->at[i], r->techniques.at[a]);
        const Score *y = result_score(&r->at[i], r->techniques.at[b]);
        if (x && y && x->statements.worst != y->statements.worst)
            return false;
    }
    return true;
}

static size_t
choose_colours(const Results *r, const size_t *order, size_t *chosen)
{
    size_t n = 0;

    for (size_t f = 0; f < NFAVOURED; f++)
        for (size_t i = 0; i < r->techniques.n; i++)
            if (strcmp(r->techniques.at[i], favoured[f]) == 0)
                chosen[n++] = i;
    for (size_t i = 0; i < r->techniques.n && n < PLOT_COLOURS; i++) {
        bool fresh = true;
        for (size_t k = 0; k < n; k++)
            fresh &= !same_scores(r, order[i], chosen[k]);
        if (fresh)
            chosen[n++] = order[i];
    }
    return n;
}

static void
put_plots(const Results *r, const size_t *order, Str *s)
{
    size_t chosen[PLOT_COLOURS];
    size_t n = choose_colours(r, order, chosen);

    str_puts(s, "<div class=plots>\n");
    plot_curves(r, chosen, n, 100, s);
    plot_curves(r, chosen, n, 10, s);
    plot_growth(r, chosen, n, s);
    str_puts(s, "</div>\n<p class=legend>");
    for (size_t k = 0; k < n; k++) {
        str_printf(s, "<span class=name><span class=\"key c%zu\"></span>", k);
        html_escape(s, r->techniques.at[chosen[k]]);
        str_puts(s, "</span> ");
    }
    str_puts(s, "<span class=dim>others in grey; a line names itself under "
                "the pointer</span></p>\n");
}

static void
put_techniques(const Results *r, const size_t *order, Str *s)
{
    str_puts(s, "<h2>Techniques</h2>\n<div class=wide><table><tr><th>technique"
                "</th>");
    for (size_t i = 0; i < TALLY_FIGURES; i++)
        str_printf(s, "<th>%s</th>", tally_figures[i].title);
    str_puts(s, "</tr>\n");
    for (size_t i = 0; i < r->techniques.n; i++) {
        const char *name = r->techniques.at[order[i]];
        Tally t;
        tally_make(r, name, TALLY_ALL, NULL, &t);
        if (t.n == 0)
            continue;
        str_puts(s, "<tr><td>");
        html_escape(s, name);
        for (size_t k = 0; k < TALLY_FIGURES; k++)
            str_printf(s, k < 4 ? "</td><td>%.2f" : "</td><td>%.1f",
                       tally_figure(&t, k));
        str_puts(s, "</td></tr>\n");
    }
    str_puts(s, "</table></div>\n");
}

static void
put_groups(const Results *r, const size_t *order, TallyGroup by,
           const char *title, Str *s)
{
    Arena a = {0};
    Texts groups = tally_groups(r, by, &a);

    if (groups.n > 1 && groups.n <= TALLY_MOST_GROUPS) {
        str_printf(s,
                   "<h2>Mean exam by %s</h2>\n<div class=wide><table><tr>"
                   "<th>technique</th>",
                   title);
        for (size_t g = 0; g < groups.n; g++) {
            str_puts(s, "<th>");
            html_escape(s, groups.at[g]);
            str_puts(s, "</th>");
        }
        str_puts(s, "</tr>\n");
        for (size_t i = 0; i < r->techniques.n; i++) {
            const char *name = r->techniques.at[order[i]];
            str_puts(s, "<tr><td>");
            html_escape(s, name);
            for (size_t g = 0; g < groups.n; g++) {
                Tally t;
                tally_make(r, name, by, groups.at[g], &t);
                str_printf(s, t.n ? "</td><td>%.1f" : "</td><td>", t.exam);
            }
            str_puts(s, "</td></tr>\n");
        }
        str_puts(s, "</table></div>\n");
    }
    arena_done(&a);
}

static void
put_version(const Measured *m, Str *s)
{
    str_puts(s, "<tr><td>");
    html_escape(s, m->suite);
    str_putc(s, ' ');
    html_escape(s, m->id);
    if (*m->reason) {
        str_puts(s, "</td><td class=text colspan=8>left out: ");
        html_escape(s, m->reason);
        str_puts(s, "</td></tr>\n");
        return;
    }
    str_printf(s, "</td><td>%u of %u</td><td>%u", m->runs.failed, m->runs.tests,
               m->code.statements);
    for (size_t i = 0; i < NFAVOURED; i++) {
        const Score *score = result_score(m, favoured[i]);
        str_puts(s, "</td><td>");
        if (score && !*score->error)
            str_printf(s, "%.1f", 100 * result_exam(m, score));
    }
    str_puts(s, "</td><td class=text>");
    html_escape(s, m->note);
    str_puts(s, "</td></tr>\n");
}

static void
put_versions(const Results *r, Str *s)
{
    str_puts(s, "<h2>Every version</h2>\n<div class=wide><table><tr><th>version"
                "</th><th>failing</th><th>statements</th>");
    for (size_t i = 0; i < NFAVOURED; i++)
        str_printf(s, "<th>%s</th>", favoured[i]);
    str_puts(s, "<th>what is wrong</th></tr>\n");
    for (size_t i = 0; i < r->n; i++)
        put_version(&r->at[i], s);
    str_puts(s, "</table></div>\n");
}

void
write_html(const Results *r, FILE *out)
{
    size_t *order = mem_zalloc(r->techniques.n + 1, sizeof *order);
    Str s = {0};

    tally_order(r, order);
    str_puts(&s, "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
                 "<meta name=viewport content=\"width=device-width\">\n"
                 "<title>culprit bench</title>\n");
    str_puts(&s, style);
    str_printf(&s,
               "<h1>How far one reads until the fault</h1>\n<p>%zu faulty "
               "versions, %zu techniques. Exam: per cent of the statements "
               "read until the first faulty one, groups of equal score read "
               "whole; top-N: per cent of the versions with the fault in the "
               "first N lines as listed; well: in the first 1 %% of the "
               "executed statements.</p>\n",
               r->n, r->techniques.n);
    if (*r->from.tuning)
        str_printf(&s, "<p>With --set of %s.</p>\n", r->from.tuning);
    put_plots(r, order, &s);
    put_techniques(r, order, &s);
    put_groups(r, order, TALLY_BY_SUITE, "program", &s);
    put_groups(r, order, TALLY_BY_KIND, "kind of fault", &s);
    put_versions(r, &s);
    fwrite(str_text(&s), 1, s.n, out);
    str_done(&s);
    free(order);
}
