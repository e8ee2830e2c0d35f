/* symptom.c - where and how a run failed, and what should have held there. */
#include "cause/symptom.h"

#include "base/mem.h"
#include "cause/cause.h"
#include "cause/expect.h"
#include "format/tuning.h"
#include "suite/oracle.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

void
symptom_done(Symptom *f)
{
    criterion_done(&f->criterion);
    printed_done(&f->printed);
    str_done(&f->words);
    *f = (Symptom){0};
}

static void
use_node(Criterion *c, const Graph *g, uint32_t node)
{
    c->nodes = mem_zalloc(1, sizeof *c->nodes);
    c->nodes[0] = node;
    c->n = c->cap = 1;
    c->step = g->nodes[node].step;
}

/* Other arguments of the call wrote other bytes, unless it is a text that
 * begins right: then another one may say how long it is. A list of arguments
 * is none itself. */
static void
keep_wrong_argument(Graph *g, uint32_t node, const Property *p,
                    const ConcolicOutput *o)
{
    const uint32_t inst = g->nodes[node].inst;
    const bool text = o->conversion == 's';

    if (o->argument == UINT32_MAX || inst >= g->script->ninsts ||
        g->script->insts[inst].op != SCRIPT_FOREIGN ||
        (text && p->offset > o->offset))
        return;
    const char *name = script_text(g->script, g->script->insts[inst].text);
    if (*name != 'v' && strncmp(name, "__v", 3) != 0)
        graph_keep_argument(g, node, o->argument, text);
}

/* What was left out is decided after the last output that was right: the
 * failure depends on all decisions since; and on that output if it ended
 * within a line (`short_of`), since it may be that which is too short. */
static void
use_decisions(Criterion *c, const Graph *g, uint32_t node, bool short_of)
{
    const size_t most = tuning_count(TUNE_cause_missing_decisions);
    uint32_t from = 0;
    VEC(uint32_t) nodes = {0};

    for (uint32_t i = 0; i < g->io.noutputs && g->io.outputs[i].node < node;
         i++)
        if (g->io.outputs[i].descriptor == 1)
            from = g->io.outputs[i].node;
    for (uint32_t i = node; i-- > from + 1 && nodes.n < most;)
        if (graph_is_decision(g, i))
            vec_push(&nodes, i);
    if (short_of && from)
        vec_push(&nodes, from);
    free(c->nodes);
    vec_push(&nodes, node);
    for (size_t i = 0; i + 1 < nodes.n - i; i++) { /* the failure first */
        uint32_t swap = nodes.at[i];
        nodes.at[i] = nodes.at[nodes.n - 1 - i];
        nodes.at[nodes.n - 1 - i] = swap;
    }
    *c = (Criterion){.nodes = nodes.at,
                     .n = nodes.n,
                     .cap = nodes.cap,
                     .step = g->nodes[node].step};
}

static void
show_text(Str *out, const char *at, size_t n)
{
    enum { MOST = 40 };
    size_t end = 0;

    while (end < n && end < MOST && at[end] != '\n')
        end++;
    str_printf(out, "\"%.*s\"", (int)end, at);
}

static void
say_wrong_piece(Symptom *f, const char *actual)
{
    const Property *p = &f->goal.property;
    const ConcolicOutput *o = &f->goal.piece;

    if (p->kind == PROPERTY_EXTRA)
        str_puts(&f->words, "nothing more should have been written, but ");
    show_text(&f->words, actual + o->offset, o->length);
    str_puts(&f->words, " was written");
    if (p->kind == PROPERTY_EXTRA)
        return;
    str_puts(&f->words, " where ");
    show_text(&f->words, p->text, p->ntext);
    str_puts(&f->words, " was expected");
}

/* A constant cannot be changed, and a text that differs from its first byte on
 * may be that of another statement: then the way there counts, too. */
static bool
is_of_path(const Graph *g, uint32_t node, const Property *p,
           const ConcolicOutput *o)
{
    return p->kind == PROPERTY_PATH || p->kind == PROPERTY_MISSING ||
           g->nodes[node].dep == g->nodes[node + 1].dep ||
           (p->kind == PROPERTY_BYTES && p->offset == o->offset);
}

