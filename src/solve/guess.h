/* guess.h - find inputs by evaluation alone, or show that there are none.
 *
 * Most flips in programs that read text change a byte or two. Each byte keeps
 * the values that conditions on it alone allow; from the run's own input a
 * descent lowers the distance to the goals one byte at a time (then two), and
 * a search with backtracking, within a budget, settles what is small. What
 * remains is for Z3.
 */
#ifndef CULPRIT_SOLVE_GUESS_H
#define CULPRIT_SOLVE_GUESS_H

#include "solve/byteset.h"

typedef enum { GUESS_FOUND, GUESS_NONE, GUESS_GAVE_UP } GuessAnswer;

typedef struct Guesser Guesser;
struct Guesser {
    Bytesets known;
    uint64_t budget; /* evaluations of one expression per problem */
    struct GuessScratch *scratch;
};

void guesser_init(Guesser *g, uint64_t budget);
void guesser_done(Guesser *g);

/* GUESS_FOUND: `symbols` meets all conditions. GUESS_NONE: nothing does. */
GuessAnswer guess_solve(Guesser *g, const Problem *p, uint64_t *symbols);

#endif
