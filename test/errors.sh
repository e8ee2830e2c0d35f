#!/bin/sh
# errors.sh - bad input gets one clear sentence and status 2, and loses nothing.
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
cd "$dir" || exit 2
cp "$here"/../examples/days/* .
culprit-cc -O1 days.c -o days && culprit-cc -O1 reference.c -o reference || exit 2

# refused WORDS COMMAND...: status 2, and one line on stderr with the words
refused() {
    words=$1
    shift
    "$@" >out 2>err
    status=$?
    if [ $status = 2 ] && grep -q -e "$words" err && [ "$(wc -l <err)" = 1 ]; then
        ok
    else
        fail "$*: status $status, expected 2 and \"$words\" in:"
        sed 's/^/  /' err
    fi
}

gcc -o alien days.c
printf '#!/bin/sh\n' >script
refused 'has no bitcode: build it with CC=culprit-cc' culprit dump -p ./alien functions
refused 'is a script' culprit dump -p ./script functions
refused 'is not an ELF program' culprit dump -p ./days.c functions
refused 'cannot open .*/nothing: No such file' culprit dump -p ./nothing functions
refused 'no part sausage' sh -c 'culprit dump -p ./days sausage 2>&1 >/dev/null | head -n 1 >&2; exit 2'
refused 'has no function sausage' culprit dump -p ./days --function sausage statements
refused 'unknown option --sausage' culprit dump --sausage
refused 'no command sausage' culprit sausage
refused 'cannot make directory' culprit dump -p ./days --store /proc/nowhere functions

# Damage inside the section: flip a byte of every 200th; never a crash.
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
cp days other # the version byte of the first record
printf '\022' | dd of=other bs=1 seek=$((0x$start + 9)) conv=notrunc 2>/dev/null
refused 'bitcode of LLVM 18' culprit dump -p ./other --store fresh functions
CULPRIT_CLANG=/nowhere/clang
export CULPRIT_CLANG
refused 'cannot start /nowhere/clang' culprit variant -p ./days
unset CULPRIT_CLANG
CULPRIT_LIB=/nowhere culprit doctor >/dev/null 2>&1 || fail "doctor falls back from CULPRIT_LIB"

# A damaged cached model is made anew; a rebuilt program has a new one.
culprit dump -p ./days functions >first
for m in .culprit/cache/*.model; do printf 'x' | dd of="$m" bs=1 seek=30 conv=notrunc 2>/dev/null; done
culprit dump -p ./days functions >second
check "a damaged model is made anew" cmp -s first second
sed 's/is_leap/leaps/g' days.c >days2.c
culprit-cc -O1 days2.c -o days
culprit dump -p ./days functions | grep -q leaps && ok || fail "a rebuilt program has its own model"

# The cache keeps the last few programs only, this one among them.
for i in 1 2 3 4 5 6 7 8 9 10; do
    culprit-cc -O0 -DVERSION=$i -Dis_leap=leap_$i days.c -o many
    culprit dump -p ./many --store cached functions >/dev/null
done
same "the cache is pruned" 8 "$(ls cached/cache | grep -c '[.]model$')"
culprit dump -p ./many --store cached functions | grep -q leap_10 && ok || fail "the newest stays"

# Ranking.
culprit-cc -O1 days.c -o days
refused 'no store\|no runs\|culprit run' culprit rank --store empty
head -n 5 tests.txt >good.txt
culprit run -p ./days -t good.txt --reference ./reference --store pass >/dev/null
refused 'no failing test' culprit rank --store pass
grep 2000-02 tests.txt >bad.txt
culprit run -p ./days -t bad.txt --reference ./reference --store fail >/dev/null
culprit rank --store fail >out 2>err
check "all tests failing: an answer with a warning" grep -q 'passing' err
refused 'technique' culprit rank --store pass --technique sausage
cp -r pass torn
printf 'this is no database at all, not even a little' | dd of=torn/store.db conv=notrunc 2>/dev/null
refused 'store' culprit rank --store torn

# Output that does not arrive is an error; what is not a file is written
# through, not replaced.
refused 'No space left' sh -c 'culprit dump -p ./days statements >/dev/full'
refused 'No space left' sh -c 'culprit rank --store fail 2>err.all >/dev/full; s=$?; tail -n 1 err.all >&2; exit $s'
touch target && ln -s target link && mkfifo pipe
culprit report --store fail -f json -o link 2>/dev/null
check "a link is written through" [ -L link -a -s target ]
timeout 10 cat pipe >piped &
culprit report --store fail -f json -o pipe 2>/dev/null
wait $!
check "a pipe is written through" [ -p pipe -a -s piped ]
# report ranks what rank ranks: no closing braces, no LCOV_EXCL_ lines
culprit rank --store fail -f json 2>/dev/null | grep '"entities"' >by-rank
culprit report --store fail -f json 2>/dev/null | grep '"entities"' >by-report
check "report and rank leave out the same" cmp -s by-rank by-report
finish errors
