/* cuts.c - linked into the profile variant: what is counted, piece by piece.
 *
 * Where a check ends or a line was printed, what has changed since the last
 * time is appended to a file (format/profile.h). Nothing is done unless
 * somebody asks; what cannot be written is in no piece.
 */
#include "runtime/kernel.h"
#include "runtime/profile.h"

#include "format/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

extern uint64_t __culprit_counters[];
extern const uint64_t __culprit_ncounters;
extern char **__environ;

/* What the program's calls that print are followed by. */
void __culprit_printed(void);

/* Pieces of one process at most, and bytes: no test is meant to be cut
 * oftener. */
enum { CUTS_MOST = 1 << 20 };
static const uint64_t bytes_most = (uint64_t)256 << 20;

static enum { ASK, NO, YES } cutting; /* does somebody want pieces? */
static bool prints;                   /* standard output is the test's */
static int file = -1, map = -1;       /* of records; /proc/self/pagemap */
static uint64_t *last;  /* counters at the last cut; then room for a record */
static uint64_t *pages; /* of the counters: how the kernel maps them */
static uint64_t ncuts, nbytes;
static struct {
    const char *base; /* of the buffer */
    size_t n;         /* in it */
    uint64_t at;      /* of all */
} seen;

static bool
is_asked(void)
{
    static const char name[] = CULPRIT_CUTS_ENV "=";

    for (char **e = __environ; e && *e; e++) {
        size_t i = 0;
        while (name[i] && (*e)[i] == name[i])
            i++;
        if (!name[i])
            return (*e)[i] != 0;
    }
    return false;
}

static bool
stat_printed(const char *name, struct stat *out)
{
    char path[4096 + 16];
    size_t n = append_text(path, 0, sizeof path, crt_count_directory());

    n = append_text(path, n, sizeof path, "/");
    append_text(path, n, sizeof path, name);
    return crt_count_directory()[0] && kernel_stat(path, out) == 0;
}

void
crt_printed(uint64_t at[2])
{
    static const char *const names[2] = {CULPRIT_OUT, CULPRIT_ERR};
    struct stat st;
    const int saved = errno;

    for (int i = 0; i < 2; i++)
        at[i] = stat_printed(names[i], &st) ? (uint64_t)st.st_size
                                            : PROFILE_NOWHERE;
    errno = saved;
}

void
crt_cuts_begin(void)
{
    if (file >= 0)
        kernel_close(file);
    if (map >= 0)
        kernel_close(map);
    file = map = -1;
    cutting = ASK;
    ncuts = nbytes = 0;
}

enum { PAGE = 4096, PER_PAGE = PAGE / 8 };

static size_t
count_pages(void)
{
    return (__culprit_ncounters * 8 + PAGE - 1) / PAGE;
}

