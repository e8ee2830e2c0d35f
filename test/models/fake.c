/* fake.c - the primitives of models, without expressions but with checks.
 *
 * Every descriptor is said to be symbolic. What a model claims to be byte n of
 * a file is compared with that byte; numbers and texts of output are collected
 * to be compared with what was really written.
 */
#include "models.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int fake_symbolic = 1;
uint64_t fake_start;
char fake_output[1 << 16];
size_t fake_length;

int32_t
__culprit_sym_file(int descriptor)
{
    struct stat st;

    return fstat(descriptor, &st) == 0 && S_ISCHR(st.st_mode) ? -1 : descriptor;
}

static void
check_bytes(int fd, uint64_t offset, const void *p, size_t n)
{
    char now[4096];
    struct stat st;
    if (n > sizeof now || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    ssize_t got = pread(fd, now, n, (off_t)offset);
    check(got == (ssize_t)n && memcmp(now, p, n) == 0,
          "%zu bytes at %ju of the file", n, (uintmax_t)offset);
}

uint8_t
__culprit_sym_byte(int32_t file, uint64_t offset, uint8_t concrete)
{
    check_bytes(file, offset, &concrete, 1);
    return concrete;
}

uint64_t
__culprit_sym_size(int32_t file, uint64_t concrete)
{
    struct stat st;
    check(fstat(file, &st) == 0 && (uint64_t)st.st_size == concrete, "size");
    return concrete;
}

void
__culprit_sym_mark(void *p, uint64_t n, int32_t file, uint64_t offset)
{
    check_bytes(file, offset, p, n);
}

void
__culprit_sym_forget(void *p, uint64_t n)
{
    (void)p;
    (void)n;
}

void
__culprit_sym_move(void *to, const void *from, uint64_t n)
{
    memmove(to, from, n);
}

int
__culprit_sym_any(const void *p, uint64_t n)
{
    if (n == 1 && *(const char *)p == 0)
        return 0; /* texts end where they end */
    return fake_symbolic && n > 0;
}

int
__culprit_sym_grows(const void *p)
{
    (void)p;
    return 0;
}

void
__culprit_sym_network(void)
{
}

static uint64_t fake_elapsed;

int
__culprit_sym_clock(int calendar, uint64_t *ns)
{
    fake_elapsed += 1000;
    *ns = (calendar ? fake_start : 0) + fake_elapsed;
    return fake_start != 0;
}

void
__culprit_sym_slept(uint64_t ns)
{
    fake_elapsed += ns;
}

int
__culprit_sym_random(void *p, uint64_t n)
{
    memset(p, 7, n);
    return fake_start != 0;
}

int
__culprit_sym_is(uint64_t value)
{
    (void)value;
    return fake_symbolic;
}

uint64_t
__culprit_sym_concrete(uint64_t value)
{
    return value;
}

static void
collect(const char *p, uint64_t n)
{
    if (fake_length + n > sizeof fake_output)
        n = sizeof fake_output - fake_length;
    if (p)
        memcpy(fake_output + fake_length, p, n);
    else
        memset(fake_output + fake_length, '?', n);
    fake_length += n;
}

void
__culprit_sym_number(int descriptor, uint32_t argument, int conversion,
                     uint32_t width, uint64_t value, uint64_t length)
{
    char text[32] = "";
    (void)descriptor;
    (void)argument;
    if (conversion == 'd' && width == 32 && value != 0)
        snprintf(text, sizeof text, "%d", (int)value);
    if (conversion == 'x' && width == 64 && value != 0)
        snprintf(text, sizeof text, "%jx", (uintmax_t)value);
    collect(text[0] && strlen(text) == length ? text : NULL, length);
}

void
__culprit_sym_text(int descriptor, uint32_t argument, int conversion,
                   const char *bytes, uint64_t length)
{
    (void)descriptor;
    (void)argument;
    (void)conversion;
    collect(bytes, length);
}
