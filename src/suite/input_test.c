/* input_test.c - inputs are read, compared, made real and written out so that
 * they come back byte for byte.
 */
#include "suite/input.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"
#include "suite/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char *dir; /* a temporary directory for the group */

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("input", &dir, &d) ? 0 : 1;
}

static int
tear_down(void **state)
{
    (void)state;
    io_remove_tree(dir);
    free(dir);
    return 0;
}

static char *
at(const char *name)
{
    return io_join(dir, name);
}

static void
put(const char *name, const void *bytes, size_t n)
{
    Diag d;
    char *path = at(name), *above = io_dirname(path);

    diag_init(&d);
    assert_true(io_mkdirs(above, &d));
    assert_true(io_write(path, bytes, n, &d));
    free(above);
    free(path);
}

static void
assert_file(const char *name, const void *bytes, size_t n)
{
    Diag d;
    Bytes b;
    char *path = at(name);

    diag_init(&d);
    assert_true(io_read(path, &b, &d));
    assert_int_equal(b.n, n);
    assert_memory_equal(b.at, bytes, n);
    io_bytes_done(&b);
    free(path);
}

static void
test_parse(void **state)
{
    Arena a = {0};
    Input in;
    Diag d;
    char *home = at("home");

    (void)state;
    diag_init(&d);
    put("home/in", "x\0y\n", 4);
    put("home/data.txt", "data", 4);
    put("home/sub/more", "more", 4);
    put("outside", "no", 2);
    assert_true(input_parse(&a,
                            "-n 'a b' --file=sub/more ./data.txt ../outside "
                            "sub data.txt < in",
                            home, &in, &d));
    assert_int_equal(in.nargs, 7);
    assert_int_equal(in.args[1].n, 3);
    assert_true(in.has_stdin);
    assert_int_equal(in.in.n, 4);
    assert_memory_equal(in.in.at, "x\0y\n", 4);
    assert_int_equal(in.nfiles, 3); /* none twice */
    assert_string_equal(in.files[0].name, "data.txt");
    assert_string_equal(in.files[1].name, "sub/more");
    assert_string_equal(in.files[2].name, "up/outside"); /* brought inside */
    assert_string_equal(in.args[4].at, "up/outside");
    assert_string_equal(in.around, home);
    assert_int_equal(input_size(&in), 2 + 3 + 15 + 10 + 10 + 3 + 8 + 4 + 8 + 2);
    assert_false(input_parse(&a, "a | b", home, &in, &d));
    diag_done(&d);
    free(home);
    arena_done(&a);
}

static void
test_equal_and_digest(void **state)
{
    const InputBytes ab_c[] = {{"ab", 2}, {"c", 1}};
    const InputBytes a_bc[] = {{"a", 1}, {"bc", 2}};
    const InputFile f[] = {{"f", {"1", 1}}}, g[] = {{"g", {"1", 1}}};
    const Input all[] = {
        {0},
        {.args = ab_c, .nargs = 2},
        {.args = a_bc, .nargs = 2},
        {.args = ab_c, .nargs = 1},
        {.has_stdin = true},
        {.has_stdin = true, .in = {"x", 1}},
        {.files = f, .nfiles = 1},
        {.files = g, .nfiles = 1},
        {.around = "/"},
    };
    const size_t n = sizeof all / sizeof all[0];

    (void)state;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            Digest x = input_digest(&all[i]), y = input_digest(&all[k]);
            assert_int_equal(input_equal(&all[i], &all[k]), i == k);
            assert_int_equal(strcmp(x.hex, y.hex) == 0, i == k);
        }
        Arena a = {0};
        Input copy = input_copy(&a, &all[i]);
        assert_true(input_equal(&copy, &all[i]));
        arena_done(&a);
    }
}

static void
test_names(void **state)
{
    static const char *const bad[] = {"",    "/etc", "..", "a/../../b", "a/..",
                                      "./a", "a//b", "a/", ".",         "../x"};
    static const char *const good[] = {"a", "a/b", "..a", "a..", ".a", "-"};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const InputFile f = {bad[i], {"", 0}};
        const Input in = {.files = &f, .nfiles = 1};
        Diag d;
        diag_init(&d);
        assert_false(input_is_name(bad[i]));
        assert_false(input_check(&in, &d));
        assert_non_null(strstr(d.error, "leads out"));
        diag_done(&d);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(input_is_name(good[i]));
}

