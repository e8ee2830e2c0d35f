/* summary.c - summary control dependences of a program, as bytes and back.
 *
 * "CULSUMM3", the numbers of instructions, blocks, lists and branches in them;
 * for each list that has some: how many lists further on it is, how many
 * branches it has, and how much larger each one's number is; then each
 * instruction's list.
 */
#include "program/summary.h"

#include "base/cursor.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { MAX_INSTS = 1 << 16 };
#else
enum { MAX_INSTS = 1 << 26 };
#endif

static const char magic[8] = {'C', 'U', 'L', 'S', 'U', 'M', 'M', '3'};

void
summaries_done(Summaries *s)
{
    free(s->list);
    free(s->first);
    free(s->branches);
    *s = (Summaries){0};
}

static int
by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* Call for every dependence: first counted, then filled in. */
static void
add(Summaries *s, const Code *c, const SdgEdge *e, bool fill)
{
    if (e->kind != SDG_SUMMARY || e->from >= c->n.insts || e->to >= c->n.insts)
        return;
    if (fill)
        s->branches[s->first[e->to]++] = c->insts[e->from].block;
    else
        s->first[e->to + 1]++;
}

static void
add_all(Summaries *s, const Sdg *g, bool fill)
{
    for (size_t i = 0; i < g->edges.n; i++)
        add(s, g->code, &g->edges.at[i], fill);
    for (size_t i = 0; i < g->carried.n; i++)
        add(s, g->code, &g->carried.at[i], fill);
}

void
summaries_build(const Sdg *g, Summaries *out)
{
    uint32_t n = g->code->n.insts;

    *out = (Summaries){.ninsts = n,
                       .nblocks = g->program->n.blocks,
                       .nlists = n,
                       .list = mem_zalloc((size_t)n + 1, sizeof *out->list),
                       .first = mem_zalloc((size_t)n + 2, sizeof *out->first)};
    for (uint32_t i = 0; i < n; i++)
        out->list[i] = i;
    add_all(out, g, false);
    for (uint32_t i = 0; i < n; i++)
        out->first[i + 1] += out->first[i];
    out->n = out->first[n];
    out->branches = mem_zalloc((size_t)out->n + 1, sizeof *out->branches);
    add_all(out, g, true);
    for (uint32_t i = n; i > 0; i--) /* filling moved them on */
        out->first[i] = out->first[i - 1];
    out->first[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        qsort(out->branches + out->first[i], out->first[i + 1] - out->first[i],
              sizeof *out->branches, by_number);
}

void
summaries_write(const Summaries *s, Str *out)
{
    uint32_t last = 0;

    str_add(out, magic, sizeof magic);
    str_put_varint(out, s->ninsts);
    str_put_varint(out, s->nblocks);
    str_put_varint(out, s->nlists);
    str_put_varint(out, s->n);
    for (uint32_t i = 0; i < s->nlists; i++) {
        uint32_t n = s->first[i + 1] - s->first[i], block = 0;
        if (n == 0)
            continue;
        str_put_varint(out, i - last);
        str_put_varint(out, n);
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
            str_put_varint(out, s->branches[k] - block);
            block = s->branches[k];
        }
        last = i;
    }
    for (uint32_t i = 0; i < s->ninsts; i++)
        str_put_varint(out, s->list[i]);
}

/* The next list that is not empty. */
static bool
take_list(Cursor *c, Summaries *s, uint64_t *list, uint32_t *used)
{
    uint64_t step = cursor_varint(c), n = cursor_varint(c), block = 0;
    bool begun = *used > 0;

    if (c->bad || step >= s->nlists - *list || (begun && step == 0) || n == 0 ||
        n > s->n - *used)
        return false;
    for (uint64_t i = *list + begun; i < *list + step; i++)
        s->first[i + 1] = *used;
    *list += step;
    for (uint64_t k = 0; k < n; k++) {
        uint64_t more = cursor_varint(c);
        if (c->bad || more >= s->nblocks - block || (k > 0 && more == 0))
            return false;
        block += more;
        s->branches[(*used)++] = (uint32_t)block;
    }
    s->first[*list + 1] = *used;
    return true;
}

bool
summaries_parse(const uint8_t *bytes, size_t n, Summaries *out, Diag *d)
{
    Cursor c = cursor_over(bytes, n);
    const uint8_t *head = cursor_take(&c, sizeof magic);
    uint64_t list = 0;
    uint32_t used = 0;

    *out = (Summaries){0};
    if (!head || memcmp(head, magic, sizeof magic) != 0)
        return diag_fail(d, "not a file of summary control dependences");
    uint64_t ninsts = cursor_varint(&c), nblocks = cursor_varint(&c);
    uint64_t nlists = cursor_varint(&c), total = cursor_varint(&c);
    if (c.bad || ninsts > MAX_INSTS || nblocks > ninsts || nlists > ninsts ||
        total > cursor_left(&c))
        return diag_fail(d, "summary control dependences: wrong numbers");
    *out = (Summaries){
        .ninsts = (uint32_t)ninsts,
        .nblocks = (uint32_t)nblocks,
        .nlists = (uint32_t)nlists,
        .n = (uint32_t)total,
        .list = mem_zalloc((size_t)ninsts + 1, sizeof *out->list),
        .first = mem_zalloc((size_t)nlists + 1, sizeof *out->first),
        .branches = mem_zalloc((size_t)total + 1, sizeof *out->branches)};
    bool ok = true;
    while (ok && used < out->n)
        ok = take_list(&c, out, &list, &used);
    for (uint64_t i = list + (used > 0); ok && i < nlists; i++)
        out->first[i + 1] = used;
    for (uint32_t i = 0; ok && i < ninsts; i++) {
        uint64_t number = cursor_varint(&c);
        ok = !c.bad && number < nlists;
        out->list[i] = (uint32_t)number;
    }
    if (ok && cursor_left(&c) == 0)
        return true;
    summaries_done(out);
    return diag_fail(d, "summary control dependences: damaged");
}
