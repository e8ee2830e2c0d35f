/* importer_test.c - every format is read as its tool writes it, what we write
 * is read back, and errors name file and line. */
#include "spectrum/importer.h"

#include "spectrum/exporter.h"
#include "spectrum/imported.h"
#include "spectrum/runsfile.h"
#include "spectrum/sketch.h"

#include <string.h>

static void
read_text(ImportParse *parse, const char *text, Runs *out)
{
    Foreign f = {0};
    Diag d;

    diag_init(&d);
    if (!parse("in", bytes(text), strlen(text), "only", &f, &d))
        fail_msg("%s", d.error);
    foreign_finish(&f, out);
    diag_done(&d);
}

static const char *
function_at(const Runs *r, uint32_t line)
{
    for (uint32_t k = 0; k < r->foreign.nlines; k++)
        if (r->foreign.line[k].line == line)
            return r->foreign.line[k].function;
    return NULL;
}

static void
lcov(void **state)
{
    Runs r;

    (void)state;
    read_text(lcov_parse,
              "TN:t1\nSF:a.c\nFN:1,main\nFN:5,9,helper\nFNDA:1,main\n"
              "DA:2,1\nDA:6,0\nLF:2\nLH:1\nend_of_record\n"
              "TN:t2\r\nSF:a.c\r\nDA:2,3,abc\r\nDA:6,-1\r\nend_of_record\r\n"
              "TN:t1\nSF:a.c\nDA:2,4\nend_of_record\n",
              &r);
    assert_int_equal(r.nruns, 2);
    assert_int_equal(count_at(&r, "t1", "a.c", 2), 5);
    assert_int_equal(count_at(&r, "t1", "a.c", 6), 0);
    assert_int_equal(count_at(&r, "t2", "a.c", 2), 3);
    assert_string_equal(function_at(&r, 2), "main");
    assert_string_equal(function_at(&r, 6), "helper");
    assert_int_equal(r.runs[0].verdict, VERDICT_UNKNOWN);
    runs_done(&r);
    read_text(lcov_parse, "TN:\nSF:a.c\nDA:1,1\nend_of_record", &r);
    assert_int_equal(count_at(&r, "only", "a.c", 1), 1);
    runs_done(&r);
    reject(lcov_parse, "TN:x\nSF:a.c\nDA:one,1\n", "in:3:");
    reject(lcov_parse, "DA:1,1\n", "in:1:");
    reject(lcov_parse, "", "no lcov record");
}

static void
gcov(void **state)
{
    Runs r;

    (void)state;
    read_text(gcov_parse,
              "{\"format_version\":\"1\",\"current_working_directory\":\"/w\","
              "\"files\":[{\"file\":\"a.c\",\"functions\":[],\"lines\":["
              "{\"line_number\":3,\"function_name\":\"main\",\"count\":2},"
              "{\"line_number\":4,\"function_name\":\"main\",\"count\":0}]},"
              "{\"file\":\"/usr/b.h\",\"lines\":["
              "{\"line_number\":1,\"count\":7}]}]}",
              &r);
    assert_int_equal(count_at(&r, "only", "/w/a.c", 3), 2);
    assert_int_equal(count_at(&r, "only", "/w/a.c", 4), 0);
    assert_int_equal(count_at(&r, "only", "/usr/b.h", 1), 7);
    assert_string_equal(function_at(&r, 3), "main");
    runs_done(&r);
    reject(gcov_parse, "{\n\n\"files\": [}", "in:3:");
    reject(gcov_parse, "{}", "no \"files\"");
    reject(gcov_parse, "{\"files\":[{}]}", "no \"lines\"");
}

/* int f(int a) {       1: region of f, count 2
 *   if (a)             2
 *     a++;             3: count 0
 *   return a;          4: back in f
 * }                    5                                              */
static void
llvm_cov(void **state)
{
    Runs r;

    (void)state;
    read_text(llvmcov_parse,
              "{\"data\":[{\"files\":[{\"filename\":\"a.c\",\"segments\":["
              "[1,14,2,true,true,false],[2,7,2,true,true,false],"
              "[2,8,2,true,false,false],[2,9,0,true,true,true],"
              "[3,5,0,true,true,false],[3,8,2,true,false,false],"
              "[5,2,0,false,false,false]]}],"
              "\"functions\":[{\"name\":\"a.c:f\",\"count\":2,\"filenames\":"
              "[\"a.c\"],\"regions\":[[1,14,5,2,2,0,0,0]]}]}],"
              "\"type\":\"llvm.coverage.json.export\",\"version\":\"2.0.1\"}",
              &r);
    for (uint32_t line = 1; line <= 5; line++) {
        long want = line == 3 ? 0 : 2;
        assert_int_equal(count_at(&r, "only", "a.c", line), want);
        assert_string_equal(function_at(&r, line), "f");
    }
    runs_done(&r);
    reject(llvmcov_parse, "[]", "no \"data\"");
    reject(llvmcov_parse,
           "{\"data\":[{\"files\":[{\"filename\":\"a\",\"segments\":"
           "[[9,1,1,true,true],[3,1,1,true,true]]}]}]}",
           "segments");
}

