/* concolic.c - linked into the concolic variant: the recording, and what
 * instrumented code asks for when a value is symbolic.
 *
 * The file that the host made in the run directory is mapped shared: nothing
 * is lost however the process ends. The first process of the image takes it;
 * others, and forked children, record nothing.
 */
#include "runtime/concolic.h"

#include "format/profile.h"
#include "runtime/alter.h"
#include "runtime/kernel.h"
#include "runtime/name.h"
#include "runtime/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Defined by variant/. */
extern const char __culprit_id[];
extern const uint32_t __culprit_nblocks, __culprit_nmodel_blocks;

/* Of runtime/alter.c, which is not linked into all variants. */
extern uint64_t __culprit_alter_left __attribute__((weak));
extern uint64_t __culprit_alter_next __attribute__((weak));

uint32_t __culprit_args[SHADOW_ARGUMENTS];
uint32_t __culprit_ret[SHADOW_LEAVES];
void *__culprit_tag;
uint32_t __culprit_caller;
void *__culprit_byvals[SHADOW_BYVALS];
const char *__culprit_variadic;

int crt_on;
ConcolicHeader *crt_header;
ConcolicNode *crt_nodes;
uint32_t *crt_tables;
ConcolicSymbol *crt_symbols;
ConcolicOutput *crt_outputs;
char *crt_texts;
uint64_t crt_stack_end; /* addresses up to it are readable */
static ConcolicStep *steps;
static uint32_t *step_counts; /* of each branch */

