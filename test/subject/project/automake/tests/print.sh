# print.sh - the program prints a column.
echo "testing $COLUMNS_PROGRAM" >&9 || exit 99
[ "$(printf 'a,b\nc,d\n' | "$COLUMNS_PROGRAM" 2)" = 'b
d' ] || exit 1
[ "$(echo '1,"2,3",4' | "$COLUMNS_PROGRAM" 3)" = 4 ]
