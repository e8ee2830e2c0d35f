#!/bin/sh
# programs.sh - what is wrong with a program, in one sentence and status 2.
. "${0%/*}/../../lib.sh"
v='$build/culprit variant -p ./prog --store store'
refuse "no bitcode" "\$clang main.c part.c -o prog; $v" 'has no bitcode: build it with CC=culprit-cc'
refuse "linked by another" "\$CC -c main.c part.c; \$clang -Wl,--build-id main.o part.o -o prog; $v" 'was not linked by culprit-cc'
refuse "not there" "$v" 'cannot open'
refuse "text" "echo text >prog; $v" 'is not an ELF program'
refuse "empty" ": >prog; $v" 'is not an ELF program'
refuse "directory" "mkdir prog; $v" 'no program below .* has bitcode'
refuse "script" "echo '#!/bin/sh' >prog; $v" 'is a script'
refuse "an object" "\$CC -c main.c -o prog; $v" 'is not an ELF program'
refuse "a section cut off" "\$CC main.c part.c -o prog; objcopy --dump-section .culprit=s prog
    head -c 500 s >s1; objcopy --update-section .culprit=s1 prog; $v" 'is cut off'
refuse "a damaged section" "\$CC main.c part.c -o prog; objcopy --dump-section .culprit=s prog
    printf XXXX | dd of=s bs=1 seek=900 conv=notrunc 2>/dev/null; objcopy --update-section .culprit=s prog; $v" \
    'damaged.*checksum'
refuse "another LLVM" "\$CC main.c part.c -o prog; objcopy --dump-section .culprit=s prog
    printf '\\016' | dd of=s bs=1 seek=9 conv=notrunc 2>/dev/null; objcopy --update-section .culprit=s prog; $v" \
    'holds bitcode of LLVM 14'
refuse "a cut file" "\$CC main.c part.c -o p; head -c 9000 p >prog; $v" 'prog'
refuse "no start files" "\$CC -nostdlib -static bare.c -o prog; $v" 'without start files'
refuse "clang is gone" "\$CC main.c part.c -o prog; CULPRIT_CLANG=/nonexistent $v" 'cannot start /nonexistent'
