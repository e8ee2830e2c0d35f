/*
 * para.c - a paragraph formatter: fills, aligns, numbers and pages text.
 *
 * The text comes on stdin. Paragraphs end at blank lines, at a change of
 * the quoting level, at bullets (-b), at indented lines (-v) and at
 * directives (-m). Problems are reported in the output as "!line N: ...".
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE    400
#define MAX_WORDS   600
#define POOL_SIZE   (MAX_LINE * 20)
#define MAX_PREFIX  10
#define MAX_STACK   4
#define MIN_WIDTH   10
#define MAX_WIDTH   120
#define VERBATIM_INDENT 4

enum align { LEFT, RIGHT, CENTRE, JUSTIFY };

static const char *const align_names[] = { "left", "right", "centre", "justify" };

/* What directives can change and push can save. */
struct settings {
    int        width;
    int        margin;          /* blanks before every line */
    int        indent;          /* more blanks before a paragraph's first line */
    int        tab;
    enum align align;
    bool       fill;
};

struct word {
    const char *text;           /* in the pool, not terminated */
    int         length;         /* bytes */
    int         columns;
    bool        glued;          /* follows the word before without a blank */
    bool        ends_sentence;
};

static struct settings set = { 60, 0, 0, 8, LEFT, true };
static struct settings stack[MAX_STACK];
static int stack_depth;

/* Options that are fixed for the whole run. */
static bool opt_bullets, opt_join, opt_hyphens, opt_chop, opt_sentences;
static bool opt_squeeze, opt_number, opt_verbatim, opt_quotes, opt_directives;
static bool opt_balance, opt_summary;
static int page_length;
static const char *prefix = "";

/* The paragraph being collected. */
static struct word words[MAX_WORDS];
static int nwords;
static char pool[POOL_SIZE];
static int pool_used;
static int hang;                /* columns of a bullet, 0 if there is none */
static int quote_level;
static bool open_hyphen;        /* the last word was cut by a hyphen */
static int centre_lines;        /* lines still to be centred by .centre */

/* What has been written so far. */
static int out_lines, page_line, page_number = 1;
static bool last_blank;
static int total_words, total_paragraphs, longest_line;

static int in_line;
static int problems;

static void complain(const char *format, ...)
{
    va_list args;

    printf("!line %d: ", in_line);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    problems++;
}

