/* terms_test.c - recordings of terms are read as they were written, and only
 * if nothing in them leads astray. */
#include "php/terms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 8, TEXTS = 16 };

typedef struct Made Made;
struct Made {
    TermsHeader header;
    TermNode nodes[NODES];
    TermStep steps[2];
    char texts[TEXTS];
};

/* $_GET['x'] == 'abc', which it was not. */
static Made
make(void)
{
    Made m = {
        .header = {.magic = TERMS_MAGIC,
                   .version = TERMS_VERSION,
                   .failed = UINT64_MAX,
                   .nodes = {offsetof(Made, nodes), NODES, 5},
                   .steps = {offsetof(Made, steps), 2, 1},
                   .texts = {offsetof(Made, texts), TEXTS, 11}},
        .nodes = {{.kind = TERM_NONE},
                  {.kind = TERM_SYMBOL, .code = 1, .arg = {0, 7, 7, 1}},
                  {.kind = TERM_INPUT, .arg = {1}},
                  {.kind = TERM_CONST, .code = TERM_STRING, .arg = {8, 3}},
                  {.kind = TERM_BINARY, .code = 18, .arg = {2, 3}}},
        .steps = {{.branch = 7, .node = 4}},
    };
    memcpy(m.texts, "0 get x1abc", 11);
    return m;
}

static bool
reads(const Made *m, Terms *out)
{
    Diag d;

    diag_init(&d);
    const bool ok = terms_parse((const uint8_t *)m, sizeof *m, out, &d);
    assert_true(ok == !d.error);
    diag_done(&d);
    return ok;
}

static void
is_read_and_packed(void **state)
{
    const Made m = make();
    Terms t, again;
    Str packed = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(reads(&m, &t));
    assert_int_equal(5, t.nnodes);
    assert_memory_equal("0 get x", terms_name(&t, 1).at, 7);
    assert_memory_equal("1", terms_value(&t, 1).at, 1);
    terms_pack(&t, &packed);
    assert_true(packed.n < sizeof m);
    assert_true(terms_parse((const uint8_t *)packed.at, packed.n, &again, &d));
    assert_memory_equal(t.nodes, again.nodes, 5 * sizeof *t.nodes);
    assert_memory_equal(t.steps, again.steps, sizeof *t.steps);
    assert_memory_equal(t.texts, again.texts, 11);
    str_done(&packed);
}

static void
marks_what_a_node_is_made_of(void **state)
{
    const Made m = make();
    uint8_t set[NODES] = {0};
    Terms t;

    (void)state;
    assert_true(reads(&m, &t));
    terms_mark(&t, 2, set);
    assert_memory_equal("\0\1\1\0\0", set, 5);
    terms_mark(&t, 4, set);
    assert_true(set[3] && set[4]);
}

static void
refuses_what_leads_astray(void **state)
{
    Terms t;
    Made m;

    (void)state;
#define REFUSED(member, value) \
    m = make();                \
    m.member = value;          \
    if (reads(&m, &t))         \
    fail_msg(#member " = " #value " was accepted")
    REFUSED(header.magic[0], 'x');
    REFUSED(header.version, 99);
    REFUSED(header.nodes.offset, sizeof m + 8);
    REFUSED(header.nodes.n, NODES + 1);
    REFUSED(header.steps.offset, 3);
    REFUSED(header.texts.n, TEXTS + 1);
    REFUSED(nodes[1].kind, TERM_NKINDS);
    REFUSED(nodes[1].arg[1], 12);
    REFUSED(nodes[2].arg[0], 3);
    REFUSED(nodes[2].arg[3], 100000);
    REFUSED(nodes[3].code, TERM_NTYPES);
    REFUSED(nodes[3].arg[0], 9);
    REFUSED(nodes[4].arg[1], 4);
    REFUSED(nodes[4].arg[0], 1);
    REFUSED(steps[0].node, 5);
    REFUSED(steps[0].taken, 2);
#undef REFUSED
}

static void
begins_empty(void **state)
{
    TermsHeader h;
    uint64_t size;

    (void)state;
    terms_blank(&h, &size);
    assert_int_equal(1, h.nodes.n);
    assert_int_equal(0, h.steps.n);
    assert_true(h.texts.offset + h.texts.cap <= size);
    assert_true(h.nodes.offset >= sizeof h);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_read_and_packed),
        cmocka_unit_test(marks_what_a_node_is_made_of),
        cmocka_unit_test(refuses_what_leads_astray),
        cmocka_unit_test(begins_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
