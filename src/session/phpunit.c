/* phpunit.c - a project's PHPUnit tests, run once, each with its spectrum.
 *
 * One process runs them all, as PHPUnit does; our host writes down what each of
 * them counted.
 */
#include "session/phpunit.h"

#include "base/cursor.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"
#include "format/testlog.h"
#include "variant/php.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The log */

static const char *
take_text(Cursor *c, Arena *a)
{
    const uint64_t n = cursor_varint(c);
    const uint8_t *at = n <= cursor_left(c) ? cursor_take(c, (size_t)n) : NULL;

    if (!at)
        c->bad = true;
    return at ? arena_strndup(a, (const char *)at, (size_t)n) : "";
}

static bool
take_counts(Cursor *c, uint64_t *counters, uint64_t ncounters)
{
    const uint64_t n = cursor_varint(c);
    uint64_t at = 0;

    memset(counters, 0, (size_t)ncounters * sizeof *counters);
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        const uint64_t by = cursor_varint(c), value = cursor_varint(c);
        if (by >= ncounters || at + by >= ncounters)
            return false;
        at += by;
        counters[at] = value;
    }
    return !c->bad;
}

static Verdict
verdict_of(uint8_t mark)
{
    return mark == TESTLOG_PASSED   ? VERDICT_PASS
           : mark == TESTLOG_FAILED ? VERDICT_FAIL
                                    : VERDICT_UNKNOWN;
}

/* One test; what PHPUnit runs twice under one name is two tests. */
static bool
take_test(Cursor *c, Arena *a, Map *names, StoredRun *out)
{
    const char *name = take_text(c, a), *unique = name;

    for (unsigned k = 2; map_find_text(names, unique); k++)
        unique = arena_printf(a, "%s (%u)", name, k);
    map_put_text(names, unique, 0);
    *out = (StoredRun){.test = unique,
                       .name = unique,
                       .digest = unique,
                       .origin = "suite",
                       .place = (uint32_t)names->n - 1};
    out->verdict = verdict_of(cursor_u8(c));
    out->reason = take_text(c, a);
    out->end = (StoredEnd){.status = out->verdict == VERDICT_FAIL,
                           .stdout_digest = "",
                           .stderr_digest = ""};
    return !c->bad;
}

bool
phpunit_parse(const uint8_t *bytes, size_t n, const ProbePlan *plan,
              uint32_t nvalues, PhpunitSeen *seen, void *context, Diag *d)
{
    Cursor c = cursor_over(bytes, n);
    const size_t ncounters = (size_t)plan->nprobes + nvalues;
    uint64_t *counters = mem_zalloc(ncounters + 1, sizeof *counters);
    uint64_t *edges = mem_zalloc(plan->program->n.edges + 1, sizeof *edges);
    const uint8_t *magic = cursor_take(&c, strlen(TESTLOG_MAGIC));
    Arena a = {0};
    Map names = {0};
    bool ok = magic && memcmp(magic, TESTLOG_MAGIC, strlen(TESTLOG_MAGIC)) == 0;

    while (ok && cursor_left(&c) > 0) {
        StoredRun run;
        ok = take_test(&c, &a, &names, &run) &&
             take_counts(&c, counters, ncounters);
        if (!ok)
            break;
        probe_derive(plan, counters, edges);
        run.counts = (StoredCounts){.edges = edges,
                                    .returns = counters + plan->nprobes,
                                    .nvalues = nvalues};
        ok = seen(context, &run, d);
    }
    if (!ok && !d->error)
        diag_fail(d, "the log of PHPUnit's tests is damaged at offset %zu",
                  cursor_offset(&c));
    map_done(&names);
    arena_done(&a);
    free(counters);
    free(edges);
    return ok;
}

/* The project */

typedef struct Project Project;
struct Project {
    Arena arena;
    const char *dir, *store, *program; /* absolute; PHPUnit itself */
    const char *skip; /* directories of tests, which are not ranked */
    const char *launch, *log, *said;
    Subject subject;
    Store *kept;
    PhpunitResult *result;
};

static bool
find_phpunit(Project *p, Diag *d)
{
    static const char *const places[] = {"vendor/bin/phpunit", "bin/phpunit",
                                         "tools/phpunit", "phpunit.phar",
                                         "tools/phpunit.phar"};
    const char *path = getenv("PATH");

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        p->program = arena_printf(&p->arena, "%s/%s", p->dir, places[i]);
        if (io_exists(p->program))
            return true;
    }
    for (const char *at = path ? path : ""; *at;) {
        const size_t n = strcspn(at, ":");
        p->program = arena_printf(&p->arena, "%.*s/phpunit", (int)n, at);
        if (n && access(p->program, X_OK) == 0)
            return true;
        at += n + (at[n] == ':');
    }
    return diag_fail(d,
                     "%s has no PHPUnit (vendor/bin/phpunit), and there is "
                     "none in PATH",
                     p->dir);
}

/* The text between two marks behind *at, which then is behind it. */
static const char *
between(Arena *a, const char **at, const char *begin, const char *end)
{
    const char *from = strstr(*at, begin);
    const char *to = from ? strstr(from + strlen(begin), end) : NULL;

    if (!to)
        return NULL;
    *at = to + strlen(end);
    from += strlen(begin);
    return arena_strndup(a, from, (size_t)(to - from));
}

