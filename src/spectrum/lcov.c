/* lcov.c - read lcov tracefiles (.info): TN, SF, FN and DA records. */
#include "spectrum/importer.h"

#include "spectrum/lines.h"

#include <stdlib.h>

/* Where a function begins; lines up to the next one are its own. */
typedef struct FunctionStart FunctionStart;
struct FunctionStart {
    uint32_t line;
    const char *name;
};

typedef struct Datum Datum;
struct Datum {
    uint32_t line;
    uint64_t count;
};

typedef struct Lcov Lcov;
struct Lcov {
    Foreign *f;
    Arena arena;
    const char *file; /* of the open record, or NULL */
    uint32_t test;
    VEC(FunctionStart) starts;
    VEC(Datum) data;
};

static int
by_line(const void *a, const void *b)
{
    const FunctionStart *x = a, *y = b;

    return (x->line > y->line) - (x->line < y->line);
}

static const char *
function_of(const Lcov *l, uint32_t line)
{
    size_t low = 0, high = l->starts.n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (l->starts.at[mid].line <= line)
            low = mid + 1;
        else
            high = mid;
    }
    return low ? l->starts.at[low - 1].name : "";
}

/* FN may come after DA, so a record is turned over at its end. */
static void
end_record(Lcov *l)
{
    if (l->starts.n)
        qsort(l->starts.at, l->starts.n, sizeof *l->starts.at, by_line);
    for (size_t i = 0; l->file && i < l->data.n; i++) {
        uint32_t line = l->data.at[i].line;
        uint32_t k = foreign_line(l->f, l->file, line, function_of(l, line));
        foreign_cover(l->f, l->test, k, l->data.at[i].count);
    }
    l->file = NULL;
    l->starts.n = l->data.n = 0;
}

/* DA:line,count[,checksum]; tools wrote negative counts for "not run". */
static bool
add_data(Lcov *l, Text t)
{
    uint32_t line;
    uint64_t count;
    Text number = text_until(&t, ','), times = text_until(&t, ',');
    bool negative = text_skip(&times, "-");

    if (!text_line_number(number, &line) || !text_number(times, &count))
        return false;
    vec_push(&l->data, (Datum){line, negative ? 0 : count});
    return true;
}

/* FN:line,name or, since lcov 2, FN:line,end,name. */
static bool
add_function(Lcov *l, Text t)
{
    uint32_t line, end;
    Text number = text_until(&t, ','), rest = t;

    if (!text_line_number(number, &line))
        return false;
    if (text_line_number(text_until(&rest, ','), &end) && rest.n)
        t = rest;
    vec_push(&l->starts,
             (FunctionStart){line, arena_strndup(&l->arena, t.at, t.n)});
    return true;
}

static bool
add_line(Lcov *l, Text t, const char *test)
{
    if (text_skip(&t, "TN:")) {
        const char *name = arena_strndup(&l->arena, t.at, t.n);
        l->test = foreign_test(l->f, name[0] ? name : test);
    } else if (text_skip(&t, "SF:")) {
        end_record(l);
        if (l->test == PROGRAM_NONE)
            l->test = foreign_test(l->f, test);
        l->file = arena_strndup(&l->arena, t.at, t.n);
    } else if (text_skip(&t, "DA:")) {
        return l->file && add_data(l, t);
    } else if (text_skip(&t, "FN:")) {
        return l->file && add_function(l, t);
    } else if (text_is(t, "end_of_record")) {
        end_record(l);
    }
    return true; /* other records tell of branches and sums */
}

bool
lcov_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
           Foreign *f, Diag *d)
{
    Lcov l = {.f = f, .test = PROGRAM_NONE};
    Lines lines = lines_over(bytes, n);
    Text line;
    bool ok = true;

    while (ok && lines_next(&lines, &line))
        if (!add_line(&l, line, test))
            ok = diag_fail(d, "%s:%u: not an lcov record: %.*s", path,
                           lines.number, (int)(line.n < 60 ? line.n : 60),
                           line.at);
    if (ok && l.test == PROGRAM_NONE)
        ok = diag_fail(d, "%s: no lcov record in it", path);
    if (ok)
        end_record(&l);
    vec_done(&l.starts);
    vec_done(&l.data);
    arena_done(&l.arena);
    return ok;
}
