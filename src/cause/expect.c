/* expect.c - a condition in C over a program's variables, evaluated.
 *
 * By recursive descent, without a tree: a condition is short, and asked for
 * once in a run. What && and || leave out is evaluated all the same, but may
 * divide by zero.
 */
#include "cause/expect.h"

#include "trace/slice.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 120, DEEPEST = 100 };

typedef struct ExpectReader ExpectReader;
struct ExpectReader {
    const char *text, *at;
    ExpectLookup *lookup;
    void *context;
    ExpectNumbers *numbers;
    unsigned depth;
    bool failed;
    Diag *d;
};

static int64_t
stop(ExpectReader *r, const char *why)
{
    if (!r->failed)
        diag_fail(r->d, "\"%s\": %s at \"%.20s\"", r->text, why, r->at);
    r->failed = true;
    return 0;
}

/* Longer ones first. */
static const struct {
    const char *text;
    int level; /* binds the tighter */
} operators[] = {
    {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7},
    {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
    {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

static void
skip_blanks(ExpectReader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static const char *
find_operator(ExpectReader *r, int *level)
{
    skip_blanks(r);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strncmp(r->at, operators[i].text, strlen(operators[i].text)) == 0) {
            *level = operators[i].level;
            return operators[i].text;
        }
    return NULL;
}

static int64_t
apply(ExpectReader *r, const char *op, int64_t a, int64_t b)
{
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    const bool twice = op[1] != 0;

    switch (*op) {
    case '|':
        return twice ? a || b : (int64_t)(x | y);
    case '&':
        return twice ? a && b : (int64_t)(x & y);
    case '^':
        return (int64_t)(x ^ y);
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return op[1] == '<' ? (int64_t)(x << (y & 63)) : twice ? a <= b : a < b;
    case '>':
        return op[1] == '>' ? a >> (y & 63) : twice ? a >= b : a > b;
    case '+':
        return (int64_t)(x + y);
    case '-':
        return (int64_t)(x - y);
    case '*':
        return (int64_t)(x * y);
    default:
        if (b == 0 || (b == -1 && a == INT64_MIN))
            return stop(r, "there is no such quotient");
        return *op == '/' ? a / b : a % b;
    }
}

/* A name, and what of it: s->limit, t.sum, a[2]. */
static int64_t
read_name(ExpectReader *r, bool pointed)
{
    char name[LONGEST_NAME];
    const char *from = r->at;
    size_t n = 0;
    int64_t value;

    while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.' ||
           *r->at == '[' || *r->at == ']' || strncmp(r->at, "->", 2) == 0 ||
           (*r->at == '>' && r->at > from && r->at[-1] == '-'))
        r->at++;
    n = (size_t)(r->at - from);
    if (n + 2 > sizeof name)
        return stop(r, "the name is too long");
    name[0] = '*';
    memcpy(name + 1, from, n);
    name[n + 1] = 0;
    if (!r->lookup(r->context, pointed ? name : name + 1, &value)) {
        r->at = from;
        return stop(r, "no value is known of this");
    }
    return value;
}

static int64_t
read_number(ExpectReader *r)
{
    char *end;

    if (*r->at == '\'' && r->at[1] && r->at[1] != '\\' && r->at[2] == '\'') {
        r->at += 3;
        return (unsigned char)r->at[-2];
    }
    errno = 0;
    const int64_t value = (int64_t)strtoull(r->at, &end, 0);
    if (end == r->at || errno)
        return stop(r, "an operand is missing");
    r->at = end;
    while (*r->at && strchr("uUlL", *r->at))
        r->at++;
    return value;
}

static int64_t read_binary(ExpectReader *r, int least);

static int64_t
read_operand(ExpectReader *r)
{
    skip_blanks(r);
    const char c = *r->at;
    int64_t value;

    if (r->failed || r->depth >= DEEPEST)
        return stop(r, "it is nested too deeply");
    if (isalpha((unsigned char)c) || c == '_')
        return read_name(r, false);
    if (c == '*' && (isalpha((unsigned char)r->at[1]) || r->at[1] == '_')) {
        r->at++;
        return read_name(r, true);
    }
    if (isdigit((unsigned char)c) || c == '\'') {
        value = read_number(r);
        if (r->numbers && !r->failed)
            vec_push(r->numbers, value);
        return value;
    }
    if (!c || !strchr("(-!~+", c))
        return stop(r, "an operand is missing");
    r->at++;
    r->depth++;
    value = c == '(' ? read_binary(r, 1) : read_operand(r);
    r->depth--;
    if (c == '(') {
        skip_blanks(r);
        if (*r->at != ')')
            return stop(r, "a bracket is open");
        r->at++;
    }
    return c == '-'   ? (int64_t)(0 - (uint64_t)value)
           : c == '!' ? !value
           : c == '~' ? ~value
                      : value;
}

static int64_t
read_binary(ExpectReader *r, int least)
{
    int64_t a = read_operand(r);
    const char *op;
    int level = 0;

    while (!r->failed && (op = find_operator(r, &level)) && level >= least) {
        r->at += strlen(op);
        const int64_t b = read_binary(r, level + 1);
        a = r->failed ? 0 : apply(r, op, a, b);
    }
    return a;
}

bool
expect_evaluate(const char *text, ExpectLookup *lookup, void *context,
                ExpectNumbers *numbers, int64_t *out, Diag *d)
{
    ExpectReader r = {.text = text,
                      .at = text,
                      .lookup = lookup,
                      .context = context,
                      .numbers = numbers,
                      .d = d};

    *out = read_binary(&r, 1);
    skip_blanks(&r);
    if (!r.failed && *r.at)
        stop(&r, "this is too much");
    return !r.failed;
}

typedef struct StepValues StepValues;
struct StepValues {
    const Graph *g;
    uint32_t step, last; /* its last node */
};

static bool
read_value(const Graph *g, uint32_t node, int64_t *out)
{
    const GraphNode *n = &g->nodes[node];
    const ScriptInst *i = graph_inst(g, node);
    const bool input = n->inst == (uint32_t)GRAPH_INPUT;
    const unsigned width = input ? g->io.inputs[n->value].width
                           : i   ? i->width
                                 : 0;
    const uint64_t bits = input ? g->io.inputs[n->value].value : n->value;

    if (width == 0 || width > 8 ||
        (!input && (i->op != SCRIPT_STORE || i->flags & SCRIPT_FLOAT)))
        return false;
    *out = (int64_t)(bits << (64 - 8 * width)) >> (64 - 8 * width);
    return true;
}

/* The last definition until then: of the statement's own function at the same
 * depth of calls, or else of any. */
static bool
look_up(void *context, const char *name, int64_t *out)
{
    const StepValues *m = context;
    const GraphStep *here = &m->g->steps[m->step];

    for (int any = 0; any < 2; any++)
        for (uint32_t i = m->last; i > 0; i--) {
            const GraphStep *s = &m->g->steps[m->g->nodes[i].step];
            if ((any ||
                 (s->function == here->function && s->depth == here->depth)) &&
                strcmp(slice_name(m->g, i), name) == 0 &&
                read_value(m->g, i, out))
                return true;
        }
    return false;
}

bool
expect_holds(const Graph *g, uint32_t step, const char *text,
             ExpectNumbers *numbers, int64_t *out, Diag *d)
{
    StepValues m = {.g = g, .step = step};

    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].step == step)
            m.last = i;
    return expect_evaluate(text, look_up, &m, numbers, out, d);
}
