/* judge.h - how verdicts are found. */
#ifndef CULPRIT_SUITE_JUDGE_H
#define CULPRIT_SUITE_JUDGE_H

#include <stdbool.h>

/* In order of preference. */
typedef enum {
    ORACLE_SCRIPT,
    ORACLE_EXPECTED,
    ORACLE_REFERENCE,
    ORACLE_STATUS,
    ORACLE_CRASH, /* only crashes fail */
    ORACLE_ASK,   /* the person does; run/lab.h only */
} OracleKind;

typedef struct Judge Judge;
struct Judge {
    OracleKind oracle;
    const char *script, *expected, *reference; /* absolute; as oracle says */
    bool expected_optional; /* what is not recorded is judged by status */
    bool unsaid;      /* nobody chose an oracle: session/default_oracle.h */
    unsigned compare; /* COMPARE_* bits */
};

#endif
