/* elf.h - what we need of an ELF file: our section, build id, libraries. */
#ifndef CULPRIT_IMAGE_ELF_H
#define CULPRIT_IMAGE_ELF_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/io.h"

typedef struct ElfFile ElfFile;
struct ElfFile {
    const char *path;
    const char *build_id; /* hex; "" if there is none */
    const char *soname;   /* "" if there is none */
    const char **needed;  /* DT_NEEDED names */
    size_t nneeded;
    const char *runpath;  /* DT_RUNPATH or DT_RPATH, "" if there is none */
    const char **exports; /* names defined in the dynamic symbol table */
    size_t nexports;
    bool symbolic; /* DT_SYMBOLIC: it prefers its own definitions */
    bool starts;   /* an executable, not a shared object */
    struct {
        const char *alone;   /* why it cannot be joined with others, or NULL */
        const char *section; /* in which it registers things; or NULL */
    } join;
    Bytes section; /* our section; at is NULL if there is none. In the arena */
};

/* Read it; the result lives in the arena. A file that is no ELF executable or
 * shared object is a failure, one without our section is not. */
bool elf_read(const char *path, Arena *a, ElfFile *out, Diag *d);

/* The same from the bytes of a file, which `path` only names. */
bool elf_parse(const char *path, const void *bytes, size_t n, Arena *a,
               ElfFile *out, Diag *d);

#endif
