/* main.c - command interpreter for the B-tree store; reads commands on stdin. */
#include "btree.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE   200
#define MAX_WORDS  40
#define MAX_TREES  4
#define MAX_NAME   12
#define MAX_FILL   500
#define MAX_ENTRIES 1000

struct table {
    char           name[MAX_NAME + 1];
    struct bt_tree tree;
    long           limit;       /* greatest number of entries allowed */
};

/* One step of the undo log: how to get back to the state before it. */
struct undo {
    enum { UNDO_DELETE, UNDO_INSERT, UNDO_VALUE } what;
    struct bt_entry entry;
};

static struct table tables[MAX_TREES];
static int ntables;
static struct table *current;
static struct bt_cursor cursor;

static struct undo *undo_log;
static size_t undo_used, undo_room;
static bool in_transaction;

static int default_degree = 2;
static bool strict, numbered;
static long line_number;
static long error_count;
static bool finished;

static void complain(const char *format, ...)
{
    va_list args;

    if (numbered)
        printf("%ld: ", line_number);
    fputs("error: ", stdout);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    error_count++;
    if (strict)
        finished = true;
}

static bool parse_number(const char *text, long *number)
{
    char *end;

    errno = 0;
    *number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE) {
        complain("bad number '%s'", text);
        return false;
    }
    return true;
}

static bool parse_range(char **word, long *low, long *high)
{
    if (!parse_number(word[0], low) || !parse_number(word[1], high))
        return false;
    if (*low > *high) {
        complain("empty range %ld..%ld", *low, *high);
        return false;
    }
    return true;
}

static void print_entry(const struct bt_entry *entry)
{
    printf("%ld=%s\n", entry->key, entry->value);
}

/* ---- tables and the undo log ------------------------------------------- */

static struct table *find_table(const char *name)
{
    for (int i = 0; i < ntables; i++)
        if (strcmp(tables[i].name, name) == 0)
            return &tables[i];
    return NULL;
}

static struct table *add_table(const char *name, int degree)
{
    struct table *table = &tables[ntables++];

    strcpy(table->name, name);
    bt_init(&table->tree, degree);
    table->limit = MAX_ENTRIES;
    return table;
}

static void remember(int what, bt_key key, const char *value)
{
    struct undo *undo;

    if (!in_transaction)
        return;
    if (undo_used == undo_room) {
        undo_room = undo_room ? 2 * undo_room : 8;
        undo_log = realloc(undo_log, undo_room * sizeof *undo_log);
        if (undo_log == NULL)
            exit(3);
    }
    undo = &undo_log[undo_used++];
    undo->what = what;
    undo->entry.key = key;
    strcpy(undo->entry.value, value);
}

static bool store_new(bt_key key, const char *value)
{
    if (bt_count(&current->tree) >= current->limit) {
        complain("table %s is full", current->name);
        return false;
    }
    if (!bt_insert(&current->tree, key, value))
        return false;
    remember(UNDO_DELETE, key, "");
    return true;
}

static void change_value(struct bt_entry *entry, const char *value)
{
    remember(UNDO_VALUE, entry->key, entry->value);
    strcpy(entry->value, value);
}

static void remove_entry(const struct bt_entry *entry)
{
    remember(UNDO_INSERT, entry->key, entry->value);
    bt_delete(&current->tree, entry->key);
}

/* ---- commands: word[0] is the command's name --------------------------- */

static bool value_fits(const char *value)
{
    if (strlen(value) < BT_VALUE_LEN)
        return true;
    complain("value too long");
    return false;
}

static void do_insert(int n, char **word)
{
    long key;
    (void)n;

    if (!parse_number(word[1], &key) || !value_fits(word[2]))
        return;
    if (bt_find(&current->tree, key) != NULL)
        complain("key %ld exists", key);
    else
        store_new(key, word[2]);
}

static void do_put(int n, char **word)
{
    struct bt_entry *entry;
    long key;
    (void)n;

    if (!parse_number(word[1], &key) || !value_fits(word[2]))
        return;
    entry = bt_find(&current->tree, key);
    if (entry != NULL) {
        change_value(entry, word[2]);
        puts("replaced");
    } else if (store_new(key, word[2])) {
        puts("new");
    }
}

