/* cc.h - the drop-in compiler: what clang does, plus the module's bitcode.
 *
 * See docs/man/culprit-cc.md for what happens to each kind of invocation.
 */
#ifndef CULPRIT_CC_CC_H
#define CULPRIT_CC_CC_H

/* culprit-cc with these arguments; gives its exit status. */
int cc_main(int argc, char **argv);

#endif
