/* retrial.c - tests of today, with the program of a commit. */
#include "session/retrial.h"

#include "history/recorded.h"
#include "run/fingerprint.h"
#include "run/once.h"
#include "suite/expected.h"

#include <string.h>

static const char note_kind[] = "revision";

/* What a judgement depends on besides the test. */
static bool
digest_judge(const Judge *j, Str *out, Diag *d)
{
    const char *file = j->oracle == ORACLE_SCRIPT      ? j->script
                       : j->oracle == ORACLE_REFERENCE ? j->reference
                                                       : NULL;
    Digest digest = {""};
    bool ok = !file || hash_file(file, &digest, d);

    str_printf(out, "%d %u %s\n", (int)j->oracle, j->compare, digest.hex);
    return ok;
}

bool
retrial_open(Retrial *r, Diag *d)
{
    const Session *s = r->session;
    const Limits *l = &s->setup.limits;
    Str text = {0};
    Digest commands = {""};
    bool ok =
        (r->command || recorded_commands(s->paths.program, &commands, d)) &&
        digest_judge(&s->setup.judge, &text, d);

    str_printf(&text, "%s %s %g %ld %ld %d", commands.hex,
               r->command ? r->command : "", l->time_s, l->memory_mb,
               l->output_mb, s->setup.scratch);
    r->how = hash_digest(text.at, text.n);
    str_done(&text);
    return ok;
}

void
retrial_done(Retrial *r)
{
    map_done(&r->broken);
    arena_done(&r->arena);
}

/* Under which the verdict is kept. */
static bool
key_of(Retrial *r, const Test *t, const char *commit, Digest *out, Diag *d)
{
    const Setup *setup = &r->session->setup;
    const Judge *j = &setup->judge;
    Fingerprinter f = {.whole_dirs = setup->scratch, .skip = setup->store_dir};
    Str text = {0};
    Wanted want = {0};
    Arena a = {0};
    Digest test, expected = {""};
    bool ok = fingerprint_test(&f, t, &test, d);

    if (ok && j->oracle == ORACLE_EXPECTED &&
        (ok = expected_load(&a, j->expected, t, j->compare,
                            j->expected_optional, &want, d)))
        expected = hash_digest(want.out.at, want.out.n);
    str_printf(&text, "%s %s %s %s %d", commit, r->how.hex, ok ? test.hex : "",
               expected.hex, want.status);
    *out = hash_digest(text.at, text.n);
    str_done(&text);
    arena_done(&a);
    fingerprint_done(&f);
    return ok;
}

static bool
find_kept(Retrial *r, const Digest *key, BisectVerdict *out, bool *has, Diag *d)
{
    Str note = {0};

    if (!store_find_note(r->session->store, note_kind, key->hex, &note, has, d))
        return false;
    *has = *has && note.n == 1 && note.at[0] >= '0' &&
           note.at[0] <= '0' + BISECT_SKIP;
    if (*has)
        *out = (BisectVerdict)(note.at[0] - '0');
    r->nkept += *has;
    str_done(&note);
    return true;
}

/* The program of the commit; NULL if it does not build, which is no failure.
 */
static const char *
build(Retrial *r, const char *commit)
{
    const Session *s = r->session;
    const RevisionSpec spec = {
        .name = commit,
        .store = s->paths.store,
        .command = r->command,
        .brief = true,
        .progress = r->hooks.building,
        .context = r->hooks.context,
    };
    Revision *revision = NULL;
    const char *built = NULL, *path = NULL;
    Diag why;

    diag_init(&why);
    if (revision_open(&spec, r->git, &revision, &why) &&
        revision_program(revision, s->paths.program, s->spec.program, &built,
                         &why))
        path = arena_strdup(&r->arena, built);
    r->nbuilt += path != NULL;
    r->nbroken += path == NULL;
    if (!path) {
        map_put_text(&r->broken, commit, 1);
        if (!r->why && why.error)
            r->why = arena_strdup(&r->arena, why.error);
    }
    diag_done(&why);
    revision_close(revision);
    return path;
}

static bool
run(Retrial *r, const Test *t, const char *program, BisectVerdict *out, Diag *d)
{
    Setup setup = r->session->setup;
    OnceRun once;

    setup.target.variant = program;
    setup.target.nvalues = 0;
    bool ok = once_run(&setup, t, &once, d);
    *out = !ok                                      ? BISECT_SKIP
           : once.judgement.verdict == VERDICT_PASS ? BISECT_GOOD
           : once.judgement.verdict == VERDICT_FAIL ? BISECT_BAD
                                                    : BISECT_SKIP;
    once_done(&once);
    return ok;
}

bool
retrial_judge(Retrial *r, const Test *t, const char *commit, BisectVerdict *out,
              Diag *d)
{
    Digest key;
    bool has;

    *out = BISECT_SKIP;
    if (!key_of(r, t, commit, &key, d) || !find_kept(r, &key, out, &has, d))
        return false;
    if (has || map_find_text(&r->broken, commit))
        return true;
    const char *program = build(r, commit);
    if (!program)
        return true;
    if (!run(r, t, program, out, d))
        return false;
    const char note = (char)('0' + *out);
    return store_put_note(r->session->store, note_kind, key.hex, &note, 1, d);
}