static void do_incr(int n, char **word)
{
    struct bt_entry *entry;
    char text[32], *end;
    long key, step = 1, old;

    if (!parse_number(word[1], &key) || (n > 2 && !parse_number(word[2], &step)))
        return;
    if (step > 1000000 || step < -1000000) {
        complain("step out of range");
        return;
    }
    entry = bt_find(&current->tree, key);
    if (entry == NULL) {
        complain("no key %ld", key);
        return;
    }
    old = strtol(entry->value, &end, 10);
    if (end == entry->value || *end != '\0') {
        complain("value of %ld is not a number", key);
        return;
    }
    snprintf(text, sizeof text, "%ld", old + step);
    if (!value_fits(text))
        return;
    change_value(entry, text);
    print_entry(entry);
}

static void do_delete(int n, char **word)
{
    const struct bt_entry *entry;
    long key;

    for (int i = 1; i < n; i++) {
        if (!parse_number(word[i], &key))
            return;
        entry = bt_find(&current->tree, key);
        if (entry != NULL)
            remove_entry(entry);
        else
            complain("no key %ld", key);
    }
}

/* fill FIRST LAST [STEP [PREFIX]] */
static void do_fill(int n, char **word)
{
    long first, last, step = 1, added = 0;
    char value[BT_VALUE_LEN];

    if (!parse_number(word[1], &first) || !parse_number(word[2], &last)
        || (n > 3 && !parse_number(word[3], &step)))
        return;
    if (step == 0 || (step > 0) != (last >= first)) {
        complain("bad step %ld", step);
        return;
    }
    if (labs(first) > 1000000 || labs(last) > 1000000 || labs(step) > 1000000
        || (last - first) / step >= MAX_FILL) {
        complain("fill too large");
        return;
    }
    for (long key = first; step > 0 ? key <= last : key >= last; key += step) {
        if (bt_find(&current->tree, key) != NULL)
            continue;
        snprintf(value, sizeof value, "%.6s%ld", n > 4 ? word[4] : "v", key);
        if (!store_new(key, value))
            break;
        added++;
    }
    printf("added %ld\n", added);
}

static void do_drop(int n, char **word)
{
    const struct bt_entry *entry;
    long low, high, dropped = 0;
    (void)n;

    if (!parse_range(word + 1, &low, &high))
        return;
    entry = bt_ceil(&current->tree, low);
    while (entry != NULL && entry->key <= high) {
        remove_entry(entry);
        dropped++;
        entry = bt_ceil(&current->tree, low);
    }
    printf("dropped %ld\n", dropped);
}

static int compare_entries(const void *a, const void *b)
{
    const struct bt_entry *x = a, *y = b;

    return (x->key > y->key) - (x->key < y->key);
}

/* load KEY=VALUE ...: builds the whole table anew; a repeated key is an error. */
static void do_load(int n, char **word)
{
    struct bt_entry entries[MAX_WORDS];
    long count = 0;

    if (in_transaction) {
        complain("not in a transaction");
        return;
    }
    for (int i = 1; i < n; i++) {
        char *equals = strchr(word[i], '=');

        if (equals == NULL) {
            complain("no '=' in '%s'", word[i]);
            return;
        }
        *equals = '\0';
        if (!parse_number(word[i], &entries[count].key) || !value_fits(equals + 1))
            return;
        strcpy(entries[count].value, equals + 1);
        count++;
    }
    qsort(entries, (size_t)count, sizeof entries[0], compare_entries);
    for (long i = 1; i < count; i++)
        if (entries[i].key == entries[i - 1].key) {
            complain("key %ld given twice", entries[i].key);
            return;
        }
    if (count > current->limit) {
        complain("table %s is full", current->name);
        return;
    }
    bt_bulk_build(&current->tree, entries, count);
    printf("loaded %ld\n", count);
}

/* What a copying or printing walk needs to know. */
struct walk {
    long shown, most;
    long total, skipped;
};

static bool merge_entry(const struct bt_entry *entry, void *context)
{
    struct walk *walk = context;

    if (bt_find(&current->tree, entry->key) != NULL) {
        walk->skipped++;
        return true;
    }
    if (!store_new(entry->key, entry->value))
        return false;
    walk->shown++;
    return true;
}

