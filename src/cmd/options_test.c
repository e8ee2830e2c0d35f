/* options_test.c - laws of the option and command tables; arguments parsed,
 * refused and explained. Nothing is run.
 */
#include "cmd/commands.h"

#include "base/mem.h"
#include "cause/cause.h"
#include "cmd/args.h"
#include "cmd/help.h"
#include "cmd/nearest.h"
#include "cmd/uses.h"
#include "explore/strategy.h"
#include "find/ask.h"
#include "report/report.h"
#include "session/seek.h"
#include "spectrum/entity.h"
#include "spectrum/exporter.h"
#include "spectrum/importer.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 12 }; /* arguments of a case, at most */

/* What a call printed. */
typedef struct Said Said;
struct Said {
    int status;
    char *out, *err;
};

static void
said_done(Said *s)
{
    free(s->out);
    free(s->err);
}

/* Call the tool or one command with the words, up to a NULL. */
static Said
call(const Command *c, const char *const *words)
{
    Said s = {0};
    size_t n[2];
    char *argv[WORDS + 2] = {NULL};
    int argc = 0;

    if (!c)
        argv[argc++] = mem_strdup("culprit");
    for (; words[argc - !c]; argc++)
        argv[argc] = mem_strdup(words[argc - !c]);
    Io io = {.out = open_memstream(&s.out, &n[0]),
             .err = open_memstream(&s.err, &n[1])};
    assert_non_null(io.out);
    assert_non_null(io.err);
    s.status =
        c ? command_call(c, argc, argv, &io) : culprit_main(argc, argv, &io);
    fclose(io.out);
    fclose(io.err);
    for (int i = 0; i < argc; i++)
        free(argv[i]);
    return s;
}

static const CommandSpec *
spec_of(const char *name)
{
    const Command *c = command_by_name(name);

    assert_non_null(c);
    return c->spec;
}

static const OptionUse *
use_of(const CommandSpec *c, const char *name)
{
    for (size_t i = 0; i < c->nuses; i++)
        if (strcmp(option_rows[c->uses[i].id].name, name) == 0)
            return &c->uses[i];
    return NULL;
}

static void
test_rows(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_rows[i];
        const size_t n = strlen(row->name);
        assert_int_equal(strspn(row->name, "abcdefghijklmnopqrstuvwxyz-"), n);
        assert_true(n > 1 && row->name[0] != '-' && row->name[n - 1] != '-');
        assert_true(row->letter == 0 || islower((unsigned char)row->letter));
        assert_int_equal(row->arg == NULL, row->kind == OPTION_FLAG);
        assert_int_not_equal(row->kind, OPTION_LIST);
        assert_true(row->kind == OPTION_NUMBER ? row->min < row->max
                                               : !row->min && !row->max);
        assert_true(!row->zero || row->kind == OPTION_REAL ||
                    (row->kind == OPTION_NUMBER && row->min == 0));
        assert_true(strlen(row->help) > 5);
        assert_int_not_equal(row->help[strlen(row->help) - 1], '.');
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(row->name, option_rows[k].name);
            assert_true(!row->letter || row->letter != option_rows[k].letter);
        }
    }
}

static void
check_use(const CommandSpec *c, const OptionUse *u)
{
    const OptionRow *row = &option_rows[u->id];
    const void *at = (const char *)c->defaults + u->offset;

    assert_true(u->kind == row->kind ||
                (u->kind == OPTION_LIST && row->kind == OPTION_TEXT));
    assert_true(u->offset < c->size);
    assert_true(!u->required || u->kind == OPTION_TEXT);
    assert_true(!u->choices || row->kind == OPTION_TEXT);
    if (u->required) {
        char *name = mem_printf("--%s ", row->name);
        assert_null(*(const char *const *)at);
        assert_non_null(strstr(c->synopsis, name));
        free(name);
    }
    if (u->kind == OPTION_TEXT && u->choices && *(const char *const *)at)
        assert_true(option_is_choice(u->choices, *(const char *const *)at));
    if (u->kind == OPTION_NUMBER)
        assert_true(*(const long *)at == -1 || (*(const long *)at >= row->min &&
                                                *(const long *)at <= row->max));
    if (u->kind == OPTION_FLAG)
        assert_false(*(const bool *)at);
    for (size_t i = 0; &c->uses[i] < u; i++)
        assert_int_not_equal(c->uses[i].id, u->id);
}

