/* confine_test.c - a hostile program is held, by whatever means there are.
 *
 * The program is this one, started with the name of a deed. Each deed is tried
 * under every combination of means: it must be refused where one of those
 * that hold it is used, and, so that the test can fail, succeed where none is.
 */
#include "process/confine.h"

#include "base/io.h"
#include "base/mem.h"
#include "process/pool.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { DONE = 0, REFUSED = 1, CONFUSED = 2 };

/* The hostile program: in a directory of its own, beside ../../outside/. */

static int
answer(bool done)
{
    return done ? DONE : REFUSED;
}

static int
write_file(const char *path, int flags)
{
    int fd = open(path, flags, 0644);

    return answer(fd >= 0 && write(fd, "x", 1) == 1);
}

static int
do_create(void)
{
    return write_file("../../outside/new", O_WRONLY | O_CREAT);
}

static int
do_append(void)
{
    return write_file("../../outside/old", O_WRONLY | O_APPEND);
}

static int
do_follow(void)
{
    return symlink("../../outside/old", "link") == 0
               ? write_file("link", O_WRONLY)
               : CONFUSED;
}

static int
do_truncate(void)
{
    return answer(truncate("../../outside/old", 0) == 0);
}

static int
do_unlink(void)
{
    return answer(unlink("../../outside/old") == 0);
}

static int
do_rename(void)
{
    return write_file("mine", O_WRONLY | O_CREAT) == DONE
               ? answer(rename("mine", "../../outside/old") == 0)
               : CONFUSED;
}

static int
do_link(void)
{
    return answer(link("../../outside/old", "linked") == 0 &&
                  write_file("linked", O_WRONLY) == DONE);
}

static int
do_mkdir(void)
{
    return answer(mkdir("../../outside/dir", 0755) == 0);
}

static int
do_chmod(void)
{
    return answer(chmod("../../outside/old", 0600) == 0);
}

static int
do_times(void)
{
    return answer(utimensat(AT_FDCWD, "../../outside/old", NULL, 0) == 0);
}

static int
number(const char *name)
{
    const char *text = getenv(name);

    return text ? atoi(text) : 0;
}

static int
do_tcp(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)number("TCP_PORT")),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    return answer(connect(fd, (struct sockaddr *)&a, sizeof a) == 0);
}

static int
do_udp(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)number("TCP_PORT")),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);

    return answer(sendto(fd, "x", 1, 0, (struct sockaddr *)&a, sizeof a) == 1);
}

static int
do_local(void)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX,
                            .sun_path = "../../outside/socket"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    return answer(connect(fd, (struct sockaddr *)&a, sizeof a) == 0);
}

static int
do_kill(void)
{
    return answer(kill(number("VICTIM"), SIGUSR1) == 0);
}

static int
do_ptrace(void)
{
    return answer(ptrace(PTRACE_SEIZE, number("VICTIM"), NULL, NULL) == 0);
}

static int
do_limit(void)
{
    struct {
        uint64_t soft, hard;
    } l = {64, 64};

    return answer(syscall(SYS_prlimit64, number("VICTIM"), 7, &l, NULL) == 0);
}

static int
do_share(void)
{
    return answer(shmat(number("SHARED"), NULL, 0) != (void *)-1); /* NOLINT */
}

static int
do_unshare(void)
{
    return answer(unshare(CLONE_NEWUSER) == 0);
}

static int
do_fork(void)
{
    pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    return answer(pid > 0);
}

/* Not for ever: the test must survive its own failure. */
static int
do_bomb(void)
{
    for (int i = 0; i < 300; i++) {
        pid_t pid = fork();
        if (pid < 0)
            return REFUSED;
        if (pid == 0) {
            setsid();
            pause();
            _exit(0);
        }
    }
    return DONE;
}

/* What must go on working */

static void *
nothing(void *p)
{
    return p;
}

static int
do_work(void)
{
    pthread_t t;
    int pair[2];

    if (write_file("a", O_WRONLY | O_CREAT) || mkdir("d", 0755) ||
        rename("a", "d/a") || unlink("d/a") || rmdir("d") ||
        write_file("/dev/null", O_WRONLY) || chmod(".", 0755))
        return REFUSED;
    if (pthread_create(&t, NULL, nothing, NULL) || pthread_join(t, NULL) ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || kill(getpid(), 0) ||
        access("../../outside/old", R_OK) || nice(1) < 0 || isatty(0))
        return REFUSED;
    fputs("out", stdout);
    return DONE;
}

