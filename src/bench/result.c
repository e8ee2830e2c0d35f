/* result.c - what a bench found out, as JSON and back. */
#include "bench/result.h"

#include "bench/growth.h"

#include "base/io.h"
#include "base/mem.h"
#include "bench/calibration.h"
#include "bench/tally.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "culprit.bench/1"

/* ORDER NUMBERS: the plain counts of a version, by name. */
static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    {"tests", offsetof(Measured, runs.tests)},
    {"passed", offsetof(Measured, runs.passed)},
    {"failed", offsetof(Measured, runs.failed)},
    {"unknown", offsetof(Measured, runs.unknown)},
    {"lost", offsetof(Measured, runs.lost)},
    {"timeouts", offsetof(Measured, runs.timeouts)},
    {"nfaults", offsetof(Measured, code.nfaults)},
    {"statements", offsetof(Measured, code.statements)},
    {"executed", offsetof(Measured, code.executed)},
    {"faulty", offsetof(Measured, code.faulty)},
};
enum { NNUMBERS = sizeof numbers / sizeof numbers[0] };

static const struct {
    const char *name;
    size_t offset;
} counts[] = {
    {"rank", offsetof(Score, statements.worst)},
    {"rank_best", offsetof(Score, statements.best)},
    {"line_rank", offsetof(Score, lines.listed)},
    {"line_rank_worst", offsetof(Score, lines.worst)},
    {"report", offsetof(Score, report)},
    {"runs", offsetof(Score, cost.runs)},
};
enum { NCOUNTS = sizeof counts / sizeof counts[0] };

void
results_done(Results *r)
{
    arena_done(&r->arena);
    free(r->at);
    *r = (Results){0};
}

Measured *
results_add(Results *r)
{
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 32;
        r->at = mem_resize(r->at, r->cap, sizeof *r->at);
    }
    r->at[r->n] = (Measured){0};
    return &r->at[r->n++];
}

const Score *
result_score(const Measured *m, const char *technique)
{
    for (size_t i = 0; i < m->nscores; i++)
        if (strcmp(m->scores[i].technique, technique) == 0)
            return &m->scores[i];
    return NULL;
}

double
result_exam(const Measured *m, const Score *s)
{
    return m->code.statements ? (double)s->statements.worst / m->code.statements
                              : 1;
}

/* Writing */

static json_t *
text(const char *s)
{
    json_t *t = json_string(s);

    return t ? t : json_string("(not UTF-8)");
}

static json_t *
texts(const Texts *list)
{
    json_t *a = json_array();

    for (size_t i = 0; i < list->n; i++)
        json_array_append_new(a, text(list->at[i]));
    return a;
}

static json_t *
write_first(const ScoreFirst *f)
{
    json_t *o = json_pack("{s:f}", "right", f->right);

    if (f->said) {
        json_object_set_new(o, "change", json_real(f->change));
        json_object_set_new(o, "confidence", json_real(f->confidence));
        json_object_set_new(o, "equal", json_integer(f->equal));
        json_object_set_new(o, "reaching", json_integer(f->reaching));
        json_object_set_new(
            o, "checks",
            json_pack("{s:i, s:i, s:i}", "tried", (int)f->checks.tried, "other",
                      (int)f->checks.other, "broken", (int)f->checks.broken));
    }
    if (f->fix.shown)
        json_object_set_new(o, "fix",
                            json_pack("{s:b, s:i, s:i}", "builds",
                                      f->fix.builds, "failed",
                                      (int)f->fix.failed, "hidden_failed",
                                      (int)f->fix.hidden_failed));
    return o;
}