static void
test_commands(void **state)
{
    (void)state;
    for (const Command *c = commands; c->name; c++) {
        const CommandSpec *s = c->spec;
        assert_string_equal(c->name, s->name);
        assert_true(s->operands.min <= s->operands.max);
        assert_int_equal(s->operands.min > 0, s->operands.what != NULL);
        assert_non_null(s->run);
        for (size_t i = 0; i < s->nuses; i++)
            check_use(s, &s->uses[i]);
        if (s->examples)
            assert_int_equal(s->examples[strlen(s->examples) - 1], '\n');
    }
}

/* The words of an option are those of the table behind it. */
static void
check_choices(const char *command, const char *option, const char *expected)
{
    const OptionUse *u = use_of(spec_of(command), option);

    assert_non_null(u);
    assert_string_equal(u->choices, expected);
}

static bool
is_find_technique(const char *name)
{
    FindTechnique t;

    return find_technique(name, &t);
}

static bool
is_cause_technique(const char *name)
{
    return cause_technique(name) != NULL;
}

static bool
is_strategy(const char *name)
{
    return strategy_by_name(name) != NULL;
}

/* Every word of the command's technique or strategy is one. */
static void
check_words(const char *command, bool (*is_one)(const char *name))
{
    const CommandSpec *c = spec_of(command);
    const OptionUse *u = use_of(c, "technique");
    const char *list = u ? u->choices : use_of(c, "strategy")->choices, *word;
    unsigned n = 0;

    for (size_t k; (k = option_next_choice(&list, &word)) > 0; n++) {
        char *name = mem_strndup(word, k);
        assert_true(is_one(name));
        free(name);
    }
    assert_true(n > 2);
}

#define NAMES(table, out)                    \
    for (size_t i = 0; (table)[i].name; i++) \
    str_printf((out), "%s%s", i ? " " : "", (table)[i].name)

static void
test_choices(void **state)
{
    Str names = {0};
    EntityKind kind;

    (void)state;
    NAMES(reporters, &names);
    check_choices("report", "format", str_text(&names));
    check_choices("find", "format", str_text(&names));
    check_choices("path", "format", str_text(&names));
    check_choices("rank", "format", str_text(&names));
    check_choices("generate", "format", str_text(&names));
    for (const Reporter *r = reporters; r->name; r++)
        assert_true(option_is_choice(
            use_of(spec_of("cause"), "format")->choices, r->name));
    str_clear(&names);
    NAMES(importers, &names);
    check_choices("import", "format", str_text(&names));
    str_clear(&names);
    NAMES(exporters, &names);
    check_choices("export", "format", str_text(&names));
    str_done(&names);
    check_words("find", is_find_technique);
    check_words("cause", is_cause_technique);
    check_words("generate", is_strategy);
    const char *list = use_of(spec_of("report"), "entity")->choices, *word;
    unsigned n = 0;
    for (size_t k; (k = option_next_choice(&list, &word)) > 0; n++) {
        char *name = mem_strndup(word, k);
        assert_true(entity_kind_by_name(name, &kind));
        free(name);
    }
    assert_int_equal(n, ENTITY_KINDS);
}

/* Is `name` ("--top", "-n", "--import runs:FILE") an option of the command? */
static bool
has_option(const CommandSpec *c, const char *name)
{
    for (unsigned i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_rows[i];
        const bool called =
            name[1] == '-'
                ? strlen(row->name) == strcspn(name + 2, " ") &&
                      strncmp(row->name, name + 2, strlen(row->name)) == 0
                : row->letter == name[1];
        if (called && use_of(c, row->name))
            return true;
    }
    return false;
}

/* No row of the table is without a command that has it. */
static void
test_every_row_is_used(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPTIONS; i++) {
        bool used = i == OPT_HELP;
        for (const Command *c = commands; c->name; c++)
            used |= use_of(c->spec, option_rows[i].name) != NULL;
        if (!used)
            fail_msg("no command has --%s", option_rows[i].name);
    }
}

