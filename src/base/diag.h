/* diag.h - how a room says what went wrong without printing or exiting.
 *
 * A function that can fail takes a `Diag *` as its last parameter and returns
 * `diag_fail(...)`, which is always false. The first failure wins: callers may
 * add context with diag_context(), never replace the cause. Warnings gather in
 * the same object and are shown by cmd/.
 */
#ifndef CULPRIT_BASE_DIAG_H
#define CULPRIT_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Diag Diag;
struct Diag {
    char *error;     /* the failure, one sentence, or NULL */
    bool nothing;    /* all went well: there is just no answer */
    char **warnings; /* what was lost although we went on */
    size_t nwarnings;
};

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

void diag_init(Diag *d);
void diag_done(Diag *d);
void diag_forget(Diag *d); /* the failure, which was dealt with */

/* Record the failure (unless one is recorded already); always false. */
bool diag_fail(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Likewise, if nothing went wrong and there is nothing to answer, such as for
 * a test that passes. */
bool diag_nothing(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Like diag_fail, with ": " and the text of errno. */
bool diag_errno(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Put "context: " before the recorded failure; always false. */
bool diag_context(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* The static analyzer sees one file at a time: tell it "always false". */
#ifdef __clang_analyzer__
#define diag_fail(...)    (diag_fail(__VA_ARGS__), false)
#define diag_nothing(...) (diag_nothing(__VA_ARGS__), false)
#define diag_errno(...)   (diag_errno(__VA_ARGS__), false)
#define diag_context(...) (diag_context(__VA_ARGS__), false)
#endif

/* Said once, however often. */
void diag_warn(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* We are wrong, not the user: say where and abort. */
#define bug(...) diag_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void diag_bug(const char *file, int line, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
