# bench.sh - what the cases of bench share. Seconds per test are generous: a busy
# machine must not make tests fail.

# faulty RESULT: how many statements are
faulty() { sed -n 's/^ "faulty": \([0-9]*\),/\1/p' "work/bench/$1.json"; }
# ids FILE: of the versions, in their order
ids() { sed -n 's/^   "id": "\(.*\)",$/\1/p' "$1" | tr '\n' ' ' | sed 's/ $//'; }
# told PATTERN FILE: fixed text
told() { grep -qF -e "$1" "$2" || shown "$1" "$2"; }
