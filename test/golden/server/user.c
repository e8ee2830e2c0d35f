#include <stdio.h>
#include <unistd.h>
extern int library_file;
void library_wait(void);
int
main(int argc, char **argv)
{
    char c = '-';
    if (library_file >= 0 && read(library_file, &c, 1) == 1)
        while (argc > 7) /* never */
            argc--;
    if (argc > 1 && argv[1][0] == 't')
        library_wait();
    printf("%c\n", c);
    return 0;
}
