/* pieces.h - who printed which bytes.
 *
 * A piece is what one line printed at once. Output that goes through buffers
 * is found again by its text.
 */
#ifndef CULPRIT_PHP_HOST_PIECES_H
#define CULPRIT_PHP_HOST_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before the first request, and before each. */
void pieces_start(void);
void pieces_clear(void);

typedef struct PiecePlace PiecePlace;
struct PiecePlace {
    const char *file;
    uint32_t line;
};

/* Who printed the byte of the page at this offset? */
bool pieces_find(const char *page, size_t size, size_t offset, PiecePlace *out);

#endif
