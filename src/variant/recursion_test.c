/* recursion_test.c - functions that are active in turns, and others. */
#include "variant/recursion.h"

#include "variant/script.h"
#include "variant/tiny_module.h"

static const char source[] = "int g(int);\n"
                             "int leaf(int n) { return n; }\n"
                             "int f(int n) { return n ? g(n - 1) : leaf(n); }\n"
                             "int g(int n) { return f(n) + 1; }\n"
                             "int self(int n) { return n ? self(n - 1) : 0; }\n"
                             "int main(void) { return f(3) + self(4); }\n";

static uint32_t
number_of(const Script *s, const uint32_t *turns, const char *name)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (strcmp(script_text(s, s->functions[i].name), name) == 0)
            return turns[i];
    fail_msg("no function %s", name);
    return 0;
}

static void
test_turns(void **state)
{
    LLVMModuleRef m = tiny_module(source);
    Script s;
    ScriptSource from;

    (void)state;
    script_build(m, "tiny", &s, &from);
    uint32_t *turns = recursion_find(&s);
    uint32_t f = number_of(&s, turns, "f"), leaf = number_of(&s, turns, "leaf");
    assert_int_equal(f, number_of(&s, turns, "g"));
    assert_int_not_equal(f, leaf);
    assert_int_not_equal(f, number_of(&s, turns, "main"));
    assert_int_not_equal(leaf, number_of(&s, turns, "self"));
    free(turns);
    script_source_done(&from);
    script_done(&s);
    tiny_done(m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
