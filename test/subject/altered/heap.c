/* malloc, calloc, realloc, free: lists, growing arrays, reused blocks. */
#include <stdio.h>
#include <stdlib.h>
struct Node { int value; struct Node *next; };
static struct Node *push(struct Node *n, int v) { struct Node *m = malloc(sizeof *m); m->value = v; m->next = n; return m; }
int
main(void)
{
    int *grown = NULL, n = 0, cap = 0, sum = 0;
    struct Node *list = NULL;
    for (int i = 0; i < 24; i++) {
        if (n == cap) {
            cap = cap ? 2 * cap : 2;
            grown = realloc(grown, (size_t)cap * sizeof *grown);
        }
        grown[n++] = i * i % 11;
        list = push(list, grown[n / 2]);
        if (list->value % 4 == 0 && list->next) {
            struct Node *gone = list->next;
            list->next = gone->next;
            free(gone);
        }
    }
    int *zero = calloc(6, sizeof *zero);
    for (struct Node *p = list; p; p = p->next) {
        zero[p->value % 6]++;
        sum += p->value;
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", zero[i]);
    printf("%d %d\n", sum, grown[n - 1]);
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
    }
    free(zero);
    free(grown);
    return 0;
}
