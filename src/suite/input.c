/* input.c - what a test feeds its program, as bytes that can be altered. */
#include "suite/input.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "suite/kinds.h"
#include "suite/words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHORT = 100 }; /* bytes of input that are shown */

typedef VEC(InputFile) FileVec;

/* Reading */

static InputBytes
bytes_of(const char *text)
{
    return (InputBytes){.at = text, .n = strlen(text)};
}

static bool
read_bytes(Arena *a, const char *path, InputBytes *out, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    *out = (InputBytes){.at = arena_dup(a, b.at, b.n + 1), .n = b.n};
    io_bytes_done(&b);
    return true;
}

bool
input_is_name(const char *name)
{
    for (;;) {
        size_t n = strcspn(name, "/");
        if (n == 0 || n > 255 || (n == 1 && name[0] == '.') ||
            (n == 2 && name[0] == '.' && name[1] == '.'))
            return false;
        if (!name[n])
            return true;
        name += n + 1;
    }
}

static bool
has_file(const FileVec *files, const char *name)
{
    for (size_t i = 0; i < files->n; i++)
        if (strcmp(files->at[i].name, name) == 0)
            return true;
    return false;
}

/* Add the regular file `path` under this name, once. */
static bool
add_file(Arena *a, const char *path, const char *name, FileVec *files, Diag *d)
{
    InputFile f = {.name = name};
    struct stat st;

    if (has_file(files, name) || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    if (st.st_size > INPUT_FILE_MOST) {
        diag_warn(d, "%s is too large to be altered", path);
        return true;
    }
    if (!read_bytes(a, path, &f.bytes, d))
        return false;
    vec_push(files, f);
    return true;
}

static bool
is_upward(const char *name)
{
    return strncmp(name, "../", 3) == 0;
}

/* A name for the file ../x, which a run in another directory would not find:
 * up/x, or up_/x if the test's directory has an "up" of its own. NULL if there
 * is no such file, or if its name has more dots. */
static const char *
name_inside(Arena *a, const char *dir, const char *name)
{
    Str up = {0}, inside = {0};
    char *taken;

    str_puts(&up, "up");
    while (io_exists(taken = io_join(dir, str_text(&up)))) {
        str_putc(&up, '_');
        free(taken);
    }
    free(taken);
    char *path = io_join(dir, name);
    for (; is_upward(name); name += 3)
        str_printf(&inside, "%s/", up.at);
    str_puts(&inside, name);
    const char *found = io_exists(path) && input_is_name(str_text(&inside))
                            ? arena_strdup(a, str_text(&inside))
                            : NULL;
    free(path);
    str_done(&up);
    str_done(&inside);
    return found;
}

/* A word of an argument, or what is behind its "=", may name a file. The word
 * that the run gets instead; NULL: the same. The same file by another name
 * ("./x", "a//x") is not taken for it. */
static const char *
take_word(Arena *a, const char *dir, const char *name, FileVec *files, Diag *d)
{
    if (strlen(name) > 4096)
        return NULL;
    while (name[0] == '.' && name[1] == '/')
        for (name += 2; *name == '/';)
            name++;
    const char *inside = is_upward(name)       ? name_inside(a, dir, name)
                         : input_is_name(name) ? name
                                               : NULL;
    char *path = io_join(dir, name);
    if (inside)
        add_file(a, path, arena_strdup(a, inside), files, d);
    if (inside && inside != name && !has_file(files, inside)) {
        char *absolute = io_absolute(path); /* a directory, or too large */
        inside = arena_strdup(a, absolute);
        free(absolute);
    }
    free(path);
    return inside == name ? NULL : inside;
}

static void
take_argument(Arena *a, const char *dir, InputBytes *arg, FileVec *files,
              Diag *d)
{
    const char *text = arg->at, *equals = strchr(text, '=');
    const char *other = take_word(a, dir, text, files, d);

    if (!other && equals && !d->error) {
        other = take_word(a, dir, equals + 1, files, d);
        if (other)
            other = arena_printf(a, "%.*s%s", (int)(equals + 1 - text), text,
                                 other);
    }
    if (other)
        *arg = bytes_of(other);
}

static int
by_name(const void *x, const void *y)
{
    return strcmp(((const InputFile *)x)->name, ((const InputFile *)y)->name);
}

static bool
add_files(Arena *a, const Test *t, InputBytes *args, Input *in, Diag *d)
{
    FileVec files = {0};

    for (size_t i = 0; !d->error && i < in->nargs; i++)
        take_argument(a, t->dir, &args[i], &files, d);
    if (files.n)
        qsort(files.at, files.n, sizeof *files.at, by_name);
    in->files = arena_dup(a, files.at, files.n * sizeof *files.at);
    in->nfiles = files.n;
    vec_done(&files);
    return !d->error;
}

static InputBytes *
copy_words(Arena *a, char *const *words, size_t *n)
{
    for (*n = 0; words && words[*n];)
        ++*n;
    InputBytes *out = ARENA_ARRAY(a, InputBytes, *n);
    for (size_t i = 0; i < *n; i++)
        out[i] = bytes_of(arena_strdup(a, words[i]));
    return out;
}

bool
input_of_test(Arena *a, const Test *t, Input *out, Diag *d)
{
    *out = (Input){.around = arena_strdup(a, t->dir)};
    if (!t->direct)
        return diag_fail(d,
                         "\"%s\" is a command: what it feeds the program is "
                         "not known",
                         t->key);
    InputBytes *args = copy_words(a, t->argv + 1, &out->nargs);
    out->args = args;
    out->env = copy_words(a, suite_environment(a, t, "."), &out->nenv);
    if (t->input) {
        out->has_stdin = true;
        if (!read_bytes(a, t->input, &out->in, d))
            return false;
    }
    return add_files(a, t, args, out, d) && input_check(out, d);
}

bool
input_parse(Arena *a, const char *text, const char *dir, Input *out, Diag *d)
{
    Suite s = {0};
    char *full = io_absolute(dir);
    bool ok = suite_line(&s, "program", full, text, strlen(text), d) &&
              input_of_test(a, &s.tests[0], out, d);

    free(full);
    suite_done(&s);
    return ok;
}

Input
input_empty_like(Arena *a, const Input *in)
{
    InputBytes *args = ARENA_ARRAY(a, InputBytes, in->nargs + 1);

    for (size_t i = 0; i < in->nargs; i++)
        args[i] = (InputBytes){.at = ""};
    return (Input){.args = args,
                   .nargs = in->nargs,
                   .has_stdin = in->has_stdin,
                   .in = {.at = ""},
                   .around = in->around};
}

/* Values */

static InputBytes
copy_bytes(Arena *a, InputBytes b)
{
    return (InputBytes){.at = arena_strndup(a, b.n ? b.at : "", b.n), .n = b.n};
}

static const InputBytes *
copy_list(Arena *a, const InputBytes *list, size_t n)
{
    InputBytes *out = ARENA_ARRAY(a, InputBytes, n);

    for (size_t i = 0; i < n; i++)
        out[i] = copy_bytes(a, list[i]);
    return out;
}

Input
input_copy(Arena *a, const Input *in)
{
    Input out = *in;
    InputFile *files = ARENA_ARRAY(a, InputFile, in->nfiles);

    out.args = copy_list(a, in->args, in->nargs);
    out.env = copy_list(a, in->env, in->nenv);
    out.in = copy_bytes(a, in->in);
    for (size_t i = 0; i < in->nfiles; i++) {
        files[i].name = arena_strdup(a, in->files[i].name);
        files[i].bytes = copy_bytes(a, in->files[i].bytes);
    }
    out.files = files;
    if (in->around)
        out.around = arena_strdup(a, in->around);
    return out;
}

static bool
same_bytes(InputBytes x, InputBytes y)
{
    return x.n == y.n && (x.n == 0 || memcmp(x.at, y.at, x.n) == 0);
}

static bool
same_list(const InputBytes *x, const InputBytes *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!same_bytes(x[i], y[i]))
            return false;
    return true;
}

