/* mutate.c - linked into the mutate variant: make the one change that the run
 * directory asks for, and count steps. See format/mutate.h.
 *
 * Checks at sites are inline; this is called only at the site that is active.
 * If the request cannot be read the program runs unchanged, and the host sees
 * that nothing was started.
 */
#include "format/mutate.h"
#include "format/entries.h"
#include "format/mutate_value.h"
#include "format/profile.h"
#include "runtime/kernel.h"
#include "runtime/name.h"
#include "runtime/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What instrumented code looks at. */
uint32_t __culprit_active = MUTATE_NONE;
uint32_t __culprit_active_function = MUTATE_NONE;

/* Where several executables are one (entry.c): which one this is. */
extern const unsigned long __culprit_entry
    __attribute__((weak, visibility("hidden")));
extern const struct SameRow __start_culprit_same[]
    __attribute__((weak, visibility("hidden")));
extern const struct SameRow __stop_culprit_same[]
    __attribute__((weak, visibility("hidden")));
uint64_t __culprit_steps = UINT64_MAX;

/* Defined by variant/: addresses of globals with initial values to change. */
extern char *const __culprit_globals[];
extern const uint64_t __culprit_nglobals;

uint64_t __culprit_value(uint64_t v, char **table);
uint64_t __culprit_binary(uint64_t a, uint64_t b, uint64_t result,
                          char **table);
uint64_t __culprit_store(uint64_t v, char *address, char **table);
uint64_t __culprit_place(uint64_t address, char **table);
uint32_t __culprit_statement(char **table);
uint64_t __culprit_result(char **table);
void __culprit_out_of_steps(void);

static MutateRequest *request; /* mapped; NULL: nobody asked */
static int64_t *entries;       /* of the log */

/* Where suppressed stores go. */
static char scratch[1 << 16] __attribute__((aligned(64)));

static bool
is_address(const char *p)
{
    return (uintptr_t)p >= 4096 && (uintptr_t)p < (uintptr_t)1 << 47;
}

/* The index of an element, if there is such an element. */
static bool
element(const MutateOperand *o, char **table, int64_t *out)
{
    const char *p = table[o->index - 1];
    int32_t narrow;

    if (!p || (o->index_bits != 32 && o->index_bits != 64))
        return false;
    if (o->index_bits == 32) {
        __builtin_memcpy(&narrow, p, sizeof narrow);
        *out = narrow;
    } else {
        __builtin_memcpy(out, p, sizeof *out);
    }
    return *out >= 0 && *out < o->value;
}

/* Where the operand is; NULL if it has no place. */
static char *
locate(const MutateOperand *o, char **table)
{
    char *p = o->base == MUTATE_NONE || !table ? NULL : table[o->base];

    if (p && o->deref == MUTATE_DEREF) {
        char *to;
        __builtin_memcpy(&to, p, sizeof to);
        p = is_address(to) ? to : NULL;
    }
    if (p && o->index) {
        int64_t i;
        if (!element(o, table, &i))
            return NULL;
        p += i * (o->bits / 8);
    }
    return p ? p + o->offset : NULL;
}

static bool
fetch(const MutateOperand *o, char **table, int64_t *out)
{
    uint64_t v = 0;
    float f;
    char *p;

    if (o->base == MUTATE_NONE) {
        *out = o->value;
        return true;
    }
    p = locate(o, table);
    if (!p)
        return false;
    if (o->deref == MUTATE_ADDRESS) {
        *out = (int64_t)(uintptr_t)p;
        return true;
    }
    if (o->flags & MUTATE_FLOAT && o->bits == 32) {
        __builtin_memcpy(&f, p, sizeof f);
        *out = (int64_t)(union MutateNumber){.d = (double)f}.u;
        return true;
    }
    switch (o->bits) {
    case 8:
        __builtin_memcpy(&v, p, 1);
        break;
    case 16:
        __builtin_memcpy(&v, p, 2);
        break;
    case 32:
        __builtin_memcpy(&v, p, 4);
        break;
    default:
        __builtin_memcpy(&v, p, 8);
    }
    *out = mutate_normalise(v, o->bits, o->flags);
    return true;
}

static void
put(char *p, unsigned bits, unsigned flags, int64_t v)
{
    if (flags & MUTATE_FLOAT && bits == 32) {
        float f = (float)(union MutateNumber){.u = (uint64_t)v}.d;
        __builtin_memcpy(p, &f, sizeof f);
    } else {
        switch (bits) {
        case 8:
            __builtin_memcpy(p, &v, 1);
            break;
        case 16:
            __builtin_memcpy(p, &v, 2);
            break;
        case 32:
            __builtin_memcpy(p, &v, 4);
            break;
        default:
            __builtin_memcpy(p, &v, 8);
        }
    }
}

