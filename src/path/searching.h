/* searching.h - the state of a search for the closest successful run, which its
 * parts share.
 */
#ifndef CULPRIT_PATH_SEARCHING_H
#define CULPRIT_PATH_SEARCHING_H

#include "path/floor.h"
#include "path/path.h"

/* Who judges runs, and whether a success is useful. */
typedef struct SearchLabs SearchLabs;
struct SearchLabs {
    Lab *judge, *accept;
};

/* The failing test. */
typedef struct SearchTest SearchTest;
struct SearchTest {
    const Input *failing;
    Bytes expected; /* what it should print, the arena's */
    bool has_expected;
    int status; /* and return; -1: not known */
};

/* When what happened. */
typedef struct SearchClock SearchClock;
struct SearchClock {
    double start, found_s; /* when there was a useful success, or one that
                              leaves out a part; 0 */
    uint64_t found_at;     /* and how many runs had been judged */
    bool anytime;          /* what there was at path.anytime_share was judged */
};

/* The branches that sets are made of, and the set at hand. */
typedef struct SearchSets SearchSets;
struct SearchSets {
    uint32_t *events;  /* branches that may be flipped, ascending */
    uint32_t *parents; /* of these: the one above, or ORDER_NONE */
    uint32_t n;
    uint8_t *hopeless; /* per branch: it cannot be the first one flipped */
    uint32_t *floors;  /* per branch that cannot be flipped alone: see
                          floor.h */
    uint8_t *answers;  /* per branch: FollowAnswer + 1 if flipped alone */
    uint32_t *set;
    uint32_t rounds; /* of each branch of an endless run that are looked at */
};

/* How the solver fares. */
typedef struct SearchHaste SearchHaste;
struct SearchHaste {
    uint32_t misses; /* of a quick look: without an answer, one after the
                        other */
    uint32_t hard;   /* likewise, of sets in other rounds */
    uint32_t skip;   /* and branches to ask only small questions about */
};

/* What was reached and judged last. */
typedef struct SearchLast SearchLast;
struct SearchLast {
    uint32_t reached; /* the run at its distance, or PATH_NONE */
    PathVerdict now;  /* of this run: */
    uint32_t run;
};

typedef struct Search Search;
struct Search {
    const PathSpec *spec;
    PathScout *scout;
    PathResult *r;
    PathFollow follow;
    PathFloors reach;
    SearchLabs labs;
    SearchTest test;
    SearchClock clock;
    SearchSets sets;
    SearchHaste haste;
    SearchLast last;
    uint32_t best[WORTHS]; /* the closest success so far, or PATH_NONE */
};

/* Seconds since the search began, of the clock that its budget is for. */
double search_spent(const Search *s);
bool search_is_past(const Search *s, double share);
bool search_is_late(const Search *s); /* no more runs are to be judged */

/* Is the first of two sets the nearer one, in the order of this search? */
int search_compare(const Search *s, const uint32_t *x, uint32_t nx,
                   const uint32_t *y, uint32_t ny);

/* Is a run, if it succeeds and is of the same worth, a better answer than one
 * that was judged: negative if so. By worth_compare; but in the order of the
 * search if the first success is wanted, or both are unrelated or trivial. */
int search_prefer(const Search *s, uint32_t run, uint32_t judged);

/* judging.c. Run 0 is the failing one. */
bool search_may_ask(Search *s);
bool search_may_settle(const Search *s);       /* for what there is */
bool search_has_asked_enough(const Search *s); /* for a better success */
bool search_judge(Search *s, uint32_t run, Diag *d);
bool search_is_judged(const Search *s, uint32_t run);

/* Runs not judged, of at most `most` differences (0: any) and not behind the
 * set (NULL: any): in order of their distance, until one succeeds. */
bool search_judge_until(Search *s, uint32_t most, const uint32_t *set,
                        uint32_t n, Diag *d);

/* choose.c: does the successful run part from the failing one where
 * another success, of no less worth, need not? And the best of all, or
 * PATH_NONE. */
bool search_is_needless(const Search *s, uint32_t run);
uint32_t search_choose(const Search *s);

/* further.c: the result's answers, now that the closest is known. */
bool search_find_more(Search *s, Diag *d);

#endif