/* Columns taken by UTF-8 text: its bytes but for the continuation bytes. */
static int columns_of(const char *text, int length)
{
    int columns = 0;

    for (int i = 0; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            columns++;
    return columns;
}

/* Bytes taken by the first `columns` columns of the text. */
static int bytes_of(const char *text, int length, int columns)
{
    int i = 0;

    while (i < length) {
        if (((unsigned char)text[i] & 0xC0) != 0x80 && columns-- == 0)
            break;
        i++;
    }
    return i;
}

/* ---- output ------------------------------------------------------------ */

static void put_blanks(int n)
{
    while (n-- > 0)
        putchar(' ');
}

static void end_page(void)
{
    printf("-- %d --\n", page_number);
    page_number++;
    page_line = 0;
    last_blank = false;
}

/* Writes one line: `blanks` blanks and the text. */
static void put_line(const char *text, int length, int blanks)
{
    int columns = blanks + columns_of(text, length);

    out_lines++;
    if (opt_number)
        printf("%3d ", out_lines);
    fputs(prefix, stdout);
    for (int i = 0; i < quote_level; i++)
        putchar('>');
    if (length > 0) {
        if (quote_level > 0)
            putchar(' ');
        put_blanks(blanks);
        fwrite(text, 1, (size_t)length, stdout);
        if (columns > longest_line)
            longest_line = columns;
    }
    putchar('\n');
    last_blank = length == 0;
    page_line++;
    if (page_length > 0 && page_line == page_length)
        end_page();
}

static void put_blank_line(void)
{
    if (opt_squeeze && last_blank)
        return;
    put_line("", 0, 0);
}

/* Columns for text in a line that starts `lead` columns after the margin. */
static int room_after(int lead)
{
    int room = set.width - set.margin - lead - (int)strlen(prefix);

    if (quote_level > 0)
        room -= quote_level + 1;
    return room < 1 ? 1 : room;
}

static int alignment_blanks(int room, int columns, enum align align)
{
    if (columns >= room)
        return 0;
    if (align == RIGHT)
        return room - columns;
    if (align == CENTRE)
        return (room - columns) / 2;
    return 0;
}

/* Writes a line of text as it is, but for its alignment. */
static void put_unfilled(const char *text, enum align align)
{
    int length = (int)strlen(text);
    int blanks = alignment_blanks(room_after(0), columns_of(text, length), align);

    put_line(text, length, set.margin + blanks);
}

/* ---- collecting words ---------------------------------------------------- */

static int blanks_before(int i)
{
    if (words[i].glued)
        return 0;
    if (hang > 0 && i == 1)
        return 1;               /* "12." as a bullet ends no sentence */
    return opt_sentences && words[i - 1].ends_sentence ? 2 : 1;
}

static bool is_sentence_end(const char *text, int length)
{
    while (length > 0 && strchr("\"')]", text[length - 1]) != NULL)
        length--;
    if (length < 2 || strchr(".!?", text[length - 1]) == NULL)
        return false;
    /* A capital and a full stop are somebody's initial. */
    return !(length == 2 && isupper((unsigned char)text[0]) && text[1] == '.');
}

static void flush_paragraph(void);

static void add_piece(const char *text, int length, bool glued)
{
    struct word *word;

    if (nwords == MAX_WORDS || pool_used + length > POOL_SIZE) {
        flush_paragraph();
        glued = false;
    }
    word = &words[nwords++];
    memcpy(pool + pool_used, text, (size_t)length);
    word->text = pool + pool_used;
    word->length = length;
    word->columns = columns_of(text, length);
    word->glued = glued;
    word->ends_sentence = is_sentence_end(text, length);
    pool_used += length;
}

/* Adds a word that may have to be cut at its hyphens or into chunks. */
static void add_word(const char *text, int length, bool glued)
{
    int room = room_after(hang > set.indent ? hang : set.indent);
    int start = 0;

    total_words++;
    while (start < length) {
        int end = length;

        if (opt_hyphens)
            for (int i = start + 1; i < length - 1; i++)
                if (text[i] == '-' && text[i - 1] != '-') {
                    end = i + 1;
                    break;
                }
        if (opt_chop && columns_of(text + start, end - start) > room)
            end = start + bytes_of(text + start, end - start, room);
        add_piece(text + start, end - start, glued);
        glued = true;
        start = end;
    }
}

/* Appends to the last word of the paragraph, replacing its final hyphen. */
static void join_word(const char *text, int length)
{
    struct word *last = &words[nwords - 1];
    char joined[2 * MAX_LINE];
    int kept = last->length - 1;
    bool glued = last->glued;

    memcpy(joined, last->text, (size_t)kept);
    memcpy(joined + kept, text, (size_t)length);
    nwords--;
    pool_used -= last->length;
    total_words--;
    add_word(joined, kept + length, glued);
}

static bool cut_by_hyphen(const char *text, int length)
{
    return length > 1 && text[length - 1] == '-'
           && isalpha((unsigned char)text[length - 2]);
}

static void add_text(const char *text)
{
    bool first = true;

    for (;;) {
        const char *start;
        int length;

        while (*text == ' ')
            text++;
        if (*text == '\0')
            return;
        start = text;
        while (*text != '\0' && *text != ' ')
            text++;
        length = (int)(text - start);
        if (first && open_hyphen && nwords > 0 && islower((unsigned char)*start)
            && words[nwords - 1].length + length <= 2 * MAX_LINE)
            join_word(start, length);
        else
            add_word(start, length, false);
        first = false;
        open_hyphen = opt_join && cut_by_hyphen(start, length);
    }
}

/* ---- breaking into lines ------------------------------------------------- */

static int lead_of(bool first)
{
    if (hang > 0)
        return first ? 0 : hang;
    return first ? set.indent : 0;
}

/* Columns of the words first..last-1 with single blanks. */
static int columns_between(int first, int last)
{
    int columns = words[first].columns;

    for (int i = first + 1; i < last; i++)
        columns += blanks_before(i) + words[i].columns;
    return columns;
}

/* Puts as much into each line as fits; ends[i] is where the line from i ends. */
static void break_greedy(int *ends)
{
    int start = 0;

    while (start < nwords) {
        int room = room_after(lead_of(start == 0));
        int columns = words[start].columns;
        int end = start + 1;

        while (end < nwords && columns + blanks_before(end) + words[end].columns <= room) {
            columns += blanks_before(end) + words[end].columns;
            end++;
        }
        ends[start] = end;
        start = end;
    }
}

/* Minimises the sum of the squares of the free columns, but for the last line. */
static void break_balanced(int *ends)
{
    static long cost[MAX_WORDS + 1];

    cost[nwords] = 0;
    for (int start = nwords - 1; start >= 0; start--) {
        int room = room_after(lead_of(start == 0));
        int columns = words[start].columns;

        cost[start] = -1;
        for (int end = start + 1; end <= nwords; end++) {
            long free_columns = room - columns, total;

            if (free_columns < 0 && end > start + 1)
                break;
            if (free_columns < 0 || end == nwords)
                free_columns = 0;
            total = free_columns * free_columns + cost[end];
            if (cost[start] < 0 || total <= cost[start]) {
                cost[start] = total;
                ends[start] = end;
            }
            if (end < nwords)
                columns += blanks_before(end) + words[end].columns;
        }
    }
}

/* Builds the text of a line, with `extra` blanks spread over its gaps. */
static int build_line(char *line, int first, int last, int extra, bool from_right)
{
    int gaps = 0, gap = 0, length = 0;

    for (int i = first + 1; i < last; i++)
        if (!words[i].glued)
            gaps++;
    if (gaps == 0)
        extra = 0;
    for (int i = first; i < last; i++) {
        if (i > first) {
            int blanks = blanks_before(i);

            if (extra > 0 && !words[i].glued) {
                int rank = from_right ? gaps - 1 - gap : gap;

                blanks += extra / gaps + (rank < extra % gaps ? 1 : 0);
                gap++;
            }
            memset(line + length, ' ', (size_t)blanks);
            length += blanks;
        }
        memcpy(line + length, words[i].text, (size_t)words[i].length);
        length += words[i].length;
    }
    return length;
}

static void flush_paragraph(void)
{
    static char line[POOL_SIZE + 3 * MAX_WORDS];
    int ends[MAX_WORDS];
    bool from_right = false;

    if (nwords == 0)
        return;
    if (opt_balance)
        break_balanced(ends);
    else
        break_greedy(ends);

    for (int start = 0; start < nwords; start = ends[start]) {
        int lead = lead_of(start == 0);
        int room = room_after(lead);
        int columns = columns_between(start, ends[start]);
        int extra = 0, blanks, length;

        if (set.align == JUSTIFY && ends[start] < nwords && columns < room) {
            extra = room - columns;
            from_right = !from_right;
        }
        length = build_line(line, start, ends[start], extra, from_right);
        blanks = alignment_blanks(room, columns, set.align);
        put_line(line, length, set.margin + lead + blanks);
    }
    total_paragraphs++;
    nwords = 0;
    pool_used = 0;
    hang = 0;
}

/* ---- directives ---------------------------------------------------------- */

/* A number, or with a sign a change of `*value`; checks the bounds. */
static bool set_number(const char *text, int *value, int least, int most)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (end == text || *end != '\0') {
        complain("bad number '%s'", text);
        return false;
    }
    if (*text == '+' || *text == '-')
        number += *value;
    if (number < least || number > most) {
        complain("%ld is not in %d..%d", number, least, most);
        return false;
    }
    *value = (int)number;
    return true;
}

