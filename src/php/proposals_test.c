/* proposals_test.c - which changes of a PHP source there are. */
#include "php/proposals.h"

#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct Listed Listed;
struct Listed {
    Arena arena;
    PhpOutline outline;
    PhpVocabulary words;
    TextChanges changes;
    const char *source;
};

static void
list(Listed *l, const char *source, const bool *lines, uint32_t nlines)
{
    const PhpLines which = {lines, nlines};

    *l = (Listed){.source = source};
    php_outline("/a.php", source, strlen(source), &l->outline);
    php_vocabulary_add(&l->words, &l->outline);
    php_proposals(&l->outline, &l->words, &which, &l->arena, &l->changes);
}

static void
list_done(Listed *l)
{
    php_outline_done(&l->outline);
    php_vocabulary_done(&l->words);
    vec_done(&l->changes);
    arena_done(&l->arena);
}

static const bool all_lines[20] = {false, true, true, true, true, true, true,
                                   true,  true, true, true, true, true, true,
                                   true,  true, true, true, true, true};

/* Is there a change that makes the source this? */
static bool
makes(const Listed *l, const char *wanted, AlterationKind kind)
{
    bool found = false;

    for (size_t i = 0; i < l->changes.n && !found; i++) {
        const TextChange *t = &l->changes.at[i];
        Str text = {0};
        str_add(&text, l->source, t->from);
        str_puts(&text, t->text);
        str_puts(&text, l->source + t->to);
        found = t->kind == kind && strcmp(str_text(&text), wanted) == 0;
        str_done(&text);
    }
    return found;
}

static const struct {
    const char *source, *wanted;
    AlterationKind kind;
} cases[] = {
    {"<?php if ($a < 1) f();", "<?php if ($a <= 1) f();", ALTERATION_RELATION},
    {"<?php if ($a < 1) f();", "<?php if (!($a < 1)) f();",
     ALTERATION_CONDITION},
    {"<?php if ($a) $b = 1;", "<?php if ($a) ;", ALTERATION_SKIP},
    {"<?php $b = 1; if ($a && $b) c();", "<?php $b = 1; if ($a || $b) c();",
     ALTERATION_JUNCTION},
    {"<?php $x = $a * $b + 2;", "<?php $x = $a * $b;", ALTERATION_DROP},
    {"<?php $x = $a * $b + 2;", "<?php $x = $a + 2;", ALTERATION_DROP},
    {"<?php $x = $a / $b;", "<?php $x = ($b ? $a / $b : 0);",
     ALTERATION_DEFAULT},
    {"<?php $x = $_GET['q'];", "<?php $x = $_GET['q'] \?\? '';",
     ALTERATION_DEFAULT},
    {"<?php echo 'a' . $r['q'];", "<?php echo 'a' . ($r['q'] \?\? 0);",
     ALTERATION_DEFAULT},
    {"<?php return f($a / $b);", "<?php return f(($a \?\? 0) / $b);",
     ALTERATION_DEFAULT},
    {"<?php $x = $r['a'] + $r['b'];", "<?php $x = $r['a'] + $r['a'];",
     ALTERATION_MEMBER},
    {"<?php e($a); e($b); echo $c;", "<?php e($a); e($b); echo e($c);",
     ALTERATION_WRAP},
    {"<?php echo trim($a), 1;", "<?php echo $a, 1;", ALTERATION_SKIP},
    {"<?php f($a, $b);", "<?php f($b, $a);", ALTERATION_ARGUMENTS},
    {"<?php $x = min($a, $b);", "<?php $x = max($a, $b);", ALTERATION_CALLEE},
    {"<?php\n$a = 1;\n  $n += $a;\n", "<?php\n$n = 0;\n$a = 1;\n  $n += $a;\n",
     ALTERATION_INSERT_ASSIGN},
    {"<?php\n$a = 1;\n  f($a);\n",
     "<?php\n$a = 1;\n  if (!$a) return;\n  f($a);\n", ALTERATION_CHECK},
    {"<?php a(); b();", "<?php b(); a();", ALTERATION_ORDER},
    {"<?php $x = match ($y) { 1 => 2 };",
     "<?php $x = match ($y) { 1 => 2, default => 2 };", ALTERATION_DEFAULT},
    {"<p><b>x</p>", "<p><b>x</b></p>", ALTERATION_TAG},
    {"<ul><li>x</li><ul>", "<ul><li>x</li></ul>", ALTERATION_MARKUP},
    {"<p class=\"a>x</p>", "<p class=\"a\">x</p>", ALTERATION_MARKUP},
    {"<b>1</b><?php echo \"<b>$x</a>\";", "<b>1</b><?php echo \"<b>$x</b>\";",
     ALTERATION_MARKUP},
    {"<?php echo '<b>' . $x;", "<?php echo '<b>' . $x . '</b>';",
     ALTERATION_TAG},
    {"<i><?= $x ?>", "<i><?= $x . '</i>' ?>", ALTERATION_TAG},
    {"<?php foreach ($a as $b) { if ($b) break; }",
     "<?php foreach ($a as $b) { if ($b) continue; }", ALTERATION_LEAVE},
};

static void
test_changes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Listed l;
        list(&l, cases[i].source, all_lines, 20);
        if (!makes(&l, cases[i].wanted, cases[i].kind))
            fail_msg("%s", cases[i].wanted);
        list_done(&l);
    }
}

/* What is written to takes no default, and what is asked for neither. */
static void
test_not_read(void **state)
{
    Listed l;

    (void)state;
    list(&l, "<?php $a['x'] = isset($b['y']);", all_lines, 20);
    for (size_t i = 0; i < l.changes.n; i++)
        assert_null(strstr(l.changes.at[i].text, "\?\? 0"));
    list_done(&l);
}

/* A change counts for its own line or, in a statement of several lines, for
 * the nearest one that there is. */
static void
test_lines(void **state)
{
    static const bool lines[] = {false, false, true, false, false, true};
    Listed l;
    bool any = false;

    (void)state;
    list(&l, "<?php\nf(1,\n 2,\n 3);\n\n$x = 4;\n", lines, 6);
    for (size_t i = 0; i < l.changes.n; i++) {
        assert_int_equal(l.changes.at[i].line, 2);
        any = true;
    }
    assert_true(any);
    list_done(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_not_read),
        cmocka_unit_test(test_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
