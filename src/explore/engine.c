/* engine.c - run an input concolically; solve for another one; see whether it
 * went where it should.
 *
 * The recording's file is made once and stays mapped: between runs only its
 * header is written anew, since records beyond their counts mean nothing.
 */
#include "explore/engine.h"

#include "base/mem.h"
#include "base/vec.h"
#include "explore/engine_kind.h"
#include "explore/rewrite.h"
#include "explore/similar.h"
#include "format/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { /* records there is room for; the file is sparse */
       NODES = 12 << 20,
       TABLES = 16 << 20,
       SYMBOLS = 1 << 20,
       STEPS = 4 << 20,
       OUTPUTS = 1 << 20,
       TEXTS = 1 << 20,
};

const char *const agreement_words[AGREE_KINDS] = {
    [AGREE_YES] = "as predicted",
    [AGREE_EARLY] = "parted before the flip",
    [AGREE_SAME] = "did not flip",
    [AGREE_OTHER] = "did not flip, as the condition was another one",
    [AGREE_SHORT] = "ended before the flip",
    [AGREE_KILLED] = "took too long",
};

/* The files that a run and we share. */
typedef struct EngineFiles EngineFiles;
struct EngineFiles {
    char *dir, *record, *alter;
    uint8_t *map; /* of the recording's file */
    size_t size;
    size_t alter_size; /* of files of alterations, at least */
};

/* What is in the working directory. */
typedef struct EnginePlace EnginePlace;
struct EnginePlace {
    Arena placed;
    Input input;
    Test test;
    bool has_place;
    unsigned nplaces;
    struct timespec made; /* when it was last changed by us */
};

/* How far runs may go. */
typedef struct EngineBounds EngineBounds;
struct EngineBounds {
    uint64_t sites; /* of altered runs */
    Deadline until;
};

/* What holds runs back, if they do not do so themselves. */
typedef struct EngineCage EngineCage;
struct EngineCage {
    Confine confine;
    bool is_made;
};

typedef struct EngineLanguage EngineLanguage;
struct EngineLanguage {
    const EngineKind *kind;
    void *own; /* the kind's */
};

struct Engine {
    EngineSpec spec;
    RunRoot root;
    EngineFiles files;
    EngineCage cage;
    Pool *pool;
    Solver *solver;
    ConcolicHeader request;
    EngineStats stats;
    Problem *problem;
    EnginePlace place;
    EngineBounds bounds;
    EngineLanguage language;
};

/* The recording's file */

static uint64_t
region(ConcolicRegion *r, uint64_t at, uint64_t cap, size_t size)
{
    *r = (ConcolicRegion){.offset = at, .cap = cap};
    return (at + cap * size + 4095) & ~(uint64_t)4095;
}

static bool
make_request(Engine *e, Diag *d)
{
    ConcolicHeader *h = &e->request;
    EngineSpec *s = &e->spec;
    uint64_t at = CONCOLIC_PAGE;
    size_t used = 0;

    if (!s->clock)
        s->clock = (uint64_t)time(NULL) * 1000000000;
    *h = (ConcolicHeader){.magic = CONCOLIC_MAGIC,
                          .version = CONCOLIC_VERSION,
                          .request.sources = s->sources,
                          .request.grow = s->grow,
                          .request.window = s->window,
                          .request.patience = s->patience,
                          .request.clock = s->clock};
    size_t n = strlen(s->subject->program.id);
    if (n >= sizeof h->id)
        bug("the program's id has %zu bytes", n);
    memcpy(h->id, s->subject->program.id, n);
    for (const char *const *name = s->names; name && *name; name++) {
        n = strlen(*name) + 1;
        if (used + n >= sizeof h->request.names)
            return diag_fail(d, "too many symbolic variables");
        memcpy(h->request.names + used, *name, n);
        used += n;
    }
    at = region(&h->regions.nodes, at, s->nodes ? s->nodes : NODES,
                sizeof(ConcolicNode));
    at = region(&h->regions.tables, at, TABLES, sizeof(uint32_t));
    at = region(&h->regions.symbols, at, SYMBOLS, sizeof(ConcolicSymbol));
    at = region(&h->regions.steps, at, STEPS, sizeof(ConcolicStep));
    at = region(&h->regions.outputs, at, OUTPUTS, sizeof(ConcolicOutput));
    at = region(&h->regions.texts, at, TEXTS, 1);
    e->files.size = at;
    return true;
}

