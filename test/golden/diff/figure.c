/* Figure 2 of the path paper; its line 1 is line 11 here, and so on.
 *
 *
 *
 */
#include <stdlib.h>
int main(int argc, char **argv)
{
    int i = 0, j = 0, k = 0, a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), d = atoi(argv[4]);

    if (a)
        i = i + 1;
    if (b)
        j = j + 1;
    if (c)
        if (d)
            k = k + 1;
        else
            k = k + 2;
    return 0;
}
