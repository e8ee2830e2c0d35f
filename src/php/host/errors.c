/* errors.c - errors of PHP as failures.
 *
 * Fatal errors and exceptions that nobody caught always are; others if their
 * level was asked for. What the application silences, or handles by a function
 * of its own, is no failure.
 */
#include "php/host/host.h"
#include "php/host/zend.h"

#include <string.h>
#include <unistd.h>

static const struct {
    int bits;
    const char *level, *name; /* as told, as asked for */
} levels[] = {
    {E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_PARSE | E_USER_ERROR |
         E_RECOVERABLE_ERROR,
     "Fatal error", "fatal"},
    {E_WARNING | E_CORE_WARNING | E_COMPILE_WARNING | E_USER_WARNING, "Warning",
     "warning"},
    {E_NOTICE | E_USER_NOTICE | E_STRICT, "Notice", "notice"},
    {E_DEPRECATED | E_USER_DEPRECATED, "Deprecated", "deprecated"},
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static int failing; /* bits */

/* Is a function of the application told instead? */
static bool
is_handled(int type)
{
    return Z_TYPE(EG(user_error_handler)) != IS_UNDEF &&
           (EG(user_error_handler_error_reporting) & type);
}

static void
say(const char *level, zend_string *file, uint32_t line, zend_string *message)
{
    Str text = {0};

    str_printf(&text, "PHP %s:  %s in %s on line %u\n", level,
               ZSTR_VAL(message), file ? ZSTR_VAL(file) : "Unknown",
               (unsigned)line);
    fwrite(text.at, 1, text.n, stderr);
    str_done(&text);
}

/* An exception that nobody caught says where it was thrown; keep that out of
 * the message, which names the failure. */
static size_t
message_length(const zend_string *message, const zend_string *file)
{
    const char *at = strstr(ZSTR_VAL(message), " in ");

    if (at && file && strncmp(at + 4, ZSTR_VAL(file), ZSTR_LEN(file)) == 0)
        return (size_t)(at - ZSTR_VAL(message));
    return ZSTR_LEN(message);
}

static void
error(int type, zend_string *file, uint32_t line, zend_string *message)
{
    const int bits = type & E_ALL;

    if (!(EG(error_reporting) & bits) || is_handled(bits))
        return;
    for (int i = 0; i < LEVELS; i++) {
        if (!(levels[i].bits & bits))
            continue;
        say(levels[i].level, file, line, message);
        if (failing & bits)
            failure_add(levels[i].level, file ? ZSTR_VAL(file) : "", line,
                        ZSTR_VAL(message), message_length(message, file));
        return;
    }
}

static bool
ask_for(const char *name, size_t n, Diag *d)
{
    for (int i = 0; i < LEVELS; i++)
        if (strlen(levels[i].name) == n &&
            strncmp(levels[i].name, name, n) == 0) {
            failing |= levels[i].bits;
            return true;
        }
    if (n == 3 && strncmp(name, "all", 3) == 0) {
        failing = E_ALL;
        return true;
    }
    return diag_fail(d,
                     "\"%.*s\" is no level of errors: they are fatal, "
                     "warning, notice, deprecated and all",
                     (int)n, name);
}

bool
errors_start(const Launch *l, Diag *d)
{
    failing = levels[0].bits;
    for (const char *at = l->errors; *at;) {
        const size_t n = strcspn(at, ",");
        if (!ask_for(at, n, d))
            return false;
        at += n + (at[n] == ',');
    }
    zend_observer_error_register(error);
    return true;
}
