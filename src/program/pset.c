/* pset.c - growing sets of small numbers as sorted words. */
#include "program/pset.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void
reserve(PSet *s, uint32_t n)
{
    if (n <= s->cap)
        return;
    s->cap = n > 2 * s->cap ? n : 2 * s->cap;
    s->at = mem_resize(s->at, s->cap, sizeof *s->at);
}

/* Index of the first word whose key is not below. */
static uint32_t
find(const PSet *s, uint64_t key)
{
    uint32_t low = 0, high = s->n;

    if (high > 0 && s->at[high - 1].key < key)
        return high;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (s->at[mid].key < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void
pset_done(PSet *s)
{
    free(s->at);
    *s = (PSet){0};
}

bool
pset_add(PSet *s, uint32_t member)
{
    uint32_t i = find(s, member / 64);
    uint64_t bit = (uint64_t)1 << (member % 64);

    if (i == s->n || s->at[i].key != member / 64) {
        reserve(s, s->n + 1);
        memmove(&s->at[i + 1], &s->at[i], (s->n - i) * sizeof *s->at);
        s->at[i] = (PWord){.key = member / 64};
        s->n++;
    }
    bool fresh = !(s->at[i].bits & bit);
    s->at[i].bits |= bit;
    return fresh;
}

void
pset_remove(PSet *s, uint32_t member)
{
    uint32_t i = find(s, member / 64);

    if (i < s->n && s->at[i].key == member / 64)
        s->at[i].bits &= ~((uint64_t)1 << (member % 64));
}

/* How many words of `from` have no partner in `into`. */
static uint32_t
missing(const PSet *into, const PSet *from)
{
    uint32_t lacking = 0;

    for (uint32_t i = 0, k = 0; k < from->n; k++) {
        while (i < into->n && into->at[i].key < from->at[k].key)
            i++;
        lacking += i == into->n || into->at[i].key != from->at[k].key;
    }
    return lacking;
}

bool
pset_or(PSet *into, const PSet *from)
{
    uint32_t lacking = missing(into, from), i = into->n, k = from->n;
    uint64_t news = lacking;

    if (lacking) { /* make room, then merge from the back */
        reserve(into, into->n + lacking);
        into->n += lacking;
        for (uint32_t w = into->n; k > 0;) {
            if (i > 0 && into->at[i - 1].key > from->at[k - 1].key) {
                into->at[--w] = into->at[--i];
            } else if (i > 0 && into->at[i - 1].key == from->at[k - 1].key) {
                PWord both = into->at[--i];
                both.bits |= from->at[--k].bits;
                into->at[--w] = both;
            } else {
                into->at[--w] = from->at[--k];
            }
        }
        return true;
    }
    i = 0;
    for (k = 0; k < from->n; k++) {
        while (into->at[i].key < from->at[k].key)
            i++;
        news |= from->at[k].bits & ~into->at[i].bits;
        into->at[i].bits |= from->at[k].bits;
    }
    return news != 0;
}

uint32_t
pset_count(const PSet *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n; i++)
        n += (uint32_t)__builtin_popcountll(s->at[i].bits);
    return n;
}

void
pset_minus(const PSet *a, const PSet *b, PSet *out)
{
    out->n = 0;
    for (uint32_t i = 0, k = 0; i < a->n; i++) {
        while (k < b->n && b->at[k].key < a->at[i].key)
            k++;
        uint64_t taken =
            k < b->n && b->at[k].key == a->at[i].key ? b->at[k].bits : 0;
        if (!(a->at[i].bits & ~taken))
            continue;
        reserve(out, out->n + 1);
        out->at[out->n++] =
            (PWord){.key = a->at[i].key, .bits = a->at[i].bits & ~taken};
    }
}

bool
pset_next(const PSet *s, PNext *i)
{
    if (!i->started) {
        i->started = true;
        i->left = s->n ? s->at[0].bits : 0;
    }
    while (i->left == 0) {
        if (i->word + 1 >= s->n)
            return false;
        i->left = s->at[++i->word].bits;
    }
    i->member = (uint32_t)(s->at[i->word].key * 64) +
                (uint32_t)__builtin_ctzll(i->left);
    i->left &= i->left - 1;
    return true;
}
