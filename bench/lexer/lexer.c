/*
 * lexer - tokenizer for Mica, a small layout-sensitive scripting language.
 *
 * The source text is read from standard input.  Every token is printed with
 * its position, followed by a summary of the whole text.
 *
 *   lexer [-c] [-l] [-q] [-r] [-s] [-t WIDTH] [-m ERRORS] [-f KIND]
 *
 *   -c  deliver comments as tokens     -l  ignore layout (no NEWLINE, INDENT..)
 *   -q  print no tokens                -r  print a cross reference of names
 *   -s  print the symbol table         -t  width of a tab stop (default 8)
 *   -m  give up after that many errors -f  print only tokens of that kind
 *
 * Exit status: 0 clean text, 1 lexical errors, 2 usage, 3 too many errors.
 */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SOURCE 32768
#define MAX_TEXT 120
#define MAX_INDENT 8
#define MAX_NEST 12
#define BUCKETS 31
#define END_OF_TEXT (-1)

enum kind {
    T_NAME, T_KEYWORD, T_INT, T_FLOAT, T_TIME, T_STRING, T_HEAD, T_MID, T_TAIL,
    T_CHAR, T_OP, T_OPEN, T_CLOSE, T_COMMENT, T_DOC, T_NEWLINE, T_INDENT,
    T_DEDENT, T_END, KINDS
};

static const char *const kind_names[KINDS] = {
    "NAME", "KEYWORD", "INT", "FLOAT", "TIME", "STRING", "HEAD", "MID", "TAIL",
    "CHAR", "OP", "OPEN", "CLOSE", "COMMENT", "DOC", "NEWLINE", "INDENT",
    "DEDENT", "END"
};

struct reference {
    int line;
    struct reference *next;
};

struct symbol {
    char *name;
    bool reserved;
    int serial;                 /* order of first appearance, from 1 */
    int uses;
    struct reference *first, *last;
    struct symbol *chain;       /* next in the same bucket */
};

struct token {
    enum kind kind;
    int line, col;              /* where it starts */
    int end_line, end_col;      /* one past its last character */
    char text[MAX_TEXT + 1];
    int length;
    long long value;            /* of T_INT, T_TIME (milliseconds), T_CHAR */
    struct symbol *symbol;      /* of T_NAME, T_KEYWORD */
};

struct bracket {
    char open;                  /* ( [ { or $ for an interpolation */
    int line, col;
};

struct scanner {
    const char *src;
    int length, pos;
    int line, col;
    int tab;
    bool layout;
    bool line_start;            /* nothing of this physical line read yet */
    bool line_used;             /* the logical line has a token */
    bool joined;                /* last token asks for the line to go on */
    int indents[MAX_INDENT];
    int level;                  /* indents[level] is the current one */
    int pending;                /* DEDENT tokens still to deliver */
    struct bracket nest[MAX_NEST];
    int depth;
    int errors;
    bool want_comments;
};

struct summary {
    int by_kind[KINDS];
    int tokens;
    int deepest_nest, deepest_indent;
    int longest;                /* length of the longest name */
    struct symbol *longest_name;
    long long int_total;
};

struct options {
    bool comments, no_layout, quiet, xref, symbols;
    int tab, max_errors;
    int only;                   /* a kind, or -1 */
};

static struct symbol *buckets[BUCKETS];
static int symbol_count;

static const char *const keywords[] = {
    "if", "elif", "else", "while", "for", "in", "def", "return", "let", "and",
    "or", "not", "match", "case", "pass", NULL
};

/* Longer operators come before their own prefixes. */
static const char *const operators[] = {
    "...", "..<", "<<=", ">>=", "==", "!=", "<=", ">=", "<<", ">>", "->", "=>",
    ":=", "..", "??", "?.", "||", "&&", "::", "+=", "-=", "*=", "/=", "**",
    "+", "-", "*", "/", "%", "=", "<", ">", "!", "?", "|", "&", "^", "~", "@",
    ",", ";", ":", ".", NULL
};

/* ------------------------------------------------------------- symbols */

