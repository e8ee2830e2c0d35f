/* network.c - sockets, which are not modelled but reported.
 *
 * Runs on inputs that culprit made up have no network.
 */
#include "help.h"

#include <sys/socket.h>

/* the real one; that it was asked for is said */
int
MODEL(socket)(int domain, int type, int protocol)
{
    domain = (int)__culprit_sym_concrete((uint64_t)(int64_t)domain);
    if (domain != AF_UNIX)
        __culprit_sym_network();
    return socket(domain, (int)peek((uint64_t)(int64_t)type),
                  (int)peek((uint64_t)(int64_t)protocol));
}
