/*
 * glob - matches subjects against an extended file name pattern.
 *
 *   glob [-aistvx] PATTERN [SUBJECT...]
 *
 *   ?  *  **             one character, any characters, also across '/'
 *   [a-z] [!a-z] [[:digit:]]   one character of a class, or not of it
 *   {one,two,}           one of the alternatives
 *   {3..12}              a decimal number in that range
 *   @(a|b)               one of the alternatives, captured as \1, \2, ...
 *   ?(..) *(..) +(..)    at most one, any number, at least one of them
 *   !(a|b)               anything but one of them
 *   \1 \2 ...            the text captured before
 *   %< %>                beginning and end of a word
 *   \c                   the character c itself
 *
 * A '!' before everything else negates the pattern.  A '.' that begins a file
 * name is only matched by a '.' (unless -a).  -i ignores case, -s searches
 * anywhere in the subject ('^' and '$' then anchor), -v inverts, -x prints
 * captures, -t counts the texts of the first capture.
 *
 * Exit status: 0 something matched, 1 nothing, 2 wrong usage or pattern,
 * 3 a match took too many steps.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 128
#define MAX_ALTS 6
#define MAX_CAPTURES 9
#define MAX_LOOPS 8
#define STEP_LIMIT 4000
#define UNSET (-1)

enum type {
    N_CHAR, N_ANY, N_STAR, N_GLOBSTAR, N_CLASS, N_NUMBER, N_BACKREF,
    N_WORD_START, N_WORD_END, N_ALTS, N_OPEN, N_CLOSE, N_LOOP, N_NOT,
    N_JOIN, N_STOP, N_ACCEPT
};

struct node {
    enum type type;
    struct node *next;
    struct node *alts[MAX_ALTS];        /* of N_ALTS, N_LOOP and N_NOT */
    int alt_count;
    unsigned char ch;                   /* of N_CHAR */
    unsigned char set[32];              /* of N_CLASS, one bit for each */
    bool negated;
    long low, high;                     /* of N_NUMBER */
    int index;                          /* of a capture or a loop */
    int least;                          /* repetitions of N_LOOP */
};

struct parser {
    const char *text;
    int pos;
    int captures;                       /* opened so far */
    bool closed[MAX_CAPTURES];
    int loops;
    const char *error;
    int error_pos;
};

struct sequence {
    struct node *first, *last;          /* both NULL if empty */
};

struct matcher {
    const char *subject;
    int length;
    int start[MAX_CAPTURES], end[MAX_CAPTURES];
    int rounds[MAX_LOOPS];              /* of each loop */
    int entered[MAX_LOOPS];             /* where its last round began */
    int limit;                          /* where N_STOP must be reached */
    int finish;                         /* where N_ACCEPT was reached */
    int steps;
};

struct tally {
    char *text;
    int count;
    struct tally *next;
};

static struct node pool[MAX_NODES];
static int pool_used;
static bool ignore_case, all_files, searching;
static bool anchored_start, anchored_end, negative;
static struct tally *tallies;

static void parse_sequence(struct parser *p, struct sequence *seq, const char *ends);

/* ------------------------------------------------------- building the nodes */

static void fail(struct parser *p, const char *message)
{
    if (p->error == NULL) {
        p->error = message;
        p->error_pos = p->pos;
    }
}

static struct node *new_node(struct parser *p, enum type type)
{
    struct node *node;

    if (pool_used == MAX_NODES) {
        fail(p, "pattern too long");
        return &pool[MAX_NODES - 1];
    }
    node = &pool[pool_used++];
    node->type = type;
    return node;
}

static void append(struct sequence *seq, struct node *node)
{
    if (seq->last == NULL)
        seq->first = node;
    else
        seq->last->next = node;
    seq->last = node;
}

static void set_add(struct node *node, int c)
{
    node->set[c / 8] |= (unsigned char)(1 << c % 8);
    if (ignore_case && isalpha(c)) {
        int other = islower(c) ? toupper(c) : tolower(c);
        node->set[other / 8] |= (unsigned char)(1 << other % 8);
    }
}

static bool set_has(const struct node *node, int c)
{
    return (node->set[c / 8] >> c % 8 & 1) != 0;
}