static json_t *
write_score(const Measured *m, const Score *s)
{
    json_t *o = json_object();

    json_object_set_new(o, "technique", text(s->technique));
    if (*s->error) {
        json_object_set_new(o, "error", text(s->error));
        json_object_set_new(o, "wall_s", json_real(s->cost.wall_s));
        return o;
    }
    json_object_set_new(o, "exam", json_real(result_exam(m, s)));
    for (size_t i = 0; i < NCOUNTS; i++) {
        uint32_t v;
        memcpy(&v, (const char *)s + counts[i].offset, sizeof v);
        json_object_set_new(o, counts[i].name, json_integer(v));
    }
    json_object_set_new(o, "rank_average", json_real(s->statements.average));
    json_object_set_new(o, "t_score", json_real(s->tscore));
    json_object_set_new(o, "first", write_first(&s->first));
    if (s->distance.to_fault != METRIC_NONE) {
        json_object_set_new(o, "distance", json_integer(s->distance.to_fault));
        json_object_set_new(o, "to_use", json_integer(s->distance.to_use));
        json_object_set_new(o, "altered", json_integer(s->cost.altered));
    }
    json_object_set_new(
        o, "well_localized",
        json_boolean(metric_is_well_localized(s, m->code.executed)));
    json_t *with = json_array();
    for (unsigned i = 0; i < GROWTH_POINTS; i++)
        if (s->growth >> i & 1)
            json_array_append_new(with, json_integer(growth_points[i]));
    json_object_set_new(o, "well_localized_with", with);
    json_object_set_new(o, "wall_s", json_real(s->cost.wall_s));
    if (*s->said)
        json_object_set_new(o, "said", text(s->said));
    return o;
}

static json_t *
write_version(const Measured *m)
{
    json_t *o = json_object(), *scores = json_array();

    json_object_set_new(o, "suite", text(m->suite));
    json_object_set_new(o, "id", text(m->id));
    json_object_set_new(o, "key", text(m->key));
    json_object_set_new(o, "kinds", texts(&m->kinds));
    json_object_set_new(o, "symptom", text(m->symptom));
    json_object_set_new(o, "note", text(m->note));
    json_object_set_new(o, "reason", text(m->reason));
    for (size_t i = 0; i < NNUMBERS; i++) {
        uint32_t v;
        memcpy(&v, (const char *)m + numbers[i].offset, sizeof v);
        json_object_set_new(o, numbers[i].name, json_integer(v));
    }
    json_object_set_new(o, "build_s", json_real(m->took.build_s));
    json_object_set_new(o, "run_s", json_real(m->took.run_s));
    json_object_set_new(o, "rank_s", json_real(m->took.rank_s));
    for (size_t i = 0; i < m->nscores; i++)
        json_array_append_new(scores, write_score(m, &m->scores[i]));
    json_object_set_new(o, "scores", scores);
    return o;
}

bool
result_save(const Measured *m, const char *file, Diag *d)
{
    json_t *o = write_version(m);
    char *bytes = json_dumps(o, JSON_INDENT(1) | JSON_REAL_PRECISION(9));

    json_decref(o);
    if (!bytes)
        bug("a result cannot be written as JSON");
    bool ok = io_write(file, bytes, strlen(bytes), d);
    free(bytes);
    return ok;
}

static json_t *
write_tally(const Tally *t)
{
    json_t *o = json_object(), *curve = json_array();

    json_object_set_new(o, "versions", json_integer((json_int_t)t->n));
    for (size_t i = 0; i < TALLY_FIGURES; i++)
        json_object_set_new(o, tally_figures[i].name,
                            json_real(tally_figure(t, i)));
    for (size_t i = 0; i < TALLY_POINTS; i++)
        json_array_append_new(curve,
                              json_pack("[f,f]", tally_points[i], t->curve[i]));
    json_object_set_new(o, "curve", curve);
    return o;
}

/* The tallies of all techniques over some of the versions. */
static json_t *
write_tallies(const Results *r, TallyGroup by, const char *group)
{
    json_t *o = json_object();

    for (size_t i = 0; i < r->techniques.n; i++) {
        Tally t;
        tally_make(r, r->techniques.at[i], by, group, &t);
        if (t.n)
            json_object_set_new(o, r->techniques.at[i], write_tally(&t));
    }
    return o;
}

static json_t *
write_groups(const Results *r, TallyGroup by)
{
    json_t *o = json_object();
    Arena a = {0};
    Texts groups = tally_groups(r, by, &a);

    for (size_t i = 0; i < groups.n; i++)
        json_object_set_new(o, groups.at[i],
                            write_tallies(r, by, groups.at[i]));
    arena_done(&a);
    return o;
}

