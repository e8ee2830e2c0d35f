/* Variables, arrays and expressions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tinybas.h"

/* ---- token cursor ------------------------------------------------------- */

struct token *peek(void)
{
    return &bas.line->tok[bas.pos];
}

struct token *advance(void)
{
    struct token *t = peek();

    if (t->type != T_END)
        bas.pos++;
    return t;
}

int at_op(int op)
{
    return peek()->type == T_OP && peek()->num == op;
}

int at_word(enum word w)
{
    return peek()->type == T_WORD && peek()->num == (long)w;
}

int accept_op(int op)
{
    if (!at_op(op))
        return 0;
    advance();
    return 1;
}

int accept_word(enum word w)
{
    if (!at_word(w))
        return 0;
    advance();
    return 1;
}

void expect_op(int op)
{
    if (!accept_op(op))
        error("SYNTAX ERROR");
}

/* ---- variables ---------------------------------------------------------- */

static unsigned hash(const char *name)
{
    unsigned h = 0;

    while (*name != '\0')
        h = h * 31 + (unsigned char)*name++;
    return h % BUCKETS;
}

static void *cells(long n, size_t size)
{
    void *p = calloc((size_t)n, size);

    if (p == NULL)
        error("OUT OF MEMORY");
    return p;
}

static struct var *new_var(const char *name, int dims, const int *size)
{
    struct var *v = cells(1, sizeof *v);
    unsigned h = hash(name);
    long n = 1;
    int i;

    strcpy(v->name, name);
    v->is_str = name[strlen(name) - 1] == '$';
    v->dims = dims;
    for (i = 0; i < dims; i++) {
        v->size[i] = size[i];
        n *= size[i] + 1;
    }
    v->next = bas.vars[h];
    bas.vars[h] = v;
    if (v->is_str)
        v->str = cells(n, sizeof v->str[0]);
    else
        v->num = cells(n, sizeof v->num[0]);
    return v;
}

/* Simple variables and arrays have separate names: A and A(1) differ. */
struct var *find_var(const char *name, int dims, int create)
{
    struct var *v;

    for (v = bas.vars[hash(name)]; v != NULL; v = v->next)
        if (strcmp(v->name, name) == 0 && (v->dims > 0) == (dims > 0))
            return v;
    return create ? new_var(name, 0, NULL) : NULL;
}

void dimension(const char *name, int dims, const int *size)
{
    if (find_var(name, dims, 0) != NULL)
        error("ALREADY DIMENSIONED");
    new_var(name, dims, size);
}

/* Parse a variable or array element; returns it and the number of its cell. */
struct var *variable(long *cell)
{
    struct token *t = advance();
    struct var *v;
    long index[2] = { 0, 0 };
    int n = 0, i;

    if (t->type != T_NAME)
        error("VARIABLE EXPECTED");
    *cell = 0;
    if (!accept_op('('))
        return find_var(t->text, 0, 1);
    v = find_var(t->text, 1, 0);
    if (v == NULL)
        error("NOT DIMENSIONED");
    do {
        if (n == 2)
            error("BAD SUBSCRIPT");
        index[n++] = int_expression();
    } while (accept_op(','));
    expect_op(')');
    if (n != v->dims)
        error("BAD SUBSCRIPT");
    for (i = 0; i < n; i++) {
        if (index[i] < 0 || index[i] > v->size[i])
            error("BAD SUBSCRIPT");
        *cell = *cell * (v->size[i] + 1) + index[i];
    }
    return v;
}

void get_cell(const struct var *v, long cell, struct value *out)
{
    out->is_str = v->is_str;
    if (v->is_str)
        strcpy(out->str, v->str[cell] != NULL ? v->str[cell] : "");
    else
        out->num = v->num[cell];
}

