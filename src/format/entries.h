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
    const char *build_id; /* hex */
    int (*main)(int, char **, char **);
};

/* A constructor or destructor that some of the executables have. */
struct StartRow {
    void (*function)(int, char **, char **);
    const unsigned char *members; /* by number of the executable */
    unsigned long is_end;         /* a destructor */
};

#endif
