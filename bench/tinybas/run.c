/* Statements and the main program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tinybas.h"

struct basic bas;

_Noreturn void error(const char *msg)
{
    if (bas.column > 0)
        putchar('\n');
    printf("?%s IN %d\n", msg, bas.line != NULL ? bas.line->number : 0);
    exit(1);
}

/* ---- control flow ------------------------------------------------------- */

static void jump(long number)
{
    bas.line = find_line(number);
    bas.pos = 0;
}

static struct frame *push(enum frame_type type)
{
    struct frame *f;

    if (bas.depth == MAX_DEPTH)
        error("TOO DEEP");
    f = &bas.stack[bas.depth++];
    memset(f, 0, sizeof *f);
    f->type = type;
    f->line = bas.line;
    f->pos = bas.pos;
    return f;
}

static void resume(const struct frame *f)
{
    bas.line = f->line;
    bas.pos = f->pos;
}

static int end_of_statement(void)
{
    return peek()->type == T_END || at_op(':') || at_word(W_ELSE);
}

static void skip_line(void)
{
    while (peek()->type != T_END)
        advance();
}

/* Move past the CLOSE that matches an OPEN already passed. */
static void skip_block(enum word open, enum word close)
{
    struct line *start = bas.line;
    int level = 1;

    while (level > 0) {
        if (peek()->type == T_END) {
            if (bas.line->next == NULL) {
                bas.line = start;
                error(open == W_FOR ? "FOR WITHOUT NEXT" : "WHILE WITHOUT WEND");
            }
            bas.line = bas.line->next;
            bas.pos = 0;
        } else if (accept_word(open)) {
            level++;
        } else if (accept_word(close)) {
            level--;
        } else {
            advance();
        }
    }
}

static void do_if(void)
{
    long cond = int_expression();
    int level = 0;

    if (!accept_word(W_THEN))
        error("SYNTAX ERROR");
    if (!cond) {
        /* find our own ELSE; each inner IF may have one, too */
        while (peek()->type != T_END) {
            if (at_word(W_IF)) {
                level++;
            } else if (at_word(W_ELSE)) {
                if (level == 0)
                    break;
                level--;
            }
            advance();
        }
        if (!accept_word(W_ELSE))
            return;
    }
    if (peek()->type == T_NUMBER)
        jump(advance()->num);
}

static void do_for(void)
{
    struct frame *f;
    struct value start;
    struct token *t = advance();
    struct var *v;
    long limit, step = 1;
    int i;

    if (t->type != T_NAME)
        error("VARIABLE EXPECTED");
    v = find_var(t->text, 0, 1);
    if (v->is_str)
        error("TYPE MISMATCH");
    expect_op('=');
    expression(&start);
    if (!accept_word(W_TO))
        error("SYNTAX ERROR");
    limit = int_expression();
    if (accept_word(W_STEP))
        step = int_expression();
    if (step == 0)
        error("BAD STEP");
    set_cell(v, 0, &start);
    for (i = bas.depth - 1; i >= 0; i--)    /* a loop left by GOTO is dropped */
        if (bas.stack[i].type == FRAME_GOSUB)
            break;
        else if (bas.stack[i].type == FRAME_FOR && bas.stack[i].var == v)
            bas.depth = i;
    if (step > 0 ? start.num > limit : start.num < limit) {
        skip_block(W_FOR, W_NEXT);
        if (peek()->type == T_NAME)
            advance();
        return;
    }
    f = push(FRAME_FOR);
    f->var = v;
    f->limit = limit;
    f->step = step;
}

static void do_next(void)
{
    struct var *v = NULL;
    struct value val;

    if (peek()->type == T_NAME)
        v = find_var(advance()->text, 0, 1);
    while (bas.depth > 0 && bas.stack[bas.depth - 1].type != FRAME_GOSUB) {
        struct frame *f = &bas.stack[bas.depth - 1];

        if (f->type != FRAME_FOR || (v != NULL && f->var != v)) {
            bas.depth--;        /* inner loops left early */
            continue;
        }
        get_cell(f->var, 0, &val);
        val.num += f->step;
        if (val.num > MAX_INT || val.num < -MAX_INT)
            error("OVERFLOW");
        set_cell(f->var, 0, &val);
        if (f->step > 0 ? val.num <= f->limit : val.num >= f->limit)
            resume(f);
        else
            bas.depth--;
        return;
    }
    error("NEXT WITHOUT FOR");
}

static void do_while(int pos)
{
    struct line *line = bas.line;
    struct frame *f;

    if (!int_expression()) {
        skip_block(W_WHILE, W_WEND);
        return;
    }
    f = push(FRAME_WHILE);
    f->line = line;
    f->pos = pos;               /* WEND evaluates the condition again */
}

static void do_wend(void)
{
    while (bas.depth > 0 && bas.stack[bas.depth - 1].type == FRAME_FOR)
        bas.depth--;
    if (bas.depth == 0 || bas.stack[bas.depth - 1].type != FRAME_WHILE)
        error("WEND WITHOUT WHILE");
    resume(&bas.stack[--bas.depth]);
}