void set_cell(struct var *v, long cell, const struct value *val)
{
    if (v->is_str != val->is_str)
        error("TYPE MISMATCH");
    if (v->is_str) {
        char *copy = cells((long)strlen(val->str) + 1, 1);

        strcpy(copy, val->str);
        free(v->str[cell]);
        v->str[cell] = copy;
    } else {
        v->num[cell] = val->num;
    }
}

void free_vars(void)
{
    int h, i;

    for (h = 0; h < BUCKETS; h++) {
        while (bas.vars[h] != NULL) {
            struct var *v = bas.vars[h];
            long n = 1, k;

            for (i = 0; i < v->dims; i++)
                n *= v->size[i] + 1;
            for (k = 0; v->is_str && k < n; k++)
                free(v->str[k]);
            free(v->str);
            free(v->num);
            bas.vars[h] = v->next;
            free(v);
        }
    }
}

/* ---- values ------------------------------------------------------------- */

static void set_num(struct value *v, long n)
{
    if (n > MAX_INT || n < -MAX_INT)
        error("OVERFLOW");
    v->is_str = 0;
    v->num = n;
}

static void set_str(struct value *v, const char *s, size_t n)
{
    if (n > MAX_STR)
        error("STRING TOO LONG");
    v->is_str = 1;
    memmove(v->str, s, n);
    v->str[n] = '\0';
}

static void need_num(const struct value *v)
{
    if (v->is_str)
        error("TYPE MISMATCH");
}


static long power(long base, long exponent)
{
    long r = 1;

    if (exponent < 0)
        error("BAD ARGUMENT");
    if (base == 0 || base == 1)
        return exponent == 0 ? 1 : base;
    while (exponent > 0) {
        r *= base;
        if (r > MAX_INT || r < -MAX_INT)
            error("OVERFLOW");
        exponent--;
        if (base == -1)
            exponent %= 2;
    }
    return r;
}

/* ---- functions ---------------------------------------------------------- */

#define MAX_ARGS 3

struct signature {
    int min, max;
    const char *types;          /* n number, s string */
};

static const struct signature signatures[F_COUNT] = {
    { 1, 1, "n" }, { 1, 1, "n" }, { 1, 1, "s" }, { 1, 1, "s" }, { 1, 1, "s" },
    { 2, 2, "nn" }, { 2, 2, "nn" }, { 1, 1, "n" }, { 2, 3, "ssn" }, { 1, 1, "n" },
    { 1, 1, "n" }, { 2, 2, "sn" }, { 2, 2, "sn" }, { 2, 3, "snn" }, { 1, 1, "s" },
    { 2, 2, "sn" }, { 1, 1, "n" }, { 1, 1, "n" },
};

static long val(const char *s)
{
    long n = 0;
    int neg = 0;

    while (*s == ' ')
        s++;
    if (*s == '-') {
        neg = 1;
        s++;
    }
    for (; isdigit((unsigned char)*s); s++) {
        n = n * 10 + (*s - '0');
        if (n > MAX_INT)
            error("OVERFLOW");
    }
    return neg ? -n : n;
}

static long instr(const char *hay, const char *needle, long start)
{
    const char *p;

    if (start < 1)
        error("BAD ARGUMENT");
    if (start > (long)strlen(hay))
        return 0;
    p = strstr(hay + start - 1, needle);
    return p != NULL ? (long)(p - hay) + 1 : 0;
}

static void substring(struct value *v, const char *s, long start, long n)
{
    long len = (long)strlen(s);

    if (start < 1 || n < 0)
        error("BAD ARGUMENT");
    if (start > len)
        n = 0;
    else if (n > len - start + 1)
        n = len - start + 1;
    set_str(v, n > 0 ? s + start - 1 : "", (size_t)n);
}

static void upper(struct value *v, const char *s)
{
    size_t i;

    set_str(v, s, strlen(s));
    for (i = 0; v->str[i] != '\0'; i++)
        v->str[i] = (char)toupper((unsigned char)v->str[i]);
}