static int
do_children(void)
{
    return answer(system("true | cat") == 0); /* NOLINT */
}

static int
do_abort(void)
{
    abort();
}

static const struct {
    const char *name;
    int (*run)(void);
} deeds[] = {
    {"create", do_create},     {"append", do_append}, {"follow", do_follow},
    {"truncate", do_truncate}, {"unlink", do_unlink}, {"rename", do_rename},
    {"link", do_link},         {"mkdir", do_mkdir},   {"chmod", do_chmod},
    {"times", do_times},       {"tcp", do_tcp},       {"udp", do_udp},
    {"local", do_local},       {"kill", do_kill},     {"ptrace", do_ptrace},
    {"limit", do_limit},       {"share", do_share},   {"unshare", do_unshare},
    {"fork", do_fork},         {"bomb", do_bomb},     {"work", do_work},
    {"children", do_children}, {"abort", do_abort},
};

static int
hostile(const char *name)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        if (strcmp(deeds[i].name, name) == 0)
            return deeds[i].run();
    return CONFUSED;
}

/* The test */

enum { LANDLOCK = 1, SECCOMP = 2, SPACES = 4, MEANS = 8 };

typedef struct World World;
struct World {
    char *root, *writable, *outside, *self;
    ConfineFiles files;
    int tcp, local, shared;
    pid_t victim;
    ConfineMeans has;
    unsigned n;
};
static World world;

typedef struct Trial Trial;
struct Trial {
    Task task;
    bool given;
    Ended ended;
};

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Trial *t = context;

    (void)slot, (void)d;
    *has = !t->given;
    *task = t->task;
    t->given = true;
    return true;
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    (void)slot, (void)d;
    ((Trial *)context)->ended = *e;
    return true;
}

static void
restore_outside(void)
{
    Diag d;
    char *old = io_join(world.outside, "old"), *new;

    diag_init(&d);
    assert_true(io_write(old, "old", 3, &d));
    chmod(old, 0644);
    new = io_join(world.outside, "new");
    unlink(new);
    free(new);
    new = io_join(world.outside, "dir");
    rmdir(new);
    free(new);
    free(old);
}

static Ended
run(const char *deed, const Confine *c, long processes)
{
    char tcp[32], victim[32], shared[32], mark[64];
    char leaks[] = "ASAN_OPTIONS=detect_leaks=0"; /* would need to trace */
    char *env[] = {mark, tcp, victim, shared, leaks, NULL};
    char *argv[] = {world.self, mem_strdup("--deed"), mem_strdup(deed), NULL};
    char *dir = mem_printf("%s/%u", world.writable, world.n++);
    char *out = mem_printf("%s.out", dir), *err = mem_printf("%s.err", dir);
    bool interrupted;
    Diag d;

    snprintf(mark, sizeof mark, CULPRIT_TASK_ENV "=confine %u", world.n);
    snprintf(tcp, sizeof tcp, "TCP_PORT=%d", world.tcp);
    snprintf(victim, sizeof victim, "VICTIM=%d", (int)world.victim);
    snprintf(shared, sizeof shared, "SHARED=%d", world.shared);
    mkdir(dir, 0755);
    restore_outside();
    Trial t = {.task = {.file = world.self,
                        .argv = argv,
                        .env = env,
                        .dir = dir,
                        .files = {.out = out, .err = err},
                        .mark = mark,
                        .limits = {.time_s = 20, .processes = processes},
                        .confine = c}};
    const PoolHooks hooks = {&t, next_task, task_ended, NULL, NULL, NULL};
    diag_init(&d);
    assert_true(pool_run(&hooks, 1, &interrupted, &d));
    if (!t.ended.started)
        print_error("%s: cannot %s: %s\n", deed, t.ended.what,
                    strerror(t.ended.error));
    assert_true(t.ended.started);
    diag_done(&d);
    free(argv[1]), free(argv[2]);
    free(dir), free(out), free(err);
    return t.ended;
}

