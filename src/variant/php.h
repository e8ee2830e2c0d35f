/* php.h - PHP applications as subjects. */
#ifndef CULPRIT_VARIANT_PHP_H
#define CULPRIT_VARIANT_PHP_H

#include "php/launch.h"
#include "variant/mutate.h"
#include "variant/variant.h"

/* Is this file the launch file of an application? */
bool php_is_launch(const char *path);

/* What subject_open and variant_get do for one. */
bool php_subject_open(const char *path, Subject *out, Diag *d);
bool php_variant_get(const Subject *s, VariantKind kind, char **path, Diag *d);
bool php_variant_confined(const char *variant, char **path, Diag *d);

/* What variant_sites does, */
bool php_sites(const Subject *s, MutateSites *out, Diag *d);
/* and rebuild_make: the launch file `path` of the application with this text in
 * the place of that of one of its files. */
bool php_edited(const Subject *s, const char *file, const char *text, size_t n,
                const char *path, Diag *d);

/* Is it a file of PHP, or are there such files in the directory, or one step
 * below it? A build directory of C has none. */
bool php_is_application(const char *path);

/* Make `program`, a directory or a file of PHP, a program that can be started:
 * a launch file in the cache. *path is NULL if it is something else. `options`
 * says how it is judged. */
bool php_program(const char *program, const char *cache, const Launch *options,
                 char **path, Diag *d);

/* Runs have ended: put the application's database back, if the last one was
 * killed before it could. The host says itself if it cannot. */
void php_release(const char *launch);

/* Our host; where it was not built, that is said. */
bool php_host(char **path, Diag *d);

/* Write a launch file that starts our host. */
bool php_launch(const Launch *l, const char *path, Diag *d);

#endif
