/* help_zsh.c - completion for zsh. */
#include "cmd/help_shell.h"

#include <string.h>

/* Text in a specification of _arguments between single quotes. */
static void
put_text(const char *text, const char *special, FILE *out)
{
    for (; *text; text++) {
        const char one[] = {*text, 0};
        if (strchr(special, *text))
            fputc('\\', out);
        shell_quote(one, "'\\''", out);
    }
}

static void
put_action(Completing how, const char *words, FILE *out)
{
    switch (how) {
    case COMPLETE_WORDS:
        fputc('(', out);
        shell_words(words, out);
        fputc(')', out);
        return;
    case COMPLETE_FILES:
        fputs("_files", out);
        return;
    case COMPLETE_DIRS:
        fputs("_files -/", out);
        return;
    case COMPLETE_NOTHING:
    case COMPLETE_UNKNOWN:
        fputc(' ', out); /* say the message, offer nothing */
        return;
    }
}

/* '(-f --format)'{-f+,--format=}'[the format]:NAME:(text json)' */
static void
put_option(const OptionUse *u, FILE *out)
{
    const OptionRow *row = &option_rows[u->id];
    const Completing how = shell_option(u);
    const char *equals = how == COMPLETE_NOTHING ? "" : "=";
    const char *plus = how == COMPLETE_NOTHING ? "" : "+";

    fputs(" \\\n            ", out);
    if (u->kind == OPTION_LIST)
        fputs("'*'", out);
    else if (row->letter)
        fprintf(out, "'(-%c --%s)'", row->letter, row->name);
    if (row->letter)
        fprintf(out, "{-%c%s,--%s%s}", row->letter, plus, row->name, equals);
    else
        fprintf(out, "--%s%s", row->name, equals);
    fputs("'[", out);
    put_text(row->help, "[]\\", out);
    fputc(']', out);
    if (how != COMPLETE_NOTHING) {
        fputc(':', out);
        put_text(option_arg(u), ":\\", out);
        fputc(':', out);
        put_action(how, u->choices, out);
    }
    fputc('\'', out);
}

static void
put_command(const CommandSpec *c, FILE *out)
{
    const Completing how = shell_operand(c);
    size_t i = 0;

    fprintf(out, "    %s)\n        _arguments -s", c->name);
    for (const OptionUse *u; (u = help_next(c, &i));)
        put_option(u, out);
    if (how != COMPLETE_NOTHING) {
        fputs(" \\\n            '*:operand:", out);
        put_action(how, c->operands.words, out);
        fputc('\'', out);
    }
    fputs(" ;;\n", out);
}

void
help_zsh(FILE *out)
{
    size_t i = 0;

    fputs("#compdef culprit\n"
          "# culprit - completion for zsh, by `culprit help --completion "
          "zsh`\n\n"
          "_culprit() {\n"
          "    local -a names=(\n",
          out);
    for (const Command *c = commands; c->name; c++) {
        fprintf(out, "        '%s:", c->name);
        put_text(c->summary, ":\\", out);
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe -t commands 'culprit command' names\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $words[1] in\n",
          out);
    for (const CommandSpec *c; (c = shell_next(&i));)
        put_command(c, out);
    fputs("    esac\n"
          "}\n\n"
          "_culprit \"$@\"\n",
          out);
}