static void *allocate(size_t size)
{
    void *p = calloc(1, size);
    if (p == NULL) {
        fputs("lexer: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

static unsigned hash(const char *name)
{
    unsigned h = 5;
    for (; *name != '\0'; name++)
        h = h * 33 + (unsigned char)*name;
    return h % BUCKETS;
}

static struct symbol *intern(const char *name)
{
    unsigned h = hash(name);
    struct symbol *sym;

    for (sym = buckets[h]; sym != NULL; sym = sym->chain)
        if (strcmp(sym->name, name) == 0)
            return sym;
    sym = allocate(sizeof *sym);
    sym->name = allocate(strlen(name) + 1);
    strcpy(sym->name, name);
    sym->chain = buckets[h];
    buckets[h] = sym;
    return sym;
}

static void note_use(struct symbol *sym, int line)
{
    struct reference *ref;

    if (sym->uses == 0)
        sym->serial = ++symbol_count;
    sym->uses++;
    if (sym->last != NULL && sym->last->line == line)
        return;
    ref = allocate(sizeof *ref);
    ref->line = line;
    if (sym->last == NULL)
        sym->first = ref;
    else
        sym->last->next = ref;
    sym->last = ref;
}

static void free_symbols(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (buckets[i] != NULL) {
            struct symbol *sym = buckets[i];
            buckets[i] = sym->chain;
            while (sym->first != NULL) {
                struct reference *ref = sym->first;
                sym->first = ref->next;
                free(ref);
            }
            free(sym->name);
            free(sym);
        }
    }
}

/* ------------------------------------------------- characters and errors */

static int look(const struct scanner *s, int ahead)
{
    if (s->pos + ahead >= s->length)
        return END_OF_TEXT;
    return (unsigned char)s->src[s->pos + ahead];
}

static int advance(struct scanner *s)
{
    int c = look(s, 0);

    if (c == END_OF_TEXT)
        return c;
    s->pos++;
    if (c == '\n') {
        s->line++;
        s->col = 1;
    } else if (c == '\t') {
        s->col = ((s->col - 1) / s->tab + 1) * s->tab + 1;
    } else {
        s->col++;
    }
    return c;
}

static void complain(struct scanner *s, int line, int col, const char *format, ...)
{
    va_list args;

    printf("%d:%d: error: ", line, col);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    s->errors++;
}

static bool is_name_start(int c)
{
    return c == '_' || (c < 128 && isalpha(c));
}

static bool is_name_part(int c)
{
    return is_name_start(c) || (c >= '0' && c <= '9');
}

static int digit_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

static void start_token(const struct scanner *s, struct token *t)
{
    t->line = s->line;
    t->col = s->col;
    t->length = 0;
    t->text[0] = '\0';
    t->value = 0;
    t->symbol = NULL;
}

static void finish_token(const struct scanner *s, struct token *t, enum kind kind)
{
    t->kind = kind;
    t->end_line = s->line;
    t->end_col = s->col;
}

static void add_char(struct scanner *s, struct token *t, int c)
{
    if (t->length == MAX_TEXT) {
        complain(s, t->line, t->col, "token too long");
        t->length++;
    } else if (t->length < MAX_TEXT) {
        t->text[t->length++] = (char)c;
        t->text[t->length] = '\0';
    }
}

/* Code points above 127 are stored as UTF-8. */
static void add_code_point(struct scanner *s, struct token *t, long code)
{
    if (code < 0x80) {
        add_char(s, t, (int)code);
    } else if (code < 0x800) {
        add_char(s, t, (int)(0xC0 | code >> 6));
        add_char(s, t, (int)(0x80 | (code & 0x3F)));
    } else if (code < 0x10000) {
        add_char(s, t, (int)(0xE0 | code >> 12));
        add_char(s, t, (int)(0x80 | (code >> 6 & 0x3F)));
        add_char(s, t, (int)(0x80 | (code & 0x3F)));
    } else {
        add_char(s, t, (int)(0xF0 | code >> 18));
        add_char(s, t, (int)(0x80 | (code >> 12 & 0x3F)));
        add_char(s, t, (int)(0x80 | (code >> 6 & 0x3F)));
        add_char(s, t, (int)(0x80 | (code & 0x3F)));
    }
}

/* ------------------------------------------------------ names and numbers */

static void scan_name(struct scanner *s, struct token *t)
{
    while (is_name_part(look(s, 0)))
        add_char(s, t, advance(s));
    /* a predicate ends in '?', but 'a ?? b' and 'a?.b' are operators */
    if (look(s, 0) == '?' && look(s, 1) != '?' && look(s, 1) != '.')
        add_char(s, t, advance(s));
    t->symbol = intern(t->text);
    if (t->symbol->reserved) {
        finish_token(s, t, T_KEYWORD);
    } else {
        note_use(t->symbol, t->line);
        finish_token(s, t, T_NAME);
    }
}

/*
 * Reads digits of the radix, with single underscores between them.  Returns
 * the number of digits; a value beyond long long sets *overflow.
 */
static int scan_digits(struct scanner *s, struct token *t, int radix, bool *overflow)
{
    int count = 0;
    bool after_bar = false;

    for (;;) {
        int c = look(s, 0);
        if (c == '_') {
            if (after_bar || count == 0)
                complain(s, s->line, s->col, "misplaced '_' in number");
            after_bar = true;
            advance(s);
            continue;
        }
        if (digit_value(c) >= radix)
            break;
        if (t->value > (LLONG_MAX - digit_value(c)) / radix)
            *overflow = true;
        else
            t->value = t->value * radix + digit_value(c);
        add_char(s, t, advance(s));
        after_bar = false;
        count++;
    }
    if (after_bar)
        complain(s, s->line, s->col, "number ends in '_'");
    return count;
}

static void scale(struct token *t, long long factor, bool *overflow)
{
    if (t->value > LLONG_MAX / factor)
        *overflow = true;
    else
        t->value *= factor;
}

/* The rest of a decimal number: fraction and exponent. */
static bool scan_fraction(struct scanner *s, struct token *t)
{
    bool is_float = false;
    bool ignored = false;

    if (look(s, 0) == '.' && isdigit(look(s, 1))) {
        is_float = true;
        add_char(s, t, advance(s));
        scan_digits(s, t, 10, &ignored);
    }
    if (look(s, 0) == 'e' || look(s, 0) == 'E') {
        int sign = look(s, 1) == '+' || look(s, 1) == '-';
        if (isdigit(look(s, 1 + sign))) {
            is_float = true;
            for (int i = 0; i <= sign; i++)
                add_char(s, t, advance(s));
            scan_digits(s, t, 10, &ignored);
        }
    }
    return is_float;
}

static enum kind scan_suffix(struct scanner *s, struct token *t, bool *overflow)
{
    static const struct { const char *name; long long factor; enum kind kind; } suffixes[] = {
        { "ms", 1, T_TIME }, { "s", 1000, T_TIME }, { "min", 60000, T_TIME },
        { "h", 3600000, T_TIME }, { "k", 1000, T_INT }, { "M", 1000000, T_INT }
    };
    char word[8];
    int n = 0, line = s->line, col = s->col;

    while (is_name_part(look(s, 0))) {
        int c = advance(s);
        if (n < (int)sizeof word - 1)
            word[n++] = (char)c;
    }
    word[n] = '\0';
    if (n == 0)
        return T_INT;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (strcmp(word, suffixes[i].name) == 0) {
            scale(t, suffixes[i].factor, overflow);
            for (const char *p = word; *p != '\0'; p++)
                add_char(s, t, *p);
            return suffixes[i].kind;
        }
    }
    complain(s, line, col, "unknown suffix '%s'", word);
    return T_INT;
}

static void scan_number(struct scanner *s, struct token *t)
{
    enum kind kind = T_INT;
    bool overflow = false;
    int radix = 10;

    if (look(s, 0) == '0') {
        switch (look(s, 1)) {
        case 'x': radix = 16; break;
        case 'o': radix = 8; break;
        case 'b': radix = 2; break;
        }
    }
    if (radix != 10) {
        add_char(s, t, advance(s));
        add_char(s, t, advance(s));
        if (scan_digits(s, t, radix, &overflow) == 0)
            complain(s, t->line, t->col, "number has no digits");
    } else {
        scan_digits(s, t, 10, &overflow);
        if (look(s, 0) == 'r' && digit_value(look(s, 1)) < 36) {
            radix = t->value > 36 ? 37 : (int)t->value;
            if (radix < 2 || radix > 36) {
                complain(s, t->line, t->col, "radix must be 2 to 36");
                radix = 36;
            }
            t->value = 0;
            add_char(s, t, advance(s));
            if (scan_digits(s, t, radix, &overflow) == 0)
                complain(s, t->line, t->col, "number has no digits");
        } else if (scan_fraction(s, t)) {
            kind = T_FLOAT;
            overflow = false;
        }
    }
    if (kind == T_INT && radix == 10)
        kind = scan_suffix(s, t, &overflow);
    else if (is_name_part(look(s, 0))) {
        complain(s, s->line, s->col, "digit or letter after number");
        while (is_name_part(look(s, 0)))
            advance(s);
    }
    if (overflow) {
        complain(s, t->line, t->col, "number too large");
        t->value = LLONG_MAX;
    }
    finish_token(s, t, kind);
}

/* ---------------------------------------------------------------- strings */

static void scan_hex_escape(struct scanner *s, struct token *t)
{
    int value = 0, digits = 0;

    while (digits < 2 && digit_value(look(s, 0)) < 16) {
        value = value * 16 + digit_value(advance(s));
        digits++;
    }
    if (digits < 2)
        complain(s, s->line, s->col, "\\x needs two hexadecimal digits");
    add_char(s, t, value);
}

static void scan_unicode_escape(struct scanner *s, struct token *t)
{
    long code = 0;
    int digits = 0, line = s->line, col = s->col;

    if (look(s, 0) != '{') {
        complain(s, line, col, "\\u needs '{'");
        return;
    }
    advance(s);
    while (digit_value(look(s, 0)) < 16) {
        if (digits < 7)
            code = code * 16 + digit_value(look(s, 0));
        advance(s);
        digits++;
    }
    if (digits == 0 || look(s, 0) != '}') {
        complain(s, line, col, "malformed \\u escape");
        return;
    }
    advance(s);
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        complain(s, line, col, "no such code point");
        code = 0xFFFD;
    }
    add_code_point(s, t, code);
}

