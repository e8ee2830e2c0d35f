#!/bin/sh
# names.sh - a program may call its own things as it likes.
. "${0%/*}/../../lib.sh"
everywhere "variables" <<'C'
int open, close, write, prctl;
int main(void)
{
    open++;
    return open + close + write + prctl;
}
C
everywhere "functions" <<'C'
int mmap(int x) { return x + 1; }
int getpid = 3;
int strlen(const char *s) { return s[0] - 'a'; }
void *memcpy(void *to, const void *from, unsigned long n)
{
    char *a = to;
    const char *b = from;
    while (n--)
        *a++ = *b++;
    return to;
}
int memcmp(const void *a, const void *b, unsigned long n) { return (int)n; }
struct s { int a[100]; };
struct s copy(struct s *x) { return *x; }
int main(void)
{
    struct s x = {{1, 2, 3}};
    return mmap(1) + getpid + strlen("b") + copy(&x).a[2] + memcmp("a", "b", 2);
}
C
everywhere "what libc itself would not call" <<'C'
#include <stdio.h>
#include <string.h>
int memcmp(const void *a, const void *b, unsigned long n) { return (int)n; }
int fputs(const char *s, FILE *f) { return printf("mine: %s\n", s); }
int main(void)
{
    char a[] = "abc";
    puts("hello");
    return strcmp(a, "abd") + (strstr(a, "zz") != 0) + 3;
}
C
