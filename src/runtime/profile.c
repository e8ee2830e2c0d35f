/* profile.c - linked into the profile variant: map the counters to a file.
 *
 * The counters are a page-aligned array in the image; before any constructor
 * runs, a file of the run directory is mapped over them, shared. From then on
 * counting is plain memory increments and nothing is lost however the process
 * ends. A forked child maps a fresh file. If anything here fails the program
 * runs on with its private counters: the host sees no file and says so.
 */
#include "runtime/profile.h"
#include "runtime/kernel.h"
#include "runtime/name.h"

#include "format/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Defined by variant/: the counters, their number, the model's id. */
extern uint64_t __culprit_counters[];
extern const uint64_t __culprit_ncounters;
extern const char __culprit_id[];

#pragma weak crt_current_check /* a program without checks has none */

static const char *directory = ""; /* empty: nobody asked for counts */
static unsigned long number;       /* of the file */

const char *
crt_count_directory(void)
{
    return directory;
}

int
crt_count_file(const char *prefix)
{
    char path[4096 + 64];
    size_t n = append_text(path, 0, sizeof path, directory);

    n = append_text(path, n, sizeof path, prefix);
    n = append_number(path, n, sizeof path, kernel_pid());
    n = append_text(path, n, sizeof path, ".");
    append_number(path, n, sizeof path, number);
    return kernel_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

/* A new file for this process; -1 if the directory does not take one. */
static int
create_file(unsigned long pid)
{
    char path[4096 + 64];

    for (unsigned long k = 0; k < 1000; k++) {
        size_t n = append_text(path, 0, sizeof path, directory);
        n = append_text(path, n, sizeof path, "/" PROFILE_PREFIX);
        n = append_number(path, n, sizeof path, pid);
        n = append_text(path, n, sizeof path, ".");
        append_number(path, n, sizeof path, k);
        int fd = kernel_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        number = k;
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* May a file of this size be made? Trying would be a SIGXFSZ if not. */
static bool
is_allowed(size_t size)
{
    struct rlimit limit;

    return kernel_limit(RLIMIT_FSIZE, NULL, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= size;
}

/* Field by field: nothing of libc's copies it. */
static void
fill_header(struct ProfileHeader *h)
{
    append_text(h->magic, 0, sizeof h->magic, PROFILE_MAGIC);
    h->version = PROFILE_VERSION;
    h->pid = kernel_pid();
    h->ncounters = __culprit_ncounters;
    append_text(h->id, 0, sizeof h->id, __culprit_id);
    append_text(h->check, 0, sizeof h->check,
                crt_current_check ? crt_current_check() : "");
    crt_printed(h->at);
    crt_cuts_begin();
}

static size_t
size_of_counters(void)
{
    return (__culprit_ncounters * 8 + 4095) & ~(size_t)4095;
}

static void
map_counters(void)
{
    if (!directory[0])
        return;
    static struct ProfileHeader header;
    size_t size = size_of_counters();
    int saved = errno;

    fill_header(&header);
    int fd = is_allowed(PROFILE_HEADER + size) ? create_file(header.pid) : -1;

    if (fd >= 0) {
        if (kernel_resize(fd, (off_t)(PROFILE_HEADER + size)) == 0 &&
            kernel_write(fd, &header, sizeof header) == (ssize_t)sizeof header)
            kernel_map(__culprit_counters, size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_FIXED, fd, PROFILE_HEADER);
        else
            kernel_resize(fd, 1); /* tried in vain, not killed before */
        kernel_close(fd);
    }
    errno = saved;
}

void
crt_count_check(void)
{
    ++__culprit_counters[__culprit_ncounters - PROFILE_OWN];
}

char *
crt_count_in_memory(int fd)
{
    size_t size = size_of_counters();
    struct stat st;

    if (kernel_stat_file(fd, &st) != 0 ||
        (size_t)st.st_size != PROFILE_HEADER + size)
        return NULL;
    char *header = kernel_map(NULL, PROFILE_HEADER, PROT_READ | PROT_WRITE,
                              MAP_SHARED, fd, 0);
    if (header == MAP_FAILED ||
        (size &&
         kernel_map(__culprit_counters, size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_FIXED, fd, PROFILE_HEADER) == MAP_FAILED))
        return NULL;
    number = 0;
    fill_header((struct ProfileHeader *)(void *)header);
    return header;
}

static bool
is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

void
crt_count_forks_in(const char *dir)
{
    directory = dir;
}

void
crt_begin(int argc, char **argv, char **envp)
{
    (void)argc, (void)envp;
    if (!is_same(argv[0], __progname_full))
        take_name(argv[0]);
}

/* Nobody repeats a test to count the same. */
void
crt_lead(const char *dir, unsigned n)
{
    (void)dir;
    (void)n;
}

void
crt_choose(unsigned run)
{
    (void)run;
}

void
crt_run_ended(unsigned run, int status, int signal, int timed_out)
{
    (void)run;
    (void)status;
    (void)signal;
    (void)timed_out;
}

static void
start_counting(int argc, char **argv, char **envp)
{
    static const char name[] = CULPRIT_RUN_ENV "=";
    static char named[4096];
    char **const first = envp;

    kernel_widen_stack();
    crt_prepare_to_serve(envp);
    if (argc > 0)
        restore_name(argv[0]);
    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && (*envp)[i] == name[i])
            i++;
        if (!name[i]) {
            append_text(named, 0, sizeof named, *envp + i);
            directory = named;
        }
    }
    map_counters();
    crt_tell_start(argv, first);
    pthread_atfork(NULL, NULL, map_counters);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = start_counting;