static void
add_skipped(Str *skip, const char *dir)
{
    size_t n;

    while (strncmp(dir, "./", 2) == 0)
        dir += 2;
    n = strlen(dir);
    while (n && dir[n - 1] == '/')
        n--;
    if (n)
        str_printf(skip, "%s%.*s", skip->n ? "," : "", (int)n, dir);
}

/* Where its configuration says that tests are; else in the usual places. */
static bool
find_tests(Project *p, Diag *d)
{
    static const char *const names[] = {"phpunit.xml", "phpunit.xml.dist",
                                        "phpunit.dist.xml"};
    Str skip = {0};
    Bytes b = {0};
    bool has = false, ok = true;

    for (size_t i = 0; ok && !has && i < sizeof names / sizeof names[0]; i++)
        ok = io_read_if(arena_printf(&p->arena, "%s/%s", p->dir, names[i]), &b,
                        &has, d);
    const char *at = has ? (const char *)b.at : "";
    const char *suites =
        between(&p->arena, &at, "<testsuites", "</testsuites>");
    const char *dir = suites ? suites : "", *one;
    while ((one = between(&p->arena, &dir, "<directory", "</directory>"))) {
        const char *text = strchr(one, '>');
        if (text)
            add_skipped(&skip, text + 1 + strspn(text + 1, " \t\n"));
    }
    if (!skip.n)
        str_puts(&skip, "tests,test,Tests");
    p->skip = arena_strdup(&p->arena, str_text(&skip));
    str_done(&skip);
    io_bytes_done(&b);
    return ok;
}

static bool
prepare(Project *p, Diag *d)
{
    const char *cache = arena_printf(&p->arena, "%s/cache", p->store);

    p->launch = arena_printf(&p->arena, "%s/phpunit", cache);
    p->log = arena_printf(&p->arena, "%s/phpunit.tests", cache);
    p->said = arena_printf(&p->arena, "%s/phpunit.out", p->store);
    const Launch l = {
        .root = p->dir, .script = p->program, .skip = p->skip, .tests = p->log};
    return io_mkdirs(cache, d) && php_launch(&l, p->launch, d) &&
           subject_open(p->launch, cache, &p->subject, d);
}

/* The tests themselves. PHPUnit's status says that some failed, or that it
 * could not run them: what it wrote down tells which. */
static bool
run(Project *p, Diag *d)
{
    char *variant = NULL, option[] = "--no-coverage";
    int fd = open(p->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    pid_t pid;

    if (fd < 0)
        return diag_errno(d, "cannot write %s", p->said);
    unlink(p->log);
    bool ok = variant_get(&p->subject, VARIANT_RETURNS, &variant, d);
    char *argv[] = {variant, option, NULL};
    const Spawn spawn = {
        .argv = argv, .dir = p->dir, .in = -1, .out = fd, .err = fd};
    ok = ok && spawn_start(&spawn, &pid, d);
    if (ok)
        spawn_wait(pid);
    close(fd);
    free(variant);
    return ok;
}

static bool
keep(void *context, const StoredRun *r, Diag *d)
{
    Project *p = context;

    p->result->npassed += r->verdict == VERDICT_PASS;
    p->result->nfailed += r->verdict == VERDICT_FAIL;
    p->result->nunknown += r->verdict == VERDICT_UNKNOWN;
    return store_put(p->kept, r, d);
}

static bool
read_log(Project *p, Diag *d)
{
    Bytes b = {0};
    bool has = false;

    if (!io_read_if(p->log, &b, &has, d))
        return false;
    bool ok = has && b.n > strlen(TESTLOG_MAGIC);
    if (!ok)
        diag_fail(d, "PHPUnit ran no tests in %s; what it said is in %s",
                  p->dir, p->said);
    ok = ok && store_open(p->store, true, &p->kept, d) &&
         store_set_program(p->kept, &p->subject.program, p->launch, d) &&
         store_retain(p->kept, NULL, NULL, 0, d) && store_begin(p->kept, d) &&
         phpunit_parse(b.at, b.n, &p->subject.plan,
                       variant_nvalues(&p->subject.program, VARIANT_RETURNS),
                       keep, p, d) &&
         store_commit(p->kept, d);
    io_bytes_done(&b);
    return ok;
}

bool
phpunit_run(const char *dir, const char *store, PhpunitResult *out, Diag *d)
{
    Project p = {.result = out};
    char *whole = realpath(dir, NULL), *kept = io_absolute(store);

    *out = (PhpunitResult){0};
    p.dir = whole ? arena_strdup(&p.arena, whole) : dir;
    p.store = arena_strdup(&p.arena, kept);
    bool ok = (whole || diag_errno(d, "cannot find %s", dir)) &&
              find_phpunit(&p, d) && find_tests(&p, d) && prepare(&p, d) &&
              run(&p, d) && read_log(&p, d);
    if (p.kept)
        store_close(p.kept);
    subject_done(&p.subject);
    arena_done(&p.arena);
    free(whole);
    free(kept);
    return ok;
}