static bool set_align(const char *name)
{
    for (int i = LEFT; i <= JUSTIFY; i++)
        if (strcmp(name, align_names[i]) == 0) {
            set.align = (enum align)i;
            return true;
        }
    complain("unknown alignment '%s'", name);
    return false;
}

static void put_title(const char *text)
{
    char rule[MAX_LINE + 1];
    int columns = columns_of(text, (int)strlen(text));

    memset(rule, '=', (size_t)columns);
    rule[columns] = '\0';
    put_unfilled(text, CENTRE);
    put_unfilled(rule, CENTRE);
    put_blank_line();
}

static void run_directive(char *line)
{
    char *name = line + 1;
    char *rest = name;
    int number;

    while (isalpha((unsigned char)*rest))
        rest++;
    if (*rest != '\0')
        *rest++ = '\0';
    while (*rest == ' ')
        rest++;
    flush_paragraph();

    if (strcmp(name, "br") == 0) {
        return;
    } else if (strcmp(name, "sp") == 0) {
        number = 1;
        if (*rest == '\0' || set_number(rest, &number, 1, 9))
            while (number-- > 0)
                put_blank_line();
    } else if (strcmp(name, "width") == 0) {
        set_number(rest, &set.width, MIN_WIDTH, MAX_WIDTH);
    } else if (strcmp(name, "margin") == 0) {
        set_number(rest, &set.margin, 0, 40);
    } else if (strcmp(name, "indent") == 0) {
        set_number(rest, &set.indent, 0, 40);
    } else if (strcmp(name, "tab") == 0) {
        set_number(rest, &set.tab, 1, 16);
    } else if (strcmp(name, "align") == 0) {
        set_align(rest);
    } else if (strcmp(name, "nf") == 0) {
        set.fill = false;
    } else if (strcmp(name, "fi") == 0) {
        set.fill = true;
    } else if (strcmp(name, "push") == 0) {
        if (stack_depth == MAX_STACK)
            complain("too many pushes");
        else
            stack[stack_depth++] = set;
    } else if (strcmp(name, "pop") == 0) {
        if (stack_depth == 0)
            complain("nothing to pop");
        else
            set = stack[--stack_depth];
    } else if (strcmp(name, "centre") == 0) {
        number = 1;
        if (*rest == '\0' || set_number(rest, &number, 1, 9))
            centre_lines = number;
    } else if (strcmp(name, "title") == 0) {
        put_title(rest);
    } else if (strcmp(name, "page") == 0) {
        if (page_length > 0 && page_line > 0)
            end_page();
    } else if (strcmp(name, "need") == 0) {
        number = 1;
        if (!set_number(rest, &number, 1, 99) || page_length == 0)
            return;
        if (page_line > 0 && page_length - page_line < number)
            end_page();
    } else {
        complain("unknown directive '%s'", name);
    }
}

