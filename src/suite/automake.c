/* automake.c - the tests of a build directory whose Makefiles Automake made.
 *
 * The harness itself says how it starts them: `make check` is called once with
 * a driver of ours (record_script) in the place of the project's LOG_DRIVER,
 * which writes down the directory, the environment and the command of a test
 * and reports that it passed. So AM_TESTS_ENVIRONMENT, TEST_EXTENSIONS, log
 * compilers, XFAIL_TESTS, SUBDIRS and check_PROGRAMS are all as the project
 * has them. The logs of the last real `make check` are kept.
 *
 * The old serial harness has no drivers; there TESTS_ENVIRONMENT leads to ours.
 */
#include "suite/kinds.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/vec.h"
#include "suite/makefile.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SKIP_STATUS = 77, ERROR_STATUS = 99 };

/* A record: the variable that led here, its value in the Makefile, the
 * directory, redirections, the number of arguments, those, the environment;
 * each ends with a NUL. */
static const char record_script[] =
    "# Writes down how Automake's harness starts a test. Made by culprit.\n"
    "for n in 3 4 5 6 7 8 9; do\n"
    "    [ /proc/$$/fd/$n -ef /proc/$$/fd/2 ] && fds=\"$fds $n>&2\"\n"
    "done\n"
    "kind=$1\n"
    "shift\n"
    "file=$(mktemp \"$CULPRIT_RECORDS/XXXXXXXXXX\") || exit 99\n"
    "{\n"
    "    printf '%s\\0' \"$kind\" \"$(sed -n \"s/^$kind *= *//p\" Makefile)\" "
    "\\\n"
    "        \"$(pwd)\" \"$fds\" $# \"$@\"\n"
    "    env -0\n"
    "} >\"$file\"\n"
    "while [ $# -gt 1 ] && [ \"$1\" != -- ]; do\n"
    "    case $1 in\n"
    "    --log-file) : >\"$2\" ;;\n"
    "    --trs-file) printf ':test-result: PASS\\n:global-test-result: PASS\\n"
    ":recheck: no\\n:copy-in-global-log: no\\n' >\"$2\" ;;\n"
    "    esac\n"
    "    shift\n"
    "done\n";

/* Reading a record */

/* How a test would have been started. */
typedef struct Started Started;
struct Started {
    const char *variable, *driver, *dir, *redirections;
    const char **args;
    size_t nargs;
    const char *env, *end; /* NAME=value, each with a NUL */
};

/* The next text, or NULL if none is whole. */
static const char *
take(const char **at, const char *end)
{
    const char *text = *at;
    const char *stop =
        text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;

    *at = stop ? stop + 1 : end;
    return stop ? text : NULL;
}

static bool
read_record(Suite *s, const char *bytes, size_t n, Started *r)
{
    const char *at = bytes;
    const char *end = bytes + n;

    *r = (Started){.end = end};
    r->variable = take(&at, end);
    r->driver = take(&at, end);
    r->dir = take(&at, end);
    r->redirections = take(&at, end);
    const char *count = take(&at, end);
    if (!count || r->dir[0] != '/')
        return false;
    const unsigned long most = strtoul(count, NULL, 10);
    if (most > n)
        return false;
    r->args = ARENA_ARRAY(&s->arena, const char *, most + 1);
    while (r->nargs < most)
        if (!(r->args[r->nargs++] = take(&at, end)))
            return false;
    r->env = at;
    return true;
}

/* What make and our script add, and what says only where it ran. */
static bool
is_of_harness(const char *assignment, const char *variable)
{
    static const char *const names[] = {
        "MAKEFLAGS", "MFLAGS",       "MAKELEVEL",    "MAKEOVERRIDES",
        "MAKEFILES", "MAKE_TERMOUT", "MAKE_TERMERR", "CULPRIT_RECORDS",
        "_",         "PWD",          "OLDPWD",       "SHLVL",
    };
    const size_t n = strcspn(assignment, "=");

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == n && strncmp(assignment, names[i], n) == 0)
            return true;
    return (strlen(variable) == n && strncmp(assignment, variable, n) == 0) ||
           (n >= 10 && strncmp(assignment + n - 10, "LOG_DRIVER", 10) == 0);
}

