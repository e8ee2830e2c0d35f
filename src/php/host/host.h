/* host.h - what the parts of the PHP host know of each other.
 *
 * The host is one process with one interpreter, whose state is global; so is
 * ours.
 */
#ifndef CULPRIT_PHP_HOST_HOST_H
#define CULPRIT_PHP_HOST_HOST_H

#include "base/str.h"
#include "php/launch.h"
#include "program/probe.h"

#include <stdbool.h>
#include <stdint.h>

extern Launch host_launch;
extern const char *host_path; /* of the launch file */

/* interpreter.c: PHP, started once and asked many requests. */
bool interpreter_start(bool web, Diag *d);
const char *interpreter_version(void);

/* old.c: what PHP 8 refuses works as it did, with a warning. Before anything is
 * compiled. */
void old_start(void);

/* files.c: the application's files. */
bool files_list(const Launch *l, Arena *a, char ***out, size_t *n, Diag *d);

/* compile.c: the shapes of functions while they are compiled. */
typedef void CompileHook(const char *path, uint32_t number, void *code);
void compile_watch(CompileHook *hook);

/* model.c: the program's model from all its files. */
bool model_make(const Launch *l, Program *out, Diag *d);

/* counters.c: counters in files and in the server's memory; perhaps none, where
 * only the server's memory is wanted. */
extern uint64_t *host_counters; /* NULL: nothing is counted */
extern uint64_t host_ncounters;
bool counters_open(const char *id, uint64_t n, char **envp);
void counters_none(char **envp);      /* we serve all the same */
const char *counters_directory(void); /* of the run */

/* count.c: the loop that counts: its model first, and then PHP's start. */
bool count_load(const Launch *l, char **envp, Diag *d);
void count_start(const Launch *l);

/* errors.c: errors of PHP as failures. */
bool errors_start(const Launch *l, Diag *d);

/* chance.c: from here on, time and random numbers are fixed. */
void chance_begin(void);

/* state.c: what a request writes is gone when it has ended. First of all; in
 * the process that becomes a test; and what PHP must know of it. */
bool state_start(void);
bool state_enter(Diag *d);
void state_settings(Str *ini);

/* failures.c: what went wrong in this run. */
void failure_add(const char *level, const char *file, uint32_t line,
                 const char *message, size_t length);
int failure_report(void); /* says it; the exit status */

/* request.c: the arguments as requests, run one after the other; or the
 * program of the command line, with these. */
bool request_run_all(int argc, char **argv, Diag *d);
bool request_run_script(int argc, char **argv, int *status, Diag *d);

#endif
