/* Recursion, direct and mutual, with results that pass through memory. */
#include <stdio.h>
static int memo[20], calls;
static int fib(int n) { calls++; if (n < 2) return n; if (memo[n]) return memo[n]; return memo[n] = fib(n - 1) + fib(n - 2); }
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static void move(int n, int from, int to, int via, int *count) { if (n == 0) return; move(n - 1, from, via, to, count); *count += from * 3 + to; move(n - 1, via, to, from, count); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
int
main(void)
{
    int count = 0, f = fib(12);
    move(4, 0, 2, 1, &count);
    printf("%d %d %d %d %d\n", f, calls, count, ack(2, 2), even(f % 9) + 2 * odd(count % 7));
    return 0;
}
