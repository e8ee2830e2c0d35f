/* engine_kind.h - what the engine leaves to a language: how a run is recorded,
 * and how its steps are solved.
 *
 * There are two: programs in C, by their concolic variant (engine.c), and PHP
 * applications, by their host (engine_php.c).
 */
#ifndef CULPRIT_EXPLORE_ENGINE_KIND_H
#define CULPRIT_EXPLORE_ENGINE_KIND_H

#include "explore/engine.h"

typedef struct EngineKind EngineKind;
struct EngineKind {
    /* The recording's file is in `dir`. */
    bool (*open)(const EngineSpec *spec, const char *dir, void **own, Diag *d);
    void (*close)(void *own);
    const char *(*program)(void *own); /* what is run */
    void (*begin)(void *own);          /* a run: the file is empty again */
    bool (*read)(void *own, EngineRun *out, EngineStats *stats, Diag *d);
    void (*drop)(EngineRun *run); /* its recording */
    size_t (*size)(const EngineRun *run);
    Answer (*flip)(void *own, EngineRun *run, const Input *base, const Flip *f,
                   Arena *a, Input *out);
    void (*units)(EngineRun *run, uint32_t step, EngineUnits *out);
    bool (*crashed)(const EngineRun *run);
    bool (*check)(void *own, EngineRun *run, Diag *d);
    void (*dump)(const EngineRun *run, FILE *out);
    Input (*empty)(Arena *a, const Input *like);
    double (*similar)(const Input *x, const Input *y);
};

extern const EngineKind engine_php;

#endif
