/* solve.c - questions about recorded terms.
 *
 * The answer to "this step the other way" is a value of a symbol, or two, under
 * which that step goes the other way, and all steps before it that depend on
 * these symbols go as they did.
 */
#include "php/host/solve.h"

#include "php/host/evaluate.h"
#include "php/host/propose.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGEST = 64 << 20, /* recordings */
    SYMBOLS = 64,       /* that a step depends on */
    PAIRS = 4000,       /* tried of two values at once */
};

typedef struct Quest Quest;
struct Quest {
    Evaluator e;
    const Terms *terms;
    const TermAsk *ask;
    uint32_t *related; /* steps before it that share symbols */
    size_t nrelated;
    Proposals proposals;
};

static bool
shares(const uint32_t *some, size_t nsome, const uint32_t *others, size_t n)
{
    for (size_t i = 0; i < nsome; i++)
        for (size_t k = 0; k < n; k++)
            if (some[i] == others[k])
                return true;
    return false;
}

static size_t
symbols_of(Quest *q, uint32_t step, uint32_t *out)
{
    const size_t n =
        evaluate_symbols(&q->e, q->terms->steps[step].node, out, SYMBOLS);

    return n < SYMBOLS ? n : SYMBOLS;
}

/* The method of the request that the symbol is of, if it is something that only
 * POST has; 0: it does not matter. */
static uint32_t
method_of(const Terms *t, uint32_t symbol)
{
    static const char post[] = " post ", method[] = " method ";
    const TermText name = terms_name(t, symbol);
    const char *kind = name.n ? memchr(name.at, ' ', name.n) : NULL;
    const size_t number = kind ? (size_t)(kind - name.at) : name.n;

    if (name.n - number < sizeof post - 1 ||
        memcmp(kind, post, sizeof post - 1) != 0)
        return 0;
    for (uint32_t i = 1; i < t->nnodes; i++) {
        const TermText other = terms_name(t, i);
        if (t->nodes[i].kind == TERM_SYMBOL &&
            other.n == number + sizeof method - 1 &&
            memcmp(other.at, name.at, number) == 0 &&
            memcmp(other.at + number, method, sizeof method - 1) == 0)
            return i;
    }
    return 0;
}

/* Who posts something asks by POST. */
static void
give(Quest *q, const Proposed *p)
{
    const uint32_t method = method_of(q->terms, p->symbol);
    zval post;

    evaluate_give(&q->e, p->symbol, &p->value);
    if (!method || Z_TYPE(p->value) != IS_STRING ||
        !zend_string_equals_literal(Z_STR(q->e.given[method]), "GET"))
        return;
    ZVAL_STRING(&post, "POST");
    evaluate_give(&q->e, method, &post);
    zval_ptr_dtor(&post);
}

static void
give_back(Quest *q, const Proposed *p)
{
    const uint32_t method = method_of(q->terms, p->symbol);

    evaluate_give_back(&q->e, p->symbol);
    if (method)
        evaluate_give_back(&q->e, method);
}

static void
find_related(Quest *q)
{
    uint32_t wanted[2 * SYMBOLS], others[SYMBOLS];
    size_t n = symbols_of(q, q->ask->step, wanted);

    for (size_t i = 0, given = n; i < given; i++) {
        const uint32_t method = method_of(q->terms, wanted[i]);
        if (method)
            wanted[n++] = method;
    }

    q->related = mem_zalloc(q->ask->step + 1, sizeof *q->related);
    for (uint32_t i = 0; i < q->ask->step; i++) {
        const size_t m = symbols_of(q, i, others);
        if (shares(wanted, n, others, m))
            q->related[q->nrelated++] = i;
    }
}

static bool
is_answer(Quest *q)
{
    if (!evaluate_holds(&q->e, &q->terms->steps[q->ask->step], q->ask->taken))
        return false;
    for (size_t i = 0; i < q->nrelated; i++) {
        const TermStep *s = &q->terms->steps[q->related[i]];
        if (!evaluate_holds(&q->e, s, s->taken))
            return false;
    }
    return true;
}

