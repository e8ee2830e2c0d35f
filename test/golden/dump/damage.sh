#!/bin/sh
# damage.sh - damage inside the section: a byte of every 211th is flipped; never
# a crash.
. "${0%/*}/../../lib.sh"
cp "$top"/examples/days/days.c .
culprit-cc -O1 days.c -o days || exit 2
start=$(readelf -SW days | sed -n 's/.*\.culprit *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
size=$(readelf -SW days | sed -n 's/.*\.culprit *PROGBITS *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')
at=$((0x$start)) end=$((0x$start + 0x$size)) crashes=0 noticed=0 tried=0
while [ $at -lt $end ]; do
    cp days damaged
    printf '\377' | dd of=damaged bs=1 seek=$at conv=notrunc 2>/dev/null
    culprit dump -p ./damaged --store damage functions >/dev/null 2>err
    case $? in 0) ;; 2) noticed=$((noticed + 1)) ;; *) crashes=$((crashes + 1)) ;; esac
    rm -rf damage
    tried=$((tried + 1))
    at=$((at + 211))
done
same "damaged sections: crashes" 0 $crashes
check "damaged sections: $noticed of $tried noticed" [ "$noticed" -ge $((tried - 2)) ]