static bool
is_ours(const char *assignment)
{
    char *name = mem_strndup(assignment, strcspn(assignment, "="));
    const char *value = getenv(name);
    bool same = value && strcmp(value, assignment + strlen(name) + 1) == 0;

    free(name);
    return same;
}

/* What the harness adds to our environment. */
static char **
environment(Suite *s, const Started *r, size_t first)
{
    VEC(char *) v = {0};
    const char *at = r->env;
    const char *text;

    while ((text = take(&at, r->end)))
        if (suite_is_assignment(text) && !is_of_harness(text, r->variable) &&
            !is_ours(text))
            vec_push(&v, arena_strdup(&s->arena, text));
    for (size_t i = 0; i < first; i++) /* TESTS_ENVIRONMENT's own */
        if (suite_is_assignment(r->args[i]))
            vec_push(&v, arena_strdup(&s->arena, r->args[i]));
    vec_push(&v, NULL);
    char **env =
        v.n > 1 ? arena_dup(&s->arena, v.at, v.n * sizeof *v.at) : NULL;
    vec_done(&v);
    return env;
}

/* Where the test's own command begins: after the driver's options, or after
 * assignments. */
static size_t
command_of(const Started *r)
{
    size_t i = 0;

    if (r->nargs && strcmp(r->args[0], "--test-name") == 0) {
        while (i < r->nargs && strcmp(r->args[i], "--") != 0)
            i++;
        return i + 1;
    }
    while (i < r->nargs && suite_is_assignment(r->args[i]))
        i++;
    return i;
}

/* The value of a driver's option, or NULL. */
static const char *
option(const Started *r, const char *name)
{
    for (size_t i = 0; i + 1 < r->nargs && strcmp(r->args[i], "--") != 0; i++)
        if (strcmp(r->args[i], name) == 0)
            return r->args[i + 1];
    return NULL;
}

static char **
command_line(Suite *s, const Started *r, size_t first)
{
    const bool plain = !*r->redirections;
    const size_t before = plain ? 0 : 4;
    char **argv = ARENA_ARRAY(&s->arena, char *, r->nargs - first + before + 1);

    if (!plain) {
        argv[0] = arena_strdup(&s->arena, "/bin/sh");
        argv[1] = arena_strdup(&s->arena, "-c");
        argv[2] = arena_printf(&s->arena, "exec \"$@\"%s", r->redirections);
        argv[3] = arena_strdup(&s->arena, "sh");
    }
    for (size_t i = first; i < r->nargs; i++)
        argv[before + i - first] = arena_strdup(&s->arena, r->args[i]);
    return argv;
}

/* DIR/NAME, as it is called from the top of the build. */
static const char *
key_of(Suite *s, const Started *r, const char *top, const char *name)
{
    const size_t n = strlen(top);

    if (strncmp(name, "./", 2) == 0)
        name += 2;
    if (strncmp(r->dir, top, n) != 0 || r->dir[n] != '/')
        return name;
    return arena_printf(&s->arena, "%s/%s", r->dir + n + 1, name);
}

/* Only what a shell takes for "N>&2", since it goes into a command. */
static bool
are_redirections(const char *text)
{
    return text[strspn(text, " 3456789>&2")] == 0;
}

bool
suite_automake_parse(Suite *s, const char *program, const char *top,
                     const char *bytes, size_t n, Diag *d)
{
    Started r;
    const char *name, *expected;

    if (!read_record(s, bytes, n, &r) || !are_redirections(r.redirections))
        return diag_fail(d, "a record of Automake's harness is broken");
    const size_t first = command_of(&r);
    if (first >= r.nargs)
        return diag_fail(d, "Automake's harness starts a test without a "
                            "command");
    name = option(&r, "--test-name");
    Test *t =
        suite_add(s, key_of(s, &r, top, name ? name : r.args[r.nargs - 1]));
    t->label = t->key;
    t->argv = command_line(s, &r, first);
    t->dir = arena_strdup(&s->arena, r.dir);
    t->env = environment(s, &r, first);
    t->direct = suite_is_direct(t, program);
    expected = option(&r, "--expect-failure");
    t->rules.fails = expected && strcmp(expected, "yes") == 0;
    t->rules.tap = strstr(r.driver, "tap") != NULL;
    t->rules.skip_status = SKIP_STATUS;
    t->rules.error_status = ERROR_STATUS;
    return true;
}

/* Logs of the last real run, put back when the records are there. */

