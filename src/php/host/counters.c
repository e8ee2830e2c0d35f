/* counters.c - counters in files of the run directory, or in the memory of
 * who asks us to serve.
 *
 * As the runtime of compiled programs has it (runtime/profile.c), but for
 * counters whose number is known only when the model was read.
 */
#include "php/host/host.h"

#include "format/profile.h"
#include "runtime/profile.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t *host_counters;
uint64_t host_ncounters;

static char id[PROFILE_ID_SIZE];
static const char *directory = ""; /* empty: nobody asked for counts */

/* Of runtime/serve.c: a fork of ours is as good as a start. */
extern const unsigned char __culprit_servable; /* NOLINT: its name */
const unsigned char __culprit_servable = 1;

static size_t
size_of_counters(void)
{
    return (host_ncounters * 8 + 4095) & ~(size_t)4095;
}

static struct ProfileHeader
make_header(void)
{
    struct ProfileHeader h = {.magic = PROFILE_MAGIC,
                              .version = PROFILE_VERSION,
                              .pid = (uint32_t)getpid(),
                              .ncounters = host_ncounters};

    memcpy(h.id, id, sizeof id);
    return h;
}

static bool
is_allowed(size_t size)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= size;
}

/* The counters stay where they are; what is behind them changes. */
static bool
map_over(int fd)
{
    return host_ncounters == 0 ||
           mmap(host_counters, size_of_counters(), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, fd, PROFILE_HEADER) != MAP_FAILED;
}

static void
count_in_file(void)
{
    const struct ProfileHeader header = make_header();
    const size_t size = PROFILE_HEADER + size_of_counters();
    char path[4096];

    if (!directory[0] || !host_counters || !host_ncounters || !is_allowed(size))
        return;
    snprintf(path, sizeof path, "%s/" PROFILE_PREFIX "%ld.0", directory,
             (long)getpid());
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    if (ftruncate(fd, (off_t)size) == 0 &&
        write(fd, &header, sizeof header) == (ssize_t)sizeof header)
        map_over(fd);
    close(fd);
}

char *
crt_count_in_memory(int fd)
{
    struct stat st;

    if (!host_counters || fstat(fd, &st) != 0 || st.st_size < PROFILE_HEADER ||
        (host_ncounters &&
         (size_t)st.st_size != PROFILE_HEADER + size_of_counters()))
        return NULL;
    struct ProfileHeader *header =
        mmap(NULL, PROFILE_HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (header == MAP_FAILED || (host_ncounters && !map_over(fd)))
        return NULL;
    *header = make_header();
    return (char *)header;
}

void
crt_count_forks_in(const char *dir)
{
    directory = dir;
}

const char *
counters_directory(void)
{
    return directory;
}

void
counters_none(char **envp)
{
    static uint64_t none;

    host_counters = &none;
    crt_prepare_to_serve(envp);
}

bool
counters_open(const char *program, uint64_t n, char **envp)
{
    const char *dir = getenv(CULPRIT_RUN_ENV);

    host_ncounters = n;
    snprintf(id, sizeof id, "%s", program);
    void *place = mmap(NULL, size_of_counters() + 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        return false;
    host_counters = place;
    crt_prepare_to_serve(envp);
    directory = dir ? strdup(dir) : "";
    count_in_file();
    return pthread_atfork(NULL, NULL, count_in_file) == 0;
}
