/* slice_writers.h - the writers behind slice_show, and what they share. */
#ifndef CULPRIT_REPORT_SLICE_WRITERS_H
#define CULPRIT_REPORT_SLICE_WRITERS_H

#include "report/slice_view.h"

void slice_text(SliceView *v, FILE *out);
void slice_json(SliceView *v, FILE *out);
void slice_dot(SliceView *v, FILE *out); /* a node for each line */
void slice_sarif(SliceView *v, FILE *out);

/* The kinds of edges: in JSON, in text, in the picture. */
typedef struct SliceKind SliceKind;
struct SliceKind {
    const char *name, *words, *style;
};
extern const SliceKind slice_kinds[GRAPH_EDGES];

const ScriptLine *slice_line(const SliceView *v, const StoryStep *s);
const char *slice_path(SliceView *v, const StoryStep *s); /* "?": no line */
void slice_source(SliceView *v, const StoryStep *s, const char **at, size_t *n);

#endif
