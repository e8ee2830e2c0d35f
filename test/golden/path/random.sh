#!/bin/sh
# random.sh - random programs: candidates come in the order of their distance
# (Theorem 1), and what is pruned has no run. CULPRIT_SEEDS=N: N programs
# instead of 6.
. "${0%/*}/../../lib.sh"
need python3
random=$top/test/subject/path/random.py
executable log 'cat "$CULPRIT_STDOUT" >>"$LOG"
exit 1'
printf hhh >in
for seed in $(seq 1 "${CULPRIT_SEEDS:-6}"); do
    python3 "$random" make "$seed" >random.c && culprit-cc -w -g random.c -o random || exit 2
    rm -f ./*.log
    LOG=$dir/size.log culprit path -p ./random --failing '< in' --oracle ./log --no-minimize \
        --order size --flips 0 --tries 64 --time 0 >out.size 2>err
    same "random program $seed, size: status" 1 $?
    LOG=$dir/paper.log culprit path -p ./random --failing '< in' --oracle ./log --no-minimize \
        --order paper --flips 0 --tries 64 --time 0 >out.paper 2>err
    same "random program $seed, paper: status" 1 $?
    LOG=$dir/no-prune.log culprit path -p ./random --failing '< in' --oracle ./log --no-minimize \
        --order paper --no-prune --flips 0 --tries 64 --time 0 >out.no-prune 2>err
    same "random program $seed, no-prune: status" 1 $?
    check "random program $seed: distances grow (size)" python3 "$random" order size size.log
    check "random program $seed: distances grow (paper)" python3 "$random" order paper paper.log
    check "random program $seed: pruning leaves nothing out" \
        python3 "$random" same paper.log no-prune.log
    [ "$seed" != 3 ] || check "but something is pruned" has ' [1-9][0-9]* pruned' out.paper
done
