/* interpreter.c - PHP, started once and asked many requests. */
#include "php/host/database.h"
#include "php/host/host.h"
#include "php/host/request.h"
#include "php/host/zend.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Settings that the host needs, whatever php.ini says: errors are told by us,
 * and nothing may take the execution loop but we. */
static const char settings[] = "display_errors=0\n"
                               "log_errors=0\n"
                               "html_errors=0\n"
                               "error_reporting=32767\n"
                               "max_execution_time=0\n"
                               "opcache.enable=0\n"
                               "opcache.enable_cli=0\n"
                               "pcov.enabled=0\n"
                               "xdebug.mode=off\n"
                               "ignore_user_abort=1\n"
                               "register_argc_argv=1\n"
                               "session.gc_probability=0\n"
                               "zend.assertions=1\n"
                               "expose_php=0\n";

static int
start(sapi_module_struct *module)
{
    return php_module_startup(module, NULL);
}

static int
nothing(void)
{
    return SUCCESS;
}

static void
flush(void *context)
{
    (void)context;
}

static void
send_header(sapi_header_struct *header, void *context)
{
    (void)header, (void)context;
}

static void
log_message(const char *message, int type)
{
    (void)type;
    fprintf(stderr, "%s\n", message);
}

static sapi_module_struct module = {
    .pretty_name = (char *)(uintptr_t)"culprit",
    .startup = start,
    .shutdown = php_module_shutdown_wrapper,
    .deactivate = nothing,
    .ub_write = request_print,
    .flush = flush,
    .sapi_error = php_error,
    .send_headers = request_send_headers,
    .send_header = send_header,
    .read_post = request_read_post,
    .read_cookies = request_read_cookies,
    .register_server_variables = request_register_variables,
    .log_message = log_message,
    .executable_location = NULL,
};

const char *
interpreter_version(void)
{
    const char *version = zend_get_module_version("standard");

    return version ? version : "an unknown version";
}

/* What we call and replace is PHP's own business, which other versions do in
 * other ways. */
static bool
check_version(Diag *d)
{
    const char *version = interpreter_version();

    return strncmp(version, "8.2.", 4) == 0 ||
           diag_fail(d,
                     "PHP's library here is %s, and PHP applications need 8.2: "
                     "install libphp8.2-embed",
                     version);
}

bool
interpreter_start(bool web, Diag *d)
{
    signal(SIGPIPE, SIG_IGN); /* as all servers and the command line do */
    setenv("XDEBUG_MODE", "off", 1);
    module.name = (char *)(uintptr_t)(web ? "apache2handler" : "cli");
    zend_signal_startup();
    sapi_startup(&module); /* which forgets settings */
    Str all = {0};
    str_puts(&all, settings);
    state_settings(&all);
    database_settings(&all);
    module.ini_entries = str_take(&all);
    if (module.startup(&module) != SUCCESS)
        return diag_fail(d, "PHP cannot be started");
    unsetenv("XDEBUG_MODE");
    if (!check_version(d))
        return false;
    /* Debuggers and profilers take the loop even when they are off. */
    zend_execute_ex = execute_ex;
    if (host_launch.compat[0])
        old_start();
    return true;
}