/* Called with the backslash already read. */
static void scan_escape(struct scanner *s, struct token *t)
{
    int line = s->line, col = s->col - 1;
    int c = look(s, 0);

    if (c == END_OF_TEXT)
        return;
    advance(s);
    switch (c) {
    case 'n': add_char(s, t, '\n'); break;
    case 't': add_char(s, t, '\t'); break;
    case 'e': add_char(s, t, 27); break;
    case '0': add_char(s, t, 1); break;     /* stands for a NUL */
    case 'x': scan_hex_escape(s, t); break;
    case 'u': scan_unicode_escape(s, t); break;
    case '\n':                              /* the string goes on below */
        while (look(s, 0) == ' ' || look(s, 0) == '\t')
            advance(s);
        break;
    case '\\': case '"': case '\'': case '$':
        add_char(s, t, c);
        break;
    default:
        complain(s, line, col, "unknown escape '\\%c'", isprint(c) ? c : '?');
        add_char(s, t, c);
    }
}

static void push_bracket(struct scanner *s, char open, int line, int col)
{
    if (s->depth == MAX_NEST) {
        complain(s, line, col, "brackets nested too deeply");
        return;
    }
    s->nest[s->depth].open = open;
    s->nest[s->depth].line = line;
    s->nest[s->depth].col = col;
    s->depth++;
}

