/* plan.c - what a compiler command line asks for, as far as we must know. */
#include "cc/plan.h"

#include "base/io.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <string.h>

typedef enum { ALONE, SEPARATE, JOINED, EITHER } Form;

/* The traits of options.def. */
enum {
    QUERY = 1,
    LINK = 2,
    NATIVE = 4,
    DROPPED = 8,
    LIBRARY = 16,
    SHARED = 32,
    RELOCATABLE = 64,
    BARE = 128,
    DEPS = 256,
    DEPS_FILE = 512,
    DEPS_TARGET = 1024,
    TEMPS = 2048,
    TEMPS_BESIDE = 4096,
    TARGET = 8192,
    STRICT = 16384,
};

static const struct FlagRow {
    const char *spelling;
    Form form;
    unsigned traits;
} rows[] = {
#define OPTION(spelling, form, traits) {(spelling), (form), (traits)},
#include "cc/options.def"
#undef OPTION
};

typedef struct PlanParser PlanParser;
struct PlanParser {
    Arena *arena;
    VEC(const char *) in; /* arguments, response files expanded */
    VEC(PlanArg) out;
    const char *language; /* -x in force, NULL: by file name */
    unsigned seen;        /* traits of all options so far */
    Plan *plan;
    Diag *diag;
};

void
plan_words(const char *text, size_t n, Arena *a, PlanWords *out)
{
    VEC(const char *) words = {0};
    Str word = {0};
    char quote = 0;
    bool open = false;

    for (const char *end = text + n; text < end; text++) {
        if (quote ? *text == quote : *text == '"' || *text == '\'') {
            quote = quote ? 0 : *text;
            open = true;
        } else if (!quote && isspace((unsigned char)*text)) {
            if (open)
                vec_push(&words, arena_strdup(a, str_text(&word)));
            str_clear(&word);
            open = false;
        } else {
            if (*text == '\\' && text + 1 < end)
                text++;
            if (*text)
                str_putc(&word, *text);
            open = true;
        }
    }
    if (open)
        vec_push(&words, arena_strdup(a, str_text(&word)));
    out->n = words.n;
    out->at = arena_dup(a, words.at, words.n * sizeof *words.at);
    vec_done(&words);
    str_done(&word);
}

/* Response files may name others: each is put in place of its name, and its
 * first word is looked at next. */
static bool
expand(PlanParser *p, int argc, char *const *argv)
{
    size_t files = 0;

    for (int i = 1; i < argc; i++)
        vec_push(&p->in, argv[i]);
    for (size_t i = 0; i < p->in.n; i++) {
        Bytes text;
        PlanWords words;
        const char *arg = p->in.at[i];
        while (arg[0] == '@' && io_exists(arg + 1)) {
            if (++files > 1000)
                return diag_fail(p->diag, "response file %s names itself",
                                 arg + 1);
            if (!io_read(arg + 1, &text, p->diag))
                return false;
            plan_words((const char *)text.at, text.n, p->arena, &words);
            io_bytes_done(&text);
            size_t rest = p->in.n - i - 1;
            vec_reserve(&p->in, p->in.n + words.n);
            memmove(p->in.at + i + words.n, p->in.at + i + 1,
                    rest * sizeof *p->in.at);
            memcpy(p->in.at + i, words.at, words.n * sizeof *words.at);
            p->in.n = i + words.n + rest;
            arg = i < p->in.n ? p->in.at[i] : "";
        }
    }
    return true;
}

static const struct FlagRow *
find_row(const char *arg)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *s = rows[i].spelling;
        bool same = strcmp(arg, s) == 0;
        bool begins = strncmp(arg, s, strlen(s)) == 0;
        if (same ||
            (begins && (rows[i].form == JOINED || rows[i].form == EITHER)))
            return &rows[i];
    }
    return NULL;
}

static void
emit(PlanParser *p, const char *text, ArgRole role)
{
    vec_push(&p->out, (PlanArg){.text = text, .role = role});
}

static const char *
extension(const char *path)
{
    const char *dot = strrchr(io_basename(path), '.');

    return dot ? dot + 1 : "";
}

static bool
one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static bool
refuse_cxx(PlanParser *p, const char *what)
{
    return diag_fail(p->diag, "C++ is not supported: %s (culprit is for C)",
                     what);
}

static bool
input(PlanParser *p, const char *path)
{
    static const char *const c[] = {"c", "i", NULL};
    static const char *const cxx[] = {"cc", "cp", "cpp", "cxx", "c++",
                                      "C",  "CC", "CPP", "ii",  NULL};
    static const char *const assembler[] = {"s", "S", "sx", "asm", NULL};
    static const char *const foreign[] = {"h",  "hh", "H", "hpp", "m",  "mm",
                                          "ll", "bc", "f", "f90", "cu", NULL};
    const char *language = p->language;
    const char *ext = extension(path);
    PlanArg arg = {.text = path, .language = language};

    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0)
        p->plan->reads_stdin = true;
    if (language ? strncmp(language, "c++", 3) == 0 : one_of(ext, cxx))
        return refuse_cxx(p, path);
    if (language
            ? strcmp(language, "c") == 0 || strcmp(language, "cpp-output") == 0
            : one_of(ext, c)) {
        arg.role = ARG_SOURCE;
        p->plan->nsources++;
    } else if (language ? strncmp(language, "assembler", 9) == 0
                        : one_of(ext, assembler)) {
        arg.role = ARG_OTHER;
        p->plan->nothers++;
    } else if (language || one_of(ext, foreign)) {
        p->plan->mode = PLAN_PASS;
        arg.role = ARG_OTHER;
    } else {
        arg.role = ARG_INPUT;
    }
    vec_push(&p->out, arg);
    return true;
}

