/* key.h - digests of what a version's result depends on. */
#ifndef CULPRIT_BENCH_KEY_H
#define CULPRIT_BENCH_KEY_H

#include "base/hash.h"
#include "bench/bench.h"

/* Of this build of culprit, what was set in its tuning, the correct sources,
 * the tests with their inputs, and the options. */
bool key_corpus(const Corpus *c, const BenchSpec *spec, Digest *out, Diag *d);

/* Of that and the version's change and faults. */
bool key_version(const Version *v, const Digest *corpus, Digest *out, Diag *d);

#endif
