/* sample_findings.h - hand-made findings for the tests of the writers.
 *
 * Included by *_test.c only; everything is static. The source files are
 * written to a temporary directory, which is the root of the reports.
 */
#ifndef CULPRIT_REPORT_SAMPLE_FINDINGS_H
#define CULPRIT_REPORT_SAMPLE_FINDINGS_H

#include "base/io.h"
#include "base/mem.h"
#include "report/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Line 3 has a tab, line 4 UTF-8 before the column, line 5 would end a
 * script element, line 6 holds bytes that are no UTF-8. */
static const char sample_source[] = "int\n"
                                    "f(int n)\n"
                                    "{\tn = n / 2;\n"
                                    "    /* h\xc3\xb6\xc3\xb6 */ n++;\n"
                                    "    g(\"</script><!--\");\n"
                                    "    h(\"\xff\x1b[31m\");\n"
                                    "}\n";

static const char sample_ran[] = "run by 2 of 2 failing and 0 of 5 passing "
                                 "tests";

static Evidence sample_evidence[] = {
    {"ef", NULL, 2}, {"share", NULL, 0.1}, {"predicate", "n < \"2\"", 0}};

static Step sample_steps[] = {
    {.file = "a.c",
     .line = 2,
     .column = 1,
     .function = "f",
     .message = "n is 7 here"},
    {.file = "a.c",
     .line = 4,
     .column = 17,
     .function = "f",
     .message = "and 8 here"},
};

/* One alone, two that tie, one in a file that is not there, one beyond the
 * end of the file. */
static Finding sample_findings[] = {
    {.rank = 1,
     .group = 1,
     .place.file = "a.c",
     .place.line = 3,
     .place.column = 3,
     .place.function = "f",
     .entity = "",
     .score = 0.7071067811865476,
     .message = sample_ran,
     .evidence = sample_evidence,
     .nevidence = 3,
     .steps = sample_steps,
     .nsteps = 2,
     .id = 4},
    {.rank = 3,
     .group = 2,
     .place.file = "a.c",
     .place.line = 4,
     .place.column = 17,
     .place.function = "f",
     .entity = "",
     .score = 0.5,
     .message = sample_ran},
    {.rank = 3,
     .group = 2,
     .place.file = "a.c",
     .place.line = 5,
     .place.column = 5,
     .place.function = "f",
     .entity = "",
     .score = 0.5,
     .message = sample_ran},
    {.rank = 4,
     .group = 3,
     .place.file = "gone <&>.c",
     .place.line = 9,
     .place.column = 0,
     .place.function = "",
     .entity = "line 9 is false",
     .score = 0.25,
     .message = "only \"once\"\x1b[0m"},
    {.rank = 5,
     .group = 4,
     .place.file = "a.c",
     .place.line = 99,
     .place.column = 2,
     .place.function = "f",
     .entity = "",
     .score = (double)INFINITY,
     .message = ""},
};

static Findings sample_lists[] = {
    {.technique = "ochiai",
     .description = "how alike to failing <runs>",
     .unit = "statement",
     .passed = 5,
     .failed = 2,
     .cluster = "",
     .at = sample_findings,
     .n = 5,
     .entities = 9,
     .cost = {.runs = 7, .wall_s = 0.25}},
    {.technique = "cp",
     .description = "propagation",
     .unit = "block",
     .passed = 5,
     .failed = 2,
     .cluster = "",
     .at = sample_findings + 1,
     .n = 3,
     .entities = 4},
};

static char *sample_root;

static int
sample_setup(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("culprit-report", &sample_root, &d));
    char *path = io_join(sample_root, "a.c");
    assert_true(io_write(path, sample_source, sizeof sample_source - 1, &d));
    free(path);
    return 0;
}

static int
sample_teardown(void **state)
{
    (void)state;
    io_remove_tree(sample_root);
    free(sample_root);
    return 0;
}

/* What the reporter writes about the first n lists; the caller frees. */
static char *
sample_report_of(const char *name, const Findings *lists, size_t n,
                 ReportOptions o)
{
    char *text = NULL;
    size_t size = 0;
    Diag d;
    FILE *out = open_memstream(&text, &size);

    diag_init(&d);
    o.root = sample_root;
    assert_non_null(report_find(name));
    bool ok = report_find(name)->write(lists, n, &o, out, &d);
    if (!ok)
        fail_msg("%s", d.error);
    fclose(out);
    diag_done(&d);
    return text;
}

static inline char *
sample_report(const char *name, size_t n, ReportOptions o)
{
    return sample_report_of(name, sample_lists, n, o);
}

#endif
