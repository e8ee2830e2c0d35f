/* version.h - the version of culprit. */
#ifndef CULPRIT_BASE_VERSION_H
#define CULPRIT_BASE_VERSION_H

#define CULPRIT_VERSION "0.1"

#endif
