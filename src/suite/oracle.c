/* oracle.c - the verdict on one run. */
#include "suite/oracle.h"

#include "base/str.h"
#include "suite/compare.h"
#include "suite/members.h"
#include "suite/tap.h"
#include "suite/wants.h"

#include <regex.h>
#include <string.h>

enum {
    STATUS_UNKNOWN = 125,      /* of an oracle script */
    STATUS_NOT_EXECUTED = 126, /* of a shell: a command cannot be started, */
    STATUS_NOT_FOUND = 127,    /* or is not there */
    STATUS_ABORT = 128,
};

static Judgement
verdict(Arena *a, Verdict v, Str *why)
{
    Judgement j = {.verdict = v, .reason = arena_strdup(a, str_text(why))};

    str_done(why);
    return j;
}

static Judgement
fail(Arena *a, Str *why)
{
    return verdict(a, VERDICT_FAIL, why);
}

static Judgement
pass(void)
{
    return (Judgement){.verdict = VERDICT_PASS, .reason = ""};
}

static void
say_status(Str *why, int status)
{
    const char *name = status > 128 ? sigabbrev_np(status - 128) : NULL;

    str_printf(why, "exit status %d", status);
    if (name)
        str_printf(why, " (SIG%s)", name);
}

static Judgement
not_started(Arena *a, const Ended *e)
{
    Str why = {0};

    str_printf(&why, "cannot start it: %s: %s", e->what ? e->what : "?",
               strerror(e->error));
    return verdict(a, VERDICT_UNKNOWN, &why);
}

static Judgement
killed(Arena *a, const Observed *o)
{
    const char *name = sigabbrev_np(o->ended.signal);
    Str why = {0};

    if (o->ended.signal == SIGXFSZ && o->limits.output_mb)
        str_printf(&why, "wrote a file of more than %ld MB",
                   o->limits.output_mb);
    else
        str_printf(&why, "killed by SIG%s (%s)", name ? name : "?",
                   strsignal(o->ended.signal));
    return fail(a, &why);
}

/* Who ends a report of a failure with such a line: sanitizers, and our host of
 * PHP applications. */
static bool
is_reporter(const char *name, size_t n)
{
    return memmem(name, n, "Sanitizer", 9) ||
           (n == 3 && !memcmp(name, "PHP", 3));
}

/* Of a long line the middle is left out: its end says where it was. */
static void
put_summary(const char *at, size_t n, Str *why)
{
    enum { MOST = 160, END = 60 };

    if (n <= MOST)
        str_add(why, at, n);
    else
        str_printf(why, "%.*s...%.*s", MOST - END - 3, at, END, at + n - END);
}

bool
oracle_sanitizer(const Bytes *err, Str *why)
{
    static const char mark[] = "SUMMARY: ";
    const char *at = (const char *)err->at;
    size_t left = err->n;

    while (at && (at = memmem(at, left, mark, sizeof mark - 1))) {
        at += sizeof mark - 1;
        left = err->n - (size_t)(at - (const char *)err->at);
        const char *end = memchr(at, '\n', left);
        size_t n = end ? (size_t)(end - at) : left;
        const char *space = memchr(at, ':', n);
        if (space && is_reporter(at, (size_t)(space - at))) {
            put_summary(at, n, why);
            return true;
        }
    }
    return false;
}

/* The first of the expressions that the output matches, or NULL. */
static const char *
match(char *const *expressions, const Observed *o)
{
    const Bytes *outputs[] = {&o->out, &o->err};

    for (; *expressions; expressions++) {
        regex_t re;
        bool found = false;
        if (regcomp(&re, *expressions, REG_EXTENDED | REG_NOSUB) != 0)
            continue;
        for (size_t i = 0; i < 2 && !found; i++) {
            regmatch_t whole = {.rm_so = 0, .rm_eo = (regoff_t)outputs[i]->n};
            found = outputs[i]->at && regexec(&re, (const char *)outputs[i]->at,
                                              1, &whole, REG_STARTEND) == 0;
        }
        regfree(&re);
        if (found)
            return *expressions;
    }
    return NULL;
}

/* PASS_ and FAIL_REGULAR_EXPRESSION as ctest has them: *decided if they say
 * something. */
