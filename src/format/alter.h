/* alter.h - changing the state of a run at one instant.
 *
 * Contract of variant/site.c (numbers and marks the sites), runtime/alter.c
 * (counts them down and alters) and whoever asks for it.
 *
 * A site is an instruction of the program whose value can be altered: a store
 * of a scalar of at most 8 bytes, a two-way branch or choice, a switch, a
 * return of a scalar, and a call of a function without bitcode that gives one.
 * Every execution of a site has a sequence number, 1 for the first in the
 * process, whatever the variant: sites are those of the module as it was
 * compiled, before any pass, so one number names one instance in trace and
 * concolic runs alike, unless the program looks at its own addresses. Code that
 * is not the program's (models of libc) has no sites.
 *
 * What to alter is in the file ALTER_FILE of the run directory: an AlterHeader,
 * then `n` of AlterEntry by ascending sequence number. Without the file nothing
 * is altered. Only the first process of the image takes it: processes that the
 * program forks or executes, and later ones of a script, are not altered.
 *
 * A call of setjmp is no site, although setjmp has no bitcode, and neither is a
 * call through a pointer. What the handler of a signal executes is not counted
 * in traced runs.
 */
#ifndef CULPRIT_FORMAT_ALTER_H
#define CULPRIT_FORMAT_ALTER_H

#include <stdint.h>

#define ALTER_FILE    "alter"
#define ALTER_MAGIC   "CULALTR"
#define ALTER_VERSION 2

enum { ALTER_ID_SIZE = 72 };

typedef enum {
    ALTER_SET,        /* the value becomes `value`; of a branch: 0 or 1 */
    ALTER_FLIP,       /* the branch goes the other way */
    ALTER_SYMBOL,     /* a fresh symbol with the value it has; concolic only */
    ALTER_SET_SYMBOL, /* a fresh symbol with the value `value`; concolic only */
    ALTER_STOP,       /* end the process there, with ALTER_STOPPED */
    ALTER_KEEP,       /* nothing; the value is for an ALTER_COPY, and `value`
                         becomes the number of the instruction */
    ALTER_COPY,       /* what the entry before this had: addresses have no
                         number that can be told */
    ALTER_ADD,        /* `value` is added */
    ALTER_KINDS
} AlterKind;

/* Added to a kind, of the last entry: from `at` on, at every execution of
 * `inst`. Symbols are one then, with the number 0; ALTER_SYMBOL has none. */
enum { ALTER_EVERY = 1 << 8 };

enum { ALTER_STOPPED = 113 }; /* exit status */

typedef struct AlterHeader AlterHeader;
struct AlterHeader {
    char magic[8]; /* ALTER_MAGIC */
    uint32_t version;
    uint32_t n;
    char id[ALTER_ID_SIZE]; /* Program.id */
    uint64_t limit; /* sites it may execute; at the next one the process ends
                       with ALTER_STOPPED; 0: any number */
    /* Written by the runtime; the file is mapped shared. */
    uint32_t pid;     /* of the process that took it; 0: none did */
    uint32_t stopped; /* 1: it was ended by ALTER_STOP, 2: by `limit` */
    uint64_t reached; /* sequence number of the last alteration done */
    uint64_t done;    /* alterations done */
};

typedef struct AlterEntry AlterEntry;
struct AlterEntry {
    uint64_t at;    /* sequence number */
    uint32_t kind;  /* AlterKind, perhaps with ALTER_EVERY */
    uint32_t inst;  /* number of the site's instruction (program/code.h): if
                       another one is there, the run went another way and the
                       entry is skipped; UINT32_MAX: any */
    uint64_t value; /* its bits, those of the type are taken */
    uint64_t was;   /* written by the runtime: the value before */
};

_Static_assert(sizeof(AlterHeader) == 120 && sizeof(AlterEntry) == 32, "ABI");

#endif
