/* help_fish.c - completion for fish. */
#include "cmd/help_shell.h"

static void
put_operand(Completing how, const char *words, FILE *out)
{
    switch (how) {
    case COMPLETE_NOTHING:
        return;
    case COMPLETE_WORDS:
        fputs(" -x -a '", out);
        shell_words(words, out);
        fputc('\'', out);
        return;
    case COMPLETE_FILES:
        fputs(" -r -F", out);
        return;
    case COMPLETE_DIRS:
        fputs(" -x -a '(__fish_complete_directories)'", out);
        return;
    case COMPLETE_UNKNOWN:
        fputs(" -x", out);
        return;
    }
}

static void
put_line(const CommandSpec *c, FILE *out)
{
    fprintf(out, "complete -c culprit -n '__fish_seen_subcommand_from %s'",
            c->name);
}

static void
put_option(const CommandSpec *c, const OptionUse *u, FILE *out)
{
    const OptionRow *row = &option_rows[u->id];

    put_line(c, out);
    if (row->letter)
        fprintf(out, " -s %c", row->letter);
    fprintf(out, " -l %s", row->name);
    put_operand(shell_option(u), u->choices, out);
    fputs(" -d '", out);
    shell_quote(row->help, "\\'", out);
    fputs("'\n", out);
}

static void
put_command(const CommandSpec *c, FILE *out)
{
    size_t i = 0;

    for (const OptionUse *u; (u = help_next(c, &i));)
        put_option(c, u, out);
    if (shell_operand(c) == COMPLETE_WORDS) {
        put_line(c, out);
        fputs(" -a '", out);
        shell_words(c->operands.words, out);
        fputs("'\n", out);
    } else if (shell_operand(c) == COMPLETE_FILES) {
        put_line(c, out);
        fputs(" -F\n", out);
    }
}

void
help_fish(FILE *out)
{
    size_t i = 0;

    fputs("# culprit - completion for fish, by `culprit help --completion "
          "fish`\n\n"
          "complete -c culprit -f\n"
          "complete -c culprit -n __fish_use_subcommand -l version\n"
          "complete -c culprit -n __fish_use_subcommand -s h -l help\n",
          out);
    for (const Command *c = commands; c->name; c++) {
        fprintf(out, "complete -c culprit -n __fish_use_subcommand -a %s -d '",
                c->name);
        shell_quote(c->summary, "\\'", out);
        fputs("'\n", out);
    }
    for (const CommandSpec *c; (c = shell_next(&i));)
        put_command(c, out);
}
