#!/bin/sh
# figure1.sh - the directed paper's example, by real requests: the tables of its
# figures 4 to 7. Lines 18 to 20, 22, 23 to 26, 29, 31, 12 to 14 and 8 of the paper
# are 24 to 26, 28, 30 to 32, 35, 37, 18 to 20 and 13 here.
. "${0%/*}/../../lib.sh"
# executed: the lines that each test executes, a test per line
executed() {
    culprit export --format tcm --output tcm >/dev/null 2>err
    awk '/^#/ { part = $1; next }
        part == "#uuts" && NF { n = split($0, f, ":"); line[units++] = f[n] }
        part == "#matrix" && NF {
            for (i = 1; i < NF; i += 2) printf "%s%s", line[$i], i + 2 < NF ? " " : "\n"
        }' tcm
}
example scale-php
# Test suite 1: F and A1 fail, A2 and A3 pass.
cat >suite1 <<'END'
GET /scale.php get:x=0 get:y=0 get:scale_x=1 get:scale_y=3
GET /scale.php get:x=0 get:y=0 get:scale_x=3 get:scale_y=2
GET /scale.php get:x=5 get:y=0 get:scale_x=1 get:scale_y=0
GET /scale.php get:x=3 get:y=2 get:scale_x=2 get:scale_y=4
END
culprit run -p scale-php --requests suite1 >out 2>err
ended "suite 1" 0 '2 passed, 2 failed'
check "the failure is told" has 'Uncaught DivisionByZeroError: Division by zero at scale.php:18' out
culprit rank --entity tuple --top 40 >out 2>err
ended "suite 1 ranked" 0 'magnitude() returned zero'
compare out suite1

# In the paper's PHP a division by zero goes on, with nothing in the page: then
# the lines behind it are run by all, too. Here fdiv() does.
sed 's|\(\$other->magnitude()\) / \(\$this->magnitude()\)|fdiv(\1, \2)|' scale-php/scale.php >new
mv new scale-php/scale.php
cat >oracle <<'END'
#!/bin/sh
! grep -q NAN "$CULPRIT_STDOUT"
END
chmod +x oracle
culprit run -p scale-php --requests suite1 --oracle ./oracle >out 2>err
ended "figure 5" 0 '2 passed, 2 failed'
executed >out
all='13 18 19 20 24 25 26 28 29 30 31 32 35 37'
printf '%s\n' "$all" "$all" "$all" "$all" >figure4
check "figure 4: all tests execute all lines" cmp figure4 out
culprit rank --entity tuple --top 40 >out 2>err
compare out figure5

# Test suite 2: only F shows the first bug.
cat >suite2 <<'END'
GET /scale.php get:x=0 get:y=0 get:scale_x=1 get:scale_y=3
GET /scale.php get:x=3
GET /scale.php get:x=5 get:y=4
GET /scale.php get:x=4 get:y=0 get:scale_x=3
END
culprit run -p scale-php --requests suite2 --oracle ./oracle >out 2>err
ended "figure 7" 0 '3 passed, 1 failed'
executed >out
printf '%s\n' "$all" '18 24 25 26 28 35' '18 24 25 26 28 35' '18 24 25 26 28 29 35' >figure6
check "figure 6: only the first test goes on" cmp figure6 out
culprit rank --entity tuple --top 40 >out 2>err
compare out figure7

# The second bug: a call on what is no object.
culprit run -p scale-php --requests suite2 >out 2>err
ended "the second bug" 0 '1 passed, 3 failed'
check "its failure is told" has 'Call to a member function magnitude() on null' out
culprit rank --entity tuple --top 3 >out 2>err
check "the condition that was false comes first" has '#1 .*is false' out
