/* time.c - clocks and random numbers that are the same in every run.
 *
 * Where a host replays, time begins at the moment it names, advances by a
 * microsecond each time it is asked for and by what the program sleeps; random
 * bytes come from the same seed. Otherwise these are the real ones.
 */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

static bool
told(int clock, struct timespec *t)
{
    uint64_t ns;

    if (!__culprit_sym_clock(
            clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE, &ns))
        return false;
    t->tv_sec = (time_t)(ns / SECOND);
    t->tv_nsec = (long)(ns % SECOND);
    return true;
}

/* the moment named by the host, or the real one */
time_t
MODEL(time)(time_t *out)
{
    struct timespec t;
    time_t now = told(CLOCK_REALTIME, &t) ? t.tv_sec : time(NULL);

    if (out)
        *out = now;
    return now;
}

/* as time; clocks that are no calendar begin at zero */
int
MODEL(clock_gettime)(clockid_t clock, struct timespec *out)
{
    struct timespec t = {0};
    int status = 0;

    clock = (clockid_t)__culprit_sym_concrete((uint64_t)clock);
    if (!told(clock, &t)) {
        status = clock_gettime(clock, &t);
        __culprit_sym_forget(&t, sizeof t);
    }
    if (status == 0)
        *out = t;
    return status;
}

/* as time */
int
MODEL(gettimeofday)(struct timeval *out, void *zone)
{
    struct timespec t;

    if (zone || !told(CLOCK_REALTIME, &t)) {
        int status = gettimeofday(out, zone);
        if (out)
            __culprit_sym_forget(out, sizeof *out);
        return status;
    }
    if (out)
        *out = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return 0;
}

/* as clock_gettime of the process */
clock_t
MODEL(clock)(void)
{
    struct timespec t;

    if (!told(CLOCK_PROCESS_CPUTIME_ID, &t))
        return clock();
    return (clock_t)t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / 1000;
}

/* the real one; the clock goes on by it */
unsigned
MODEL(sleep)(unsigned seconds)
{
    seconds = (unsigned)peek(seconds);
    __culprit_sym_slept((uint64_t)seconds * SECOND);
    return sleep(seconds);
}

/* as sleep */
int
MODEL(usleep)(useconds_t microseconds)
{
    microseconds = (useconds_t)peek(microseconds);
    __culprit_sym_slept((uint64_t)microseconds * 1000);
    return usleep(microseconds);
}

/* as sleep */
int
MODEL(nanosleep)(const struct timespec *wanted, struct timespec *left)
{
    const struct timespec t = {(time_t)peek((uint64_t)wanted->tv_sec),
                               (long)peek((uint64_t)wanted->tv_nsec)};

    if (t.tv_sec >= 0)
        __culprit_sym_slept((uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec);
    int status = nanosleep(&t, left);
    if (left)
        __culprit_sym_forget(left, sizeof *left);
    return status;
}

/* bytes of the same seed in every run, or real ones */
ssize_t
MODEL(getrandom)(void *p, size_t n, unsigned flags)
{
    n = (size_t)__culprit_sym_concrete(n);
    if (__culprit_sym_random(p, n))
        return (ssize_t)n;
    ssize_t got = getrandom(p, n, (unsigned)peek(flags));
    if (got > 0)
        __culprit_sym_forget(p, (uint64_t)got);
    return got;
}

/* as getrandom */
int
MODEL(getentropy)(void *p, size_t n)
{
    n = (size_t)__culprit_sym_concrete(n);
    if (n <= 256 && __culprit_sym_random(p, n))
        return 0;
    int status = getentropy(p, n);
    if (status == 0)
        __culprit_sym_forget(p, n);
    return status;
}

bool
PRIVATE(random_device)(int descriptor, void *p, uint64_t n)
{
    enum { MEMORY = 1, RANDOM = 8, URANDOM = 9 }; /* numbers of devices */
    struct stat st;
    int saved = errno;

    if (!__culprit_sym_random(p, 0)) /* they are not */
        return false;
    int status = fstat(descriptor, &st);
    __culprit_sym_forget(&st, sizeof st);
    errno = saved;
    return status == 0 && S_ISCHR(st.st_mode) && major(st.st_rdev) == MEMORY &&
           (minor(st.st_rdev) == RANDOM || minor(st.st_rdev) == URANDOM) &&
           __culprit_sym_random(p, n);
}
