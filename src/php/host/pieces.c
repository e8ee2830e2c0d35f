/* pieces.c - who printed which bytes.
 *
 * Every piece is kept in the order of printing. A page is made of pieces one
 * behind the other, but for those that went into a buffer whose contents the
 * application took: these fit nowhere when it is their turn. Such contents are
 * printed later by some other line, and are then made of earlier pieces.
 */
#include "php/host/pieces.h"

#include "php/host/zend.h"

#include "base/arena.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef struct PrintedPiece PrintedPiece;
struct PrintedPiece {
    const char *text;
    size_t n;
    const char *file;
    uint32_t line;
    bool literal; /* text of the file itself: its lines are the file's */
    bool taken;   /* it went nowhere when it was its turn */
};

enum { PIECES_MOST = 1 << 20 }; /* bytes of them: pages are smaller */

static Arena arena;
static VEC(PrintedPiece) pieces;
static size_t total;
static zend_write_func_t original;

void
pieces_clear(void)
{
    arena_done(&arena);
    pieces.n = 0;
    total = 0;
}

static const zend_execute_data *
printing_frame(void)
{
    const zend_execute_data *frame = EG(current_execute_data);

    while (frame && (!frame->func || !ZEND_USER_CODE(frame->func->type)))
        frame = frame->prev_execute_data;
    return frame;
}

static void
add(const char *text, size_t n)
{
    const zend_execute_data *frame = printing_frame();

    if (!frame || n == 0 || total + n > 16 * (size_t)PIECES_MOST)
        return;
    const zend_op *op = frame->opline;
    total += n;
    vec_push(&pieces, (PrintedPiece){
                          .text = arena_dup(&arena, text, n),
                          .n = n,
                          .file = arena_strdup(
                              &arena, ZSTR_VAL(frame->func->op_array.filename)),
                          .line = op->lineno,
                          .literal = op->opcode == ZEND_ECHO &&
                                     op->op1_type == IS_CONST});
}

static size_t
write_piece(const char *text, size_t n)
{
    add(text, n);
    return original(text, n);
}

/* Functions that print: what they add to the present buffer is theirs. */
static const char *const printers[] = {
    "printf",   "vprintf",   "print_r",          "var_dump",
    "readfile", "fpassthru", "highlight_string", "var_export"};
enum { PRINTERS = sizeof printers / sizeof printers[0] };
static zif_handler printer[PRINTERS];

static void
print_by_function(INTERNAL_FUNCTION_PARAMETERS)
{
    const char *name = ZSTR_VAL(execute_data->func->common.function_name);
    const php_output_handler *buffer = OG(active);
    const size_t before = buffer ? buffer->buffer.used : 0;

    for (int i = 0; i < PRINTERS; i++)
        if (printer[i] && strcmp(printers[i], name) == 0)
            printer[i](INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (buffer && buffer == OG(active) && buffer->buffer.used > before)
        add(buffer->buffer.data + before, buffer->buffer.used - before);
}

void
pieces_start(void)
{
    original = zend_write;
    zend_write = write_piece;
    for (int i = 0; i < PRINTERS; i++) {
        zend_function *f = zend_hash_str_find_ptr(
            CG(function_table), printers[i], strlen(printers[i]));
        if (!f || f->type != ZEND_INTERNAL_FUNCTION)
            continue;
        printer[i] = f->internal_function.handler;
        f->internal_function.handler = print_by_function;
    }
}

/* Finding */

/* A place within a piece, on its own line if its text is the file's. */
static PiecePlace
place_in(const PrintedPiece *p, size_t offset)
{
    PiecePlace place = {p->file, p->line};

    for (size_t i = 0; p->literal && i < offset && i < p->n; i++)
        place.line += p->text[i] == '\n';
    return place;
}

/* Of the pieces before `end` that were taken, which one is at `offset` of this
 * text? They are looked for in order. */
static const PrintedPiece *
find_taken(size_t end, const char *text, size_t n, size_t offset, size_t *at)
{
    size_t from = 0;
    const PrintedPiece *best = NULL;

    for (size_t i = 0; i < end && from < n; i++) {
        const PrintedPiece *p = &pieces.at[i];
        const char *found =
            p->taken ? memmem(text + from, n - from, p->text, p->n) : NULL;
        if (!found)
            continue;
        const size_t start = (size_t)(found - text);
        if (start <= offset && offset < start + p->n) {
            *at = offset - start;
            best = p;
        }
        if (start > offset)
            continue; /* a later one may still fit before it */
        from = start + p->n;
    }
    return best;
}

bool
pieces_find(const char *page, size_t size, size_t offset, PiecePlace *out)
{
    size_t at = 0, inner = 0;

    if (offset >= size && size > 0)
        offset = size - 1;
    for (size_t i = 0; i < pieces.n; i++) {
        PrintedPiece *p = &pieces.at[i];
        p->taken = p->n > size - at || memcmp(page + at, p->text, p->n) != 0;
        if (p->taken)
            continue;
        if (offset < at + p->n) {
            const PrintedPiece *origin =
                p->literal ? NULL
                           : find_taken(i, p->text, p->n, offset - at, &inner);
            *out = origin ? place_in(origin, inner) : place_in(p, offset - at);
            return true;
        }
        at += p->n;
    }
    const PrintedPiece *p = find_taken(pieces.n, page, size, offset, &inner);
    if (p)
        *out = place_in(p, inner);
    return p != NULL;
}
