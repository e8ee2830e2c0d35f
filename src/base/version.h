/* version.h - the version, for everything that says it. */
#ifndef CULPRIT_BASE_VERSION_H
#define CULPRIT_BASE_VERSION_H

#define CULPRIT_VERSION "0.1"

#endif
