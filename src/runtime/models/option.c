/* option.c - models of getopt and getopt_long, as glibc 2.36 has them.
 *
 * Works on the real optarg, optind, opterr and optopt; where it stands within
 * an argument is its own. A name is compared in one expression; what is
 * returned for a known option is concrete.
 */
#include "text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int MODEL(fprintf)(FILE *, const char *, ...);
int MODEL(strcmp)(const char *, const char *);
char *MODEL(strchr)(const char *, int);

typedef enum { PERMUTE, IN_ORDER, STOP_AT_FIRST } Order;

typedef struct OptionParser OptionParser;
struct OptionParser {
    bool started;
    Order order;
    char *next;      /* within an argument; NULL: take another */
    int first, last; /* arguments passed over: [first, last) */
};

static OptionParser parser;
static int wrong; /* optopt, which every call sets again */

typedef struct OptionCall OptionCall;
struct OptionCall {
    int argc;
    char **argv;
    const char *letters;
    const struct option *names; /* may be NULL */
    int *which;
    bool only_long, loud;
};

static void
swap(char **a, char **b, int n)
{
    for (int i = 0; i < n; i++) {
        char *t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

/* Arguments passed over go behind the options that came after them. */
static void
permute(char **argv)
{
    int bottom = parser.first, middle = parser.last, top = optind;
    while (top > middle && middle > bottom) {
        int low = middle - bottom, high = top - middle;
        if (high > low) {
            swap(argv + bottom, argv + top - low, low);
            top -= low;
        } else {
            swap(argv + bottom, argv + middle, high);
            bottom += high;
        }
    }
    parser.first += optind - parser.last;
    parser.last = optind;
}

static bool
is_operand(const char *arg)
{
    return decide(arg[0] != '-') || decide(arg[1] == 0);
}

/* Does the name begin with these n bytes? One expression. */
static bool
begins(const char *name, const char *text, size_t n)
{
    if (strlen(name) < n)
        return false;
    bool equal = true;
    for (size_t i = 0; i < n; i++)
        equal &= name[i] == text[i];
    return equal;
}

static bool
differ(const struct option *a, const struct option *b)
{
    return a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

static int
refuse(void)
{
    parser.next = NULL;
    optind++;
    wrong = 0;
    return '?';
}

static int
refuse_ambiguous(const OptionCall *x, const char *prefix, size_t n, int found)
{
    if (x->loud) {
        const struct option *first = &x->names[found], *p = first;
        MODEL(fprintf)(stderr, "%s: option '%s%s' is ambiguous; possibilities:",
                       x->argv[0], prefix, parser.next);
        for (; p->name; p++)
            if (begins(p->name, parser.next, n) &&
                (p == first || x->only_long || differ(first, p)))
                MODEL(fprintf)(stderr, " '%s%s'", prefix, p->name);
        MODEL(fprintf)(stderr, "\n");
    }
    return refuse();
}

/* The name that is meant: its number, -1 if none, -2 if it could be several.
 * *found is the first of those. */
static int
find_name(const OptionCall *x, size_t n, int *found)
{
    int i = 0, several = 0;
    *found = -1;
    for (const struct option *p = x->names; p->name; p++, i++)
        if (strlen(p->name) == n && decide(begins(p->name, parser.next, n)))
            return i;
    i = 0;
    for (const struct option *p = x->names; p->name; p++, i++)
        if (decide(begins(p->name, parser.next, n))) {
            if (*found < 0)
                *found = i;
            else if (x->only_long || differ(&x->names[*found], p))
                several = 1;
        }
    return several ? -2 : *found;
}

/* A long option, or -1 if it may be a short one. */
static int
take_long(const OptionCall *x, bool only_long, const char *prefix)
{
    const char *end = parser.next;
    int found;
    while ((*end != 0) & (*end != '='))
        end++;
    size_t n = (size_t)(end - parser.next);
    OptionCall y = *x;
    y.only_long = only_long;
    int i = find_name(&y, n, &found);
    if (i == -2)
        return refuse_ambiguous(&y, prefix, n, found);
    if (i < 0) {
        if (only_long && x->argv[optind][1] != '-' &&
            MODEL(strchr)(x->letters, *parser.next) != NULL)
            return -1;
        if (x->loud)
            MODEL(fprintf)(stderr, "%s: unrecognized option '%s%s'\n",
                           x->argv[0], prefix, parser.next);
        return refuse();
    }
    const struct option *p = &x->names[i];
    optind++;
    parser.next = NULL;
    if (decide(*end != 0)) {
        if (!p->has_arg) {
            if (x->loud)
                MODEL(fprintf)(stderr,
                               "%s: option '%s%s' doesn't allow an argument\n",
                               x->argv[0], prefix, p->name);
            wrong = p->val;
            return '?';
        }
        optarg = (char *)(uintptr_t)(end + 1);
    } else if (p->has_arg == 1) {
        if (optind >= x->argc) {
            if (x->loud)
                MODEL(fprintf)(stderr,
                               "%s: option '%s%s' requires an argument\n",
                               x->argv[0], prefix, p->name);
            wrong = p->val;
            return x->letters[0] == ':' ? ':' : '?';
        }
        optarg = x->argv[optind++];
    }
    if (x->which != NULL)
        *x->which = i;
    if (p->flag) {
        *p->flag = p->val;
        return 0;
    }
    return p->val;
}

/* To the next argument that is an option; true if *result is the answer. */
static bool
take_argument(const OptionCall *x, int *result)
{
    if (parser.last > optind)
        parser.last = optind;
    if (parser.first > optind)
        parser.first = optind;
    if (parser.order == PERMUTE) {
        if (parser.first != parser.last && parser.last != optind)
            permute(x->argv);
        else if (parser.last != optind)
            parser.first = optind;
        while (optind < x->argc && is_operand(x->argv[optind]))
            optind++;
        parser.last = optind;
    }
    if (optind != x->argc &&
        decide(MODEL(strcmp)(x->argv[optind], "--") == 0)) {
        optind++;
        if (parser.first != parser.last && parser.last != optind)
            permute(x->argv);
        else if (parser.first == parser.last)
            parser.first = optind;
        parser.last = x->argc;
        optind = x->argc;
    }
    *result = -1;
    if (optind == x->argc) {
        if (parser.first != parser.last)
            optind = parser.first;
        return true;
    }
    if (parser.order != PERMUTE && is_operand(x->argv[optind])) {
        if (parser.order == STOP_AT_FIRST)
            return true;
        optarg = x->argv[optind++];
        *result = 1;
        return true;
    }
    char *arg = x->argv[optind];
    if (x->names) {
        if (decide(arg[1] == '-')) {
            parser.next = arg + 2;
            *result = take_long(x, x->only_long, "--");
            return true;
        }
        if (x->only_long && (decide(arg[2] != 0) ||
                             MODEL(strchr)(x->letters, arg[1]) == NULL)) {
            parser.next = arg + 1;
            *result = take_long(x, true, "-");
            if (*result != -1)
                return true;
        }
    }
    parser.next = arg + 1;
    return false;
}

static int
lacks_argument(const OptionCall *x, int c)
{
    if (x->loud)
        MODEL(fprintf)(stderr, "%s: option requires an argument -- '%c'\n",
                       x->argv[0], c);
    wrong = c;
    return x->letters[0] == ':' ? ':' : '?';
}

static int
take_letter(const OptionCall *x)
{
    char c = *parser.next++;
    const char *known = MODEL(strchr)(x->letters, c);
    bool rest = decide(*parser.next != 0);
    if (!rest) {
        ++optind;
        parser.next = NULL;
    }
    if (known == NULL || *known == ':' || *known == ';') {
        if (x->loud)
            MODEL(fprintf)(stderr, "%s: invalid option -- '%c'\n", x->argv[0],
                           c);
        wrong = c;
        return '?';
    }
    int letter = *known;
    if (letter == 'W' && known[1] == ';' && x->names != NULL) {
        if (!rest && optind == x->argc)
            return lacks_argument(x, letter);
        if (!rest)
            parser.next = x->argv[optind];
        return take_long(x, false, "-W ");
    }
    if (known[1] != ':')
        return letter;
    if (rest) {
        optarg = parser.next;
        optind++;
    } else if (known[2] != ':') {
        if (optind == x->argc)
            letter = lacks_argument(x, letter);
        else
            optarg = x->argv[optind++];
    }
    parser.next = NULL;
    return letter;
}

static void
start(const char *letters, bool posix)
{
    if (optind == 0)
        optind = 1;
    parser = (OptionParser){.started = true, .first = optind, .last = optind};
    if (letters[0] == '-')
        parser.order = IN_ORDER;
    else if (letters[0] == '+' || posix || getenv("POSIXLY_CORRECT"))
        parser.order = STOP_AT_FIRST;
}

static int
parse(OptionCall x, bool posix)
{
    int result = -1;
    if (x.argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !parser.started)
        start(x.letters, posix);
    if (x.letters[0] == '-' || x.letters[0] == '+')
        x.letters++;
    x.loud = opterr != 0 && x.letters[0] != ':';
    if (parser.next != NULL || !take_argument(&x, &result))
        result = take_letter(&x);
    optopt = wrong;
    return result;
}

/* a branch or two a byte, and one a letter that it might be */
int
MODEL(getopt)(int argc, char *const *argv, const char *letters)
{
    return parse((OptionCall){.argc = (int)peek((uint64_t)argc),
                              .argv = (char **)(uintptr_t)argv,
                              .letters = letters},
                 false);
}

/* getopt */
int
MODEL(__posix_getopt)(int argc, char *const *argv, const char *letters)
{
    return parse((OptionCall){.argc = (int)peek((uint64_t)argc),
                              .argv = (char **)(uintptr_t)argv,
                              .letters = letters},
                 true);
}

/* getopt, and one branch a name that it might be */
int
MODEL(getopt_long)(int argc, char *const *argv, const char *letters,
                   const struct option *names, int *which)
{
    return parse((OptionCall){.argc = (int)peek((uint64_t)argc),
                              .argv = (char **)(uintptr_t)argv,
                              .letters = letters,
                              .names = names,
                              .which = which},
                 false);
}

/* getopt_long */
int
MODEL(getopt_long_only)(int argc, char *const *argv, const char *letters,
                        const struct option *names, int *which)
{
    return parse((OptionCall){.argc = (int)peek((uint64_t)argc),
                              .argv = (char **)(uintptr_t)argv,
                              .letters = letters,
                              .names = names,
                              .which = which,
                              .only_long = true},
                 false);
}
