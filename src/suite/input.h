/* input.h - what a test feeds its program, as bytes that can be altered.
 *
 * Arguments, standard input, variables of its own and the files that its
 * arguments name. An Input is a small value over bytes that an arena owns:
 * copy the struct, point it at other arrays, and it is another input; nothing
 * it points to is ever changed.
 */
#ifndef CULPRIT_SUITE_INPUT_H
#define CULPRIT_SUITE_INPUT_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "suite/suite.h"

typedef struct InputBytes InputBytes;
struct InputBytes {
    const char *at; /* need not end with a NUL */
    size_t n;
};

typedef struct InputFile InputFile;
struct InputFile {
    const char *name; /* below the working directory; see input_is_name */
    InputBytes bytes;
};

typedef struct Input Input;
struct Input {
    const InputBytes *args; /* without the program; no NUL in them */
    size_t nargs;
    bool has_stdin; /* else /dev/null */
    InputBytes in;
    const InputBytes *env; /* NAME=value */
    size_t nenv;
    const InputFile *files; /* ascending names */
    size_t nfiles;
    /* The other files of this directory (absolute) are there, too, as links;
     * NULL: there are no others. */
    const char *around;
};

/* Read the test. Files are those that an argument, or what follows its =,
 * names: relative, regular and not above INPUT_FILE_MOST bytes. Only direct
 * tests are inputs. Everything is the arena's. */
enum { INPUT_FILE_MOST = 16 << 20 };
bool input_of_test(Arena *a, const Test *t, Input *out, Diag *d);

/* The same of 'ARGS < FILE' as in a file of tests; paths are below `dir`. */
bool input_parse(Arena *a, const char *text, const char *dir, Input *out,
                 Diag *d);

/* As many arguments as it has, all empty. */
Input input_empty_like(Arena *a, const Input *in);

/* A copy that depends on no other arena. */
Input input_copy(Arena *a, const Input *in);

bool input_equal(const Input *x, const Input *y);
Digest input_digest(const Input *in);
size_t input_size(const Input *in); /* all bytes of arguments, in, files */

/* Is it a relative path without "." and "..", so one within a directory? */
bool input_is_name(const char *name);

/* Can it be run? If not the message says what is wrong: a NUL in an argument,
 * a file's name that leads outside. */
bool input_check(const Input *in, Diag *d);

/* Make it real in `dir`, which exists: DIR/stdin and the working directory
 * DIR/files. `out` is the test that uses them, the arena's; its key is the
 * text of input_show. */
bool input_place(Arena *a, const Input *in, const char *program,
                 const char *dir, Test *out, Diag *d);

/* Write it as DIR/NAME for people: a script `cmd`, `stdin`, and `files` with
 * the files; and its line in DIR/tests, for `culprit run --tests`. A test of
 * that name that was there before is gone. */
bool input_write(const Input *in, const char *program, const char *dir,
                 const char *name, Diag *d);

/* Arguments and input in one line, shortened to about `most` bytes. Short
 * input is shown as text: < "3 2 1\n". */
void input_show(const Input *in, size_t most, Str *out);

/* Bytes as a C string, at most so many of them. */
void input_quote(Str *out, InputBytes b, size_t most);

/* In words what y has instead of what is in x: `argument 2 is "7" instead of
 * "3"; standard input, line 4: "x" instead of "y"`. */
void input_say_difference(const Input *x, const Input *y, Str *out);

/* The file of this name, or NULL. */
const InputFile *input_find_file(const Input *in, const char *name);

#endif
