/* recording.c - fuzz: recordings of concolic runs; what is accepted can be
 * evaluated, related and asked about, and guesses are right.
 */
#include "base/mem.h"
#include "solve/guess.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
ask(const Recording *r)
{
    Relation relation;
    Problem p = {0};
    Guesser g;

    relation_init(&relation, r);
    guesser_init(&g, 20000);
    for (uint32_t i = 0; i < r->n.steps && i < 8; i++) {
        if (r->steps[i].kind == CONCOLIC_ASSUME)
            continue;
        problem_begin(&p, &relation);
        problem_want_step(&p, i, !r->steps[i].taken);
        problem_close(&p, i);
        uint64_t *symbols = mem_zalloc(p.symbols.n + 1, sizeof *symbols);
        uint64_t *values = mem_zalloc(p.exprs.n + 1, sizeof *values);
        for (size_t k = 0; k < p.symbols.n; k++)
            symbols[k] = p.symbols.at[k].value;
        if (guess_solve(&g, &p, symbols) == GUESS_FOUND &&
            !problem_holds(&p, symbols, values))
            abort();
        free(symbols);
        free(values);
    }
    guesser_done(&g);
    problem_done(&p);
    relation_done(&relation);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Recording r;
    Diag d;

    if (n > 65536)
        return 0;
    diag_init(&d);
    if (recording_parse(bytes, n, NULL, &r, &d)) {
        FILE *out = fopen("/dev/null", "w");
        recording_check(&r, &d);
        if (out) {
            recording_dump(&r, 4, out);
            fclose(out);
        }
        ask(&r);
        recording_done(&r);
    } else if (!d.error) {
        abort();
    }
    diag_done(&d);
    return 0;
}
