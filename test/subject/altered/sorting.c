/* qsort and bsearch: libc calls back, and moves what it sorts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Item { int key, weight; };
static int asked;
static int by_key(const void *x, const void *y) { const struct Item *a = x, *b = y; asked++; return a->key < b->key ? -1 : a->key > b->key; }
static int down(const void *x, const void *y) { int a = *(const int *)x, b = *(const int *)y; return (a < b) - (a > b); }
static int by_name(const void *x, const void *y) { return strcmp(*(char *const *)x, *(char *const *)y); }
int
main(void)
{
    struct Item items[9];
    int plain[7] = {4, 1, 7, 3, 9, 2, 6}, sum = 0;
    const char *names[5] = {"plum", "fig", "apple", "kiwi", "date"};
    for (int i = 0; i < 9; i++)
        items[i] = (struct Item){i * 37 % 11, i};
    qsort(items, 9, sizeof *items, by_key);
    qsort(plain, 7, sizeof *plain, down);
    qsort(names, 5, sizeof *names, by_name);
    for (int i = 0; i < 11; i += 2) {
        struct Item want = {i, 0}, *p = bsearch(&want, items, 9, sizeof *items, by_key);
        sum = sum * 3 + (p ? p->weight : 1);
    }
    for (int i = 0; i < 7; i++)
        sum += plain[i] * i;
    printf("%d %d %s %s %d\n", sum, asked, names[0], names[4], items[3].weight);
    return 0;
}
