/* plan.c - what a compiler command line asks for, as far as we must know. */
#include "cc/plan.h"

#include "base/io.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <string.h>

typedef enum { ALONE, SEPARATE, JOINED, EITHER } Form;

enum { QUERY = 1, LINK = 2, NATIVE = 4, DROPPED = 8 };

static const struct OptionRow {
    const char *spelling;
    Form form;
    unsigned traits;
} rows[] = {
#define OPTION(spelling, form, traits) {(spelling), (form), (traits)},
#include "cc/options.def"
#undef OPTION
};

typedef struct Parser Parser;
struct Parser {
    Arena *arena;
    VEC(const char *) in; /* arguments, response files expanded */
    VEC(PlanArg) out;
    const char *language; /* -x in force, NULL: by file name */
    Plan *plan;
    Diag *diag;
};

/* Split a response file as GNU tools do: blanks separate, quotes and
 * backslash protect. */
static void
split_response(Parser *p, const char *text)
{
    Str word = {0};
    char quote = 0;
    bool open = false;

    for (; *text; text++) {
        if (quote && *text == quote) {
            quote = 0;
        } else if (!quote && (*text == '"' || *text == '\'')) {
            quote = *text;
            open = true;
        } else if (!quote && isspace((unsigned char)*text)) {
            if (open)
                vec_push(&p->in, arena_strdup(p->arena, str_text(&word)));
            str_clear(&word);
            open = false;
        } else {
            if (*text == '\\' && text[1] && quote != '\'')
                text++;
            str_putc(&word, *text);
            open = true;
        }
    }
    if (open)
        vec_push(&p->in, arena_strdup(p->arena, str_text(&word)));
    str_done(&word);
}

static bool
expand(Parser *p, int argc, char *const *argv)
{
    for (int i = 1; i < argc; i++)
        vec_push(&p->in, argv[i]);
    /* Response files may name others: go on until none is left. */
    for (size_t i = 0, files = 0; i < p->in.n; i++) {
        Bytes text;
        const char *arg = p->in.at[i];
        if (arg[0] != '@' || !io_exists(arg + 1))
            continue;
        if (++files > 1000)
            return diag_fail(p->diag, "response file %s names itself", arg + 1);
        if (!io_read(arg + 1, &text, p->diag))
            return false;
        VEC(const char *) rest = {0};
        for (size_t k = i + 1; k < p->in.n; k++)
            vec_push(&rest, p->in.at[k]);
        p->in.n = i;
        split_response(p, (const char *)text.at);
        for (size_t k = 0; k < rest.n; k++)
            vec_push(&p->in, rest.at[k]);
        vec_done(&rest);
        io_bytes_done(&text);
        i--; /* look at the first word of the file next */
    }
    return true;
}

static const struct OptionRow *
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
emit(Parser *p, const char *text, ArgRole role)
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
refuse_cxx(Parser *p, const char *what)
{
    return diag_fail(p->diag, "C++ is not supported: %s (culprit is for C)",
                     what);
}

static bool
input(Parser *p, const char *path)
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

    if (strcmp(path, "-") == 0)
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

/* Note what an option tells about the image and its side effects. */
static void
remark(Plan *plan, const char *arg)
{
    static const char *const bare[] = {"-nostdlib", "-nostartfiles",
                                       "-ffreestanding", NULL};

    if (strcmp(arg, "-shared") == 0)
        plan->shared = true;
    if (strcmp(arg, "-r") == 0)
        plan->relocatable = true;
    if (one_of(arg, bare) || (strncmp(arg, "-T", 2) == 0))
        plan->bare = true;
    if (strcmp(arg, "-MD") == 0 || strcmp(arg, "-MMD") == 0 ||
        strncmp(arg, "-Wp,-M", 6) == 0 ||
        strncmp(arg, "-save-temps", 11) == 0 ||
        strncmp(arg, "--save-temps", 12) == 0 ||
        strcmp(arg, "--coverage") == 0 || strcmp(arg, "-ftest-coverage") == 0 ||
        strcmp(arg, "-gsplit-dwarf") == 0)
        plan->side_outputs = true;
}

static void
option(Parser *p, size_t *i, bool *query)
{
    const char *arg = p->in.at[*i];
    const struct OptionRow *row = find_row(arg);
    unsigned traits = row ? row->traits : 0;
    ArgRole role = traits & LINK     ? ARG_LINK
                   : traits & NATIVE ? ARG_NATIVE
                                     : ARG_SHARED;
    bool two = row && strcmp(arg, row->spelling) == 0 &&
               (row->form == SEPARATE || row->form == EITHER) &&
               *i + 1 < p->in.n;

    remark(p->plan, arg);
    *query |= (traits & QUERY) != 0;
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
steering(Parser *p, size_t *i, bool *compile)
{
    const char *arg = p->in.at[*i];
    bool more = *i + 1 < p->in.n;

    if (strcmp(arg, "-c") == 0) {
        *compile = true;
        emit(p, arg, ARG_OUTPUT);
    } else if (strncmp(arg, "-o", 2) == 0 && (arg[2] || more) &&
               strncmp(arg, "-objc", 5) != 0) {
        p->plan->output = arg[2] ? arg + 2 : p->in.at[++*i];
        emit(p, "-o", ARG_OUTPUT);
        emit(p, p->plan->output, ARG_OUTPUT);
    } else if (strncmp(arg, "-x", 2) == 0 && (arg[2] || more)) {
        const char *language = arg[2] ? arg + 2 : p->in.at[++*i];
        p->language = strcmp(language, "none") == 0 ? NULL : language;
    } else {
        return false;
    }
    return true;
}

bool
plan_make(int argc, char *const *argv, Arena *a, Plan *out, Diag *d)
{
    Parser p = {.arena = a, .plan = out, .diag = d};
    bool compile = false, query = false, only_inputs = false;

    *out = (Plan){.mode = PLAN_LINK};
    bool ok = expand(&p, argc, argv);
    for (size_t i = 0; ok && i < p.in.n; i++) {
        const char *arg = p.in.at[i];
        if (only_inputs || arg[0] != '-' || !arg[1])
            ok = input(&p, arg);
        else if (strcmp(arg, "--") == 0)
            only_inputs = true;
        else if (!steering(&p, &i, &compile))
            option(&p, &i, &query);
    }
    out->nargs = p.out.n;
    out->args = arena_dup(a, p.out.at, p.out.n * sizeof *p.out.at);
    size_t inputs = 0;
    for (size_t i = 0; i < out->nargs; i++)
        inputs += out->args[i].role == ARG_INPUT ||
                  out->args[i].role == ARG_SOURCE ||
                  out->args[i].role == ARG_OTHER;
    if (query || inputs == 0)
        out->mode = PLAN_PASS;
    else if (out->mode == PLAN_LINK && compile)
        out->mode = out->nsources ? PLAN_COMPILE : PLAN_PASS;
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