static void repeat(struct value *v, const char *s, long count)
{
    char buf[MAX_STR + 1];
    size_t len = strlen(s), used = 0;

    if (count < 0)
        error("BAD ARGUMENT");
    for (; count > 0 && len > 0; count--) {
        if (used + len > MAX_STR)
            error("STRING TOO LONG");
        memcpy(buf + used, s, len);
        used += len;
    }
    set_str(v, buf, used);
}

static long random_below(long n)
{
    if (n < 1)
        error("BAD ARGUMENT");
    bas.seed = (bas.seed * 1103 + 12345) % 65536;
    return bas.seed / 8 % n + 1;
}

/* Call FNx: bind the parameter, evaluate the body, restore both. */
static void call_def(struct value *v, int which, const struct value *arg)
{
    struct def *d = &bas.defs[which];
    struct line *line = bas.line;
    int pos = bas.pos;
    struct var *param;
    struct value saved;

    if (d->line == NULL)
        error("UNDEFINED FUNCTION");
    if (++bas.depth >= MAX_DEPTH)
        error("TOO DEEP");
    param = find_var(d->param, 0, 1);
    get_cell(param, 0, &saved);
    set_cell(param, 0, arg);
    bas.line = d->line;
    bas.pos = d->pos;
    expression(v);
    bas.line = line;
    bas.pos = pos;
    set_cell(param, 0, &saved);
    bas.depth--;
}

static void apply(struct value *v, int fn, const struct value *a, int n)
{
    char text[24];

    switch (fn) {
    case F_ABS:
        set_num(v, labs(a[0].num));
        break;
    case F_SGN:
        set_num(v, (a[0].num > 0) - (a[0].num < 0));
        break;
    case F_LEN:
        set_num(v, (long)strlen(a[0].str));
        break;
    case F_ASC:
        if (a[0].str[0] == '\0')
            error("BAD ARGUMENT");
        set_num(v, (unsigned char)a[0].str[0]);
        break;
    case F_VAL:
        set_num(v, val(a[0].str));
        break;
    case F_MIN:
        set_num(v, a[0].num < a[1].num ? a[0].num : a[1].num);
        break;
    case F_MAX:
        set_num(v, a[0].num > a[1].num ? a[0].num : a[1].num);
        break;
    case F_RND:
        set_num(v, random_below(a[0].num));
        break;
    case F_INSTR:
        set_num(v, instr(a[0].str, a[1].str, n > 2 ? a[2].num : 1));
        break;
    case F_CHR:
        if (a[0].num < 32 || a[0].num > 126)
            error("BAD ARGUMENT");
        text[0] = (char)a[0].num;
        set_str(v, text, 1);
        break;
    case F_STR:
        set_str(v, text, (size_t)sprintf(text, "%ld", a[0].num));
        break;
    case F_LEFT:
        substring(v, a[0].str, 1, a[1].num);
        break;
    case F_RIGHT: {
        long len = (long)strlen(a[0].str);

        substring(v, a[0].str, a[1].num < len ? len - a[1].num + 1 : 1, a[1].num);
        break;
    }
    case F_MID:
        substring(v, a[0].str, a[1].num, n > 2 ? a[2].num : MAX_STR);
        break;
    case F_UPPER:
        upper(v, a[0].str);
        break;
    case F_REPEAT:
        repeat(v, a[0].str, a[1].num);
        break;
    default:
        error("SYNTAX ERROR");  /* TAB outside PRINT */
    }
}

static void function_call(struct value *v)
{
    struct token *t = advance();
    const struct signature *sig = &signatures[t->num];
    struct value args[MAX_ARGS];
    int n = 0;

    expect_op('(');
    do {
        if (n == sig->max)
            error("WRONG NUMBER OF ARGUMENTS");
        expression(&args[n]);
        if (args[n].is_str != (sig->types[n] == 's'))
            error("TYPE MISMATCH");
        n++;
    } while (accept_op(','));
    expect_op(')');
    if (n < sig->min)
        error("WRONG NUMBER OF ARGUMENTS");
    if (t->num == F_FN) {
        if (t->text == NULL)
            error("SYNTAX ERROR");
        call_def(v, t->text[0] - 'A', &args[0]);
    } else {
        apply(v, (int)t->num, args, n);
    }
}