static void do_merge(int n, char **word)
{
    struct walk walk = { 0, 0, 0, 0 };
    struct table *other = find_table(word[1]);
    long low = LONG_MIN, high = LONG_MAX;

    if (n == 3) {
        complain("merge needs both ends of the range");
        return;
    }
    if (other == NULL || other == current) {
        complain("cannot merge %s", word[1]);
        return;
    }
    if (n > 3 && !parse_range(word + 2, &low, &high))
        return;
    bt_walk(&other->tree, low, high, merge_entry, &walk);
    printf("merged %ld, skipped %ld\n", walk.shown, walk.skipped);
}

static void show_found(const struct bt_entry *entry)
{
    if (entry != NULL)
        print_entry(entry);
    else
        puts("none");
}

static void do_find(int n, char **word)
{
    long key;

    for (int i = 1; i < n; i++)
        if (parse_number(word[i], &key))
            show_found(bt_find(&current->tree, key));
}

static void do_near(int n, char **word)
{
    long key;
    (void)n;

    if (!parse_number(word[1], &key))
        return;
    if (strcmp(word[0], "floor") == 0)
        show_found(bt_floor(&current->tree, key));
    else
        show_found(bt_ceil(&current->tree, key));
}

static void do_ends(int n, char **word)
{
    (void)n;
    show_found(strcmp(word[0], "min") == 0 ? bt_min(&current->tree)
                                           : bt_max(&current->tree));
}

static bool show_entry(const struct bt_entry *entry, void *context)
{
    struct walk *walk = context;

    if (walk->shown == walk->most) {
        puts("...");
        return false;
    }
    print_entry(entry);
    walk->shown++;
    return true;
}

/* range LOW HIGH [MOST] */
static void do_range(int n, char **word)
{
    struct walk walk = { 0, -1, 0, 0 };
    long low, high;

    if (!parse_range(word + 1, &low, &high)
        || (n > 3 && !parse_number(word[3], &walk.most)))
        return;
    if (bt_walk(&current->tree, low, high, show_entry, &walk) && walk.shown == 0)
        puts("none");
}

static bool sum_entry(const struct bt_entry *entry, void *context)
{
    struct walk *walk = context;
    char *end;
    long number = strtol(entry->value, &end, 10);

    if (end == entry->value || *end != '\0') {
        walk->skipped++;
    } else {
        walk->total += number;
        walk->shown++;
    }
    return true;
}

static void do_sum(int n, char **word)
{
    struct walk walk = { 0, 0, 0, 0 };
    long low = LONG_MIN, high = LONG_MAX;

    if (n == 2) {
        complain("sum needs both ends of the range");
        return;
    }
    if (n > 2 && !parse_range(word + 1, &low, &high))
        return;
    bt_walk(&current->tree, low, high, sum_entry, &walk);
    printf("sum %ld of %ld", walk.total, walk.shown);
    if (walk.skipped > 0)
        printf(" (%ld not numeric)", walk.skipped);
    if (walk.shown > 0)
        printf(" mean %ld", walk.total / walk.shown);
    putchar('\n');
}

static void do_count(int n, char **word)
{
    const struct bt_tree *tree = &current->tree;
    long low, high, count = bt_count(tree);

    if (n == 2) {
        complain("count needs both ends of the range");
        return;
    }
    if (n > 2) {
        if (!parse_range(word + 1, &low, &high))
            return;
        count = bt_rank(tree, high) - bt_rank(tree, low);
        if (bt_find(tree, high) != NULL)
            count++;
    }
    printf("%ld\n", count);
}

static void do_rank(int n, char **word)
{
    long key;
    (void)n;

    if (parse_number(word[1], &key))
        printf("%ld\n", bt_rank(&current->tree, key));
}

static void do_nth(int n, char **word)
{
    long position;
    (void)n;

    if (parse_number(word[1], &position))
        show_found(bt_select(&current->tree, position));
}

static void do_seek(int n, char **word)
{
    long key = LONG_MIN;

    if (n > 1 && !parse_number(word[1], &key))
        return;
    bt_seek(&cursor, &current->tree, key);
    show_found(bt_current(&cursor));
}