/* Every byte that an argument can have, and the awkward combinations. */
static Input
awkward(Arena *a)
{
    static const char *const words[] = {
        "",    "-n",  "a b",         "it's",     "'",     "\\",    "\\n",
        "#",   "~",   "$HOME",       "`id`",     "*",     "<",     "]",
        "[x]", "\n",  "a\nb\n",      "\r",       " ",     "a=b",   "\"\"",
        "$'x", "\\'", "\033[1m\177", "\xff\xfe", "é\xe2", "a\\\n", "!"};
    const size_t n = sizeof words / sizeof words[0];
    InputBytes *args = ARENA_ARRAY(a, InputBytes, n + 1);
    char *every = arena_alloc(a, 256, 1);

    for (int i = 1; i < 256; i++)
        every[i - 1] = (char)i;
    for (size_t i = 0; i < n; i++)
        args[i] = (InputBytes){words[i], strlen(words[i])};
    args[n] = (InputBytes){every, 255};
    return (Input){.args = args, .nargs = n + 1};
}

static void
test_place(void **state)
{
    Arena a = {0};
    Input in = awkward(&a);
    const InputFile files[] = {{"data.txt", {"DATA", 4}},
                               {"sub/new/x", {"\0", 1}}};
    Test t;
    Diag d;
    char *run = at("run"), *around = at("home");
    struct stat st;

    (void)state;
    diag_init(&d);
    put("home/data.txt", "data", 4);
    put("home/other", "other", 5);
    put("home/sub/more", "more", 4);
    mkdir(run, 0700);
    in.has_stdin = true;
    in.in = (InputBytes){"i\0n", 3};
    in.files = files;
    in.nfiles = 2;
    in.around = around;
    assert_true(input_place(&a, &in, "/p", run, &t, &d));
    assert_string_equal(t.argv[0], "/p");
    for (size_t i = 0; i < in.nargs; i++) {
        assert_int_equal(strlen(t.argv[i + 1]), in.args[i].n);
        assert_memory_equal(t.argv[i + 1], in.args[i].at, in.args[i].n);
    }
    assert_null(t.argv[in.nargs + 1]);
    assert_file("run/stdin", "i\0n", 3);
    assert_file("run/files/data.txt", "DATA", 4);
    assert_file("run/files/other", "other", 5);
    assert_file("run/files/sub/more", "more", 4);
    assert_file("run/files/sub/new/x", "\0", 1);
    assert_file("home/data.txt", "data", 4); /* the original is itself */
    char *link = at("run/files/other"), *ours = at("run/files/data.txt");
    assert_true(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    assert_true(lstat(ours, &st) == 0 && S_ISREG(st.st_mode));
    free(link), free(ours), free(run), free(around);
    diag_done(&d);
    arena_done(&a);
}

/* The script gives the program exactly the arguments; so does the line. */
static void
test_write(void **state)
{
    Arena a = {0};
    Input in = awkward(&a);
    const InputBytes env[] = {{"A=b c'\n", 7}, {"B=", 2}};
    const InputFile file = {"f", {"F", 1}};
    char *out = at("out"), *seen = at("seen"), *cmd = at("out/t1/cmd");
    char *tests = at("out/tests"), *show = at("show");
    static const char script[] =
        "#!/bin/sh\n{ printf '%s\\0' \"$@\" \"$A\" \"$B\"; cat f -; } > ";
    Str text = {0}, want = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    str_printf(&text, "%s%s\n", script, seen);
    put("show", text.at, text.n);
    chmod(show, 0755);
    in.env = env;
    in.nenv = 2;
    in.files = &file;
    in.nfiles = 1;
    in.has_stdin = true;
    in.in = (InputBytes){"in", 2};
    assert_true(input_write(&in, show, out, "t1", &d));
    char *argv[] = {cmd, NULL}, *printed;
    assert_int_equal(spawn_capture(argv, false, &printed, &d), 0);
    free(printed);
    for (size_t i = 0; i < in.nargs; i++)
        str_printf(&want, "%.*s%c", (int)in.args[i].n, in.args[i].at, 0);
    str_printf(&want, "b c'\n%c%cFin", 0, 0);
    assert_file("seen", want.at, want.n);

    Suite s;
    const SuiteSpec spec = {.program = "/p", .tests = tests};
    assert_true(input_write(&in, show, out, "t1", &d)); /* not twice */
    assert_true(input_write(&(Input){0}, show, out, "t2", &d));
    assert_true(suite_open(&spec, &s, &d));
    assert_int_equal(s.n, 2);
    Input back;
    assert_true(input_of_test(&a, &s.tests[0], &back, &d));
    back.around = NULL;
    back.files = &file; /* no argument names it */
    back.nfiles = 1;
    assert_true(input_equal(&in, &back));
    assert_true(input_of_test(&a, &s.tests[1], &back, &d));
    assert_int_equal(back.nargs, 0);
    suite_done(&s);

    put("out/mine/x", "mine", 4); /* nobody's test is overwritten */
    assert_false(input_write(&in, show, out, "mine", &d));
    assert_file("out/mine/x", "mine", 4);
    str_done(&text), str_done(&want);
    free(out), free(seen), free(cmd), free(tests), free(show);
    diag_done(&d);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse), cmocka_unit_test(test_equal_and_digest),
        cmocka_unit_test(test_names), cmocka_unit_test(test_place),
        cmocka_unit_test(test_write),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