/* Does the clause x relation y hold? Never, where it has no value. */
static bool
holds(const MutateOperand *x, uint32_t relation, const MutateOperand *y,
      char **table)
{
    int64_t a, b;

    return fetch(x, table, &a) && fetch(y, table, &b) &&
           mutate_relate(relation, a, b, x->flags);
}

static void
observe(int64_t a, int64_t b, bool two, char **table)
{
    if (request->answer.nlogged >= request->watch.room)
        return;
    int64_t *e =
        entries + (size_t)request->answer.nlogged * (request->watch.n + 2u);
    e[0] = a;
    e[1] = two ? b : 0;
    for (uint32_t i = 0; i < request->watch.n; i++)
        if (!fetch(&request->watch.at[i], table, &e[2 + i]))
            e[2 + i] = INT64_MIN;
    request->answer.nlogged++;
}

/* Is the site to be altered this time? */
static bool
applies(char **table)
{
    request->answer.reached++;
    if (--__culprit_steps == 0) /* a jump may go round no loop's head */
        __culprit_out_of_steps();
    return !request->guard.given ||
           holds(&request->guard.x, request->guard.relation, &request->guard.y,
                 table);
}

static uint64_t
changed(uint64_t from, int64_t to)
{
    if ((int64_t)from != to)
        request->answer.changed++;
    return (uint64_t)to;
}

static uint64_t
alter(uint64_t raw, char *address, char **table)
{
    const MutateRequest *r = request;
    int64_t v = mutate_normalise(raw, r->change.bits, r->change.flags), x = 0;

    if (!r || !applies(table))
        return raw;
    switch (r->change.op) {
    case MUTATE_SET:
        return fetch(&r->change.x, table, &x) ? changed((uint64_t)v, x) : raw;
    case MUTATE_ADD:
        if (!fetch(&r->change.x, table, &x))
            return raw;
        return changed(
            (uint64_t)v,
            mutate_compute(MUTATE_PLUS, v, x, r->change.bits, r->change.flags));
    case MUTATE_NEGATE:
        if (r->change.flags & MUTATE_FLOAT) {
            union MutateNumber n = {.u = raw};
            n.d = -n.d;
            return changed(raw, (int64_t)n.u);
        }
        return changed((uint64_t)v, (int64_t)(0 - (uint64_t)v));
    case MUTATE_INVERT:
        return changed((uint64_t)v, ~v);
    case MUTATE_NOT:
        return changed((uint64_t)v, !v);
    case MUTATE_SCRATCH:
        return changed(raw, (int64_t)(uintptr_t)scratch);
    case MUTATE_RELABEL:
        if (v == r->change.x.value)
            return changed((uint64_t)v, r->change.y.value);
        return v == r->change.y.value ? changed((uint64_t)v, r->change.z.value)
                                      : raw;
    case MUTATE_COMBINE: {
        const MutateOperand old = {.bits = r->change.bits,
                                   .flags = r->change.flags};
        char *at[1] = {address};
        if (!address || !fetch(&old, at, &x))
            return raw;
        return changed((uint64_t)v,
                       mutate_compute(r->change.arithmetic, x, v,
                                      r->change.bits, r->change.flags));
    }
    case MUTATE_APPLY:
        return changed((uint64_t)v,
                       mutate_compute(r->change.arithmetic, v,
                                      r->change.x.value, r->change.bits,
                                      r->change.flags));
    case MUTATE_AND_CLAUSE:
        return v && !holds(&r->change.x, r->change.relation, &r->change.y,
                           table)
                   ? changed((uint64_t)v, 0)
                   : raw;
    case MUTATE_OR_CLAUSE:
        return !v && holds(&r->change.x, r->change.relation, &r->change.y,
                           table)
                   ? changed((uint64_t)v, 1)
                   : raw;
    case MUTATE_OBSERVE:
        observe(v, 0, false, table);
        return raw;
    default:
        return raw;
    }
}

uint64_t
__culprit_value(uint64_t v, char **table)
{
    return alter(v, NULL, table);
}

uint64_t
__culprit_place(uint64_t address, char **table)
{
    if (!request || request->change.op == MUTATE_SCRATCH ||
        request->change.op == MUTATE_ADD)
        return alter(address, NULL, table);
    return address;
}

