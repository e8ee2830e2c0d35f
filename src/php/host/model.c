/* model.c - the program's model from all its files. */
#include "php/host/classes.h"
#include "php/host/host.h"
#include "php/host/shape.h"
#include "php/host/zend.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef struct ModelMaker ModelMaker;
struct ModelMaker {
    Arena scratch;
    Program *out;
    uint32_t file; /* being compiled */
    VEC(ProgramFunction) functions;
    VEC(ProgramBlock) blocks;
    VEC(ProgramEdge) edges;
    VEC(ProgramStatement) statements;
    VEC(ProgramSite) sites;
};

static ModelMaker *maker; /* hooks of PHP have no context */

static const char *
keep(const char *text)
{
    return arena_strdup(&maker->out->arena, text);
}

static void
add_blocks(const CodeShape *s, uint32_t function)
{
    ModelMaker *m = maker;

    for (uint32_t i = 0; i < s->nblocks; i++) {
        const ShapeBlock *b = &s->blocks[i];
        const uint32_t n = b->line ? 1 : 0;
        vec_push(&m->blocks,
                 (ProgramBlock){.function = function,
                                .statement = (uint32_t)m->statements.n,
                                .nstatements = n,
                                .nreached = n,
                                .flags = b->flags});
        if (n)
            vec_push(&m->statements,
                     (ProgramStatement){.block = (uint32_t)m->blocks.n - 1,
                                        .file = m->file,
                                        .line = b->line});
    }
}

static void
add_edges(const CodeShape *s, uint32_t block)
{
    for (uint32_t i = 0; i < s->nedges; i++) {
        const ShapeEdge *e = &s->edges[i];
        vec_push(&maker->edges,
                 (ProgramEdge){.from = e->from == SHAPE_NONE ? PROGRAM_NONE
                                                             : block + e->from,
                               .to = e->to == SHAPE_NONE ? PROGRAM_NONE
                                                         : block + e->to,
                               .kind = e->kind,
                               .label = keep(e->label)});
    }
}

/* A site in this block, which may have no line. */
static void
add_site(SiteKind kind, uint32_t block, uint32_t counter, const char *name)
{
    ModelMaker *m = maker;
    const ProgramBlock *b = &m->blocks.at[block];
    const uint32_t statement = b->nstatements ? b->statement : PROGRAM_NONE;

    vec_push(&m->sites,
             (ProgramSite){
                 .kind = (uint8_t)kind,
                 .block = block,
                 .statement = statement,
                 .line = b->nstatements ? m->statements.at[statement].line : 0,
                 .counter = counter,
                 .name = keep(name),
                 .other = ""});
}

static void
add_branches(const CodeShape *s, uint32_t block)
{
    uint32_t *ways = ARENA_ARRAY(&maker->scratch, uint32_t, s->nblocks);

    for (uint32_t i = 0; i < s->nedges; i++)
        if (s->edges[i].from != SHAPE_NONE && s->edges[i].kind != EDGE_INDIRECT)
            ways[s->edges[i].from]++;
    for (uint32_t i = 0; i < s->nblocks; i++)
        if (ways[i] > 1)
            add_site(SITE_BRANCH, block + i, PROGRAM_NONE, "");
}

static void
add_calls(const CodeShape *s, uint32_t block)
{
    Program *p = maker->out;

    for (uint32_t i = 0; i < s->ncalls; i++) {
        const ShapeCall *c = &s->calls[i];
        for (uint32_t k = 0; k < classes_of_call(c->builtin); k++) {
            add_site(call_sites[k], block + c->block, p->n.returns, c->name);
            p->n.returns += SITE_CLASSES;
        }
    }
}

static void
put_function(const char *path, uint32_t number, void *code)
{
    ModelMaker *m = maker;
    const uint32_t block = (uint32_t)m->blocks.n;
    CodeShape s;

    (void)path, (void)number;
    shape_make(&m->scratch, code, &s);
    vec_push(&m->functions, (ProgramFunction){.name = keep(s.name),
                                              .file = m->file,
                                              .line = s.line,
                                              .block = block,
                                              .nblocks = s.nblocks,
                                              .edge = (uint32_t)m->edges.n,
                                              .nedges = s.nedges});
    add_blocks(&s, (uint32_t)m->functions.n - 1);
    add_edges(&s, block);
    add_branches(&s, block);
    add_calls(&s, block);
}