static Judgement
by_expressions(Arena *a, const Test *t, const Observed *o, bool *decided)
{
    const char *found = t->rules.fail ? match(t->rules.fail, o) : NULL;
    Str why = {0};

    *decided = true;
    if (found) {
        str_printf(&why, "the output matches \"%s\"", found);
        return fail(a, &why);
    }
    if (t->rules.pass && !match(t->rules.pass, o)) {
        str_printf(&why, "the output does not match \"%s\"", t->rules.pass[0]);
        return fail(a, &why);
    }
    *decided = t->rules.pass != NULL;
    return pass();
}

static bool
text_differs(const Wanted *w, const char *what, Bytes want, Bytes got, Str *why)
{
    const char *x = (const char *)want.at, *y = (const char *)got.at;

    return !(w->known & COMPARE_WORDS && compare_words(x, want.n, y, got.n)) &&
           !compare_text(what, x, want.n, y, got.n, why);
}

static bool
differs(const Observed *o, const Wanted *w, Str *why)
{
    if (w->known & COMPARE_STATUS && w->status != o->ended.status) {
        say_status(why, o->ended.status);
        str_printf(why, ", expected %d", w->status);
        return true;
    }
    if (w->known & COMPARE_STDOUT &&
        text_differs(w, "stdout", w->out, o->out, why))
        return true;
    if (w->known & COMPARE_STDERR &&
        text_differs(w, "stderr", w->err, o->err, why))
        return true;
    return w->known & COMPARE_FILES && w->files && o->files &&
           !compare_files(w->files, o->files, why);
}

/* Say if the test seems to lack something; is it certain? */
static bool
say_want(const Test *t, const Observed *o, Str *why)
{
    const int status = o->ended.status;
    const Want w = wants_find(&o->out, &o->err);

    if (!w.what || t->direct)
        return false;
    const bool sure =
        w.sure && (status == STATUS_NOT_EXECUTED || status == STATUS_NOT_FOUND);
    str_printf(why, "; it %s %s: %.*s", sure ? "lacks" : "may lack", w.what,
               w.n < 160 ? (int)w.n : 160, w.line);
    return sure;
}

static Judgement
by_status(Arena *a, const Test *t, const Observed *o)
{
    const bool broken =
        o->ended.status && o->ended.status == t->rules.error_status;
    Str why = {0};

    if (!broken && (o->ended.status != 0) == t->rules.fails)
        return pass();
    if (t->rules.fails && !broken) {
        str_puts(&why, "it succeeded and should fail");
        return fail(a, &why);
    }
    say_status(&why, o->ended.status);
    const bool lacks = say_want(t, o, &why);
    return verdict(a, lacks ? VERDICT_UNKNOWN : VERDICT_FAIL, &why);
}

/* Rules that hold whatever was wanted: *decided if one applies. */
static const char no_request[] = "the application was not run as asked: ";

/* The last line, where there is one. */
static const char *
last_line(const Bytes *b)
{
    const char *begin = (const char *)b->at;
    const char *end = b->n > 1 ? memrchr(begin, '\n', b->n - 1) : NULL;

    return end ? end + 1 : b->n ? begin : "";
}

/* Did our host of PHP applications say at the end that this is no request of
 * it, or that its database is in the way? */
static bool
is_no_request(const Observed *o, Str *why)
{
    static const char mark[] = "culprit-php: ";
    const size_t n = sizeof mark - 1;
    const char *line = last_line(&o->err);

    if (o->ended.status != 2 || strncmp(line, mark, n) != 0)
        return false;
    const char *text = line + n;
    str_printf(why, "%s%.*s", no_request, (int)strcspn(text, "\n"), text);
    return true;
}

static Judgement
by_ending(Arena *a, const Test *t, const Observed *o, const Wanted *want,
          bool *decided)
{
    bool expected =
        want && want->known & COMPARE_STATUS && want->status == o->ended.status;
    Str why = {0};

    *decided = true;
    if (!o->ended.started)
        return not_started(a, &o->ended);
    if (o->ended.timed_out && want && want->timed_out) {
        str_puts(&why, "it timed out, and so did the reference");
        return verdict(a, VERDICT_UNKNOWN, &why);
    }
    if (o->ended.timed_out) {
        str_printf(&why, "timed out after %g s", o->limits.time_s);
        Judgement j = fail(a, &why);
        j.timed_out = true;
        return j;
    }
    if (!o->ended.signal && o->ended.status == t->rules.skip_status) {
        str_printf(&why, "skipped (exit status %d)", o->ended.status);
        return verdict(a, VERDICT_UNKNOWN, &why);
    }
    if (is_no_request(o, &why))
        return verdict(a, VERDICT_UNKNOWN, &why);
    if (oracle_sanitizer(&o->err, &why))
        return fail(a, &why);
    if (o->ended.signal && !expected)
        return killed(a, o);
    *decided = false;
    return pass();
}