/* Reads a string up to its closing quote or up to the next "${". */
static void scan_string(struct scanner *s, struct token *t, bool resumed)
{
    for (;;) {
        int c = look(s, 0);
        if (c == END_OF_TEXT || c == '\n') {
            complain(s, t->line, t->col, "unterminated string");
            finish_token(s, t, resumed ? T_TAIL : T_STRING);
            return;
        }
        if (c == '$' && look(s, 1) == '{') {
            int line = s->line, col = s->col;
            advance(s);
            advance(s);
            finish_token(s, t, resumed ? T_MID : T_HEAD);
            push_bracket(s, '$', line, col);
            return;
        }
        advance(s);
        if (c == '"') {
            finish_token(s, t, resumed ? T_TAIL : T_STRING);
            return;
        }
        if (c == '\\')
            scan_escape(s, t);
        else
            add_char(s, t, c);
    }
}

/* r"..." may span lines; a quote is written twice. */
static void scan_raw_string(struct scanner *s, struct token *t)
{
    advance(s);
    advance(s);
    for (;;) {
        int c = advance(s);
        if (c == END_OF_TEXT) {
            complain(s, t->line, t->col, "unterminated raw string");
            break;
        }
        if (c == '"') {
            if (look(s, 0) != '"')
                break;
            advance(s);
        }
        add_char(s, t, c);
    }
    finish_token(s, t, T_STRING);
}

