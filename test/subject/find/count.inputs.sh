# count.inputs.sh - tests of count: files in1 ..., and their list.
i=0
for text in "" "a" "a b" "one two three" "x
y z" "long line here
short
" "

" "tab	and space  twice" "a
bb
ccc
" "   lead" "trail   " "1
22 333
4444 5 6
"; do
    i=$((i + 1))
    printf '%s' "$text" >"in$i"
    echo "< in$i" >>count.tests
done
