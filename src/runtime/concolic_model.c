/* concolic_model.c - what models of libc ask for (format/model.h).
 *
 * They are called as instrumented functions are: shadows of arguments come in
 * __culprit_args if the tag says so, those of results go out in __culprit_ret.
 */
#include "runtime/concolic.h"
#include "runtime/kernel.h"

#include "format/model.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 64 };

/* Files that were met, by what they are; the first is stdin. */
typedef struct File File;
struct File {
    dev_t device;
    ino_t inode;
    int symbolic;
};
static File files[MAX_FILES];
static uint32_t nfiles;

CRT void __culprit_crt_clear(void *p, uint64_t n);
CRT void __culprit_crt_move(void *to, const void *from, uint64_t n);
CRT uint32_t __culprit_crt_any(const void *p, uint64_t n);

/* The shadow of argument `k` of the primitive at hand. */
static uint32_t
argument(void *self, uint32_t k, uint64_t value)
{
    uint32_t s = __culprit_tag == self ? __culprit_args[k] : 0;

    if (s && crt_on && (value & crt_mask(crt_nodes[s].width)) != crt_values[s])
        s = 0;
    return crt_on ? s : 0;
}

static void
give(uint32_t shadow)
{
    __culprit_tag = NULL;
    __culprit_ret[0] = shadow;
}

/* ---- files ---- */

/* The name behind a descriptor; its length, 0 if it has none. */
static size_t
name_of(int descriptor, char *name, size_t size)
{
    char link[32] = "/proc/self/fd/";
    size_t n = 14, digits = 1;

    for (int v = descriptor; v >= 10; v /= 10)
        digits++;
    for (size_t i = digits; i-- > 0; descriptor /= 10)
        link[n + i] = (char)('0' + descriptor % 10);
    link[n + digits] = 0;
    ssize_t got = kernel_call(SYS_readlinkat, AT_FDCWD, (long)link, (long)name,
                              (long)size - 1, 0, 0);
    if (got <= 0 || name[0] != '/')
        return 0;
    name[got] = 0;
    return (size_t)got;
}

/* The part of the name below the working directory, NULL if it is not. */
static const char *
below_here(const char *name)
{
    char here[4096];
    size_t n = 0;

    if (kernel_call(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0) <= 0)
        return NULL;
    while (here[n] && here[n] == name[n])
        n++;
    if (here[n])
        return NULL;
    return n == 1 ? name + 1 : name[n] == '/' ? name + n + 1 : NULL;
}

/* Put the name among the texts; 0 if there is no room. */
static int
add_name(const char *name)
{
    ConcolicRegion *r = &crt_header->regions.texts;
    char *to = crt_texts + r->n;
    uint64_t n = 0;

    while (name[n])
        n++;
    if (r->n + n + 1 > r->cap)
        return 0;
    for (uint64_t i = 0; i <= n; i++)
        to[i] = name[i];
    r->n += n + 1;
    crt_header->answer.nfiles++;
    return 1;
}

static int
is_wanted(int descriptor, const struct stat *st)
{
    char name[4096];
    const char *below;

    if (!(crt_header->request.sources & CONCOLIC_FROM_FILES) ||
        !S_ISREG(st->st_mode) ||
        (kernel_call(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0) & O_ACCMODE) !=
            O_RDONLY ||
        !name_of(descriptor, name, sizeof name))
        return 0;
    below = below_here(name);
    return below && add_name(below);
}

int32_t
__culprit_sym_file(int descriptor)
{
    struct stat st, in;
    int saved = errno;
    int32_t found = -1;

    give(0);
    if (!crt_on || kernel_stat_file(descriptor, &st))
        goto end;
    if (nfiles == 0) {
        if (kernel_stat_file(0, &in) == 0)
            files[0] = (File){
                in.st_dev, in.st_ino,
                (crt_header->request.sources & CONCOLIC_FROM_STDIN) != 0};
        nfiles = 1;
    }
    if (descriptor == 0 && files[0].device == st.st_dev &&
        files[0].inode == st.st_ino) {
        found = files[0].symbolic ? 0 : -1;
        goto end;
    }
    for (uint32_t i = 1; i < nfiles; i++)
        if (files[i].device == st.st_dev && files[i].inode == st.st_ino) {
            found = files[i].symbolic ? (int32_t)i : -1;
            goto end;
        }
    if (nfiles < MAX_FILES && is_wanted(descriptor, &st)) {
        files[nfiles] = (File){st.st_dev, st.st_ino, 1};
        found = (int32_t)nfiles++;
    }
end:
    errno = saved;
    return found;
}

uint8_t
__culprit_sym_byte(int32_t file, uint64_t offset, uint8_t concrete)
{
    give(file < 0 ? 0
                  : crt_symbol(CONCOLIC_FILE_BYTE, 8, (uint32_t)file, offset,
                               concrete));
    return concrete;
}

uint64_t
__culprit_sym_size(int32_t file, uint64_t concrete)
{
    give(file < 0
             ? 0
             : crt_symbol(CONCOLIC_FILE_SIZE, 64, (uint32_t)file, 0, concrete));
    return concrete;
}