static bool
map_record(Engine *e, Diag *d)
{
    int fd = open(e->files.record, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0 || ftruncate(fd, (off_t)e->files.size) != 0) {
        if (fd >= 0)
            close(fd);
        return diag_errno(d, "cannot make %s", e->files.record);
    }
    void *at = mmap(NULL, e->files.size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_NORESERVE, fd, 0);
    close(fd);
    if (at == MAP_FAILED)
        return diag_errno(d, "cannot map %s", e->files.record);
    e->files.map = at;
    return true;
}

/* Life */

static const EngineKind engine_c;

static bool
open_confine(Engine *e, Diag *d)
{
    ConfineMeans means;

    confine_probe(&means);
    e->cage.is_made = confine_open(&e->cage.confine, &means,
                                   &(ConfineFiles){.writable = e->files.dir},
                                   e->spec.processes, d);
    return e->cage.is_made;
}

bool
engine_open(const EngineSpec *spec, Engine **out, Diag *d)
{
    Engine *e = mem_zalloc(1, sizeof *e);

    e->spec = *spec;
    e->root.lock = -1;
    bool ok = solver_new(&spec->solver, &e->solver, d) &&
              rundir_open(false, &e->root, d) &&
              rundir_make(&e->root, &e->files.dir, d);
    if (ok) {
        e->files.record = io_join(e->files.dir, CONCOLIC_FILE);
        e->files.alter = io_join(e->files.dir, ALTER_FILE);
        ok = pool_open(1, &e->pool, d);
    }
    if (ok) {
        e->language.kind =
            subject_is_php(spec->subject) ? &engine_php : &engine_c;
        e->language.own = e;
        ok = e->language.kind->life.open(spec, e->files.dir, &e->language.own,
                                         d);
    }
    *out = e;
    if (!ok) {
        engine_close(e);
        *out = NULL;
    }
    return ok;
}

void
engine_close(Engine *e)
{
    if (!e)
        return;
    pool_close(e->pool);
    if (e->language.kind)
        e->language.kind->life.close(e->language.own);
    if (e->cage.is_made)
        confine_close(&e->cage.confine);
    if (e->files.map)
        munmap(e->files.map, e->files.size);
    rundir_close(&e->root);
    solver_free(e->solver);
    arena_done(&e->place.placed);
    free(e->files.dir);
    free(e->files.record);
    free(e->files.alter);
    free(e);
}

bool
engine_twin(const Engine *e, Engine **out, Diag *d)
{
    if (!engine_open(&e->spec, out, d))
        return false;
    (*out)->bounds = e->bounds;
    return true;
}

Solver *
engine_solver(Engine *e)
{
    return e->solver;
}

const EngineSpec *
engine_spec(const Engine *e)
{
    return &e->spec;
}

const EngineStats *
engine_stats(const Engine *e)
{
    return &e->stats;
}

void
engine_limit(Engine *e, double time_s, uint64_t sites)
{
    e->spec.limits.time_s = time_s;
    e->bounds.sites = sites;
}

void
engine_end_at(Engine *e, const Deadline *until)
{
    e->bounds.until = until->cpu ? (Deadline){0} : *until;
}

bool
engine_interrupted(Engine *e)
{
    return pool_interrupted(e->pool);
}

/* The working directory */

static bool
same_names(const Input *x, const Input *y)
{
    if (x->nfiles != y->nfiles || x->around != y->around)
        return false;
    for (size_t i = 0; i < x->nfiles; i++)
        if (strcmp(x->files[i].name, y->files[i].name) != 0)
            return false;
    return true;
}