/* Did the first wrong byte begin a call's output, or is there none? */
static bool
is_between_calls(const Property *p, const ConcolicOutput *outputs)
{
    uint32_t i = p->output;

    if (i == PROPERTY_NONE)
        return p->kind == PROPERTY_MISSING;
    return outputs[i].offset == p->offset &&
           (i == 0 || outputs[i - 1].at != outputs[i].at);
}

/* Bytes of the line that calls before the first wrong byte began and did not
 * end. */
static size_t
count_missing(const Goal *g, const char *actual, size_t n)
{
    const size_t at = g->property.offset;
    size_t end = at;

    if (at == 0 || at > n || actual[at - 1] == '\n')
        return 0;
    while (end < g->nexpected && g->expected[end] != '\n')
        end++;
    return end - at + (end < g->nexpected);
}

static bool
find_wrong_output(const SymptomSpec *s, Symptom *f, Diag *d)
{
    Goal *g = &f->goal;
    size_t n;
    ConcolicOutput *outputs = goal_outputs(s->run, &n);
    const char *actual = (const char *)s->run->out.at;
    uint32_t node = 0, call = 0;

    g->kind = GOAL_OUTPUT;
    g->property = property_find(outputs, n, actual, s->run->out.n, g->expected,
                                g->nexpected);
    const Property *p = &g->property;
    if (p->output != PROPERTY_NONE) {
        g->piece = outputs[p->output];
        call = node = printed_call(s->graph, &g->piece);
        say_wrong_piece(f, actual);
        if (node && p->kind != PROPERTY_PATH && p->kind != PROPERTY_EXTRA)
            keep_wrong_argument(s->graph, node, p, &g->piece);
    } else if (p->kind == PROPERTY_MISSING) {
        node = s->graph->run.last;
        call = n ? printed_call(s->graph, &outputs[n - 1]) : 0;
        str_puts(&f->words, "the program ended where it should have written ");
        show_text(&f->words, p->text, p->ntext);
    } else {
        str_puts(&f->words, "the output is wrong");
    }
    if (is_between_calls(p, outputs))
        g->missing = count_missing(g, actual, s->run->out.n);
    free(outputs);
    if (call && (p->kind != PROPERTY_MISSING || g->missing))
        printed_find(s->graph, s->run, g, call, &f->printed);
    if (!node)
        return criterion_default(s->graph, 0, &f->criterion, d);
    if (is_of_path(s->graph, node, p, &g->piece))
        use_decisions(&f->criterion, s->graph, node, g->missing > 0);
    else
        use_node(&f->criterion, s->graph, node);
    return true;
}

/* The decision that went round once too often: the last one. */
static bool
find_endless(const Graph *g, Symptom *f, Diag *d)
{
    f->goal.kind = GOAL_ENDS;
    str_puts(&f->words, "the program did not end");
    for (uint32_t i = g->nnodes; i-- > 1;)
        if (g->nodes[i].inst < g->script->ninsts &&
            g->script->insts[g->nodes[i].inst].op == SCRIPT_BRANCH) {
            use_node(&f->criterion, g, i);
            return true;
        }
    return diag_fail(d, "the program does not end, and decides nothing");
}

static bool
find_crash(const SymptomSpec *s, bool sanitizer, const Str *report, Symptom *f,
           Diag *d)
{
    const int signal = s->run->ended.signal;

    f->goal.kind = GOAL_ENDS;
    f->goal.crashed = true;
    str_puts(&f->words, sanitizer ? str_text(report) : strsignal(signal));
    return criterion_default(s->graph, signal ? signal : 6, &f->criterion, d);
}

/* Is the output known, and another one? */
static bool
is_wrong(const Bytes *out, const Bytes *expected)
{
    return expected && (out->n != expected->n ||
                        (out->n && expected->at &&
                         memcmp(out->at, expected->at, out->n) != 0));
}

bool
symptom_passes(const SymptomSpec *s)
{
    const Ended *e = &s->run->ended;
    Str report = {0};
    const bool crashed = e->signal || oracle_sanitizer(&s->run->err, &report);

    str_done(&report);
    return !e->timed_out && !crashed && !is_wrong(&s->run->out, s->expected) &&
           (s->status < 0 || e->status == s->status);
}

static void
say_assertion(Symptom *f, const Assertion *x)
{
    if (!x->expected || x->unsure)
        str_printf(&f->words, "an assertion failed: %s", x->text);
    else if (!x->actual)
        str_printf(&f->words, "%s should have been %s",
                   x->operand ? x->operand : "it", x->expected);
    else
        str_printf(&f->words, "%s was %s where %s was expected",
                   x->operand ? x->operand : "the value", x->actual,
                   x->expected);
}

