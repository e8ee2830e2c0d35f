/* meson.c - the tests of a Meson build directory.
 *
 * Meson writes them down in meson-info/intro-tests.json (what `meson introspect
 * --tests` prints): command, environment, working directory, time limit and
 * protocol. That list lacks `should_fail`, and of a variable that a test adds
 * to, such as PATH, it has only what is added. Where either may matter, Meson
 * goes through its tests once with a wrapper in their place that succeeds, and
 * its log of that says the rest.
 */
#include "suite/kinds.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "suite/json_strings.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIP_STATUS = 77, ERROR_STATUS = 99 };

/* As `meson test` has it, but the same each time: fresh memory is not zero. */
static const char perturb[] = "MALLOC_PERTURB_=165";

/* The environment as a vector, what every test has at its end. */
static char **
environment(Suite *s, json_t *env)
{
    size_t n = json_object_size(env), k = 0;
    char **out = ARENA_ARRAY(&s->arena, char *, n + 3);
    const char *name;
    json_t *value;

    json_object_foreach(env, name, value)
    {
        if (json_is_string(value) && *name && !strchr(name, '='))
            out[k++] = arena_printf(&s->arena, "%s=%s", name,
                                    json_string_value(value));
    }
    if (!json_object_get(env, "MALLOC_PERTURB_") && !getenv("MALLOC_PERTURB_"))
        out[k++] = arena_strdup(&s->arena, perturb);
    out[k] = arena_strdup(&s->arena, "MESON_TEST_ITERATION=1");
    return out;
}

/* What is judged otherwise than by the exit status. */
static void
apply_protocol(Test *t, const char *protocol)
{
    t->rules.tap = protocol && strcmp(protocol, "tap") == 0;
    t->rules.skip_status = SKIP_STATUS;
    t->rules.error_status = ERROR_STATUS;
}

static bool
add_test(Suite *s, const char *program, const char *dir, const json_t *test,
         Diag *d)
{
    const char *name = json_string_value(json_object_get(test, "name"));
    const char *where = json_string_value(json_object_get(test, "workdir"));
    size_t n;

    if (!name)
        return diag_fail(d, "a test has no name");
    char **argv = json_strings(&s->arena, json_object_get(test, "cmd"), &n);
    if (!argv || n == 0)
        return diag_fail(d, "the test %s has no command", name);
    Test *t = suite_add(s, name);
    t->label = arena_strdup(&s->arena, name);
    t->argv = argv;
    t->dir = where ? arena_strdup(&s->arena, where) : dir;
    t->env = environment(s, json_object_get(test, "env"));
    double limit = json_number_value(json_object_get(test, "timeout"));
    t->time_s = limit > 0 ? limit : 0;
    apply_protocol(t, json_string_value(json_object_get(test, "protocol")));
    t->direct = suite_is_direct(t, program);
    return true;
}

bool
suite_meson_parse(Suite *s, const char *program, const char *dir,
                  const char *bytes, size_t n, Diag *d)
{
    json_error_t e;
    json_t *root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &e);
    const json_t *test;
    bool ok = true, alone = false;
    size_t i;

    if (!root)
        return diag_fail(d, "Meson's list of tests is not JSON: line %d: %s",
                         e.line, e.text);
    if (!json_is_array(root))
        ok = diag_fail(d, "Meson's list of tests is not a list");
    dir = arena_strdup(&s->arena, dir);
    json_array_foreach(root, i, test)
    {
        ok = ok && add_test(s, program, dir, test, d);
        alone |= json_is_false(json_object_get(test, "is_parallel"));
    }
    if (ok && alone)
        diag_warn(d, "some of Meson's tests ask to be run alone (is_parallel: "
                     "false); use -j 1 if others disturb them");
    json_decref(root);
    return ok;
}

/* Is it NAME, or "suite / NAME" as newer versions have it? */
static bool
is_called(const char *text, const char *name)
{
    const size_t n = strlen(text), k = strlen(name);

    if (k > n || strcmp(text + n - k, name) != 0)
        return false;
    return n == k || (n - k >= 2 && strncmp(text + n - k - 2, "/ ", 2) == 0);
}

/* Does the command end with the test's? A wrapper precedes it. */
static bool
ends_with(const json_t *command, char *const *argv)
{
    const size_t n = json_array_size(command);
    size_t k = 0;

    while (argv[k])
        k++;
    for (size_t i = 0; i < k && k <= n; i++) {
        const char *word =
            json_string_value(json_array_get(command, n - k + i));
        if (!word || strcmp(word, argv[i]) != 0)
            return false;
    }
    return k <= n;
}

/* The values that the environment really had. */
static void
correct_environment(Suite *s, Test *t, const json_t *env)
{
    for (char **e = t->env; e && *e; e++) {
        char *name = mem_strndup(*e, strcspn(*e, "="));
        const char *value = json_string_value(json_object_get(env, name));
        if (value && strcmp(name, "MALLOC_PERTURB_") != 0)
            *e = arena_printf(&s->arena, "%s=%s", name, value);
        free(name);
    }
}