static void scan_char(struct scanner *s, struct token *t)
{
    int c;

    advance(s);
    c = look(s, 0);
    if (c == '\'' || c == '\n' || c == END_OF_TEXT) {
        complain(s, t->line, t->col, "empty character");
        if (c == '\'')
            advance(s);
        finish_token(s, t, T_CHAR);
        return;
    }
    advance(s);
    if (c == '\\')
        scan_escape(s, t);
    else
        add_char(s, t, c);
    t->value = (unsigned char)t->text[0];
    if (look(s, 0) == '\'')
        advance(s);
    else
        complain(s, t->line, t->col, "unterminated character");
    finish_token(s, t, T_CHAR);
}

/* --------------------------------------------------------------- comments */

static bool at_comment(const struct scanner *s)
{
    return look(s, 0) == '#' || (look(s, 0) == '(' && look(s, 1) == '*');
}

/* '#' to the end of the line ('##' documents), or nested (* ... *). */
static void scan_comment(struct scanner *s, struct token *t)
{
    enum kind kind = T_COMMENT;

    if (look(s, 0) == '#') {
        advance(s);
        if (look(s, 0) == '#') {
            advance(s);
            kind = T_DOC;
        }
        while (look(s, 0) == ' ')
            advance(s);
        while (look(s, 0) != '\n' && look(s, 0) != END_OF_TEXT)
            add_char(s, t, advance(s));
    } else {
        int nested = 0;
        do {
            if (look(s, 0) == '(' && look(s, 1) == '*') {
                nested++;
                add_char(s, t, advance(s));
            } else if (look(s, 0) == '*' && look(s, 1) == ')') {
                nested--;
                add_char(s, t, advance(s));
            } else if (look(s, 0) == END_OF_TEXT) {
                complain(s, t->line, t->col, "unterminated comment");
                break;
            }
            add_char(s, t, advance(s));
        } while (nested > 0);
    }
    finish_token(s, t, kind);
}

/* -------------------------------------------------------------- directives */

static int read_word(struct scanner *s, char *word, int size)
{
    int n = 0;

    while (look(s, 0) == ' ' || look(s, 0) == '\t')
        advance(s);
    while (look(s, 0) != END_OF_TEXT && !isspace(look(s, 0))) {
        int c = advance(s);
        if (n < size - 1)
            word[n++] = (char)c;
    }
    word[n] = '\0';
    return n;
}

/*
 * A '%' in the first column introduces a directive:
 *   %tab N   %layout on|off   %reserve NAME...   %release NAME...   %end
 */
static void scan_directive(struct scanner *s)
{
    char word[32], arg[32];
    int line = s->line;

    advance(s);
    read_word(s, word, sizeof word);
    if (strcmp(word, "tab") == 0) {
        int width = read_word(s, arg, sizeof arg) > 0 ? atoi(arg) : 0;
        if (width >= 1 && width <= 16)
            s->tab = width;
        else
            complain(s, line, 1, "bad tab width");
    } else if (strcmp(word, "layout") == 0) {
        read_word(s, arg, sizeof arg);
        if (strcmp(arg, "on") == 0) {
            s->layout = true;
            s->line_used = false;
        } else if (strcmp(arg, "off") == 0) {
            s->layout = false;
            s->pending += s->level;
            s->level = 0;
        } else {
            complain(s, line, 1, "layout is on or off");
        }
    } else if (strcmp(word, "reserve") == 0 || strcmp(word, "release") == 0) {
        bool reserve = strcmp(word, "reserve") == 0;
        int words = 0;
        while (read_word(s, arg, sizeof arg) > 0) {
            intern(arg)->reserved = reserve;
            words++;
        }
        if (words == 0)
            complain(s, line, 1, "%%%s needs a name", word);
    } else if (strcmp(word, "end") == 0) {
        s->length = s->pos;
    } else {
        complain(s, line, 1, "unknown directive '%s'", word);
    }
    while (look(s, 0) != '\n' && look(s, 0) != END_OF_TEXT)
        advance(s);
}