/* The means of the machine, but only those of the set. */
static ConfineMeans
choose(unsigned set)
{
    ConfineMeans m = world.has;

    if (!(set & LANDLOCK))
        m.landlock = 0;
    m.seccomp = m.seccomp && set & SECCOMP;
    m.spaces = m.spaces && set & SPACES;
    return m;
}

/* What holds a deed; a Landlock of at least this ABI, 0: none. */
static const struct {
    const char *deed;
    int landlock;
    bool seccomp, spaces;
} holds[] = {
    {"create", 1, false, true}, {"append", 1, false, true},
    {"follow", 1, false, true}, {"truncate", 3, false, true},
    {"unlink", 1, false, true}, {"rename", 1, false, true},
    {"link", 1, false, true},   {"mkdir", 1, false, true},
    {"chmod", 0, false, true},  {"times", 0, false, true},
    {"tcp", 4, true, true},     {"udp", 0, true, true},
    {"local", 0, true, false},  {"kill", 6, true, false},
    {"ptrace", 1, true, false}, {"limit", 0, true, false},
    {"share", 0, true, true},   {"unshare", 0, true, false},
    {"fork", 0, true, false},
};

static void
test_deeds(void **state)
{
    (void)state;
    for (unsigned set = 0; set < MEANS; set++) {
        ConfineMeans m = choose(set);
        Confine c;
        Diag d;
        diag_init(&d);
        assert_true(confine_open(&c, &m, &world.files, false, &d));
        for (size_t i = 0; i < sizeof holds / sizeof holds[0]; i++) {
            bool held = (m.landlock && holds[i].landlock &&
                         m.landlock >= holds[i].landlock) ||
                        (m.seccomp && holds[i].seccomp) ||
                        (m.spaces && holds[i].spaces);
            Ended e = run(holds[i].deed, set ? &c : NULL, 0);
            /* No privilege over what is outside its namespace. */
            bool fails = m.spaces && strcmp(holds[i].deed, "ptrace") == 0;
            if (e.signal || (!fails && e.status != (held ? REFUSED : DONE)))
                print_error("%s with means %u: signal %d, status %d\n",
                            holds[i].deed, set, e.signal, e.status);
            assert_int_equal(e.signal, 0);
            if (!fails)
                assert_int_equal(e.status, held ? REFUSED : DONE);
        }
        confine_close(&c);
        diag_done(&d);
    }
}

static void
test_ordinary_work(void **state)
{
    (void)state;
    for (unsigned set = 1; set < MEANS; set++) {
        for (int processes = 0; processes < 2; processes++) {
            ConfineMeans m = choose(set);
            Confine c;
            Diag d;
            diag_init(&d);
            assert_true(confine_open(&c, &m, &world.files, processes, &d));
            Ended e = run("work", &c, 0);
            if (e.status)
                print_error("work with means %u: status %d\n", set, e.status);
            assert_int_equal(e.status, DONE);
            e = run("abort", &c, 0);
            assert_int_equal(e.signal, SIGABRT);
            if (processes)
                assert_int_equal(run("children", &c, 0).status, DONE);
            confine_close(&c);
            diag_done(&d);
        }
    }
}

static off_t
size_outside(const char *name)
{
    char *path = io_join(world.outside, name);
    struct stat st;
    const off_t size = stat(path, &st) == 0 ? st.st_size : -1;

    free(path);
    return size;
}

/* With layers, deeds are done as far as the process sees, and not outside. */
static void
test_layers(void **state)
{
    static const char *const written[] = {
        "create", "append", "follow", "truncate", "unlink",
        "mkdir",  "chmod",  "times",  "work",
    };
    static const char *const refused[] = {"udp", "unshare", "fork"};
    const char *const dirs[] = {world.outside};
    const ConfineMeans m = choose(LANDLOCK | SECCOMP | SPACES);
    ConfineFiles files = world.files;
    Confine c;
    Diag d;

    (void)state;
    diag_init(&d);
    files.layered = (Texts){.at = (const char **)(uintptr_t)dirs, .n = 1};
    if (!m.spaces || !m.seccomp)
        skip();
    assert_true(confine_open(&c, &m, &files, false, &d));
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        restore_outside();
        const off_t old = size_outside("old");
        const Ended e = run(written[i], &c, 0);
        if (e.status != DONE)
            print_error("%s with layers: status %d\n", written[i], e.status);
        assert_int_equal(e.status, DONE);
        assert_int_equal(size_outside("old"), old);
        assert_int_equal(size_outside("new"), -1);
        confine_close(&c); /* and the next process does not see it */
        assert_true(confine_open(&c, &m, &files, false, &d));
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_int_equal(run(refused[i], &c, 0).status, REFUSED);
    confine_close(&c);
    diag_done(&d);
}

