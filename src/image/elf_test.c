/* elf_test.c - this test itself is an ELF file to read, whole and damaged. */
#include "image/elf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char self[] = "/proc/self/exe";

static void
reads_itself(void **state)
{
    Arena a = {0};
    ElfFile e;
    Diag d;
    bool libc = false;

    (void)state;
    diag_init(&d);
    assert_true(elf_read(self, &a, &e, &d));
    assert_null(e.section.at);
    assert_string_equal(e.soname, "");
    for (size_t i = 0; i < e.nneeded; i++)
        libc = libc || strstr(e.needed[i], "libc.so");
    assert_true(libc);
    diag_done(&d);
    arena_done(&a);
}

static void
says_why_not(void **state)
{
    static const struct {
        const char *bytes, *why;
    } rows[] = {{"", "is not an ELF program"},
                {"#!/bin/sh\n", "is a script"},
                {"\177ELF", "is not an ELF program"},
                {"!<arch>\n", "is not an ELF program"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char bytes[32];
        Arena a = {0};
        ElfFile e;
        Diag d;

        snprintf(bytes, sizeof bytes, "%s", rows[i].bytes);
        diag_init(&d);
        assert_false(elf_parse("it", bytes, strlen(bytes), &a, &e, &d));
        assert_non_null(strstr(d.error, rows[i].why));
        diag_done(&d);
        arena_done(&a);
    }
}

/* Any piece of a file is read or refused, nothing else. */
static void
survives_cuts(void **state)
{
    Bytes b;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_read(self, &b, &d));
    for (size_t n = 1; n < b.n; n += b.n / 97) {
        Arena a = {0};
        ElfFile e;
        Diag cut;
        Bytes piece = {.at = malloc(n), .n = n};
        memcpy(piece.at, b.at, n);
        diag_init(&cut);
        assert_true(elf_parse("it", piece.at, n, &a, &e, &cut) == !cut.error);
        diag_done(&cut);
        arena_done(&a);
        io_bytes_done(&piece);
    }
    io_bytes_done(&b);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_itself),
        cmocka_unit_test(says_why_not),
        cmocka_unit_test(survives_cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
