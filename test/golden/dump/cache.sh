#!/bin/sh
# cache.sh - a damaged cached model is made anew; a rebuilt program has a new
# one; what was not used for a month goes.
. "${0%/*}/../../lib.sh"
cp "$top"/examples/days/days.c .
culprit-cc -O1 days.c -o days || exit 2
culprit dump -p ./days functions >first
for m in .culprit/cache/*.model; do printf 'x' | dd of="$m" bs=1 seek=30 conv=notrunc 2>/dev/null; done
culprit dump -p ./days functions >second
check "a damaged model is made anew" cmp -s first second
sed 's/is_leap/leaps/g' days.c >days2.c
culprit-cc -O1 days2.c -o days
culprit dump -p ./days functions >out
check "a rebuilt program has its own model" has leaps out
for i in 1 2 3 4 5 6 7 8 9 10; do
    culprit-cc -O0 -DVERSION=$i -Dis_leap=leap_$i days.c -o many
    culprit dump -p ./many --store cached functions >/dev/null
done
same "programs of the last hour are kept" 10 "$(ls cached/cache | grep -c '[.]model$')"
touch -d '40 days ago' cached/cache/*
culprit dump -p ./many --store cached functions >out
same "those of last month go" 1 "$(ls cached/cache | grep -c '[.]model$')"
check "the newest stays" has leap_10 out
