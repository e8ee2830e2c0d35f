/* Function pointers, tables of them, callbacks with context, pointers to pointers. */
#include <stdio.h>
typedef int (*Op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int less(int a, int b) { return a < b ? a : b; }
static Op table[] = {add, sub, mul, less};
struct Visitor { void (*visit)(struct Visitor *, int); int sum, seen; };
static void visit_sum(struct Visitor *v, int x) { v->sum += x; v->seen++; }
static void visit_odd(struct Visitor *v, int x) { if (x & 1) v->sum ^= x; v->seen += 2; }
static void walk(const int *at, int n, struct Visitor *v) { for (int i = 0; i < n; i++) v->visit(v, at[i]); }
static void swap(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
int
main(void)
{
    int x = 7, values[6] = {1, 2, 3, 4, 5, 6}, a = 1, b = 2, *p = &a, *q = &b;
    for (int i = 0; i < 8; i++) {
        x = table[(x & 0xff) % 4](x, i + 2);
        values[i % 6] = x % 50;
        if (x % 3 == 0)
            swap(&p, &q);
        *p += x % 7;
    }
    struct Visitor v = {visit_sum, 0, 0};
    walk(values, 6, &v);
    v.visit = v.sum & 1 ? visit_odd : visit_sum;
    walk(values + 2, 3, &v);
    printf("%d %d %d %d %d %d\n", x, v.sum, v.seen, a, b, *q);
    return 0;
}
