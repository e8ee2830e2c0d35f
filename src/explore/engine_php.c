/* engine_php.c - the engine for PHP applications: their host records terms,
 * and solves.
 *
 * A recording is packed into bytes when its run has ended. To flip a step they
 * go to a process of the host, in which PHP itself evaluates what is tried; if
 * that takes too long it is killed, and another one started.
 */
#include "explore/engine_kind.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "explore/numbers.h"
#include "explore/request_input.h"
#include "php/terms.h"
#include "variant/php.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ANSWER_MS = 5000 };

/* The recording of a run. */
typedef struct PhpRun PhpRun;
struct PhpRun {
    Str bytes;
    Terms terms;
    uint8_t *unsolved; /* of each step: nothing was found */
};

typedef struct PhpEngine PhpEngine;
struct PhpEngine {
    char *variant, *launch, *host;
    uint8_t *map; /* of the recording's file */
    uint64_t size;
    pid_t solver; /* 0: none */
    int ask, hear;
    bool answered; /* the host did what it was asked, once at least */
};

/* Life */

static bool
map_file(PhpEngine *p, const char *dir, Diag *d)
{
    TermsHeader h;
    char *path = io_join(dir, TERMS_FILE);
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    terms_blank(&h, &p->size);
    void *at = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, (off_t)p->size) == 0)
        at = mmap(NULL, p->size, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (fd >= 0)
        close(fd);
    p->map = at == MAP_FAILED ? NULL : at;
    const bool ok = p->map || diag_errno(d, "cannot make %s", path);
    free(path);
    return ok;
}

static void
stop_solver(PhpEngine *p)
{
    if (!p->solver)
        return;
    close(p->ask);
    close(p->hear);
    kill(p->solver, SIGKILL);
    spawn_wait(p->solver);
    p->solver = 0;
}

static void
close_php(void *own)
{
    PhpEngine *p = own;

    stop_solver(p);
    if (p->map)
        munmap(p->map, p->size);
    free(p->variant);
    free(p->launch);
    free(p->host);
    free(p);
}

static bool
open_php(const EngineSpec *spec, const char *dir, void **own, Diag *d)
{
    PhpEngine *p = *own = mem_zalloc(1, sizeof *p);

    p->launch = mem_strdup(spec->subject->path);
    return php_host(&p->host, d) &&
           variant_confined(spec->variant, &p->variant, d) &&
           map_file(p, dir, d);
}

static const char *
program_php(void *own)
{
    return ((PhpEngine *)own)->variant;
}

static void
begin_php(void *own)
{
    PhpEngine *p = own;
    uint64_t size;

    terms_blank((void *)p->map, &size);
}

/* Reading */

static uint64_t
mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 31;
}

static uint64_t
hash_text(const Terms *t, const TermNode *n)
{
    return hash_bytes(t->texts + n->arg[0], n->arg[1]);
}

/* Of every node: its kind, and what its operands are; of symbols their names
 * alone. */
static uint64_t *
hash_nodes(const Terms *t)
{
    uint64_t *h = mem_zalloc((size_t)t->nnodes + 1, sizeof *h);

    for (uint32_t i = 1; i < t->nnodes; i++) {
        const TermNode *n = &t->nodes[i];
        const bool constant = n->kind == TERM_CONST;
        h[i] = mix(n->kind, n->kind == TERM_SYMBOL ? 0 : n->code);
        if (n->kind == TERM_SYMBOL || (constant && n->code >= TERM_STRING))
            h[i] = mix(h[i], hash_text(t, n));
        else
            for (unsigned k = 0; k < TERM_OPERANDS; k++)
                h[i] = mix(h[i], constant ? n->arg[k] : h[n->arg[k]]);
    }
    return h;
}

static void
make_path(const Terms *t, Decisions *out)
{
    uint64_t *hashes = hash_nodes(t);
    Numbers decided = {0};

    *out = (Decisions){
        .at = mem_zalloc((size_t)t->nsteps + 1, sizeof *out->at),
        .n = t->nsteps,
    };
    for (uint32_t i = 0; i < t->nsteps; i++)
        out->at[i] = (Decision){
            .branch = t->steps[i].branch,
            .outcome = t->steps[i].taken,
            .step = i,
            .shape = hashes[t->steps[i].node],
            .others = 1,
            .repeated = !numbers_add(&decided, hashes[t->steps[i].node]),
        };
    numbers_done(&decided);
    free(hashes);
    decisions_number(out);
}

