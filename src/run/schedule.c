/* schedule.c - what of a suite is to be run: digests of all that a run depends
 * on, against the runs that the store has.
 */
#include "run/schedule.h"

#include "base/str.h"
#include "run/fingerprint.h"
#include "suite/expected.h"

#include <string.h>

enum { MOST_KEPT = 64 << 20 };

/* What all runs of this invocation depend on. */
static bool
fingerprint_setup(const RunnerSpec *spec, Digest *setup, Digest *reference,
                  Diag *d)
{
    const Limits *l = &spec->setup.limits;
    Str s = {0};
    Digest file;
    bool ok = true;

    *reference = (Digest){""};
    str_printf(&s, "run 1 %g %ld %ld %ld %d\n", l->time_s, l->memory_mb,
               l->output_mb, l->processes, spec->setup.scratch);
    if (spec->setup.judge.oracle == ORACLE_REFERENCE) {
        ok = hash_file(spec->setup.judge.reference, &file, d);
        str_printf(&s, "reference %s\n", ok ? file.hex : "");
        *reference = hash_digest(s.at, s.n);
    }
    if (ok && spec->setup.judge.oracle == ORACLE_SCRIPT) {
        ok = hash_file(spec->setup.judge.script, &file, d);
        str_printf(&s, "script %s\n", ok ? file.hex : "");
    }
    str_printf(&s, "%s %u oracle %d %u %d\n",
               spec->setup.target.subject->program.id,
               spec->setup.target.nvalues, (int)spec->setup.judge.oracle,
               spec->setup.judge.compare, spec->setup.judge.expected_optional);
    *setup = hash_digest(s.at, s.n);
    str_done(&s);
    return ok;
}

static Digest
digest_wanted(const Wanted *w)
{
    Str s = {0};

    str_printf(&s, "%u %d %zu %zu\n", w->known, w->status, w->out.n, w->err.n);
    if (w->out.n)
        str_add(&s, w->out.at, w->out.n);
    if (w->err.n)
        str_add(&s, w->err.at, w->err.n);
    str_puts(&s, w->files ? w->files : "");
    Digest digest = hash_digest(s.at, s.n);
    str_done(&s);
    return digest;
}

static bool
load_expected(const RunnerSpec *spec, Arena *a, size_t test, Wanted *w, Diag *d)
{
    return expected_load(a, spec->setup.judge.expected,
                         &spec->suite->tests[test], spec->setup.judge.compare,
                         spec->setup.judge.expected_optional, w, d);
}

bool
schedule_expected(const RunnerSpec *spec, const Schedule *p, size_t test,
                  Arena *a, Wanted *w, Diag *d)
{
    if (p->read_again[test])
        return load_expected(spec, a, test, w, d);
    *w = p->wanted[test];
    return true;
}

/* What is recorded for the test, kept for its verdict. */
static bool
keep_expected(const RunnerSpec *spec, Schedule *p, size_t test, Arena *a,
              Diag *d)
{
    Wanted *w = &p->wanted[test];

    p->read_again[test] = p->kept > MOST_KEPT;
    if (!load_expected(spec, p->read_again[test] ? a : &p->arena, test, w, d))
        return false;
    p->kept += w->out.n + w->err.n + (w->files ? strlen(w->files) : 0);
    return true;
}

/* Digests of every test's run, and of its reference run. */
static bool
fingerprint(const RunnerSpec *spec, Schedule *p, Diag *d)
{
    Fingerprinter f = {.whole_dirs = spec->setup.scratch,
                       .skip = spec->setup.store_dir};
    Digest setup, reference, test;
    bool ok = fingerprint_setup(spec, &setup, &reference, d);
    size_t known = 0;

    for (size_t i = 0; ok && i < spec->suite->n; i++) {
        const Test *t = &spec->suite->tests[i];
        Arena a = {0};
        Digest wanted = {""};
        ok = fingerprint_test(&f, t, &test, d);
        if (ok && spec->setup.judge.oracle == ORACLE_EXPECTED) {
            ok = keep_expected(spec, p, i, &a, d);
            wanted = digest_wanted(&p->wanted[i]);
            known += !p->wanted[i].missing;
        }
        char *run =
            arena_printf(&a, "%s %s %s", setup.hex, test.hex, wanted.hex);
        Digest digest = hash_digest(run, strlen(run));
        p->digests[i] = arena_strdup(&p->arena, digest.hex);
        run = arena_printf(&a, "%s %s", reference.hex, test.hex);
        digest = hash_digest(run, strlen(run));
        p->references[i] = arena_strdup(&p->arena, digest.hex);
        arena_done(&a);
    }
    fingerprint_done(&f);
    if (ok && spec->setup.judge.oracle == ORACLE_EXPECTED && known == 0)
        ok = diag_fail(d,
                       "%s has no output of any test (such as %s.out); record "
                       "it with --record and a correct program",
                       spec->setup.judge.expected, spec->suite->tests[0].label);
    return ok;
}

/* Take over what the store knows already. */
static bool
find_unchanged(const RunnerSpec *spec, Schedule *p, Outcome *outcomes, Diag *d)
{
    for (size_t i = 0; i < spec->suite->n; i++) {
        StoreFound found;
        if (!store_find(spec->store, p->keys[i], p->digests[i], &p->arena,
                        &found, d))
            return false;
        if (found.has)
            outcomes[i] = (Outcome){
                .done = true,
                .unchanged = true,
                .lost = found.lost,
                .judgement = {.verdict = found.verdict,
                              .reason = found.reason,
                              .timed_out = found.timed_out},
            };
    }
    return true;
}

bool
schedule_make(const RunnerSpec *spec, Schedule *p, Outcome *outcomes, Diag *d)
{
    size_t n = spec->suite->n;

    *p = (Schedule){0};
    p->keys = ARENA_ARRAY(&p->arena, const char *, n);
    p->digests = ARENA_ARRAY(&p->arena, const char *, n);
    p->references = ARENA_ARRAY(&p->arena, const char *, n);
    p->wanted = ARENA_ARRAY(&p->arena, Wanted, n);
    p->read_again = ARENA_ARRAY(&p->arena, bool, n);
    for (size_t i = 0; i < n; i++)
        p->keys[i] = spec->suite->tests[i].key;
    if (spec->record)
        return true;
    return fingerprint(spec, p, d) &&
           store_retain(spec->store, p->keys, p->digests, n, d) &&
           (spec->rerun || spec->verify ||
            find_unchanged(spec, p, outcomes, d));
}

void
schedule_done(Schedule *p)
{
    arena_done(&p->arena);
    *p = (Schedule){0};
}