/* Counters are zero where the process begins to count. */
static bool
make_room(void)
{
    const size_t record = __culprit_ncounters * sizeof(struct ProfileCutCount) +
                          sizeof(struct ProfileCut) + CUT_TEXT_MOST;
    const size_t most =
        (__culprit_ncounters + count_pages()) * sizeof *last + record;
    const size_t size = (most + PAGE - 1) & ~(size_t)(PAGE - 1);

    if (last)
        kernel_unmap(last, size);
    void *at = kernel_map(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    last = at == MAP_FAILED ? NULL : at;
    pages = last + __culprit_ncounters;
    return last != NULL;
}

/* Is standard output the test's, and not a pipe or a file of its own? */
static bool
is_test_output(void)
{
    struct stat ours, tests;

    return kernel_stat_file(1, &ours) == 0 &&
           stat_printed(CULPRIT_OUT, &tests) && ours.st_dev == tests.st_dev &&
           ours.st_ino == tests.st_ino;
}

static void
begin(void)
{
    const int saved = errno;

    cutting = NO;
    if (is_asked() && crt_count_directory()[0] && make_room() &&
        (file = crt_count_file("/" CUTS_PREFIX)) >= 0) {
        cutting = YES;
        map = kernel_open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
    }
    prints = cutting == YES && is_test_output();
    seen.base = NULL;
    seen.n = 0;
    seen.at = prints ? (uint64_t)kernel_seek(1, 0, SEEK_CUR) : 0;
    errno = saved;
}

static uint32_t
collect_page(struct ProfileCutCount *to, uint64_t from, uint64_t end)
{
    uint32_t n = 0;

    for (uint64_t i = from; i < end; i++) {
        const uint64_t now = __culprit_counters[i], more = now - last[i];
        if (!more)
            continue;
        last[i] = now;
        to[n++] = (struct ProfileCutCount){
            .index = (uint32_t)i,
            .count = more < UINT32_MAX ? (uint32_t)more : UINT32_MAX};
    }
    return n;
}

/* Which pages has this process touched? False: nobody knows. */
static bool
find_pages(void)
{
    const size_t n = count_pages() * sizeof *pages;
    const uintptr_t first = (uintptr_t)__culprit_counters / PAGE;

    return map >= 0 &&
           kernel_call(SYS_pread64, map, (long)pages, (long)n,
                       (long)(first * sizeof *pages), 0, 0) == (long)n;
}

/* What has changed since the last cut. Most pages of a large program's counters
 * were never touched. */
static uint32_t
collect(struct ProfileCutCount *to)
{
    const uint64_t own = __culprit_ncounters - PROFILE_OWN;
    const uint64_t present = (uint64_t)1 << 63;
    const bool known = find_pages();
    uint32_t n = 0;

    for (size_t p = 0; p < count_pages(); p++) {
        const uint64_t from = p * PER_PAGE, end = from + PER_PAGE;
        if (!known || pages[p] & present)
            n += collect_page(to + n, from, end < own ? end : own);
    }
    return n;
}

static void
cut(uint32_t kind, const char *text, size_t ntext, uint64_t at)
{
    char *record = (char *)(pages + count_pages());
    struct ProfileCut *head = (struct ProfileCut *)(void *)record;
    const int saved = errno;

    if (ncuts++ >= CUTS_MOST || nbytes > bytes_most)
        return;
    if (ntext > CUT_TEXT_MOST)
        ntext = CUT_TEXT_MOST;
    const size_t padded = CUT_PADDED(ntext);
    *head = (struct ProfileCut){.magic = CUTS_MAGIC,
                                .kind = kind,
                                .ntext = (uint32_t)ntext,
                                .at = {at, PROFILE_NOWHERE}};
    kernel_copy(record + sizeof *head, text, ntext);
    head->ncounts = collect(
        (struct ProfileCutCount *)(void *)(record + sizeof *head + padded));
    const size_t n =
        sizeof *head + padded + head->ncounts * sizeof(struct ProfileCutCount);
    if (kernel_write(file, record, n) != (ssize_t)n)
        cutting = NO;
    nbytes += n;
    errno = saved;
}

void
crt_cut_check(const char *check)
{
    size_t n = 0;

    if (cutting == ASK)
        begin();
    while (check[n])
        n++;
    if (cutting == YES)
        cut(CUT_CHECK, check, n, PROFILE_NOWHERE);
}

/* Has a line ended in what the buffer has got since the last look? */
static bool
has_line(const char *base, size_t n)
{
    for (size_t i = seen.base == base && seen.n <= n ? seen.n : 0; i < n; i++)
        if (base[i] == '\n')
            return true;
    return false;
}

/* Something may have been printed. What is in the buffer can be looked at; of
 * what is not, only that it came is seen. */
void
__culprit_printed(void)
{
    if (cutting == ASK)
        begin();
    if (cutting != YES || !prints || !stdout)
        return;
    const char *base = stdout->_IO_write_base;
    const size_t n = (size_t)(stdout->_IO_write_ptr - base);
    const int saved = errno;
    if (n && seen.base == base && seen.n <= n && !has_line(base, n)) {
        seen.n = n;
        return;
    }
    const off_t flushed = kernel_seek(1, 0, SEEK_CUR);
    errno = saved;
    const uint64_t at = (uint64_t)flushed + n;
    if (flushed >= 0 && at > seen.at)
        cut(CUT_LINE, "", 0, at);
    seen.base = base;
    seen.n = n;
    seen.at = at;
}