static void do_gosub(long number)
{
    push(FRAME_GOSUB);
    jump(number);
}

static void do_return(void)
{
    while (bas.depth > 0 && bas.stack[bas.depth - 1].type != FRAME_GOSUB)
        bas.depth--;
    if (bas.depth == 0)
        error("RETURN WITHOUT GOSUB");
    resume(&bas.stack[--bas.depth]);
}

/* ON n GOTO|GOSUB a, b, c */
static void do_on(void)
{
    long n = int_expression(), target = 0, i;
    int gosub = at_word(W_GOSUB);

    if (!accept_word(W_GOTO) && !accept_word(W_GOSUB))
        error("SYNTAX ERROR");
    i = 0;
    do {
        struct token *t = advance();

        if (t->type != T_NUMBER)
            error("SYNTAX ERROR");
        if (++i == n)
            target = t->num;
    } while (accept_op(','));
    if (target == 0)
        return;
    if (gosub)
        do_gosub(target);
    else
        jump(target);
}

/* ---- input and output --------------------------------------------------- */

static void put_text(const char *s)
{
    fputs(s, stdout);
    bas.column += (int)strlen(s);
}

static void put_newline(void)
{
    putchar('\n');
    bas.column = 0;
}

static void pad_to(int column)
{
    while (bas.column < column)
        put_text(" ");
}

static void do_print(void)
{
    struct value v;
    char text[24];
    int newline = 1;

    while (!end_of_statement()) {
        newline = 1;
        if (accept_op(';')) {
            newline = 0;
        } else if (accept_op(',')) {
            newline = 0;
            pad_to((bas.column / ZONE + 1) * ZONE);
        } else if (peek()->type == T_FUNCTION && peek()->num == F_TAB) {
            advance();
            expect_op('(');
            v.num = int_expression();
            expect_op(')');
            if (v.num < 0 || v.num > 80)
                error("BAD ARGUMENT");
            pad_to((int)v.num);
        } else {
            expression(&v);
            if (v.is_str) {
                put_text(v.str);
            } else {
                sprintf(text, "%ld", v.num);
                put_text(text);
            }
        }
    }
    if (newline)
        put_newline();
}

/* Assign an input or data text to a variable of either type. */
static void assign_text(struct var *v, long cell, const char *text, const char *complaint)
{
    struct value val;

    val.is_str = v->is_str;
    if (v->is_str) {
        strncpy(val.str, text, MAX_STR);
        val.str[MAX_STR] = '\0';
    } else {
        char *end;

        val.num = strtol(text, &end, 10);
        while (*end == ' ')
            end++;
        if (end == text || *end != '\0' || val.num > MAX_INT || val.num < -MAX_INT)
            error(complaint);
    }
    set_cell(v, cell, &val);
}

/* INPUT ["prompt";] a, b, ... : one line, fields separated by commas */
static void do_input(void)
{
    char buf[MAX_STR + 1];
    char *field, *comma;

    if (peek()->type == T_STRING) {
        put_text(advance()->text);
        expect_op(';');
    } else {
        put_text("? ");
    }
    if (fgets(buf, sizeof buf, stdin) == NULL)
        error("OUT OF INPUT");
    put_newline();
    buf[strcspn(buf, "\n")] = '\0';
    field = buf;
    do {
        long cell;
        struct var *v = variable(&cell);

        if (field == NULL)
            error("OUT OF INPUT");
        comma = strchr(field, ',');
        if (comma != NULL)
            *comma = '\0';
        while (*field == ' ')
            field++;
        assign_text(v, cell, field, "BAD INPUT");
        field = comma != NULL ? comma + 1 : NULL;
    } while (accept_op(','));
}

/* Find the next DATA item and leave the READ position behind it. */
static struct token *next_data(int *negative)
{
    struct line *l = bas.data_line;
    struct token *t;

    *negative = 0;
    while (l != NULL) {
        t = &l->tok[bas.data_pos];
        if (bas.data_pos == 0 && !(t->type == T_WORD && t->num == W_DATA)) {
            l = l->next;        /* DATA stands alone on its line */
            continue;
        }
        if (t->type == T_END) {
            l = l->next;
            bas.data_pos = 0;
            continue;
        }
        bas.data_pos++;
        if (t->type == T_WORD || (t->type == T_OP && t->num == ','))
            continue;
        if (t->type == T_OP && t->num == '-') {
            *negative = 1;
            continue;
        }
        bas.data_line = l;
        return t;
    }
    error("OUT OF DATA");
}

