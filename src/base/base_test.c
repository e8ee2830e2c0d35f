/* base_test.c - the small things everything stands on. */
#include "base/arena.h"
#include "base/bitset.h"
#include "base/cursor.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void
test_numbers_round_trip(void **state)
{
    static const uint64_t values[] = {
        0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX - 1, UINT64_MAX};
    Str s = {0};

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        str_put_varint(&s, values[i]);
        str_put_u64(&s, values[i]);
        str_put_u32(&s, (uint32_t)values[i]);
    }
    Cursor c = cursor_over(s.at, s.n);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        assert_int_equal(cursor_varint(&c), values[i]);
        assert_int_equal(cursor_u64(&c), values[i]);
        assert_int_equal(cursor_u32(&c), (uint32_t)values[i]);
    }
    assert_false(c.bad);
    assert_int_equal(cursor_left(&c), 0);
    assert_int_equal(cursor_u8(&c), 0); /* beyond the end: zeros, and bad */
    assert_true(c.bad);
    str_done(&s);
}

static void
test_cursor_refuses(void **state)
{
    static const uint8_t endless[12] = {255, 255, 255, 255, 255, 255,
                                        255, 255, 255, 255, 255, 1};
    static const uint8_t many[] = {200, 1, 0, 0};
    Cursor c = cursor_over(endless, sizeof endless);

    (void)state;
    cursor_varint(&c);
    assert_true(c.bad);
    c = cursor_over(many, sizeof many); /* claims 200 things in 2 bytes */
    assert_int_equal(cursor_count(&c, 1), 0);
    assert_true(c.bad);
    c = cursor_over(NULL, 0);
    assert_null(cursor_take(&c, 1));
}

static void
test_map(void **state)
{
    Map m = {0};
    char key[32];

    (void)state;
    assert_null(map_find_text(&m, "x"));
    for (uint32_t i = 0; i < 5000; i++) {
        snprintf(key, sizeof key, "key %u", i);
        assert_int_equal(*map_put_text(&m, key, i), i);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        snprintf(key, sizeof key, "key %u", i);
        assert_int_equal(*map_put_text(&m, key, 9), i); /* the first stays */
        assert_int_equal(*map_find_text(&m, key), i);
    }
    assert_int_equal(m.n, 5000);
    assert_null(map_find_text(&m, "key 5000"));
    map_done(&m);
}

static void
test_bitset(void **state)
{
    Bitset a = bitset_new(130), b = bitset_new(130);

    (void)state;
    for (size_t i = 0; i < 130; i += 3)
        bitset_add(&a, i);
    for (size_t i = 0; i < 130; i += 2)
        bitset_add(&b, i);
    assert_int_equal(bitset_count(&a), 44);
    assert_int_equal(bitset_count_and(&a, &b), 22);
    bitset_and(&a, &b);
    assert_int_equal(bitset_count(&a), 22);
    bitset_or(&a, &b);
    assert_memory_equal(a.words, b.words, 3 * sizeof *a.words);
    bitset_remove(&a, 128);
    assert_false(bitset_has(&a, 128));
    bitset_free(&a);
    bitset_free(&b);
}

static void
test_paths(void **state)
{
    static const struct {
        const char *path, *want;
    } rows[] = {
        {"/a/b", "/a/b"},
        {"/a//b/", "/a/b"},
        {"/a/./b/../c", "/a/c"},
        {"/../a", "/a"},
        {"/", "/"},
        {"/..", "/"},
        {"/a/b/../../c/d", "/c/d"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *got = io_absolute(rows[i].path);
        assert_string_equal(got, rows[i].want);
        free(got);
    }
    char *joined = io_join("a", "/b");
    assert_string_equal(joined, "/b");
    free(joined);
    char *dir = io_dirname("/x");
    assert_string_equal(dir, "/");
    free(dir);
    assert_string_equal(io_basename("a/b.c"), "b.c");
}

static void
test_files(void **state)
{
    Diag d;
    char *dir;
    Bytes b;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("culprit-base", &dir, &d));
    char *deep = mem_printf("%s/a/b", dir), *file = mem_printf("%s/f", deep);
    char *copy = mem_printf("%s/copy", dir);
    assert_true(io_mkdirs(deep, &d));
    assert_true(io_write(file, "x\0y", 3, &d));
    assert_true(io_copy_tree(deep, copy, &d));
    char *copied = mem_printf("%s/f", copy);
    assert_true(io_read(copied, &b, &d));
    assert_int_equal(b.n, 3);
    assert_memory_equal(b.at, "x\0y", 3);
    io_bytes_done(&b);
    assert_false(io_read(deep, &b, &d)); /* a directory */
    assert_non_null(strstr(d.error, "cannot read"));
    io_remove_tree(dir);
    assert_false(io_exists(dir));
    free(deep), free(file), free(copy), free(copied), free(dir);
    diag_done(&d);
}

static void
test_spawn(void **state)
{
    Diag d;
    char *out;
    char sh[] = "sh", c[] = "-c", say[] = "echo hello; exit 3", no[] = "/no/it";
    char *good[] = {sh, c, say, NULL}, *bad[] = {no, NULL};

    (void)state;
    diag_init(&d);
    assert_int_equal(spawn_capture(good, false, &out, &d), 3);
    assert_string_equal(out, "hello\n");
    free(out);
    assert_int_equal(spawn_capture(bad, false, &out, &d), -1);
    assert_null(out);
    assert_non_null(strstr(d.error, "cannot start /no/it"));
    diag_done(&d);
}

static void
test_diag(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    assert_false(diag_fail(&d, "first %d", 1));
    assert_false(diag_fail(&d, "second"));
    diag_context(&d, "while %s", "testing");
    assert_string_equal(d.error, "while testing: first 1");
    diag_warn(&d, "careful");
    assert_int_equal(d.nwarnings, 1);
    diag_done(&d);
}

static void
test_arena_and_vec(void **state)
{
    Arena a = {0};
    VEC(int) v = {0};

    (void)state;
    for (int i = 0; i < 1000; i++) {
        char *s = arena_printf(&a, "%d", i);
        assert_int_equal(atoi(s), i);
        assert_int_equal((uintptr_t)arena_alloc(&a, 3, 5) % 16, 0);
        vec_push(&v, i);
    }
    char *big = arena_alloc(&a, 1, 1 << 20);
    assert_int_equal(big[(1 << 20) - 1], 0);
    assert_int_equal(v.n, 1000);
    assert_int_equal(vec_pop(&v), 999);
    vec_done(&v);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_round_trip),
        cmocka_unit_test(test_cursor_refuses),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_bitset),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_spawn),
        cmocka_unit_test(test_diag),
        cmocka_unit_test(test_arena_and_vec),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