bool
input_equal(const Input *x, const Input *y)
{
    if (x->nargs != y->nargs || x->nenv != y->nenv || x->nfiles != y->nfiles ||
        x->has_stdin != y->has_stdin || !x->around != !y->around ||
        (x->around && strcmp(x->around, y->around) != 0) ||
        !same_list(x->args, y->args, x->nargs) ||
        !same_list(x->env, y->env, x->nenv) ||
        (x->has_stdin && !same_bytes(x->in, y->in)))
        return false;
    for (size_t i = 0; i < x->nfiles; i++)
        if (strcmp(x->files[i].name, y->files[i].name) != 0 ||
            !same_bytes(x->files[i].bytes, y->files[i].bytes))
            return false;
    return true;
}

/* A length before everything: no two inputs have the same bytes. */
static void
pack(Str *s, InputBytes b)
{
    str_put_varint(s, b.n);
    if (b.n)
        str_add(s, b.at, b.n);
}

Digest
input_digest(const Input *in)
{
    Str s = {0};

    str_put_varint(&s, in->nargs);
    for (size_t i = 0; i < in->nargs; i++)
        pack(&s, in->args[i]);
    str_put_u8(&s, in->has_stdin);
    if (in->has_stdin)
        pack(&s, in->in);
    str_put_varint(&s, in->nenv);
    for (size_t i = 0; i < in->nenv; i++)
        pack(&s, in->env[i]);
    str_put_varint(&s, in->nfiles);
    for (size_t i = 0; i < in->nfiles; i++) {
        pack(&s, bytes_of(in->files[i].name));
        pack(&s, in->files[i].bytes);
    }
    str_put_u8(&s, in->around != NULL);
    if (in->around)
        pack(&s, bytes_of(in->around));
    Digest digest = hash_digest(s.at, s.n);
    str_done(&s);
    return digest;
}

