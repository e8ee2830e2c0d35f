/* help_bash.c - completion for bash. */
#include "cmd/help_shell.h"

/* The command that makes the reply. */
static void
put_reply(Completing how, const char *words, FILE *out)
{
    switch (how) {
    case COMPLETE_WORDS:
        fputs("_culprit_words '", out);
        shell_words(words, out);
        fputs("'", out);
        return;
    case COMPLETE_FILES:
        fputs("_culprit_paths -f", out);
        return;
    case COMPLETE_DIRS:
        fputs("_culprit_paths -d", out);
        return;
    case COMPLETE_NOTHING:
    case COMPLETE_UNKNOWN:
        fputs(":", out);
        return;
    }
}

/* A row of the case statement over "command option". */
static void
put_argument(const CommandSpec *c, const OptionUse *u, FILE *out)
{
    const OptionRow *row = &option_rows[u->id];

    if (shell_option(u) == COMPLETE_NOTHING)
        return;
    fprintf(out, "    '%s --%s'", c->name, row->name);
    if (row->letter)
        fprintf(out, " | '%s -%c'", c->name, row->letter);
    fputs(") ", out);
    put_reply(shell_option(u), u->choices, out);
    fputs("; return ;;\n", out);
}

/* A row of the case statement over the command. */
static void
put_command(const CommandSpec *c, FILE *out)
{
    const char *blank = "";
    size_t i = 0;

    fprintf(out, "    %s) options='", c->name);
    for (const OptionUse *u; (u = help_next(c, &i)); blank = " ")
        fprintf(out, "%s--%s", blank, option_rows[u->id].name);
    fputs("'; [[ $word == -* ]] || ", out);
    put_reply(shell_operand(c), c->operands.words, out);
    fputs(" ;;\n", out);
}

void
help_bash(FILE *out)
{
    size_t i = 0;

    fputs("# culprit - completion for bash, by `culprit help --completion "
          "bash`\n\n"
          "_culprit_words() { mapfile -t COMPREPLY < "
          "<(compgen -W \"$1\" -- \"$word\"); }\n"
          "_culprit_paths() {\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$word\")\n"
          "}\n\n"
          "_culprit() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
          "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        _culprit_words '",
          out);
    shell_words(HELP_COMMANDS, out);
    fputs(" --help --version'\n"
          "        return\n"
          "    fi\n"
          "    if [[ $word == = ]]; then\n" /* --option=value is three words */
          "        word=\n"
          "    elif [[ $before == = ]]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    fi\n"
          "    case \"$command $before\" in\n",
          out);
    for (const CommandSpec *c; (c = shell_next(&i));) {
        size_t k = 0;
        for (const OptionUse *u; (u = help_next(c, &k));)
            put_argument(c, u, out);
    }
    fputs("    esac\n"
          "    case $command in\n",
          out);
    i = 0;
    for (const CommandSpec *c; (c = shell_next(&i));)
        put_command(c, out);
    fputs("    esac\n"
          "    if [[ $word == -* ]]; then _culprit_words \"$options\"; fi\n"
          "}\n\n"
          "complete -F _culprit culprit\n",
          out);
}
