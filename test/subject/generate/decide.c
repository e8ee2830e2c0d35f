/* decide.c - decisions on three numbers, some bytes of input, a variable and
 * a file; crashes if all is right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "args") == 0 && argc == 4) {
        int a = atoi(argv[2]), b = atoi(argv[3]);
        if (a > 1000 && b == a / 3)
            abort();
        puts(a < b ? "less" : "not less");
    } else if (argc > 1 && strcmp(argv[1], "stdin") == 0) {
        char line[64];
        if (fgets(line, sizeof line, stdin) && strncmp(line, "magic", 5) == 0)
            abort();
        puts("no magic");
    } else if (argc > 1 && strcmp(argv[1], "env") == 0) {
        const char *mode = getenv("MODE");
        if (mode && strcmp(mode, "boom") == 0)
            abort();
        puts("calm");
    } else if (argc > 2 && strcmp(argv[1], "file") == 0) {
        FILE *f = fopen(argv[2], "r");
        int c, depth = 0;
        while (f && (c = getc(f)) != EOF)
            if (c == '(' && ++depth == 4)
                abort();
        puts("flat");
    } else if (argc > 1 && strcmp(argv[1], "time") == 0) {
        FILE *f = fopen("/proc/self/stat", "r");
        long pid = 0;
        if (!f || fscanf(f, "%ld", &pid) != 1)
            return 1;
        fprintf(stderr, "%ld\n", pid);
        abort();
    }
    return 0;
}
