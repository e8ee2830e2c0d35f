/* what C and GNU C can do that a compiler wrapper might lose */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef float Four __attribute__((vector_size(16)));
typedef struct Pair Pair;
struct Pair {
    long a, b, c;
};
typedef struct Bits Bits;
struct Bits {
    unsigned low : 3, high : 5;
    int sign : 4;
};

static _Thread_local int local = 7;
static jmp_buf back;
int common_like;

static int
real(int n)
{
    return n * 2;
}
int weak_one(int n) __attribute__((weak));
int aliased(int n) __attribute__((alias("target")));
int weak_missing(void) __attribute__((weak));

int
target(int n)
{
    return real(n) + 1;
}

int
weak_one(int n)
{
    return n + 11;
}

static int (*choose(void))(int)
{
    return target;
}
int chosen(int n) __attribute__((ifunc("choose")));

__asm__("\t.text\n\t.globl from_asm\nfrom_asm:\n\tmov $42, %eax\n\tret\n");
int from_asm(void);

static inline __attribute__((always_inline)) int
inlined(int n)
{
    return n ^ 5;
}

static int
sum(int n, ...)
{
    va_list ap;
    int s = 0;

    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static Pair
swap(Pair p)
{
    return (Pair){p.c, p.b, p.a};
}

static int
threaded(const unsigned char *code)
{
    static const void *const labels[] = {&&add, &&twice, &&stop};
    int v = 1;

    goto *labels[*code];
add:
    v += 10;
    goto *labels[*++code];
twice:
    v *= 2;
    goto *labels[*++code];
stop:
    return v;
}

static int
jump(int n)
{
    __asm__ goto("cmp $3, %0\n\tje %l1" : : "r"(n) : "cc" : three);
    return 0;
three:
    return 3;
}

static int
variable(int n)
{
    int a[n];
    char *p = __builtin_alloca((size_t)n);

    memset(p, 'x', (size_t)n);
    for (int i = 0; i < n; i++)
        a[i] = p[i] + i;
    return a[n - 1];
}

static int
jumping(void)
{
    volatile int n = 0;

    if (setjmp(back) < 3) {
        n++;
        longjmp(back, n);
    }
    return n;
}

__attribute__((constructor)) static void
before(void)
{
    puts("before");
}

__attribute__((destructor)) static void
after(void)
{
    puts("after");
}

int
main(void)
{
    static const struct {
        int x[4];
        struct {
            char *s;
            int y;
        } in[2];
    } init = {.x = {[2] = 5}, .in[1] = {.s = "deep", .y = 6}};
    Four v = {1, 2, 3, 4};
    _Atomic int atom = 1;
    double complex z = 1 + 2 * I;
    __int128 big = (__int128)1 << 100;
    long double ld = 1.0L / 3;
    Bits bits = {.low = 9, .high = 33, .sign = -3};
    unsigned char code[] = {0, 1, 0, 2};
    int out;

    v = v * v + 1;
    atomic_fetch_add(&atom, 4);
    z = z * z;
    __asm__("lea 1(%1), %0" : "=r"(out) : "r"(atom));
    printf("%g %d %g %g %ld %.10Lf\n", (double)v[3], out, creal(z), cimag(z),
           (long)(big >> 90), ld);
    printf("%d %d %d %s %d %d\n", bits.low, bits.high, bits.sign,
           init.in[1].s, init.in[1].y, init.x[2]);
    printf("%d %d %d %d %d\n", aliased(4), chosen(5), weak_one(1), from_asm(),
           weak_missing ? 1 : 0);
    printf("%d %d %ld %d %d %d\n", inlined(3), sum(3, 1, 2, 3),
           swap((Pair){1, 2, 3}).a, threaded(code), jump(3), variable(5));
    printf("%d %d %d\n", jumping(), ++local, common_like);
    return 0;
}
