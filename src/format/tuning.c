/* tuning.c - the numbers of the heuristics, by name and by row. */
#include "format/tuning.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct TuningRow TuningRow;
struct TuningRow {
    const char *name;
    double usual, least, most;
    bool is_count;
    const char *help;
};

static const TuningRow rows[TUNING_ROWS] = {
#define TUNE_REAL(room, name, usual, least, most, help) \
    {#room "." #name, usual, least, most, false, help},
#define TUNE_COUNT(room, name, usual, least, most, help) \
    {#room "." #name, usual, least, most, true, help},
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
};

static double values[TUNING_ROWS] = {
#define TUNE_REAL(room, name, usual, least, most, help)  usual,
#define TUNE_COUNT(room, name, usual, least, most, help) usual,
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
};

double
tuning(TuningReal row)
{
    return values[row];
}

uint32_t
tuning_count(TuningCount row)
{
    return (uint32_t)values[row];
}

void
tuning_reset(void)
{
    for (size_t i = 0; i < TUNING_ROWS; i++)
        values[i] = rows[i].usual;
}

/* Characters to insert, drop or exchange (Levenshtein 1966), by rows; names
 * are short. */
static size_t
edits_between(const char *a, size_t na, const char *b)
{
    enum { LONGEST = 64 };
    size_t cost[LONGEST + 1];
    const size_t nb = strlen(b);

    if (nb > LONGEST)
        return SIZE_MAX;
    for (size_t k = 0; k <= nb; k++)
        cost[k] = k;
    for (size_t i = 0; i < na; i++) {
        size_t diagonal = cost[0];
        cost[0] = i + 1;
        for (size_t k = 0; k < nb; k++) {
            const size_t exchanged = diagonal + (a[i] != b[k]);
            const size_t shorter =
                (cost[k] < cost[k + 1] ? cost[k] : cost[k + 1]) + 1;
            diagonal = cost[k + 1];
            cost[k + 1] = exchanged < shorter ? exchanged : shorter;
        }
    }
    return cost[nb];
}

static const char *
nearest_name(const char *name, size_t n)
{
    size_t best = 0, least = SIZE_MAX;

    for (size_t i = 0; i < TUNING_ROWS; i++) {
        const size_t edits = edits_between(name, n, rows[i].name);
        if (edits < least) {
            least = edits;
            best = i;
        }
    }
    return rows[best].name;
}

static size_t
find_row(const char *name, size_t n)
{
    size_t i = 0;

    while (i < TUNING_ROWS &&
           (strlen(rows[i].name) != n || strncmp(rows[i].name, name, n) != 0))
        i++;
    return i;
}

static bool
parse_value(const TuningRow *r, const char *text, double *out)
{
    char *end;

    errno = 0;
    *out = strtod(text, &end);
    return !errno && end != text && !*end && *out >= r->least &&
           *out <= r->most && (!r->is_count || *out == floor(*out));
}

bool
tuning_set(const char *assignment, Diag *d)
{
    const char *equals = strchr(assignment, '=');
    double value;

    if (!equals)
        return diag_fail(d, "\"%s\" is not NAME=VALUE", assignment);
    const size_t n = (size_t)(equals - assignment), i = find_row(assignment, n);
    if (i == TUNING_ROWS)
        return diag_fail(d, "there is no %.*s to set; did you mean %s?", (int)n,
                         assignment, nearest_name(assignment, n));
    const TuningRow *r = &rows[i];
    if (!parse_value(r, equals + 1, &value))
        return diag_fail(d, "%s is a %s from %.10g to %.10g, not \"%s\"",
                         r->name, r->is_count ? "whole number" : "number",
                         r->least, r->most, equals + 1);
    values[i] = value;
    return true;
}

/* The shortest of two ways to write it that reads back as the same number. */
static void
put_value(Str *out, double value)
{
    char text[32];

    snprintf(text, sizeof text, "%.15g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, sizeof text, "%.17g", value);
    str_puts(out, text);
}

void
tuning_changes(Str *out)
{
    const size_t before = out->n;

    for (size_t i = 0; i < TUNING_ROWS; i++)
        if (values[i] != rows[i].usual) {
            str_printf(out, "%s%s=", out->n > before ? " " : "", rows[i].name);
            put_value(out, values[i]);
        }
}

void
tuning_list(FILE *out)
{
    for (size_t i = 0; i < TUNING_ROWS; i++)
        fprintf(out, "%-26s %10.10g  (%.10g to %.10g)  %s\n", rows[i].name,
                values[i], rows[i].least, rows[i].most, rows[i].help);
}