/* ------------------------------------------------------------------ layout */

static void skip_blanks(struct scanner *s)
{
    for (;;) {
        int c = look(s, 0);
        if (c == '\\' && look(s, 1) == '\n') {
            advance(s);
            advance(s);
        } else if (c == ' ' || c == '\t' || c == '\r') {
            advance(s);
        } else {
            return;
        }
    }
}

/*
 * Called at the start of a logical line.  Compares its indentation with the
 * enclosing ones; returns true if *t is an INDENT or the first DEDENT.
 */
static bool scan_indentation(struct scanner *s, struct token *t)
{
    int indent;

    while (look(s, 0) == ' ' || look(s, 0) == '\t')
        advance(s);
    if (look(s, 0) == '\n' || look(s, 0) == '\r' || look(s, 0) == END_OF_TEXT
        || at_comment(s))
        return false;           /* blank lines do not count */
    indent = s->col - 1;
    if (indent > s->indents[s->level]) {
        if (s->level == MAX_INDENT - 1) {
            complain(s, s->line, s->col, "indented too deeply");
            return false;
        }
        s->indents[++s->level] = indent;
        start_token(s, t);
        finish_token(s, t, T_INDENT);
        return true;
    }
    while (indent < s->indents[s->level]) {
        s->level--;
        s->pending++;
    }
    if (indent != s->indents[s->level]) {
        complain(s, s->line, s->col, "indentation matches no outer line");
        s->indents[++s->level] = indent;        /* stay in the last one left */
        s->pending--;
    }
    return false;
}

/* --------------------------------------------------------- the main scanner */

static char closing(char open)
{
    switch (open) {
    case '(': return ')';
    case '[': return ']';
    default:  return '}';
    }
}

static void scan_close(struct scanner *s, struct token *t, int c)
{
    struct bracket *top;

    add_char(s, t, advance(s));
    if (s->depth == 0) {
        complain(s, t->line, t->col, "'%c' closes nothing", c);
        finish_token(s, t, T_CLOSE);
        return;
    }
    top = &s->nest[s->depth - 1];
    if (closing(top->open) != c) {
        complain(s, t->line, t->col, "'%c' does not close '%c' of %d:%d", c,
                 top->open, top->line, top->col);
        finish_token(s, t, T_CLOSE);
        return;
    }
    s->depth--;
    if (top->open == '$') {
        t->length = 0;
        t->text[0] = '\0';
        scan_string(s, t, true);
    } else {
        finish_token(s, t, T_CLOSE);
    }
}

static bool scan_operator(struct scanner *s, struct token *t)
{
    for (int i = 0; operators[i] != NULL; i++) {
        int n = (int)strlen(operators[i]);
        if (n <= s->length - s->pos && strncmp(s->src + s->pos, operators[i], (size_t)n) == 0) {
            while (n-- > 0)
                add_char(s, t, advance(s));
            finish_token(s, t, T_OP);
            /* a comma or a binding at the end of a line continues it */
            if (strcmp(operators[i], ",") == 0 || strcmp(operators[i], ":=") == 0)
                s->joined = true;
            return true;
        }
    }
    return false;
}

/* What remains to be delivered once the text is exhausted. */
static void scan_end(struct scanner *s, struct token *t)
{
    if (s->layout && s->line_used) {
        s->line_used = false;
        finish_token(s, t, T_NEWLINE);
        return;
    }
    if (s->level > 0) {
        s->level--;
        finish_token(s, t, T_DEDENT);
        return;
    }
    while (s->depth > 0) {
        s->depth--;
        complain(s, s->nest[s->depth].line, s->nest[s->depth].col,
                 "'%c' is never closed", s->nest[s->depth].open);
    }
    finish_token(s, t, T_END);
}