uint64_t
__culprit_store(uint64_t v, char *address, char **table)
{
    if (!request || request->change.op == MUTATE_SCRATCH)
        return v; /* its address is altered */
    return alter(v, address, table);
}

/* What the operation on a and b gives; `result` unless altered. */
uint64_t
__culprit_binary(uint64_t a, uint64_t b, uint64_t result, char **table)
{
    const MutateRequest *r = request;

    if (!r)
        return result;
    int64_t x = mutate_normalise(a, r->change.bits, r->change.flags);
    int64_t y = mutate_normalise(b, r->change.bits, r->change.flags);
    if (!applies(table))
        return result;
    switch (r->change.op) {
    case MUTATE_COMPUTE:
        return changed(result, mutate_compute(r->change.arithmetic, x, y,
                                              r->change.bits, r->change.flags));
    case MUTATE_COMPARE:
        return changed(
            result, mutate_relate(r->change.relation, x, y, r->change.flags));
    case MUTATE_SWAP:
        return changed(result, mutate_compute(r->change.arithmetic, y, x,
                                              r->change.bits, r->change.flags));
    case MUTATE_OBSERVE:
        observe(x, y, true, table);
        return result;
    default:
        return result;
    }
}

/* Functions of integer and pointer parameters get each in a register of its
 * own, whatever its width: this calls them all (System V on x86-64, and
 * AArch64 alike). */