static void do_step(int n, char **word)
{
    bool forward = strcmp(word[0], "next") == 0;
    long steps = 1;

    if (n > 1 && !parse_number(word[1], &steps))
        return;
    if (cursor.tree == NULL) {
        complain("no cursor");
        return;
    }
    while (steps-- > 0)
        if (!(forward ? bt_next(&cursor) : bt_prev(&cursor))) {
            puts("end");
            return;
        }
    show_found(bt_current(&cursor));
}

static void do_begin(int n, char **word)
{
    (void)n;
    (void)word;
    if (in_transaction) {
        complain("already in a transaction");
        return;
    }
    in_transaction = true;
    undo_used = 0;
}

static void do_commit(int n, char **word)
{
    (void)n;
    (void)word;
    if (!in_transaction) {
        complain("no transaction");
        return;
    }
    in_transaction = false;
    printf("committed %zu\n", undo_used);
}

static void do_rollback(int n, char **word)
{
    size_t steps = undo_used;
    (void)n;
    (void)word;

    if (!in_transaction) {
        complain("no transaction");
        return;
    }
    in_transaction = false;
    while (undo_used > 0) {
        const struct undo *undo = &undo_log[--undo_used];

        switch (undo->what) {
        case UNDO_DELETE:
            bt_delete(&current->tree, undo->entry.key);
            break;
        case UNDO_INSERT:
            bt_insert(&current->tree, undo->entry.key, undo->entry.value);
            break;
        case UNDO_VALUE:
            strcpy(bt_find(&current->tree, undo->entry.key)->value, undo->entry.value);
            break;
        }
    }
    printf("rolled back %zu\n", steps);
}

/* use NAME [DEGREE] */
static void do_use(int n, char **word)
{
    struct table *table = find_table(word[1]);
    long degree = default_degree;

    if (in_transaction) {
        complain("not in a transaction");
        return;
    }
    if (n > 2) {
        if (!parse_number(word[2], &degree))
            return;
        if (table != NULL || degree < BT_MIN_DEGREE || degree > BT_MAX_DEGREE) {
            complain("bad degree %ld", degree);
            return;
        }
    }
    if (table == NULL) {
        if (strlen(word[1]) > MAX_NAME || ntables == MAX_TREES) {
            complain("cannot create %s", word[1]);
            return;
        }
        table = add_table(word[1], (int)degree);
    }
    current = table;
    cursor.tree = NULL;
}

static void do_tables(int n, char **word)
{
    (void)n;
    (void)word;
    for (int i = 0; i < ntables; i++)
        printf("%c %-12s degree %d entries %ld\n", &tables[i] == current ? '*' : ' ',
               tables[i].name, tables[i].tree.degree, bt_count(&tables[i].tree));
}

static void do_limit(int n, char **word)
{
    long limit;
    (void)n;

    if (!parse_number(word[1], &limit))
        return;
    if (limit < bt_count(&current->tree) || limit > MAX_ENTRIES)
        complain("bad limit %ld", limit);
    else
        current->limit = limit;
}

static void do_clear(int n, char **word)
{
    (void)n;
    (void)word;
    if (in_transaction) {
        complain("not in a transaction");
        return;
    }
    bt_clear(&current->tree);
    cursor.tree = NULL;
}

static void do_dump(int n, char **word)
{
    if (n > 1 && strcmp(word[1], "flat") == 0)
        bt_dump_flat(&current->tree, stdout);
    else if (n == 1)
        bt_dump(&current->tree, stdout);
    else
        complain("dump what?");
}

static void do_stats(int n, char **word)
{
    const struct bt_tree *tree = &current->tree;
    long nodes = bt_node_count(tree);
    (void)n;
    (void)word;

    printf("entries %ld height %d nodes %ld\n", bt_count(tree), bt_height(tree), nodes);
    printf("splits %ld merges %ld borrows %ld\n", tree->splits, tree->merges, tree->borrows);
    if (nodes > 0)
        printf("load %ld%%\n", 100 * bt_count(tree) / (nodes * (2 * tree->degree - 1)));
}

static void do_check(int n, char **word)
{
    const char *problem = bt_check(&current->tree);
    (void)n;
    (void)word;

    if (problem == NULL)
        puts("sound");
    else
        complain("tree is broken: %s", problem);
}

static void do_quit(int n, char **word)
{
    (void)n;
    (void)word;
    finished = true;
}

