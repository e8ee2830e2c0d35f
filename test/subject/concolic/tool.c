/* tool.c - make the request of a concolic run, and check what it recorded.
 *
 * tool make FILE ID SOURCES GROW WINDOW PATIENCE NODES [NAME...]
 * tool check FILE: evaluates every node with the values the symbols had and
 *     sees that every branch went as its expression says, every assumption
 *     holds and every switch took the case of its value; prints a summary.
 * tool show FILE: all of it, as text.
 * tool alter FILE ID AT KIND VALUE: what to alter, see format/alter.h.
 * tool pack FILE: the recording without room to spare, to stdout; so were the
 *     seeds of test/fuzz made.
 *
 * The evaluator is not the runtime's: what both agree on was computed twice.
 */
#include "format/alter.h"
#include "format/concolic.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const op_names[] = {
#define X(name, n) #name,
    CONCOLIC_OPS(X)
#undef X
};
static const uint8_t op_operands[] = {
#define X(name, n) n,
    CONCOLIC_OPS(X)
#undef X
};
static const char *const reason_names[] = {
#define X(name, words) #name,
    CONCOLIC_REASONS(X)
#undef X
};

static const ConcolicHeader *h;
static const ConcolicNode *nodes;
static const uint32_t *tables;
static const ConcolicSymbol *symbols;
static const ConcolicStep *steps;
static const ConcolicOutput *outputs;
static const char *texts;
static uint64_t *values;
static int bad;

static void
die(const char *what)
{
    fprintf(stderr, "tool: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void
wrong(const char *what, uint64_t at)
{
    if (bad++ < 10)
        printf("WRONG: %s %llu\n", what, (unsigned long long)at);
}

static uint64_t
region(ConcolicRegion *r, uint64_t at, uint64_t cap, uint64_t size)
{
    *r = (ConcolicRegion){.offset = at, .cap = cap};
    return (at + cap * size + 4095) & ~UINT64_C(4095);
}

static void
make(char **argv)
{
    ConcolicHeader n = {.version = CONCOLIC_VERSION};
    uint64_t at = CONCOLIC_PAGE, cap = strtoull(argv[6], NULL, 10);
    size_t used = 0;

    memcpy(n.magic, CONCOLIC_MAGIC, sizeof CONCOLIC_MAGIC);
    snprintf(n.id, sizeof n.id, "%s", argv[1]);
    n.request.sources = (uint32_t)atoi(argv[2]);
    n.request.grow = (uint32_t)atoi(argv[3]);
    n.request.window = (uint32_t)atoi(argv[4]);
    n.request.patience = (uint32_t)atoi(argv[5]);
    for (char **name = argv + 7; *name; name++) {
        memcpy(n.request.names + used, *name, strlen(*name) + 1);
        used += strlen(*name) + 1;
    }
    at = region(&n.regions.nodes, at, cap, sizeof *nodes);
    at = region(&n.regions.tables, at, cap, sizeof *tables);
    at = region(&n.regions.symbols, at, cap, sizeof *symbols);
    at = region(&n.regions.steps, at, cap, sizeof *steps);
    at = region(&n.regions.outputs, at, cap, sizeof *outputs);
    at = region(&n.regions.texts, at, cap, 1);
    int fd = open(argv[0], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)at) ||
        write(fd, &n, sizeof n) != (ssize_t)sizeof n)
        die(argv[0]);
    close(fd);
}

static void
load(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY);

    if (fd < 0 || fstat(fd, &st))
        die(path);
    const char *at =
        mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED)
        die(path);
    close(fd);
    h = (const void *)at;
    nodes = (const void *)(at + h->regions.nodes.offset);
    tables = (const void *)(at + h->regions.tables.offset);
    symbols = (const void *)(at + h->regions.symbols.offset);
    steps = (const void *)(at + h->regions.steps.offset);
    outputs = (const void *)(at + h->regions.outputs.offset);
    texts = at + h->regions.texts.offset;
    values = calloc(h->regions.nodes.n + 1, sizeof *values);
}

static uint64_t
cut(uint64_t v, unsigned width)
{
    return width >= 64 ? v : v & ((UINT64_C(1) << width) - 1);
}

static int64_t
extend(uint64_t v, unsigned width)
{
    uint64_t top = UINT64_C(1) << (width - 1);

    return (int64_t)((cut(v, width) ^ top) - top);
}

