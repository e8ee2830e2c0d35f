/* outside.c - twice a number, or ten more than it, sent through something
 * outside of the program: outside KIND N, where KIND says what. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int
compute(int n)
{
    if (n > 4)
        return n + 10;
    return n * 2;
}

static int
fail(const char *what)
{
    perror(what);
    exit(3);
}

/* Through a file in this directory. */
static int
by_file(const char *dir, int v)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/outside.%d", dir, (int)getpid());
    if (!(f = fopen(path, "w")))
        fail("write");
    fprintf(f, "%d\n", v);
    fclose(f);
    if (!(f = fopen(path, "r")) || fscanf(f, "%d", &v) != 1)
        fail("read");
    fclose(f);
    remove(path);
    return v;
}

/* As many programs do: what cannot be written is not noticed. */
static int
by_careless_file(int v)
{
    char path[100];
    FILE *f;

    snprintf(path, sizeof path, "careless.%d", (int)getpid());
    if ((f = fopen(path, "w"))) {
        fprintf(f, "%d\n", v);
        fclose(f);
    }
    v = -1;
    if ((f = fopen(path, "r"))) {
        if (fscanf(f, "%d", &v) != 1)
            v = -2;
        fclose(f);
    }
    remove(path);
    return v;
}

static int
by_lock(int v)
{
    char path[100];

    snprintf(path, sizeof path, "lock.%d", (int)getpid());
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || flock(fd, LOCK_EX) != 0 || write(fd, &v, sizeof v) < 0 ||
        pread(fd, &v, sizeof v, 0) != sizeof v)
        fail("lock");
    close(fd);
    remove(path);
    return v;
}

static int
through(int to, int from, int v)
{
    if (write(to, &v, sizeof v) != sizeof v || read(from, &v, sizeof v) < 0)
        fail("send");
    return v;
}

static int
by_socket(int family, const struct sockaddr *a, socklen_t size, int v)
{
    struct sockaddr_storage bound;
    socklen_t n = sizeof bound;
    int s = socket(family, SOCK_STREAM, 0), c = socket(family, SOCK_STREAM, 0);

    if (s < 0 || c < 0 || bind(s, a, size) != 0 || listen(s, 1) != 0 ||
        getsockname(s, (struct sockaddr *)&bound, &n) != 0 ||
        connect(c, (struct sockaddr *)&bound, n) != 0)
        fail("socket");
    return through(c, accept(s, NULL, NULL), v);
}

static int
by_unix(int v)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};

    snprintf(a.sun_path, sizeof a.sun_path, "s.%d", (int)getpid());
    v = by_socket(AF_UNIX, (struct sockaddr *)&a, sizeof a, v);
    remove(a.sun_path);
    return v;
}

static int
by_loopback(int v)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    return by_socket(AF_INET, (struct sockaddr *)&a, sizeof a, v);
}

static int
by_process(int v)
{
    char line[100];

    snprintf(line, sizeof line, "printf '%%s\\n' %d 99 | sort -n | head -n 1", v);
    fflush(stdout);
    if (system(line) != 0)
        fail("system");
    return v;
}

static int
send_it(const char *kind, int v)
{
    const char *tmp = getenv("TMPDIR"), *home = getenv("HOME");

    if (strcmp(kind, "here") == 0)
        return by_file(".", v);
    if (strcmp(kind, "careless") == 0)
        return by_careless_file(v);
    if (strcmp(kind, "absolute") == 0)
        return by_file(getenv("OUTSIDE"), v);
    if (strcmp(kind, "tmp") == 0)
        return by_file(tmp ? tmp : "/tmp", v);
    if (strcmp(kind, "home") == 0)
        return by_file(home, v);
    if (strcmp(kind, "lock") == 0)
        return by_lock(v);
    if (strcmp(kind, "unix") == 0)
        return by_unix(v);
    if (strcmp(kind, "loopback") == 0)
        return by_loopback(v);
    return by_process(v);
}

int
main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    printf("%d\n", send_it(argv[1], compute(atoi(argv[2]))));
    return 0;
}
