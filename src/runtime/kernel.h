/* kernel.h - system calls without libc.
 *
 * The program under test may have a function or a variable of its own called
 * open, mmap or getpid; the linker would give us that. So nothing here has a
 * name that a program can take. Results and errno are as libc's.
 */
#ifndef CULPRIT_RUNTIME_KERNEL_H
#define CULPRIT_RUNTIME_KERNEL_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>

static inline long
kernel_raw(long number, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
#else
#error "culprit knows no system call for this machine"
#endif
}

static inline long
kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result = kernel_raw(number, a, b, c, d, e, f);

    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

_Noreturn static inline void
kernel_exit(int status)
{
    for (;;)
        kernel_raw(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

static inline int
kernel_open(const char *path, int flags, int mode)
{
    return (int)kernel_call(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0,
                            0);
}

static inline int
kernel_close(int fd)
{
    return (int)kernel_call(SYS_close, fd, 0, 0, 0, 0, 0);
}

static inline void *
kernel_map(void *at, size_t size, int protection, int flags, int fd,
           off_t offset)
{
    return (void *)kernel_call(SYS_mmap, (long)at, (long)size, protection,
                               flags, fd, offset);
}

static inline int
kernel_unmap(void *at, size_t size)
{
    return (int)kernel_call(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0);
}

static inline int
kernel_advise(void *at, size_t size, int advice)
{
    return (int)kernel_call(SYS_madvise, (long)at, (long)size, advice, 0, 0, 0);
}

static inline int
kernel_stat_file(int fd, struct stat *out)
{
    return (int)kernel_call(SYS_fstat, fd, (long)out, 0, 0, 0, 0);
}

static inline int
kernel_stat(const char *path, struct stat *out)
{
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)out, 0,
                            0, 0);
}

static inline off_t
kernel_seek(int fd, off_t offset, int whence)
{
    return kernel_call(SYS_lseek, fd, offset, whence, 0, 0, 0);
}

static inline int
kernel_resize(int fd, off_t size)
{
    return (int)kernel_call(SYS_ftruncate, fd, size, 0, 0, 0, 0);
}

static inline ssize_t
kernel_write(int fd, const void *from, size_t n)
{
    return kernel_call(SYS_write, fd, (long)from, (long)n, 0, 0, 0);
}

static inline ssize_t
kernel_write_at(int fd, const void *from, size_t n, off_t offset)
{
    return kernel_call(SYS_pwrite64, fd, (long)from, (long)n, offset, 0, 0);
}

static inline unsigned
kernel_pid(void)
{
    return (unsigned)kernel_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

static inline int
kernel_limit(int resource, const struct rlimit *set, struct rlimit *get)
{
    return (int)kernel_call(SYS_prlimit64, 0, resource, (long)set, (long)get, 0,
                            0);
}

/* Room in the file, so that no store to its mapping can fail. False where the
 * disk is full; file systems that keep no room get zeros where there are. */
static inline int
kernel_keep_room(int fd, off_t from, off_t size)
{
    char byte = 0;

    if (kernel_call(SYS_fallocate, fd, 0, from, size, 0, 0) == 0)
        return 1;
    if (errno != EOPNOTSUPP)
        return 0;
    for (off_t at = from; at < from + size; at += 512) {
        byte = 0;
        kernel_call(SYS_pread64, fd, (long)&byte, 1, at, 0, 0);
        if (byte == 0 && kernel_write_at(fd, &byte, 1, at) != 1)
            return 0;
    }
    return 1;
}

/* Frames of a variant are several times as large as the program's, so what
 * just fits the program's stack must not overflow here. The kernel looks at
 * the limit where the stack grows: let it grow now, and nobody sees another
 * limit. */
static inline void
kernel_widen_stack(void)
{
    enum { TIMES = 8, MOST = 64 << 20, BELOW = 1 << 20 }; /* the gap: 128 MB */
    struct rlimit old, wide;

    if (kernel_limit(RLIMIT_STACK, NULL, &old) != 0 || old.rlim_cur >= MOST)
        return;
    wide = old;
    wide.rlim_cur = old.rlim_cur > MOST / TIMES ? MOST : old.rlim_cur * TIMES;
    if (wide.rlim_cur > old.rlim_max)
        wide.rlim_cur = old.rlim_max;
    if (wide.rlim_cur < 2 * BELOW ||
        kernel_limit(RLIMIT_STACK, &wide, NULL) != 0)
        return;
    *((volatile char *)__builtin_frame_address(0) - (wide.rlim_cur - BELOW));
    kernel_limit(RLIMIT_STACK, &old, NULL);
}

/* Of sigaction(), which a program may have, too. */
struct sigaction;
int __sigaction(int number, const struct sigaction *set, struct sigaction *get);

/* Bytes that do not overlap, or are moved down. As assembler: a loop would be
 * made a call of memcpy. */
static inline void
kernel_copy(void *to, const void *from, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
    volatile char *t = to;
    for (const char *f = from; n > 0; n--)
        *t++ = *f++;
#endif
}

static inline void
kernel_move(void *to, const void *from, size_t n)
{
    volatile char *t = to;
    const char *f = from;

    if ((uintptr_t)to - (uintptr_t)from >= n)
        kernel_copy(to, from, n);
    else
        while (n-- > 0)
            t[n] = f[n];
}

#endif