/* Where processes are allowed, a limit still holds those who are not root. */
static void
test_fork_bomb(void **state)
{
    ConfineMeans m = choose(LANDLOCK | SECCOMP | SPACES);
    Confine c;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(confine_open(&c, &m, &world.files, true, &d));
    Ended e = run("bomb", &c, 50);
    assert_int_equal(e.signal, 0);
    assert_int_equal(e.status, world.has.root ? DONE : REFUSED);
    pid_t left[16]; /* and nothing is left of it: only the victim */
    int list = child_open_list();
    assert_int_equal(child_list(list, left, 16), 1);
    close(list);
    confine_close(&c);
    if (m.seccomp) {
        assert_true(confine_open(&c, &m, &world.files, false, &d));
        assert_int_equal(run("bomb", &c, 0).status, REFUSED);
        confine_close(&c);
    }
    diag_done(&d);
}

static void
test_gaps(void **state)
{
    const struct {
        ConfineMeans means;
        const char *has, *lacks;
    } rows[] = {
        {{.landlock = 6, .seccomp = true, .spaces = true}, "", "writing"},
        {{.landlock = 6, .seccomp = true}, "modes", "network"},
        {{.seccomp = true}, "writing outside", "signals"},
        {{.landlock = 6}, "but for TCP", "signals"},
        {{.landlock = 1}, "signals", "writing outside"},
        {{0}, "network", "TCP"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Str s = {0};
        confine_gaps(&rows[i].means, false, &s);
        assert_non_null(strstr(str_text(&s), rows[i].has));
        assert_null(strstr(str_text(&s), rows[i].lacks));
        str_done(&s);
    }
    assert_int_equal(setenv(CONFINE_ENV, "seccomp", 1), 0);
    ConfineMeans m;
    confine_probe(&m);
    unsetenv(CONFINE_ENV);
    assert_int_equal(m.landlock, 0);
    assert_false(m.spaces);
    assert_int_equal(m.seccomp, world.has.seccomp);
}

static int
listen_tcp(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (bind(fd, (struct sockaddr *)&a, sizeof a) != 0 || listen(fd, 64) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &n) != 0)
        return -1;
    return ntohs(a.sin_port);
}

static int
set_up(void **state)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    Diag d;

    (void)state;
    diag_init(&d);
    if (!io_temp_dir("confine", &world.root, &d))
        return 1;
    world.writable = io_join(world.root, "in");
    world.outside = io_join(world.root, "outside");
    mkdir(world.writable, 0755);
    world.files.writable = world.writable;
    mkdir(world.outside, 0755);
    world.tcp = listen_tcp();
    char *path = io_join(world.outside, "socket");
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    free(path);
    world.local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (world.tcp < 0 ||
        bind(world.local, (struct sockaddr *)&a, sizeof a) != 0 ||
        listen(world.local, 64) != 0)
        return 1;
    world.shared = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
    world.victim = fork();
    if (world.victim == 0) {
        signal(SIGUSR1, SIG_IGN);
        for (;;)
            pause();
    }
    confine_probe(&world.has);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    kill(world.victim, SIGKILL);
    waitpid(world.victim, NULL, 0);
    shmctl(world.shared, IPC_RMID, NULL);
    io_remove_tree(world.root);
    free(world.root), free(world.writable), free(world.outside);
    return 0;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps),          cmocka_unit_test(test_deeds),
        cmocka_unit_test(test_ordinary_work), cmocka_unit_test(test_layers),
        cmocka_unit_test(test_fork_bomb),
    };

    if (argc == 3 && strcmp(argv[1], "--deed") == 0)
        return hostile(argv[2]);
    world.self = realpath("/proc/self/exe", NULL);
    int failed = cmocka_run_group_tests(tests, set_up, tear_down);
    free(world.self);
    return failed;
}
