/* alter.c - change the state of a run at chosen instants, as format/alter.h
 * says.
 *
 * Sites count down; the one that comes to zero calls __culprit_alter_now. A
 * bad file does not disturb the program: it runs unaltered, and the host sees
 * that nobody took the file.
 */
#include "runtime/alter.h"

#include "format/alter.h"
#include "format/profile.h"
#include "runtime/kernel.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Defined by variant/. */
extern const char __culprit_id[];

uint64_t __culprit_alter_left = UINT64_MAX;
uint64_t __culprit_alter_next = UINT64_MAX;
uint32_t __culprit_site_shadow;

__attribute__((preserve_most)) uint64_t __culprit_alter_now(uint64_t value,
                                                            uint32_t inst,
                                                            uint32_t width);

static AlterHeader *header; /* NULL: nothing to alter */
static AlterEntry *entries;
static uint32_t entry; /* the next one */

/* needs: `left` of the sites before `next` are to come. */
static void
arm(void)
{
    uint64_t executed = crt_alter_executed(), next = UINT64_MAX;

    while (header && entry < header->n && entries[entry].at <= executed)
        entry++;
    if (header && entry < header->n)
        next = entries[entry].at;
    if (header && header->limit && header->limit < next)
        next = header->limit + 1;
    __culprit_alter_left = next - executed;
    __culprit_alter_next = next;
}

static void
end_process(uint32_t why)
{
    header->stopped = why;
    kernel_exit(ALTER_STOPPED);
}

static uint64_t
make_symbol(const AlterEntry *e, uint64_t value, uint32_t width)
{
    static uint32_t shared; /* of the one entry with ALTER_EVERY */
    const int every = (e->kind & ALTER_EVERY) != 0;

    if (!crt_concolic_instance)
        return value;
    if (every && shared)
        __culprit_site_shadow = shared;
    else
        __culprit_site_shadow = crt_concolic_instance(
            every ? 0 : __culprit_alter_next, width, value);
    if (every)
        shared = __culprit_site_shadow;
    return value;
}

static uint64_t
alter(AlterEntry *e, uint64_t value, uint32_t inst, uint32_t width)
{
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;

    e->was = value;
    header->reached = __culprit_alter_next;
    header->done++;
    switch ((AlterKind)(e->kind & ~(uint32_t)ALTER_EVERY)) {
    case ALTER_SET:
        __culprit_site_shadow = 0;
        return e->value & mask;
    case ALTER_FLIP:
        __culprit_site_shadow = 0;
        return value ^ 1;
    case ALTER_SYMBOL:
        return e->kind & ALTER_EVERY ? value : make_symbol(e, value, width);
    case ALTER_SET_SYMBOL:
        __culprit_site_shadow = 0;
        return make_symbol(e, e->value & mask, width);
    case ALTER_STOP:
        end_process(1);
        break;
    case ALTER_COPY:
        __culprit_site_shadow = 0;
        return (e > entries ? e[-1].was : 0) & mask;
    case ALTER_ADD:
        __culprit_site_shadow = 0;
        return (value + e->value) & mask;
    case ALTER_KEEP:
        e->value = inst;
        break;
    case ALTER_KINDS:
        break;
    }
    return value;
}

__attribute__((preserve_most)) uint64_t
__culprit_alter_now(uint64_t value, uint32_t inst, uint32_t width)
{
    if (!header) { /* after 2^64 sites */
        arm();
        return value;
    }
    if (header->limit && __culprit_alter_next > header->limit)
        end_process(2);
    AlterEntry *e = &entries[entry];
    if (e->inst == UINT32_MAX || e->inst == inst)
        value = alter(e, value, inst, width);
    if (e->kind & ALTER_EVERY)
        e->at = __culprit_alter_next + 1;
    else
        entry++;
    arm();
    return value;
}

/* A child counts on, but is not altered. */
static void
after_fork(void)
{
    header = NULL;
    arm();
}

/* Is the file for this program, whole, and nobody's yet? */
static int
take(AlterHeader *h, size_t size)
{
    uint32_t nobody = 0;
    static const char magic[8] = ALTER_MAGIC;

    if (size < sizeof *h || h->version != ALTER_VERSION ||
        h->n > (size - sizeof *h) / sizeof(AlterEntry))
        return 0;
    for (size_t i = 0; i < sizeof magic; i++)
        if (h->magic[i] != magic[i])
            return 0;
    for (size_t i = 0; i < ALTER_ID_SIZE; i++) {
        if (h->id[i] != __culprit_id[i])
            return 0;
        if (!h->id[i])
            break;
    }
    return __atomic_compare_exchange_n(&h->pid, &nobody, kernel_pid(), 0,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void
open_file(const char *directory)
{
    char path[4096 + 64];
    struct stat st;
    size_t n = append_text(path, 0, sizeof path, directory);

    append_text(path, n, sizeof path, "/" ALTER_FILE);
    int fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);
    if (fd < 0)
        return;
    size_t size = kernel_stat_file(fd, &st) == 0 && st.st_size > 0
                      ? (size_t)st.st_size
                      : 0;
    void *at =
        size ? kernel_map(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
             : MAP_FAILED;
    kernel_close(fd);
    if (at == MAP_FAILED)
        return;
    if (!take(at, size)) {
        kernel_unmap(at, size);
        return;
    }
    header = at;
    entries = (AlterEntry *)(header + 1);
    pthread_atfork(NULL, NULL, after_fork);
    arm();
}

void
crt_alter_begin(char **envp)
{
    int saved = errno;
    static const char name[] = CULPRIT_RUN_ENV "=";

    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && name[i] == (*envp)[i])
            i++;
        if (!name[i])
            open_file(*envp + i);
    }
    errno = saved;
}

static void
start_altering(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv;
    crt_alter_begin(envp);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = start_altering;
