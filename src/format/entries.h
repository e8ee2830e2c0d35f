/* entries.h - several executables in one variant.
 *
 * Contract of image/ (puts rows into two sections) and runtime/entry.c (walks
 * them). Such a variant is executed under a name that ends with the build id
 * of the executable that it stands for, a hard link to one file for all.
 */
#ifndef CULPRIT_FORMAT_ENTRIES_H
#define CULPRIT_FORMAT_ENTRIES_H

/* The linker marks the ends of sections with such names. The second one has
 * "ctors" in it: code that runs before main, see variant/serve.c. */
#define ENTRIES_SECTION "culprit_entries"
#define STARTS_SECTION  "culprit_ctors"

/* An executable. */
struct EntryRow {
    const char *build_id;               /* hex */
    int (*main)(int, char **, char **); /* NULL: that of a library */
};

/* A constructor or destructor that some of the executables have. */
struct StartRow {
    void (*function)(int, char **, char **);
    const unsigned char *members; /* by number of the executable */
    unsigned long is_end;         /* a destructor */
};

/* Functions that only some executables have carry an attribute with a '1' for
 * each of those and a '0' for the others. Where a source file is there more
 * than once, because it means different things in different executables,
 * another one tells which functions are the same. */
#define SAME_ATTRIBUTE    "culprit-same"
#define MEMBERS_ATTRIBUTE "culprit-members"

/* Such a function in a mutate variant: what is asked of the first of them is
 * done in the one that the executable has. */
#define SAME_SECTION "culprit_same"

struct SameRow {
    const char *members; /* as in the attribute */
    unsigned long first_function, first_site;
    unsigned long function, site;
};

#endif
