/* nest.c - a text of brackets, each on a line of its own and indented. */
#include <stdio.h>

typedef struct {
    int depth, width;
} Page;

static void
put(const Page *p, int c)
{
    printf("%*s%c\n", p->depth * p->width, "", c);
}

static void
show(Page *p, const char **text)
{
    put(p, *(*text)++);
    p->depth++;
    while (**text && **text != ']')
        show(p, text);
    p->depth--;
    put(p, ']');
    *text += **text == ']';
}

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        Page page = {0, 2};
        while (*text)
            show(&page, &text);
    }
    return 0;
}