static void
tcm(void **state)
{
    static const char text[] = "#metadata\nfrom: somewhere\n\n"
                               "#tests\na PASSED\nb FAILED 0.1s\nc ERROR\n\n"
                               "#uuts\nx.c:f:3\ny.c:7 | 1\nname only\n\n"
                               "#matrix\n0 1 1 2\n\n2 1\n";
    Runs r;

    (void)state;
    read_text(tcm_parse, text, &r);
    assert_int_equal(r.npassed, 1);
    assert_int_equal(r.nfailed, 2);
    assert_int_equal(count_at(&r, "a", "x.c", 3), 1);
    assert_int_equal(count_at(&r, "a", "y.c", 7), 2);
    assert_int_equal(count_at(&r, "b", "x.c", 3), 0);
    assert_int_equal(count_at(&r, "c", "name only", 0), 1);
    assert_string_equal(function_at(&r, 3), "f");
    runs_done(&r);
    reject(tcm_parse, "#tests\na MAYBE\n", "in:2:");
    reject(tcm_parse, "#tests\na PASSED\n\n#uuts\nx\n\n#matrix\n5 1\n",
           "in:8: no such element");
    reject(tcm_parse, "#tests\na PASSED\n\n#uuts\nx\n", "incomplete TCM");
}

static void
gzoltar(void **state)
{
    static const char spectra[] = "name\norg.x$A$1#run(int):12\nsrc/b.c#f:3\n";
    static const char tests[] = "name,outcome,runtime,stacktrace\n"
                                "T#one,PASS,1,\n"
                                "T#two,FAIL,2,\"boom, at\nline 2\"\n";
    static const char matrix[] = "1 0 +\n1 1 -\n";
    GzoltarFiles g = {bytes(matrix),  bytes(spectra),  bytes(tests),
                      strlen(matrix), strlen(spectra), strlen(tests)};
    Foreign f = {0};
    Runs r;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(gzoltar_parse("dir", &g, &f, &d));
    foreign_finish(&f, &r);
    assert_int_equal(r.nruns, 2);
    assert_int_equal(r.nfailed, 1);
    assert_int_equal(count_at(&r, "T#two", "org/x/A.java", 12), 1);
    assert_int_equal(count_at(&r, "T#one", "src/b.c", 3), 0);
    assert_int_equal(count_at(&r, "T#two", "src/b.c", 3), 1);
    runs_done(&r);
    g.matrix = bytes("1 0 1 +\n"), g.nmatrix = 8;
    assert_false(gzoltar_parse("dir", &g, &f, &d));
    assert_non_null(strstr(d.error, "dir/matrix.txt:1: more columns"));
    foreign_done(&f);
    diag_done(&d);
}

static void
verdicts(void **state)
{
    Foreign f = {0};
    Diag d;
    static const char text[] = "# ours\npass a b\nFAIL: t.sh\nskip other\n";

    (void)state;
    diag_init(&d);
    uint32_t a = foreign_test(&f, "a b"), t = foreign_test(&f, "t.sh");
    assert_true(verdicts_parse("v", bytes(text), strlen(text), "", &f, &d));
    assert_int_equal(f.tests.at[a].verdict, VERDICT_PASS);
    assert_int_equal(f.tests.at[t].verdict, VERDICT_FAIL);
    assert_int_equal(f.tests.n, 2);
    assert_false(
        verdicts_parse("v", bytes("pass x\nwhat y\n"), 14, "", &f, &d));
    assert_non_null(strstr(d.error, "v:2:"));
    diag_done(&d);
    diag_init(&d);
    assert_false(verdicts_parse("v", bytes("fail a b\n"), 9, "", &f, &d));
    assert_non_null(strstr(d.error, "v:1: test a b is said to pass"));
    foreign_done(&f);
    diag_done(&d);
}

/* The schedule example through each writer and reader: the same coverage. */
static void
same_runs(const Runs *a, const Runs *b, bool counts)
{
    assert_int_equal(a->nruns, b->nruns);
    assert_int_equal(a->foreign.nlines, b->foreign.nlines);
    for (uint32_t t = 0; t < a->nruns; t++) {
        assert_int_equal(a->runs[t].verdict, b->runs[t].verdict);
        assert_int_equal(a->foreign.lines.start[t + 1],
                         b->foreign.lines.start[t + 1]);
    }
    for (uint64_t i = 0; i < a->foreign.lines.start[a->nruns]; i++) {
        assert_int_equal(a->foreign.lines.index[i], b->foreign.lines.index[i]);
        if (counts)
            assert_int_equal(a->foreign.lines.count[i],
                             b->foreign.lines.count[i]);
    }
    for (uint32_t i = 0; i < a->foreign.nlines; i++) {
        assert_string_equal(a->foreign.line[i].file, b->foreign.line[i].file);
        assert_string_equal(a->foreign.line[i].function,
                            b->foreign.line[i].function);
        assert_int_equal(a->foreign.line[i].line, b->foreign.line[i].line);
    }
}