static Judgement
judge_whole(Arena *a, const Test *t, const Observed *o, const Wanted *want)
{
    bool decided;
    Str why = {0};
    Judgement j = by_ending(a, t, o, want, &decided);

    if (decided)
        return j;
    if (want && want->missing) {
        str_puts(&why, want->missing);
        return verdict(a, VERDICT_UNKNOWN, &why);
    }
    if (want && want->known) {
        if (differs(o, want, &why))
            return fail(a, &why);
        return pass();
    }
    if (t->rules.tap) {
        Verdict v = tap_judge((const char *)o->out.at, o->out.n, &why);
        if (v != VERDICT_PASS)
            return verdict(a, v, &why);
        return by_status(a, t, o);
    }
    j = by_expressions(a, t, o, &decided);
    return decided ? j : by_status(a, t, o);
}

Judgement
oracle_judge(Arena *a, const Test *t, const Observed *o, const Wanted *want)
{
    const Judgement j = judge_whole(a, t, o, want);

    return members_is_point(t) ? members_judge(a, t, o, &j) : j;
}

Judgement
oracle_crash(Arena *a, const Test *t, const Observed *o)
{
    Wanted any = {.known = COMPARE_STATUS,
                  .status = o->ended.signal ? 0 : o->ended.status};

    return oracle_judge(a, t, o, &any);
}

bool
oracle_script(Arena *a, const char *script, const Observed *answer,
              Judgement *out, Diag *d)
{
    const Ended *e = &answer->ended;
    const char *text = answer->out.at ? (const char *)answer->out.at : "";
    size_t n = strcspn(text, "\n");

    *out = (Judgement){.verdict = VERDICT_UNKNOWN, .reason = ""};
    if (!e->started)
        return diag_fail(d, "the oracle %s cannot be started: %s", script,
                         strerror(e->error));
    if (e->timed_out)
        return diag_fail(d, "the oracle %s timed out", script);
    if (e->status >= STATUS_ABORT)
        return diag_fail(d,
                         "the oracle %s ended with %s: it should answer 0 "
                         "(pass), 125 (cannot tell) or 1 to 127 (fail)",
                         script,
                         e->signal ? strsignal(e->signal)
                                   : "a status of 128 or more");
    if (e->status == 0)
        out->verdict = VERDICT_PASS;
    else if (e->status != STATUS_UNKNOWN)
        out->verdict = VERDICT_FAIL;
    if (e->status == 0)
        return true;
    out->reason = n ? arena_strndup(a, text, n < 160 ? n : 160)
                    : arena_printf(a, "the oracle says %d", e->status);
    return true;
}

bool
oracle_agree(Arena *a, const Observed *x, const Observed *y, const char **why)
{
    Wanted w = {
        .known =
            COMPARE_STATUS | COMPARE_STDOUT | COMPARE_STDERR | COMPARE_FILES,
        .status = x->ended.status,
        .out = x->out,
        .err = x->err,
        .files = x->files,
    };
    Str text = {0};
    bool same = !differs(y, &w, &text);

    *why = arena_strdup(a, str_text(&text));
    str_done(&text);
    return same;
}

static const char contested[] = "natively it ";

Judgement
oracle_contest(Arena *a, const Judgement *native, const Judgement *variant)
{
    const bool fails = native->verdict == VERDICT_FAIL;
    const Judgement *failing = fails ? native : variant;

    return (Judgement){
        .verdict = VERDICT_UNKNOWN,
        .reason = arena_printf(a, "%s%s, instrumented it %s (%s)", contested,
                               fails ? "fails" : "passes",
                               fails ? "passes" : "fails", failing->reason)};
}

bool
oracle_is_contested(const Judgement *j)
{
    return j->verdict == VERDICT_UNKNOWN &&
           strncmp(j->reason, contested, strlen(contested)) == 0;
}

bool
oracle_is_no_request(const Judgement *j)
{
    return j->verdict == VERDICT_UNKNOWN &&
           strncmp(j->reason, no_request, sizeof no_request - 1) == 0;
}
