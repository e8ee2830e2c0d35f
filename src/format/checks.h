/* checks.h - how a variant of a test program is told to run one of its checks.
 *
 * Contract of variant/ (puts a function of ours before each check), runtime/
 * (lets one run, and the others return at once) and run/ (asks).
 */
#ifndef CULPRIT_FORMAT_CHECKS_H
#define CULPRIT_FORMAT_CHECKS_H

/* Names the function, as ProgramCheck.function does. */
#define CULPRIT_CHECK_ENV "CULPRIT_CHECK"

/* How a variant ends that follows the run, where the wanted check fails. */
enum { CULPRIT_CHECK_FAILED = 1 };

#endif