/* Reads [:name:], the '[' already seen; false if it is something else. */
static bool parse_named_class(struct parser *p, struct node *node)
{
    static const struct { const char *name; int (*test)(int); } classes[] = {
        { "alpha", isalpha }, { "digit", isdigit }, { "alnum", isalnum },
        { "upper", isupper }, { "lower", islower }, { "space", isspace },
        { "punct", ispunct }, { "xdigit", isxdigit }
    };
    const char *name = p->text + p->pos + 2;
    const char *colon = strstr(name, ":]");

    if (p->text[p->pos + 1] != ':' || colon == NULL)
        return false;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        size_t n = strlen(classes[i].name);
        if ((size_t)(colon - name) == n && strncmp(name, classes[i].name, n) == 0) {
            for (int c = 1; c < 128; c++)
                if (classes[i].test(c))
                    set_add(node, c);
            p->pos = (int)(colon - p->text) + 2;
            return true;
        }
    }
    fail(p, "unknown class name");
    return true;
}

/* One member of a class, perhaps written with a backslash. */
static int class_char(struct parser *p)
{
    if (p->text[p->pos] == '\\' && p->text[p->pos + 1] != '\0')
        p->pos++;
    return (unsigned char)p->text[p->pos++];
}

static struct node *parse_class(struct parser *p)
{
    struct node *node = new_node(p, N_CLASS);
    bool first = true;

    p->pos++;
    if (p->text[p->pos] == '!' || p->text[p->pos] == '^') {
        node->negated = true;
        p->pos++;
    }
    for (; p->text[p->pos] != ']' || first; first = false) {
        int low, high;

        if (p->text[p->pos] == '\0') {
            fail(p, "class without ']'");
            return node;
        }
        if (p->text[p->pos] == '[' && parse_named_class(p, node)) {
            if (p->error != NULL)
                return node;
            continue;
        }
        low = high = class_char(p);
        if (p->text[p->pos] == '-' && p->text[p->pos + 1] != ']' && p->text[p->pos + 1] != '\0') {
            p->pos++;
            high = class_char(p);
            if (high < low) {
                fail(p, "range in wrong order");
                return node;
            }
        }
        for (int c = low; c <= high; c++)
            set_add(node, c);
    }
    p->pos++;
    return node;
}

/* Reads alternatives up to the closing bracket; end is where each leads. */
static void parse_alternatives(struct parser *p, struct node *node, struct node *end, const char *ends)
{
    for (;;) {
        struct sequence seq = { NULL, NULL };

        parse_sequence(p, &seq, ends);
        if (p->error != NULL)
            return;
        if (node->alt_count == MAX_ALTS) {
            fail(p, "too many alternatives");
            return;
        }
        if (seq.first == NULL)
            seq.first = end;
        else
            seq.last->next = end;
        node->alts[node->alt_count++] = seq.first;
        if (p->text[p->pos] == '\0') {
            fail(p, "group is not closed");
            return;
        }
        if (p->text[p->pos++] == ends[1])
            return;
    }
}

/* A group such as @(a|b); p->pos is at the character before '('. */
static void parse_group(struct parser *p, struct sequence *seq)
{
    char operator = p->text[p->pos];
    struct node *node, *join;

    p->pos += 2;
    if (operator == '@') {
        int capture = p->captures;
        if (capture == MAX_CAPTURES) {
            fail(p, "too many captures");
            return;
        }
        p->captures++;
        append(seq, new_node(p, N_OPEN));
        seq->last->index = capture;
        node = new_node(p, N_ALTS);
        join = new_node(p, N_CLOSE);
        join->index = capture;
        append(seq, node);
        parse_alternatives(p, node, join, "|)");
        p->closed[capture] = true;
        seq->last = join;
    } else if (operator == '!') {
        node = new_node(p, N_NOT);
        append(seq, node);
        parse_alternatives(p, node, new_node(p, N_STOP), "|)");
    } else if (operator == '?') {
        node = new_node(p, N_ALTS);
        join = new_node(p, N_JOIN);
        append(seq, node);
        parse_alternatives(p, node, join, "|)");
        if (node->alt_count < MAX_ALTS)
            node->alts[node->alt_count++] = join;
        else
            fail(p, "too many alternatives");
        seq->last = join;
    } else {
        if (p->loops == MAX_LOOPS) {
            fail(p, "too many repetitions");
            return;
        }
        node = new_node(p, N_LOOP);
        node->index = p->loops++;
        node->least = operator == '+' ? 1 : 0;
        append(seq, node);
        parse_alternatives(p, node, node, "|)");
    }
}

