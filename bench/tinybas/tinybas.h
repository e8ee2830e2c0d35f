/* tinybas - a small line-numbered BASIC with integers and strings. */
#ifndef TINYBAS_H
#define TINYBAS_H

#define MAX_STR 255             /* longest string value */
#define MAX_NAME 10             /* longest identifier, with a $ */
#define MAX_DEPTH 24            /* FOR, WHILE and GOSUB frames */
#define MAX_INT 2147483647L
#define BUCKETS 16
#define STEP_LIMIT 20000L
#define ZONE 10                 /* width of a PRINT zone */

enum token_type { T_END, T_NUMBER, T_STRING, T_NAME, T_WORD, T_FUNCTION, T_OP };

enum word {
    W_LET, W_PRINT, W_INPUT, W_IF, W_THEN, W_ELSE, W_GOTO, W_GOSUB, W_RETURN,
    W_ON, W_FOR, W_TO, W_STEP, W_NEXT, W_WHILE, W_WEND, W_DIM, W_READ, W_DATA,
    W_RESTORE, W_SWAP, W_DEF, W_REM, W_END, W_STOP, W_AND, W_OR, W_NOT, W_MOD,
    W_COUNT
};

enum function {
    F_ABS, F_SGN, F_LEN, F_ASC, F_VAL, F_MIN, F_MAX, F_RND, F_INSTR, F_CHR,
    F_STR, F_LEFT, F_RIGHT, F_MID, F_UPPER, F_REPEAT, F_TAB, F_FN, F_COUNT
};

/* Two-character operators. */
enum { OP_LE = 256, OP_GE, OP_NE };

struct token {
    enum token_type type;
    long num;                   /* number, word, function or operator */
    char *text;                 /* string, name or remark; else NULL */
};

struct line {
    int number;
    int count;
    struct token *tok;          /* ends with a T_END */
    struct line *next;
};

struct value {
    int is_str;
    long num;
    char str[MAX_STR + 1];
};

struct var {
    char name[MAX_NAME + 1];
    int is_str;
    int dims;                   /* 0: simple variable */
    int size[2];                /* largest index of each dimension */
    long *num;                  /* cells */
    char **str;
    struct var *next;
};

enum frame_type { FRAME_FOR, FRAME_WHILE, FRAME_GOSUB };

struct frame {
    enum frame_type type;
    struct line *line;          /* where to continue */
    int pos;
    struct var *var;            /* FRAME_FOR only */
    long limit, step;
};

struct def {
    struct line *line;          /* NULL: not defined */
    int pos;
    char param[MAX_NAME + 1];
};

struct basic {
    struct line *program;
    struct line *line;          /* current position */
    int pos;
    struct frame stack[MAX_DEPTH];
    int depth;
    struct line *data_line;     /* READ position */
    int data_pos;
    struct var *vars[BUCKETS];
    struct def defs[26];
    int column;
    long steps;
    long seed;
    int trace;
    int running;
};

extern struct basic bas;

/* lexer.c */
void load_program(const char *path);
void list_program(void);
void free_program(void);
struct line *find_line(long number);

/* expr.c */
struct token *peek(void);
struct token *advance(void);
int at_op(int op);
int at_word(enum word w);
int accept_op(int op);
int accept_word(enum word w);
void expect_op(int op);
void expression(struct value *v);
long int_expression(void);
struct var *find_var(const char *name, int dims, int create);
void dimension(const char *name, int dims, const int *size);
struct var *variable(long *cell);
void get_cell(const struct var *v, long cell, struct value *out);
void set_cell(struct var *v, long cell, const struct value *val);
void free_vars(void);

/* run.c */
_Noreturn void error(const char *msg);

#endif
