/* version.h - the version, for everything that says it. */
#ifndef CULPRIT_BASE_VERSION_H
#define CULPRIT_BASE_VERSION_H

#define CULPRIT_VERSION "0.1"

/* The commit it was built from, "-dirty" behind it if there was more;
 * "unknown" outside a checkout. */
const char *version_commit(void);

#endif
