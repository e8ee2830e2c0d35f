/* request.c - one request after the other, as a web server would ask them.
 *
 * The requests of a test are a session: cookies that the application sets come
 * back to it.
 */
#include "php/host/request.h"

#include "php/host/host.h"
#include "php/host/page.h"
#include "php/host/query.h"
#include "php/host/symbolic.h"

#include "base/io.h"
#include "base/map.h"
#include "base/vec.h"

#include <ext/standard/url.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Cookie Cookie;
struct Cookie {
    char *name, *value; /* as they are sent */
};

static struct {
    Request request;
    bool several;               /* the test has more than one */
    char *script, *name, *info; /* file; its path from the root; what follows */
    Str query, body, cookies;
    const char *type; /* of the body */
    size_t read;      /* of the body */
    VEC(Cookie) jar;  /* what the application has set */
} now;

/* What PHP asks for */

static void
put(const char *text, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(1, text, n);
        if (done <= 0)
            return;
        text += done;
        n -= (size_t)done;
    }
}

size_t
request_print(const char *text, size_t n)
{
    put(text, n);
    page_add(text, n);
    return n;
}

/* NAME=VALUE of a Set-Cookie header goes to the jar, or out of it. */
static void
keep_cookie(const char *header)
{
    const size_t name = strcspn(header, "=;");
    const char *value = header + name + (header[name] == '=');
    const size_t n = strcspn(value, ";");
    const bool gone = n == 0 || strcasestr(value, "max-age=0") ||
                      (n == 7 && strncmp(value, "deleted", 7) == 0);

    for (size_t i = 0; i < now.jar.n; i++) {
        Cookie *c = &now.jar.at[i];
        if (strlen(c->name) != name || strncmp(c->name, header, name) != 0)
            continue;
        free(c->value);
        c->value = gone ? NULL : strndup(value, n);
        return;
    }
    if (!gone)
        vec_push(&now.jar, (Cookie){strndup(header, name), strndup(value, n)});
}

/* A page that is not the usual kind begins with what the browser would be
 * told. */
int
request_send_headers(sapi_headers_struct *headers)
{
    zend_llist_position at;
    Str said = {0};

    if (!now.request.method)
        return SAPI_HEADER_SENT_SUCCESSFULLY;
    for (sapi_header_struct *h =
             zend_llist_get_first_ex(&headers->headers, &at);
         h; h = zend_llist_get_next_ex(&headers->headers, &at)) {
        if (strncasecmp(h->header, "Location:", 9) == 0)
            str_printf(&said, "%s\n", h->header);
        if (strncasecmp(h->header, "Set-Cookie:", 11) == 0)
            keep_cookie(h->header + 11 + strspn(h->header + 11, " "));
        if (strncasecmp(h->header, "Content-Type:", 13) == 0)
            page_set_type(h->header + 13);
    }
    if (headers->http_response_code != 200 || said.n) {
        Str line = {0};
        str_printf(&line, "HTTP %d\n%s\n", headers->http_response_code,
                   str_text(&said));
        put(line.at, line.n);
        str_done(&line);
    }
    str_done(&said);
    return SAPI_HEADER_SENT_SUCCESSFULLY;
}

size_t
request_read_post(char *buffer, size_t n)
{
    const size_t left = now.body.n - now.read, most = left < n ? left : n;

    memcpy(buffer, str_text(&now.body) + now.read, most);
    now.read += most;
    return most;
}

char *
request_read_cookies(void)
{
    return now.cookies.n ? now.cookies.at : NULL;
}

/* HTTP_ACCEPT of Accept */
static void
register_header(zval *array, const QueryPair *p)
{
    char name[256] = "HTTP_";
    size_t n = 5;

    for (size_t i = 0; i < p->length && n + 1 < sizeof name; i++) {
        const char c = p->name[i];
        name[n++] = c == '-' ? '_' : c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
    }
    php_register_variable(strcmp(name, "HTTP_CONTENT_TYPE") == 0 ? name + 5
                                                                 : name,
                          p->value, array);
}