/* Recognizes {LOW..HIGH}. */
static bool parse_number_range(struct parser *p, struct sequence *seq)
{
    const char *from = p->text + p->pos + 1;
    char *dots, *end;
    long low = strtol(from, &dots, 10);
    long high;
    struct node *node;

    if (dots == from || strncmp(dots, "..", 2) != 0)
        return false;
    high = strtol(dots + 2, &end, 10);
    if (end == dots + 2 || *end != '}')
        return false;
    node = new_node(p, N_NUMBER);
    node->low = low < high ? low : high;
    node->high = low < high ? high : low;
    append(seq, node);
    p->pos = (int)(end - p->text) + 1;
    return true;
}

static void parse_braces(struct parser *p, struct sequence *seq)
{
    struct node *node, *join;

    if (parse_number_range(p, seq))
        return;
    p->pos++;
    node = new_node(p, N_ALTS);
    join = new_node(p, N_JOIN);
    append(seq, node);
    parse_alternatives(p, node, join, ",}");
    seq->last = join;
}

static void parse_escape(struct parser *p, struct sequence *seq)
{
    char c = p->text[p->pos + 1];

    if (c == '\0') {
        fail(p, "nothing after '\\'");
        return;
    }
    if (c >= '1' && c <= '9') {
        int capture = c - '1';
        if (!p->closed[capture]) {
            fail(p, "no such capture");
            return;
        }
        append(seq, new_node(p, N_BACKREF));
        seq->last->index = capture;
    } else {
        append(seq, new_node(p, N_CHAR));
        seq->last->ch = (unsigned char)c;
    }
    p->pos += 2;
}

/* Reads up to one of the two characters of ends, or to the end. */
static void parse_sequence(struct parser *p, struct sequence *seq, const char *ends)
{
    while (p->error == NULL && p->text[p->pos] != '\0') {
        char c = p->text[p->pos];
        char after = p->text[p->pos + 1];

        if (c == ends[0] || c == ends[1])
            return;
        if (after == '(' && strchr("@!?*+", c) != NULL) {
            parse_group(p, seq);
        } else if (c == '{') {
            parse_braces(p, seq);
        } else if (c == '[') {
            append(seq, parse_class(p));
        } else if (c == '\\') {
            parse_escape(p, seq);
        } else if (c == '%' && (after == '<' || after == '>')) {
            append(seq, new_node(p, after == '<' ? N_WORD_START : N_WORD_END));
            p->pos += 2;
        } else if (c == '*' && after == '*') {
            append(seq, new_node(p, N_GLOBSTAR));
            while (p->text[p->pos] == '*')
                p->pos++;
        } else {
            append(seq, new_node(p, c == '?' ? N_ANY : c == '*' ? N_STAR : N_CHAR));
            seq->last->ch = (unsigned char)c;
            p->pos++;
        }
    }
}

/* Returns the first node, or NULL after a message. */
static struct node *compile(const char *pattern)
{
    struct parser p = { 0 };
    struct sequence seq = { NULL, NULL };
    size_t n = strlen(pattern);
    char *copy = malloc(n + 1);

    if (copy == NULL)
        return NULL;
    strcpy(copy, pattern);
    p.text = copy;
    if (copy[0] == '!' && copy[1] != '(') {
        negative = true;
        p.pos++;
    }
    if (searching && copy[p.pos] == '^') {
        anchored_start = true;
        p.pos++;
    }
    if (searching && n > 0 && copy[n - 1] == '$' && (n < 2 || copy[n - 2] != '\\')) {
        anchored_end = true;
        copy[n - 1] = '\0';
    }
    parse_sequence(&p, &seq, "\0");
    append(&seq, new_node(&p, N_ACCEPT));
    free(copy);
    if (p.error != NULL) {
        printf("glob: character %d of the pattern: %s\n", p.error_pos + 1, p.error);
        return NULL;
    }
    return seq.first;
}

/* ----------------------------------------------------------------- matching */

static bool is_word(const struct matcher *m, int pos)
{
    return pos >= 0 && pos < m->length
        && (isalnum((unsigned char)m->subject[pos]) || m->subject[pos] == '_');
}

/* May a wildcard stand for the character at pos? */
static bool wild(const struct matcher *m, int pos)
{
    if (pos >= m->length || m->subject[pos] == '/')
        return false;
    if (m->subject[pos] == '.' && !all_files)
        return pos > 0 && m->subject[pos - 1] != '/';
    return true;
}

