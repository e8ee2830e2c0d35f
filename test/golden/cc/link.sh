#!/bin/sh
# link.sh - kinds of programs, and what linkers may be told.
. "${0%/*}/../../lib.sh"
t "flto" '$CC -flto -O2 -c main.c part.c && $CC -flto=thin main.o part.o -o prog'
t "static" '$CC -static main.c part.c -o prog'
t "static-pie" '$CC -static-pie -fPIE main.c part.c -o prog'
t "no-pie" '$CC -no-pie -fno-pie main.c part.c -o prog'
t "pie" '$CC -pie -fPIE main.c part.c -o prog'
t -b "nostdlib" '$CC -nostdlib -static bare.c -o prog && ./prog'
t "gc-sections" '$CC -ffunction-sections -Wl,--gc-sections main.c part.c other.c -o prog'
t "stripped at the link" '$CC -s main.c part.c -o prog'
t "stripped afterwards" '$CC main.c part.c -o prog && strip prog'
t "lld" '$CC -fuse-ld=lld -O2 main.c part.c -o prog'
t "lld, gc, stripped" '$CC -fuse-ld=lld -ffunction-sections -Wl,--gc-sections -s main.c part.c -o prog'
t "entry and wrap" '$CC wrap.c part.c -Wl,--wrap=part,--wrap=malloc -o prog'
t "wrap by Xlinker" '$CC wrap.c part.c -Xlinker --wrap=part -Wl,--wrap,malloc -o prog'
t "defsym and u" '$CC -u part main.c part.c -Wl,--defsym=other=part -o prog'
t "linker script" 'echo "PROVIDE(some = 4);" >x.ld; $CC main.c part.c x.ld -o prog'
t "linker script with T" '$CC main.c part.c -Wl,-T,/dev/null -o prog 2>/dev/null ||
    $CC main.c part.c -o prog'
t "multiple definitions" 'sed s/100/200/ other.c >again.c
    $CC two.c part.c other.c again.c -Wl,-z,muldefs -o prog'
