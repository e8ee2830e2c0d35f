/* compile.c - every function of a file, as the compiler has just made it.
 *
 * The compiler hands us each function when it is done with it, in an order
 * that depends on the file alone: that is its number in the file.
 */
#include "php/host/host.h"
#include "php/host/zend.h"

typedef struct Compiling Compiling;
struct Compiling {
    const char *path;
    uint32_t n; /* functions so far */
};

static Compiling
    *now; /* what is being compiled, or NULL: then it is a string */
static CompileHook *hook;
static zend_op_array *(*original)(zend_file_handle *file, int type);

/* Comparisons instead of jump tables, and code that does not depend on what
 * other files have defined. */
static const uint32_t flags = ZEND_COMPILE_NO_JUMPTABLES |
                              ZEND_COMPILE_NO_CONSTANT_SUBSTITUTION |
                              ZEND_COMPILE_IGNORE_OTHER_FILES;

static void
compiled(zend_op_array *code)
{
    if (now && code->filename)
        hook(ZSTR_VAL(code->filename), now->n++, code);
}

static zend_op_array *
compile(zend_file_handle *file, int type)
{
    Compiling this = {0}, *outer = now;

    now = &this;
    CG(compiler_options) |= flags;
    zend_op_array *code = original(file, type);
    now = outer;
    return code;
}

void
compile_watch(CompileHook *h)
{
    static zend_extension extension = {.name = "culprit",
                                       .op_array_handler = compiled};

    hook = h;
    original = zend_compile_file;
    zend_compile_file = compile;
    zend_register_extension(&extension, NULL);
    CG(compiler_options) |= flags | ZEND_COMPILE_HANDLE_OP_ARRAY;
}
