#!/bin/sh
# errors.sh - bad programs get one clear sentence and status 2.
. "${0%/*}/../../lib.sh"
cp "$top"/examples/days/days.c .
culprit-cc -O1 days.c -o days || exit 2
gcc -o alien days.c
printf '#!/bin/sh\n' >script
inprocess "$here/errors.cases"
# the version byte of the first record
start=$(readelf -SW days | sed -n 's/.*\.culprit *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
cp days other
printf '\022' | dd of=other bs=1 seek=$((0x$start + 9)) conv=notrunc 2>/dev/null
culprit dump -p ./other --store fresh functions >out 2>err
refused "bitcode of another version" 'bitcode of LLVM 18'
same "in one line" 1 "$(wc -l <err)"
CULPRIT_CLANG=/nowhere/clang culprit variant -p ./days >out 2>err
refused "no clang" 'cannot start /nowhere/clang'
same "in one line" 1 "$(wc -l <err)"
culprit dump -p ./days statements >/dev/full 2>err
refused "output that does not arrive" 'No space left'
same "in one line" 1 "$(wc -l <err)"
