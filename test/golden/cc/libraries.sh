#!/bin/sh
# libraries.sh - libraries and plugins, which name wins, and what is gone
# afterwards.
. "${0%/*}/../../lib.sh"
libs='$CC -fPIC -DLIB=1 -shared lib.c -o lib1.so &&'
libs="$libs"' sed "/lib_state\|lib_t\|lib_alias(v/d; s/ + lib_alias()//" lib.c >lib2.c &&
    $CC -fPIC -DLIB=2 -shared lib2.c -L. -l:lib1.so -o lib2.so &&'
t "libraries" "$libs"' $CC uselib.c -L. -l:lib1.so -l:lib2.so -Wl,-rpath,\$ORIGIN -o prog'
t "libraries, other order" "$libs"' $CC uselib.c -L. -l:lib2.so -l:lib1.so -Wl,-rpath,\$ORIGIN -o prog'
t "libraries, lld" "$libs"' $CC -fuse-ld=lld uselib.c -L. -l:lib2.so -l:lib1.so -Wl,-rpath,\$ORIGIN -o prog'
t "library kept to itself" '$CC -fPIC -DLIB=1 -shared -Wl,-Bsymbolic lib.c -o lib1.so
    $CC -fPIC -DLIB=2 -shared -Wl,-Bsymbolic-functions lib.c -o lib2.so
    $CC uselib.c ./lib1.so ./lib2.so -o prog'
t "version script" 'echo "V1 { global: value; local: *; }; V2 {} V1;" | sed "s/ V2/\nV2/; s/{}/{ global: value; }/" >v.map
    $CC -fPIC -shared versions.c -Wl,--version-script=v.map -o libv.so
    $CC useversions.c ./libv.so -o prog'
t "local by version script" 'echo "{ global: lib_value_*; lib_state; local: *; };" >v.map
    for i in 1 2; do $CC -fPIC -shared -DLIB=$i lib.c -Wl,--version-script=v.map -o lib$i.so; done
    $CC uselib.c ./lib1.so ./lib2.so -o prog'
t "assembler in a library" 'sed "s/.globl NAME/&\n.hidden NAME/; s/define NAME part/define NAME hidden_part/" asm_part.S >h.S
    echo "int hidden_part(int); int part(int n) { return hidden_part(n); }" >p.c
    $CC -fPIC -shared p.c h.S -o libp.so; $CC main.c ./libp.so -o prog'
t "library removed symbols of libc" 'echo "__attribute__((visibility(\"hidden\"))) int puts(const char *s) { return !s; }
    int part(int n) { return n + puts(\"x\"); }" >p.c; $CC -w -fPIC -shared p.c -o libp.so
    $CC main.c ./libp.so -o prog'
t "plugin" '$CC -fPIC -shared plugin.c -o plugin.so; $CC -rdynamic host.c -ldl -o prog'
t "plugin with listed names" 'echo "{ host_says; };" >list; $CC -fPIC -shared plugin.c -o plugin.so
    $CC -Wl,--dynamic-list=list host.c -o prog; rm list'
t "plugin of a library" 'echo "int host_says(int n) { return n * 3; }" >h.c; $CC -fPIC -shared h.c -o libh.so
    sed "s/^int host_says.*/int host_says(int);/" host.c >m.c
    $CC -fPIC -shared plugin.c ./libh.so -o plugin.so; $CC m.c -Wl,--no-as-needed ./libh.so -o prog'
t "dead references" '$CC -O2 dead.c -o prog'
t "dead references, lld, now" '$CC -O2 -fuse-ld=lld dead.c -Wl,-z,now -Wl,-z,defs -o prog'
t "interposed ifunc and tls" 'cat >l.c <<X
_Thread_local int tls = 5;
static int one(void) { return 1; }
static int two(void) { return 2; }
static void *pick(void) { return one; }
static void *pick2(void) { return two; }
int selected(void) __attribute__((ifunc("pick")));
int replaced(void) __attribute__((ifunc("pick2")));
int in_lib(void) { return tls * 100 + selected() * 10 + replaced(); }
X
    cat >m.c <<X
#include <stdio.h>
extern _Thread_local int tls;
int selected(void), in_lib(void);
int replaced(void) { return 7; }
int main(void) { tls++; printf("%d %d %d\n", tls, selected(), in_lib()); return 0; }
X
    $CC -fPIC -shared l.c -o libl.so; $CC m.c ./libl.so -o prog'
t "preloaded" 'echo "int part(int n) { return n + 70; }" >q.c; $clang -fPIC -shared q.c -o q.so
    $clang -fPIC -shared part.c -o libp.so; $CC main.c ./libp.so -o prog' 'LD_PRELOAD=./q.so ./prog'
t "moved" 'mkdir a; $CC -fPIC -shared part.c -o a/libp.so
    $CC main.c -La -lp -Wl,-rpath,\$ORIGIN -o a/prog; mv a b; mv b/* .'
