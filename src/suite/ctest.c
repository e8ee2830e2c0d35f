/* ctest.c - the tests of a CMake build directory, as ctest lists them.
 *
 * Honoured: command, WORKING_DIRECTORY, ENVIRONMENT, TIMEOUT, WILL_FAIL,
 * DISABLED, SKIP_RETURN_CODE, PASS_ and FAIL_REGULAR_EXPRESSION. Order and
 * exclusion among tests (DEPENDS, fixtures, RUN_SERIAL) are not; a warning
 * says so.
 */
#include "suite/kinds.h"

#include "base/io.h"
#include "base/spawn.h"
#include "suite/json_strings.h"

#include <stdlib.h>
#include <string.h>

static bool
wants_order(const char *property)
{
    static const char *const names[] = {
        "DEPENDS",       "FIXTURES_REQUIRED", "FIXTURES_SETUP",
        "RESOURCE_LOCK", "RUN_SERIAL",        "FIXTURES_CLEANUP",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(property, names[i]) == 0)
            return true;
    return false;
}

/* What a test's properties ask for, beside what Test holds. */
typedef struct Asked Asked;
struct Asked {
    bool disabled, ordered, modified;
    size_t unbuilt;      /* tests without a command, */
    const char *example; /* such as this one */
};

static const char *
in_dir(Suite *s, const char *dir, const char *path)
{
    char *full = io_join(dir, path);
    const char *kept = arena_strdup(&s->arena, full);

    free(full);
    return kept;
}

static void
apply(Suite *s, Test *t, const char *name, const json_t *value, Asked *asked)
{
    size_t n;

    if (strcmp(name, "WORKING_DIRECTORY") == 0 && json_is_string(value))
        t->dir = in_dir(s, t->dir, json_string_value(value));
    else if (strcmp(name, "ENVIRONMENT") == 0)
        t->env = json_strings(&s->arena, value, &n);
    else if (strcmp(name, "TIMEOUT") == 0 && json_number_value(value) > 0)
        t->time_s = json_number_value(value);
    else if (strcmp(name, "WILL_FAIL") == 0)
        t->rules.fails = json_is_true(value);
    else if (strcmp(name, "DISABLED") == 0)
        asked->disabled = json_is_true(value);
    else if (strcmp(name, "SKIP_RETURN_CODE") == 0 && json_is_integer(value))
        t->rules.skip_status = (int)(json_integer_value(value) & 0xff);
    else if (strcmp(name, "PASS_REGULAR_EXPRESSION") == 0)
        t->rules.pass = json_strings(&s->arena, value, &n);
    else if (strcmp(name, "FAIL_REGULAR_EXPRESSION") == 0)
        t->rules.fail = json_strings(&s->arena, value, &n);
    else if (strcmp(name, "ENVIRONMENT_MODIFICATION") == 0)
        asked->modified = true;
    else
        asked->ordered |= wants_order(name);
}

static bool
add_test(Suite *s, const char *program, const char *dir, const json_t *test,
         Asked *total, Diag *d)
{
    const char *name = json_string_value(json_object_get(test, "name"));
    const json_t *properties = json_object_get(test, "properties"), *p;
    Asked asked = {0};
    size_t i, n;

    if (!name)
        return diag_fail(d, "a test has no name");
    char **argv = json_strings(&s->arena, json_object_get(test, "command"), &n);
    if (!argv || n == 0) {
        total->unbuilt++;
        total->example = name;
        return true;
    }
    Test *t = suite_add(s, name);
    t->label = t->key;
    t->argv = argv;
    t->dir = dir;
    json_array_foreach(properties, i, p)
    {
        const char *key = json_string_value(json_object_get(p, "name"));
        if (key)
            apply(s, t, key, json_object_get(p, "value"), &asked);
    }
    t->direct = suite_is_direct(t, program);
    total->ordered |= asked.ordered;
    total->modified |= asked.modified;
    if (asked.disabled)
        s->n--; /* its key stays taken, which harms nobody */
    return true;
}

bool
suite_ctest_parse(Suite *s, const char *program, const char *dir,
                  const char *bytes, size_t n, Diag *d)
{
    json_error_t e;
    json_t *root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &e);
    Asked total = {0};
    size_t i;
    const json_t *test;
    bool ok = true;

    if (!root)
        return diag_fail(d, "ctest's answer is not JSON: line %d: %s", e.line,
                         e.text);
    const json_t *tests = json_object_get(root, "tests");
    if (!json_is_array(tests))
        ok = diag_fail(d, "ctest's answer has no list of tests");
    dir = arena_strdup(&s->arena, dir);
    json_array_foreach(tests, i, test)
    {
        ok = ok && add_test(s, program, dir, test, &total, d);
    }
    if (ok && total.unbuilt)
        diag_warn(d,
                  "%zu of ctest's tests have no command, such as %s: left out; "
                  "are they built?",
                  total.unbuilt, total.example);
    if (ok && total.ordered)
        diag_warn(d, "some ctest tests ask to be run alone or in order (such "
                     "as RUN_SERIAL); use -j 1 if they disturb each other");
    if (ok && total.modified)
        diag_warn(d, "ENVIRONMENT_MODIFICATION of ctest tests is ignored");
    json_decref(root);
    return ok;
}

bool
suite_ctest(Suite *s, const SuiteSpec *spec, Diag *d)
{
    size_t first = s->n;
    char *out;

    if (!spec->trees.ctest)
        return true;
    char *dir = io_absolute(spec->trees.ctest);
    char *argv[] = {strdup("ctest"), strdup("--test-dir"), dir,
                    strdup("--show-only=json-v1"), NULL};
    int status = spawn_capture(argv, true, &out, d);
    bool ok = status == 0;
    if (status > 0)
        diag_fail(d,
                  "ctest cannot list the tests of %s (exit status %d): is "
                  "it a CMake build directory?",
                  spec->trees.ctest, status);
    if (ok)
        ok = suite_ctest_parse(s, spec->program, dir, out, strlen(out), d) ||
             diag_context(d, "%s", spec->trees.ctest);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "ctest finds no tests in %s: build it, and see "
                       "`ctest --test-dir %s -N`",
                       spec->trees.ctest, spec->trees.ctest);
    for (size_t i = 0; i < sizeof argv / sizeof argv[0]; i++)
        free(argv[i]);
    free(out);
    return ok;
}