/* ---- expressions -------------------------------------------------------- */

static void primary(struct value *v)
{
    struct token *t = peek();

    switch (t->type) {
    case T_NUMBER:
        advance();
        set_num(v, t->num);
        break;
    case T_STRING:
        advance();
        set_str(v, t->text, strlen(t->text));
        break;
    case T_FUNCTION:
        function_call(v);
        break;
    case T_NAME: {
        long cell;
        struct var *var = variable(&cell);

        get_cell(var, cell, v);
        break;
    }
    default:
        expect_op('(');
        expression(v);
        expect_op(')');
        break;
    }
}

static void factor(struct value *v)
{
    struct value right;

    if (accept_op('-')) {
        factor(v);
        need_num(v);
        set_num(v, -v->num);
        return;
    }
    primary(v);
    if (accept_op('^')) {
        need_num(v);
        factor(&right);         /* right associative */
        need_num(&right);
        set_num(v, power(v->num, right.num));
    }
}

static void term(struct value *v)
{
    struct value right;

    factor(v);
    while (at_op('*') || at_op('/') || at_word(W_MOD)) {
        struct token *op = advance();

        need_num(v);
        factor(&right);
        need_num(&right);
        if (op->type == T_OP && op->num == '*') {
            set_num(v, v->num * right.num);
            continue;
        }
        if (right.num == 0)
            error("DIVISION BY ZERO");
        if (op->type == T_WORD)
            set_num(v, v->num % right.num);
        else
            set_num(v, v->num / right.num);
    }
}

static void sum(struct value *v)
{
    struct value right;

    term(v);
    while (at_op('+') || at_op('-')) {
        int minus = advance()->num == '-';

        term(&right);
        if (v->is_str != right.is_str || (minus && v->is_str))
            error("TYPE MISMATCH");
        if (v->is_str) {
            size_t len = strlen(v->str), more = strlen(right.str);

            if (len + more > MAX_STR)
                error("STRING TOO LONG");
            memcpy(v->str + len, right.str, more + 1);
        } else {
            set_num(v, minus ? v->num - right.num : v->num + right.num);
        }
    }
}

static void comparison(struct value *v)
{
    struct value right;
    long op, d;

    sum(v);
    if (peek()->type != T_OP || (strchr("<=>", (int)peek()->num) == NULL && peek()->num < OP_LE))
        return;
    op = advance()->num;
    sum(&right);
    if (v->is_str != right.is_str)
        error("TYPE MISMATCH");
    d = v->is_str ? strcmp(v->str, right.str) : v->num - right.num;
    switch (op) {
    case '<':
        set_num(v, d < 0);
        break;
    case '>':
        set_num(v, d > 0);
        break;
    case '=':
        set_num(v, d == 0);
        break;
    case OP_LE:
        set_num(v, d <= 0);
        break;
    case OP_GE:
        set_num(v, d >= 0);
        break;
    default:
        set_num(v, d != 0);
        break;
    }
}

static void negation(struct value *v)
{
    if (accept_word(W_NOT)) {
        negation(v);
        need_num(v);
        set_num(v, !v->num);
    } else {
        comparison(v);
    }
}

static void conjunction(struct value *v)
{
    struct value right;

    negation(v);
    while (accept_word(W_AND)) {
        need_num(v);
        negation(&right);
        need_num(&right);
        set_num(v, v->num && right.num);
    }
}

void expression(struct value *v)
{
    struct value right;

    conjunction(v);
    while (accept_word(W_OR)) {
        need_num(v);
        conjunction(&right);
        need_num(&right);
        set_num(v, v->num || right.num);
    }
}

long int_expression(void)
{
    struct value v;

    expression(&v);
    need_num(&v);
    return v.num;
}
