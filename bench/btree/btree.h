/* btree.h - an ordered map from integer keys to short text values. */
#ifndef BTREE_H
#define BTREE_H

#include <stdbool.h>
#include <stdio.h>

#define BT_MIN_DEGREE 2
#define BT_MAX_DEGREE 5
#define BT_MAX_KEYS   (2 * BT_MAX_DEGREE - 1)
#define BT_MAX_DEPTH  24
#define BT_VALUE_LEN  16        /* including the terminating NUL */

typedef long bt_key;

struct bt_entry {
    bt_key key;
    char   value[BT_VALUE_LEN];
};

struct bt_node {
    int             nkeys;
    bool            leaf;
    long            size;       /* entries in this whole subtree */
    struct bt_entry entry[BT_MAX_KEYS];
    struct bt_node *child[BT_MAX_KEYS + 1];
};

struct bt_tree {
    struct bt_node *root;       /* NULL when the tree is empty */
    int             degree;     /* every node but the root has degree-1 keys at least */
    unsigned long   version;    /* changes with every structural change */
    long            splits;
    long            merges;
    long            borrows;
};

/* A position in a tree, as the path from the root to one entry. */
struct bt_cursor {
    const struct bt_tree *tree;
    unsigned long         version;
    bt_key                key;
    int                   depth;        /* number of path elements, 0 = nowhere */
    const struct bt_node *node[BT_MAX_DEPTH];
    int                   index[BT_MAX_DEPTH];
};

typedef bool (*bt_visitor)(const struct bt_entry *entry, void *context);

static inline long bt_count(const struct bt_tree *tree)
{
    return tree->root ? tree->root->size : 0;
}

static inline bool bt_is_full(const struct bt_tree *tree, const struct bt_node *node)
{
    return node->nkeys >= 2 * tree->degree - 1;
}

/* True when the node can give a key away and still be legal. */
static inline bool bt_can_spare(const struct bt_tree *tree, const struct bt_node *node)
{
    return node->nkeys >= tree->degree;
}

void bt_init(struct bt_tree *tree, int degree);
void bt_clear(struct bt_tree *tree);

bool bt_insert(struct bt_tree *tree, bt_key key, const char *value);
bool bt_delete(struct bt_tree *tree, bt_key key);
void bt_bulk_build(struct bt_tree *tree, const struct bt_entry *sorted, long n);

struct bt_entry *bt_find(const struct bt_tree *tree, bt_key key);
const struct bt_entry *bt_min(const struct bt_tree *tree);
const struct bt_entry *bt_max(const struct bt_tree *tree);
const struct bt_entry *bt_floor(const struct bt_tree *tree, bt_key key);
const struct bt_entry *bt_ceil(const struct bt_tree *tree, bt_key key);
const struct bt_entry *bt_select(const struct bt_tree *tree, long position);
long bt_rank(const struct bt_tree *tree, bt_key key);

bool bt_walk(const struct bt_tree *tree, bt_key low, bt_key high,
             bt_visitor visit, void *context);

bool bt_seek(struct bt_cursor *cursor, const struct bt_tree *tree, bt_key key);
const struct bt_entry *bt_current(const struct bt_cursor *cursor);
bool bt_next(struct bt_cursor *cursor);
bool bt_prev(struct bt_cursor *cursor);

int  bt_height(const struct bt_tree *tree);
long bt_node_count(const struct bt_tree *tree);
void bt_dump(const struct bt_tree *tree, FILE *out);
void bt_dump_flat(const struct bt_tree *tree, FILE *out);
const char *bt_check(const struct bt_tree *tree);

#endif
