/* database.c - the application's database is the same before every run.
 *
 * Runs are rolled back (relay.c). What is in the database is saved when culprit
 * begins (php/database.php) for runs that cannot be: these leave a mark, in
 * memory that all processes of the application share, and put the database back
 * at their end or, if they were killed, the next one does first, or culprit at
 * its own end. Runs of one database wait for each other.
 */
#include "php/host/database.h"

#include "php/host/host.h"
#include "php/host/zend.h"
#include "php/sql.h"

#include "base/io.h"
#include "base/vec.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

Login host_login;

static Arena arena;
static volatile uint32_t *mark; /* a Change, perhaps of a run that was killed */
/* Tables that a rollback leaves as they are; and there are functions. */
static VEC(char *) fixed;
static bool has_code;
static const char code[] = "*code*";

static bool is_ours; /* it is we who talk to it now */

static bool
read_login(const char *path, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    const bool ok = login_parse(&arena, b.at, b.n, &host_login, d) ||
                    diag_context(d, "%s", path);
    io_bytes_done(&b);
    return ok;
}

static bool
map_mark(Diag *d)
{
    Str path = {0};
    const size_t size = sizeof *mark;

    str_printf(&path, "%s.mark", host_launch.saved);
    const int fd = open(path.at, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *at = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, (off_t)size) == 0)
        at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    const bool ok =
        at != MAP_FAILED || diag_errno(d, "cannot write %s", path.at);
    if (fd >= 0)
        close(fd);
    mark = ok ? at : NULL;
    str_done(&path);
    return ok;
}

/* A name per line, as our script wrote it; an empty one is in any statement. */
static bool
read_fixed(Diag *d)
{
    Str path = {0};
    Bytes b = {0};
    bool has = false;

    str_printf(&path, "%s.fixed", host_launch.saved);
    const bool ok = io_read_if(path.at, &b, &has, d);
    const char *at = has ? (const char *)b.at : "\n";
    for (; *at; at += strcspn(at, "\n") + 1) {
        char *name = arena_strndup(&arena, at, strcspn(at, "\n"));
        if (strcmp(name, code) == 0)
            has_code = true;
        else
            vec_push(&fixed, name);
    }
    io_bytes_done(&b);
    str_done(&path);
    return ok;
}

bool
database_start(const Launch *l, Diag *d)
{
    return !l->database[0] ||
           (read_login(l->database, d) && map_mark(d) && read_fixed(d));
}

void
database_settings(Str *ini)
{
    if (host_login.socket)
        str_printf(ini,
                   "mysqli.default_socket=\"%s\"\n"
                   "pdo_mysql.default_socket=\"%s\"\n",
                   host_login.socket, host_login.socket);
}

void
database_mark(Change change)
{
    if (*mark < (uint32_t)change)
        *mark = (uint32_t)change;
}

bool
database_can_undo(const char *text, size_t n)
{
    for (size_t i = 0; i < fixed.n; i++)
        if (sql_mentions(text, n, fixed.at[i]))
            return false;
    return true;
}

bool
database_has_code(void)
{
    return has_code;
}

bool
database_is_ours(void)
{
    return is_ours;
}

/* For people to type. */
static const char *
own_path(void)
{
    static char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

    path[n > 0 ? n : 0] = 0;
    return path;
}

/* Our script, as a request of its own that nobody sees. */

static void
set_value(zval *array, const char *name, const char *value)
{
    add_assoc_string(array, name, value);
}

static void
set_values(const char *job)
{
    zval array;

    array_init(&array);
    set_value(&array, "job", job);
    set_value(&array, "socket", host_login.socket);
    set_value(&array, "user", host_login.user);
    set_value(&array, "password", host_login.password);
    set_value(&array, "name", host_login.database);
    set_value(&array, "saved", host_launch.saved);
    zend_hash_str_update(&EG(symbol_table), "culprit", 7, &array);
}

static void
take_error(const char *job, Diag *d)
{
    const zval *error =
        zend_hash_str_find_ind(&EG(symbol_table), "culprit_error", 13);

    if (!error || Z_TYPE_P(error) != IS_STRING)
        diag_fail(d, "the database %s: %s failed", host_login.database, job);
    else if (Z_STRLEN_P(error))
        diag_fail(d, "%s", Z_STRVAL_P(error));
}

static void
execute(const char *job, Diag *d)
{
    zend_file_handle file;

    zend_stream_init_filename(&file, host_launch.keeper);
    zend_try
    {
        set_values(job);
        zend_execute_scripts(ZEND_REQUIRE, NULL, 1, &file);
        take_error(job, d);
    }
    zend_catch
    {
        diag_fail(d, "the database %s: %s failed", host_login.database, job);
    }
    zend_end_try();
    zend_destroy_file_handle(&file);
}

static bool
ask(const char *job, Diag *d)
{
    void (*const loop)(zend_execute_data *) = zend_execute_ex;

    zend_execute_ex = execute_ex; /* nothing of this is counted */
    SG(request_info) = (sapi_request_info){.no_headers = 1};
    if (php_request_startup() != SUCCESS)
        return diag_fail(d, "PHP does not begin a request");
    is_ours = true;
    execute(job, d);
    php_request_shutdown(NULL);
    is_ours = false;
    zend_execute_ex = loop;
    return !d->error;
}

/* Held by our process until it ends. */
static bool
lock(Diag *d)
{
    const int fd = open(host_launch.database, O_RDONLY | O_CLOEXEC);

    if (fd >= 0 && flock(fd, LOCK_EX) == 0)
        return true;
    return diag_errno(d, "cannot lock %s", host_launch.database);
}

bool
database_save(Diag *d)
{
    if (!mark)
        return true;
    if (*mark)
        return diag_fail(d,
                         "an earlier culprit was killed, and may have left "
                         "changes in the database %s: `%s --restore %s` puts "
                         "back what was in it; remove %s.mark to keep it as it "
                         "is",
                         host_login.database, own_path(), host_path,
                         host_launch.saved);
    return lock(d) && ask("save", d);
}

bool
database_restore(Diag *d)
{
    if (!mark || !*mark)
        return true;
    if (!ask(*mark == CHANGE_COUNTS ? "recount" : "restore", d))
        return false;
    *mark = 0;
    return true;
}

bool
database_enter(Diag *d)
{
    if (!mark)
        return true;
    sockets_prepare(host_launch.confine[0] != 0);
    return lock(d) && database_restore(d);
}

bool
database_leave(Diag *d)
{
    const char *complaint = relay_end();
    const bool ok = database_restore(d);

    return complaint ? diag_fail(d, "%s", complaint) : ok;
}
