/* blob_test.c - spectra survive packing, are small, and hostile bytes are
 * refused.
 */
#include "run/blob.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t
next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return *seed >> 33;
}

static void
check_round_trip(const uint64_t *counts, uint32_t n)
{
    Blobber b = {0};
    Str packed = {0};
    Diag d;
    uint32_t used, k = 0, size = n + 1; /* more room does no harm */
    uint32_t *index = mem_zalloc((size_t)n + 1, 4);
    uint32_t *count = mem_zalloc((size_t)n + 1, 4);

    diag_init(&d);
    blob_pack(&b, counts, n, (BlobList){0}, &packed);
    assert_true(blob_unpack(&b, (const uint8_t *)packed.at, packed.n, &size,
                            index, count, &used, &d));
    assert_int_equal(size, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!counts[i])
            continue;
        assert_int_equal(index[k], i);
        assert_int_equal(count[k],
                         counts[i] < UINT32_MAX ? counts[i] : UINT32_MAX);
        k++;
    }
    assert_int_equal(used, k);
    if (n > 0) {
        size = n - 1;
        assert_false(blob_unpack(&b, (const uint8_t *)packed.at, packed.n,
                                 &size, index, count, &used, &d));
    }
    free(index);
    free(count);
    str_done(&packed);
    blob_done(&b);
    diag_done(&d);
}

static void
test_round_trip(void **state)
{
    static const uint32_t sizes[] = {0, 1, 7, 8, 9, 64, 1000};
    uint64_t counts[1001], seed = 1;

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (unsigned shift = 0; shift < 31; shift += 5) {
            for (uint32_t i = 0; i < sizes[s]; i++)
                counts[i] = next(&seed) % 3 ? next(&seed) >> shift : 0;
            check_round_trip(counts, sizes[s]);
        }
    }
    uint64_t edge[] = {
        1, 254, 255, 256, UINT32_MAX, UINT64_MAX, (uint64_t)1 << 40};
    check_round_trip(edge, sizeof edge / sizeof edge[0]);
}

static void
test_hostile(void **state)
{
    uint64_t counts[100] = {1, 2, 300, 0, 5}, seed = 7;
    uint32_t index[100], count[100], used;
    Blobber b = {0};
    Str packed = {0};

    (void)state;
    blob_pack(&b, counts, 100, (BlobList){0}, &packed);
    for (size_t i = 0; i < 2000; i++) {
        uint8_t bytes[256];
        size_t n = next(&seed) % (packed.n + 1);
        Diag d;
        diag_init(&d);
        memcpy(bytes, packed.at, n);
        if (n)
            bytes[next(&seed) % n] ^= (uint8_t)(1 + next(&seed) % 255);
        uint32_t size = 100;
        if (blob_unpack(&b, bytes, n, &size, index, count, &used, &d))
            for (uint32_t k = 0; k < used; k++)
                assert_true(index[k] < size && count[k] > 0 &&
                            (!k || index[k - 1] < index[k]));
        diag_done(&d);
    }
    str_done(&packed);
    blob_done(&b);
}

/* A run of a program with `n` edges in functions of 20: of each function that
 * runs, most edges are taken, as often as it was called or in a loop. */
static void
synthesize(uint64_t *counts, uint32_t n, uint64_t *seed)
{
    memset(counts, 0, n * sizeof *counts);
    for (uint32_t f = 0; f + 20 <= n; f += 20) {
        if (next(seed) % 10 >= 4)
            continue;
        uint64_t calls = 1 + next(seed) % (1U << (next(seed) % 12));
        for (uint32_t i = f; i < f + 20; i++) {
            uint64_t kind = next(seed) % 10;
            counts[i] = kind < 3   ? 0
                        : kind < 7 ? calls
                        : kind < 9 ? next(seed) % (calls + 1)
                                   : calls * (1 + next(seed) % 50);
        }
    }
}

/* 10,000 tests of a 10,000-edge program fit in 50 MB: 5,000 bytes a run, of
 * which SQLite takes about 400. */
static void
test_size(void **state)
{
    enum { EDGES = 10000, RUNS = 200 };
    uint64_t *counts = mem_zalloc(EDGES, 8), seed = 3, total = 0;
    Blobber b = {0};
    Str packed = {0};

    (void)state;
    for (int i = 0; i < RUNS; i++) {
        synthesize(counts, EDGES, &seed);
        str_clear(&packed);
        blob_pack(&b, counts, EDGES, (BlobList){0}, &packed);
        total += packed.n;
    }
    print_message("%d edges: %llu bytes a run\n", EDGES,
                  (unsigned long long)(total / RUNS));
    assert_true(total / RUNS < 4500);
    str_done(&packed);
    blob_done(&b);
    free(counts);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
