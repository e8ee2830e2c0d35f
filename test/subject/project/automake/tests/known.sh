# known.sh - a doubled quote is not understood yet.
[ "$(echo '"a""b",c' | "$COLUMNS_PROGRAM" 2)" = c ]