/* The old names are gone, the new ones are there, and it is said. */
static void
test_renamed(void **state)
{
    (void)state;
    for (const OptionRenamed *r = option_renamed; r->old; r++) {
        const CommandSpec *c = spec_of(r->command);
        if (r->new && !has_option(c, r->new))
            fail_msg("%s has no %s", r->command, r->new);
        assert_false(has_option(c, r->old));
        const char *words[] = {r->command, r->old, "1", NULL};
        Said s = call(NULL, words);
        char *expected =
            r->new ? mem_printf("culprit %s: %s is now %s: %s\n", r->command,
                                r->old, r->new, r->why)
                   : mem_printf("culprit %s: %s\n", r->command, r->why);
        assert_int_equal(s.status, 2);
        assert_string_equal(s.out, "");
        assert_string_equal(s.err, expected);
        free(expected);
        said_done(&s);
    }
}

/* A command of every kind of option, which prints what it was given. */
typedef struct Settings Settings;
struct Settings {
    bool flag;
    const char *program, *format;
    Texts include;
    long top;
    double time;
};

static const Settings defaults = {.format = "text", .top = 10, .time = 0.5};

static const OptionUse uses[] = {
    USE(CRASH, Settings, flag),
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE_WITH(FORMAT, Settings, format, .choices = "text json"),
    USE(INCLUDE, Settings, include),
    USE_WITH(TOP, Settings, top, .note = "of each"),
    USE(TIME, Settings, time),
};

static int
print_given(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;

    fprintf(io->out, "%d %s %s %ld %g", s->flag, s->program, s->format, s->top,
            s->time);
    for (size_t i = 0; i < s->include.n; i++)
        fprintf(io->out, " +%s", s->include.at[i]);
    for (size_t i = 0; i < operands.n; i++)
        fprintf(io->out, " [%s]", operands.at[i]);
    assert_null(operands.at[operands.n]);
    if (strcmp(s->program, "warns") == 0)
        diag_warn(d, "this was lost");
    if (strcmp(s->program, "fails") == 0)
        return diag_fail(d, "it cannot be done") ? CMD_ANSWER : CMD_ERROR;
    if (strcmp(s->program, "finds") == 0) {
        diag_fail(d, "there is nothing");
        return CMD_NOTHING;
    }
    if (strcmp(s->program, "passes") == 0)
        return diag_nothing(d, "it passes") ? CMD_ANSWER : CMD_ERROR;
    return CMD_ANSWER;
}