static void
name_tests(Sketch *k)
{
    static const char *const names[] = {"t1", "t2", "t3", "t4",
                                        "t5", "t6", "t7"};

    for (uint32_t t = 0; t < k->runs.nruns; t++)
        k->runs.runs[t].name = names[t];
}

static void
round_trips(void **state)
{
    Sketch k;
    Runs lines, back;
    Str s = {0}, spectra = {0}, tests = {0};
    Foreign f = {0};
    Diag d;

    (void)state;
    sketch_schedule(&k);
    name_tests(&k);
    k.edge_counts.count.at[0] = 70; /* entry of t1 */
    exporter_lines(&k.runs, &lines);
    assert_int_equal(lines.foreign.nlines, 9);
    assert_int_equal(count_at(&lines, "t1", "/src/a.c", 1), 70);
    assert_int_equal(count_at(&lines, "t2", "/src/a.c", 2), 0);
    runsfile_write(&lines, &s);
    read_text(runs_parse, str_text(&s), &back);
    same_runs(&lines, &back, true);
    runs_done(&back);
    str_clear(&s);
    exporter_tcm(&lines, &s);
    read_text(tcm_parse, str_text(&s), &back);
    same_runs(&lines, &back, true);
    runs_done(&back);
    str_clear(&s);
    exporter_lcov(&lines, &s);
    exporter_verdicts(&lines, &tests);
    diag_init(&d);
    assert_true(lcov_parse("in", (uint8_t *)s.at, s.n, "", &f, &d));
    assert_true(verdicts_parse("v", (uint8_t *)tests.at, tests.n, "", &f, &d));
    foreign_finish(&f, &back);
    same_runs(&lines, &back, true);
    runs_done(&back);
    str_clear(&s);
    str_clear(&tests);
    exporter_gzoltar(&lines, &s, &spectra, &tests);
    GzoltarFiles g = {(uint8_t *)s.at,     (uint8_t *)spectra.at,
                      (uint8_t *)tests.at, s.n,
                      spectra.n,           tests.n};
    assert_true(gzoltar_parse("dir", &g, &f, &d));
    foreign_finish(&f, &back);
    same_runs(&lines, &back, false);
    runs_done(&back);
    runs_done(&lines);
    diag_done(&d);
    str_done(&s);
    str_done(&spectra);
    str_done(&tests);
    sketch_done(&k);
}

/* What ends a name in a format is escaped there. */
static void
names_round_trip(void **state)
{
    static const char *const names[] = {"a b", "100%", "%20", "x,\"y\"",
                                        "_",   "a\nb", "#$:|"};
    Sketch k;
    Runs lines, back;
    Str s = {0}, spectra = {0}, tests = {0};
    Foreign f = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    sketch_schedule(&k);
    for (uint32_t t = 0; t < k.runs.nruns; t++)
        k.runs.runs[t].name = names[t];
    exporter_lines(&k.runs, &lines);
    for (uint32_t i = 0; i < lines.foreign.nlines; i++)
        lines.foreign.line[i].file = "/my src/%41#$:|.c";
    exporter_tcm(&lines, &s);
    read_text(tcm_parse, str_text(&s), &back);
    same_runs(&lines, &back, true);
    for (uint32_t t = 0; t < back.nruns; t++)
        assert_string_equal(back.runs[t].name, names[t]);
    runs_done(&back);
    str_clear(&s);
    exporter_gzoltar(&lines, &s, &spectra, &tests);
    GzoltarFiles g = {(uint8_t *)s.at,     (uint8_t *)spectra.at,
                      (uint8_t *)tests.at, s.n,
                      spectra.n,           tests.n};
    assert_true(gzoltar_parse("dir", &g, &f, &d));
    foreign_finish(&f, &back);
    same_runs(&lines, &back, false);
    for (uint32_t t = 0; t < back.nruns; t++)
        assert_string_equal(back.runs[t].name, names[t]);
    runs_done(&back);
    runs_done(&lines);
    diag_done(&d);
    str_done(&s);
    str_done(&spectra);
    str_done(&tests);
    sketch_done(&k);
}

static void
bad_runs_files(void **state)
{
    (void)state;
    reject(runs_parse, "{\n,", "in:2:");
    reject(runs_parse, "{\"schema\":\"x\"}", "schema");
    reject(runs_parse,
           "{\"schema\":\"culprit.runs/1\",\"lines\":[[1,2,3]],\"tests\":[]}",
           "line 0");
    reject(runs_parse,
           "{\"schema\":\"culprit.runs/1\",\"lines\":[[\"a\",2,\"\"]],"
           "\"tests\":[{\"name\":\"t\",\"verdict\":\"pass\",\"counts\":"
           "\"0-4000000000\"}]}",
           "bad counts");
}

int
main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(lcov),           cmocka_unit_test(gcov),
        cmocka_unit_test(llvm_cov),       cmocka_unit_test(tcm),
        cmocka_unit_test(gzoltar),        cmocka_unit_test(verdicts),
        cmocka_unit_test(round_trips),    cmocka_unit_test(names_round_trip),
        cmocka_unit_test(bad_runs_files),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
