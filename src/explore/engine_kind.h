/* engine_kind.h - what the engine leaves to a language: how a run is recorded,
 * and how its steps are solved.
 *
 * There are two: programs in C, by their concolic variant (engine.c), and PHP
 * applications, by their host (engine_php.c).
 */
#ifndef CULPRIT_EXPLORE_ENGINE_KIND_H
#define CULPRIT_EXPLORE_ENGINE_KIND_H

#include "explore/engine.h"

/* Its runs. */
typedef struct EngineLife EngineLife;
struct EngineLife {
    /* The recording's file is in `dir`. */
    bool (*open)(const EngineSpec *spec, const char *dir, void **own, Diag *d);
    void (*close)(void *own);
    const char *(*program)(void *own); /* what is run */
    void (*begin)(void *own);          /* a run: the file is empty again */
    bool (*read)(void *own, EngineRun *out, EngineStats *stats, Diag *d);
};

/* What is left of one. */
typedef struct EngineRecording EngineRecording;
struct EngineRecording {
    void (*drop)(EngineRun *run);
    size_t (*size)(const EngineRun *run);
    void (*units)(EngineRun *run, uint32_t step, EngineUnits *out);
    bool (*check)(void *own, EngineRun *run, Diag *d);
    void (*dump)(const EngineRun *run, FILE *out);
};

typedef struct EngineKind EngineKind;
struct EngineKind {
    EngineLife life;
    EngineRecording recording;
    Answer (*flip)(void *own, EngineRun *run, const Input *base, const Flip *f,
                   Arena *a, Input *out);
    bool (*crashed)(const EngineRun *run);
    Input (*empty)(Arena *a, const Input *like);
    double (*similar)(const Input *x, const Input *y);
};

extern const EngineKind engine_php;

#endif