static void next_token(struct scanner *s, struct token *t)
{
    for (;;) {
        int c;

        if (s->line_start) {
            s->line_start = false;
            if (look(s, 0) == '%' && s->depth == 0) {
                scan_directive(s);
                continue;
            }
            if (s->layout && s->depth == 0 && !s->joined && scan_indentation(s, t))
                return;
        }
        if (s->pending > 0) {
            s->pending--;
            start_token(s, t);
            finish_token(s, t, T_DEDENT);
            return;
        }
        skip_blanks(s);
        start_token(s, t);
        c = look(s, 0);
        if (c == END_OF_TEXT) {
            scan_end(s, t);
            return;
        }
        if (c == '\n') {
            bool ends = s->layout && s->line_used && s->depth == 0 && !s->joined;
            advance(s);
            s->line_start = true;
            if (!ends)
                continue;
            s->line_used = false;
            finish_token(s, t, T_NEWLINE);
            return;
        }
        if (at_comment(s)) {
            scan_comment(s, t);
            if (s->want_comments || t->kind == T_DOC)
                return;
            continue;
        }
        s->line_used = true;
        s->joined = false;
        if (c == 'r' && look(s, 1) == '"') {
            scan_raw_string(s, t);
        } else if (is_name_start(c)) {
            scan_name(s, t);
        } else if (isdigit(c)) {
            scan_number(s, t);
        } else if (c == '"') {
            advance(s);
            scan_string(s, t, false);
        } else if (c == '\'') {
            scan_char(s, t);
        } else if (c == '(' || c == '[' || c == '{') {
            add_char(s, t, advance(s));
            push_bracket(s, (char)c, t->line, t->col);
            finish_token(s, t, T_OPEN);
        } else if (c == ')' || c == ']' || c == '}') {
            scan_close(s, t, c);
        } else if (!scan_operator(s, t)) {
            complain(s, s->line, s->col, "stray character 0x%02x", (unsigned)c);
            advance(s);
            continue;
        }
        return;
    }
}

/* ------------------------------------------------------------------ output */