static double
real(uint64_t v, unsigned width)
{
    float f;
    double d;
    uint32_t u = (uint32_t)v;

    memcpy(&f, &u, 4);
    memcpy(&d, &v, 8);
    return width == 32 ? (double)f : d;
}

static uint64_t
bits(double d, unsigned width)
{
    float f = (float)d;
    uint32_t u;
    uint64_t v;

    memcpy(&u, &f, 4);
    memcpy(&v, &d, 8);
    return width == 32 ? u : v;
}

/* Double arithmetic rounded to float once more is exact for + - * / sqrt. */
static uint64_t
evaluate(const ConcolicNode *n)
{
    unsigned k = op_operands[n->op < CONCOLIC_NOPS ? n->op : 0];
    unsigned w = n->width, from = nodes[k > 0 ? n->a : 0].width;
    uint64_t a = values[k > 0 ? n->a : 0], b = values[k > 1 ? n->b : 0];
    double x = real(a, from), y = real(b, from);

    switch ((ConcolicOp)n->op) {
    case CONCOLIC_CONST:
        return n->a | (uint64_t)n->b << 32;
    case CONCOLIC_SYMBOL:
        return symbols[n->a].value;
    case CONCOLIC_NOT:
        return ~a;
    case CONCOLIC_NEG:
        return 0 - a;
    case CONCOLIC_ADD:
        return a + b;
    case CONCOLIC_SUB:
        return a - b;
    case CONCOLIC_MUL:
        return a * b;
    case CONCOLIC_UDIV:
        return b ? a / b : 0;
    case CONCOLIC_SDIV:
        return !b                   ? 0
               : extend(b, w) == -1 ? 0 - a
                                    : (uint64_t)(extend(a, w) / extend(b, w));
    case CONCOLIC_UREM:
        return b ? a % b : 0;
    case CONCOLIC_SREM:
        return !b || extend(b, w) == -1
                   ? 0
                   : (uint64_t)(extend(a, w) % extend(b, w));
    case CONCOLIC_AND:
        return a & b;
    case CONCOLIC_OR:
        return a | b;
    case CONCOLIC_XOR:
        return a ^ b;
    case CONCOLIC_SHL:
        return b >= w ? 0 : a << b;
    case CONCOLIC_LSHR:
        return b >= w ? 0 : a >> b;
    case CONCOLIC_ASHR:
        return (uint64_t)(extend(a, w) >> (b >= w ? w - 1 : b));
    case CONCOLIC_EQ:
        return a == b;
    case CONCOLIC_ULT:
        return a < b;
    case CONCOLIC_ULE:
        return a <= b;
    case CONCOLIC_SLT:
        return extend(a, from) < extend(b, from);
    case CONCOLIC_SLE:
        return extend(a, from) <= extend(b, from);
    case CONCOLIC_ITE:
        return a ? b : values[n->c];
    case CONCOLIC_CONCAT:
        return a << nodes[n->b].width | b;
    case CONCOLIC_EXTRACT:
        return a >> n->b;
    case CONCOLIC_ZEXT:
        return a;
    case CONCOLIC_SEXT:
        return (uint64_t)extend(a, from);
    case CONCOLIC_LOOKUP:
        if (a >= n->c || n->b + a >= h->regions.tables.n)
            return UINT64_MAX;
        return values[tables[n->b + a]];
    case CONCOLIC_FNEG:
        return a ^ UINT64_C(1) << (w - 1);
    case CONCOLIC_FABS:
        return a & ~(UINT64_C(1) << (w - 1));
    case CONCOLIC_FSQRT:
        return bits(sqrt(x), w);
    case CONCOLIC_FADD:
        return bits(x + y, w);
    case CONCOLIC_FSUB:
        return bits(x - y, w);
    case CONCOLIC_FMUL:
        return bits(x * y, w);
    case CONCOLIC_FDIV:
        return bits(x / y, w);
    case CONCOLIC_FREM:
        return bits(fmod(x, y), w);
    case CONCOLIC_FEQ:
        return x == y;
    case CONCOLIC_FLT:
        return x < y;
    case CONCOLIC_FLE:
        return x <= y;
    case CONCOLIC_FUNO:
        return isnan(x) || isnan(y);
    case CONCOLIC_FTOF:
        return bits(x, w);
    case CONCOLIC_FTOS:
        return (uint64_t)(int64_t)x;
    case CONCOLIC_FTOU:
        return x < 9223372036854775808.0
                   ? (uint64_t)(int64_t)x
                   : (uint64_t)(int64_t)(x - 9223372036854775808.0) +
                         (UINT64_C(1) << 63);
    case CONCOLIC_STOF:
        return w == 32 ? bits((float)extend(a, from), w)
                       : bits((double)extend(a, from), w);
    case CONCOLIC_UTOF:
        return w == 32 ? bits((float)a, w) : bits((double)a, w);
    case CONCOLIC_FROUND:
        return bits(n->b == 1   ? floor(x)
                    : n->b == 2 ? ceil(x)
                    : n->b == 3 ? trunc(x)
                    : n->b == 4 ? round(x)
                                : rint(x),
                    w);
    case CONCOLIC_NONE:
    case CONCOLIC_NOPS:
        break;
    }
    wrong("operator of node", (uint64_t)(n - nodes));
    return 0;
}

