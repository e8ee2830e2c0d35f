/* Three ways to be right, by one branch each. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    int right = 0;

    if (argc < 2)
        return 2;
    if (argv[1][0] == 'x')
        right++;
    if (argv[1][1] == 'y')
        right++;
    if (argv[1][2] == 'z')
        right++;
    puts(right ? "right" : "wrong");
    return 0;
}
