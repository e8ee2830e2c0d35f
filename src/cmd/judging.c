/* judging.c - options of the commands that run a program and judge what it
 * does.
 */
#include "cmd/judging.h"

#include "base/io.h"
#include "suite/compare.h"

#include <stdlib.h>
#include <unistd.h>

void
judging_init(Judging *j)
{
    *j = (Judging){.compare = "stdout,status",
                   .store = ".culprit",
                   .jobs = cmd_count_cores(),
                   .time = 10,
                   .output = 64};
}

void
judging_done(Judging *j)
{
    free(j->path);
    free(j->script);
    free(j->expected_dir);
    free(j->reference_path);
    free(j->store_dir);
    free(j->cache);
    *j = (Judging){0};
}

static char *
absolute(const char *path)
{
    return path ? io_absolute(path) : NULL;
}

void
judging_resolve(Judging *j)
{
    j->path = absolute(j->program);
    j->script = absolute(j->oracle);
    j->expected_dir = absolute(j->expected);
    j->reference_path = absolute(j->reference);
    j->store_dir = absolute(j->store);
    j->cache = io_join(j->store_dir, "cache");
}

static bool
check_executable(const char *option, const char *path, Diag *d)
{
    if (!path || (access(path, X_OK) == 0 && !io_is_dir(path)))
        return true;
    return diag_fail(d, "--%s %s is not an executable file", option, path);
}

void
judging_default_crash(Judging *j)
{
    j->crash |=
        !j->oracle && !j->expected && !j->reference && !j->ask && !j->status;
}

bool
judging_check(const Judging *j, Diag *d)
{
    if (!j->program)
        return diag_fail(d, "name the program under test with --program");
    if (!!j->oracle + !!j->expected + !!j->reference + j->crash + j->ask +
            j->status >
        1)
        return diag_fail(d, "give one of --oracle, --expected, --reference, "
                            "--crash, --status and --ask");
    if (j->expected_dir && !io_is_dir(j->expected_dir))
        return diag_fail(d,
                         "--expected %s is not a directory; make it with "
                         "--record",
                         j->expected);
    return check_executable("program", j->path, d) &&
           check_executable("oracle", j->script, d) &&
           check_executable("reference", j->reference_path, d);
}

bool
judging_spec(const Judging *j, RunnerSpec *spec, Diag *d)
{
    spec->oracle = j->script           ? ORACLE_SCRIPT
                   : j->expected_dir   ? ORACLE_EXPECTED
                   : j->reference_path ? ORACLE_REFERENCE
                   : j->crash          ? ORACLE_CRASH
                   : j->ask            ? ORACLE_ASK
                                       : ORACLE_STATUS;
    spec->script = j->script;
    spec->expected = j->expected_dir;
    spec->reference = j->reference_path;
    spec->limits = (Limits){
        .time_s = j->time,
        .memory_mb = j->memory,
        .output_mb = j->output,
        .processes = j->processes,
    };
    spec->jobs = (unsigned)j->jobs;
    spec->store_dir = j->store_dir;
    if (!compare_parse(j->compare, &spec->compare, d))
        return false;
    spec->scratch = j->scratch || spec->compare & COMPARE_FILES;
    return true;
}
