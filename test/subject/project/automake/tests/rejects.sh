# rejects.sh - what is no column.
"$COLUMNS_PROGRAM" none </dev/null 2>/dev/null
[ $? = 2 ]
