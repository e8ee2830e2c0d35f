#!/bin/sh
# not-served.sh - programs that are not served: constructors, a name of libc's,
# a main that calls itself.
. "${0%/*}/../../lib.sh"
printf '%s\n' '#include <stdio.h>' \
    '__attribute__((constructor)) static void before(void) { puts("before"); }' \
    'int main(void) { puts("main"); return 3; }' >early.c
culprit-cc early.c -o early || exit 2
printf 'a\nb\n' >two.tests
both 'constructors' ./early --tests two.tests --verify
printf '%s\n' '#include <stdio.h>' \
    'int read(int a) { return a + 1; }' \
    'int main(int c, char **v) { if (c > 5) return main(c - 1, v); printf("%d %s\n", read(c), __func__); return c; }' >own.c
culprit-cc -fno-builtin own.c -o own || exit 2
both 'a name of its own' ./own --tests two.tests --verify
sed 's/read/reed/g' own.c >self.c
culprit-cc self.c -o self || exit 2
echo '1 2 3 4 5 6 7' >>two.tests
both 'main calls itself' ./self --tests two.tests --verify
for how in '__attribute__((section(".init_array"), used)) static void (*early)(void) = before' \
    '__asm__(".section .init_array,\"aw\"\n.quad before\n.text")'; do
    printf '%s\n' '#include <stdio.h>' 'void before(void) { puts("before"); }' \
        "$how;" 'int main(void) { puts("main"); return 3; }' >early.c
    culprit-cc early.c -o early || exit 2
    both 'early' ./early --tests two.tests --verify
done
