#!/bin/sh
# minimised.sh - the test is minimised to bytes; by whole arguments and lines if
# that is wanted; and not if the smaller test fails only once.
. "${0%/*}/../../lib.sh"
subject twice -g
executable good '! grep -q bad "$CULPRIT_STDOUT"'
culprit path -p ./twice --failing 'axbcd more' --oracle ./good --coarse >out 2>err
check "an argument is left out" has '^the test fails: *axbcd$' out
culprit path -p ./twice --failing 'axbcd more' --oracle ./good >out 2>err
check "and bytes" has '^the test fails: *.x$' out
# the smaller test fails only once: the test is taken as it was given
mkdir seen
cat >once <<'END'
#!/bin/sh
read -r text <"$CULPRIT_STDOUT"
grep -q bad "$CULPRIT_STDOUT" && [ ${#text} -eq 10 ] && exit 1
[ ${#text} -eq 10 ] || mkdir "$SEEN/t$text" 2>/dev/null || exit 0
[ ${#text} -eq 10 ]
END
chmod +x once
SEEN=$(pwd)/seen culprit path -p ./twice --failing 'axbcd more' --oracle ./once \
    >out 2>err
same "a test that fails once when it is smaller: status" 0 $?
check "is taken as it was given" has '^the test fails: *axbcd more$' out
check "and said so" has 'the minimised one passed when it was run again' out