static bool same(char a, char b)
{
    if (ignore_case)
        return tolower((unsigned char)a) == tolower((unsigned char)b);
    return a == b;
}

static bool match(struct matcher *m, const struct node *node, int pos);

static bool match_star(struct matcher *m, const struct node *node, int pos)
{
    int end = pos;

    if (node->type == N_GLOBSTAR) {
        while (end < m->length && (m->subject[end] == '/' || wild(m, end)))
            end++;
    } else {
        while (wild(m, end))
            end++;
    }
    for (; end >= pos; end--)
        if (match(m, node->next, end))
            return true;
    return false;
}

static bool match_number(struct matcher *m, const struct node *node, int pos)
{
    int digits = pos, end;

    if (m->subject[digits] == '-')
        digits++;
    end = digits;
    while (isdigit((unsigned char)m->subject[end]) && end - digits < 9)
        end++;
    for (; end > digits; end--) {
        long value = 0;

        if (m->subject[digits] == '0' && end > digits + 1)
            continue;                   /* no leading zeros */
        for (int i = digits; i < end; i++)
            value = value * 10 + (m->subject[i] - '0');
        if (digits > pos)
            value = -value;
        if (value >= node->low && value <= node->high && match(m, node->next, end))
            return true;
    }
    return false;
}

static bool match_backref(struct matcher *m, const struct node *node, int pos)
{
    int from = m->start[node->index], to = m->end[node->index];

    if (to == UNSET || to - from > m->length - pos)
        return false;
    for (int i = from; i < to; i++, pos++)
        if (!same(m->subject[i], m->subject[pos]))
            return false;
    return match(m, node->next, pos);
}

static bool match_any_of(struct matcher *m, const struct node *node, int pos)
{
    for (int i = 0; i < node->alt_count; i++)
        if (match(m, node->alts[i], pos))
            return true;
    return false;
}

/* Passes an N_OPEN or N_CLOSE, and takes it back if the rest fails. */
static bool match_mark(struct matcher *m, const struct node *node, int pos, int *mark)
{
    int old = *mark;

    *mark = pos;
    if (match(m, node->next, pos))
        return true;
    *mark = old;
    return false;
}

/* Arrives at a loop, from before it or after a round of it. */
static bool match_loop(struct matcher *m, const struct node *node, int pos)
{
    int *rounds = &m->rounds[node->index];
    int *entered = &m->entered[node->index];
    int old_rounds = *rounds, old_entered = *entered;
    bool found = false;

    if (old_rounds == 0 || pos > old_entered) {
        *rounds = old_rounds + 1;
        *entered = pos;
        found = match_any_of(m, node, pos);
    }
    if (!found && old_rounds >= node->least) {
        *rounds = 0;                    /* for the next time it is entered */
        *entered = UNSET;
        found = match(m, node->next, pos);
    }
    if (!found) {
        *rounds = old_rounds;
        *entered = old_entered;
    }
    return found;
}

/* Anything that none of the alternatives matches as a whole. */
static bool match_not(struct matcher *m, const struct node *node, int pos)
{
    int end = pos, old_limit = m->limit;

    while (wild(m, end))
        end++;
    for (; end >= pos; end--) {
        bool excluded;

        m->limit = end;
        excluded = match_any_of(m, node, pos);
        m->limit = old_limit;
        if (!excluded && match(m, node->next, end))
            return true;
    }
    return false;
}

static bool match_accept(struct matcher *m, int pos)
{
    if ((!searching || anchored_end) && pos != m->length)
        return false;
    m->finish = pos;
    return true;
}

static bool match(struct matcher *m, const struct node *node, int pos)
{
    if (++m->steps > STEP_LIMIT)
        return false;
    switch (node->type) {
    case N_CHAR:
        return pos < m->length && same((char)node->ch, m->subject[pos])
            && match(m, node->next, pos + 1);
    case N_ANY:
        return wild(m, pos) && match(m, node->next, pos + 1);
    case N_CLASS:
        return wild(m, pos) && set_has(node, (unsigned char)m->subject[pos]) != node->negated
            && match(m, node->next, pos + 1);
    case N_STAR:
    case N_GLOBSTAR:
        return match_star(m, node, pos);
    case N_NUMBER:
        return match_number(m, node, pos);
    case N_BACKREF:
        return match_backref(m, node, pos);
    case N_WORD_START:
        return is_word(m, pos) && !is_word(m, pos - 1) && match(m, node->next, pos);
    case N_WORD_END:
        return !is_word(m, pos) && is_word(m, pos - 1) && match(m, node->next, pos);
    case N_ALTS:
        return match_any_of(m, node, pos);
    case N_OPEN:
        return match_mark(m, node, pos, &m->start[node->index]);
    case N_CLOSE:
        return match_mark(m, node, pos, &m->end[node->index]);
    case N_LOOP:
        return match_loop(m, node, pos);
    case N_NOT:
        return match_not(m, node, pos);
    case N_STOP:
        return pos == m->limit;
    case N_JOIN:
        return match(m, node->next, pos);
    case N_ACCEPT:
        break;
    }
    return match_accept(m, pos);
}

