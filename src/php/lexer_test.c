/* lexer_test.c - PHP sources as tokens. */
#include "php/lexer.h"

#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The kinds of the tokens, a letter each, and their texts. */
static void
write_tokens(const char *source, Str *kinds, Str *texts)
{
    PhpTokens t = {0};

    php_lex(source, strlen(source), &t);
    for (size_t i = 0; i < t.n; i++) {
        str_putc(kinds, "h<=>$wn'\"cs"[t.at[i].kind]);
        str_printf(texts, "%s%.*s", i ? "|" : "", (int)t.at[i].n,
                   source + t.at[i].at);
    }
    vec_done(&t);
}

static const struct {
    const char *source, *kinds, *texts;
} cases[] = {
    {"<p><?php echo 1 ?>\n</p>", "h<wn>h", "<p>|<?php|echo|1|?>\n|</p>"},
    {"<?= $a ?><?xml ?>", "=$>h", "<?=|$a|?>|<?xml ?>"},
    {"<?php $a?->b\?\?=0x1F/**/;#x\n//y?>z", "<$swsns>h",
     "<?php|$a|?->|b|\?\?=|0x1F|;|?>|z"},
    {"<?php 'a\\'b'.\"c$\".\"d $e\".`ls`", "<'s's\"s\"",
     "<?php|'a\\'b'|.|\"c$\"|.|\"d $e\"|.|`ls`"},
    {"<?php f((int) $x, (a)) === 1.5e-3", "<wscss", NULL},
    {"<?php <<<E\nx $y\n  E . 1 << 2", "<\"snsn",
     "<?php|<<<E\nx $y\n  E|.|1|<<|2"},
    {"<?php a\\b\\c::D #[X]", "<wswsws", "<?php|a\\b\\c|::|D|#[|X|]"},
    {"<?php 'open", "<'", "<?php|'open"},
};

static void
test_tokens(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Str kinds = {0}, texts = {0};
        write_tokens(cases[i].source, &kinds, &texts);
        if (cases[i].texts) {
            assert_string_equal(str_text(&kinds), cases[i].kinds);
            assert_string_equal(str_text(&texts), cases[i].texts);
        }
        str_done(&kinds);
        str_done(&texts);
    }
}

static void
test_brackets(void **state)
{
    static const char source[] = "<?php f([1, (int)$x]\n, { ] )";
    PhpTokens t = {0};

    (void)state;
    php_lex(source, sizeof source - 1, &t);
    assert_int_equal(t.at[2].partner, PHP_NONE); /* ( before { and ] */
    assert_int_equal(t.at[3].partner, 8);
    assert_int_equal(t.at[8].partner, 3);
    assert_int_equal(t.at[6].kind, PHP_CAST);
    assert_int_equal(t.at[9].line, 2);
    vec_done(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_brackets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
