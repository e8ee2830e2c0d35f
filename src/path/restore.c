/* restore.c - undo the differences between the successful input and the failing
 * one that are not needed.
 *
 * Solved inputs come from one run after the other, and keep bytes that an
 * earlier one needed. Part by part (an argument, standard input, a file; then
 * each stretch of bytes in it) is put back as the failing test has it; the
 * change stays if the run is at the same distance and still succeeds.
 */
#include "path/restore.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <assert.h>
#include <string.h>

typedef struct Restore Restore;
struct Restore {
    PathScout *scout;
    uint32_t run, want; /* the run so far; the one whose distance is kept */
    PathJudge judge;
    void *context;
    uint32_t left;
    Arena arena;
};

static bool
same_distance(const PathRun *x, const PathRun *y)
{
    return x->ndiffers == y->ndiffers && x->like.same == y->like.same &&
           (x->ndiffers == 0 || memcmp(x->differs, y->differs,
                                       x->ndiffers * sizeof *x->differs) == 0);
}

/* Take the input if it does as well. */
static bool
attempt(Restore *r, const Input *in, bool *taken, Diag *d)
{
    uint32_t run;
    bool passes = false;

    *taken = false;
    if (r->left == 0)
        return true;
    r->left--;
    if (!path_scout_run(r->scout, in, &run, d))
        return false;
    const PathRun *runs = r->scout->runs.at;
    if (run == 0 || !same_distance(&runs[run], &runs[r->want]))
        return true;
    if (!r->judge(r->context, run, &passes, d))
        return false;
    *taken = passes;
    if (passes)
        r->run = run;
    return true;
}

/* The parts of an input that are bytes. */
static size_t
count_parts(const Input *in)
{
    return in->nargs + in->nfiles + 1;
}

static InputBytes
get_part(const Input *in, size_t i)
{
    return i < in->nargs                ? in->args[i]
           : i < in->nargs + in->nfiles ? in->files[i - in->nargs].bytes
                                        : in->in;
}

static Input
with_part(Arena *a, const Input *in, size_t i, InputBytes b)
{
    Input out = *in;

    if (i < in->nargs) {
        InputBytes *args = arena_dup(a, in->args, in->nargs * sizeof *args);
        args[i] = b;
        out.args = args;
    } else if (i < in->nargs + in->nfiles) {
        InputFile *files = arena_dup(a, in->files, in->nfiles * sizeof *files);
        files[i - in->nargs].bytes = b;
        out.files = files;
    } else {
        out.in = b;
    }
    return out;
}

static bool
same_bytes(InputBytes x, InputBytes y)
{
    return x.n == y.n && (x.n == 0 || memcmp(x.at, y.at, x.n) == 0);
}

/* One stretch of bytes of a part of equal length. */
static bool
restore_stretch(Restore *r, size_t i, size_t from, size_t to, Diag *d)
{
    const Input now = r->scout->runs.at[r->run].input;
    const InputBytes old = get_part(&r->scout->runs.at[0].input, i);
    const InputBytes b = get_part(&now, i);
    char *copy = arena_dup(&r->arena, b.at, b.n);
    bool taken;

    memcpy(copy + from, old.at + from, to - from);
    const Input in =
        with_part(&r->arena, &now, i, (InputBytes){.at = copy, .n = b.n});
    return attempt(r, &in, &taken, d);
}

static bool
restore_part(Restore *r, size_t i, Diag *d)
{
    const Input now = r->scout->runs.at[r->run].input;
    const InputBytes old = get_part(&r->scout->runs.at[0].input, i);
    const InputBytes b = get_part(&now, i);
    bool taken;

    if (same_bytes(old, b))
        return true;
    const Input in = with_part(&r->arena, &now, i, old);
    if (!attempt(r, &in, &taken, d))
        return false;
    if (taken || old.n != b.n)
        return true;
    for (size_t from = 0, to; from < b.n; from = to) {
        while (from < b.n && b.at[from] == old.at[from])
            from++;
        for (to = from; to < b.n && b.at[to] != old.at[to];)
            to++;
        if (from < to && !restore_stretch(r, i, from, to, d))
            return false;
    }
    return true;
}

bool
path_restore(PathScout *s, uint32_t *run, PathJudge judge, void *context,
             Diag *d)
{
    Restore r = {.scout = s,
                 .run = *run,
                 .want = *run,
                 .judge = judge,
                 .context = context,
                 .left = tuning_count(TUNE_path_restore_tries)};
    const Input *x = &s->runs.at[0].input, *y = &s->runs.at[*run].input;
    const bool alike = x->nargs == y->nargs && x->nfiles == y->nfiles &&
                       x->has_stdin == y->has_stdin;
    const size_t n = count_parts(x);
    bool ok = true;

    assert(*run > 0);
    for (size_t i = 0; alike && ok && i < n; i++)
        ok = restore_part(&r, i, d);
    arena_done(&r.arena);
    *run = r.run;
    return ok;
}
