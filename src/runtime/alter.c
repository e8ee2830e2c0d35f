/* alter.c - change the state of a run at one instant, as format/alter.h says.
 */
#include "format/alter.h"

/* Sites left until the next alteration; see variant/site.c. */
uint64_t __culprit_alter_left = UINT64_MAX;
