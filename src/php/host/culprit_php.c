/* culprit_php.c - culprit-php: a PHP application as a program.
 *
 *   culprit-php LAUNCH REQUEST...    run requests (launch files do this)
 *   culprit-php --model LAUNCH FILE  write the application's model
 *   culprit-php --restore LAUNCH     put its database back, if it was changed
 *   culprit-php --solve LAUNCH       answer questions about recorded terms
 *   culprit-php --version            the version of PHP
 *
 * Status 2: the request or the application is not as it should be.
 */
#include "php/host/altered.h"
#include "php/host/database.h"
#include "php/host/host.h"
#include "php/host/page.h"
#include "php/host/query.h"
#include "php/host/solve.h"
#include "php/host/symbolic.h"
#include "php/host/tests.h"

#include "base/io.h"
#include "format/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Launch host_launch;
const char *host_path;

/* Of runtime/serve.c */
typedef int Main(int argc, char **argv, char **envp);
int __culprit_serve(int argc, char **argv, char **envp, /* NOLINT: its name */
                    Main *program);

static Arena arena;
static char **own_argv; /* with which we were started, and not asked to serve */

static int
complain(Diag *d)
{
    fprintf(stderr, "culprit-php: %s\n", d->error);
    return 2;
}

static bool
load(const char *path, Diag *d)
{
    Bytes b;

    host_path = path;
    if (!io_read(path, &b, d))
        return false;
    bool ok = launch_parse(&arena, b.at, b.n, &host_launch, d) ||
              diag_context(d, "%s", path);
    io_bytes_done(&b);
    return ok;
}

static int
write_model(const char *launch, const char *file, Diag *d)
{
    Program p;
    Str bytes = {0};

    if (!load(launch, d) || !database_start(&host_launch, d) ||
        !interpreter_start(true, d) || !database_save(d) ||
        !model_make(&host_launch, &p, d) || !errors_start(&host_launch, d) ||
        !page_start(&host_launch, d))
        return complain(d);
    program_write(&p, &bytes);
    if (!state_start())
        diag_warn(d, "this machine has no mount namespaces for us: files that "
                     "the application writes stay");
    for (size_t i = 0; i < d->nwarnings; i++)
        fprintf(stderr, "%s\n", d->warnings[i]);
    return io_write(file, bytes.at, bytes.n, d) ? 0 : complain(d);
}

static int
restore(const char *launch, Diag *d)
{
    return load(launch, d) && database_start(&host_launch, d) &&
                   interpreter_start(true, d) && database_restore(d)
               ? 0
               : complain(d);
}

static int
tell_version(Diag *d)
{
    host_launch = (Launch){
#define SETTING(name, meaning) .name = "",
#include "php/launch.def"
    };
    if (!interpreter_start(true, d))
        return complain(d);
    puts(interpreter_version());
    return 0;
}

static int
solve(const char *launch, Diag *d)
{
    return load(launch, d) && interpreter_start(true, d) && solve_serve(d)
               ? 0
               : complain(d);
}

static bool
is_web(int argc, char **argv)
{
    return !host_launch.script[0] || (argc > 0 && query_is_method(argv[0]));
}

static int
run(int argc, char **argv, char **envp)
{
    const int before =
        argv == own_argv ? 2 : 1; /* ourselves, the launch file */
    int status = 0;
    Diag d;

    (void)envp;
    diag_init(&d);
    argc -= before;
    argv += before;
    const bool entered = database_enter(&d);
    if (!host_launch.tests[0])
        chance_begin();
    symbolic_enter();
    bool ok = entered && state_enter(&d);
    if (ok && is_web(argc, argv))
        ok = request_run_all(argc, argv, &d);
    else if (ok)
        ok = request_run_script(argc, argv, &status, &d);
    ok = database_leave(&d) && ok;
    const int failed = ok ? failure_report() : 0;
    if (!ok)
        status = complain(&d);
    else if (failed && !status)
        status = failed;
    fflush(stderr);
    altered_end();
    _exit(status);
}

int
main(int argc, char **argv, char **envp)
{
    Diag d;

    diag_init(&d);
    if (argc == 4 && strcmp(argv[1], "--model") == 0)
        return write_model(argv[2], argv[3], &d);
    if (argc == 3 && strcmp(argv[1], "--restore") == 0)
        return restore(argv[2], &d);
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return tell_version(&d);
    if (argc == 3 && strcmp(argv[1], "--solve") == 0)
        return solve(argv[2], &d);
    if (argc < 2) {
        fputs("usage: culprit-php LAUNCH REQUEST...\n", stderr);
        return 2;
    }
    if (load(argv[1], &d))
        state_start();
    const bool records = symbolic_is_wanted(&host_launch);
    if (records)
        counters_none(envp);
    if (d.error || (!records && (!count_load(&host_launch, envp, &d) ||
                                 !altered_load(&host_launch, envp, &d))))
        return complain(&d);
    if (!database_start(&host_launch, &d) ||
        !interpreter_start(is_web(argc - 2, argv + 2), &d) ||
        !errors_start(&host_launch, &d) || !page_start(&host_launch, &d) ||
        !tests_start(&host_launch, &d))
        return complain(&d);
    if (records) {
        symbolic_start();
    } else {
        count_start(&host_launch);
        altered_start(&host_launch);
    }
    own_argv = argv;
    return __culprit_serve(argc, argv, envp, run);
}
