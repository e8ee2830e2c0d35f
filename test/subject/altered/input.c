/* Standard input, arguments, lines and characters. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int
main(int argc, char **argv)
{
    char line[80];
    int c, words = 0, in = 0, sum = argc > 1 ? atoi(argv[1]) : 0;
    if (fgets(line, sizeof line, stdin))
        sum += atoi(line) * (int)strlen(line);
    while ((c = getchar()) != EOF && c != '.') {
        if (isalpha(c)) {
            words += !in;
            in = 1;
            sum = sum * 2 + toupper(c);
        } else {
            in = 0;
        }
        sum %= 10007;
    }
    int a, b, n = scanf("%d %d", &a, &b);
    if (n == 2)
        sum += a * b;
    if (argc > 2)
        sum += argv[2][1] - '0';
    printf("%d %d\n", sum, words);
    return 0;
}