static bool
put(const char *path, InputBytes b, Diag *d)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    if (fd < 0)
        return diag_errno(d, "cannot make %s", path);
    bool ok = true;
    for (size_t at = 0; ok && at < b.n;) {
        ssize_t n = write(fd, b.at + at, b.n - at);
        if (n > 0)
            at += (size_t)n;
        else
            ok = n < 0 && errno == EINTR;
    }
    close(fd);
    return ok || diag_errno(d, "cannot write %s", path);
}

static bool
is_untouched(const Engine *e)
{
    struct stat st;

    return stat(e->place.test.dir, &st) == 0 &&
           st.st_mtim.tv_sec == e->place.made.tv_sec &&
           st.st_mtim.tv_nsec == e->place.made.tv_nsec;
}

/* Another input of the same shape: only its bytes are put in place. */
static bool
replace(Engine *e, Arena *a, const Input *in, Test *t, Diag *d)
{
    bool ok = true;

    *t = e->place.test;
    t->argv = ARENA_ARRAY(a, char *, in->nargs + 2);
    t->argv[0] = e->spec.subject->path;
    for (size_t i = 0; i < in->nargs; i++)
        t->argv[i + 1] = arena_strndup(a, in->args[i].n ? in->args[i].at : "",
                                       in->args[i].n);
    t->env = ARENA_ARRAY(a, char *, in->nenv + 1);
    for (size_t i = 0; i < in->nenv; i++)
        t->env[i] = arena_strndup(a, in->env[i].at, in->env[i].n);
    const char *file = arena_printf(a, "%s/../stdin", e->place.test.dir);
    t->input = in->has_stdin ? file : NULL;
    if (in->has_stdin)
        ok = put(file, in->in, d);
    for (size_t i = 0; ok && i < in->nfiles; i++)
        ok = put(arena_printf(a, "%s/%s", e->place.test.dir, in->files[i].name),
                 in->files[i].bytes, d);
    return ok;
}

/* The input as a test, in a working directory that has nothing else. */
static bool
place(Engine *e, Arena *a, const Input *in, Test *t, Diag *d)
{
    struct stat st;

    if (!input_check(in, d))
        return false;
    if (e->place.has_place && same_names(&e->place.input, in) &&
        is_untouched(e))
        return replace(e, a, in, t, d);
    if (e->place.has_place) {
        char *old = io_dirname(e->place.test.dir);
        io_remove_tree(old);
        free(old);
        arena_done(&e->place.placed);
        e->place.placed = (Arena){0};
        e->place.has_place = false;
    }
    const char *dir = arena_printf(&e->place.placed, "%s/%u", e->files.dir,
                                   e->place.nplaces++);
    if (mkdir(dir, 0700) != 0)
        return diag_errno(d, "cannot make %s", dir);
    e->place.input = input_copy(&e->place.placed, in);
    e->place.input.around = in->around; /* compared by address */
    if (!input_place(&e->place.placed, in, e->spec.subject->path, dir,
                     &e->place.test, d))
        return false;
    if (stat(e->place.test.dir, &st) != 0)
        return diag_errno(d, "cannot look at %s", e->place.test.dir);
    e->place.made = st.st_mtim;
    e->place.has_place = true;
    *t = e->place.test;
    return true;
}

/* Running */

static bool
put_alterations(Engine *e, const AlterEntry *alter, size_t n, Diag *d)
{
    AlterHeader h = {.magic = ALTER_MAGIC,
                     .version = ALTER_VERSION,
                     .n = (uint32_t)n,
                     .limit = e->bounds.sites};
    Str s = {0};

    if (n == 0) {
        unlink(e->files.alter);
        return true;
    }
    memcpy(h.id, e->request.id, sizeof h.id);
    str_add(&s, &h, sizeof h);
    str_add(&s, alter, n * sizeof *alter);
    bool ok = put(e->files.alter, (InputBytes){.at = s.at, .n = s.n}, d) &&
              (s.n >= e->files.alter_size ||
               truncate(e->files.alter, (off_t)e->files.alter_size) == 0 ||
               diag_errno(d, "cannot make %s longer", e->files.alter));
    str_done(&s);
    return ok;
}