static const CommandSpec spec = {
    .name = "try",
    .synopsis = "--program P",
    .description = "Try it.",
    .operands = {.max = 2, .stray = "it goes to --program"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = print_given,
};

static const Command command = {.name = "try", .spec = &spec};

#define SEE " (see culprit try --help)\n"

static void
test_parse(void **state)
{
    static const struct {
        const char *words[WORDS];
        int status;
        const char *out, *err; /* without "culprit try: " */
    } cases[] = {
        {{"-p", "P"}, 0, "0 P text 10 0.5", ""},
        {{"-pP", "-n3"}, 0, "0 P text 3 0.5", ""},
        {{"--program=P=Q", "--top=0"}, 0, "0 P=Q text 0 0.5", ""},
        {{"--program", "P", "--crash", "--format", "json", "--time", "2e1"},
         0,
         "1 P json 10 20",
         ""},
        {{"-p", "P", "--include", "a", "-p", "Q", "--include=b"},
         0,
         "0 Q text 10 0.5 +a +b",
         ""},
        {{"a", "-p", "P", "--", "-b"}, 0, "0 P text 10 0.5 [a] [-b]", ""},
        {{"-p", "P", "-"}, 0, "0 P text 10 0.5 [-]", ""},
        {{"--program="}, 0, "0  text 10 0.5", ""},
        {{NULL}, 2, "", "needs --program" SEE},
        {{"-p"}, 2, "", "option needs a value: -p" SEE},
        {{"--crash=1"}, 2, "", "option takes no value: --crash=1" SEE},
        {{"--formt", "x"},
         2,
         "",
         "unknown option --formt: did you mean --format?" SEE},
        {{"--prog=x"},
         2,
         "",
         "unknown option --prog: did you mean --program?" SEE},
        {{"--sausage"}, 2, "", "unknown option --sausage" SEE},
        {{"-z"}, 2, "", "unknown option -z" SEE},
        {{"--programs", "x"},
         2,
         "",
         "unknown option --programs: did you mean --program?" SEE},
        {{"-n", "-1"},
         2,
         "",
         "bad value -1 for --top, expected 0 to 2147483647" SEE},
        {{"-n", "1x"},
         2,
         "",
         "bad value 1x for --top, expected 0 to 2147483647" SEE},
        {{"-n", "99999999999999999999"},
         2,
         "",
         "bad value 99999999999999999999 for --top, expected 0 to "
         "2147483647" SEE},
        {{"--time", "-1"}, 2, "", "bad value -1 for --time" SEE},
        {{"--time", "nan"}, 2, "", "bad value nan for --time" SEE},
        {{"--time", ""}, 2, "", "bad value  for --time" SEE},
        {{"-f", "xml"}, 2, "", "--format is text or json, not \"xml\"" SEE},
        {{"-f", "text json"},
         2,
         "",
         "--format is text or json, not \"text json\"" SEE},
        {{"-f", ""}, 2, "", "--format is text or json, not \"\"" SEE},
        {{"-p", "P", "a", "b", "c"},
         2,
         "",
         "unexpected argument c (it goes to --program; see culprit try "
         "--help)\n"},
        {{"--include", "a", "--sausage"},
         2,
         "",
         "unknown option --sausage" SEE},
        {{"-p", "warns"}, 0, "0 warns text 10 0.5", "warning: this was lost\n"},
        {{"-p", "fails"}, 2, "0 fails text 10 0.5", "it cannot be done\n"},
        {{"-p", "finds"}, 1, "0 finds text 10 0.5", "there is nothing\n"},
        {{"-p", "passes"}, 1, "0 passes text 10 0.5", "it passes\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *words[WORDS + 1] = {"try"};
        memcpy(words + 1, cases[i].words, sizeof cases[i].words);
        Said s = call(&command, words);
        char *err = *cases[i].err ? mem_printf("culprit try: %s", cases[i].err)
                                  : mem_strdup("");
        assert_string_equal(s.err, err);
        assert_string_equal(s.out, cases[i].out);
        assert_int_equal(s.status, cases[i].status);
        free(err);
        said_done(&s);
    }
}

/* What real commands refuse before they do anything. */
static void
test_refusals(void **state)
{
    static const struct {
        const char *words[WORDS];
        int status;
        const char *err; /* without "culprit " */
    } cases[] = {
        {{"find", "--tests", "T"}, 2, "find: name the program under test"},
        {{"find", "-p", "P", "-t", "frontier"},
         2,
         "find: --technique is find, muse or metallaxis, not \"frontier\""},
        {{"find", "-p", "P", "test"},
         2,
         "find: unexpected argument test (a failing test goes to --failing; "},
        {{"find", "-p", "P", "--set", "find.no=1"},
         2,
         "find: --set: there is no find.no to set"},
        {{"cause", "-p", "P"}, 2, "cause: needs --failing"},
        {{"cause", "-p", "P", "--failing", "x", "-t", "frontier"},
         2,
         "cause: --technique is cause, cause-single-step, cause-bisection, "
         "cause-no-summary, predicate-switching, value-replacement or "
         "every-state, not \"frontier\""},
        {{"cause", "-p", "P", "--failing", "x", "--chooser", "bisection"},
         2,
         "cause: --chooser is now --technique: "},
        {{"cause", "-p", "P", "--failing", "x", "--expect-status", "256"},
         2,
         "cause: bad value 256 for --expect-status, expected 0 to 255"},
        {{"cause", "-p", "P", "--failing", "x", "--at", "a.c:1"},
         2,
         "cause: --at and --expect go together"},
        {{"path", "-p", "P", "--failing", "x", "--order", "best"},
         2,
         "path: --order is size or paper, not \"best\""},
        {{"path", "-p", "P", "--failing", "x", "--expected", "d"},
         2,
         "path: --expected has the output of one input"},
        {{"path", "-p", "P", "--failing", "x", "--accept", "nowhere"},
         2,
         "path: --accept nowhere is not an executable file"},
        {{"run", "-p", "P", "-t", "tests"},
         2,
         "run: -t is now --tests: a file of tests (-t is --technique)"},
        {{"run", "-p", "P", "--returns", "--no-returns"},
         2,
         "run: --returns and --no-returns are both given"},
        {{"run", "-p", "P", "--record", "d", "--crash"},
         2,
         "run: --record asks no oracle"},
        {{"run", "-p", "/nowhere/P", "--tests", "t"},
         2,
         "run: --program /nowhere/P is not an executable file"},
        {{"rank", "-t", "muse"}, 2, "rank: this technique alters the program"},
        {{"rank", "-t", "no"}, 2, "rank: no technique no (see culprit rank"},
        {{"rank", "--runs", "f"}, 2, "rank: --runs is now --import runs:FILE"},
        {{"generate", "-p", "P", "--failing", "x", "-s", "best"},
         2,
         "generate: --strategy is base, coverage, pcs, pcs-subsequence or is, "
         "not \"best\""},
        {{"generate", "-p", "P", "-n", "3"}, 2, "generate: -n is now --count"},
        {{"explore", "-p", "P", "x"},
         2,
         "explore: unexpected argument x (a test goes to --input; "},
        {{"explore", "-p", "P", "--run-time", "3"},
         2,
         "explore: --run-time is now --test-time"},
        {{"minimize", "-p", "P"}, 2, "minimize: needs --failing"},
        {{"minimize", "-p", "P", "--failing", "x", "--to", "d"},
         2,
         "minimize: --to is now --output"},
        {{"bench"}, 2, "bench: name a suite of faulty versions"},
        {{"bench", "/nowhere/suite"}, 2, "bench: /nowhere/suite"},
        {{"bench", "s", "--work", "w"}, 2, "bench: --work is now --store"},
        {{"bench", "s", "--set", "find.weak=x"}, 2, "bench: --set: find.weak"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Said s = call(NULL, cases[i].words);
        char *err = mem_printf("culprit %s", cases[i].err);
        if (strncmp(s.err, err, strlen(err)) != 0)
            fail_msg("%s: %s", err, s.err);
        assert_int_equal(s.status, cases[i].status);
        assert_string_equal(s.out, "");
        free(err);
        said_done(&s);
    }
}

/* The settings are what the words say, below the members that groups fill. */
static void
test_groups(void **state)
{
    typedef struct Whole Whole;
    struct Whole {
        SessionSpec session;
        SeekSpec seek;
    };
    static const Whole usual = {.session = SESSION_DEFAULTS,
                                .seek = SEEK_DEFAULTS};
    static const OptionUse all[] = {
        USES_PROGRAM(Whole, session),     USES_SUITE(Whole, session),
        USES_ORACLES(Whole, session),     USES_LIMITS(Whole, session),
        USES_MORE_LIMITS(Whole, session), USES_SEEK(Whole, seek),
        USE(INPUT, Whole, seek.inputs),
    };
    const CommandSpec c = {.name = "try",
                           .synopsis = "--program P",
                           .uses = all,
                           .nuses = sizeof all / sizeof all[0],
                           .defaults = &usual,
                           .size = sizeof usual};
    const char *words[] = {"try",         "-p",    "P",           "-c",
                           "a",           "-c",    "b",           "--test-time",
                           "0.5",         "--tap", "--file-size", "7",
                           "--patience",  "0",     "-i",          "x",
                           "--reference", "R",     "--scratch"};
    char *argv[sizeof words / sizeof words[0]];
    const int n = sizeof words / sizeof words[0];
    Io io = {.out = stdout, .err = stderr};
    Args a;

    (void)state;
    for (int i = 0; i < n; i++)
        argv[i] = mem_strdup(words[i]);
    assert_int_equal(args_parse(&c, n, argv, &a, &io), ARGS_OK);
    const Whole *w = a.settings;
    assert_string_equal(w->session.program, "P");
    assert_int_equal(w->session.tests.commands.n, 2);
    assert_string_equal(w->session.tests.commands.at[1], "b");
    assert_true(w->session.tests.tap && w->session.scratch);
    assert_true(w->session.limits.time_s > 0.49);
    assert_true(w->session.limits.time_s < 0.51);
    assert_int_equal(w->session.limits.output_mb, 7);
    assert_string_equal(w->session.judge.reference, "R");
    assert_string_equal(w->session.judge.compare, "stdout,status");
    assert_int_equal(w->session.jobs, 0);
    assert_int_equal(w->seek.patience, 0);
    assert_int_equal(w->seek.solver_ms, 1000);
    assert_int_equal(w->seek.inputs.n, 1);
    args_done(&c, &a);
    for (int i = 0; i < n; i++)
        free(argv[i]);
}

/* The sentence has what the row, the command and its defaults say. */
static void
test_help(void **state)
{
    static const char expected[] =
        "usage: culprit try --program P\n"
        "\n"
        "Try it.\n"
        "\n"
        "options:\n"
        "  --crash                 only signals, time-outs and sanitizer "
        "reports fail\n"
        "  -p, --program P         the program under test, built with "
        "culprit-cc; of a\n"
        "                          build directory, all its programs\n"
        "  -f, --format NAME       the format: text or json (text)\n"
        "  --include PATTERN       only files or functions that match; "
        "repeatable\n"
        "  -n, --top N             how many to show; of each; 0: all (10)\n"
        "  --time S                seconds for everything, by the clock; 0: no "
        "limit\n"
        "                          (0.5)\n"
        "  -h, --help              show this help\n";
    const char *words[] = {"try", "--include", "a", "-h", "--sausage", NULL};

    (void)state;
    Said s = call(&command, words);
    assert_int_equal(s.status, 0);
    assert_string_equal(s.out, expected);
    assert_string_equal(s.err, "");
    said_done(&s);
}

static void
test_default_of_zero(void **state)
{
    static const Settings none = {.top = 0};
    static const OptionUse top = USE(TOP, Settings, top);
    Str text = {0};

    (void)state;
    option_sentence(&top, &none, &text);
    assert_string_equal(str_text(&text), "how many to show (all)");
    str_done(&text);
}

/* No help line is wider than a terminal, but for words that are. */
static void
test_width(void **state)
{
    (void)state;
    for (const Command *c = commands; c->name; c++) {
        char *text = NULL;
        size_t n;
        FILE *out = open_memstream(&text, &n);
        help_print(c->spec, out);
        fclose(out);
        const char *line = strstr(text, "\noptions:\n") + 1;
        for (size_t k; *line && strncmp(line, "\nexamples", 9) != 0;
             line += k + (line[k] == '\n'))
            assert_true((k = strcspn(line, "\n")) <= 79);
        free(text);
    }
}

static void
test_nearest(void **state)
{
    static const struct {
        const char *wanted, *expected;
    } cases[] = {
        {"rnk", "rank"},      {"ranke", "rank"}, {"slcie", "slice"},
        {"mini", "minimize"}, {"xyz", NULL},     {"", NULL},
        {"r", NULL},          {"sausage", NULL}, {"fnid", "find"},
        {"ru", "run"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = command_nearest(cases[i].wanted);
        if (cases[i].expected)
            assert_string_equal(found ? found : "none", cases[i].expected);
        else
            assert_null(found);
    }
    char *endless = mem_zalloc(1, 500);
    memset(endless, 'r', 499);
    assert_null(command_nearest(endless));
    free(endless);
}

/* `culprit help COMMAND` is `culprit COMMAND --help`, as often as one asks. */
static void
test_main(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++)
        for (const Command *c = commands; c->name; c++) {
            const char *help[] = {"help", c->name, NULL};
            const char *option[] = {c->name, "--help", NULL};
            const char *wrong[] = {c->name, "--no-such-thing", NULL};
            Said a = call(NULL, help), b = call(NULL, option);
            Said w = call(NULL, wrong);
            assert_int_equal(a.status, 0);
            assert_int_equal(b.status, 0);
            assert_string_equal(a.out, b.out);
            assert_string_equal(a.err, "");
            assert_int_equal(strncmp(a.out, "usage: culprit ", 15), 0);
            assert_int_equal(w.status, 2);
            assert_string_equal(w.out, "");
            assert_non_null(strstr(w.err, "unknown option --no-such-thing"));
            said_done(&a);
            said_done(&b);
            said_done(&w);
        }
}

static void
test_overview(void **state)
{
    static const struct {
        const char *words[3];
        int status;
        const char *out, *err; /* as it begins */
    } cases[] = {
        {{"--version"}, 0, "culprit 0.1\n", ""},
        {{"--help"}, 0, "usage: culprit COMMAND", ""},
        {{"-h"}, 0, "usage: culprit COMMAND", ""},
        {{"help"}, 0, "usage: culprit COMMAND", ""},
        {{NULL}, 2, "", "usage: culprit COMMAND"},
        {{"rnk"},
         2,
         "",
         "culprit: no command rnk: did you mean rank? (see culprit --help)\n"},
        {{"sausage"},
         2,
         "",
         "culprit: no command sausage (see culprit --help)\n"},
        {{"help", "rnk"},
         2,
         "",
         "culprit help: no command rnk: did you mean rank?\n"},
        {{"help", "--completion=tcsh"},
         2,
         "",
         "culprit help: --completion is bash, zsh or fish, not \"tcsh\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Said s = call(NULL, cases[i].words);
        assert_int_equal(s.status, cases[i].status);
        assert_int_equal(strncmp(s.out, cases[i].out, strlen(cases[i].out)), 0);
        assert_int_equal(strncmp(s.err, cases[i].err, strlen(cases[i].err)), 0);
        assert_int_equal(*s.out == 0, *cases[i].out == 0);
        assert_int_equal(*s.err == 0, *cases[i].err == 0);
        said_done(&s);
    }
}

static void
test_markdown(void **state)
{
    const char *words[] = {"help", "--markdown", "slice", NULL};
    const char *all[] = {"help", "--markdown", NULL};

    (void)state;
    Said s = call(NULL, words);
    assert_int_equal(s.status, 0);
    assert_non_null(strstr(s.out, "**\\-a**, **\\-\\-at** *FILE:LINE\\[\\#K\\]*"
                                  "\n:   the place in question"));
    assert_non_null(strstr(s.out, "then perhaps \\< FILE (no arguments)\n"));
    assert_non_null(strstr(s.out, "**\\-\\-statistics**\n:   "));
    assert_non_null(strstr(s.out, "**\\-h**, **\\-\\-help**\n"));
    said_done(&s);
    s = call(NULL, all);
    assert_non_null(strstr(s.out, "**culprit slice**\n:   "));
    said_done(&s);
}

/* Every command and option is in every script, with its words. */
static void
test_completion(void **state)
{
    static const struct {
        const char *shell, *before, *choice;
    } shells[] = {
        {"bash", "--",
         "'slice --format' | 'slice -f') _culprit_words "
         "'text json dot sarif'; return ;;"},
        {"zsh", "--",
         "'(-f --format)'{-f+,--format=}'[the format]:NAME:(text "
         "json dot sarif)'"},
        {"fish", " -l ",
         "-s f -l format -x -a 'text json dot sarif' -d 'the "
         "format'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        const char *words[] = {"help", "--completion", shells[i].shell, NULL};
        Said s = call(NULL, words);
        assert_int_equal(s.status, 0);
        assert_non_null(strstr(s.out, shells[i].choice));
        for (const Command *c = commands; c->name; c++) {
            assert_non_null(strstr(s.out, c->name));
            for (size_t k = 0; k < c->spec->nuses; k++) {
                char name[64];
                snprintf(name, sizeof name, "%s%s", shells[i].before,
                         option_rows[c->spec->uses[k].id].name);
                assert_non_null(strstr(s.out, name));
            }
        }
        said_done(&s);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_every_row_is_used),
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_default_of_zero),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_main),
        cmocka_unit_test(test_overview),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_completion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