/* What the host complains of at once will not be better later. Requests that
 * are made up may be refused: they name no script, perhaps. */
static bool
check_host(PhpEngine *p, const EngineRun *run, Diag *d)
{
    static const char prefix[] = "culprit-php: ";
    const size_t n = sizeof prefix - 1;

    if (!p->answered && run->ended.status == 2 && run->err.n > n &&
        memcmp(run->err.at, prefix, n) == 0)
        return diag_fail(d, "%.*s",
                         (int)strcspn((const char *)run->err.at + n, "\n"),
                         (const char *)run->err.at + n);
    p->answered = true;
    return true;
}

static bool
read_php(void *own, EngineRun *out, EngineStats *stats, Diag *d)
{
    PhpEngine *p = own;
    PhpRun *r = mem_zalloc(1, sizeof *r);
    Terms t;

    out->own = r;
    if (!check_host(p, out, d) || !terms_parse(p->map, p->size, &t, d))
        return false;
    terms_pack(&t, &r->bytes);
    if (!terms_parse((const uint8_t *)r->bytes.at, r->bytes.n, &r->terms, d))
        return false;
    r->unsolved = mem_zalloc((size_t)t.nsteps + 1, 1);
    make_path(&r->terms, &out->path);
    out->failed = r->terms.header->failed;
    stats->steps += t.nsteps;
    stats->nodes += t.nnodes;
    stats->full += t.header->full != 0;
    for (unsigned i = 0; i < TERMS_NREASONS; i++)
        stats->terms[i] += t.header->reasons[i];
    return true;
}

static void
drop_php(EngineRun *run)
{
    PhpRun *r = run->own;

    if (r) {
        str_done(&r->bytes);
        free(r->unsolved);
        free(r);
    }
    run->own = NULL;
}

static size_t
size_php(const EngineRun *run)
{
    const PhpRun *r = run->own;

    return r ? r->bytes.n : 0;
}

/* Asking */

static bool
start_solver(PhpEngine *p, Diag *d)
{
    int to[2], from[2];
    char option[] = "--solve";
    char *argv[] = {p->host, option, p->launch, NULL};

    if (p->solver)
        return true;
    if (pipe2(to, O_CLOEXEC) != 0)
        return diag_errno(d, "cannot make a pipe");
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]), close(to[1]);
        return diag_errno(d, "cannot make a pipe");
    }
    const Spawn spawn = {.argv = argv, .in = to[0], .out = from[1], .err = 2};
    const bool ok = spawn_start(&spawn, &p->solver, d);
    close(to[0]);
    close(from[1]);
    p->ask = to[1];
    p->hear = from[0];
    if (!ok) {
        close(p->ask), close(p->hear);
        p->solver = 0;
    }
    return ok;
}

static bool
send_all(int fd, const void *at, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = write(fd, (const char *)at + done, n - done);
        if (k < 0 && errno != EINTR)
            return false;
        done += k > 0 ? (size_t)k : 0;
    }
    return true;
}

static bool
hear_all(int fd, void *at, size_t n)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};

    for (size_t done = 0; done < n;) {
        const int ready = poll(&poll_fd, 1, ANSWER_MS);
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return false;
        const ssize_t k = read(fd, (char *)at + done, n - done);
        if (k == 0 || (k < 0 && errno != EINTR))
            return false;
        done += k > 0 ? (size_t)k : 0;
    }
    return true;
}

/* What is answered follows in *body, which the caller frees. */
static bool
ask(PhpEngine *p, const TermAsk *question, const PhpRun *r, TermReply *reply,
    char **body, Diag *d)
{
    enum { MOST = 1 << 20 };

    *body = NULL;
    if (!start_solver(p, d))
        return false;
    bool ok = send_all(p->ask, question, sizeof *question) &&
              send_all(p->ask, r->bytes.at, r->bytes.n) &&
              hear_all(p->hear, reply, sizeof *reply) &&
              reply->magic == TERMS_VERSION && reply->size < MOST;
    if (ok) {
        *body = mem_zalloc(reply->size + 1, 1);
        ok = hear_all(p->hear, *body, reply->size);
    }
    if (!ok)
        stop_solver(p);
    return ok || diag_fail(d, "the PHP host does not solve");
}