static void do_read(void)
{
    do {
        long cell;
        struct var *v = variable(&cell);
        int negative;
        struct token *t = next_data(&negative);
        struct value val;

        if (t->type == T_NUMBER) {
            val.is_str = 0;
            val.num = negative ? -t->num : t->num;
            set_cell(v, cell, &val);
        } else if (t->type == T_STRING || t->type == T_NAME) {
            if (!v->is_str)
                error("TYPE MISMATCH");
            assign_text(v, cell, t->text, "BAD DATA");
        } else {
            error("BAD DATA");
        }
    } while (accept_op(','));
}

static void do_restore(void)
{
    bas.data_line = bas.program;
    bas.data_pos = 0;
    if (peek()->type == T_NUMBER)
        bas.data_line = find_line(advance()->num);
}

/* ---- other statements --------------------------------------------------- */

static void do_let(void)
{
    struct value val;
    long cell;
    struct var *v = variable(&cell);

    expect_op('=');
    expression(&val);
    set_cell(v, cell, &val);
}

static void do_dim(void)
{
    do {
        struct token *t = advance();
        int size[2] = { 0, 0 };
        int n = 0;

        if (t->type != T_NAME)
            error("VARIABLE EXPECTED");
        expect_op('(');
        do {
            long k = int_expression();

            if (n == 2 || k < 0 || k > 100)
                error("BAD DIMENSION");
            size[n++] = (int)k;
        } while (accept_op(','));
        expect_op(')');
        dimension(t->text, n, size);
    } while (accept_op(','));
}

static void do_swap(void)
{
    struct value va, vb;
    struct var *a, *b;
    long ca, cb;

    a = variable(&ca);
    expect_op(',');
    b = variable(&cb);
    get_cell(a, ca, &va);
    get_cell(b, cb, &vb);
    set_cell(a, ca, &vb);
    set_cell(b, cb, &va);
}

/* DEF FNA(X) = expression */
static void do_def(void)
{
    struct token *t = advance();
    struct token *param;
    struct def *d;

    if (t->type != T_FUNCTION || t->num != F_FN || t->text == NULL)
        error("SYNTAX ERROR");
    expect_op('(');
    param = advance();
    if (param->type != T_NAME || strchr(param->text, '$') != NULL)
        error("VARIABLE EXPECTED");
    expect_op(')');
    expect_op('=');
    d = &bas.defs[t->text[0] - 'A'];
    strcpy(d->param, param->text);
    d->line = bas.line;
    d->pos = bas.pos;
    while (!end_of_statement())
        advance();
}

static long line_argument(void)
{
    struct token *t = advance();

    if (t->type != T_NUMBER)
        error("SYNTAX ERROR");
    return t->num;
}

static void statement(void)
{
    struct token *t = peek();
    int pos = bas.pos;

    if (t->type == T_NAME) {
        do_let();
        return;
    }
    if (t->type != T_WORD)
        error("SYNTAX ERROR");
    advance();
    switch (t->num) {
    case W_LET:
        do_let();
        break;
    case W_PRINT:
        do_print();
        break;
    case W_INPUT:
        do_input();
        break;
    case W_IF:
        do_if();
        break;
    case W_GOTO:
        jump(line_argument());
        break;
    case W_GOSUB:
        do_gosub(line_argument());
        break;
    case W_RETURN:
        do_return();
        break;
    case W_ON:
        do_on();
        break;
    case W_FOR:
        do_for();
        break;
    case W_NEXT:
        do_next();
        break;
    case W_WHILE:
        do_while(pos);
        break;
    case W_WEND:
        do_wend();
        break;
    case W_DIM:
        do_dim();
        break;
    case W_READ:
        do_read();
        break;
    case W_RESTORE:
        do_restore();
        break;
    case W_SWAP:
        do_swap();
        break;
    case W_DEF:
        do_def();
        break;
    case W_DATA:
    case W_REM:
    case W_ELSE:                /* end of an executed THEN part */
        skip_line();
        break;
    case W_STOP:
        error("STOPPED");
    case W_END:
        bas.running = 0;
        break;
    default:
        error("SYNTAX ERROR");
    }
}

static void run(void)
{
    bas.line = bas.data_line = bas.program;
    bas.running = bas.line != NULL;
    bas.seed = 1;
    while (bas.running) {
        if (peek()->type == T_END) {
            bas.line = bas.line->next;
            bas.pos = 0;
            bas.running = bas.line != NULL;
            continue;
        }
        if (accept_op(':'))
            continue;
        if (bas.trace && bas.pos == 0)
            printf("[%d]", bas.line->number);
        if (++bas.steps > STEP_LIMIT)
            error("TOO LONG");
        statement();
    }
    if (bas.column > 0)
        put_newline();
}

int main(int argc, char **argv)
{
    int i, list = 0;

    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-l") == 0) {
            list = 1;
        } else if (strcmp(argv[i], "-t") == 0) {
            bas.trace = 1;
        } else {
            break;
        }
    }
    if (i != argc - 1) {
        printf("usage: tinybas [-l] [-t] program\n");
        return 2;
    }
    load_program(argv[i]);
    if (list)
        list_program();
    else
        run();
    free_vars();
    free_program();
    return 0;
}