void
__culprit_sym_mark(void *p, uint64_t n, int32_t file, uint64_t offset)
{
    const uint8_t *bytes = p;

    give(0);
    for (uint64_t i = 0; crt_on && i < n; i++)
        crt_set_byte((uint64_t)p + i,
                     file < 0
                         ? 0
                         : crt_symbol(CONCOLIC_FILE_BYTE, 8, (uint32_t)file,
                                      offset + i, bytes[i]));
}

/* ---- memory ---- */

void
__culprit_sym_forget(void *p, uint64_t n)
{
    give(0);
    __culprit_crt_clear(p, n);
}

void
__culprit_sym_move(void *to, const void *from, uint64_t n)
{
    give(0);
    __culprit_crt_move(to, from, n);
    kernel_move(to, from, n);
}

int
__culprit_sym_any(const void *p, uint64_t n)
{
    give(0);
    return (int)__culprit_crt_any(p, n);
}

int
__culprit_sym_is(uint64_t value)
{
    uint32_t s = argument((void *)__culprit_sym_is, 0, value);

    give(0);
    return s != 0;
}

int
__culprit_sym_grows(const void *p)
{
    uint32_t s = crt_on ? crt_checked_byte((uint64_t)p) : 0;

    give(0);
    if (!s || crt_nodes[s].op != CONCOLIC_SYMBOL)
        return 0;
    const ConcolicSymbol *symbol = &crt_symbols[crt_nodes[s].a];
    return symbol->value == 0 && (symbol->kind == CONCOLIC_ARG_BYTE ||
                                  symbol->kind == CONCOLIC_ENV_BYTE);
}

uint64_t
__culprit_sym_concrete(uint64_t value)
{
    uint32_t s = argument((void *)__culprit_sym_concrete, 0, value);

    crt_step_assume(CONCOLIC_MODEL, s, CONCOLIC_REASON_SIZE);
    give(0);
    return value;
}

void
__culprit_sym_network(void)
{
    give(0);
    if (crt_on)
        crt_header->answer.sockets++;
}

/* ---- time and randomness ---- */

/* They stay what they are when a full region ends the recording. */

static uint64_t elapsed, drawn; /* ns; numbers */

int
__culprit_sym_clock(int calendar, uint64_t *ns)
{
    enum { LOOK = 1000 };

    give(0);
    if (!crt_header || !crt_header->request.clock)
        return 0;
    elapsed += LOOK;
    *ns = (calendar ? crt_header->request.clock : 0) + elapsed;
    __culprit_sym_forget(ns, sizeof *ns);
    return 1;
}

void
__culprit_sym_slept(uint64_t ns)
{
    give(0);
    elapsed += ns;
}

int
__culprit_sym_random(void *p, uint64_t n)
{
    uint8_t *to = p;

    give(0);
    if (!crt_header || !crt_header->request.clock)
        return 0;
    for (uint64_t i = 0; i < n; i++) { /* splitmix64, a byte of each */
        uint64_t x = ++drawn * UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        to[i] = (uint8_t)(x >> 56);
    }
    __culprit_sym_forget(p, n);
    return 1;
}

/* ---- output ---- */

static ConcolicOutput *
new_output(int descriptor, uint32_t argument, int conversion, uint64_t length)
{
    static uint64_t written[64];
    ConcolicRegion *r = &crt_header->regions.outputs;
    uint64_t at = 0;

    if (!crt_on)
        return NULL;
    if (descriptor >= 0 && descriptor < 64) {
        at = written[descriptor];
        written[descriptor] += length;
    }
    if (r->n >= r->cap) { /* the path stays whole without it */
        crt_header->answer.full = 1;
        return NULL;
    }
    ConcolicOutput *o = &crt_outputs[r->n++];
    *o = (ConcolicOutput){.descriptor = (uint32_t)descriptor,
                          .argument = argument,
                          .offset = at,
                          .length = (uint32_t)length,
                          .conversion = (uint32_t)conversion,
                          .at = crt_sites()};
    if (o->at == 0) /* no sites */
        o->at = crt_header->regions.steps.n;
    return o;
}

void
__culprit_sym_number(int descriptor, uint32_t arg, int conversion,
                     uint32_t width, uint64_t value, uint64_t length)
{
    uint32_t s = argument((void *)__culprit_sym_number, 4, value);

    give(0);
    ConcolicOutput *o = new_output(descriptor, arg, conversion, length);
    if (!o)
        return;
    if (s && width < crt_nodes[s].width)
        s = crt_make(CONCOLIC_EXTRACT, width, s, 0, 0);
    o->node = s ? crt_shadow(s) : 0;
    o->width = width;
    o->value = value & crt_mask(width);
}

void
__culprit_sym_text(int descriptor, uint32_t arg, int conversion,
                   const char *bytes, uint64_t length)
{
    give(0);
    ConcolicOutput *o = new_output(descriptor, arg, conversion, length);
    if (!o || length > UINT32_MAX || !__culprit_crt_any(bytes, length))
        return;
    uint32_t table = crt_table((uint32_t)length);
    for (uint64_t i = 0; table && crt_on && i < length; i++) {
        uint32_t s = crt_byte((uint64_t)bytes + i);
        crt_tables[table + i] = s ? s : crt_const(8, (uint8_t)bytes[i]);
    }
    if (crt_on)
        o->node = table;
}