/* Operands come first, and widths are what the operator wants. */
static void
check_node(uint64_t i)
{
    const ConcolicNode *n = &nodes[i];
    uint32_t operands[] = {n->a, n->b, n->c};
    unsigned k = n->op < CONCOLIC_NOPS ? op_operands[n->op] : 0;

    for (unsigned o = 0; o < k; o++)
        if (operands[o] == 0 || operands[o] >= i) {
            wrong("operand of node", i);
            return;
        }
    if (n->width == 0 || n->width > 64)
        wrong("width of node", i);
    if (n->op >= CONCOLIC_ADD && n->op <= CONCOLIC_ASHR &&
        (nodes[n->a].width != n->width || nodes[n->b].width != n->width))
        wrong("widths of node", i);
    if (((n->op >= CONCOLIC_EQ && n->op <= CONCOLIC_SLE) ||
         (n->op >= CONCOLIC_FEQ && n->op <= CONCOLIC_FUNO)) &&
        (n->width != 1 || nodes[n->a].width != nodes[n->b].width))
        wrong("widths of comparison", i);
    if (n->op == CONCOLIC_ITE &&
        (nodes[n->a].width != 1 || nodes[n->b].width != n->width ||
         nodes[n->c].width != n->width))
        wrong("widths of ite", i);
    if (n->op == CONCOLIC_CONCAT &&
        nodes[n->a].width + nodes[n->b].width != n->width)
        wrong("widths of concat", i);
    if (n->op == CONCOLIC_EXTRACT && n->b + n->width > nodes[n->a].width)
        wrong("range of extract", i);
    if ((n->op == CONCOLIC_ZEXT || n->op == CONCOLIC_SEXT) &&
        n->width <= nodes[n->a].width)
        wrong("widths of extension", i);
    if (n->op == CONCOLIC_LOOKUP) {
        if (n->width != 8 || (uint64_t)n->b + n->c > h->regions.tables.n)
            wrong("lookup", i);
        else
            for (uint32_t t = n->b; t < n->b + n->c; t++)
                if (tables[t] == 0 || tables[t] >= i ||
                    nodes[tables[t]].width != 8)
                    wrong("entry of lookup", i);
    }
    values[i] = cut(evaluate(n), n->width);
}

static void
check_step(uint64_t i)
{
    const ConcolicStep *s = &steps[i];

    if (s->node == 0 || s->node >= h->regions.nodes.n) {
        wrong("node of step", i);
        return;
    }
    uint64_t v = values[s->node];
    if (s->kind != CONCOLIC_SWITCH && nodes[s->node].width != 1)
        wrong("width of step", i);
    if ((s->kind == CONCOLIC_BRANCH || s->kind == CONCOLIC_CHECK) &&
        v != s->taken)
        wrong("branch of step", i);
    if (s->kind == CONCOLIC_ASSUME && v != 1)
        wrong("assumption of step", i);
    if (s->kind == CONCOLIC_SWITCH) {
        uint32_t taken = s->ncases;
        for (uint32_t k = 0; k < s->ncases; k++)
            if (values[tables[s->table + k]] == v)
                taken = k;
        if (taken != s->taken)
            wrong("switch of step", i);
    }
}

