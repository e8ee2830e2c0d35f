# find.sh - what the cases of find share.

# first_is WHAT PLACE FILE: the first suspect of `culprit find`, as FILE:LINE
first_is() {
    same "$1" "#1 $2" "$(sed -n 's/^#1  \([^ ]*\).*/#1 \1/p' "$3" | sed 's/:[0-9]*$//')"
}