static void
write_band(json_t *o, const char *name, const Band *b)
{
    const BandFixes *x = &b->fixes;

    json_object_set_new(
        o, name,
        json_pack("{s:I, s:f, s:{s:I, s:I, s:I, s:I}}", "versions",
                  (json_int_t)b->n, "right", b->right, "fixes", "shown",
                  (json_int_t)x->shown, "build", (json_int_t)x->build, "given",
                  (json_int_t)x->given, "hidden", (json_int_t)x->hidden));
}

/* Of the techniques that say how sure they are. */
static json_t *
write_calibrations(const Results *r)
{
    json_t *all = json_object();

    for (size_t i = 0; i < r->techniques.n; i++) {
        Calibration c;
        calibration_make(r, r->techniques.at[i], &c);
        if (c.n == 0)
            continue;
        json_t *said = json_object(), *scored = json_object();
        for (size_t k = 0; k < SURENESS_COUNT; k++)
            write_band(said, sureness[k].word, &c.said[k]);
        for (size_t k = 0; k < CALIBRATION_SCORES; k++)
            write_band(scored, calibration_scores[k], &c.scored[k]);
        json_object_set_new(
            all, r->techniques.at[i],
            json_pack("{s:o, s:o}", "said", said, "score", scored));
    }
    return all;
}

bool
results_dump(const Results *r, FILE *out, Diag *d)
{
    json_t *o = json_object(), *versions = json_array();

    json_object_set_new(o, "schema", json_string(SCHEMA));
    json_object_set_new(o, "techniques", texts(&r->techniques));
    json_object_set_new(o, "measured",
                        json_pack("{s:s, s:s, s:s}", "date", r->from.date,
                                  "commit", r->from.commit, "command",
                                  r->from.command));
    if (*r->from.tuning)
        json_object_set_new(o, "tuning", json_string(r->from.tuning));
    json_object_set_new(o, "total", write_tallies(r, TALLY_ALL, NULL));
    json_object_set_new(o, "programs", write_groups(r, TALLY_BY_SUITE));
    json_object_set_new(o, "kinds", write_groups(r, TALLY_BY_KIND));
    json_object_set_new(o, "calibration", write_calibrations(r));
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(versions, write_version(&r->at[i]));
    json_object_set_new(o, "versions", versions);
    json_object_set_new(o, "wall_s", json_real(r->wall_s));
    bool ok = json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(o);
    fputc('\n', out);
    return ok || diag_fail(d, "cannot write the results");
}

/* Reading */

static const char *
get_text(const json_t *o, const char *name, Arena *a)
{
    const char *s = json_string_value(json_object_get(o, name));

    return arena_strdup(a, s ? s : "");
}

static Texts
get_texts(const json_t *o, const char *name, Arena *a)
{
    const json_t *list = json_object_get(o, name);
    size_t n = json_array_size(list);
    Texts out = {.at = ARENA_ARRAY(a, const char *, n)};

    for (size_t i = 0; i < n; i++) {
        const char *s = json_string_value(json_array_get(list, i));
        out.at[out.n++] = arena_strdup(a, s ? s : "");
    }
    return out;
}

static uint32_t
get_count(const json_t *o, const char *name)
{
    json_int_t v = json_integer_value(json_object_get(o, name));

    return v < 0 || v > UINT32_MAX ? 0 : (uint32_t)v;
}

static ScoreFirst
get_first(const json_t *o)
{
    const json_t *confidence = json_object_get(o, "confidence");
    const json_t *fix = json_object_get(o, "fix");
    const json_t *checks = json_object_get(o, "checks");

    return (ScoreFirst){
        .right = json_number_value(json_object_get(o, "right")),
        .said = confidence != NULL,
        .change = json_number_value(json_object_get(o, "change")),
        .confidence = json_number_value(confidence),
        .equal = get_count(o, "equal"),
        .reaching = get_count(o, "reaching"),
        .checks = {.tried = get_count(checks, "tried"),
                   .other = get_count(checks, "other"),
                   .broken = get_count(checks, "broken")},
        .fix = {.shown = fix != NULL,
                .builds = json_is_true(json_object_get(fix, "builds")),
                .failed = get_count(fix, "failed"),
                .hidden_failed = get_count(fix, "hidden_failed")},
    };
}