size_t
input_size(const Input *in)
{
    size_t n = in->has_stdin ? in->in.n : 0;

    for (size_t i = 0; i < in->nargs; i++)
        n += in->args[i].n;
    for (size_t i = 0; i < in->nfiles; i++)
        n += in->files[i].bytes.n;
    return n;
}

/* Is one of the names a directory of the other? Both sorted, x first. */
static bool
is_above(const char *x, const char *y)
{
    size_t n = strlen(x);

    return strncmp(x, y, n) == 0 && (y[n] == '/' || !y[n]);
}

bool
input_check(const Input *in, Diag *d)
{
    for (size_t i = 0; i < in->nargs; i++)
        if (in->args[i].n && memchr(in->args[i].at, 0, in->args[i].n))
            return diag_fail(d, "argument %zu has a NUL byte", i + 1);
    for (size_t i = 0; i < in->nenv; i++) {
        char *text = mem_strndup(in->env[i].at, in->env[i].n);
        bool ok = strlen(text) == in->env[i].n && suite_is_assignment(text);
        if (!ok)
            diag_fail(d, "the variable %s is not NAME=VALUE", text);
        free(text);
        if (!ok)
            return false;
    }
    for (size_t i = 0; i < in->nfiles; i++) {
        const char *name = in->files[i].name;
        if (!input_is_name(name))
            return diag_fail(d, "the file name %s leads out of its directory",
                             name);
        for (size_t k = 0; k < i; k++)
            if (is_above(in->files[k].name, name) ||
                is_above(name, in->files[k].name))
                return diag_fail(d, "%s and %s cannot both be files",
                                 in->files[k].name, name);
    }
    return true;
}

/* For people */

/* A part of a word that is longer than fits, with what is left out. */
static void
show_word(Str *out, InputBytes b, size_t most)
{
    size_t shown = b.n > most ? most : b.n;
    char *text = mem_strndup(b.n ? b.at : "", shown);

    words_quote_line(out, text);
    if (shown < b.n)
        str_printf(out, "...(%zu bytes)", b.n);
    free(text);
}

void
input_show(const Input *in, size_t most, Str *out)
{
    size_t start = out->n;

    for (size_t i = 0; i < in->nenv; i++) {
        show_word(out, in->env[i], most / 2);
        str_putc(out, ' ');
    }
    for (size_t i = 0; i < in->nargs; i++) {
        if (out->n - start > most) {
            str_printf(out, "... (%zu arguments) ", in->nargs);
            break;
        }
        show_word(out, in->args[i], most / 2);
        str_putc(out, ' ');
    }
    if (in->has_stdin && in->in.n <= SHORT) {
        str_puts(out, "< ");
        input_quote(out, in->in, SHORT);
    } else if (in->has_stdin)
        str_printf(out, "< (%zu bytes)", in->in.n);
    else if (out->n > start)
        out->at[--out->n] = 0;
    else
        str_puts(out, "(no arguments)");
}

const InputFile *
input_find_file(const Input *in, const char *name)
{
    for (size_t i = 0; i < in->nfiles; i++)
        if (strcmp(in->files[i].name, name) == 0)
            return &in->files[i];
    return NULL;
}