/* ---- input --------------------------------------------------------------- */

/* Reads a line with its tabs expanded; false at the end of the input. */
static bool read_line(char *line)
{
    bool too_long = false;
    int c, length = 0, column = 0;

    while ((c = getchar()) != EOF && c != '\n') {
        int copies = c == '\t' ? set.tab - column % set.tab : 1;

        if (c == '\t' || c == '\r' || c == '\0')
            c = ' ';
        if ((c & 0xC0) != 0x80)
            column += copies;
        for (; copies > 0 && !too_long; copies--) {
            if (length == MAX_LINE)
                too_long = true;
            else
                line[length++] = (char)c;
        }
    }
    if (c == EOF && length == 0)
        return false;
    in_line++;
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    if (too_long)
        complain("line too long");
    return true;
}

/* Columns of the bullet at the start of the line, or 0. */
static int bullet_length(const char *line)
{
    int i = 0;

    if (line[0] == '-' || line[0] == '*') {
        i = 1;
    } else {
        while (isdigit((unsigned char)line[i]))
            i++;
        if (i == 0 || i > 3 || (line[i] != '.' && line[i] != ')'))
            return 0;
        i++;
    }
    return line[i] == ' ' ? i : 0;
}

/* Takes the quoting marks off a line and returns their number. */
static int strip_quotes(char **line)
{
    int level = 0;

    while (**line == '>' || (**line == ' ' && (*line)[1] == '>')) {
        if (**line == '>')
            level++;
        (*line)++;
    }
    if (level > 0 && **line == ' ')
        (*line)++;
    return level;
}

