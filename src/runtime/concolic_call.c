/* concolic_call.c - shadows on their way between functions. */
#include "runtime/concolic.h"

CRT void __culprit_crt_enter(const uint8_t *widths, uint32_t n);
CRT uint32_t __culprit_crt_returned(uint32_t k, uint32_t width, uint64_t value);
CRT void __culprit_crt_save(uint32_t *to);
CRT void __culprit_crt_vastart(void *list, const char *described,
                               const uint32_t *shadows, uint32_t nfixed);
CRT void __culprit_crt_store(void *p, uint32_t n, uint32_t shadow);
CRT void __culprit_crt_clear(void *p, uint64_t n);

/* The arguments are taken: a caller that calls otherwise than the function
 * was defined (K&R) gives shadows of other widths. */
CRT void
__culprit_crt_enter(const uint8_t *widths, uint32_t n)
{
    __culprit_tag = NULL;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *s = &__culprit_args[i];
        if (*s && (!crt_on || crt_nodes[*s].width != widths[i])) {
            *s = 0;
            if (crt_on)
                crt_header->answer.stale++;
        }
    }
}

CRT uint32_t
__culprit_crt_returned(uint32_t k, uint32_t width, uint64_t value)
{
    uint32_t s = __culprit_ret[k];

    __culprit_ret[k] = 0;
    if (!crt_on || !s)
        return 0;
    if (crt_nodes[s].width == width && crt_values[s] == value)
        return s;
    crt_header->answer.stale++;
    return 0;
}

CRT void
__culprit_crt_save(uint32_t *to)
{
    for (uint32_t i = 0; i < SHADOW_ARGUMENTS; i++)
        to[i] = __culprit_args[i];
}

/* ---- va_list of the System V ABI for x86-64 ---- */

typedef struct VaList VaList;
struct VaList {
    uint32_t gp, fp; /* offsets in `saved` of the next register */
    uint8_t *overflow, *saved;
};
enum { GP_END = 48, FP_END = 176 };

static uint32_t
number(const char **text)
{
    uint32_t v = 0;

    for (; **text >= '0' && **text <= '9'; ++*text)
        v = v * 10 + (uint32_t)(**text - '0');
    ++*text; /* the character after it */
    return v;
}

static void
put_shadow(void *at, uint64_t size, const uint32_t *shadows, uint32_t leaf,
           uint32_t nleaves)
{
    uint32_t s =
        shadows && nleaves == 1 && leaf < SHADOW_ARGUMENTS ? shadows[leaf] : 0;

    __culprit_crt_clear(at, size);
    if (s && crt_on && (crt_nodes[s].width + 7) / 8 <= size)
        __culprit_crt_store(at, (crt_nodes[s].width + 7) / 8, s);
}

/* The prologue stored the registers, the caller the rest: put the shadows
 * there too, in the ABI's order. Without shadows: clear what was there. */
CRT void
__culprit_crt_vastart(void *list, const char *described,
                      const uint32_t *shadows, uint32_t nfixed)
{
    VaList *l = list;
    uint32_t gp = l->gp, fp = l->fp, leaf = 0;
    uint8_t *overflow = l->overflow;

    if (!crt_on)
        return;
    __culprit_crt_clear(list, sizeof *l);
    __culprit_crt_clear(l->saved, FP_END);
    for (uint32_t i = 0; described && *described; i++) {
        char class = *described++;
        uint32_t size = number(&described), n = number(&described);
        uint32_t first = leaf;
        leaf += n;
        if (i < nfixed) /* registers and memory of these are behind us */
            continue;
        if (class == 'g' && gp < GP_END) {
            put_shadow(l->saved + gp, 8, shadows, first, n);
            gp += 8;
        } else if (class == 'f' && fp < FP_END) {
            put_shadow(l->saved + fp, 16, shadows, first, n);
            fp += 16;
        } else {
            if (class == 'm' && size == 16)
                overflow = (uint8_t *)(((uint64_t)overflow + 15) & ~15ULL);
            put_shadow(overflow, size < 8 ? 8 : size,
                       class == 'm' ? NULL : shadows, first, n);
            overflow += (size + 7) & ~7U;
        }
    }
}
