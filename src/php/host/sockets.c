/* sockets.c - what PHP's sockets lead to.
 *
 * We are the program, so PHP's library calls these functions of ours instead of
 * libc's. The application's database is behind our relay, and the one thing
 * that a confined run may reach: by sockets that were made before.
 */
#include "php/host/database.h"

#include "php/host/host.h"
#include "runtime/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { SPARE = 16 };

static int spare[SPARE];
static size_t nspare;
static bool is_confined;

void
sockets_prepare(bool confined)
{
    is_confined = confined;
    while (confined && nspare < SPARE) {
        const long fd = kernel_call(SYS_socket, AF_UNIX,
                                    SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0, 0);
        if (fd < 0)
            break;
        spare[nspare++] = (int)fd;
    }
}

static bool
is_database(const struct sockaddr *address, socklen_t n)
{
    const struct sockaddr_un *un = (const void *)address;
    struct stat one, other;

    return host_login.socket && n > sizeof un->sun_family &&
           address->sa_family == AF_UNIX && un->sun_path[0] &&
           (strcmp(un->sun_path, host_login.socket) == 0 ||
            (stat(un->sun_path, &one) == 0 &&
             stat(host_login.socket, &other) == 0 &&
             one.st_dev == other.st_dev && one.st_ino == other.st_ino));
}

static int
new_socket(int type)
{
    if (is_confined && nspare)
        return spare[--nspare];
    return (int)kernel_call(SYS_socket, AF_UNIX, type, 0, 0, 0, 0);
}

/* Made before it is known what for: if confined, one that leads nowhere. */
int
socket(int domain, int type, int protocol)
{
    int pair[2];

    if (domain != AF_UNIX || protocol)
        return (int)kernel_call(SYS_socket, domain, type, protocol, 0, 0, 0);
    if (!is_confined || database_is_ours())
        return new_socket(type);
    if (socketpair(AF_UNIX, type, 0, pair) != 0)
        return -1;
    close(pair[1]);
    return pair[0];
}

/* To the database itself, unless the relay is there already. */
static bool
reach(const struct sockaddr *to, socklen_t n, int *server)
{
    *server = -1;
    if (relay_is_open())
        return true;
    *server = new_socket(SOCK_STREAM | SOCK_CLOEXEC);
    if (*server < 0)
        return false;
    if (kernel_call(SYS_connect, *server, (long)to, n, 0, 0, 0) == 0)
        return true;
    const int why = errno;
    close(*server);
    errno = why;
    return false;
}

/* From now on the socket is one end of a pair; the other is the relay's. */
static int
connect_relay(int fd, const struct sockaddr *to, socklen_t n)
{
    const int flags = fcntl(fd, F_GETFL), kept = fcntl(fd, F_GETFD);
    int pair[2], server;

    if (!reach(to, n, &server))
        return -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return -1;
    const bool ok = dup2(pair[0], fd) == fd && fcntl(fd, F_SETFL, flags) == 0 &&
                    fcntl(fd, F_SETFD, kept) == 0 && relay_add(pair[1], server);
    close(pair[0]);
    return ok ? 0 : -1;
}

int
connect(int fd, __CONST_SOCKADDR_ARG to, socklen_t n)
{
    const struct sockaddr *address = to.__sockaddr__;

    if (!database_is_ours() && is_database(address, n))
        return connect_relay(fd, address, n);
    if (is_confined && !database_is_ours()) {
        errno = EACCES;
        return -1;
    }
    return (int)kernel_call(SYS_connect, fd, (long)address, n, 0, 0, 0);
}