static void format_line(char *line)
{
    int bullet, blanks;

    if (opt_directives && *line == '.') {
        run_directive(line);
        return;
    }
    if (*prefix != '\0' && strncmp(line, prefix, strlen(prefix)) == 0)
        line += strlen(prefix);
    if (opt_quotes) {
        int level = strip_quotes(&line);

        if (level != quote_level) {
            flush_paragraph();
            quote_level = level;
        }
    }
    blanks = (int)strspn(line, " ");
    if (line[blanks] == '\0') {
        flush_paragraph();
        put_blank_line();
    } else if (centre_lines > 0) {
        put_unfilled(line + blanks, CENTRE);
        centre_lines--;
    } else if (!set.fill) {
        put_unfilled(line, set.align);
    } else if (opt_verbatim && blanks >= VERBATIM_INDENT) {
        flush_paragraph();
        put_unfilled(line, LEFT);
    } else if (opt_bullets && (bullet = bullet_length(line + blanks)) > 0) {
        flush_paragraph();
        hang = bullet + 1;
        add_text(line + blanks);
    } else {
        add_text(line);
    }
}

static int usage(void)
{
    puts("usage: para [-w width] [-i indent] [-l margin] [-a alignment] [-t tab]\n"
         "            [-P lines] [-p prefix] [-bcekmnoqsvxy] < text");
    return 2;
}

static bool set_flag(char letter)
{
    switch (letter) {
    case 'b': opt_bullets = true; break;
    case 'c': opt_summary = true; break;
    case 'e': opt_sentences = true; break;
    case 'k': opt_hyphens = true; break;
    case 'm': opt_directives = true; break;
    case 'n': opt_number = true; break;
    case 'o': opt_balance = true; break;
    case 'q': opt_quotes = true; break;
    case 's': opt_squeeze = true; break;
    case 'v': opt_verbatim = true; break;
    case 'x': opt_chop = true; break;
    case 'y': opt_join = true; break;
    default: return false;
    }
    return true;
}

/* An option with a value: "-w40" or "-w 40". */
static bool set_option(char letter, const char *value)
{
    switch (letter) {
    case 'w': return set_number(value, &set.width, MIN_WIDTH, MAX_WIDTH);
    case 'i': return set_number(value, &set.indent, 0, 40);
    case 'l': return set_number(value, &set.margin, 0, 40);
    case 't': return set_number(value, &set.tab, 1, 16);
    case 'P': return set_number(value, &page_length, 3, 99);
    case 'a': return set_align(value);
    case 'p':
        prefix = value;
        return strlen(value) <= MAX_PREFIX;
    default: return false;
    }
}

static bool parse_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];

        if (*option++ != '-' || *option == '\0')
            return false;
        if (strchr("wiltPap", *option) != NULL) {
            const char *value = option[1] != '\0' ? option + 1 : argv[++i];

            if (value == NULL || !set_option(*option, value))
                return false;
            continue;
        }
        for (; *option != '\0'; option++)
            if (!set_flag(*option))
                return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    char line[MAX_LINE + 1];

    if (!parse_options(argc, argv))
        return usage();
    while (read_line(line))
        format_line(line);
    flush_paragraph();
    if (stack_depth > 0)
        complain("%d settings still pushed", stack_depth);
    if (page_length > 0 && page_line > 0)
        end_page();
    if (opt_summary)
        printf("%d lines, %d words, %d paragraphs, longest %d\n",
               out_lines, total_words, total_paragraphs, longest_line);
    return problems > 0 ? 1 : 0;
}
