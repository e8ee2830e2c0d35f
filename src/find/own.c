/* own.c - is it our code, and if not, who called it? */
#include "find/own.h"

#include "base/mem.h"
#include "base/vec.h"
#include "spectrum/origin.h"
#include "spectrum/rank.h"

#include <stdlib.h>
#include <string.h>

static bool
calls(const Calls *c, uint32_t block, uint32_t function)
{
    for (uint32_t k = c->first[block]; k < c->first[block + 1]; k++)
        if (c->callees[k] == function)
            return true;
    return false;
}

/* The block's last statement: that is where it calls, as a rule. */
static Step
step_of(const Program *p, uint32_t block, const char *callee)
{
    const ProgramBlock *b = &p->blocks[block];
    const ProgramStatement *s =
        &p->statements[b->statement + b->nstatements - 1];

    return (Step){.file = p->files[s->file].path,
                  .line = s->line,
                  .column = s->column,
                  .function = p->functions[b->function].name,
                  .message = callee};
}

bool
own_caller(const Program *p, const Calls *c, const Spectrum *s,
           uint32_t function, Step *out)
{
    VEC(uint32_t) queue = {0};
    bool *seen = mem_zalloc(p->n.functions + 1, 1), found = false;

    vec_push(&queue, function);
    seen[function] = true;
    for (size_t i = 0; i < queue.n && !found; i++) {
        const uint32_t callee = queue.at[i];
        for (uint32_t b = 0; b < c->nblocks && b < p->n.blocks && !found; b++) {
            const uint32_t caller = p->blocks[b].function;
            if (!s->blocks[b].ef || !p->blocks[b].nstatements ||
                !calls(c, b, callee))
                continue;
            Step at = step_of(p, b, p->functions[callee].name);
            if (at.file && !origin_is_foreign(at.file)) {
                *out = at;
                found = true;
            } else if (!seen[caller]) {
                seen[caller] = true;
                vec_push(&queue, caller);
            }
        }
    }
    free(seen);
    vec_done(&queue);
    return found;
}

void
own_explain(const Program *p, const Calls *c, const Spectrum *s, Findings *f,
            size_t first)
{
    for (size_t i = 0; i < f->n && i < first; i++) {
        Finding *at = &f->at[i];
        Step found;
        if (!origin_is_foreign(at->place.file) || at->id >= p->n.statements ||
            !own_caller(p, c, s,
                        p->blocks[p->statements[at->id].block].function,
                        &found))
            continue;
        rank_add_evidence(at, &f->arena,
                          (Evidence){.key = OWN_CALLER,
                                     .text = arena_printf(
                                         &f->arena, "%s:%u in %s", found.file,
                                         found.line, found.function)});
    }
}