typedef struct Log Log;
struct Log {
    char *path;
    Bytes bytes;
    struct timespec times[2];
};

/* What the walk over the build directories finds. */
typedef struct Makefiles Makefiles;
struct Makefiles {
    VEC(char *) drivers; /* LOG_DRIVER, SH_LOG_DRIVER, ... */
    VEC(Log) logs;
    size_t nmakefiles; /* that have tests */
};

static void
makefiles_done(Makefiles *t)
{
    for (size_t i = 0; i < t->drivers.n; i++)
        free(t->drivers.at[i]);
    for (size_t i = 0; i < t->logs.n; i++) {
        free(t->logs.at[i].path);
        io_bytes_done(&t->logs.at[i].bytes);
    }
    vec_done(&t->drivers);
    vec_done(&t->logs);
}

static void
add_driver(void *context, const char *name, size_t n)
{
    Makefiles *t = context;

    for (size_t i = 0; i < t->drivers.n; i++)
        if (strlen(t->drivers.at[i]) == n &&
            strncmp(t->drivers.at[i], name, n) == 0)
            return;
    vec_push(&t->drivers, mem_strndup(name, n));
}

static bool
is_log(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".log") == 0 || strcmp(dot, ".trs") == 0) &&
           strcmp(name, "config.log") != 0;
}

static bool
read_log(const char *path, Log *out)
{
    struct stat st;
    bool has = false;
    Diag ignored;

    *out = (Log){0};
    if (stat(path, &st) != 0)
        return false;
    diag_init(&ignored);
    const bool ok = io_read_if(path, &out->bytes, &has, &ignored) && has;
    diag_done(&ignored);
    out->times[0] = st.st_atim;
    out->times[1] = st.st_mtim;
    return ok;
}

static void
keep_log(Makefiles *t, const char *path)
{
    Log log;

    if (!read_log(path, &log))
        return;
    log.path = mem_strdup(path);
    vec_push(&t->logs, log);
}

static void
restore_logs(const Makefiles *t)
{
    for (size_t i = 0; i < t->logs.n; i++) {
        const Log *log = &t->logs.at[i];
        Diag ignored;
        diag_init(&ignored);
        if (io_write(log->path, log->bytes.at, log->bytes.n, &ignored))
            utimensat(AT_FDCWD, log->path, log->times, 0);
        diag_done(&ignored);
    }
}

static bool
is_worth_entering(const char *name)
{
    return name[0] != '.' && strcmp(name, "autom4te.cache") != 0;
}

static void
look(Makefiles *t, const char *dir)
{
    char *path = io_join(dir, "Makefile");
    MakefileFacts facts = makefile_read(path);

    if (facts.automake_tests) {
        t->nmakefiles++;
        makefile_drivers(path, add_driver, t);
    }
    free(path);
    DIR *list = opendir(dir);
    const struct dirent *entry;
    while (list && (entry = readdir(list))) {
        char *child = io_join(dir, entry->d_name);
        struct stat st;
        if (lstat(child, &st) == 0 && S_ISDIR(st.st_mode) &&
            is_worth_entering(entry->d_name))
            look(t, child);
        else if (facts.automake_tests && is_log(entry->d_name))
            keep_log(t, child);
        free(child);
    }
    if (list)
        closedir(list);
}

/* Calling make */

/* TESTS_ENVIRONMENT of the serial harness: our script, then what each Makefile
 * itself has there, which make expands. */
static const char serial_environment[] =
    "TESTS_ENVIRONMENT=$(eval culprit_own = $(shell sed -n "
    "'/^TESTS_ENVIRONMENT *=/{s/^[^=]*= *//;:a;/\\\\$$/{s/\\\\$$//;N;"
    "s/\\n//;ba};p}' Makefile))sh %s/record TESTS_ENVIRONMENT $(culprit_own)";