static uint64_t
count_altered(const Engine *e)
{
    AlterHeader h = {0};
    int fd = open(e->files.alter, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return 0;
    if (read(fd, &h, sizeof h) != sizeof h)
        h.done = 0;
    close(fd);
    return h.done;
}

void
engine_keep_alterations(Engine *e, size_t n)
{
    e->files.alter_size = n ? sizeof(AlterHeader) + n * sizeof(AlterEntry) : 0;
}

bool
engine_read_alterations(const Engine *e, AlterEntry *out, size_t n, Diag *d)
{
    Bytes b;

    if (!io_read(e->files.alter, &b, d))
        return false;
    const bool whole = b.n >= sizeof(AlterHeader) + n * sizeof *out;
    if (whole && n)
        memcpy(out, b.at + sizeof(AlterHeader), n * sizeof *out);
    io_bytes_done(&b);
    return whole || diag_fail(d, "%s was cut short", e->files.alter);
}

static bool
names(const char *variable, const char *element)
{
    const size_t n = strcspn(variable, "=");

    return strncmp(variable, element, n) == 0 && element[n] == '=';
}

static char **
environment(Engine *e, Arena *a, const Test *t)
{
    VEC(char *) v = {0};

    vec_push(&v, arena_printf(a, CULPRIT_TASK_ENV "=%s", e->files.dir));
    vec_push(&v, arena_printf(a, CULPRIT_RUN_ENV "=%s", e->files.dir));
    for (char **p = t->env; p && *p; p++)
        vec_push(&v, *p);
    const size_t chosen = v.n;
    for (char **p = environ; *p; p++) {
        size_t i = 0;
        while (i < chosen && !names(v.at[i], *p))
            i++;
        if (i == chosen)
            vec_push(&v, *p);
    }
    vec_push(&v, NULL);
    char **env = arena_dup(a, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return env;
}

static bool
read_recording(void *own, EngineRun *out, EngineStats *stats, Diag *d)
{
    Engine *e = own;

    if (!recording_parse(e->files.map, e->files.size, e->request.id,
                         &out->recording, d))
        return false;
    const ConcolicHeader *h = out->recording.header;
    decisions_init(&out->path, &out->recording);
    stats->steps += out->recording.n.steps;
    stats->nodes += out->recording.n.nodes;
    stats->full += h->answer.full != 0;
    stats->sockets += h->answer.sockets;
    for (unsigned i = 0; i < CONCOLIC_NREASONS; i++)
        stats->reasons[i] += h->answer.reasons[i];
    return true;
}

/* The pool's questions: one task, then none. */

typedef struct Once Once;
struct Once {
    const Task *task;
    bool asked;
    Ended *ended;
};

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Once *o = context;

    (void)slot, (void)d;
    *has = !o->asked;
    o->asked = true;
    *task = *o->task;
    return true;
}

static bool
task_ended(void *context, unsigned slot, const Ended *ended, Diag *d)
{
    Once *o = context;

    (void)slot, (void)d;
    *o->ended = *ended;
    return true;
}

static bool
start(Engine *e, const Task *task, Ended *ended, Diag *d)
{
    Once once = {.task = task, .ended = ended};
    const PoolHooks hooks = {
        .context = &once,
        .next = next_task,
        .ended = task_ended,
    };

    return pool_work(e->pool, &hooks, d);
}

/* A run that begins too late is ended at once. */
static Limits
limits_now(const Engine *e)
{
    const double least_s = .01, left = deadline_left(&e->bounds.until);
    Limits l = e->spec.limits;

    if (e->bounds.until.at > 0 && !(l.time_s > 0 && l.time_s <= left))
        l.time_s = left > least_s ? left : least_s;
    return l;
}

static bool
execute(Engine *e, Arena *a, const Test *t, EngineRun *out, Diag *d)
{
    char **env = environment(e, a, t);
    const Task task = {
        .file = e->language.kind->life.program(e->language.own),
        .argv = t->argv,
        .env = env,
        .dir = t->dir,
        .files = {.input = t->input,
                  .out = arena_printf(a, "%s/out", e->files.dir),
                  .err = arena_printf(a, "%s/err", e->files.dir)},
        .mark = env[0],
        .limits = limits_now(e),
        .fixed = true,
        .serve =
            {
                .allowed = true,
                .profile_size = PROFILE_HEADER, /* with no counters behind it */
            },
        .confine = e->cage.is_made ? &e->cage.confine : NULL,
    };

    e->language.kind->life.begin(e->language.own);
    if (!start(e, &task, &out->ended, d))
        return false;
    e->stats.runs++;
    e->stats.run_s += out->ended.wall_s;
    if (pool_interrupted(e->pool))
        return diag_fail(d, "interrupted");
    if (!out->ended.started)
        return diag_fail(d, "cannot start %s: %s", out->ended.what,
                         strerror(out->ended.error));
    return io_read(task.files.out, &out->out, d) &&
           io_read(task.files.err, &out->err, d) &&
           e->language.kind->life.read(e->language.own, out, &e->stats, d);
}

bool
engine_run(Engine *e, const Input *in, const AlterEntry *alter, size_t nalter,
           EngineRun *out, Diag *d)
{
    Arena a = {0};
    Test t = {0};

    *out = (EngineRun){.kind = e->language.kind, .failed = UINT64_MAX};
    bool ok = place(e, &a, in, &t, d) && put_alterations(e, alter, nalter, d) &&
              execute(e, &a, &t, out, d);
    if (ok && nalter)
        out->altered = count_altered(e);
    arena_done(&a);
    if (!ok)
        engine_run_done(out);
    return ok;
}

void
engine_run_done(EngineRun *r)
{
    engine_drop(r);
    decisions_done(&r->path);
    io_bytes_done(&r->out);
    io_bytes_done(&r->err);
    *r = (EngineRun){0};
}

/* Solving */

/* The run may have moved since: what it points to has not. */
Relation *
engine_relation(EngineRun *run)
{
    if (run->relation.recording)
        run->relation.recording = &run->recording;
    else
        relation_init(&run->relation, &run->recording);
    return &run->relation;
}

Problem *
engine_ask(Engine *e, EngineRun *run, const Flip *flips, size_t n)
{
    e->problem = solver_problem(e->solver, engine_relation(run));
    for (size_t i = 0; i < n; i++)
        problem_want_step(e->problem, flips[i].step, flips[i].outcome);
    return e->problem;
}

Answer
engine_answer(Engine *e, EngineRun *run, const Input *base, uint32_t upto,
              Arena *a, Input *out)
{
    const Rewrite rewrite = {base, &run->recording, e->spec.names};
    const uint64_t *values;
    Problem *p = e->problem;
    Diag d;

    problem_close(p, upto);
    Answer answer = solver_solve(e->solver, &values);
    if (answer != SOLVE_SAT)
        return answer;
    diag_init(&d);
    bool ok = rewrite_input(a, &rewrite, p->symbols.at, values, p->symbols.n,
                            out, &d) &&
              input_check(out, &d);
    diag_done(&d);
    return ok ? SOLVE_SAT : SOLVE_UNKNOWN;
}

Answer
engine_solve(Engine *e, EngineRun *run, const Input *base, uint32_t upto,
             const Flip *flips, size_t n, Arena *a, Input *out)
{
    engine_ask(e, run, flips, n);
    return engine_answer(e, run, base, upto, a, out);
}

/* Programs in C */

static bool
open_c(const EngineSpec *spec, const char *dir, void **own, Diag *d)
{
    Engine *e = *own;

    (void)spec, (void)dir;
    return make_request(e, d) && map_record(e, d) && open_confine(e, d);
}

static void
close_c(void *own)
{
    (void)own; /* all that it has is the engine's */
}

static const char *
program_c(void *own)
{
    return ((Engine *)own)->spec.variant;
}

static void
begin_c(void *own)
{
    Engine *e = own;

    memcpy(e->files.map, &e->request, sizeof e->request);
}

static void
drop_c(EngineRun *r)
{
    recording_done(&r->recording);
    if (r->relation.recording)
        relation_done(&r->relation);
}

static size_t
size_c(const EngineRun *r)
{
    return r->recording.size;
}

static Answer
flip_c(void *own, EngineRun *run, const Input *base, const Flip *f, Arena *a,
       Input *out)
{
    return engine_solve(own, run, base, f->step, f, 1, a, out);
}

/* Which argument, variable or byte a symbol is of. */
static uint64_t
unit_of(const ConcolicSymbol *s)
{
    const bool file = s->kind == CONCOLIC_FILE_BYTE;

    return (uint64_t)s->kind << 56 ^ (uint64_t)s->index << 32 ^
           (file ? s->offset : 0);
}

static void
units_c(EngineRun *run, uint32_t step, EngineUnits *out)
{
    const Relation *r = engine_relation(run);

    for (uint32_t k = r->symbol_at[step]; k < r->symbol_at[step + 1]; k++)
        vec_push(out, unit_of(&run->recording.symbols[r->symbols[k]]));
}

static bool
crashed_c(const EngineRun *run)
{
    return run->ended.signal && !run->ended.timed_out;
}

static bool
check_c(void *own, EngineRun *run, Diag *d)
{
    (void)own;
    return recording_check(&run->recording, d);
}

static void
dump_c(const EngineRun *run, FILE *out)
{
    enum { SHOWN = 12 };

    recording_dump(&run->recording, SHOWN, out);
}

static const EngineKind engine_c = {
    .life = {open_c, close_c, program_c, begin_c, read_recording},
    .recording = {.drop = drop_c,
                  .size = size_c,
                  .units = units_c,
                  .check = check_c,
                  .dump = dump_c},
    .flip = flip_c,
    .crashed = crashed_c,
    .empty = input_empty_like,
    .similar = similar_input,
};

/* Any language */

Answer
engine_flip(Engine *e, EngineRun *run, const Input *base, const Decision *at,
            uint32_t outcome, uint32_t size, unsigned ms, Arena *a, Input *out)
{
    const Flip flip = {at->step, outcome};

    solver_limit_size(e->solver, size);
    solver_limit(e->solver, ms);
    const Answer answer =
        e->language.kind->flip(e->language.own, run, base, &flip, a, out);
    solver_limit_size(e->solver, 0);
    return answer;
}

void
engine_units(EngineRun *run, uint32_t step, EngineUnits *out)
{
    out->n = 0;
    run->kind->recording.units(run, step, out);
}

size_t
engine_size(const EngineRun *run)
{
    return run->kind ? run->kind->recording.size(run) : 0;
}

void
engine_drop(EngineRun *run)
{
    if (run->kind)
        run->kind->recording.drop(run);
}

bool
engine_crashed(const EngineRun *run)
{
    return run->kind->crashed(run);
}

void
engine_dump(const EngineRun *run, FILE *out)
{
    run->kind->recording.dump(run, out);
}

bool
engine_check(Engine *e, EngineRun *run, Diag *d)
{
    return e->language.kind->recording.check(e->language.own, run, d);
}

Input
engine_empty(const Engine *e, Arena *a, const Input *like)
{
    return e->language.kind->empty(a, like);
}

double
engine_similar(const EngineRun *run, const Input *x, const Input *y)
{
    return run->kind->similar(x, y);
}

/* Agreement */

Agreement
engine_agree(const Decisions *from, uint32_t at, uint32_t outcome,
             const EngineRun *run)
{
    const Decisions *to = &run->path;

    for (uint32_t i = 0; i <= at; i++) {
        const bool last = i == at;
        if (i >= to->n)
            return run->ended.timed_out ? AGREE_KILLED : AGREE_SHORT;
        if (to->at[i].branch != from->at[i].branch)
            return AGREE_EARLY;
        if (last && to->at[i].outcome != outcome)
            return to->at[i].shape == from->at[i].shape ? AGREE_SAME
                                                        : AGREE_OTHER;
        if (!last && to->at[i].outcome != from->at[i].outcome)
            return AGREE_EARLY;
    }
    return AGREE_YES;
}
