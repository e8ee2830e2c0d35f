/* recursion.c - what is wanted of it is in recursion.sh
 *
 */
#include <stdio.h>
#include <stdlib.h>
struct node {
    int key;
    struct node *left, *right;
};
static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
    } else if (key < n->key) {
        n->left = insert(n->left, key);
    } else {
        n->right = insert(n->right, key);
    }
    return n;
}
static int depth(const struct node *n)
{
    if (!n)
        return 0;
    int l = depth(n->left), r = depth(n->right);
    return 1 + (l > r ? l : r);
}
int main(int argc, char **argv)
{
    struct node *root = NULL;
    for (int i = 1; i < argc; i++)
        root = insert(root, atoi(argv[i]));
    printf("%d\n", depth(root));
    return 0;
}
