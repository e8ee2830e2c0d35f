/* starts.h - how a program was started by a script: its command line, where,
 * and what it reads.
 *
 * Contract of runtime/ (writes a file START_PREFIX<pid>.<k> in the run
 * directory for each start, if CULPRIT_STARTS is set) and run/ (reads them, to
 * start the program in the same way without the script). A file is a header,
 * then texts that end with a zero (the directory, the file that is standard
 * input or "", the arguments, the environment), then `ninput` bytes of input.
 */
#ifndef CULPRIT_FORMAT_STARTS_H
#define CULPRIT_FORMAT_STARTS_H

#include <stdint.h>

#define CULPRIT_STARTS_ENV "CULPRIT_STARTS"
#define START_PREFIX       "start."
#define START_MAGIC        0x54524154u /* "TART" */

enum {
    START_TEXTS_MOST = 4096,  /* arguments and environment */
    START_INPUT_MOST = 60000, /* bytes of a pipe */
    START_PATIENCE_MS = 300,  /* until a pipe's writer must be done */
};

/* What is standard input? */
typedef enum {
    START_NOTHING, /* closed, a terminal, /dev/null */
    START_FILE,    /* a file, from `offset` on */
    START_BYTES,   /* a pipe, with `ninput` bytes in it */
    START_UNKNOWN,
} StartInput;

struct StartHeader {
    uint32_t magic; /* START_MAGIC */
    uint32_t kind;  /* StartInput */
    uint32_t nargs, nenv;
    uint64_t time_ns; /* of a clock that never goes back */
    uint64_t offset;
    uint64_t ninput;
};

#endif
