/* shadow.c - which values of the running program are which terms.
 *
 * A string is known by its address: we hold a reference, so neither can its
 * content change nor its address be used again, and assignments, arrays,
 * properties and calls need no attention. Numbers and booleans carry a tag in
 * the 16 bits of a value that PHP does not use; copies carry it on, and
 * writes clear it, mostly: so the value that was tagged is compared on use.
 * Null is never tagged, as the interpreter compares its type in full.
 */
#include "php/host/shadow.h"

#include "php/host/recorder.h"

#include "base/mem.h"
#include "base/vec.h"

#include <string.h>

enum { LONGEST = 4096, TAGS = 65535 };

typedef struct Tagged Tagged;
struct Tagged {
    uint32_t node;
    uint8_t type;
    int64_t bits;
};

/* A string that we hold. */
typedef struct HeldString HeldString;
struct HeldString {
    zend_string *string;
    uint32_t node;
};

static HashTable strings; /* address -> held */
static bool has_strings;
static VEC(HeldString) held;
static VEC(Tagged) tagged; /* tag - 1 */

static int64_t
bits_of(const zval *z)
{
    return Z_TYPE_P(z) == IS_LONG || Z_TYPE_P(z) == IS_DOUBLE ? Z_LVAL_P(z) : 0;
}

static uint32_t
shadow_of_tagged(const zval *z)
{
    const uint16_t tag = z->u1.v.u.extra;

    if (tag == 0 || tag > tagged.n)
        return 0;
    const Tagged *t = &tagged.at[tag - 1];
    return t->type == Z_TYPE_P(z) && t->bits == bits_of(z) ? t->node : 0;
}

uint32_t
shadow_of_string(const zend_string *s)
{
    const zval *at =
        has_strings
            ? zend_hash_index_find(&strings, (zend_ulong)(uintptr_t)s >> 3)
            : NULL;

    return at ? held.at[Z_LVAL_P(at)].node : 0;
}

uint32_t
shadow_of(const zval *z)
{
    ZVAL_DEREF(z);
    switch (Z_TYPE_P(z)) {
    case IS_STRING:
        return shadow_of_string(Z_STR_P(z));
    case IS_FALSE:
    case IS_TRUE:
    case IS_LONG:
    case IS_DOUBLE:
        return shadow_of_tagged(z);
    default:
        return 0;
    }
}

static void
put_string(zval *z, uint32_t node)
{
    zval number;

    if (Z_STRLEN_P(z) > LONGEST) {
        recorder_concrete(TERMS_BY_LONG);
        return;
    }
    if (!Z_REFCOUNTED_P(z) || Z_REFCOUNT_P(z) > 1 ||
        shadow_of_string(Z_STR_P(z))) {
        zend_string *copy = zend_string_init(Z_STRVAL_P(z), Z_STRLEN_P(z), 0);
        zval_ptr_dtor(z);
        ZVAL_NEW_STR(z, copy);
    }
    if (!has_strings) {
        zend_hash_init(&strings, 64, NULL, NULL, 0);
        has_strings = true;
    }
    Z_ADDREF_P(z);
    ZVAL_LONG(&number, (zend_long)held.n);
    vec_push(&held, (HeldString){Z_STR_P(z), node});
    zend_hash_index_update(&strings, (zend_ulong)(uintptr_t)Z_STR_P(z) >> 3,
                           &number);
}

static void
put_tag(zval *z, uint32_t node)
{
    if (tagged.n >= TAGS) {
        recorder_concrete(TERMS_BY_TAGS);
        return;
    }
    vec_push(&tagged, (Tagged){node, Z_TYPE_P(z), bits_of(z)});
    z->u1.v.u.extra = (uint16_t)tagged.n;
}

void
shadow_put(zval *z, uint32_t node)
{
    ZVAL_DEREF(z);
    if (node == 0)
        return;
    switch (Z_TYPE_P(z)) {
    case IS_STRING:
        put_string(z, node);
        break;
    case IS_FALSE:
    case IS_TRUE:
    case IS_LONG:
    case IS_DOUBLE:
        put_tag(z, node);
        break;
    default:
        break;
    }
}

void
shadow_forget(void)
{
    for (size_t i = 0; i < held.n; i++)
        zend_string_release(held.at[i].string);
    held.n = 0;
    if (has_strings)
        zend_hash_destroy(&strings);
    has_strings = false;
}
