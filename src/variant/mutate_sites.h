/* mutate_sites.h - the sites of a module, with the instructions they are. */
#ifndef CULPRIT_VARIANT_MUTATE_SITES_H
#define CULPRIT_VARIANT_MUTATE_SITES_H

#include "base/map.h"
#include "base/vec.h"
#include "program/program.h"
#include "variant/mutate.h"
#include "variant/mutate_fields.h"

#include <llvm-c/Target.h>

typedef struct MutatePlace MutatePlace; /* beside MutateSite */
struct MutatePlace {
    LLVMValueRef inst;
    unsigned operand;              /* MSITE_LITERAL: which one */
    const MutateField *field;      /* what is written is a bit-field */
    LLVMBasicBlockRef then, other; /* MSITE_JUNCTION: where to go instead */
    /* MSITE_STATEMENT */
    LLVMValueRef next; /* where to go on if it is skipped */
    LLVMBasicBlockRef leave, leave_loop, go_on;
};

/* What becomes the lists of MutateSites. */
typedef struct MutateLists MutateLists;
struct MutateLists {
    VEC(MutateSite) sites;
    VEC(MutatePlace) places;
    VEC(MutateShift) shifts;
    VEC(MutateVariable) variables;
    VEC(MutateCallee) callees;
    VEC(uint32_t) scopes;
};

typedef struct MutateScan MutateScan;
struct MutateScan {
    MutateSites *out;
    Program program;
    uint32_t *origins;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    MutateLists lists;
    MutateFields fields;
    struct {
        VEC(LLVMValueRef) all; /* of all functions, one after the other */
        VEC(uint32_t) first;   /* of each function; one more at the end */
        Map index;
    } bases;
    VEC(LLVMValueRef) globals; /* to be initialised otherwise, or called */
    VEC(LLVMValueRef) heads;   /* first instructions of loop heads */
    struct {
        Map scopes, types;
    } numbers;
};

/* needs: a fresh module. The lists of `out` are the scan's until taken. */
void mutate_scan(LLVMModuleRef module, const char *id, MutateSites *out,
                 MutateScan *scan);
void mutate_scan_done(MutateScan *scan);

/* Statement sites of the function, and its loops (mutate_flow.c). */
void mutate_scan_flow(MutateScan *s, uint32_t function, LLVMValueRef f,
                      const uint32_t *origins);

/* Sites of the global's initial value (mutate_globals.c). */
void mutate_scan_global(MutateScan *s, LLVMValueRef global);

/* A function of the program that a statement could call, if its arguments fit
 * in registers for integers (mutate_globals.c). */
void mutate_scan_callee(MutateScan *s, uint32_t number, LLVMValueRef f);

/* Append a site of the instruction; the caller completes it. */
MutateSite *mutate_add_site(MutateScan *s, MutateSiteKind kind,
                            uint32_t function, uint32_t block,
                            uint32_t statement, LLVMValueRef inst);

#endif