static void
check(void)
{
    uint64_t kinds[CONCOLIC_STEP_KINDS] = {0};

    for (uint64_t i = 1; i < h->regions.nodes.n; i++)
        check_node(i);
    for (uint64_t i = 0; i < h->regions.steps.n; i++) {
        check_step(i);
        kinds[steps[i].kind]++;
    }
    printf("recorded %d full %u symbols %llu branches %llu switches %llu "
           "assumed %llu lost %llu stale %llu",
           h->answer.pid != 0, h->answer.full,
           (unsigned long long)h->regions.symbols.n,
           (unsigned long long)kinds[CONCOLIC_BRANCH],
           (unsigned long long)kinds[CONCOLIC_SWITCH],
           (unsigned long long)kinds[CONCOLIC_ASSUME],
           (unsigned long long)h->answer.lost,
           (unsigned long long)h->answer.stale);
    for (unsigned r = 0; r < CONCOLIC_NREASONS; r++)
        if (h->answer.reasons[r])
            printf(" %s %llu", reason_names[r],
                   (unsigned long long)h->answer.reasons[r]);
    printf("\n");
}

static void
show(void)
{
    for (uint64_t i = 0; i < h->regions.symbols.n; i++)
        printf("symbol %llu kind %u index %u offset %llu value %llu\n",
               (unsigned long long)i, symbols[i].kind, symbols[i].index,
               (unsigned long long)symbols[i].offset,
               (unsigned long long)symbols[i].value);
    for (uint64_t i = 1; i < h->regions.nodes.n; i++)
        printf("n%llu = %s:%u %u %u %u  value %llu\n", (unsigned long long)i,
               op_names[nodes[i].op], nodes[i].width, nodes[i].a, nodes[i].b,
               nodes[i].c, (unsigned long long)values[i]);
    for (uint64_t i = 0; i < h->regions.steps.n; i++)
        printf("step %llu kind %u block %x node n%u taken %u ncases %u\n",
               (unsigned long long)i, steps[i].kind, steps[i].block,
               steps[i].node, steps[i].taken, steps[i].ncases);
    for (uint64_t i = 0; i < h->regions.outputs.n; i++)
        printf("output %llu fd %u argument %u offset %llu length %u "
               "conversion %c node n%u\n",
               (unsigned long long)i, outputs[i].descriptor,
               outputs[i].argument, (unsigned long long)outputs[i].offset,
               outputs[i].length, (int)outputs[i].conversion, outputs[i].node);
}

static void
alter(char **argv)
{
    AlterHeader a = {.magic = ALTER_MAGIC, .version = ALTER_VERSION, .n = 1};
    AlterEntry e = {.at = strtoull(argv[2], NULL, 10),
                    .kind = (uint32_t)atoi(argv[3]),
                    .inst = UINT32_MAX,
                    .value = strtoull(argv[4], NULL, 10)};
    FILE *f = fopen(argv[0], "wb");

    snprintf(a.id, sizeof a.id, "%s", argv[1]);
    if (!f || fwrite(&a, sizeof a, 1, f) != 1 ||
        fwrite(&e, sizeof e, 1, f) != 1 || fclose(f) != 0)
        die(argv[0]);
}

static void
pack(void)
{
    static const size_t sizes[] = {sizeof *nodes,   sizeof *tables,
                                   sizeof *symbols, sizeof *steps,
                                   sizeof *outputs, 1};
    static char zeros[CONCOLIC_PAGE];
    ConcolicHeader n = *h;
    ConcolicRegion *r = &n.regions.nodes;
    const ConcolicRegion *old = &h->regions.nodes;
    uint64_t at = CONCOLIC_PAGE;

    for (unsigned i = 0; i < 6; i++) {
        r[i].offset = at;
        r[i].cap = r[i].n;
        at += (r[i].n * sizes[i] + 7) & ~(uint64_t)7;
    }
    fwrite(&n, sizeof n, 1, stdout);
    fwrite(zeros, CONCOLIC_PAGE - sizeof n, 1, stdout);
    for (unsigned i = 0; i < 6; i++) {
        const size_t size = r[i].n * sizes[i];
        fwrite((const char *)h + old[i].offset, 1, size, stdout);
        fwrite(zeros, 1, (8 - size % 8) % 8, stdout);
    }
}

int
main(int argc, char **argv)
{
    if (argc == 7 && strcmp(argv[1], "alter") == 0) {
        alter(argv + 2);
        return 0;
    }
    if (argc >= 9 && strcmp(argv[1], "make") == 0) {
        make(argv + 2);
        return 0;
    }
    if (argc != 3)
        return 2;
    load(argv[2]);
    if (strcmp(argv[1], "pack") == 0) {
        pack();
        return 0;
    }
    check();
    if (strcmp(argv[1], "show") == 0)
        show();
    return bad != 0;
}