static void
learn(Suite *s, size_t first, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "name"));
    const char *result = json_string_value(json_object_get(entry, "result"));

    for (size_t i = first; name && result && i < s->n; i++) {
        Test *t = &s->tests[i];
        if (!is_called(name, t->label) ||
            !ends_with(json_object_get(entry, "command"), t->argv))
            continue;
        t->rules.fails = strcmp(result, "UNEXPECTEDPASS") == 0;
        correct_environment(s, t, json_object_get(entry, "env"));
    }
}

bool
suite_meson_rehearsed(Suite *s, size_t first, const char *bytes, size_t n,
                      Diag *d)
{
    const char *at = bytes, *end = bytes + n;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        json_error_t e;
        json_t *entry = json_loadb(at, length, 0, &e);
        if (!entry)
            return diag_fail(d, "Meson's log is not JSON: %s", e.text);
        learn(s, first, entry);
        json_decref(entry);
        at += length + (stop != NULL);
    }
    return true;
}

/* Is this word in any of the files that define the build? */
static bool
defines(const char *dir, const char *word)
{
    char *list = io_join(dir, "meson-info/intro-buildsystem_files.json");
    json_t *files = json_load_file(list, 0, NULL);
    bool found = !files; /* cannot be told */
    const json_t *file;
    size_t i;

    json_array_foreach(files, i, file)
    {
        const char *path = json_string_value(file);
        Bytes b = {0};
        bool has = false;
        Diag ignored;
        diag_init(&ignored);
        if (path && !found && io_read_if(path, &b, &has, &ignored) && has)
            found = memmem(b.at, b.n, word, strlen(word)) != NULL;
        io_bytes_done(&b);
        diag_done(&ignored);
    }
    json_decref(files);
    free(list);
    return found;
}

/* Do tests add to a variable that we have, too? */
static bool
adds_to_ours(const Suite *s, size_t first)
{
    for (size_t i = first; i < s->n; i++)
        for (char **e = s->tests[i].env; *e; e++) {
            char *name = mem_strndup(*e, strcspn(*e, "="));
            bool ours = getenv(name) != NULL;
            free(name);
            if (ours)
                return true;
        }
    return false;
}

/* The log's name has the wrapper's in it, depending on the version. */
static bool
read_log(Suite *s, size_t first, const char *dir, Diag *d)
{
    char *pattern = io_join(dir, "meson-logs/culprit*.json");
    glob_t found = {0};
    Bytes b = {0};
    bool ok = glob(pattern, 0, NULL, &found) == 0
                  ? io_read(found.gl_pathv[0], &b, d)
                  : diag_fail(d, "meson test left no log");

    ok = ok && suite_meson_rehearsed(s, first, (const char *)b.at, b.n, d);
    io_bytes_done(&b);
    globfree(&found);
    free(pattern);
    return ok;
}

static void
remove_logs(const char *dir)
{
    char *pattern = io_join(dir, "meson-logs/culprit*");
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
    globfree(&found);
    free(pattern);
}

/* Let Meson go through its tests without running them. */
static bool
rehearse(Suite *s, size_t first, const char *dir, Diag *d)
{
    char *argv[] = {mem_strdup("meson"),
                    mem_strdup("test"),
                    mem_strdup("-C"),
                    mem_strdup(dir),
                    mem_strdup("--no-rebuild"),
                    mem_strdup("--logbase=culprit"),
                    mem_strdup("--wrapper=sh -c 'echo 1..1; echo ok 1'"),
                    NULL};
    char *out = NULL;
    bool ok =
        spawn_capture(argv, true, &out, d) >= 0 && read_log(s, first, dir, d);

    remove_logs(dir);
    for (size_t i = 0; argv[i]; i++)
        free(argv[i]);
    free(out);
    return ok;
}

/* What the list lacks; without Meson itself one must do without. */
static void
complete(Suite *s, size_t first, const char *dir, Diag *d)
{
    Diag why;

    if (!defines(dir, "should_fail") && !adds_to_ours(s, first))
        return;
    diag_init(&why);
    if (!rehearse(s, first, dir, &why))
        diag_warn(d,
                  "which of Meson's tests should fail is not known, nor what "
                  "they add to variables such as PATH: %s",
                  why.error);
    diag_done(&why);
}

static bool
read_tests(Suite *s, const char *program, const char *dir, const char *given,
           Diag *d)
{
    char *path = io_join(dir, "meson-info/intro-tests.json");
    Bytes b = {0};
    bool has = false;
    bool ok = io_read_if(path, &b, &has, d);

    if (ok && !has)
        ok = diag_fail(d,
                       "%s is no Meson build directory: it has no "
                       "meson-info/intro-tests.json (make it with "
                       "`CC=culprit-cc meson setup DIR`)",
                       given);
    ok =
        ok && (suite_meson_parse(s, program, dir, (const char *)b.at, b.n, d) ||
               diag_context(d, "%s", path));
    io_bytes_done(&b);
    free(path);
    return ok;
}

bool
suite_meson(Suite *s, const SuiteSpec *spec, Diag *d)
{
    const char *given = spec->trees.meson;
    size_t first = s->n;

    if (!given)
        return true;
    char *dir = io_absolute(given);
    bool ok = read_tests(s, spec->program, dir, given, d);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "Meson has no tests in %s: see `meson test -C %s "
                       "--list`",
                       given, given);
    if (ok)
        complete(s, first, dir, d);
    free(dir);
    return ok;
}
