/* alterations.h - the kinds of small changes, and those that are a text.
 *
 * A program that is compiled is altered in its code: variant/mutate.h has the
 * sites of that, and find/ thinks up what to do there. One that is read by an
 * interpreter is altered in its text, by who knows its language.
 */
#ifndef CULPRIT_FORMAT_ALTERATIONS_H
#define CULPRIT_FORMAT_ALTERATIONS_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
#define ALTERATION(id, name, simplicity, tier) ALTERATION_##id,
#include "format/alteration.def"
#undef ALTERATION
    ALTERATION_KINDS
} AlterationKind;

/* Other text in the place of some bytes of a file. */
typedef struct TextChange TextChange;
struct TextChange {
    const char *path;  /* absolute */
    const char *text;  /* instead of the bytes from `from` to `to` */
    const char *words; /* that follow "with" */
    size_t from, to;
    uint32_t line; /* of the place where it counts */
    uint8_t kind;  /* AlterationKind */
};

#endif