/* Whether a target triple means the machine that culprit was built for. */
static bool
is_native(const char *triple)
{
#if defined(__x86_64__)
    const char *machine = "x86_64-";
#else
    const char *machine = "aarch64-";
#endif
    return strncmp(triple, machine, strlen(machine)) == 0 &&
           strstr(triple, "linux") && !strstr(triple, "android");
}

static void
option(PlanParser *p, size_t *i)
{
    const char *arg = p->in.at[*i];
    const struct FlagRow *row = find_row(arg);
    unsigned traits = row ? row->traits : 0;
    ArgRole role = traits & LINK     ? ARG_LINK
                   : traits & NATIVE ? ARG_NATIVE
                                     : ARG_SHARED;
    bool two = row && strcmp(arg, row->spelling) == 0 &&
               (row->form == SEPARATE || row->form == EITHER) &&
               *i + 1 < p->in.n;

    if (traits & TARGET &&
        !is_native(two ? p->in.at[*i + 1] : arg + strlen(row->spelling)))
        traits |= QUERY;
    p->seen |= traits;
    if (!(traits & DROPPED))
        emit(p, arg, role);
    if (two) {
        ++*i;
        if (!(traits & DROPPED))
            emit(p, p->in.at[*i], role);
    }
}

/* -c, -o and -x steer us; true if this was one of them. */
static bool
steering(PlanParser *p, size_t *i, bool *compile)
{
    const char *arg = p->in.at[*i];
    bool more = *i + 1 < p->in.n;

    if (strcmp(arg, "-c") == 0 || strcmp(arg, "--compile") == 0) {
        *compile = true;
        emit(p, arg, ARG_OUTPUT);
    } else if (strncmp(arg, "-o", 2) == 0 && (arg[2] || more) &&
               strncmp(arg, "-objc", 5) != 0) {
        p->plan->output = arg[2] ? arg + 2 : p->in.at[++*i];
        emit(p, "-o", ARG_OUTPUT);
        emit(p, p->plan->output, ARG_OUTPUT);
    } else if (strncmp(arg, "-x", 2) == 0 && (arg[2] || more)) {
        const char *language = arg[2] ? arg + 2 : p->in.at[++*i];
        emit(p, "-x", ARG_ABOUT);
        emit(p, language, ARG_ABOUT);
        p->language = strcmp(language, "none") == 0 ? NULL : language;
    } else {
        return false;
    }
    return true;
}

static void
conclude(PlanParser *p, bool compile)
{
    Plan *plan = p->plan;
    size_t inputs = 0;

    plan->nargs = p->out.n;
    plan->args = arena_dup(p->arena, p->out.at, p->out.n * sizeof *p->out.at);
    for (size_t i = 0; i < plan->nargs; i++)
        inputs += plan->args[i].role == ARG_INPUT ||
                  plan->args[i].role == ARG_SOURCE ||
                  plan->args[i].role == ARG_OTHER;
    plan->shared = p->seen & SHARED;
    plan->relocatable = p->seen & RELOCATABLE;
    plan->bare = p->seen & BARE;
    plan->said.dropped = p->seen & DROPPED;
    plan->said.strict = p->seen & STRICT;
    plan->extra.deps = p->seen & DEPS;
    plan->extra.deps_file = p->seen & DEPS_FILE;
    plan->extra.deps_target = p->seen & DEPS_TARGET;
    plan->extra.temps = p->seen & TEMPS;
    plan->extra.temps_beside = p->seen & TEMPS_BESIDE;
    if (p->seen & QUERY || (inputs == 0 && !(p->seen & LIBRARY)))
        plan->mode = PLAN_PASS;
    else if (plan->mode == PLAN_LINK && compile)
        plan->mode = plan->nsources ? PLAN_COMPILE : PLAN_PASS;
}

bool
plan_make(int argc, char *const *argv, Arena *a, Plan *out, Diag *d)
{
    PlanParser p = {.arena = a, .plan = out, .diag = d};
    bool compile = false, only_inputs = false;

    *out = (Plan){.mode = PLAN_LINK};
    bool ok = expand(&p, argc, argv);
    for (size_t i = 0; ok && i < p.in.n; i++) {
        const char *arg = p.in.at[i];
        if (only_inputs || arg[0] != '-' || !arg[1]) {
            ok = input(&p, arg);
        } else if (strcmp(arg, "--") == 0) {
            only_inputs = true;
            emit(&p, arg, ARG_ABOUT);
        } else if (!steering(&p, &i, &compile)) {
            option(&p, &i);
        }
    }
    conclude(&p, compile);
    vec_done(&p.in);
    vec_done(&p.out);
    return ok;
}

char *
plan_object_name(Arena *a, const char *source)
{
    const char *base = io_basename(source);
    const char *dot = strrchr(base, '.');
    size_t n = dot && dot != base ? (size_t)(dot - base) : strlen(base);

    return arena_printf(a, "%.*s.o", (int)n, base);
}
