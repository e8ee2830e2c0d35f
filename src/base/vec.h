/* vec.h - a growing array of any type: `VEC(int) v = {0}; vec_push(&v, 3);`.
 *
 * Elements are v.at[0] .. v.at[v.n - 1]. A zeroed vector is empty and ready.
 */
#ifndef CULPRIT_BASE_VEC_H
#define CULPRIT_BASE_VEC_H

#include "base/mem.h"

#include <stdlib.h>

#define VEC(type)      \
    struct {           \
        type *at;      \
        size_t n, cap; \
    }

#define vec_reserve(v, want)                                          \
    do {                                                              \
        size_t want_ = (want);                                        \
        if (want_ > (v)->cap) {                                       \
            (v)->cap = want_ > 2 * (v)->cap ? want_ : 2 * (v)->cap;   \
            if ((v)->cap < 8)                                         \
                (v)->cap = 8;                                         \
            (v)->at = mem_resize((v)->at, (v)->cap, sizeof *(v)->at); \
        }                                                             \
    } while (0)

#define vec_push(v, ...)                   \
    do {                                   \
        vec_reserve((v), (v)->n + 1);      \
        (v)->at[(v)->n++] = (__VA_ARGS__); \
    } while (0)

#define vec_pop(v) ((v)->at[--(v)->n])

#define vec_done(v)                            \
    do {                                       \
        free((v)->at);                         \
        (v)->at = NULL, (v)->n = (v)->cap = 0; \
    } while (0)

#endif
