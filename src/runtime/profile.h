/* profile.h - what the parts of the runtime know of each other. */
#ifndef CULPRIT_RUNTIME_PROFILE_H
#define CULPRIT_RUNTIME_PROFILE_H

#include <stdint.h>

/* Count in this memory, which is laid out as a counter file; its header, or
 * NULL if it does not fit. */
char *crt_count_in_memory(int fd);

/* From now on forks count in new files of the directory, which stays the
 * caller's. */
void crt_count_forks_in(const char *dir);

/* Of a variant that counts: the check that is wanted begins. */
void crt_count_check(void);

/* Where the process counts: the run directory, "" if nobody asked. */
const char *crt_count_directory(void);

/* A new file there, beside that of its counters, whose name begins so. */
int crt_count_file(const char *prefix);

/* Cut what is counted here: what came since the last cut was that check's, or
 * none's (""). */
void crt_cut_check(const char *check);

/* This process begins to count. */
void crt_cuts_begin(void);

/* Tell how the program was started. */
void crt_tell_start(char **argv, char **envp);

/* How much of the test's output there is, to CULPRIT_OUT and CULPRIT_ERR. */
void crt_printed(uint64_t at[2]);

/* The check that runs, of all that do; or "". */
const char *crt_current_check(void);

/* Does the check that is wanted run? */
int crt_is_in_check(void);

/* The process is a test now, which was called so; main is next. */
void crt_begin(int argc, char **argv, char **envp);

/* Before anything else runs: were we started to serve? Ends the process if so
 * and we cannot. */
void crt_prepare_to_serve(char **envp);

/* A test is repeated in this directory `n` times; the runtime may see to what
 * differs between the runs, and keep how each ended. */
void crt_lead(const char *dir, unsigned n);
void crt_choose(unsigned run);
void crt_run_ended(unsigned run, int status, int signal, int timed_out);

#endif
