/* recorder.c - terms and steps, as they are written down. */
#include "php/host/recorder.h"

#include "format/profile.h"

#include <ext/standard/php_var.h>
#include <zend_smart_str.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ELEMENTS = 1024, DEEP = 4 }; /* of constant arrays */

static struct {
    TermsHeader *header; /* NULL: nothing is recorded */
    TermNode *nodes;
    TermStep *steps;
    char *texts;
} out;

static bool
map(int fd)
{
    struct stat st;

    if (fstat(fd, &st) != 0 || (size_t)st.st_size < sizeof *out.header)
        return false;
    char *at = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE,
                    MAP_SHARED, fd, 0);
    if (at == MAP_FAILED)
        return false;
    out.header = (void *)at;
    out.nodes = (void *)(at + out.header->nodes.offset);
    out.steps = (void *)(at + out.header->steps.offset);
    out.texts = at + out.header->texts.offset;
    return true;
}

bool
recorder_open(void)
{
    const char *dir = getenv(CULPRIT_RUN_ENV);
    char path[4096];

    if (!dir)
        return false;
    snprintf(path, sizeof path, "%s/" TERMS_FILE, dir);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool ok = map(fd);
    close(fd);
    return ok;
}

/* The next record of a region, or UINT32_MAX if it is full. */
static uint32_t
take(TermsRegion *r, size_t n)
{
    if (r->cap - r->n < n) {
        out.header->full = 1;
        return UINT32_MAX;
    }
    r->n += n;
    return (uint32_t)(r->n - n);
}

static uint32_t
put(const TermNode *n)
{
    const uint32_t at = out.header ? take(&out.header->nodes, 1) : UINT32_MAX;

    if (at == UINT32_MAX)
        return 0;
    out.nodes[at] = *n;
    return at;
}

static bool
put_text(const char *text, size_t n, uint32_t *at)
{
    *at =
        out.header && n < UINT32_MAX ? take(&out.header->texts, n) : UINT32_MAX;
    if (*at == UINT32_MAX)
        return false;
    memcpy(out.texts + *at, text, n);
    return true;
}

uint32_t
recorder_node(TermKind kind, uint16_t code, uint32_t a, uint32_t b)
{
    return put(
        &(TermNode){.kind = (uint16_t)kind, .code = code, .arg = {a, b}});
}

uint32_t
recorder_call(uint16_t code, const uint32_t args[TERM_OPERANDS])
{
    TermNode n = {.kind = TERM_CALL, .code = code};

    memcpy(n.arg, args, sizeof n.arg);
    return put(&n);
}

uint32_t
recorder_symbol(const char *name, size_t n, const zend_string *value)
{
    const size_t length = value ? ZSTR_LEN(value) : 0;
    TermNode node = {.kind = TERM_SYMBOL,
                     .code = value != NULL,
                     .arg = {[1] = (uint32_t)n, [3] = (uint32_t)length}};

    if (!put_text(name, n, &node.arg[0]) ||
        !put_text(value ? ZSTR_VAL(value) : "", length, &node.arg[2]))
        return 0;
    return put(&node);
}

/* Constants */

static uint32_t
put_bits(TermType type, const void *bits)
{
    TermNode n = {.kind = TERM_CONST, .code = (uint16_t)type};

    if (bits)
        memcpy(n.arg, bits, 8);
    return put(&n);
}

static uint32_t
put_bytes(TermType type, const char *text, size_t n)
{
    TermNode node = {
        .kind = TERM_CONST, .code = (uint16_t)type, .arg = {[1] = (uint32_t)n}};

    return put_text(text, n, &node.arg[0]) ? put(&node) : 0;
}

static bool
is_plain(const zval *z, unsigned depth)
{
    zval *element;

    ZVAL_DEREF(z);
    if (Z_TYPE_P(z) <= IS_STRING)
        return true;
    if (Z_TYPE_P(z) != IS_ARRAY || depth == DEEP ||
        zend_hash_num_elements(Z_ARR_P(z)) > ELEMENTS)
        return false;
    ZEND_HASH_FOREACH_VAL(Z_ARR_P(z), element)
    {
        if (!is_plain(element, depth + 1))
            return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

static uint32_t
put_array(const zval *z)
{
    smart_str text = {0};
    php_serialize_data_t data;
    zval copy;

    if (!is_plain(z, 0)) {
        recorder_concrete(TERMS_BY_ARRAY);
        return 0;
    }
    ZVAL_COPY_VALUE(&copy, z);
    PHP_VAR_SERIALIZE_INIT(data);
    php_var_serialize(&text, &copy, &data);
    PHP_VAR_SERIALIZE_DESTROY(data);
    smart_str_0(&text);
    const uint32_t n =
        text.s ? put_bytes(TERM_ARRAY, ZSTR_VAL(text.s), ZSTR_LEN(text.s)) : 0;
    smart_str_free(&text);
    return n;
}

uint32_t
recorder_constant(const zval *z)
{
    ZVAL_DEREF(z);
    switch (Z_TYPE_P(z)) {
    case IS_UNDEF:
    case IS_NULL:
        return put_bits(TERM_NULL, NULL);
    case IS_FALSE:
        return put_bits(TERM_FALSE, NULL);
    case IS_TRUE:
        return put_bits(TERM_TRUE, NULL);
    case IS_LONG:
        return put_bits(TERM_LONG, &Z_LVAL_P(z));
    case IS_DOUBLE:
        return put_bits(TERM_DOUBLE, &Z_DVAL_P(z));
    case IS_STRING:
        return put_bytes(TERM_STRING, Z_STRVAL_P(z), Z_STRLEN_P(z));
    case IS_ARRAY:
        return put_array(z);
    default:
        return 0;
    }
}

/* The path */

void
recorder_step(const TermStep *s)
{
    const uint32_t at = out.header ? take(&out.header->steps, 1) : UINT32_MAX;

    if (at != UINT32_MAX)
        out.steps[at] = *s;
}

void
recorder_concrete(TermsReason why)
{
    if (out.header)
        out.header->reasons[why]++;
}

void
recorder_failed(void)
{
    if (out.header && out.header->failed == UINT64_MAX)
        out.header->failed = out.header->steps.n;
}
