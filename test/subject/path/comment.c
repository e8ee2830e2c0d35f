/* Commands, one a line: kN sets what w adds ten times; p prints; # is a
 * comment. From 5 on, k is wrong. */
#include <stdio.h>

int
main(void)
{
    char line[16];
    int k = 1, total = 0, i;

    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'k') {
            k = line[1] - '0';
            if (k > 4) /* the fault */
                k++;
        } else if (line[0] == 'w') {
            for (i = 0; i < 10; i++) {
                total += k;
                total++;
                total--;
            }
        } else if (line[0] == 'p') {
            printf("%d\n", total);
        }
    }
    return 0;
}
