/* alter.c - which instances of a run to alter, and what became of it. */
#include "run/alter.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void
alter_done(AlterPlan *p)
{
    free(p->entries);
    *p = (AlterPlan){0};
}

void
alter_add(AlterPlan *p, uint64_t at, AlterKind kind, uint32_t inst,
          uint64_t value)
{
    AlterEntry e = {.at = at, .kind = kind, .inst = inst, .value = value};
    size_t i = p->n;

    while (i > 0 && p->entries[i - 1].at >= at)
        i--;
    if (i < p->n && p->entries[i].at == at) {
        p->entries[i] = e;
        return;
    }
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 4;
        p->entries = mem_resize(p->entries, p->cap, sizeof *p->entries);
    }
    memmove(p->entries + i + 1, p->entries + i,
            (p->n - i) * sizeof *p->entries);
    p->entries[i] = e;
    p->n++;
}

static bool
takes_value(AlterKind kind)
{
    return kind == ALTER_SET || kind == ALTER_SET_SYMBOL;
}

/* Digits only: strtoull takes signs and blanks, too. */
static bool
parse_number(const char **at, bool may_be_negative, uint64_t *out)
{
    char *end;
    bool negative = may_be_negative && **at == '-';

    if (negative)
        ++*at;
    if (**at < '0' || **at > '9')
        return false;
    errno = 0;
    unsigned long long v = strtoull(*at, &end, 0);
    if (errno)
        return false;
    *out = negative ? 0 - (uint64_t)v : (uint64_t)v;
    *at = end;
    return true;
}

bool
alter_parse(AlterPlan *p, AlterKind kind, const char *text, Diag *d)
{
    const char *at = text;

    for (;;) {
        uint64_t seq = 0, value = 0;
        if (!parse_number(&at, false, &seq) || seq == 0 ||
            (takes_value(kind) &&
             (*at++ != '=' || !parse_number(&at, true, &value))) ||
            (*at && *at != ','))
            return diag_fail(d, "\"%s\" is not %s", text,
                             takes_value(kind) ? "NUMBER=VALUE,..."
                                               : "NUMBER,...");
        alter_add(p, seq, kind, UINT32_MAX, value);
        if (!*at++)
            return true;
    }
}

bool
alter_write(const AlterPlan *p, const char *dir, const char *id, Diag *d)
{
    AlterHeader h = {.magic = ALTER_MAGIC,
                     .version = ALTER_VERSION,
                     .n = (uint32_t)p->n,
                     .limit = p->limit};
    Str bytes = {0};

    if (p->n >= UINT32_MAX || strlen(id) >= sizeof h.id)
        return diag_fail(d, "too many alterations");
    memcpy(h.id, id, strlen(id));
    str_add(&bytes, &h, sizeof h);
    if (p->n)
        str_add(&bytes, p->entries, p->n * sizeof *p->entries);
    char *path = io_join(dir, ALTER_FILE);
    bool ok = io_write(path, bytes.at, bytes.n, d);
    free(path);
    str_done(&bytes);
    return ok;
}

bool
alter_read(AlterPlan *p, const char *dir, Diag *d)
{
    AlterHeader h;
    Bytes b = {0};
    char *path = io_join(dir, ALTER_FILE);
    bool ok = io_read(path, &b, d);

    if (ok && b.n == sizeof h + p->n * sizeof *p->entries) {
        memcpy(&h, b.at, sizeof h);
        if (p->n)
            memcpy(p->entries, b.at + sizeof h, p->n * sizeof *p->entries);
        p->taken = h.pid != 0;
        p->stopped = h.stopped == 1;
        p->limited = h.stopped == 2;
        p->ndone = h.done;
        p->reached = h.reached;
    } else if (ok) {
        ok = diag_fail(d, "%s is not what was written", path);
    }
    io_bytes_done(&b);
    free(path);
    return ok;
}
