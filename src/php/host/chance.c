/* chance.c - time and random numbers, the same in every run.
 *
 * We are the program, so PHP's library calls these functions of ours instead of
 * libc's. The clock goes on by a microsecond whenever somebody looks at it, and
 * sleeping is just that: no request waits. The tests of a PHPUnit suite have
 * the real ones.
 */
#include "php/host/host.h"

#include "php/host/zend.h"
#include "runtime/kernel.h"

#include <ext/random/php_random.h>

#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BEGIN_S = 1735732800 }; /* 2025-01-01 12:00 UTC */
static const uint64_t second = 1000000000;

static bool fixed;
static uint64_t now; /* ns since 1970 */
static uint64_t random_state;

void
chance_begin(void)
{
    fixed = true;
    now = BEGIN_S * second;
    random_state = 1;
}

/* PHP's would take the process's number. */
void
php_random_combinedlcg_seed_default(php_random_status_state_combinedlcg *state)
{
    state->state[0] = 1;
    state->state[1] = 2;
}

static uint64_t
look(void)
{
    return now += 1000;
}

int
clock_gettime(clockid_t id, struct timespec *out)
{
    if (!fixed || id == CLOCK_PROCESS_CPUTIME_ID ||
        id == CLOCK_THREAD_CPUTIME_ID)
        return (int)kernel_call(SYS_clock_gettime, id, (long)out, 0, 0, 0, 0);
    const uint64_t ns = look();
    *out = (struct timespec){(time_t)(ns / second), (long)(ns % second)};
    return 0;
}

int
gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec t = {0};
    const int failed = clock_gettime(CLOCK_REALTIME, &t);

    if (zone)
        memset(zone, 0, sizeof(struct timezone));
    *out = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return failed;
}

time_t
time(time_t *out)
{
    struct timespec t = {0};

    if (clock_gettime(CLOCK_REALTIME, &t) != 0)
        return (time_t)-1;
    if (out)
        *out = t.tv_sec;
    return t.tv_sec;
}

int
nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (!fixed)
        return (int)kernel_call(SYS_nanosleep, (long)wanted, (long)left, 0, 0,
                                0, 0);
    now += (uint64_t)wanted->tv_sec * second + (uint64_t)wanted->tv_nsec;
    return 0;
}

unsigned
sleep(unsigned seconds)
{
    const struct timespec t = {(time_t)seconds, 0};

    nanosleep(&t, NULL);
    return 0;
}

int
usleep(useconds_t us)
{
    const struct timespec t = {us / 1000000, (long)(us % 1000000) * 1000};

    return nanosleep(&t, NULL);
}

/* splitmix64 */
static void
fill(unsigned char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t x = random_state += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        to[i] = (unsigned char)(x >> 56);
    }
}

/* PHP gets random bytes by this. As libc's own, it looks at six arguments,
 * however many there are. */
__attribute__((no_sanitize("address"))) long
syscall(long number, ...)
{
    va_list args;
    long a[6];

    va_start(args, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(args, long);
    va_end(args);
    if (number == SYS_getrandom && fixed) {
        fill((unsigned char *)a[0], (size_t)a[1]);
        return a[1];
    }
    return kernel_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