static void print_quoted(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 32 || c > 126)
            printf("<%02x>", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print_token(const struct token *t)
{
    printf("%d:%d", t->line, t->col);
    if (t->end_line != t->line)
        printf("-%d:%d", t->end_line, t->end_col);
    else if (t->end_col > t->col + 1)
        printf("-%d", t->end_col - 1);
    printf(" %s", kind_names[t->kind]);
    switch (t->kind) {
    case T_NEWLINE: case T_INDENT: case T_DEDENT: case T_END:
        break;
    case T_INT:
        printf(" %lld", t->value);
        break;
    case T_TIME:
        printf(" %lld ms", t->value);
        break;
    case T_FLOAT:
        printf(" %g", strtod(t->text, NULL));
        break;
    case T_CHAR:
        printf(" %lld ", t->value);
        print_quoted(t->text);
        break;
    case T_NAME:
        printf(" %s #%d", t->text, t->symbol->serial);
        break;
    case T_STRING: case T_HEAD: case T_MID: case T_TAIL: case T_COMMENT: case T_DOC:
        putchar(' ');
        print_quoted(t->text);
        break;
    default:
        printf(" %s", t->text);
    }
    putchar('\n');
}

static void count_token(struct summary *sum, const struct scanner *s, const struct token *t)
{
    sum->by_kind[t->kind]++;
    if (t->kind != T_END)
        sum->tokens++;
    if (s->depth > sum->deepest_nest)
        sum->deepest_nest = s->depth;
    if (s->level > sum->deepest_indent)
        sum->deepest_indent = s->level;
    if (t->kind == T_NAME && t->length > sum->longest) {
        sum->longest = t->length;
        sum->longest_name = t->symbol;
    }
    if (t->kind == T_INT && t->value <= LLONG_MAX - sum->int_total)
        sum->int_total += t->value;
}

static int by_name(const void *a, const void *b)
{
    const struct symbol *const *x = a;
    const struct symbol *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static void print_symbols(bool references)
{
    struct symbol **list;
    int n = 0;

    list = allocate(sizeof *list * (size_t)(symbol_count + 1));
    for (int i = 0; i < BUCKETS; i++)
        for (struct symbol *sym = buckets[i]; sym != NULL; sym = sym->chain)
            if (sym->uses > 0)
                list[n++] = sym;
    qsort(list, (size_t)n, sizeof *list, by_name);
    puts(references ? "== references" : "== symbols");
    for (int i = 0; i < n; i++) {
        if (!references) {
            printf("%-12s #%d used %d\n", list[i]->name, list[i]->serial, list[i]->uses);
            continue;
        }
        printf("%s:", list[i]->name);
        for (const struct reference *ref = list[i]->first; ref != NULL; ref = ref->next)
            printf(" %d", ref->line);
        putchar('\n');
    }
    free(list);
}

static void print_summary(const struct summary *sum, const struct scanner *s)
{
    puts("== summary");
    printf("lines %d, tokens %d, errors %d\n",
           s->col > 1 ? s->line : s->line - 1, sum->tokens, s->errors);
    for (int k = 0; k < T_END; k++)
        if (sum->by_kind[k] > 0)
            printf("%s %d\n", kind_names[k], sum->by_kind[k]);
    printf("nesting %d, indentation %d\n", sum->deepest_nest, sum->deepest_indent);
    printf("distinct names %d", symbol_count);
    if (sum->longest_name != NULL)
        printf(", longest %s", sum->longest_name->name);
    printf("\nsum of integers %lld\n", sum->int_total);
}

/* -------------------------------------------------------------------- main */

static int usage(const char *problem)
{
    printf("lexer: %s\n", problem);
    return 2;
}

static int find_kind(const char *name)
{
    for (int k = 0; k < KINDS; k++)
        if (strcmp(kind_names[k], name) == 0)
            return k;
    return -1;
}

/* Returns 0, or the exit status of a wrong command line. */
static int parse_options(int argc, char **argv, struct options *opt)
{
    opt->tab = 8;
    opt->max_errors = 10;
    opt->only = -1;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (arg[0] != '-' || arg[1] == '\0')
            return usage("text is read from standard input");
        if (strchr("tmf", arg[1]) != NULL && arg[2] == '\0') {
            if (++i == argc)
                return usage("option needs a value");
            if (arg[1] == 'f') {
                if ((opt->only = find_kind(argv[i])) < 0)
                    return usage("no such kind");
            } else if (arg[1] == 't') {
                opt->tab = atoi(argv[i]);
                if (opt->tab < 1 || opt->tab > 16)
                    return usage("tab width is 1 to 16");
            } else {
                opt->max_errors = atoi(argv[i]);
                if (opt->max_errors < 1)
                    return usage("at least one error must be allowed");
            }
            continue;
        }
        for (const char *p = arg + 1; *p != '\0'; p++) {
            switch (*p) {
            case 'c': opt->comments = true; break;
            case 'l': opt->no_layout = true; break;
            case 'q': opt->quiet = true; break;
            case 'r': opt->xref = true; break;
            case 's': opt->symbols = true; break;
            default: return usage("unknown option");
            }
        }
    }
    return 0;
}

static void init_scanner(struct scanner *s, const struct options *opt)
{
    memset(s, 0, sizeof *s);
    s->line = 1;
    s->col = 1;
    s->tab = opt->tab;
    s->layout = !opt->no_layout;
    s->want_comments = opt->comments;
    s->line_start = true;
}

int main(int argc, char **argv)
{
    static char source[MAX_SOURCE];
    struct options opt = { 0 };
    struct summary sum = { 0 };
    struct scanner scan;
    struct token tok;
    int status;

    status = parse_options(argc, argv, &opt);
    if (status != 0)
        return status;
    for (int i = 0; keywords[i] != NULL; i++)
        intern(keywords[i])->reserved = true;
    init_scanner(&scan, &opt);
    scan.src = source;
    scan.length = (int)fread(source, 1, sizeof source, stdin);

    do {
        next_token(&scan, &tok);
        count_token(&sum, &scan, &tok);
        if (!opt.quiet && (opt.only < 0 || opt.only == (int)tok.kind))
            print_token(&tok);
        if (scan.errors > opt.max_errors) {
            puts("too many errors");
            free_symbols();
            return 3;
        }
    } while (tok.kind != T_END);

    print_summary(&sum, &scan);
    if (opt.symbols)
        print_symbols(false);
    if (opt.xref)
        print_symbols(true);
    free_symbols();
    return scan.errors > 0 ? 1 : 0;
}
