/* synthetic.c - stores of made-up programs and runs, and what CP takes.
 *
 * usage: synthetic write STORE FUNCTIONS BLOCKS TESTS   fill a new store
 *        synthetic cp STORE              milliseconds of CPU that CP takes,
 *                                        counting the runs left out
 *        synthetic usage TIMES COMMAND   least wall and CPU seconds and most
 *                                        kilobytes of the command; no output
 *
 * Functions have BLOCKS blocks and some 1.5 edges for each: ifs, loops and
 * early ends. A test calls a third of the functions one to three times, on
 * random ways, so counts are those of real flow, but no two tests are alike,
 * which is the worst case. One in fifty fails.
 */
#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "program/random_model.h"
#include "run/store.h"
#include "spectrum/cp.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct World World;
struct World {
    Random random;
    Program program;
    VEC(ProgramEdge) edges;
    uint32_t (*out)[2]; /* per block: its edges, the second may be none */
};

static void
add_edge(World *w, uint32_t from, uint32_t to, EdgeKind kind)
{
    static const char *const labels[] = {
        [EDGE_ENTRY] = "entry", [EDGE_EXIT] = "return", [EDGE_NEXT] = "",
        [EDGE_TRUE] = "true",   [EDGE_FALSE] = "false",
    };

    if (from != PROGRAM_NONE)
        w->out[from][w->out[from][0] != PROGRAM_NONE] = (uint32_t)w->edges.n;
    vec_push(&w->edges, (ProgramEdge){from, to, (uint8_t)kind, labels[kind]});
}

/* To the next block, and from half of them a jump over a few or back. */
static void
add_function(World *w, ProgramFunction *f)
{
    f->edge = (uint32_t)w->edges.n;
    add_edge(w, PROGRAM_NONE, f->block, EDGE_ENTRY);
    for (uint32_t i = 0; i < f->nblocks; i++) {
        uint32_t b = f->block + i, jump = i + 2 + random_below(&w->random, 8);
        if (i > 8 && random_below(&w->random, 4) == 0)
            jump = i - random_below(&w->random, 8);
        if (i + 1 == f->nblocks) {
            add_edge(w, b, PROGRAM_NONE, EDGE_EXIT);
        } else if (jump >= f->nblocks || random_below(&w->random, 2)) {
            add_edge(w, b, b + 1, EDGE_NEXT);
        } else {
            add_edge(w, b, f->block + jump, EDGE_TRUE);
            add_edge(w, b, b + 1, EDGE_FALSE);
        }
    }
    f->nedges = (uint32_t)w->edges.n - f->edge;
}

static void
make_program(World *w, uint32_t nfunctions, uint32_t nblocks)
{
    Program *p = &w->program;
    Arena *a = &p->arena;
    uint32_t n = nfunctions * nblocks;

    *p = (Program){.id = "synthetic", .n.files = 1};
    p->n.functions = nfunctions;
    p->n.blocks = p->n.statements = n;
    p->files = ARENA_NEW(a, ProgramFile);
    p->files[0].path = "synthetic.c";
    p->functions = ARENA_ARRAY(a, ProgramFunction, nfunctions);
    p->blocks = ARENA_ARRAY(a, ProgramBlock, n);
    p->statements = ARENA_ARRAY(a, ProgramStatement, n);
    w->out = mem_alloc(n * sizeof *w->out);
    memset(w->out, 0xff, n * sizeof *w->out);
    for (uint32_t f = 0; f < nfunctions; f++) {
        p->functions[f] = (ProgramFunction){
            .name = arena_printf(a, "function_%u", f),
            .line = f * nblocks + 1,
            .block = f * nblocks,
            .nblocks = nblocks,
        };
        for (uint32_t b = f * nblocks; b < (f + 1) * nblocks; b++) {
            p->blocks[b] = (ProgramBlock){
                .function = f, .statement = b, .nstatements = 1, .nreached = 1};
            p->statements[b] =
                (ProgramStatement){.block = b, .line = b + 1, .column = 5};
        }
        p->blocks[(f + 1) * nblocks - 1].flags = BLOCK_EXIT | BLOCK_RETURN;
        add_function(w, &p->functions[f]);
    }
    p->edges = arena_dup(a, w->edges.at, w->edges.n * sizeof *w->edges.at);
    p->n.edges = (uint32_t)w->edges.n;
}

/* One call: a random way from the entry to the exit. A test that fails takes
 * the first branch of the last function, others hardly ever. */
static void
call(World *w, uint32_t function, bool fails, uint64_t *counts)
{
    const ProgramFunction *f = &w->program.functions[function];
    bool faulty = function + 1 == w->program.n.functions;
    uint32_t edge = f->edge;

    for (;;) {
        counts[edge]++;
        uint32_t at = w->program.edges[edge].to;
        if (at == PROGRAM_NONE)
            return;
        bool two = w->out[at][1] != PROGRAM_NONE;
        uint32_t way = two ? random_below(&w->random, 2) : 0;
        if (two && faulty && fails)
            way = 0, fails = false;
        edge = w->out[at][way];
    }
}