static void
parse_score(const json_t *o, Arena *a, Score *s)
{
    s->technique = get_text(o, "technique", a);
    s->error = get_text(o, "error", a);
    s->said = get_text(o, "said", a);
    for (size_t i = 0; i < NCOUNTS; i++) {
        uint32_t v = get_count(o, counts[i].name);
        memcpy((char *)s + counts[i].offset, &v, sizeof v);
    }
    s->statements.average =
        json_number_value(json_object_get(o, "rank_average"));
    s->tscore = json_number_value(json_object_get(o, "t_score"));
    s->first = get_first(json_object_get(o, "first"));
    s->distance.to_fault =
        json_object_get(o, "distance") ? get_count(o, "distance") : METRIC_NONE;
    s->distance.to_use = get_count(o, "to_use");
    s->cost.altered = get_count(o, "altered");
    json_t *with = json_object_get(o, "well_localized_with"), *tests;
    size_t k;
    json_array_foreach(with, k, tests)
    {
        for (unsigned i = 0; i < GROWTH_POINTS; i++)
            if (json_integer_value(tests) == growth_points[i])
                s->growth |= 1U << i;
    }
    s->cost.wall_s = json_number_value(json_object_get(o, "wall_s"));
}

static void
parse_version(const json_t *o, Arena *a, Measured *m)
{
    const json_t *scores = json_object_get(o, "scores");

    *m = (Measured){
        .suite = get_text(o, "suite", a),
        .id = get_text(o, "id", a),
        .key = get_text(o, "key", a),
        .kinds = get_texts(o, "kinds", a),
        .symptom = get_text(o, "symptom", a),
        .note = get_text(o, "note", a),
        .reason = get_text(o, "reason", a),
        .took = {.build_s = json_number_value(json_object_get(o, "build_s")),
                 .run_s = json_number_value(json_object_get(o, "run_s")),
                 .rank_s = json_number_value(json_object_get(o, "rank_s"))},
        .nscores = json_array_size(scores),
    };
    for (size_t i = 0; i < NNUMBERS; i++) {
        uint32_t v = get_count(o, numbers[i].name);
        memcpy((char *)m + numbers[i].offset, &v, sizeof v);
    }
    m->scores = ARENA_ARRAY(a, Score, m->nscores);
    for (size_t i = 0; i < m->nscores; i++)
        parse_score(json_array_get(scores, i), a, &m->scores[i]);
}

bool
result_load(const char *file, Arena *a, Measured *out)
{
    json_error_t error;
    json_t *o = json_load_file(file, 0, &error);

    if (!json_is_object(o)) {
        json_decref(o);
        return false;
    }
    parse_version(o, a, out);
    json_decref(o);
    return true;
}

bool
results_parse(const char *bytes, size_t n, Results *out, Diag *d)
{
    json_error_t error;
    json_t *o = json_loadb(bytes, n, 0, &error);

    *out = (Results){0};
    if (!o)
        return diag_fail(d, "line %d: %s", error.line, error.text);
    const char *schema = json_string_value(json_object_get(o, "schema"));
    bool ok = schema && strcmp(schema, SCHEMA) == 0;
    if (!ok)
        diag_fail(d, "is not a " SCHEMA " document");
    const json_t *versions = json_object_get(o, "versions");
    out->techniques = get_texts(o, "techniques", &out->arena);
    const json_t *from = json_object_get(o, "measured");
    out->from = (Provenance){.date = get_text(from, "date", &out->arena),
                             .commit = get_text(from, "commit", &out->arena),
                             .command = get_text(from, "command", &out->arena),
                             .tuning = get_text(o, "tuning", &out->arena)};
    for (size_t i = 0; ok && i < json_array_size(versions); i++)
        parse_version(json_array_get(versions, i), &out->arena,
                      results_add(out));
    out->wall_s = json_number_value(json_object_get(o, "wall_s"));
    json_decref(o);
    return ok;
}