/* The input with the values of the answer. */
static bool
rewrite(const Terms *t, const TermReply *reply, const char *body,
        const Input *base, Arena *a, Input *out)
{
    size_t at = 0;

    *out = *base;
    for (uint32_t i = 0; i < reply->n; i++) {
        TermGiven g;
        if (reply->size - at < sizeof g)
            return false;
        memcpy(&g, body + at, sizeof g);
        at += sizeof g;
        if (g.symbol >= t->nnodes || t->nodes[g.symbol].kind != TERM_SYMBOL ||
            g.length > reply->size - at)
            return false;
        const TermText name = terms_name(t, g.symbol);
        const RequestChange c = {
            .symbol = {arena_strndup(a, name.at, name.n), name.n},
            .value = {arena_strndup(a, body + at, g.length), g.length},
            .given = g.given != 0,
        };
        at += g.length;
        const Input before = *out;
        if (!request_input_change(a, &before, &c, out))
            return false;
    }
    return true;
}

static Answer
flip_php(void *own, EngineRun *run, const Input *base, const Flip *f, Arena *a,
         Input *out)
{
    PhpRun *r = run->own;
    const TermAsk question = {.kind = TERM_ASK_FLIP,
                              .size = (uint32_t)r->bytes.n,
                              .step = f->step,
                              .taken = f->outcome};
    TermReply reply;
    char *body;
    Diag d;

    if (r->unsolved[f->step])
        return SOLVE_UNKNOWN;
    diag_init(&d);
    const bool ok = ask(own, &question, r, &reply, &body, &d) && reply.n > 0 &&
                    rewrite(&r->terms, &reply, body, base, a, out) &&
                    input_check(out, &d);
    r->unsolved[f->step] = !ok;
    diag_done(&d);
    free(body);
    return ok ? SOLVE_SAT : SOLVE_UNKNOWN;
}

static bool
check_php(void *own, EngineRun *run, Diag *d)
{
    const PhpRun *r = run->own;
    const TermAsk question = {.kind = TERM_ASK_CHECK,
                              .size = (uint32_t)r->bytes.n};
    TermReply reply;
    char *body;

    const bool ok = ask(own, &question, r, &reply, &body, d);
    free(body);
    if (ok && reply.n && reply.wrong < r->terms.nsteps)
        return diag_fail(d,
                         "%u of %u steps do not evaluate to what they were; "
                         "the first is %u, on line %u",
                         reply.n, r->terms.nsteps, reply.wrong,
                         r->terms.steps[reply.wrong].line);
    return ok;
}

/* Looking */

static void
units_php(EngineRun *run, uint32_t step, EngineUnits *out)
{
    const PhpRun *r = run->own;
    const uint32_t node = r->terms.steps[step].node;
    uint8_t *set = mem_zalloc((size_t)node + 1, 1);

    terms_mark(&r->terms, node, set);
    for (uint32_t i = 1; i <= node; i++)
        if (set[i] && r->terms.nodes[i].kind == TERM_SYMBOL) {
            const TermText name = terms_name(&r->terms, i);
            vec_push(out, hash_bytes(name.at, name.n));
        }
    free(set);
}

/* The host says so itself. */
static bool
crashed_php(const EngineRun *run)
{
    static const char said[] = "SUMMARY: PHP: ";

    return run->ended.signal
               ? !run->ended.timed_out
               : run->err.n && memmem(run->err.at, run->err.n, said,
                                      sizeof said - 1) != NULL;
}

static void
dump_php(const EngineRun *run, FILE *out)
{
    const PhpRun *r = run->own;

    for (uint32_t i = 0; i < r->terms.nsteps; i++) {
        const TermStep *s = &r->terms.steps[i];
        uint8_t *set = mem_zalloc((size_t)s->node + 1, 1);
        fprintf(out, "step %u line %u: %s%s by", i, s->line,
                s->taken ? "true" : "false", s->checks ? " (a check)" : "");
        terms_mark(&r->terms, s->node, set);
        for (uint32_t k = 1; k <= s->node; k++)
            if (set[k] && r->terms.nodes[k].kind == TERM_SYMBOL) {
                const TermText name = terms_name(&r->terms, k);
                fprintf(out, " [%.*s]", (int)name.n, name.at);
            }
        fputc('\n', out);
        free(set);
    }
}

const EngineKind engine_php = {
    .life = {open_php, close_php, program_php, begin_php, read_php},
    .recording = {.drop = drop_php,
                  .size = size_php,
                  .units = units_php,
                  .check = check_php,
                  .dump = dump_php},
    .flip = flip_php,
    .crashed = crashed_php,
    .empty = request_input_empty,
    .similar = request_input_similar,
};