/* make check, with our driver in the place of each of the project's. */
static char **
make_command(Arena *a, const Makefiles *t, const char *dir, const char *records)
{
    const char *const start[] = {
        "env",
        "-u",
        "MAKEFLAGS",
        "-u",
        "MFLAGS",
        "-u",
        "MAKELEVEL",
        arena_printf(a, "CULPRIT_RECORDS=%s/tests", records),
        "sh",
        "-c",
        "exec make -k -j\"$(nproc)\" -C \"$@\" 2>&1",
        "sh",
        dir,
        "check",
    };
    const size_t n = sizeof start / sizeof start[0];
    char **argv = ARENA_ARRAY(a, char *, n + t->drivers.n + 2);

    for (size_t i = 0; i < n; i++)
        argv[i] = arena_strdup(a, start[i]);
    for (size_t i = 0; i < t->drivers.n; i++)
        argv[n + i] = arena_printf(a, "%s=sh %s/record %s", t->drivers.at[i],
                                   records, t->drivers.at[i]);
    if (t->drivers.n == 0)
        argv[n] = arena_printf(a, serial_environment, records);
    return argv;
}

static bool
prepare(const char *records, Diag *d)
{
    char *script = io_join(records, "record");
    char *tests = io_join(records, "tests");
    bool ok = io_mkdirs(tests, d) &&
              io_write(script, record_script, sizeof record_script - 1, d);

    free(tests);
    free(script);
    return ok;
}

/* The records, in the order of the tests' names. */
static int
by_key(const void *a, const void *b)
{
    return strcmp(((const Test *)a)->key, ((const Test *)b)->key);
}

static bool
read_records(Suite *s, const char *program, const char *top,
             const char *records, Diag *d)
{
    char *dir = io_join(records, "tests");
    DIR *list = opendir(dir);
    const struct dirent *entry;
    const size_t first = s->n;
    bool ok = true;

    while (ok && list && (entry = readdir(list))) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = io_join(dir, entry->d_name);
        Bytes b = {0};
        ok = io_read(path, &b, d) &&
             suite_automake_parse(s, program, top, (const char *)b.at, b.n, d);
        io_bytes_done(&b);
        free(path);
    }
    if (list)
        closedir(list);
    free(dir);
    if (s->n > first)
        qsort(s->tests + first, s->n - first, sizeof *s->tests, by_key);
    return ok;
}

/* The serial harness says which successes it did not expect. */
static void
mark_expected_failures(Suite *s, size_t first, const char *output)
{
    for (const char *at = strstr(output, "XPASS: "); at;
         at = strstr(at + 1, "XPASS: ")) {
        const char *name = at + strlen("XPASS: ");
        const size_t n = strcspn(name, "\n");
        for (size_t i = first; i < s->n; i++) {
            const char *base = io_basename(s->tests[i].key);
            if (strlen(base) == n && strncmp(base, name, n) == 0)
                s->tests[i].rules.fails = true;
        }
    }
}

/* The last line of the output that says what went wrong, for the message. */
static char *
complaint(const char *output)
{
    const char *at = strstr(output, "***");

    while (at && at > output && at[-1] != '\n')
        at--;
    return at ? mem_strndup(at, strcspn(at, "\n")) : mem_strdup("");
}

static bool
record(Suite *s, const SuiteSpec *spec, const Makefiles *t, const char *top,
       const char *records, Diag *d)
{
    const size_t first = s->n;
    char *output = NULL;
    char **argv = make_command(&s->arena, t, top, records);

    if (!prepare(records, d) || spawn_capture(argv, true, &output, d) < 0)
        return false;
    bool ok = read_records(s, spec->program, top, records, d);
    if (ok && t->drivers.n == 0)
        mark_expected_failures(s, first, output);
    if (ok && s->n == first) {
        char *why = complaint(output);
        ok = diag_fail(d,
                       "`make -C %s check` starts no test%s%s: call it and "
                       "see",
                       spec->trees.automake, *why ? "; it says: " : "", why);
        free(why);
    }
    free(output);
    return ok;
}

bool
suite_automake(Suite *s, const SuiteSpec *spec, Diag *d)
{
    const char *given = spec->trees.automake;
    Makefiles all = {0};
    char *records = NULL;

    if (!given)
        return true;
    char *top = io_absolute(given);
    look(&all, top);
    bool ok = all.nmakefiles > 0 ||
              diag_fail(d,
                        "no Makefile below %s has Automake's TESTS: configure "
                        "it (CC=culprit-cc ./configure), or name its tests "
                        "with --command 'make check'",
                        given);
    if (ok && (ok = io_temp_dir("culprit-automake", &records, d)))
        ok = record(s, spec, &all, top, records, d);
    if (records) {
        restore_logs(&all);
        io_remove_tree(records);
    }
    makefiles_done(&all);
    free(records);
    free(top);
    return ok;
}