static const struct command {
    const char *name;
    int         least, most;    /* number of arguments */
    void      (*run)(int n, char **word);
} commands[] = {
    { "insert", 2, 2, do_insert },     { "put", 2, 2, do_put },
    { "incr", 1, 2, do_incr },         { "delete", 1, MAX_WORDS, do_delete },
    { "fill", 2, 4, do_fill },         { "drop", 2, 2, do_drop },
    { "load", 0, MAX_WORDS, do_load }, { "merge", 1, 3, do_merge },
    { "find", 1, MAX_WORDS, do_find }, { "floor", 1, 1, do_near },
    { "ceil", 1, 1, do_near },         { "min", 0, 0, do_ends },
    { "max", 0, 0, do_ends },          { "range", 2, 3, do_range },
    { "sum", 0, 2, do_sum },           { "count", 0, 2, do_count },
    { "rank", 1, 1, do_rank },         { "nth", 1, 1, do_nth },
    { "seek", 0, 1, do_seek },         { "next", 0, 1, do_step },
    { "prev", 0, 1, do_step },         { "begin", 0, 0, do_begin },
    { "commit", 0, 0, do_commit },     { "rollback", 0, 0, do_rollback },
    { "use", 1, 2, do_use },           { "tables", 0, 0, do_tables },
    { "limit", 1, 1, do_limit },       { "clear", 0, 0, do_clear },
    { "dump", 0, 1, do_dump },         { "stats", 0, 0, do_stats },
    { "check", 0, 0, do_check },       { "quit", 0, 0, do_quit },
};

/* ---- reading ----------------------------------------------------------- */

/* Splits a line in place into words; double quotes keep blanks together. */
static int split_words(char *line, char **word)
{
    char *in = line;
    int n = 0;

    for (;;) {
        char *out;
        bool quoted = false;

        while (isspace((unsigned char)*in))
            in++;
        if (*in == '\0' || *in == '#')
            return n;
        if (n == MAX_WORDS) {
            complain("too many words");
            return -1;
        }
        word[n++] = out = in;
        while (*in != '\0' && (quoted || !isspace((unsigned char)*in))) {
            if (*in == '"')
                quoted = !quoted;
            else
                *out++ = *in;
            in++;
        }
        if (quoted) {
            complain("unterminated quote");
            return -1;
        }
        if (*in != '\0')
            in++;
        *out = '\0';
    }
}

static void run_line(char *line)
{
    char *word[MAX_WORDS + 1];
    int n = split_words(line, word);

    if (n <= 0)
        return;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *command = &commands[i];

        if (strcmp(command->name, word[0]) != 0)
            continue;
        if (n - 1 < command->least || n - 1 > command->most)
            complain("wrong number of arguments for %s", word[0]);
        else
            command->run(n, word);
        return;
    }
    complain("unknown command '%s'", word[0]);
}

/* Reads a line without its newline; false at the end of the input. */
static bool read_line(char *line, bool *too_long)
{
    int c, n = 0;

    *too_long = false;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < MAX_LINE)
            line[n++] = (char)c;
        else
            *too_long = true;
    }
    line[n] = '\0';
    return c != EOF || n > 0;
}

static int usage(void)
{
    puts("usage: btree [-d DEGREE] [-n] [-s]");
    return 2;
}

int main(int argc, char **argv)
{
    char line[MAX_LINE + 1];
    bool too_long;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-s") == 0) {
            strict = true;
        } else if (strcmp(argv[i], "-n") == 0) {
            numbered = true;
        } else if (strcmp(argv[i], "-d") == 0 && i + 1 < argc) {
            default_degree = atoi(argv[++i]);
            if (default_degree < BT_MIN_DEGREE || default_degree > BT_MAX_DEGREE)
                return usage();
        } else {
            return usage();
        }
    }
    current = add_table("main", default_degree);

    while (!finished && read_line(line, &too_long)) {
        line_number++;
        if (too_long)
            complain("line too long");
        else
            run_line(line);
    }

    if (in_transaction)
        complain("transaction left open");
    for (int i = 0; i < ntables; i++)
        bt_clear(&tables[i].tree);
    free(undo_log);
    return error_count > 0 ? 1 : 0;
}
