# program.awk - a C program of so many parts, for measuring what is computed of
# whole programs: lists and trees on the heap, tables of functions, strings,
# switches, recursion, calls from part to part.
# usage: awk -v parts=N -f program.awk
BEGIN {
    print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
    for (p = 0; p < parts; p++)
        printf "long part%d_run(const char *text, long depth);\n", p
    for (p = 0; p < parts; p++)
        part(p, (p * 7 + 3) % parts, (p * 5 + 1) % parts)
    print "static long (*const runs[])(const char *, long) = {"
    for (p = 0; p < parts; p += 16)
        printf "    part%d_run,\n", p
    print "};\n"
    print "int main(int argc, char **argv)\n{\n    long sum = 0;"
    print "    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++)"
    print "        sum += runs[i](argc > 1 ? argv[1] : \"a1+b2\", 0);"
    print "    printf(\"%ld\\n\", sum);\n    return 0;\n}"
}

function say(text, p) {
    gsub(/@/, "part" p "_", text)
    print text
}

function part(p, q, r) {
    say("struct @item {\n    struct @item *next, *left, *right;\n    char name[16];\n    long key, weight;\n    int kind;\n    long (*act)(struct @item *, long);\n};", p)
    say("static struct @item *@list, *@tree;\nstatic long @table[64], @count;\nstatic char @buffer[256];\n", p)
    say("static long @double(struct @item *i, long v)\n{\n    i->weight += v;\n    return i->weight * 2;\n}\n", p)
    say("static long @negate(struct @item *i, long v)\n{\n    i->weight -= v;\n    return i->kind ? -i->weight : i->weight;\n}\n", p)
    say("static long (*const @acts[])(struct @item *, long) = {@double, @negate};\n", p)
    say("static struct @item *@make(const char *name, long key)\n{\n    struct @item *i = malloc(sizeof *i);\n    if (!i)\n        exit(1);\n    memset(i, 0, sizeof *i);\n    strncpy(i->name, name, sizeof i->name - 1);\n    i->key = key;\n    i->kind = (int)(key & 1);\n    i->act = @acts[i->kind];\n    i->next = @list;\n    @list = i;\n    @count++;\n    return i;\n}\n", p)
    say("static struct @item *@insert(struct @item *root, struct @item *i)\n{\n    if (!root)\n        return i;\n    if (i->key < root->key)\n        root->left = @insert(root->left, i);\n    else if (i->key > root->key)\n        root->right = @insert(root->right, i);\n    else\n        root->weight++;\n    return root;\n}\n", p)
    say("static long @walk(const struct @item *i, long depth)\n{\n    if (!i || depth > 20)\n        return 0;\n    long below = @walk(i->left, depth + 1) + @walk(i->right, depth + 1);\n    @table[(unsigned long)i->key % 64] += below;\n    return below + i->weight;\n}\n", p)
    say("static struct @item *@find(const char *name)\n{\n    for (struct @item *i = @list; i; i = i->next)\n        if (strcmp(i->name, name) == 0)\n            return i;\n    return NULL;\n}\n", p)
    say("static long @parse(const char *text)\n{\n    long value = 0, sign = 1, total = 0;\n    for (const char *c = text; *c; c++) {\n        switch (*c) {\n        case '+':\n            total += sign * value;\n            value = 0;\n            sign = 1;\n            break;\n        case '-':\n            total += sign * value;\n            value = 0;\n            sign = -1;\n            break;\n        case ' ':\n            break;\n        default:\n            if (*c >= '0' && *c <= '9')\n                value = value * 10 + (*c - '0');\n            else if (@count < 8)\n                @tree = @insert(@tree, @make(c, value + *c));\n            else\n                @table[*c & 63]++;\n        }\n    }\n    return total + sign * value;\n}\n", p)
    say("static long @apply(long v)\n{\n    long sum = 0;\n    for (struct @item *i = @list; i; i = i->next)\n        sum += i->act(i, v + sum);\n    return sum;\n}\n", p)
    say("static void @sort(long *at, int n)\n{\n    for (int i = 1; i < n; i++) {\n        long v = at[i];\n        int k = i;\n        while (k > 0 && at[k - 1] > v) {\n            at[k] = at[k - 1];\n            k--;\n        }\n        at[k] = v;\n    }\n}\n", p)
    say("static long @show(long v)\n{\n    size_t used = 0;\n    for (int i = 0; i < 8 && used < sizeof @buffer - 32; i++)\n        used += (size_t)snprintf(@buffer + used, 32, \"%ld,\", @table[i] + v);\n    return (long)strlen(@buffer) + @buffer[used / 2];\n}\n", p)
    print "long part" p "_run(const char *text, long depth)\n{"
    say("    long sum = @parse(text);\n    struct @item *i = @find(\"b2\");\n    if (i)\n        i->weight += sum;\n    sum += @apply(sum & 7) + @walk(@tree, 0);\n    @sort(@table, 64);\n    if (depth < 2)", p)
    printf "        sum += part%d_run(text, depth + 1) - part%d_run(text + (*text != 0), depth + 1);\n", q, r
    say("    return sum + @show(sum);\n}\n", p)
}