/* Where one value alone does not do: the condition may need two. */
static bool
try_pairs(Quest *q, size_t *first, size_t *second)
{
    const Proposals *p = &q->proposals;
    unsigned tried = 0;

    for (size_t i = 0; i < p->n; i++) {
        give(q, &p->at[i]);
        for (size_t k = i + 1; k < p->n && tried < PAIRS; k++) {
            if (p->at[k].symbol == p->at[i].symbol)
                continue;
            tried++;
            give(q, &p->at[k]);
            *first = i, *second = k;
            if (is_answer(q))
                return true;
            give_back(q, &p->at[k]);
        }
        give_back(q, &p->at[i]);
    }
    return false;
}

static bool
try_all(Quest *q, size_t *first, size_t *second)
{
    const Proposals *p = &q->proposals;

    for (size_t i = 0; i < p->n; i++) {
        give(q, &p->at[i]);
        *first = *second = i;
        if (is_answer(q))
            return true;
        give_back(q, &p->at[i]);
    }
    return try_pairs(q, first, second);
}

static void
put_value(Str *out, const Proposed *p)
{
    const bool given = Z_TYPE(p->value) == IS_STRING;
    const TermGiven g = {p->symbol, given,
                         given ? (uint32_t)Z_STRLEN(p->value) : 0};

    str_add(out, &g, sizeof g);
    if (given)
        str_add(out, Z_STRVAL(p->value), Z_STRLEN(p->value));
}

static void
flip(const Terms *t, const TermAsk *ask, TermReply *reply, Str *out)
{
    Quest q = {.terms = t, .ask = ask};
    size_t first, second;

    evaluate_init(&q.e, t);
    find_related(&q);
    propose(&q.e, t->steps[ask->step].node, ask->taken, &q.proposals);
    if (try_all(&q, &first, &second)) {
        put_value(out, &q.proposals.at[first]);
        if (second != first)
            put_value(out, &q.proposals.at[second]);
        reply->n = 1 + (second != first);
    }
    propose_done(&q.proposals);
    free(q.related);
    evaluate_done(&q.e);
}

/* The steps that do not evaluate to what they were. */
static void
check(const Terms *t, TermReply *reply)
{
    Evaluator e;

    evaluate_init(&e, t);
    for (uint32_t i = 0; i < t->nsteps; i++)
        if (!evaluate_holds(&e, &t->steps[i], t->steps[i].taken))
            reply->wrong = reply->n++ ? reply->wrong : i;
    evaluate_done(&e);
}

/* The dialogue */

static bool
read_all(void *at, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = read(0, (char *)at + done, n - done);
        if (k <= 0 && !(k < 0 && errno == EINTR))
            return false;
        done += k > 0 ? (size_t)k : 0;
    }
    return true;
}

static bool
write_all(const void *at, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = write(1, (const char *)at + done, n - done);
        if (k <= 0 && !(k < 0 && errno == EINTR))
            return false;
        done += k > 0 ? (size_t)k : 0;
    }
    return true;
}

static bool
answer(const TermAsk *ask, const uint8_t *bytes, Diag *d)
{
    TermReply reply = {.magic = TERMS_VERSION};
    Str out = {0};
    Terms t;

    if (!terms_parse(bytes, ask->size, &t, d))
        return false;
    zend_try
    {
        if (ask->kind == TERM_ASK_CHECK)
            check(&t, &reply);
        else if (ask->step < t.nsteps)
            flip(&t, ask, &reply, &out);
    }
    zend_catch
    {
        reply.n = 0;
        str_clear(&out);
    }
    zend_end_try();
    reply.size = (uint32_t)out.n;
    const bool ok =
        write_all(&reply, sizeof reply) && write_all(str_text(&out), out.n);
    str_done(&out);
    return ok || diag_errno(d, "cannot answer");
}

bool
solve_serve(Diag *d)
{
    static zend_execute_data frame; /* what throws wants to be within one */
    TermAsk ask;
    bool ok = true;

    if (php_request_startup() != SUCCESS)
        return diag_fail(d, "PHP does not begin a request");
    EG(error_reporting) = 0;
    EG(current_execute_data) = &frame;
    while (ok && read_all(&ask, sizeof ask)) {
        ok = ask.size <= LARGEST || diag_fail(d, "a recording is too large");
        uint8_t *bytes = ok ? mem_zalloc(ask.size + 1, 1) : NULL;
        ok = ok && read_all(bytes, ask.size) && answer(&ask, bytes, d);
        free(bytes);
    }
    EG(current_execute_data) = NULL;
    php_request_shutdown(NULL);
    return ok;
}
