/* answers.c - the person as the oracle. */
#include "run/answers.h"

#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 2000 }; /* bytes of each text */

static const struct {
    char letter;
    Verdict verdict;
    const char *reason;
} answers[] = {
    {'p', VERDICT_PASS, ""},
    {'f', VERDICT_FAIL, "you said so"},
    {'u', VERDICT_UNKNOWN, "you cannot tell"},
};

bool
ask_open(Ask *a, Store *store, const char *setup, Diag *d)
{
    *a = (Ask){.in = open("/dev/tty", O_RDONLY | O_CLOEXEC),
               .store = store,
               .setup = setup};
    a->out = a->in >= 0 ? fopen("/dev/tty", "we") : NULL;
    if (a->out && isatty(a->in))
        return true;
    ask_close(a);
    return diag_fail(d, "--ask needs a terminal to ask on; without one use "
                        "--oracle, --reference or --crash");
}

void
ask_close(Ask *a)
{
    if (a->out) {
        fclose(a->out);
        close(a->in);
    }
    a->out = NULL;
}

/* Bytes as a terminal may be sent them. */
static void
show_bytes(FILE *out, const char *what, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    size_t shown = n < SHOWN ? n : SHOWN;

    if (n == 0)
        return;
    fprintf(out, "--- %s, %zu byte%s:\n", what, n, n == 1 ? "" : "s");
    for (size_t i = 0; i < shown; i++) {
        if (at[i] == '\n' || at[i] == '\t' || (at[i] >= ' ' && at[i] != 127))
            putc(at[i], out);
        else
            fprintf(out, "\\%03o", at[i]);
    }
    if (at[shown - 1] != '\n')
        putc('\n', out);
    if (shown < n)
        fprintf(out, "(%zu more bytes)\n", n - shown);
}

static void
show(const Ask *a, const Input *in, const Observed *o)
{
    Str line = {0};

    input_show(in, 400, &line);
    fprintf(a->out, "\n=== %s\n", str_text(&line));
    str_done(&line);
    if (in->has_stdin)
        show_bytes(a->out, "input", in->in.at, in->in.n);
    for (size_t i = 0; i < in->nfiles; i++)
        show_bytes(a->out, in->files[i].name, in->files[i].bytes.at,
                   in->files[i].bytes.n);
    show_bytes(a->out, "output", o->out.at, o->out.n);
    show_bytes(a->out, "error output", o->err.at, o->err.n);
    if (o->ended.timed_out)
        fputs("--- it took too long\n", a->out);
    else if (o->ended.signal)
        fprintf(a->out, "--- killed by SIG%s\n",
                sigabbrev_np(o->ended.signal) ? sigabbrev_np(o->ended.signal)
                                              : "?");
    else
        fprintf(a->out, "--- exit status %d\n", o->ended.status);
}

/* Has somebody asked us to end? Pools keep such signals waiting. */
static bool
is_interrupted(void)
{
    sigset_t waiting;

    return sigpending(&waiting) == 0 &&
           (sigismember(&waiting, SIGINT) || sigismember(&waiting, SIGTERM) ||
            sigismember(&waiting, SIGHUP));
}

/* The first letter of a line; 0 at the end. */
static char
read_answer(const Ask *a)
{
    char first = 0, c = 0;
    bool any = false;

    while (c != '\n') {
        struct pollfd p = {.fd = a->in, .events = POLLIN};
        int ready = poll(&p, 1, 200);
        if (is_interrupted())
            return 0;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        if (read(a->in, &c, 1) != 1)
            return 0;
        if (!any && c != '\n' && c != ' ') {
            any = true;
            first = (char)tolower((unsigned char)c);
        }
    }
    return any ? first : '\n';
}

static bool
prompt(Ask *a, Verdict *v, Diag *d)
{
    for (;;) {
        fputs("Is this right? p(ass), f(ail), u(nknown), q(uit): ", a->out);
        fflush(a->out);
        char answer = read_answer(a);
        if (!answer || answer == 'q') {
            a->ended = true;
            return diag_fail(d, "no more answers; those given are kept");
        }
        for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
            if (answer == answers[i].letter) {
                *v = answers[i].verdict;
                return true;
            }
    }
}

static Digest
key_of(const Ask *a, const Input *in, const Observed *o)
{
    Input alone = *in; /* the person sees no other files, either */
    alone.around = NULL;
    Digest input = input_digest(&alone), out = hash_digest(o->out.at, o->out.n),
           err = hash_digest(o->err.at, o->err.n);
    Str s = {0};

    str_printf(&s, "%s %s %s %s %d %d", a->setup, input.hex, out.hex, err.hex,
               o->ended.timed_out ? 0 : o->ended.status, o->ended.timed_out);
    Digest key = hash_digest(s.at, s.n);
    str_done(&s);
    return key;
}

bool
ask_verdict(Ask *a, const Input *in, const Observed *o, Judgement *out, Diag *d)
{
    Digest key = key_of(a, in, o);
    Str known = {0};
    bool has = false;
    Verdict v = VERDICT_UNKNOWN;

    if (a->ended)
        return diag_fail(d, "no more answers; those given are kept");
    bool ok = store_find_note(a->store, "answer", key.hex, &known, &has, d);
    if (ok && has && known.n == 1 && known.at[0] >= 0 &&
        known.at[0] <= VERDICT_UNKNOWN) {
        v = (Verdict)known.at[0];
        a->nknown++;
    } else if (ok) {
        show(a, in, o);
        ok = prompt(a, &v, d);
        char byte = (char)v;
        a->nasked += ok;
        ok = ok && store_put_note(a->store, "answer", key.hex, &byte, 1, d);
    }
    str_done(&known);
    *out = (Judgement){.verdict = v, .reason = ""};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (answers[i].verdict == v)
            out->reason = answers[i].reason;
    return ok;
}
