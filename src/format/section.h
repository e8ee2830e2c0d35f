/* section.h - the records that culprit-cc puts into object files.
 *
 * A section of its own holds self-delimiting records, so that linkers may
 * concatenate (and pad) the sections of many objects. Writers: cc/. Reader:
 * image/. The payload is compressed with zstd.
 *
 *   magic 8 | kind 1 | llvm 1 | zero 2 | raw size 4 | packed size 4 |
 *   hash of the packed bytes 8 | packed bytes
 */
#ifndef CULPRIT_FORMAT_SECTION_H
#define CULPRIT_FORMAT_SECTION_H

#include "base/cursor.h"
#include "base/diag.h"
#include "base/io.h"
#include "base/str.h"

#define SECTION_NAME ".culprit"
#define SECTION_LLVM 19 /* the LLVM whose bitcode we write and read */

typedef enum {
    RECORD_BITCODE = 1, /* one module, unoptimised, with debug information */
    RECORD_LINK = 2,    /* texts: directory, then the linker arguments */
    RECORD_OBJECT = 3,  /* an object without bitcode that was linked in */
    RECORD_COMPILE = 4, /* how the bitcode behind it is made: cc/bitcode.h */
} RecordKind;

typedef struct Record Record;
struct Record {
    RecordKind kind;
    unsigned llvm; /* major version of the writer */
    uint32_t raw;  /* size once unpacked */
    const uint8_t *packed;
    uint32_t npacked;
    size_t offset; /* in the section, for messages */
};

bool section_put(Str *section, RecordKind kind, const void *bytes, size_t n,
                 Diag *d);

/* The next record; false at the end (d untouched) or on a malformed one (d
 * says at which offset). Zero bytes between records are skipped. */
bool section_next(Cursor *c, Record *out, Diag *d);

bool section_unpack(const Record *r, Bytes *out, Diag *d);

#endif
