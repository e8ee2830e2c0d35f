/* help.c - `culprit help`, and the help of every command. */
#include "cmd/help.h"

#include "cmd/commands.h"

#include <string.h>

enum { COLUMN = 26, WIDTH = 79 };

const OptionUse *
help_next(const CommandSpec *c, size_t *i)
{
    static const OptionUse help = {.id = OPT_HELP, .kind = OPTION_FLAG};
    const size_t k = (*i)++;

    return k < c->nuses ? &c->uses[k] : k == c->nuses ? &help : NULL;
}

/* The words of the text, from this column on; further lines are indented as
 * far as COLUMN. */
static void
print_wrapped(const char *text, size_t column, FILE *out)
{
    for (bool first = true; *text; first = false) {
        const size_t n = strcspn(text, " ");
        if (!first && column + 1 + n > WIDTH) {
            fprintf(out, "\n%*s", COLUMN, "");
            column = COLUMN;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, n, out);
        column += n;
        text += n + (text[n] == ' ');
    }
    fputc('\n', out);
}

static void
print_option(const OptionUse *u, const void *defaults, FILE *out)
{
    const OptionRow *row = &option_rows[u->id];
    Str left = {0}, right = {0};

    str_puts(&left, "  ");
    if (row->letter)
        str_printf(&left, "-%c, ", row->letter);
    str_printf(&left, "--%s", row->name);
    if (option_arg(u))
        str_printf(&left, " %s", option_arg(u));
    option_sentence(u, defaults, &right);
    if (left.n < COLUMN)
        fprintf(out, "%-*s", COLUMN, str_text(&left));
    else
        fprintf(out, "%s\n%*s", str_text(&left), COLUMN, "");
    print_wrapped(str_text(&right), COLUMN, out);
    str_done(&left);
    str_done(&right);
}

void
help_print(const CommandSpec *c, FILE *out)
{
    size_t i = 0;

    fprintf(out, "usage: culprit %s%s%s\n\n%s\n\noptions:\n", c->name,
            *c->synopsis ? " " : "", c->synopsis, c->description);
    for (const OptionUse *u; (u = help_next(c, &i));)
        print_option(u, c->defaults, out);
    if (c->examples)
        fprintf(out, "\nexamples:\n%s", c->examples);
}

void
help_overview(FILE *out)
{
    fputs("usage: culprit COMMAND [OPTION]...\n\n"
          "Find the cause of a failing test in a C program that was built "
          "with culprit-cc.\n\ncommands:\n",
          out);
    for (const Command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\n`culprit COMMAND --help` tells more. Exit status: 0 an answer, "
          "1 none, 2 an error.\n",
          out);
}

typedef struct Settings Settings;
struct Settings {
    bool markdown;
    const char *completion;
};

static const Settings defaults = {0};

static const OptionUse uses[] = {
    USE(MARKDOWN, Settings, markdown),
    USE_WITH(COMPLETION, Settings, completion, .choices = "bash zsh fish"),
};

static int
complete(const char *shell, FILE *out)
{
    if (strcmp(shell, "bash") == 0)
        help_bash(out);
    else if (strcmp(shell, "zsh") == 0)
        help_zsh(out);
    else
        help_fish(out);
    return CMD_ANSWER;
}

static int
help(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    const char *name = operands.n ? operands.at[0] : NULL;
    const Command *c = name ? command_by_name(name) : NULL;

    if (s->completion)
        return complete(s->completion, io->out);
    if (name && !c) {
        const char *meant = command_nearest(name);
        diag_fail(d, "no command %s%s%s%s", name,
                  meant ? ": did you mean " : "", meant ? meant : "",
                  meant ? "?" : "");
        return CMD_ERROR;
    }
    if (s->markdown)
        c ? help_markdown(c->spec, io->out) : help_markdown_overview(io->out);
    else
        c ? help_print(c->spec, io->out) : help_overview(io->out);
    return CMD_ANSWER;
}

const CommandSpec command_help = {
    .name = "help",
    .synopsis = "[--markdown] [COMMAND] | --completion SHELL",
    .description = "List the commands, or show the options of one.",
    .examples = "  culprit help find\n"
                "  culprit help --completion bash > culprit.bash\n",
    .operands = {.max = 1, .words = HELP_COMMANDS},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = help,
};
