/* old_parse.c - option tables of the commands that have no spec yet. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int
cmd_fail(Io *io, const char *name, Diag *d)
{
    cmd_warnings(io, name, d);
    fprintf(io->err, "culprit %s: %s\n", name,
            d->error ? d->error : "failed for an unknown reason");
    diag_done(d);
    return 2;
}

void
cmd_list_done(OptionList *l)
{
    free(l->at);
    *l = (OptionList){0};
}

static void
print_option(const Option *o, FILE *out)
{
    Str left = {0};

    str_puts(&left, "  ");
    if (o->letter)
        str_printf(&left, "-%c, ", o->letter);
    str_printf(&left, "--%s", o->name);
    if (o->arg)
        str_printf(&left, " %s", o->arg);
    if (left.n <= 24)
        fprintf(out, "%-25s %s\n", str_text(&left), o->help);
    else
        fprintf(out, "%s\n%25s %s\n", str_text(&left), "", o->help);
    str_done(&left);
}

static void
print_help(const Usage *u, FILE *out)
{
    fprintf(out, "usage: culprit %s%s%s\n\n%s\n", u->name,
            *u->synopsis ? " " : "", u->synopsis, u->description);
    fputs("\noptions:\n", out);
    for (const Option *o = u->options; o->name; o++)
        print_option(o, out);
    fprintf(out, "%-25s %s\n", "  -h, --help", "show this help");
    if (u->examples)
        fprintf(out, "\nexamples:\n%s", u->examples);
}

static ArgsResult
bad(const Usage *u, Io *io, const char *what, const char *detail)
{
    fprintf(io->err, "culprit %s: %s%s (see culprit %s --help)\n", u->name,
            what, detail, u->name);
    return ARGS_BAD;
}

static bool
parse_number(const Option *o, const char *text)
{
    char *end;

    errno = 0;
    long v = strtol(text, &end, 10);
    if (errno || end == text || *end)
        return false;
    if ((o->min || o->max) && (v < o->min || v > o->max))
        return false;
    *(long *)o->to = v;
    return true;
}

static bool
parse_real(const Option *o, const char *text)
{
    char *end;

    errno = 0;
    double v = strtod(text, &end);
    if (errno || end == text || *end || !(v >= 0))
        return false;
    *(double *)o->to = v;
    return true;
}

static bool
set(const Option *o, const char *value)
{
    OptionList *l = o->to;

    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)o->to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)o->to = value;
        return true;
    case OPTION_LIST:
        l->at = mem_resize(l->at, l->n + 1, sizeof *l->at);
        l->at[l->n++] = value;
        return true;
    case OPTION_NUMBER:
        return parse_number(o, value);
    case OPTION_REAL:
        return parse_real(o, value);
    }
    return false;
}

/* The option called by `arg` ("--name", "--name=value", "-x", "-xvalue");
 * *value points behind it if the value is attached. */
static const Option *
find(const Usage *u, const char *arg, const char **value)
{
    *value = NULL;
    for (const Option *o = u->options; o->name; o++) {
        size_t n = strlen(o->name);
        if (arg[1] == '-' && strncmp(arg + 2, o->name, n) == 0 &&
            (arg[2 + n] == 0 || arg[2 + n] == '=')) {
            *value = arg[2 + n] ? arg + 3 + n : NULL;
            return o;
        }
        if (arg[1] != '-' && o->letter == arg[1]) {
            *value = arg[2] ? arg + 2 : NULL;
            return o;
        }
    }
    return NULL;
}

ArgsResult
cmd_parse(const Usage *u, int argc, char **argv, int *noperands, Io *io)
{
    bool only_operands = false;
    int n = 0;

    for (int i = 1; i < argc; i++) {
        const char *value;
        if (only_operands || argv[i][0] != '-' || !argv[i][1]) {
            argv[++n] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
            continue;
        }
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(u, io->out);
            return ARGS_HELP;
        }
        const Option *o = find(u, argv[i], &value);
        if (!o)
            return bad(u, io, "unknown option ", argv[i]);
        if (o->kind == OPTION_FLAG && value)
            return bad(u, io, "option takes no value: ", argv[i]);
        if (o->kind != OPTION_FLAG && !value && ++i == argc)
            return bad(u, io, "option needs a value: ", argv[i - 1]);
        if (o->kind != OPTION_FLAG && !value)
            value = argv[i];
        if (!set(o, value)) {
            Str detail = {0};
            str_printf(&detail, "%s for --%s", value, o->name);
            if (o->min || o->max)
                str_printf(&detail, ", expected %ld to %ld", o->min, o->max);
            bad(u, io, "bad value ", str_text(&detail));
            str_done(&detail);
            return ARGS_BAD;
        }
    }
    if (!noperands && n > 0) {
        fprintf(io->err,
                "culprit %s: what is %s? (%s%ssee culprit %s --help)\n",
                u->name, argv[1], u->stray ? u->stray : "",
                u->stray ? "; " : "", u->name);
        return ARGS_BAD;
    }
    if (noperands)
        *noperands = n;
    return ARGS_OK;
}