static void
call(char **table)
{
    typedef void Function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
    const MutateRequest *r = request;
    int64_t a[MUTATE_ARGS] = {0};
    union {
        char *p;
        Function *f;
    } to;

    for (uint32_t i = 0; i < r->arguments.n && i < MUTATE_ARGS; i++)
        if (!fetch(&r->arguments.at[i], table, &a[i]))
            return;
    if (r->change.x.base >= __culprit_nglobals)
        return;
    to.p = __culprit_globals[r->change.x.base];
    to.f(a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* Before a statement: a MutateAction. */
uint32_t
__culprit_statement(char **table)
{
    MutateRequest *r = request;
    int64_t v, old = 0;
    char *p;

    if (!r || !applies(table))
        return MUTATE_GO_ON;
    switch (r->change.op) {
    case MUTATE_ACT:
        r->answer.changed++;
        return r->change.action;
    case MUTATE_ASSIGN:
    case MUTATE_INCREASE:
        p = locate(&r->change.to, table);
        if (!p || !fetch(&r->change.x, table, &v) ||
            !fetch(&r->change.to, table, &old))
            return MUTATE_GO_ON;
        if (r->change.op == MUTATE_INCREASE)
            v = mutate_compute(MUTATE_PLUS, old, v, r->change.to.bits,
                               r->change.to.flags);
        if (v != old) {
            r->answer.changed++;
            put(p, r->change.to.bits, r->change.to.flags, v);
        }
        return MUTATE_GO_ON;
    case MUTATE_FILL:
        p = locate(&r->change.to, table);
        for (int64_t i = 0; p && i < r->change.to.value; i++)
            put(p + i * (r->change.to.bits / 8), r->change.to.bits,
                r->change.to.flags, r->change.x.value);
        r->answer.changed++;
        return MUTATE_GO_ON;
    case MUTATE_CALL:
        r->answer.changed++;
        __culprit_active = MUTATE_NONE; /* not again inside of it */
        call(table);
        __culprit_active = r->change.site;
        return MUTATE_GO_ON;
    case MUTATE_OBSERVE:
        observe(0, 0, false, table);
        return MUTATE_GO_ON;
    default:
        return MUTATE_GO_ON;
    }
}

/* What an early return, or a call that is skipped, gives. */
uint64_t
__culprit_result(char **table)
{
    int64_t v = 0;

    if (request)
        fetch(&request->change.x, table, &v);
    if (request && request->change.op == MUTATE_SET) { /* a call is skipped */
        request->answer.reached++;
        request->answer.changed++;
    }
    return (uint64_t)v;
}

void
__culprit_out_of_steps(void)
{
    if (request)
        request->answer.stopped = 1;
    kernel_exit(MUTATE_STOPPED);
}

static void
initialise(const MutateRequest *r)
{
    if (r->change.op == MUTATE_INIT && r->change.x.base < __culprit_nglobals)
        put(__culprit_globals[r->change.x.base] + r->change.x.offset,
            r->change.x.bits, r->change.x.flags, r->change.x.value);
}

static char *repeats; /* mapped: the requests of a repeated test's runs */
static unsigned chosen, nrepeats;

/* Every process has steps of its own: forks must be counted together. */
static void
before_fork(void)
{
    if (request && __atomic_add_fetch(&request->answer.forks, 1,
                                      __ATOMIC_RELAXED) > MUTATE_FORKS)
        __culprit_out_of_steps();
}

/* Several executables in one: the function may be a copy in this one. */
static void
find_same(void)
{
    const uint32_t function = __culprit_active_function;

    for (const struct SameRow *r = __start_culprit_same;
         r < __stop_culprit_same && function != MUTATE_NONE; r++)
        if (r->first_function == function && &__culprit_entry &&
            r->members[__culprit_entry] == '1') {
            __culprit_active_function = (uint32_t)r->function;
            __culprit_active += (uint32_t)(r->site - r->first_site);
        }
}

static void
activate(void)
{
    static bool watching;

    if (!watching)
        pthread_atfork(before_fork, NULL, NULL);
    watching = true;
    request->answer.started++;
    __culprit_active = request->change.site;
    __culprit_active_function = request->change.function;
    find_same();
    if (request->limit)
        __culprit_steps = request->limit;
    initialise(request);
}

void
crt_lead(const char *dir, unsigned n)
{
    char path[4096 + sizeof MUTATE_FILE];
    size_t used = append_text(path, 0, sizeof path, dir);

    append_text(path, used, sizeof path, "/" MUTATE_FILE);
    int fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);
    if (fd < 0)
        return;
    if (kernel_seek(fd, 0, SEEK_END) >= (off_t)n * MUTATE_STRIDE) {
        repeats = kernel_map(NULL, (size_t)n * MUTATE_STRIDE,
                             PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        nrepeats = n;
        if (repeats == MAP_FAILED)
            repeats = NULL;
    }
    kernel_close(fd);
}

static MutateRequest *
repeat(unsigned run)
{
    return repeats && run < nrepeats
               ? (MutateRequest *)(void *)(repeats +
                                           (size_t)run * MUTATE_STRIDE)
               : NULL;
}

void
crt_choose(unsigned run)
{
    chosen = run;
}

void
crt_run_ended(unsigned run, int status, int signal, int timed_out)
{
    MutateRequest *r = repeat(run);

    if (r) {
        r->end.status = status;
        r->end.signal = signal;
        r->end.timed_out = (uint32_t)timed_out;
        r->end.ended = 1;
    }
}

static void
read_request(const char *dir)
{
    char path[4096 + sizeof MUTATE_FILE];
    int saved = errno;
    size_t n = append_text(path, 0, sizeof path, dir);

    append_text(path, n, sizeof path, "/" MUTATE_FILE);
    int fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);
    off_t size = fd >= 0 ? kernel_seek(fd, 0, SEEK_END) : 0;
    if (size >= MUTATE_PAGE) {
        char *at = kernel_map(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                              MAP_SHARED, fd, 0);
        if (at != MAP_FAILED) {
            request = (MutateRequest *)(void *)at;
            entries = (int64_t *)(void *)(at + MUTATE_PAGE);
        }
    }
    if (fd >= 0)
        kernel_close(fd);
    if (request)
        activate();
    errno = saved;
}

/* The steps that are left, for whoever sets limits. */
__attribute__((destructor)) static void
keep_steps(void)
{
    if (request)
        request->answer.steps = __culprit_steps;
}

static const char *directory; /* of each served test in turn */

void
crt_count_forks_in(const char *dir)
{
    directory = dir;
}

/* What a served test's process does last before main: its request is known by
 * now. */
void
crt_begin(int argc, char **argv, char **envp)
{
    (void)argc, (void)envp;
    take_name(argv[0]);
    request = repeat(chosen);
    if (request) {
        entries = (int64_t *)(void *)((char *)request + MUTATE_PAGE);
        activate();
    } else if (directory && *directory) {
        read_request(directory);
    }
}

static void
start_mutated(int argc, char **argv, char **envp)
{
    static const char name[] = CULPRIT_RUN_ENV "=";

    kernel_widen_stack();
    crt_prepare_to_serve(envp);
    if (argc > 0)
        restore_name(argv[0]);
    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && (*envp)[i] == name[i])
            i++;
        if (!name[i] && (*envp)[i])
            read_request(*envp + i);
    }
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = start_mutated;
