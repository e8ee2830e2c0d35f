/* What is printed last is wrong: an expression, the format, a text, each time.
 */
#include <stdio.h>
#include <string.h>

int
main(int argc, char **argv)
{
    int a = 0, b = 0;

    if (argc < 2 || scanf("%d %d", &a, &b) != 2)
        return 2;
    if (strcmp(argv[1], "expression") == 0)
        printf("%d %d\n", a - b, a); /* fault: b - a */
    if (strcmp(argv[1], "format") == 0)
        printf("%d-%d\n", a, b); /* fault: a space */
    if (strcmp(argv[1], "text") == 0)
        puts("No"); /* fault: NO */
    for (int i = 0; strcmp(argv[1], "each") == 0 && i < 3; i++)
        printf("%d;", i * a + 1); /* fault: no + 1 */
    if (strcmp(argv[1], "short") == 0)
        printf("%d", a); /* fault: b is missing */
    return 0;
}
