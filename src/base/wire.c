/* wire.c - send and receive exactly n bytes over a socket between our own
 * processes. */
#include "base/wire.h"

#include <errno.h>
#include <sys/socket.h>

bool
wire_put(int socket, const void *bytes, size_t n)
{
    const char *at = bytes;

    while (n > 0) {
        const ssize_t done = send(socket, at, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

bool
wire_get(int socket, void *bytes, size_t n)
{
    char *at = bytes;

    while (n > 0) {
        const ssize_t done = recv(socket, at, n, 0);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}
