/* sarif.c - findings as SARIF 2.1.0, for code scanners and their viewers.
 *
 * One run; one rule per technique. The first group of a list is a warning,
 * the others are notes. `rank` is 100 for the most suspicious place and falls
 * to 0 with the share of ranked places that come before. Columns are code
 * points, as far as the line can be read; compilers count bytes.
 */
#include "report/writers.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/source.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/version.h"
#include "report/json_text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sarif Sarif;
struct Sarif {
    Sources sources;
    Map prints; /* fingerprint: how many results have it */
    Str buffer;
};

/* Append a path as part of a URI; only the harmless bytes stay. */
static void
add_uri(Str *s, const char *path)
{
    for (const char *p = path; *p; p++) {
        if (strchr("/-._~", *p) || (*p >= '0' && *p <= '9') ||
            (*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z'))
            str_putc(s, *p);
        else
            str_printf(s, "%%%02X", (unsigned)(unsigned char)*p);
    }
}

static json_t *
artifact(Sarif *s, const SourceFile *f)
{
    str_clear(&s->buffer);
    if (!f->inside)
        str_puts(&s->buffer, "file://");
    add_uri(&s->buffer, f->inside ? f->shown : f->full);
    json_t *o = json_pack("{s:s}", "uri", str_text(&s->buffer));
    if (f->inside)
        json_object_set_new(o, "uriBaseId", json_string("SRCROOT"));
    return o;
}

/* The byte column in code points, both from 1. */
static size_t
point_column(const char *at, size_t n, uint32_t column)
{
    const char *end = at + n, *stop = column - 1 < n ? at + column - 1 : end;
    size_t points = 1;

    for (const char *p = at; p < stop; points++)
        utf8_next(&p, end);
    return points;
}

static json_t *
region(const SourceFile *f, uint32_t line, uint32_t column)
{
    json_t *o = json_pack("{s:I}", "startLine", (json_int_t)line);
    const char *at;
    size_t n;
    bool known = source_line(f, line, &at, &n);

    if (column)
        json_object_set_new(
            o, "startColumn",
            json_integer(known ? (json_int_t)point_column(at, n, column)
                               : (json_int_t)column));
    if (known)
        json_object_set_new(o, "snippet",
                            json_pack("{s:o}", "text", json_text_n(at, n)));
    return o;
}

static json_t *
location(Sarif *s, const char *file, uint32_t line, uint32_t column,
         const char *function)
{
    json_t *o = json_object();

    if (*file) {
        const SourceFile *f = sources_file(&s->sources, file);
        json_t *physical =
            json_pack("{s:o}", "artifactLocation", artifact(s, f));
        if (line)
            json_object_set_new(physical, "region", region(f, line, column));
        json_object_set_new(o, "physicalLocation", physical);
    }
    if (function && *function)
        json_object_set_new(o, "logicalLocations",
                            json_pack("[{s:o, s:s}]", "name",
                                      json_text(function), "kind", "function"));
    return o;
}

/* Stable while the line keeps its text and its function; equal ones are told
 * apart by a number in the order of the list. */
static json_t *
fingerprint(Sarif *s, const Findings *list, const Finding *f)
{
    const char *at;
    size_t n;

    str_clear(&s->buffer);
    if (source_line(sources_file(&s->sources, f->place.file), f->place.line,
                    &at, &n)) {
        while (n > 0 && (at[0] == ' ' || at[0] == '\t'))
            at++, n--;
        while (n > 0 && (at[n - 1] == ' ' || at[n - 1] == '\t'))
            n--;
        str_add(&s->buffer, at, n);
    } else {
        str_printf(&s->buffer, "%s:%u", io_basename(f->place.file),
                   f->place.line);
    }
    str_printf(&s->buffer, "\n%s\n%s\n%s",
               f->place.function ? f->place.function : "",
               f->entity ? f->entity : "", list->technique);
    Digest digest = hash_digest(s->buffer.at, s->buffer.n);
    uint32_t *seen = map_put_text(&s->prints, digest.hex, 0);
    str_clear(&s->buffer);
    str_printf(&s->buffer, "%s:%u", digest.hex, ++*seen);
    return json_pack("{s:s}", "culpritFinding/v1", str_text(&s->buffer));
}

/* "suspicious statement (rank 1 of 9, score 0.71): run by ..."; of a list that
 * ranks nothing (it has no unit), the evidence alone. */
static json_t *
message(Sarif *s, const Findings *list, const Finding *f)
{
    if (!*list->unit)
        return json_pack("{s:o}", "text", json_text(f->message));
    str_clear(&s->buffer);
    str_printf(&s->buffer, "suspicious %s", list->unit);
    if (f->entity && *f->entity)
        str_printf(&s->buffer, ", %s", f->entity);
    str_printf(&s->buffer, " (rank %u of %zu, score %s)", f->rank,
               list->entities, report_score(f->score).at);
    if (f->message && *f->message)
        str_printf(&s->buffer, ": %s", f->message);
    return json_pack("{s:o}", "text", json_text_n(s->buffer.at, s->buffer.n));
}

static json_t *
code_flows(Sarif *s, const Finding *f)
{
    json_t *all = json_array();

    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *step = &f->steps[i];
        json_t *l =
            location(s, step->file, step->line, step->column, step->function);
        json_object_set_new(
            l, "message", json_pack("{s:o}", "text", json_text(step->message)));
        json_array_append_new(all, json_pack("{s:o}", "location", l));
    }
    return json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", all);
}

/* The change as the lines it deletes and what it puts there. */
static json_t *
fixes(Sarif *s, const Finding *f)
{
    json_t *deleted =
        json_pack("{s:I, s:i, s:I, s:i}", "startLine", (json_int_t)f->fix->line,
                  "startColumn", 1, "endLine",
                  (json_int_t)f->fix->line + (json_int_t)f->fix->nremoved,
                  "endColumn", 1);
    json_t *change =
        json_pack("{s:o, s:[{s:o, s:{s:o}}]}", "artifactLocation",
                  artifact(s, sources_file(&s->sources, f->place.file)),
                  "replacements", "deletedRegion", deleted, "insertedContent",
                  "text", json_text(f->fix->text));

    return json_pack("[{s:{s:s}, s:[o]}]", "description", "text",
                     "a change with which the tests pass: a hint, not a "
                     "proven fix",
                     "artifactChanges", change);
}

static json_t *
result(Sarif *s, const Findings *list, size_t rule, const Finding *f)
{
    size_t total = list->entities > f->rank ? list->entities : f->rank;
    double before = f->rank > 0 ? f->rank - 1 : 0;
    json_t *o = json_object(), *more = json_object();

    str_clear(&s->buffer);
    str_printf(&s->buffer, "culprit-%s", list->technique);
    json_object_set_new(o, "ruleId", json_text(str_text(&s->buffer)));
    json_object_set_new(o, "ruleIndex", json_integer((json_int_t)rule));
    json_object_set_new(o, "level",
                        json_string(f->group <= 1 ? "warning" : "note"));
    json_object_set_new(
        o, "rank", json_real(total ? 100 * (1 - before / (double)total) : 0));
    json_object_set_new(o, "message", message(s, list, f));
    json_object_set_new(
        o, "locations",
        json_pack("[o]", location(s, f->place.file, f->place.line,
                                  f->place.column, f->place.function)));
    json_object_set_new(o, "partialFingerprints", fingerprint(s, list, f));
    if (f->nsteps > 0)
        json_object_set_new(o, "codeFlows", code_flows(s, f));
    if (f->fix)
        json_object_set_new(o, "fixes", fixes(s, f));
    json_object_set_new(more, "score",
                        isfinite(f->score) ? json_real(f->score) : json_null());
    json_object_set_new(more, "group", json_integer(f->group));
    if (list->cluster && *list->cluster)
        json_object_set_new(more, "cluster", json_text(list->cluster));
    if (list->pair.nsamples) {
        json_object_set_new(more, "inputs", json_samples(list));
        json_object_set_new(more, "evidence", json_evidence(f));
    }
    json_object_set_new(o, "properties", more);
    return o;
}

/* The number of the technique's rule, added to `rules` at its first list. */
static size_t
rule_of(json_t *rules, const Findings *list)
{
    Str id = {0};
    size_t i;
    const json_t *r;

    str_printf(&id, "culprit-%s", list->technique);
    json_array_foreach(rules, i, r)
    {
        if (strcmp(json_string_value(json_object_get(r, "id")),
                   str_text(&id)) == 0)
            break;
    }
    if (i == json_array_size(rules)) {
        const char *words = list->description && *list->description
                                ? list->description
                                : list->technique;
        json_array_append_new(
            rules, json_pack("{s:o, s:o, s:{s:o}, s:{s:s}}", "id",
                             json_text(str_text(&id)), "name",
                             json_text(list->technique), "shortDescription",
                             "text", json_text(words), "defaultConfiguration",
                             "level", "warning"));
    }
    str_done(&id);
    return i;
}

bool
sarif_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
            Diag *d)
{
    Sarif s = {0};
    json_t *rules = json_array(), *results = json_array();

    sources_init(&s.sources, o->root);
    for (size_t i = 0; i < n; i++) {
        size_t rule = rule_of(rules, &lists[i]);
        for (size_t k = 0; k < report_shown(&lists[i], o); k++)
            json_array_append_new(results,
                                  result(&s, &lists[i], rule, &lists[i].at[k]));
    }
    str_clear(&s.buffer);
    str_puts(&s.buffer, "file://");
    add_uri(&s.buffer, s.sources.root);
    if (s.buffer.at[s.buffer.n - 1] != '/')
        str_putc(&s.buffer, '/');
    json_t *doc = json_pack(
        "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:{s:{s:s}}, s:s, s:o}]}",
        "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version",
        "2.1.0", "runs", "tool", "driver", "name", "culprit", "version",
        CULPRIT_VERSION, "rules", rules, "originalUriBaseIds", "SRCROOT", "uri",
        str_text(&s.buffer), "columnKind", "unicodeCodePoints", "results",
        results);
    bool ok = json_dump(doc, out, d);
    json_decref(doc);
    map_done(&s.prints);
    str_done(&s.buffer);
    sources_done(&s.sources);
    return ok;
}
