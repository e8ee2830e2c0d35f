/* time.c - clocks: where the host replays, the same every time; else real. */
#include "models.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

time_t MODEL(time)(time_t *);
int MODEL(clock_gettime)(clockid_t, struct timespec *);
int MODEL(gettimeofday)(struct timeval *, void *);
clock_t MODEL(clock)(void);
int MODEL(usleep)(unsigned);
ssize_t MODEL(getrandom)(void *, size_t, unsigned);
ssize_t MODEL(read)(int, void *, size_t);
size_t MODEL(fread)(void *, size_t, size_t, FILE *);
int MODEL(getentropy)(void *, size_t);

static void
test_real(void)
{
    struct timespec t, u;
    struct timeval v;
    unsigned char bytes[300];
    time_t before = time(NULL), now = MODEL(time)(NULL), out;

    check(now >= before && now <= before + 5, "time");
    check(MODEL(time)(&out) == out && out >= now, "time into memory");
    check(MODEL(clock_gettime)(CLOCK_MONOTONIC, &t) == 0 &&
              clock_gettime(CLOCK_MONOTONIC, &u) == 0 && t.tv_sec <= u.tv_sec &&
              u.tv_sec <= t.tv_sec + 5,
          "clock_gettime");
    check(MODEL(clock_gettime)(12345, &t) == -1, "no such clock");
    check(MODEL(gettimeofday)(&v, NULL) == 0 && v.tv_sec >= now,
          "gettimeofday");
    check(MODEL(clock)() <= clock(), "clock");
    check(MODEL(getrandom)(bytes, 8, 0) == 8, "getrandom");
    check(MODEL(getentropy)(bytes, 300) == -1, "too much of getentropy");
}

static void
test_devices(void)
{
    unsigned char bytes[4] = {0};
    int random = open("/dev/urandom", O_RDONLY);
    int zero = open("/dev/zero", O_RDONLY);
    FILE *f = fopen("/dev/random", "r");

    check(MODEL(read)(random, bytes, 4) == 4 && bytes[0] == 7 && bytes[3] == 7,
          "read of /dev/urandom replayed");
    check(MODEL(read)(zero, bytes, 4) == 4 && bytes[0] == 0,
          "read of another device");
    check(f && MODEL(fread)(bytes, 1, 4, f) == 4 && bytes[2] == 7,
          "fread of /dev/random replayed");
    if (f)
        fclose(f);
    close(random);
    close(zero);
}

static void
test_replayed(void)
{
    const time_t start = 1000000000;
    struct timespec t;
    struct timeval v;
    unsigned char bytes[4];

    fake_start = (uint64_t)start * 1000000000;
    check(MODEL(time)(NULL) == start, "time replayed");
    check(MODEL(clock_gettime)(CLOCK_REALTIME, &t) == 0 && t.tv_sec == start &&
              t.tv_nsec > 0,
          "clock_gettime replayed");
    check(MODEL(clock_gettime)(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec == 0,
          "time since the start");
    check(MODEL(clock)() > 0 && MODEL(clock)() < 100, "clock replayed");
    check(MODEL(usleep)(2000) == 0 && MODEL(gettimeofday)(&v, NULL) == 0 &&
              v.tv_sec == start && v.tv_usec >= 2000,
          "sleeping");
    check(MODEL(getrandom)(bytes, 4, 0) == 4 && bytes[0] == 7 && bytes[3] == 7,
          "getrandom replayed");
    check(MODEL(getentropy)(bytes, 2) == 0 && bytes[1] == 7,
          "getentropy replayed");
    test_devices();
    fake_start = 0;
}

void
test_time(void)
{
    test_real();
    test_replayed();
}
