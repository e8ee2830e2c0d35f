/* wire.h - send and receive exactly n bytes over a socket between our own
 * processes. */
#ifndef CULPRIT_BASE_WIRE_H
#define CULPRIT_BASE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

/* False if the other end is gone; no signal is raised. */
bool wire_put(int socket, const void *bytes, size_t n);
bool wire_get(int socket, void *bytes, size_t n);

#endif
