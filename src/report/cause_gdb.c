/* cause_gdb.c - a script for gdb, or rr, that stops at the suspects. */
#include "report/cause_writers.h"

#include "base/str.h"

void
cause_gdb(CausePage *s, bool rr)
{
    const CauseResult *r = s->v->result;

    fprintf(s->out, "# stops at the very instance of each suspect: %s\n",
            rr ? "rr replay -- -x FILE" : "gdb -x FILE");
    if (!rr)
        fprintf(s->out, "file %s\n", s->v->path);
    for (size_t i = 0; i < r->suspects.n; i++) {
        uint32_t node = r->suspects.at[i].node;
        Str text = {0};
        const ScriptLine *l = cause_page_line(s, node);
        cause_say_link(s->g, &r->suspects.at[i], &text);
        fprintf(s->out, "# %s\nbreak %s:%u\nignore $bpnum %u\n",
                str_text(&text), l ? script_text(s->g->script, l->file) : "?",
                l ? l->line : 0, cause_page_instance(s, node) - 1);
        str_done(&text);
    }
    if (rr)
        fputs("continue\n", s->out);
    else
        fprintf(s->out, "run %s\n", s->v->test);
}
