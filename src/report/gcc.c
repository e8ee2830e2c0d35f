/* gcc.c - findings as compiler warnings, so that editors can jump to them. */
#include "report/writers.h"

#include "base/source.h"
#include "base/utf8.h"

/* "file:line:col: " as far as it is known. */
static void
add_place(Str *s, Sources *sources, const char *file, uint32_t line,
          uint32_t column)
{
    utf8_line(s, *file ? sources_shown(sources, file) : "culprit");
    if (line)
        str_printf(s, ":%u", line);
    if (line && column)
        str_printf(s, ":%u", column);
    str_puts(s, ": ");
}

/* ", text" unless there is none. */
static void
add_part(Str *s, const char *text)
{
    if (!text || !*text)
        return;
    str_puts(s, ", ");
    utf8_line(s, text);
}

static void
add_finding(Str *s, Sources *sources, const Findings *list, const Finding *f)
{
    add_place(s, sources, f->place.file, f->place.line, f->place.column);
    str_printf(s, "warning: suspicious %s", list->unit);
    add_part(s, f->entity);
    str_printf(s, ", score %s", report_score(f->score).at);
    add_part(s, f->message);
    str_printf(s, " [culprit-%s]\n", list->technique);
    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *step = &f->steps[i];
        add_place(s, sources, step->file, step->line, step->column);
        str_puts(s, "note: ");
        utf8_line(s, step->message ? step->message : "");
        str_putc(s, '\n');
    }
}

bool
gcc_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
          Diag *d)
{
    Sources sources;
    Str s = {0};

    sources_init(&sources, o->root);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < report_shown(&lists[i], o); k++) {
            str_clear(&s);
            add_finding(&s, &sources, &lists[i], &lists[i].at[k]);
            fputs(str_text(&s), out);
        }
    }
    str_done(&s);
    sources_done(&sources);
    return report_flush(out, d);
}
