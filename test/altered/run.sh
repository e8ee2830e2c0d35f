#!/bin/sh
# run.sh - dependences, against an independent oracle: nothing changes with an
# instance that the graph does not connect with it (see oracle.c). Programs
# for each feature of C, then random ones; traced runs do as native ones.
# usage: run.sh BUILD [PROGRAMS [FIRST_SEED]]
# CULPRIT_ALTERED=500: so many random programs, and ten times the alterations.
build=$1
count=${CULPRIT_ALTERED:-${2:-6}}
seed=${3:-1}
times=${CULPRIT_ALTERED:+200}
times=${times:-20}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cp "$here"/*.c "$here"/*.in "$dir"
cd "$dir" || exit 2
rm oracle.c

# A store behind an array's end may change what has no address in a trace
# (docs/design/trace.md): such runs end there.
bounds="-fsanitize=bounds -fsanitize-trap=bounds"
untried=0
# ask PROGRAM TIMES OPTIONS...
ask() {
    program=$1
    shift
    if said=$("$build/altered-oracle" "./$program" .culprit "$seed" "$@"); then
        case $said in
        *"not tried") untried=$((untried + 1)) ;;
        *) ok ;;
        esac
    else
        fail "$program (alterations of seed $seed)"
        echo "$said"
    fi
}
for c in *.c; do
    p=${c%.c}
    culprit-cc -w $bounds "$c" -o "$p" -lm || { fail "$p: does not compile"; continue; }
    eval "ask $p $times $(sed -n 's/^[/ ]\* oracle: //p' "$c")"
done
check "an oracle that overlooks edges finds fault" \
    [ "$("$build/altered-oracle" ./loops .culprit 1 20 --blind | grep -c FAIL)" -gt 0 ]

# In one function without pointers all that a branch changes depends on it, if
# only by a summary control dependence.
for p in bitfields floats logic loops; do
    said=$("$build/altered-oracle" "./$p" .culprit 7 40 --summary | tail -n 1)
    echo "$said" >summary
    changed=$(sed -n 's/.*: \([0-9]*\) changed.*/\1/p' summary)
    check "$p: $said" [ "${changed:-0}" -gt 0 ]
    same "$p: summary control dependences" "$changed" \
        "$(sed -n 's/.* \([0-9]*\) with summaries/\1/p' summary)"
done

# With calls it takes branches in callees and callers, too.
for p in parser pointers recursion; do
    said=$("$build/altered-oracle" "./$p" .culprit 7 40 --across | tail -n 1)
    echo "$said" >summary
    changed=$(sed -n 's/.*: \([0-9]*\) changed.*/\1/p' summary)
    check "$p: $said" [ "${changed:-0}" -gt 0 ]
    same "$p: summary control dependences across calls" "$changed" \
        "$(sed -n 's/.* \([0-9]*\) with summaries/\1/p' summary)"
done

# Only the first process is altered: not what it forks, nor what it executes.
cat >first.c <<'END'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    pid_t pid = argc == 1 ? fork() : 1;
    int y = argc + 1;
    if (pid > 1)
        waitpid(pid, NULL, 0);
    printf("%s %d\n", argc > 1 ? "executed" : pid ? "parent" : "child", y);
    fflush(stdout);
    if (argc > 1 || pid == 0)
        return 0;
    return execl(argv[0], argv[0], "again", (char *)NULL);
}
END
culprit-cc first.c -o first
site=$(culprit slice -p first --at first.c:7 --sites 2>/dev/null | sed -n 's/ *site \(.*\): y = 2/\1/p')
same "the first process is altered" "  | child 2
  | parent 50
  | executed 3" "$(culprit slice -p first --at first.c:7 --alter "$site=50" 2>/dev/null | grep '  |')"
same "a site that there is not" "culprit slice: the run never came to site 9999 (see --sites)" \
    "$(culprit slice -p loops --flip 9999 2>&1)"
same "no site" "culprit slice: --alter: \"x\" is not NUMBER=VALUE,..." "$(culprit slice -p loops --alter x 2>&1)"

command -v csmith >/dev/null || { echo "altered: no csmith, no random programs"; count=0; }
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
long=0
random=$count
while [ "$count" -gt 0 ]; do
    csmith --seed "$seed" --max-funcs 4 --max-block-depth 3 --max-array-dim 2 \
        --max-array-len-per-dim 4 >s.c
    if culprit-cc -w -O0 $bounds -I"$include" s.c -o "s$seed"; then
        # what runs for long would tell no more than what does not
        timeout 0.2 "./s$seed" >/dev/null 2>&1
        if [ $? != 124 ]; then
            ask "s$seed" "$times"
        else
            long=$((long + 1))
            count=$((count + 1))
        fi
        rm -rf .culprit "s$seed"
    else
        fail "seed $seed: does not compile"
    fi
    seed=$((seed + 1))
    count=$((count - 1))
done
echo "altered: $random random programs asked, $long passed over (they run for more than 0.2 s), $untried too large for the oracle"
finish altered