/* What the parser says of the file, with its place. */
static bool
fail_by_exception(const char *path, Diag *d)
{
    zval message, line, *m, *l;
    zend_object *e = EG(exception);

    if (!e)
        return diag_fail(d, "%s cannot be compiled", path);
    m = zend_read_property(zend_ce_error, e, "message", 7, true, &message);
    l = zend_read_property(zend_ce_error, e, "line", 4, true, &line);
    diag_fail(d, "%s:%ld: %s", path,
              Z_TYPE_P(l) == IS_LONG ? (long)Z_LVAL_P(l) : 0L,
              Z_TYPE_P(m) == IS_STRING ? Z_STRVAL_P(m) : "it has an error");
    zend_clear_exception();
    return false;
}

static bool
compile_path(const char *path, Diag *d)
{
    zend_file_handle file;
    zend_op_array *volatile code = NULL;

    zend_stream_init_filename(&file, path);
    CG(skip_shebang) = 1;
    zend_try
    {
        code = zend_compile_file(&file, ZEND_REQUIRE);
    }
    zend_end_try();
    const bool ok = code != NULL;
    if (!ok && EG(exception))
        fail_by_exception(path, d);
    else if (!ok)
        diag_fail(d, "%s:%d: %s", path, PG(last_error_lineno),
                  PG(last_error_message) ? ZSTR_VAL(PG(last_error_message))
                                         : "it cannot be compiled");
    if (code) {
        destroy_op_array(code);
        efree(code);
    }
    zend_destroy_file_handle(&file);
    return ok;
}

/* Each file in a request of its own: two may define the same names. */
static bool
add_file(const char *path, Diag *d)
{
    maker->file = maker->out->n.files++;
    maker->out->files[maker->file].path = keep(path);
    if (php_request_startup() != SUCCESS)
        return diag_fail(d, "PHP does not begin a request");
    bool ok = compile_path(path, d);
    php_request_shutdown(NULL);
    return ok;
}

static bool
add_digest(Str *all, const char *path, Diag *d)
{
    Digest digest;

    if (!hash_file(path, &digest, d))
        return false;
    str_printf(all, "%s %s\n", path, digest.hex);
    return true;
}

static void
finish(ModelMaker *m, const Str *all)
{
    Program *p = m->out;
    Arena *a = &p->arena;

#define MOVE(table)                                                      \
    p->table = arena_dup(a, m->table.at, m->table.n * sizeof *p->table); \
    p->n.table = (uint32_t)m->table.n;                                   \
    vec_done(&m->table)
    MOVE(functions);
    MOVE(blocks);
    MOVE(edges);
    MOVE(statements);
    MOVE(sites);
#undef MOVE
    p->n.values = p->n.returns;
    p->id = arena_strdup(a, hash_digest(str_text(all), all->n).hex);
}

/* Files of old versions of PHP that do not compile are left out, with a
 * warning, if it is known that the application is old. */
static bool
add_file_or_warn(const Launch *l, const char *path, Diag *d)
{
    const ModelMaker before = *maker;
    const ProgramCounts n = maker->out->n;
    Diag own;

    diag_init(&own);
    bool ok = add_file(path, &own);
    if (!ok && l->compat[0]) {
        diag_warn(d, "%s; this file is left out", own.error);
        maker->functions.n = before.functions.n;
        maker->blocks.n = before.blocks.n;
        maker->edges.n = before.edges.n;
        maker->statements.n = before.statements.n;
        maker->sites.n = before.sites.n;
        maker->out->n = n;
        ok = true;
    } else if (!ok) {
        diag_fail(d, "%s", own.error);
    }
    diag_done(&own);
    return ok;
}

bool
model_make(const Launch *l, Program *out, Diag *d)
{
    ModelMaker m = {.out = out};
    Str all = {0};
    char **paths;
    size_t n = 0;

    *out = (Program){0};
    maker = &m;
    str_printf(&all, "PHP %s %s\n", PHP_VERSION, l->root);
    compile_watch(put_function);
    bool ok = add_digest(&all, "/proc/self/exe", d) &&
              files_list(l, &m.scratch, &paths, &n, d);
    if (ok)
        out->files = ARENA_ARRAY(&out->arena, ProgramFile, n);
    for (size_t i = 0; ok && i < n; i++)
        ok = add_digest(&all, paths[i], d) && add_file_or_warn(l, paths[i], d);
    finish(&m, &all);
    str_done(&all);
    arena_done(&m.scratch);
    maker = NULL;
    return ok && program_check(out, d);
}
