/* sources.c - where the input is: the superglobal arrays.
 *
 * Every value of $_GET, $_POST, $_COOKIE, and what $_SERVER has of the request,
 * is a symbol, "REQUEST KIND NAME" as the arguments name it: "0 get page". The
 * arrays are known by their addresses, and held, so that a change makes a copy,
 * which is not the input any more.
 */
#include "php/host/sources.h"

#include "php/host/recorder.h"
#include "php/host/shadow.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

typedef struct InputArray InputArray;
struct InputArray {
    const char *kind; /* "request": of get or post */
    char *path;       /* "" or a[b] */
    zend_array *array;
};

enum { SOURCES = 1024 };

static InputArray sources[SOURCES];
static size_t nsources;
static HashTable symbols; /* name -> node */
static bool has_symbols;
static unsigned request; /* number of it in the test */

static uint32_t
symbol_of(const char *kind, const char *name, const zend_string *value)
{
    Str whole = {0};

    str_printf(&whole, "%u %s %s", request, kind, name);
    zval *known = zend_hash_str_find(&symbols, whole.at, whole.n), node;
    if (!known) {
        ZVAL_LONG(&node, recorder_symbol(whole.at, whole.n, value));
        known = zend_hash_str_update(&symbols, whole.at, whole.n, &node);
    }
    str_done(&whole);
    return (uint32_t)Z_LVAL_P(known);
}

/* NAME, or PATH[NAME] */
static void
join(Str *out, const char *path, const zend_string *key, zend_ulong number)
{
    if (path[0])
        str_printf(out, "%s[", path);
    if (key)
        str_add(out, ZSTR_VAL(key), ZSTR_LEN(key));
    else
        str_printf(out, "%lld", (long long)number);
    if (path[0])
        str_putc(out, ']');
}

static void
add_value(const char *kind, const char *name, zval *value)
{
    const uint32_t symbol = symbol_of(kind, name, Z_STR_P(value));

    if (symbol)
        shadow_put(value, recorder_node(TERM_INPUT, 0, symbol, 0));
}

static bool
add_source(const char *kind, const char *path, const zval *array)
{
    if (nsources == SOURCES || Z_TYPE_P(array) != IS_ARRAY ||
        !Z_REFCOUNTED_P(array))
        return false;
    sources[nsources++] = (InputArray){kind, strdup(path), Z_ARR_P(array)};
    return true;
}

static void
add_array(const char *kind, const char *path, zval *array)
{
    zend_ulong number;
    zend_string *key;
    zval *value;

    if (!add_source(kind, path, array))
        return;
    ZEND_HASH_FOREACH_KEY_VAL(Z_ARR_P(array), number, key, value)
    {
        Str name = {0};
        join(&name, path, key, number);
        if (Z_TYPE_P(value) == IS_STRING)
            add_value(kind, str_text(&name), value);
        else if (symbol_of(kind, str_text(&name), ZSTR_EMPTY_ALLOC()))
            add_array(kind, str_text(&name), value);
        str_done(&name);
    }
    ZEND_HASH_FOREACH_END();
    Z_ADDREF_P(array); /* from here on it does not change */
}

static zval *
global(const char *name)
{
    zend_string *s = zend_string_init(name, strlen(name), 0);

    zend_is_auto_global(s);
    zval *array = zend_hash_find(&EG(symbol_table), s);
    zend_string_release(s);
    return array;
}

/* HTTP_X_Y is what the argument header:X-Y has said. */
static void
name_header(const char *variable, Str *out)
{
    for (const char *at = variable + 5; *at; at++)
        str_putc(out, *at == '_' ? '-' : *at);
}

/* What of $_SERVER is the request's; all else is the same in every run. */
static void
add_server(void)
{
    zval *server = global("_SERVER"), *value;
    zend_string *key;

    if (!server || Z_TYPE_P(server) != IS_ARRAY)
        return;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARR_P(server), key, value)
    {
        if (!key || Z_TYPE_P(value) != IS_STRING)
            continue;
        if (zend_string_equals_literal(key, "REQUEST_METHOD"))
            add_value("method", "", value);
        if (strncmp(ZSTR_VAL(key), "HTTP_", 5) == 0 &&
            !zend_string_equals_literal(key, "HTTP_HOST") &&
            !zend_string_equals_literal(key, "HTTP_COOKIE")) {
            Str name = {0};
            name_header(ZSTR_VAL(key), &name);
            add_value("header", str_text(&name), value);
            str_done(&name);
        }
    }
    ZEND_HASH_FOREACH_END();
}

static void
add_request(void)
{
    zval *array = global("_REQUEST");

    if (array && add_source("request", "", array))
        Z_ADDREF_P(array);
}

void
sources_begin(void)
{
    zend_hash_init(&symbols, 16, NULL, NULL, 0);
    has_symbols = true;
    add_array("get", "", &PG(http_globals)[TRACK_VARS_GET]);
    add_array("post", "", &PG(http_globals)[TRACK_VARS_POST]);
    add_array("cookie", "", &PG(http_globals)[TRACK_VARS_COOKIE]);
    add_server();
    add_request();
}

void
sources_end(void)
{
    for (size_t i = 0; i < nsources; i++) {
        zval array;
        ZVAL_ARR(&array, sources[i].array);
        zval_ptr_dtor(&array);
        free(sources[i].path);
    }
    nsources = 0;
    if (has_symbols)
        zend_hash_destroy(&symbols);
    has_symbols = false;
    request++;
}

static const InputArray *
find(const zval *array)
{
    for (size_t i = 0; i < nsources; i++)
        if (sources[i].array == Z_ARR_P(array))
            return &sources[i];
    return NULL;
}

/* $_REQUEST has what was posted, or else what is in the URL. */
static const char *
kind_of_request(const zval *key)
{
    zval *post = &PG(http_globals)[TRACK_VARS_POST];

    return Z_TYPE_P(post) == IS_ARRAY && Z_TYPE_P(key) == IS_STRING &&
                   zend_symtable_exists(Z_ARR_P(post), Z_STR_P(key))
               ? "post"
               : "get";
}

uint32_t
sources_key(const zval *array, const zval *key)
{
    Str name = {0};

    ZVAL_DEREF(array);
    ZVAL_DEREF(key);
    if (!has_symbols || Z_TYPE_P(array) != IS_ARRAY ||
        (Z_TYPE_P(key) != IS_STRING && Z_TYPE_P(key) != IS_LONG))
        return 0;
    const InputArray *s = find(array);
    if (!s)
        return 0;
    const char *kind =
        strcmp(s->kind, "request") == 0 ? kind_of_request(key) : s->kind;
    join(&name, s->path, Z_TYPE_P(key) == IS_STRING ? Z_STR_P(key) : NULL,
         Z_TYPE_P(key) == IS_LONG ? (zend_ulong)Z_LVAL_P(key) : 0);
    const uint32_t symbol = symbol_of(kind, str_text(&name), NULL);
    str_done(&name);
    return symbol;
}