void *
crt_pages(uint64_t size)
{
    void *p = kernel_map(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

void
crt_drop_pages(void *p, uint64_t size)
{
    kernel_unmap(p, size);
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

void
crt_populate(void *p, uint64_t size)
{
    enum { PAGE = 4096 };
    const uint64_t from = ((uint64_t)p + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    const uint64_t end =
        ((uint64_t)p + size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    const int saved = errno;

    if (from < end)
        kernel_advise((void *)from, end - from, MADV_POPULATE_WRITE);
    errno = saved;
}

void
crt_stop(void)
{
    if (crt_on) {
        crt_header->answer.full = 1;
        crt_header->answer.reasons[CONCOLIC_REASON_LIMIT]++;
    }
    crt_on = 0;
}

uint32_t
crt_table(uint32_t size)
{
    ConcolicRegion *r = &crt_header->regions.tables;

    if (r->n + size > r->cap || r->n + size > UINT32_MAX) {
        crt_stop();
        return 0;
    }
    r->n += size;
    return (uint32_t)(r->n - size);
}

uint64_t
crt_sites(void)
{
    uint64_t n = 0;

    if (&__culprit_alter_left && &__culprit_alter_next)
        n = __culprit_alter_next - __culprit_alter_left;
    crt_header->answer.sites = n;
    return n;
}

/* Called by runtime/alter.c: this value becomes a symbol. */
uint32_t
crt_concolic_instance(uint64_t seq, uint32_t width, uint64_t value)
{
    return crt_symbol(CONCOLIC_INSTANCE, width, 0, seq, value);
}

/* ---- steps ---- */

static ConcolicStep *
new_step(uint32_t block, ConcolicStepKind kind, uint32_t node, uint32_t taken)
{
    ConcolicRegion *r = &crt_header->regions.steps;

    if (r->n >= r->cap) {
        crt_stop();
        return NULL;
    }
    ConcolicStep *s = &steps[r->n];
    if (crt_is_chunk(r->n))
        crt_populate(s, (r->n < CRT_CHUNK ? r->n : CRT_CHUNK) * sizeof *s);
    *s = (ConcolicStep){.block = block,
                        .kind = (uint8_t)kind,
                        .taken = taken,
                        .node = node,
                        .caller = block & CONCOLIC_MODEL ? __culprit_caller : 0,
                        .at = crt_sites()};
    r->n++;
    return s;
}

void
crt_step_true(uint32_t block, uint32_t node, ConcolicReason reason)
{
    new_step(block, CONCOLIC_ASSUME, node, reason);
}

void
crt_step_assume(uint32_t block, uint32_t shadow, ConcolicReason reason)
{
    if (!crt_on || !shadow)
        return;
    uint32_t width = crt_nodes[shadow].width;
    uint32_t is = crt_make(CONCOLIC_EQ, 1, shadow,
                           crt_const(width, crt_values[shadow]), 0);
    crt_header->answer.reasons[reason]++;
    if (is && crt_shadow(is))
        new_step(block, CONCOLIC_ASSUME, is, reason);
}

/* Has this branch been recorded often enough? */
static int
is_patient(uint32_t block)
{
    uint32_t number = block & CONCOLIC_MODEL
                          ? __culprit_nblocks + (block & ~CONCOLIC_MODEL)
                          : block;

    if (!crt_header->request.patience || !step_counts)
        return 1;
    return ++step_counts[number] <= crt_header->request.patience;
}

CRT void __culprit_crt_branch(uint32_t block, uint32_t shadow, uint32_t taken);
CRT void __culprit_crt_check(uint32_t block, uint32_t shadow);
CRT void __culprit_crt_switch(uint32_t block, uint32_t shadow,
                              const uint64_t *cases, uint32_t ncases);
CRT void __culprit_crt_assume(uint32_t block, uint32_t shadow, uint32_t reason);
CRT uint32_t __culprit_crt_binary(uint32_t op, uint32_t width, uint32_t sa,
                                  uint32_t sb, uint64_t a, uint64_t b);
CRT uint32_t __culprit_crt_unary(uint32_t op, uint32_t width, uint32_t s,
                                 uint32_t b);
CRT uint32_t __culprit_crt_ite(uint32_t width, uint32_t sc, uint32_t sa,
                               uint32_t sb, uint32_t c, uint64_t a, uint64_t b);
CRT uint32_t __culprit_crt_real(uint32_t op, uint32_t widths, uint32_t sa,
                                uint32_t sb, uint64_t a, uint64_t b,
                                uint64_t value);

CRT void
__culprit_crt_branch(uint32_t block, uint32_t shadow, uint32_t taken)
{
    if (!crt_on || !shadow)
        return;
    taken &= 1;
    if (crt_values[shadow] != taken) { /* cannot be; never trust it then */
        crt_header->answer.lost++;
        return;
    }
    if (is_patient(block)) {
        new_step(block, CONCOLIC_BRANCH, shadow, taken);
        return;
    }
    crt_header->answer.reasons[CONCOLIC_REASON_LIMIT]++;
    uint32_t is = taken ? shadow : crt_make(CONCOLIC_NOT, 1, shadow, 0, 0);
    if (is)
        new_step(block, CONCOLIC_ASSUME, is, CONCOLIC_REASON_LIMIT);
}

/* Before a division: is this zero? */
CRT void
__culprit_crt_check(uint32_t block, uint32_t shadow)
{
    if (!crt_on || !shadow)
        return;
    uint32_t zero = crt_make(CONCOLIC_EQ, 1, shadow,
                             crt_const(crt_nodes[shadow].width, 0), 0);
    if (zero && crt_shadow(zero))
        new_step(block, CONCOLIC_CHECK, zero, (uint32_t)crt_values[zero]);
}

CRT void
__culprit_crt_switch(uint32_t block, uint32_t shadow, const uint64_t *cases,
                     uint32_t ncases)
{
    if (!crt_on || !shadow)
        return;
    if (!is_patient(block) || ncases > UINT16_MAX) {
        crt_step_assume(block, shadow, CONCOLIC_REASON_LIMIT);
        return;
    }
    uint32_t taken = ncases, table = crt_table(ncases);
    for (uint32_t i = 0; crt_on && i < ncases; i++) {
        crt_tables[table + i] = crt_const(crt_nodes[shadow].width, cases[i]);
        if (crt_on && crt_values[shadow] == cases[i])
            taken = i;
    }
    if (!crt_on)
        return;
    ConcolicStep *s = new_step(block, CONCOLIC_SWITCH, shadow, taken);
    if (s) {
        s->ncases = (uint16_t)ncases;
        s->table = table;
    }
}

CRT void
__culprit_crt_assume(uint32_t block, uint32_t shadow, uint32_t reason)
{
    crt_step_assume(block, shadow, (ConcolicReason)reason);
}

/* ---- expressions of instructions ---- */

static uint32_t
node_of(uint32_t shadow, uint32_t width, uint64_t value)
{
    return shadow ? shadow : crt_const(width, value);
}

static uint32_t
shadow_of(uint32_t node)
{
    return node ? crt_shadow(node) : 0;
}

CRT uint32_t
__culprit_crt_binary(uint32_t op, uint32_t width, uint32_t sa, uint32_t sb,
                     uint64_t a, uint64_t b)
{
    if (!(sa | sb) || !crt_on)
        return 0;
    CRT_SITE;
    const uint32_t o = op & ~(uint32_t)SHADOW_NEGATED;
    const int compares = o >= CONCOLIC_EQ && o <= CONCOLIC_SLE;
    const uint32_t to = compares ? 1 : width;
    uint32_t n;
    if (compares && !sb)
        n = crt_compare((ConcolicOp)o, sa, b);
    else
        n = crt_make((ConcolicOp)o, to, node_of(sa, width, a),
                     node_of(sb, width, b), 0);
    if (n && op & SHADOW_NEGATED)
        n = crt_make(CONCOLIC_NOT, to, n, 0, 0);
    return shadow_of(n);
}

CRT uint32_t
__culprit_crt_unary(uint32_t op, uint32_t width, uint32_t s, uint32_t b)
{
    if (!s || !crt_on)
        return 0;
    CRT_SITE;
    return shadow_of(crt_make((ConcolicOp)op, width, s, b, 0));
}

CRT uint32_t
__culprit_crt_ite(uint32_t width, uint32_t sc, uint32_t sa, uint32_t sb,
                  uint32_t c, uint64_t a, uint64_t b)
{
    if (!(sc | sa | sb) || !crt_on)
        return 0;
    CRT_SITE;
    if (!sc)
        return c & 1 ? sa : sb;
    uint32_t na = node_of(sa, width, a), nb = node_of(sb, width, b);
    return shadow_of(crt_make(CONCOLIC_ITE, width, sc, na, nb));
}

CRT uint32_t
__culprit_crt_real(uint32_t op, uint32_t widths, uint32_t sa, uint32_t sb,
                   uint64_t a, uint64_t b, uint64_t value)
{
    uint32_t width = widths & 255, from = widths >> 8 & 255;
    uint32_t more = widths >> 16; /* of the node: FROUND */

    if (!(sa | sb) || !crt_on)
        return 0;
    CRT_SITE;
    uint32_t o = op & ~(uint32_t)SHADOW_NEGATED;
    int two = (o >= CONCOLIC_FADD && o <= CONCOLIC_FUNO);
    uint32_t na = node_of(sa, from, a), nb = two ? node_of(sb, from, b) : more;
    if (!na || (two && !nb))
        return 0;
    uint32_t n = crt_make_known((ConcolicOp)o, width, na, nb, 0,
                                op & SHADOW_NEGATED ? ~value : value);
    if (n && op & SHADOW_NEGATED)
        n = crt_make(CONCOLIC_NOT, width, n, 0, 0);
    return shadow_of(n);
}

/* ---- the start ---- */

static uint64_t
length_of(const char *text)
{
    uint64_t n = 0;

    while (text[n])
        n++;
    return n;
}

/* Zeros for one text; all are together, so that few pages are touched. */
static char *
text_room(uint64_t size)
{
    enum { ROOM = 65536, APART = 16 };
    static char *at;
    static uint64_t left;
    uint64_t want = (size + 2 * APART - 1) & ~(uint64_t)(APART - 1);

    if (want > ROOM)
        return crt_pages(want);
    if (want > left) {
        at = crt_pages(ROOM);
        left = at ? ROOM : 0;
        if (!at)
            return NULL;
    }
    at += want;
    left -= want;
    return at - want;
}

/* A copy of the text with room behind it, its bytes from `from` on symbols. */
static char *
symbolic_text(const char *text, uint64_t from, ConcolicSymbolKind kind,
              uint32_t index)
{
    uint64_t n = length_of(text), size = n + 1 + crt_header->request.grow;
    char *copy = text_room(size);

    if (!copy)
        return NULL;
    for (uint64_t i = 0; i < n; i++)
        copy[i] = text[i];
    for (uint64_t i = from; crt_on && i < size; i++)
        crt_set_byte((uint64_t)copy + i,
                     crt_symbol(kind, 8, index, i - from, (uint8_t)copy[i]));
    crt_add_object(copy, size);
    return copy;
}

/* The value of NAME= in this string, or NULL. */
static const char *
value_of(const char *name, const char *string)
{
    while (*name && *name == *string)
        name++, string++;
    return *name || *string != '=' ? NULL : string + 1;
}

static void
symbolic_sources(int argc, char **argv, char **envp)
{
    uint32_t index = 0;

    if (crt_header->request.sources & CONCOLIC_FROM_ARGS)
        for (int i = 1; i < argc; i++) {
            char *copy =
                symbolic_text(argv[i], 0, CONCOLIC_ARG_BYTE, (uint32_t)i);
            if (copy)
                argv[i] = copy;
        }
    crt_header->request.names[CONCOLIC_NAMES - 1] = 0;
    for (const char *name = crt_header->request.names; *name;
         name += length_of(name) + 1, index++)
        for (char **e = envp; *e; e++) {
            const char *v = value_of(name, *e);
            char *copy = v ? symbolic_text(*e, (uint64_t)(v - *e),
                                           CONCOLIC_ENV_BYTE, index)
                           : NULL;
            if (copy)
                *e = copy;
        }
}

static int
fits(const ConcolicRegion *r, uint64_t record, uint64_t size)
{
    return r->offset >= CONCOLIC_PAGE && r->offset % 8 == 0 &&
           r->offset <= size && r->cap <= (size - r->offset) / record;
}

static int
is_sound(const ConcolicHeader *h, uint64_t size)
{
    static const char magic[] = CONCOLIC_MAGIC;

    for (unsigned i = 0; i < sizeof magic; i++)
        if (h->magic[i] != magic[i])
            return 0;
    for (unsigned i = 0; i < CONCOLIC_ID_SIZE; i++) {
        if (h->id[i] != __culprit_id[i])
            return 0;
        if (!h->id[i])
            break;
    }
    return h->version == CONCOLIC_VERSION &&
           fits(&h->regions.nodes, sizeof(ConcolicNode), size) &&
           fits(&h->regions.tables, sizeof(uint32_t), size) &&
           fits(&h->regions.symbols, sizeof(ConcolicSymbol), size) &&
           fits(&h->regions.steps, sizeof(ConcolicStep), size) &&
           fits(&h->regions.outputs, sizeof(ConcolicOutput), size) &&
           fits(&h->regions.texts, 1, size) && h->regions.nodes.cap > 0 &&
           h->regions.tables.cap > 0 && h->regions.texts.cap > 0;
}

static void
after_fork(void)
{
    if (crt_on)
        __atomic_fetch_add(&crt_header->answer.others, 1, __ATOMIC_RELAXED);
    crt_on = 0;
}

static int
take_file(const char *path)
{
    struct stat st;
    uint32_t none = 0;
    int fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);

    if (fd < 0)
        return 0;
    void *at =
        kernel_stat_file(fd, &st) || st.st_size < CONCOLIC_PAGE
            ? MAP_FAILED
            : kernel_map(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_NORESERVE, fd, 0);
    kernel_close(fd);
    if (at == MAP_FAILED)
        return 0;
    ConcolicHeader *h = at;
    if (!is_sound(h, (uint64_t)st.st_size)) {
        kernel_unmap(at, (size_t)st.st_size);
        return 0;
    }
    if (!__atomic_compare_exchange_n(&h->answer.pid, &none, kernel_pid(), 0,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        __atomic_fetch_add(&h->answer.others, 1, __ATOMIC_RELAXED);
        kernel_unmap(at, (size_t)st.st_size);
        return 0;
    }
    crt_header = h;
    uint8_t *base = at;
    crt_nodes = (void *)(base + h->regions.nodes.offset);
    crt_tables = (void *)(base + h->regions.tables.offset);
    crt_symbols = (void *)(base + h->regions.symbols.offset);
    steps = (void *)(base + h->regions.steps.offset);
    crt_outputs = (void *)(base + h->regions.outputs.offset);
    crt_texts = (void *)(base + h->regions.texts.offset);
    h->regions.nodes.n = h->regions.tables.n =
        1; /* 0 is no node, and no table */
    h->regions.symbols.n = h->regions.steps.n = h->regions.outputs.n = 0;
    h->regions.texts.n = 1; /* the name of stdin */
    h->answer.nfiles = 1;
    step_counts =
        crt_pages(((uint64_t)__culprit_nblocks + __culprit_nmodel_blocks + 1) *
                  sizeof *step_counts);
    return crt_node_start();
}

static void
begin_recording(int argc, char **argv, char **envp)
{
    char path[4096 + 64];
    int saved = errno;

    for (char **e = envp; *e; e++) {
        const char *v = value_of(CULPRIT_RUN_ENV, *e);
        if (!v || crt_on)
            continue;
        size_t n = append_text(path, 0, sizeof path, v);
        append_text(path, n, sizeof path, "/" CONCOLIC_FILE);
        crt_on = take_file(path);
    }
    if (crt_on) {
        symbolic_sources(argc, argv, envp);
        pthread_atfork(NULL, NULL, after_fork);
    }
    errno = saved;
}

static void
start_recording(int argc, char **argv, char **envp)
{
    crt_stack_end = (uint64_t)envp;
    kernel_widen_stack();
    crt_prepare_to_serve(envp);
    if (argc > 0)
        restore_name(argv[0]);
    begin_recording(argc, argv, envp);
}

/* What a variant that serves has to know (runtime/profile.h): nothing is
 * counted, tests are not repeated. */

void
crt_begin(int argc, char **argv, char **envp)
{
    take_name(argv[0]);
    begin_recording(argc, argv, envp);
    if (crt_alter_begin)
        crt_alter_begin(envp);
}

void
crt_count_forks_in(const char *dir)
{
    (void)dir;
}

void
crt_lead(const char *dir, unsigned n)
{
    (void)dir, (void)n;
}

void
crt_choose(unsigned run)
{
    (void)run;
}

void
crt_run_ended(unsigned run, int status, int signal, int timed_out)
{
    (void)run, (void)status, (void)signal, (void)timed_out;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = start_recording;