static void reset(struct matcher *m)
{
    for (int i = 0; i < MAX_CAPTURES; i++)
        m->start[i] = m->end[i] = UNSET;
    for (int i = 0; i < MAX_LOOPS; i++) {
        m->rounds[i] = 0;
        m->entered[i] = UNSET;
    }
    m->limit = UNSET;
}

/* Returns where the match begins, or UNSET. */
static int find(struct matcher *m, const struct node *program, const char *subject)
{
    int last;

    m->subject = subject;
    m->length = (int)strlen(subject);
    m->steps = 0;
    last = searching && !anchored_start ? m->length : 0;
    for (int from = 0; from <= last; from++) {
        reset(m);
        if (match(m, program, from))
            return from;
    }
    return UNSET;
}

/* ------------------------------------------------------------------- output */

static void print_captures(const struct matcher *m)
{
    for (int i = 0; i < MAX_CAPTURES; i++)
        if (m->end[i] != UNSET)
            printf(" \\%d='%.*s'", i + 1, m->end[i] - m->start[i], m->subject + m->start[i]);
}

/* Counts the text; the list is kept in alphabetical order. */
static void count_text(const char *text, int length)
{
    struct tally **link = &tallies;
    struct tally *entry = malloc(sizeof *entry);
    char *copy = malloc((size_t)length + 1);

    if (entry == NULL || copy == NULL)
        exit(2);
    memcpy(copy, text, (size_t)length);
    copy[length] = '\0';
    while (*link != NULL && strcmp((*link)->text, copy) < 0)
        link = &(*link)->next;
    if (*link != NULL && strcmp((*link)->text, copy) == 0) {
        (*link)->count++;
        free(entry);
        free(copy);
        return;
    }
    entry->text = copy;
    entry->count = 1;
    entry->next = *link;
    *link = entry;
}

static void print_tallies(void)
{
    while (tallies != NULL) {
        struct tally *entry = tallies;
        tallies = entry->next;
        printf("%4d '%s'\n", entry->count, entry->text);
        free(entry->text);
        free(entry);
    }
}

int main(int argc, char **argv)
{
    bool invert = false, captures = false, tally = false, complex = false;
    struct matcher m;
    struct node *program;
    int i, matched = 0, subjects = 0;

    for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        for (const char *p = argv[i] + 1; *p != '\0'; p++) {
            switch (*p) {
            case 'a': all_files = true; break;
            case 'i': ignore_case = true; break;
            case 's': searching = true; break;
            case 't': tally = true; break;
            case 'v': invert = true; break;
            case 'x': captures = true; break;
            default:
                printf("glob: unknown option -%c\n", *p);
                return 2;
            }
        }
    }
    if (i >= argc) {
        puts("usage: glob [-aistvx] PATTERN [SUBJECT...]");
        return 2;
    }
    program = compile(argv[i++]);
    if (program == NULL)
        return 2;
    reset(&m);
    for (; i < argc; i++) {
        int at = find(&m, program, argv[i]);
        bool found = at != UNSET;

        subjects++;
        if (m.steps > STEP_LIMIT) {
            printf("%s: too complex\n", argv[i]);
            complex = true;
            continue;
        }
        if ((found != negative) == invert) {
            printf("%s: no\n", argv[i]);
            continue;
        }
        matched++;
        printf("%s: yes", argv[i]);
        if (searching && found)
            printf(" %d-%d", at, m.finish);
        if (captures && found)
            print_captures(&m);
        putchar('\n');
        if (tally && found && m.end[0] != UNSET)
            count_text(m.subject + m.start[0], m.end[0] - m.start[0]);
    }
    printf("%d of %d\n", matched, subjects);
    print_tallies();
    if (complex)
        return 3;
    return matched > 0 ? 0 : 1;
}
