/* btree.c - B-tree with subtree sizes, cursors and bulk building. */
#include "btree.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static struct bt_node *new_node(bool leaf)
{
    struct bt_node *node = calloc(1, sizeof *node);

    if (node == NULL) {
        fputs("btree: out of memory\n", stderr);
        exit(3);
    }
    node->leaf = leaf;
    return node;
}

static void free_subtree(struct bt_node *node)
{
    if (node == NULL)
        return;
    if (!node->leaf)
        for (int i = 0; i <= node->nkeys; i++)
            free_subtree(node->child[i]);
    free(node);
}

void bt_init(struct bt_tree *tree, int degree)
{
    tree->root = NULL;
    tree->degree = degree;
    tree->version = 1;
    tree->splits = 0;
    tree->merges = 0;
    tree->borrows = 0;
}

void bt_clear(struct bt_tree *tree)
{
    free_subtree(tree->root);
    tree->root = NULL;
    tree->version++;
}

static void set_entry(struct bt_entry *entry, bt_key key, const char *value)
{
    entry->key = key;
    strncpy(entry->value, value, BT_VALUE_LEN - 1);
    entry->value[BT_VALUE_LEN - 1] = '\0';
}

/* Index of the first key in the node that is not less than `key`. */
static int lower_index(const struct bt_node *node, bt_key key)
{
    int low = 0, high = node->nkeys;

    while (low < high) {
        int mid = low + (high - low) / 2;

        if (node->entry[mid].key < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool key_at(const struct bt_node *node, int i, bt_key key)
{
    return i < node->nkeys && node->entry[i].key == key;
}

/* Recomputes the size of a node from its children. */
static void update_size(struct bt_node *node)
{
    node->size = node->nkeys;
    if (!node->leaf)
        for (int i = 0; i <= node->nkeys; i++)
            node->size += node->child[i]->size;
}

/* ---- insertion ------------------------------------------------------- */

/* Opens a gap for one entry at `i` and one child at `i + 1`. */
static void open_gap(struct bt_node *node, int i)
{
    for (int j = node->nkeys; j > i; j--)
        node->entry[j] = node->entry[j - 1];
    if (!node->leaf)
        for (int j = node->nkeys + 1; j > i + 1; j--)
            node->child[j] = node->child[j - 1];
    node->nkeys++;
}

/* Closes the gap left by entry `i` and child `i + 1`. */
static void close_gap(struct bt_node *node, int i)
{
    for (int j = i + 1; j < node->nkeys; j++)
        node->entry[j - 1] = node->entry[j];
    if (!node->leaf)
        for (int j = i + 2; j <= node->nkeys; j++)
            node->child[j - 1] = node->child[j];
    node->nkeys--;
}

/* Splits the full child `i`; its median moves up into `parent`. */
static void split_child(struct bt_tree *tree, struct bt_node *parent, int i)
{
    int t = tree->degree;
    struct bt_node *left = parent->child[i];
    struct bt_node *right = new_node(left->leaf);

    assert(bt_is_full(tree, left));
    right->nkeys = t - 1;
    for (int j = 0; j < t - 1; j++)
        right->entry[j] = left->entry[j + t];
    if (!left->leaf)
        for (int j = 0; j < t; j++)
            right->child[j] = left->child[j + t];
    left->nkeys = t - 1;

    open_gap(parent, i);
    parent->entry[i] = left->entry[t - 1];
    parent->child[i + 1] = right;
    update_size(left);
    update_size(right);
    tree->splits++;
}

/* Inserts a new key; false if the key is there already. */
bool bt_insert(struct bt_tree *tree, bt_key key, const char *value)
{
    struct bt_node *node;
    int i;

    if (bt_find(tree, key) != NULL)
        return false;
    tree->version++;

    if (tree->root == NULL)
        tree->root = new_node(true);
    if (bt_is_full(tree, tree->root)) {
        struct bt_node *root = new_node(false);

        root->child[0] = tree->root;
        root->size = tree->root->size;
        tree->root = root;
        split_child(tree, root, 0);
    }

    node = tree->root;
    while (!node->leaf) {
        node->size++;
        i = lower_index(node, key);
        if (bt_is_full(tree, node->child[i])) {
            split_child(tree, node, i);
            if (key > node->entry[i].key)
                i++;
        }
        node = node->child[i];
    }
    i = lower_index(node, key);
    open_gap(node, i);
    set_entry(&node->entry[i], key, value);
    node->size++;
    return true;
}

/* ---- deletion -------------------------------------------------------- */

/* Moves a key from child `i - 1` through the parent into child `i`. */
static void borrow_left(struct bt_tree *tree, struct bt_node *parent, int i)
{
    struct bt_node *node = parent->child[i];
    struct bt_node *from = parent->child[i - 1];
    long moved = 1;

    for (int j = node->nkeys; j > 0; j--)
        node->entry[j] = node->entry[j - 1];
    node->entry[0] = parent->entry[i - 1];
    if (!node->leaf) {
        for (int j = node->nkeys + 1; j > 0; j--)
            node->child[j] = node->child[j - 1];
        node->child[0] = from->child[from->nkeys];
        moved += node->child[0]->size;
    }
    parent->entry[i - 1] = from->entry[from->nkeys - 1];
    node->nkeys++;
    from->nkeys--;
    node->size += moved;
    from->size -= moved;
    tree->borrows++;
}

/* Moves a key from child `i + 1` through the parent into child `i`. */
static void borrow_right(struct bt_tree *tree, struct bt_node *parent, int i)
{
    struct bt_node *node = parent->child[i];
    struct bt_node *from = parent->child[i + 1];
    long moved = 1;

    node->entry[node->nkeys] = parent->entry[i];
    parent->entry[i] = from->entry[0];
    node->nkeys++;
    if (!node->leaf) {
        node->child[node->nkeys] = from->child[0];
        moved += from->child[0]->size;
        for (int j = 0; j < from->nkeys; j++)
            from->child[j] = from->child[j + 1];
    }
    for (int j = 0; j < from->nkeys - 1; j++)
        from->entry[j] = from->entry[j + 1];
    from->nkeys--;
    node->size += moved;
    from->size -= moved;
    tree->borrows++;
}

/* Joins child `i`, entry `i` and child `i + 1` into child `i`. */
static void merge_children(struct bt_tree *tree, struct bt_node *parent, int i)
{
    struct bt_node *left = parent->child[i];
    struct bt_node *right = parent->child[i + 1];
    int base = left->nkeys + 1;

    left->entry[left->nkeys] = parent->entry[i];
    for (int j = 0; j < right->nkeys; j++)
        left->entry[base + j] = right->entry[j];
    if (!left->leaf)
        for (int j = 0; j <= right->nkeys; j++)
            left->child[base + j] = right->child[j];
    left->nkeys += right->nkeys + 1;
    left->size += right->size + 1;
    close_gap(parent, i);
    free(right);
    tree->merges++;
}

/* Makes sure that child `i` can lose a key; returns the child to go to. */
static struct bt_node *refill_child(struct bt_tree *tree, struct bt_node *parent, int i)
{
    if (bt_can_spare(tree, parent->child[i]))
        return parent->child[i];
    if (i > 0 && bt_can_spare(tree, parent->child[i - 1])) {
        borrow_left(tree, parent, i);
    } else if (i < parent->nkeys && bt_can_spare(tree, parent->child[i + 1])) {
        borrow_right(tree, parent, i);
    } else {
        if (i == parent->nkeys)
            i--;
        merge_children(tree, parent, i);
    }
    return parent->child[i];
}

static struct bt_entry *last_entry(struct bt_node *node)
{
    while (!node->leaf)
        node = node->child[node->nkeys];
    return &node->entry[node->nkeys - 1];
}

static struct bt_entry *first_entry(struct bt_node *node)
{
    while (!node->leaf)
        node = node->child[0];
    return &node->entry[0];
}

/* Deletes a key known to be in the subtree. */
static void delete_from(struct bt_tree *tree, struct bt_node *node, bt_key key)
{
    for (;;) {
        int i = lower_index(node, key);

        node->size--;
        if (node->leaf) {
            assert(key_at(node, i, key));
            close_gap(node, i);
            return;
        }
        if (!key_at(node, i, key)) {
            node = refill_child(tree, node, i);
        } else if (bt_can_spare(tree, node->child[i])) {
            node->entry[i] = *last_entry(node->child[i]);
            key = node->entry[i].key;
            node = node->child[i];
        } else if (bt_can_spare(tree, node->child[i + 1])) {
            node->entry[i] = *first_entry(node->child[i + 1]);
            key = node->entry[i].key;
            node = node->child[i + 1];
        } else {
            merge_children(tree, node, i);
            node = node->child[i];
        }
    }
}

/* Deletes a key; false if it is not there. */
bool bt_delete(struct bt_tree *tree, bt_key key)
{
    struct bt_node *root = tree->root;

    if (bt_find(tree, key) == NULL)
        return false;
    tree->version++;
    delete_from(tree, root, key);
    if (root->nkeys == 0) {
        tree->root = root->leaf ? NULL : root->child[0];
        free(root);
    }
    return true;
}

/* ---- bulk building --------------------------------------------------- */

/* The greatest number of entries that a tree of `height` levels can hold. */
static long capacity(int degree, int height)
{
    long nodes = 1;

    for (int i = 0; i < height; i++)
        nodes *= 2 * degree;
    return nodes - 1;
}

static struct bt_node *build_level(int degree, const struct bt_entry *sorted,
                                   long n, int height)
{
    struct bt_node *node = new_node(height == 1);
    long room, children, each, extra, used = 0;

    if (node->leaf) {
        for (long i = 0; i < n; i++)
            node->entry[i] = sorted[i];
        node->nkeys = (int)n;
        node->size = n;
        return node;
    }

    room = capacity(degree, height - 1);
    children = (n + 1 + room) / (room + 1);
    each = (n - (children - 1)) / children;
    extra = (n - (children - 1)) % children;

    for (long c = 0; c < children; c++) {
        long take = each + (c < extra ? 1 : 0);

        node->child[c] = build_level(degree, sorted + used, take, height - 1);
        used += take;
        if (c < children - 1)
            node->entry[node->nkeys++] = sorted[used++];
    }
    update_size(node);
    return node;
}

/* Replaces the contents of the tree by `n` entries in ascending order. */
void bt_bulk_build(struct bt_tree *tree, const struct bt_entry *sorted, long n)
{
    int height = 1;

    bt_clear(tree);
    if (n == 0)
        return;
    while (capacity(tree->degree, height) < n)
        height++;
    tree->root = build_level(tree->degree, sorted, n, height);
}

/* ---- lookup ---------------------------------------------------------- */

struct bt_entry *bt_find(const struct bt_tree *tree, bt_key key)
{
    struct bt_node *node = tree->root;

    while (node != NULL) {
        int i = lower_index(node, key);

        if (key_at(node, i, key))
            return &node->entry[i];
        node = node->leaf ? NULL : node->child[i];
    }
    return NULL;
}

const struct bt_entry *bt_min(const struct bt_tree *tree)
{
    return tree->root ? first_entry(tree->root) : NULL;
}

const struct bt_entry *bt_max(const struct bt_tree *tree)
{
    return tree->root ? last_entry(tree->root) : NULL;
}

/* The entry with the greatest key not above `key`. */
const struct bt_entry *bt_floor(const struct bt_tree *tree, bt_key key)
{
    const struct bt_node *node = tree->root;
    const struct bt_entry *best = NULL;

    while (node != NULL) {
        int i = lower_index(node, key);

        if (key_at(node, i, key))
            return &node->entry[i];
        if (i > 0)
            best = &node->entry[i - 1];
        node = node->leaf ? NULL : node->child[i];
    }
    return best;
}

/* The entry with the least key not below `key`. */
const struct bt_entry *bt_ceil(const struct bt_tree *tree, bt_key key)
{
    const struct bt_node *node = tree->root;
    const struct bt_entry *best = NULL;

    while (node != NULL) {
        int i = lower_index(node, key);

        if (i < node->nkeys)
            best = &node->entry[i];
        if (key_at(node, i, key))
            return best;
        node = node->leaf ? NULL : node->child[i];
    }
    return best;
}

/* The number of keys less than `key`. */
long bt_rank(const struct bt_tree *tree, bt_key key)
{
    const struct bt_node *node = tree->root;
    long rank = 0;

    while (node != NULL) {
        int i = lower_index(node, key);

        rank += i;
        if (node->leaf)
            break;
        for (int j = 0; j < i; j++)
            rank += node->child[j]->size;
        if (key_at(node, i, key)) {
            rank += node->child[i]->size;
            break;
        }
        node = node->child[i];
    }
    return rank;
}

/* The entry at a position counted from 0; negative ones count from the end. */
const struct bt_entry *bt_select(const struct bt_tree *tree, long position)
{
    const struct bt_node *node = tree->root;

    if (position < 0)
        position += bt_count(tree);
    if (position < 0 || position >= bt_count(tree))
        return NULL;

    while (!node->leaf) {
        int i = 0;

        while (i < node->nkeys && position > node->child[i]->size) {
            position -= node->child[i]->size + 1;
            i++;
        }
        if (i < node->nkeys && position == node->child[i]->size)
            return &node->entry[i];
        node = node->child[i];
    }
    assert(position < node->nkeys);
    return &node->entry[position];
}

static bool walk_node(const struct bt_node *node, bt_key low, bt_key high,
                      bt_visitor visit, void *context)
{
    int i = lower_index(node, low);

    for (;; i++) {
        if (!node->leaf && !walk_node(node->child[i], low, high, visit, context))
            return false;
        if (i >= node->nkeys || node->entry[i].key > high)
            return true;
        if (!visit(&node->entry[i], context))
            return false;
    }
}

/* Visits low <= key <= high in order, until the visitor returns false. */
bool bt_walk(const struct bt_tree *tree, bt_key low, bt_key high,
             bt_visitor visit, void *context)
{
    if (tree->root == NULL || low > high)
        return true;
    return walk_node(tree->root, low, high, visit, context);
}

/* ---- cursors --------------------------------------------------------- */

static void push(struct bt_cursor *cursor, const struct bt_node *node, int index)
{
    assert(cursor->depth < BT_MAX_DEPTH);
    cursor->node[cursor->depth] = node;
    cursor->index[cursor->depth] = index;
    cursor->depth++;
}

static bool settle(struct bt_cursor *cursor)
{
    int top = cursor->depth - 1;

    if (top < 0)
        return false;
    cursor->key = cursor->node[top]->entry[cursor->index[top]].key;
    return true;
}

/* Drops path elements that have no entry at their index. */
static void pop_exhausted(struct bt_cursor *cursor)
{
    while (cursor->depth > 0) {
        int top = cursor->depth - 1;

        if (cursor->index[top] < cursor->node[top]->nkeys)
            break;
        cursor->depth--;
    }
}

/* Goes to the first entry not below `key`; false if there is none. */
bool bt_seek(struct bt_cursor *cursor, const struct bt_tree *tree, bt_key key)
{
    const struct bt_node *node = tree->root;

    cursor->tree = tree;
    cursor->version = tree->version;
    cursor->depth = 0;
    while (node != NULL) {
        int i = lower_index(node, key);

        push(cursor, node, i);
        if (node->leaf || key_at(node, i, key))
            break;
        node = node->child[i];
    }
    pop_exhausted(cursor);
    return settle(cursor);
}

const struct bt_entry *bt_current(const struct bt_cursor *cursor)
{
    int top = cursor->depth - 1;

    if (top < 0 || cursor->tree == NULL)
        return NULL;
    if (cursor->version != cursor->tree->version)
        return bt_find(cursor->tree, cursor->key);
    return &cursor->node[top]->entry[cursor->index[top]];
}

bool bt_next(struct bt_cursor *cursor)
{
    int top;

    if (cursor->depth == 0)
        return false;
    if (cursor->version != cursor->tree->version) {
        if (cursor->key == LONG_MAX) {
            cursor->depth = 0;
            return false;
        }
        return bt_seek(cursor, cursor->tree, cursor->key + 1);
    }
    top = cursor->depth - 1;
    cursor->index[top]++;
    if (!cursor->node[top]->leaf) {
        const struct bt_node *node = cursor->node[top]->child[cursor->index[top]];

        while (!node->leaf) {
            push(cursor, node, 0);
            node = node->child[0];
        }
        push(cursor, node, 0);
    }
    pop_exhausted(cursor);
    return settle(cursor);
}

bool bt_prev(struct bt_cursor *cursor)
{
    int top;

    if (cursor->depth == 0)
        return false;
    if (cursor->version != cursor->tree->version
        && !bt_seek(cursor, cursor->tree, cursor->key)) {
        const struct bt_entry *last = bt_max(cursor->tree);

        return last != NULL && bt_seek(cursor, cursor->tree, last->key);
    }
    top = cursor->depth - 1;
    if (!cursor->node[top]->leaf) {
        const struct bt_node *node = cursor->node[top]->child[cursor->index[top]];

        while (!node->leaf) {
            push(cursor, node, node->nkeys);
            node = node->child[node->nkeys];
        }
        push(cursor, node, node->nkeys - 1);
        return settle(cursor);
    }
    while (cursor->depth > 0 && cursor->index[cursor->depth - 1] == 0)
        cursor->depth--;
    if (cursor->depth > 0)
        cursor->index[cursor->depth - 1]--;
    return settle(cursor);
}

/* ---- inspection ------------------------------------------------------ */

int bt_height(const struct bt_tree *tree)
{
    const struct bt_node *node = tree->root;
    int height = 0;

    while (node != NULL) {
        height++;
        node = node->leaf ? NULL : node->child[0];
    }
    return height;
}

static long count_nodes(const struct bt_node *node)
{
    long n = 1;

    if (!node->leaf)
        for (int i = 0; i <= node->nkeys; i++)
            n += count_nodes(node->child[i]);
    return n;
}

long bt_node_count(const struct bt_tree *tree)
{
    return tree->root ? count_nodes(tree->root) : 0;
}

static void dump_node(const struct bt_node *node, int level, FILE *out)
{
    fprintf(out, "%*s[", 2 * level, "");
    for (int i = 0; i < node->nkeys; i++)
        fprintf(out, "%s%ld", i > 0 ? " " : "", node->entry[i].key);
    fprintf(out, "] %ld\n", node->size);
    if (!node->leaf)
        for (int i = 0; i <= node->nkeys; i++)
            dump_node(node->child[i], level + 1, out);
}

void bt_dump(const struct bt_tree *tree, FILE *out)
{
    if (tree->root != NULL)
        dump_node(tree->root, 0, out);
    else
        fputs("[]\n", out);
}

static void dump_flat_node(const struct bt_node *node, FILE *out)
{
    putc('(', out);
    for (int i = 0; i < node->nkeys; i++) {
        if (!node->leaf) {
            dump_flat_node(node->child[i], out);
            putc(' ', out);
        }
        fprintf(out, "%ld", node->entry[i].key);
        if (!node->leaf || i < node->nkeys - 1)
            putc(' ', out);
    }
    if (!node->leaf)
        dump_flat_node(node->child[node->nkeys], out);
    putc(')', out);
}

void bt_dump_flat(const struct bt_tree *tree, FILE *out)
{
    if (tree->root != NULL)
        dump_flat_node(tree->root, out);
    else
        fputs("()", out);
    putc('\n', out);
}

/* What a check of a whole tree carries along. */
struct check_state {
    const struct bt_tree *tree;
    int leaf_level;             /* -1 until the first leaf is met */
    bool any;
    bt_key last;
};

static const char *check_node(struct check_state *state, const struct bt_node *node, int level)
{
    long size = node->nkeys;
    const char *problem;

    if (level > 0 && node->nkeys < state->tree->degree - 1)
        return "too few keys in a node";
    if (node->nkeys > 2 * state->tree->degree - 1)
        return "too many keys in a node";
    if (node->leaf) {
        if (state->leaf_level >= 0 && state->leaf_level != level)
            return "leaves at different levels";
        state->leaf_level = level;
    }
    for (int i = 0; i <= node->nkeys; i++) {
        if (!node->leaf) {
            problem = check_node(state, node->child[i], level + 1);
            if (problem != NULL)
                return problem;
            size += node->child[i]->size;
        }
        if (i < node->nkeys) {
            if (state->any && node->entry[i].key <= state->last)
                return "keys out of order";
            state->any = true;
            state->last = node->entry[i].key;
        }
    }
    return size == node->size ? NULL : "wrong subtree size";
}

/* Returns NULL for a sound tree, otherwise what is wrong with it. */
const char *bt_check(const struct bt_tree *tree)
{
    struct check_state state = { tree, -1, false, 0 };

    if (tree->root == NULL)
        return NULL;
    if (tree->root->nkeys == 0)
        return "empty root";
    return check_node(&state, tree->root, 0);
}
