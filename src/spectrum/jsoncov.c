/* jsoncov.c - read the JSON of gcov and of llvm-cov export. */
#include "spectrum/importer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *
load(const char *path, const uint8_t *bytes, size_t n, Diag *d)
{
    json_error_t e;
    json_t *j = json_loadb((const char *)bytes, n, 0, &e);

    if (!j)
        diag_fail(d, "%s:%d: %s", path, e.line, e.text);
    return j;
}

/* Numbers as the tools write them: counts may be reals in old versions. */
static uint64_t
count_of(const json_t *j)
{
    double v = json_number_value(j);

    return v >= 1 ? v < 1e18 ? (uint64_t)v : (uint64_t)1e18 : 0;
}

static bool
line_of(const json_t *j, uint32_t *out)
{
    json_int_t v = json_integer_value(j);

    *out = (uint32_t)v;
    return json_is_integer(j) && v > 0 && v < UINT32_MAX;
}

static const char *
text_of(const json_t *object, const char *key)
{
    const char *s = json_string_value(json_object_get(object, key));

    return s ? s : "";
}

/* A path of gcov's is relative to where the compiler ran. */
static char *
place(const char *directory, const char *file)
{
    if (file[0] == '/' || !directory[0])
        return mem_strdup(file);
    return mem_printf("%s/%s", directory, file);
}

static bool
gcov_file(const char *path, const json_t *file, const char *directory,
          uint32_t test, Foreign *f, Diag *d)
{
    const json_t *lines = json_object_get(file, "lines"), *line;
    size_t i;

    if (!json_is_array(lines))
        return diag_fail(d, "%s: a file in gcov's JSON has no \"lines\"", path);
    char *name = place(directory, text_of(file, "file"));
    json_array_foreach(lines, i, line)
    {
        uint32_t number;
        if (!line_of(json_object_get(line, "line_number"), &number))
            continue;
        uint32_t k =
            foreign_line(f, name, number, text_of(line, "function_name"));
        foreign_cover(f, test, k, count_of(json_object_get(line, "count")));
    }
    free(name);
    return true;
}

bool
gcov_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
           Foreign *f, Diag *d)
{
    json_t *root = load(path, bytes, n, d), *file;
    const json_t *files = json_object_get(root, "files");
    size_t i;
    bool ok = root != NULL;

    if (ok && !json_is_array(files))
        ok = diag_fail(d, "%s: not gcov's JSON: no \"files\"", path);
    uint32_t t = ok ? foreign_test(f, test) : 0;
    json_array_foreach(files, i, file)
    {
        if (!ok)
            break;
        ok = gcov_file(path, file, text_of(root, "current_working_directory"),
                       t, f, d);
    }
    json_decref(root);
    return ok;
}

/* [line, column, count, has count, is region entry, is gap] */
typedef struct Segment Segment;
struct Segment {
    uint32_t line;
    uint64_t count;
    bool has_count, entry, gap;
};

static bool
segment_of(const json_t *j, Segment *out)
{
    const json_t *entry = json_array_get(j, 4), *gap = json_array_get(j, 5);
    const json_t *has = json_array_get(j, 3);

    out->count = count_of(json_array_get(j, 2));
    out->has_count = json_is_true(has) || json_integer_value(has) > 0;
    out->entry = json_is_true(entry) || json_integer_value(entry) > 0;
    out->gap = json_is_true(gap) || json_integer_value(gap) > 0;
    return line_of(json_array_get(j, 0), &out->line);
}

/* A line has code if a counted region begins on it or reaches into it; its
 * count is the largest of those (as LineCoverageStats in LLVM does it). */
static void
llvm_line(const Segment *on, size_t n, const Segment *into, uint32_t line,
          const char *file, uint32_t test, Foreign *f)
{
    bool begins = false, skipped = n && !on[0].has_count && on[0].entry;
    bool wrapped = into && into->has_count;
    uint64_t count = wrapped ? into->count : 0;

    for (size_t i = 0; i < n; i++)
        if (!on[i].gap && on[i].has_count && on[i].entry) {
            begins = true;
            count = on[i].count > count ? on[i].count : count;
        }
    if (!skipped && (wrapped || begins))
        foreign_cover(f, test, foreign_line(f, file, line, ""), count);
}

/* Lines between two segments are bounded: a file that claims a region of a
 * billion lines is not believed. */
enum { LONGEST_FILE = 10000000 };

static bool
llvm_file(const char *path, const json_t *file, uint32_t test, Foreign *f,
          Diag *d)
{
    const json_t *list = json_object_get(file, "segments"), *j;
    const char *name = text_of(file, "filename");
    VEC(Segment) s = {0};
    const Segment *into = NULL;
    uint32_t line = 0;
    size_t i;
    bool ok = json_is_array(list);

    json_array_foreach(list, i, j)
    {
        Segment x;
        ok =
            ok && segment_of(j, &x) && x.line >= line && x.line <= LONGEST_FILE;
        if (!ok)
            break;
        line = x.line;
        vec_push(&s, x);
    }
    for (size_t k = 0; ok && k < s.n;) {
        size_t next = k;
        while (next < s.n && s.at[next].line == s.at[k].line)
            next++;
        llvm_line(&s.at[k], next - k, into, s.at[k].line, name, test, f);
        into = &s.at[next - 1];
        for (line = into->line + 1; next < s.n && line < s.at[next].line;
             line++)
            llvm_line(NULL, 0, into, line, name, test, f);
        k = next;
    }
    vec_done(&s);
    return ok || diag_fail(d, "%s: the segments of %s are not llvm-cov's", path,
                           name);
}

/* Regions name the functions: lines of the first one belong to it. */
static void
llvm_function(const json_t *function, Foreign *f)
{
    const json_t *names = json_object_get(function, "filenames");
    const json_t *region =
        json_array_get(json_object_get(function, "regions"), 0);
    const char *file = json_string_value(json_array_get(names, 0));
    uint32_t first, last;

    if (!file || !line_of(json_array_get(region, 0), &first) ||
        !line_of(json_array_get(region, 2), &last) || last > LONGEST_FILE)
        return;
    const char *name = text_of(function, "name");
    const char *colon = strrchr(name, ':'); /* "a.c:f" if f is static */
    for (uint32_t line = first; line <= last; line++)
        if (foreign_has_line(f, file, line))
            foreign_line(f, file, line, colon ? colon + 1 : name);
}

bool
llvmcov_parse(const char *path, const uint8_t *bytes, size_t n,
              const char *test, Foreign *f, Diag *d)
{
    json_t *root = load(path, bytes, n, d), *unit, *x;
    const json_t *data = json_object_get(root, "data");
    size_t i, k;
    bool ok = root != NULL;

    if (ok && !json_is_array(data))
        ok = diag_fail(d, "%s: not llvm-cov's JSON: no \"data\"", path);
    uint32_t t = ok ? foreign_test(f, test) : 0;
    json_array_foreach(data, i, unit)
    {
        json_array_foreach(json_object_get(unit, "files"), k, x)
        {
            ok = ok && llvm_file(path, x, t, f, d);
        }
        json_array_foreach(json_object_get(unit, "functions"), k, x)
        {
            llvm_function(x, f);
        }
    }
    json_decref(root);
    return ok;
}