void
request_register_variables(zval *array)
{
    const Request *r = &now.request;
    Str self = {0};
    QueryPair p;

    if (!r->method) {
        php_import_environment_variables(array);
        return;
    }
    str_printf(&self, "/%s%s", now.name, now.info);
    const struct {
        const char *name, *value;
    } variables[] = {
        {"REQUEST_METHOD", r->method},
        {"REQUEST_URI", SG(request_info).request_uri},
        {"QUERY_STRING", str_text(&now.query)},
        {"SCRIPT_NAME", str_text(&self)},
        {"PHP_SELF", str_text(&self)},
        {"SCRIPT_FILENAME", now.script},
        {"DOCUMENT_ROOT", host_launch.root},
        {"SERVER_NAME", "localhost"},
        {"SERVER_PORT", "80"},
        {"SERVER_ADDR", "127.0.0.1"},
        {"SERVER_PROTOCOL", "HTTP/1.1"},
        {"SERVER_SOFTWARE", "culprit"},
        {"GATEWAY_INTERFACE", "CGI/1.1"},
        {"REMOTE_ADDR", "127.0.0.1"},
        {"HTTP_HOST", "localhost"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        php_register_variable(variables[i].name, variables[i].value, array);
    if (now.info[0])
        php_register_variable("PATH_INFO", now.info, array);
    if (now.cookies.n)
        php_register_variable("HTTP_COOKIE", now.cookies.at, array);
    if (now.type)
        php_register_variable("CONTENT_TYPE", now.type, array);
    for (size_t i = 0; i < r->nwords; i++)
        if (query_pair(r->words[i], "header", &p))
            register_header(array, &p);
    str_done(&self);
}

/* Which file answers */

static bool
is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The file that `path` (from the root, decoded) names, or the index of its
 * directory; *rest is where the name ends in the path. */
static char *
find_script(const char *path, size_t *rest)
{
    for (size_t n = strlen(path);; n--) {
        if (n == 0 || path[n] == '/' || !path[n]) {
            Str file = {0};
            str_printf(&file, "%s/%.*s", host_launch.root, (int)n, path);
            *rest = n;
            if (is_file(file.at))
                return str_take(&file);
            while (file.n && file.at[file.n - 1] == '/')
                file.at[--file.n] = 0;
            str_puts(&file, "/index.php");
            /* As PHP's own server: an index answers for pages below it, but
             * not for files that are not there. */
            if (is_file(file.at) && (!path[n] || !strchr(path, '.')))
                return str_take(&file);
            str_done(&file);
        }
        if (n == 0)
            return NULL;
    }
}

static bool
is_within(const char *path)
{
    return !strstr(path, "/../") && strncmp(path, "../", 3) != 0 &&
           !(strlen(path) >= 3 &&
             strcmp(path + strlen(path) - 3, "/..") == 0) &&
           strcmp(path, "..") != 0;
}

static void
replace(char **text, char *by)
{
    free(*text);
    *text = by;
}

static bool
choose_script(Diag *d)
{
    const char *target = now.request.target;
    char *path = strndup(target + 1, strcspn(target + 1, "?#"));
    size_t rest = 0;

    php_url_decode(path, strlen(path));
    replace(&now.script, is_within(path) ? find_script(path, &rest) : NULL);
    if (now.script) {
        replace(&now.name, strdup(now.script + strlen(host_launch.root) + 1));
        const bool whole = strstr(now.name, "index.php");
        replace(&now.info, strdup(whole ? "" : path + rest));
    }
    free(path);
    return now.script || diag_fail(d, "%s names no script below %s", target,
                                   host_launch.root);
}

/* What it is asked with */

static bool
add_upload(Str *body, const QueryPair *p, Diag *d)
{
    Bytes b;

    if (!io_read(p->value, &b, d))
        return false;
    str_printf(body,
               "--culprit\r\nContent-Disposition: form-data; name=\"%.*s\"; "
               "filename=\"%s\"\r\nContent-Type: application/octet-stream"
               "\r\n\r\n",
               (int)p->length, p->name, io_basename(p->value));
    str_add(body, b.at, b.n);
    str_puts(body, "\r\n");
    io_bytes_done(&b);
    return true;
}

/* With files, a form is sent in parts. */
static bool
make_form(const Request *r, Diag *d)
{
    QueryPair p;

    for (size_t i = 0; i < r->nwords; i++) {
        if (query_pair(r->words[i], "file", &p) &&
            !add_upload(&now.body, &p, d))
            return false;
        if (query_pair(r->words[i], "post", &p))
            str_printf(&now.body,
                       "--culprit\r\nContent-Disposition: form-data; "
                       "name=\"%.*s\"\r\n\r\n%s\r\n",
                       (int)p.length, p.name, p.value);
    }
    str_puts(&now.body, "--culprit--\r\n");
    now.type = "multipart/form-data; boundary=culprit";
    return true;
}

static bool
make_body(const Request *r, Diag *d)
{
    bool files = false, form = false;
    QueryPair p;

    str_clear(&now.body);
    now.type = NULL;
    now.read = 0;
    for (size_t i = 0; i < r->nwords; i++) {
        files |= query_pair(r->words[i], "file", &p);
        form |= query_pair(r->words[i], "post", &p);
        if (strncmp(r->words[i], "body:", 5) == 0)
            str_puts(&now.body, r->words[i] + 5);
        if (query_pair(r->words[i], "header", &p) && p.length == 12 &&
            strncasecmp(p.name, "content-type", 12) == 0)
            now.type = p.value;
    }
    if (files)
        return make_form(r, d);
    if (form) {
        query_encode(r, "post", "&", &now.body);
        now.type = "application/x-www-form-urlencoded";
    }
    return true;
}

static void
make_cookies(const Request *r)
{
    str_clear(&now.cookies);
    query_encode(r, "cookie", "; ", &now.cookies);
    for (size_t i = 0; i < now.jar.n; i++)
        if (now.jar.at[i].value)
            str_printf(&now.cookies, "%s%s=%s", now.cookies.n ? "; " : "",
                       now.jar.at[i].name, now.jar.at[i].value);
}

static void
make_query(const Request *r)
{
    const char *query = strchr(r->target, '?');

    str_clear(&now.query);
    if (query)
        str_puts(&now.query, query + 1);
    query_encode(r, "get", "&", &now.query);
}

/* Running */

static void
fill_in(const Request *r)
{
    sapi_request_info *info = &SG(request_info);
    Str uri = {0};

    str_printf(&uri, "%.*s%s%s", (int)strcspn(r->target, "?"), r->target,
               now.query.n ? "?" : "", str_text(&now.query));
    free(info->request_uri);
    *info = (sapi_request_info){
        .request_method = r->method,
        .query_string = now.query.n ? now.query.at : NULL,
        .content_length = (zend_long)now.body.n,
        .content_type = now.type,
        .path_translated = now.script,
        .request_uri = str_take(&uri),
        .proto_num = 1001,
    };
    SG(sapi_headers).http_response_code = 200;
    SG(server_context) = &now;
}

/* Run the script as PHP's own programs do; what it left is in EG. */
static bool
execute(Diag *d)
{
    zend_file_handle file;

    if (php_request_startup() != SUCCESS)
        return diag_fail(d, "PHP does not begin a request");
    page_begin();
    symbolic_begin();
    zend_stream_init_filename(&file, now.script);
    file.primary_script = true;
    CG(skip_shebang) = !now.request.method;
    php_execute_script(&file);
    symbolic_end();
    php_request_shutdown(NULL);
    zend_destroy_file_handle(&file);
    page_end();
    return true;
}

static bool
is_php(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strncmp(dot, ".php", 4) == 0 || strcmp(dot, ".phtml") == 0 ||
                   strcmp(dot, ".inc") == 0);
}

/* A picture or a style sheet is just sent. */
static bool
send_file(Diag *d)
{
    Bytes b;

    if (!io_read(now.script, &b, d))
        return false;
    put((const char *)b.at, b.n);
    io_bytes_done(&b);
    return true;
}

static bool
run(const Request *r, Diag *d)
{
    now.request = *r;
    if (!choose_script(d) || !make_body(r, d))
        return false;
    make_query(r);
    make_cookies(r);
    if (now.several) {
        Str line = {0};
        str_printf(&line, "=== %s %s ===\n", r->method, r->target);
        put(line.at, line.n);
        str_done(&line);
    }
    if (!is_php(now.script))
        return send_file(d);
    fill_in(r);
    return execute(d);
}

static size_t
count_requests(char *const *argv, size_t argc)
{
    size_t n = 0;

    for (size_t i = 0; i < argc; i++)
        n += query_is_method(argv[i]);
    return n;
}

bool
request_run_all(int argc, char **argv, Diag *d)
{
    const size_t n = (size_t)argc;
    Request r;

    if (n == 0)
        return diag_fail(d, "name a request, such as GET /index.php get:x=1");
    now.several = count_requests(argv, n) > 1;
    for (size_t at = 0; at < n;)
        if (!query_next(argv, n, &at, &r, d) || !run(&r, d))
            return false;
    return true;
}

/* A program of the command line */

bool
request_run_script(int argc, char **argv, int *status, Diag *d)
{
    char **all = calloc((size_t)argc + 2, sizeof *all);

    now.script = NULL;
    Str path = {0};
    if (host_launch.script[0] != '/')
        str_printf(&path, "%s/", host_launch.root);
    str_puts(&path, host_launch.script);
    now.script = str_take(&path);
    all[0] = now.script;
    memcpy(all + 1, argv, (size_t)argc * sizeof *all);
    SG(request_info).argc = argc + 1;
    SG(request_info).argv = all;
    SG(request_info).path_translated = now.script;
    SG(options) |= SAPI_OPTION_NO_CHDIR;
    SG(headers_sent) = 1;
    SG(request_info).no_headers = 1;
    bool ok = execute(d);
    *status = EG(exit_status);
    free(all);
    return ok;
}
