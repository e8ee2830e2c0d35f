/* The middle value with the paper's two faults; WAY says how it is read. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int
next(char **argv, int i)
{
    char text[32] = "";
#if WAY == 1
    (void)text;
    return (int)strtol(argv[i], NULL, 10);
#elif WAY == 2
    int n = 0;
    if (fgets(text, sizeof text, stdin))
        sscanf(text, "%d", &n);
    return n;
#elif WAY == 3
    if (read(0, text, 2) < 2)
        exit(1);
    return text[0] - '0';
#else
    int n = getchar() - '0';
    getchar();
    return n;
#endif
}

int
main(int argc, char **argv)
{
#if WAY == 0
    int x = atoi(argv[1]), y = atoi(argv[2]), z = atoi(argv[3]), m;
#else
    int x = next(argv, 1), y = next(argv, 2), z = next(argv, 3), m;
#endif
    m = y; /* fault: m = z */
    if (y < z) {
        if (x < y)
            m = y;
        else if (x > z) /* fault: x < z */
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    printf("%d\n", m);
    return argc > 4;
}
