/* Reading, tokenising and listing of the program text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tinybas.h"

#define MAX_TEXT 256
#define MAX_TOKENS 128

static const char *const word_names[W_COUNT] = {
    "LET", "PRINT", "INPUT", "IF", "THEN", "ELSE", "GOTO", "GOSUB", "RETURN",
    "ON", "FOR", "TO", "STEP", "NEXT", "WHILE", "WEND", "DIM", "READ", "DATA",
    "RESTORE", "SWAP", "DEF", "REM", "END", "STOP", "AND", "OR", "NOT", "MOD",
};

static const char *const function_names[F_COUNT] = {
    "ABS", "SGN", "LEN", "ASC", "VAL", "MIN", "MAX", "RND", "INSTR", "CHR$",
    "STR$", "LEFT$", "RIGHT$", "MID$", "UPPER$", "REPEAT$", "TAB", "FN",
};

static int source_line;         /* line of the file being read */

static _Noreturn void load_error(const char *msg)
{
    printf("?%s AT LINE %d OF THE FILE\n", msg, source_line);
    exit(1);
}

static char *copy_text(const char *s, size_t n)
{
    char *p = malloc(n + 1);

    if (p == NULL)
        load_error("OUT OF MEMORY");
    memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

static int lookup(const char *const *names, int count, const char *s)
{
    int i;

    for (i = 0; i < count; i++)
        if (strcmp(names[i], s) == 0)
            return i;
    return -1;
}

/* Scan a name, keyword or function; returns the number of characters. */
static int scan_name(const char *s, struct token *t)
{
    char name[MAX_NAME + 1];
    int n = 0, k;

    while (isalnum((unsigned char)s[n])) {
        if (n == MAX_NAME - 1)
            load_error("NAME TOO LONG");
        name[n] = (char)toupper((unsigned char)s[n]);
        n++;
    }
    if (s[n] == '$')
        name[n++] = '$';
    name[n] = '\0';
    if ((k = lookup(word_names, W_COUNT, name)) >= 0) {
        t->type = T_WORD;
        t->num = k;
    } else if ((k = lookup(function_names, F_COUNT, name)) >= 0) {
        t->type = T_FUNCTION;
        t->num = k;
    } else if (n == 3 && name[0] == 'F' && name[1] == 'N' && isalpha((unsigned char)name[2])) {
        t->type = T_FUNCTION;   /* user function FNA to FNZ */
        t->num = F_FN;
        t->text = copy_text(name + 2, 1);
    } else {
        t->type = T_NAME;
        t->text = copy_text(name, (size_t)n);
    }
    return n;
}

static int scan_operator(const char *s, struct token *t)
{
    t->type = T_OP;
    t->num = s[0];
    if (s[0] == '<' && s[1] == '=')
        t->num = OP_LE;
    else if (s[0] == '>' && s[1] == '=')
        t->num = OP_GE;
    else if (s[0] == '<' && s[1] == '>')
        t->num = OP_NE;
    else if (strchr("+-*/^()=<>,;:", s[0]) == NULL)
        load_error("BAD CHARACTER");
    return t->num > 255 ? 2 : 1;
}

/* Scan one token at s; returns the number of characters used. */
static int scan_token(const char *s, struct token *t)
{
    int n = 0;

    memset(t, 0, sizeof *t);
    if (isdigit((unsigned char)s[0])) {
        t->type = T_NUMBER;
        for (; isdigit((unsigned char)s[n]); n++) {
            t->num = t->num * 10 + (s[n] - '0');
            if (t->num > MAX_INT)
                load_error("NUMBER TOO LARGE");
        }
        return n;
    }
    if (isalpha((unsigned char)s[0]))
        return scan_name(s, t);
    if (s[0] == '"') {
        const char *end = strchr(s + 1, '"');

        if (end == NULL)
            load_error("MISSING QUOTE");
        t->type = T_STRING;
        t->text = copy_text(s + 1, (size_t)(end - s - 1));
        return (int)(end - s) + 1;
    }
    return scan_operator(s, t);
}

static struct line *tokenise(int number, const char *s)
{
    struct token buf[MAX_TOKENS];
    struct line *l;
    int n = 0;

    for (;;) {
        while (isspace((unsigned char)*s))
            s++;
        if (*s == '\0')
            break;
        if (n == MAX_TOKENS - 2)
            load_error("LINE TOO LONG");
        s += scan_token(s, &buf[n]);
        if (buf[n].type == T_WORD && buf[n].num == W_REM) {
            while (*s == ' ')
                s++;
            buf[n].text = copy_text(s, strlen(s));
            s += strlen(s);
        }
        n++;
    }
    memset(&buf[n], 0, sizeof buf[n]);
    buf[n++].type = T_END;
    l = malloc(sizeof *l);
    if (l == NULL || (l->tok = malloc((size_t)n * sizeof buf[0])) == NULL)
        load_error("OUT OF MEMORY");
    memcpy(l->tok, buf, (size_t)n * sizeof buf[0]);
    l->count = n;
    l->number = number;
    l->next = NULL;
    return l;
}

static void free_line(struct line *l)
{
    int i;

    for (i = 0; i < l->count; i++)
        free(l->tok[i].text);
    free(l->tok);
    free(l);
}

/* Put a line in its place; an equal number replaces, an empty line deletes. */
static void insert_line(struct line *l)
{
    struct line **p = &bas.program;

    while (*p != NULL && (*p)->number < l->number)
        p = &(*p)->next;
    if (*p != NULL && (*p)->number == l->number) {
        struct line *old = *p;

        *p = old->next;
        free_line(old);
    }
    if (l->count == 1) {
        free_line(l);
        return;
    }
    l->next = *p;
    *p = l;
}

void load_program(const char *path)
{
    char text[MAX_TEXT];
    FILE *f = fopen(path, "r");

    if (f == NULL) {
        printf("?CANNOT READ %s\n", path);
        exit(2);
    }
    source_line = 0;
    while (fgets(text, sizeof text, f) != NULL) {
        char *s = text;
        size_t len = strlen(text);
        long number = 0;

        source_line++;
        if (len > 0 && text[len - 1] == '\n')
            text[--len] = '\0';
        else if (len == sizeof text - 1)
            load_error("LINE TOO LONG");
        while (isspace((unsigned char)*s))
            s++;
        if (*s == '\0')
            continue;
        if (!isdigit((unsigned char)*s))
            load_error("NO LINE NUMBER");
        while (isdigit((unsigned char)*s) && number <= 65535)
            number = number * 10 + (*s++ - '0');
        if (number == 0 || number > 65535)
            load_error("BAD LINE NUMBER");
        insert_line(tokenise((int)number, s));
    }
    fclose(f);
}

struct line *find_line(long number)
{
    struct line *l;

    for (l = bas.program; l != NULL; l = l->next)
        if (l->number == number)
            return l;
    error("UNDEFINED LINE");
}

static void list_token(const struct token *t)
{
    switch (t->type) {
    case T_NUMBER:
        printf("%ld", t->num);
        break;
    case T_STRING:
        printf("\"%s\"", t->text);
        break;
    case T_NAME:
        printf("%s", t->text);
        break;
    case T_WORD:
        printf("%s", word_names[t->num]);
        if (t->text != NULL && t->text[0] != '\0')
            printf(" %s", t->text);
        break;
    case T_FUNCTION:
        printf("%s%s", function_names[t->num], t->text != NULL ? t->text : "");
        break;
    case T_OP:
        if (t->num < OP_LE)
            putchar((int)t->num);
        else
            printf("%s", t->num == OP_LE ? "<=" : t->num == OP_GE ? ">=" : "<>");
        break;
    case T_END:
        break;
    }
}

/* Is a blank needed between two neighbouring tokens? */
static int needs_blank(const struct token *a, const struct token *b)
{
    if (a->type == T_OP && strchr("(,;", (int)a->num) != NULL && a->num < OP_LE)
        return a->num != '(';
    if (b->type == T_OP && (b->num == ')' || b->num == ',' || b->num == ';'))
        return 0;
    if (b->type == T_OP && b->num == '(')
        return a->type == T_OP || a->type == T_WORD;
    return 1;
}

void list_program(void)
{
    const struct line *l;
    int i;

    for (l = bas.program; l != NULL; l = l->next) {
        printf("%d ", l->number);
        for (i = 0; i < l->count - 1; i++) {
            if (i > 0 && needs_blank(&l->tok[i - 1], &l->tok[i]))
                putchar(' ');
            list_token(&l->tok[i]);
        }
        putchar('\n');
    }
}

void free_program(void)
{
    while (bas.program != NULL) {
        struct line *next = bas.program->next;

        free_line(bas.program);
        bas.program = next;
    }
}
