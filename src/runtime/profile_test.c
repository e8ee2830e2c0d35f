/* profile_test.c - the file of counters: its name, layout and whose it is. The
 * runtime's source is part of the test.
 */
#include "runtime/profile.c"

#include "runtime/test_run.h"

enum { NCOUNTERS = 513 }; /* two pages */

uint64_t __culprit_counters[1024] __attribute__((aligned(4096)));
const uint64_t __culprit_ncounters = NCOUNTERS;
const char __culprit_id[] = "0123456789abcdef0123456789abcdef0123456789"
                            "abcdef0123456789abcdef0123456789abcdef";

void
crt_prepare_to_serve(char **envp)
{
    (void)envp;
}

/* Of the other parts of the runtime. */
void
crt_cuts_begin(void)
{
}

void
crt_printed(uint64_t at[2])
{
    at[0] = 3;
    at[1] = 4;
}

void
crt_tell_start(char **argv, char **envp)
{
    (void)argv;
    (void)envp;
}

static const char *
file_of(pid_t pid, unsigned k)
{
    static char name[64];

    snprintf(name, sizeof name, PROFILE_PREFIX "%ld.%u", (long)pid, k);
    return name;
}

static struct ProfileHeader
read_header(const char *name)
{
    struct ProfileHeader h;

    read_run_file(name, &h, sizeof h);
    return h;
}

static uint64_t
read_counter(const char *name, size_t i)
{
    static char all[PROFILE_HEADER + 8192];
    uint64_t v;

    read_run_file(name, all, sizeof all);
    memcpy(&v, all + PROFILE_HEADER + 8 * i, sizeof v);
    return v;
}

static int
tear_down(void **state)
{
    directory = "";
    return remove_run_directory(state);
}

static void
test_nobody_asked(void **state)
{
    (void)state;
    directory = "";
    map_counters();
    assert_int_equal(access(run_path(file_of(getpid(), 0)), F_OK), -1);
}

static void
test_layout(void **state)
{
    struct stat st;

    (void)state;
    directory = run_directory;
    map_counters();
    struct ProfileHeader h = read_header(file_of(getpid(), 0));
    assert_string_equal(h.magic, PROFILE_MAGIC);
    assert_int_equal(h.at[0], 3);
    assert_int_equal(h.at[1], 4);
    assert_string_equal(h.check, "");
    assert_int_equal(h.version, PROFILE_VERSION);
    assert_int_equal(h.pid, getpid());
    assert_int_equal(h.ncounters, NCOUNTERS);
    assert_int_equal(strlen(h.id), PROFILE_ID_SIZE - 1); /* cut, not lost */
    assert_memory_equal(h.id, __culprit_id, PROFILE_ID_SIZE - 1);
    assert_int_equal(stat(run_path(file_of(getpid(), 0)), &st), 0);
    assert_int_equal(st.st_size, PROFILE_HEADER + 8192);
}

/* Whatever happens to the process, the counts are in the file. */
static void
test_counts_are_in_the_file_at_once(void **state)
{
    (void)state;
    directory = run_directory;
    map_counters();
    __culprit_counters[0] += 2;
    __culprit_counters[NCOUNTERS - 1] += 7;
    assert_int_equal(read_counter(file_of(getpid(), 0), 0), 2);
    assert_int_equal(read_counter(file_of(getpid(), 0), NCOUNTERS - 1), 7);
}

/* An image that executes itself has the same process number. */
static void
test_one_file_per_image(void **state)
{
    (void)state;
    directory = run_directory;
    map_counters();
    __culprit_counters[3] = 1;
    map_counters();
    __culprit_counters[3] += 5;
    assert_int_equal(read_counter(file_of(getpid(), 0), 3), 1);
    assert_int_equal(read_counter(file_of(getpid(), 1), 3), 5);
}

/* The start of the test program has registered it for forks. */
static void
test_children_count_for_themselves(void **state)
{
    int status;

    (void)state;
    directory = run_directory;
    map_counters();
    __culprit_counters[1] = 4;
    pid_t child = fork();
    if (child == 0) {
        __culprit_counters[1]++;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(read_counter(file_of(getpid(), 0), 1), 4);
    assert_int_equal(read_counter(file_of(child, 0), 1), 1);
    assert_int_equal(read_header(file_of(child, 0)).pid, child);
}

static void
count_with_small_files(void)
{
    struct rlimit small = {.rlim_cur = PROFILE_HEADER,
                           .rlim_max = PROFILE_HEADER};

    directory = run_directory; /* only now: a fork has counters at once */
    setrlimit(RLIMIT_FSIZE, &small);
    map_counters();
    _exit(access(run_path(file_of(getpid(), 0)), F_OK) == 0);
}

/* No SIGXFSZ, and no half a file. */
static void
test_limit_of_files(void **state)
{
    (void)state;
    directory = "";
    assert_int_equal(status_of(count_with_small_files), 0);
}

static void
test_no_directory(void **state)
{
    (void)state;
    directory = run_path("not/there");
    errno = 5;
    map_counters();
    assert_int_equal(errno, 5); /* the program's own */
    __culprit_counters[0]++;
}

static void
test_memory_of_the_host(void **state)
{
    int fd = open(run_path("memory"), O_RDWR | O_CREAT, 0600);

    (void)state;
    assert_int_equal(ftruncate(fd, PROFILE_HEADER + 4096), 0);
    assert_null(crt_count_in_memory(fd)); /* too small */
    assert_int_equal(ftruncate(fd, PROFILE_HEADER + 8192), 0);
    char *header = crt_count_in_memory(fd);
    assert_non_null(header);
    assert_string_equal(header, PROFILE_MAGIC);
    __culprit_counters[2] = 9;
    assert_int_equal(read_counter("memory", 2), 9);
    assert_int_equal(read_header("memory").ncounters, NCOUNTERS);
    close(fd);
}

#define EACH(test) \
    cmocka_unit_test_setup_teardown((test), make_run_directory, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_nobody_asked),
        EACH(test_layout),
        EACH(test_counts_are_in_the_file_at_once),
        EACH(test_one_file_per_image),
        EACH(test_children_count_for_themselves),
        EACH(test_limit_of_files),
        EACH(test_no_directory),
        EACH(test_memory_of_the_host),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
