/* judgements.c - what is known of alterations, kept between calls. */
#include "cause/judgements.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "culprit.judgements/4"
enum { MOST_STATES = 8 };

void
judgements_done(Judgements *j)
{
    map_done(&j->known);
    vec_done(&j->at);
    vec_done(&j->values);
    str_done(&j->text);
    *j = (Judgements){0};
}

typedef struct JudgementKey JudgementKey;
struct JudgementKey {
    uint64_t at[3 * MOST_STATES + 1];
    size_t n;
};

static bool
make_key(const Judgements *j, const SparseState *states, size_t n,
         JudgementKey *out)
{
    if (n > MOST_STATES)
        return false;
    out->n = 0;
    out->at[out->n++] = j->property;
    for (size_t i = 0; i < n; i++) {
        out->at[out->n++] = states[i].site;
        out->at[out->n++] = states[i].inst;
        out->at[out->n++] = states[i].branch;
    }
    return true;
}

bool
judgements_find(Judgements *j, SparseState *states, size_t n,
                NarrowOutcome *out)
{
    JudgementKey key;

    if (!make_key(j, states, n, &key))
        return false;
    const uint32_t *k = map_find(&j->known, key.at, key.n * sizeof *key.at);
    if (!k)
        return false;
    const Kept *kept = &j->at.at[*k];
    for (size_t i = 0; i < n && i < kept->n; i++)
        states[i].value = j->values.at[kept->value + i];
    states[0].add = kept->add;
    *out = kept->outcome;
    j->hits++;
    return true;
}

/* What could not be decided may be decided with more time. */
void
judgements_add(Judgements *j, const SparseState *states, size_t n,
               NarrowOutcome outcome)
{
    JudgementKey key;

    if (outcome.verdict == NARROW_UNKNOWN || !make_key(j, states, n, &key))
        return;
    uint32_t *k =
        map_put(&j->known, key.at, key.n * sizeof *key.at, (uint32_t)j->at.n);
    if (*k < j->at.n)
        return;
    vec_push(&j->at, (Kept){.outcome = outcome,
                            .value = j->values.n,
                            .n = n,
                            .add = states[0].add});
    str_printf(&j->text, "%" PRIu64 " %u %" PRIu64 " %zu", j->property,
               (unsigned)outcome.verdict, outcome.merit, n);
    for (size_t i = 0; i < n; i++) {
        vec_push(&j->values, states[i].value);
        str_printf(&j->text, " %" PRIu64 " %" PRIu32 " %d %" PRIu64,
                   states[i].site, states[i].inst,
                   states[i].branch + 2 * states[i].add, states[i].value);
    }
    str_puts(&j->text, "\n");
    j->changed = true;
}

/* The next number of a line; false at its end. */
static bool
take(const char **at, const char *end, uint64_t most, uint64_t *out)
{
    char word[24];
    size_t n = 0;

    while (*at < end && **at == ' ')
        ++*at;
    while (*at < end && **at >= '0' && **at <= '9' && n + 1 < sizeof word)
        word[n++] = *(*at)++;
    word[n] = 0;
    errno = 0;
    *out = strtoull(word, NULL, 10);
    return n > 0 && errno == 0 && *out <= most;
}

static bool
take_line(Judgements *j, const char *at, const char *end)
{
    SparseState states[MOST_STATES] = {0};
    uint64_t verdict, merit, n, site, inst, flags;

    if (!take(&at, end, UINT64_MAX, &j->property) ||
        !take(&at, end, NARROW_PARTLY, &verdict) ||
        !take(&at, end, UINT64_MAX, &merit) ||
        !take(&at, end, MOST_STATES, &n) || n == 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!take(&at, end, UINT64_MAX, &site) ||
            !take(&at, end, UINT32_MAX, &inst) || !take(&at, end, 3, &flags) ||
            !take(&at, end, UINT64_MAX, &states[i].value))
            return false;
        states[i].site = site;
        states[i].inst = (uint32_t)inst;
        states[i].branch = flags & 1;
        states[i].add = flags & 2;
    }
    judgements_add(j, states, (size_t)n,
                   (NarrowOutcome){(NarrowVerdict)verdict, merit});
    return at == end;
}

void
judgements_parse(Judgements *j, const char *key, const char *bytes, size_t n)
{
    const char *at = bytes, *all = bytes + n, *end;
    Str head = {0};

    str_printf(&head, "%s %s\n", MAGIC, key);
    if (n >= head.n && memcmp(bytes, head.at, head.n) == 0)
        for (at += head.n; (end = memchr(at, '\n', (size_t)(all - at)));
             at = end + 1)
            if (!take_line(j, at, end))
                break;
    str_done(&head);
    j->property = 0;
    j->changed = false;
}

bool
judgements_load(Judgements *j, const char *file, const char *key, Diag *d)
{
    Bytes b;
    bool has;

    if (!io_read_if(file, &b, &has, d))
        return false;
    if (has) {
        if (b.n)
            judgements_parse(j, key, (const char *)b.at, b.n);
        io_bytes_done(&b);
    }
    return true;
}

bool
judgements_save(const Judgements *j, const char *file, const char *key, Diag *d)
{
    Str all = {0};

    if (!j->changed)
        return true;
    str_printf(&all, "%s %s\n%s", MAGIC, key, str_text(&j->text));
    bool ok = io_write(file, all.at, all.n, d);
    str_done(&all);
    return ok;
}