static bool
put_tests(World *w, Store *store, uint32_t ntests, Diag *d)
{
    const Program *p = &w->program;
    uint64_t *counts = mem_alloc(p->n.edges * sizeof *counts);
    bool ok = store_begin(store, d);

    for (uint32_t t = 0; ok && t < ntests; t++) {
        char name[64], digest[40];
        bool fails = t % 50 == 7;
        memset(counts, 0, p->n.edges * sizeof *counts);
        for (uint32_t f = 0; f < p->n.functions; f++) {
            bool called = random_below(&w->random, 3) == 0 ||
                          (fails && f + 1 == p->n.functions);
            uint32_t calls = called ? 1 + random_below(&w->random, 3) : 0;
            for (; calls > 0; calls--)
                call(w, f, fails, counts);
        }
        snprintf(name, sizeof name, "--case %u < inputs/%05u", t, t);
        snprintf(digest, sizeof digest, "%032x", t);
        ok = store_put(
            store,
            &(StoredRun){.test = name,
                         .name = name,
                         .digest = digest,
                         .origin = "suite",
                         .place = t,
                         .verdict = fails ? VERDICT_FAIL : VERDICT_PASS,
                         .reason = fails ? "exit status 1" : "",
                         .end = {.status = fails,
                                 .stdout_digest = digest,
                                 .stderr_digest = digest,
                                 .wall_s = 0.001,
                                 .cpu_s = 0.001},
                         .counts.edges = counts},
            d);
        if (ok && t % 200 == 199) /* as culprit run does */
            ok = store_commit(store, d) && store_begin(store, d);
    }
    ok = ok && store_commit(store, d);
    free(counts);
    return ok;
}

static bool
write_store(char **argv, Diag *d)
{
    World w = {.random = {88172645463325252u}};
    Store *store = NULL;

    make_program(&w, (uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]));
    bool ok = program_check(&w.program, d) &&
              store_open(argv[0], true, &store, d) &&
              store_set_program(store, &w.program, "synthetic", d) &&
              put_tests(&w, store, (uint32_t)atoi(argv[3]), d);
    store_close(store);
    if (ok)
        printf("%u blocks %u edges\n", w.program.n.blocks, w.program.n.edges);
    vec_done(&w.edges);
    free(w.out);
    program_done(&w.program);
    return ok;
}

static double
clock_s(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool
time_cp(char **argv, Diag *d)
{
    Store *store = NULL;
    Program program = {0};
    Runs runs = {0};
    double least = 1e9;
    bool ok = store_open(argv[0], false, &store, d) &&
              store_load_program(store, &program, d) &&
              store_load(store, &program, &runs, d);

    for (int i = 0; ok && i < 10; i++) {
        Spectrum s;
        Arena a = {0};
        Cp cp;
        spectrum_init(&s, &runs, NULL, 0);
        double start = clock_s(CLOCK_PROCESS_CPUTIME_ID);
        cp_solve(&s, CP_PUBLISHED, &a, &cp);
        double took = clock_s(CLOCK_PROCESS_CPUTIME_ID) - start;
        least = took < least ? took : least;
        arena_done(&a);
        spectrum_done(&s);
    }
    if (ok)
        printf("%.3f\n", least * 1000);
    store_close(store);
    runs_done(&runs);
    program_done(&program);
    return ok;
}

static bool
measure_usage(char **argv, Diag *d)
{
    double wall = 1e9, cpu = 1e9;
    long kilobytes = 0;

    for (int i = atoi(argv[0]); i > 0; i--) {
        struct rusage u;
        int status = -1;
        double start = clock_s(CLOCK_MONOTONIC);
        pid_t pid = fork();
        if (pid == 0) {
            int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
            dup2(null, 1);
            dup2(null, 2);
            execvp(argv[1], argv + 1);
            _exit(127);
        }
        if (pid < 0 || wait4(pid, &status, 0, &u) < 0 || status != 0)
            return diag_fail(d, "%s failed", argv[1]);
        double took = clock_s(CLOCK_MONOTONIC) - start;
        double used = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                      (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
        wall = took < wall ? took : wall;
        cpu = used < cpu ? used : cpu;
        kilobytes = u.ru_maxrss > kilobytes ? u.ru_maxrss : kilobytes;
    }
    printf("%.4f %.4f %ld\n", wall, cpu, kilobytes);
    return true;
}

int
main(int argc, char **argv)
{
    Diag d;
    bool ok;

    diag_init(&d);
    if (argc == 6 && strcmp(argv[1], "write") == 0)
        ok = write_store(argv + 2, &d);
    else if (argc == 3 && strcmp(argv[1], "cp") == 0)
        ok = time_cp(argv + 2, &d);
    else if (argc > 3 && strcmp(argv[1], "usage") == 0)
        ok = measure_usage(argv + 2, &d);
    else
        ok = diag_fail(&d, "usage: see the head of synthetic.c");
    if (!ok)
        fprintf(stderr, "synthetic: %s\n", d.error);
    diag_done(&d);
    return ok ? 0 : 2;
}