/* What was expected there is a good guess of what is right elsewhere; where it
 * is not known which of two values it is, both are. */
static void
use_numbers(const SymptomSpec *s, const Assertion *x, Goal *g)
{
    int64_t *numbers = ARENA_ARRAY(s->arena, int64_t, 2);
    size_t n = 0;

    n += x->expected && assertion_number(x->expected, &numbers[n]);
    n += x->unsure && x->actual && assertion_number(x->actual, &numbers[n]);
    g->numbers = (GoalNumbers){numbers, n};
}

/* The failing run was there when it had executed so many sites. */
static uint64_t
site_before(const Graph *g, uint32_t node)
{
    while (node > 0 && !graph_site(g, node))
        node--;
    return node ? graph_site(g, node) : 0;
}

/* Where a function compares, what it is given is its own: add the arguments. */
static void
add_arguments(const Graph *g, Criterion *c)
{
    for (uint32_t i = c->nodes[0]; i < g->nnodes; i++) {
        const uint32_t at = cause_place(g, i);
        if (at == i || g->nodes[at].step != c->step)
            continue;
        if (c->n == c->cap) {
            c->cap = 2 * c->cap + 1;
            c->nodes = mem_resize(c->nodes, c->cap, sizeof *c->nodes);
        }
        c->nodes[c->n++] = i;
    }
}

/* The value of what was looked at, where the test does not print it. */
static void
read_value(const SymptomSpec *s, uint32_t step, Assertion *x)
{
    int64_t value;
    Diag ignored;

    diag_init(&ignored);
    if (!x->actual && x->operand &&
        expect_holds(s->graph, step, x->operand, NULL, &value, &ignored))
        x->actual = arena_printf(s->arena, "%" PRId64, value);
    diag_done(&ignored);
}

/* The assertion is the point of failure, if it is in the traced run. */
static bool
find_assertion(const SymptomSpec *s, Symptom *f)
{
    Diag ignored;

    if (!s->assertion)
        return false;
    Assertion x = *s->assertion;
    diag_init(&ignored);
    const bool found =
        criterion_at(s->graph, x.place, NULL, &f->criterion, &ignored);
    diag_done(&ignored);
    if (!found) {
        criterion_done(&f->criterion);
        f->criterion = (Criterion){0};
        return false;
    }
    add_arguments(s->graph, &f->criterion);
    f->goal.kind = GOAL_ASSERTION;
    f->goal.assertion = (GoalAssertion){
        .place = x.place, .site = site_before(s->graph, f->criterion.nodes[0])};
    read_value(s, f->criterion.step, &x);
    use_numbers(s, &x, &f->goal);
    say_assertion(f, &x);
    return true;
}

bool
symptom_find(const SymptomSpec *s, Symptom *f, Diag *d)
{
    const Ended *e = &s->run->ended;
    Goal *g = &f->goal;
    Str report = {0};

    *f = (Symptom){.goal = {.status = s->status}};
    if (s->expected) {
        g->expected = s->expected->at ? (const char *)s->expected->at : "";
        g->nexpected = s->expected->n;
    }
    if (e->timed_out)
        return find_endless(s->graph, f, d);
    bool sanitizer = oracle_sanitizer(&s->run->err, &report);
    bool crashed = e->signal || sanitizer;
    if ((e->signal == SIGABRT || !crashed) &&
        !is_wrong(&s->run->out, s->expected) &&
        (crashed || (g->status >= 0 && e->status != g->status)) &&
        find_assertion(s, f)) {
        str_done(&report);
        return true;
    }
    bool ok = !crashed || find_crash(s, sanitizer, &report, f, d);
    str_done(&report);
    if (crashed)
        return ok;
    if (is_wrong(&s->run->out, s->expected))
        return find_wrong_output(s, f, d);
    if (g->status < 0 || e->status == g->status) {
        f->passes = true;
        return true;
    }
    g->kind = GOAL_STATUS;
    str_printf(&f->words, "the status was %d where %d was expected", e->status,
               g->status);
    if (!s->graph->run.last)
        return diag_fail(d, "nothing was traced");
    use_node(&f->criterion, s->graph, s->graph->run.last);
    return true;
}
