/* resolve.c - which definition each name means, in every executable of an
 * image.
 *
 * The rules are those of the two linkers. Within a part the first strong
 * definition counts, else the first weak one. What a shared object does not
 * export is its own. Of a name that several parts export the first part's
 * definition counts (that is interposition), unless the part was linked so that
 * it keeps to its own (-Bsymbolic). --wrap=NAME concerns the units of one part.
 *
 * A seat is a unit in an executable. Seats of one unit begin as one class, and
 * are divided as long as names mean something of different classes in them, as
 * states are when an automaton is made small. A class is an instance.
 *
 * Not handled: names that only assembler code uses.
 */
#include "image/resolve.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "format/entries.h"
#include "image/parts.h"
#include "image/told.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

typedef struct UnitName UnitName;
struct UnitName {
    const char *text;
    NameKind kind;
    bool kept; /* protected: uses inside of its part stay there */
};

typedef struct ResolveUnit ResolveUnit;
struct ResolveUnit {
    Record record;
    const ElfFile *file;  /* in which it was seen first */
    LLVMModuleRef module; /* parsed, until an instance takes it */
    UnitName *names;
    size_t n;
};

/* The units of a part, and what it defines: 1 + an index into them. */
typedef struct PartUnits PartUnits;
struct PartUnits {
    VEC(uint32_t) units;
    Map defined, exported;
    LinkerTold told;
};

typedef struct Seat Seat;
struct Seat {
    uint32_t unit, entry, place; /* the place of its part in the entry */
    uint32_t class;
};

/* An entry: where the seats of its parts begin, and what its parts export to
 * each other: 1 + the seat that defines it. */
typedef struct EntryScope EntryScope;
struct EntryScope {
    uint32_t *first;
    Map exported;
};

struct Resolver {
    Image *image;
    Arena *arena;
    VEC(ResolveUnit) units;
    Map known; /* digests of units */
    PartUnits *parts;
    VEC(Seat) seats;
    EntryScope *entries;
    uint32_t nclasses;
};

/* Units */

static NameKind
kind_of(LLVMValueRef global)
{
    const LLVMLinkage l = LLVMGetLinkage(global);

    if (l == LLVMAvailableExternallyLinkage)
        return NAME_INLINE;
    if (LLVMIsDeclaration(global))
        return NAME_USED;
    return l == LLVMExternalLinkage ? NAME_STRONG : NAME_WEAK;
}

/* Has it a name that others see? */
static bool
is_named(LLVMValueRef global)
{
    const LLVMLinkage l = LLVMGetLinkage(global);
    const char *name = LLVMGetValueName(global);

    return l != LLVMInternalLinkage && l != LLVMPrivateLinkage &&
           l != LLVMAppendingLinkage && *name && strncmp(name, "llvm.", 5) != 0;
}

static void
list_names(struct Resolver *r, ResolveUnit *u)
{
    Globals globals;

    parts_globals(u->module, &globals);
    u->names = ARENA_ARRAY(r->arena, UnitName, globals.n);
    for (size_t i = 0; i < globals.n; i++) {
        LLVMValueRef g = globals.at[i];
        if (is_named(g))
            u->names[u->n++] = (UnitName){
                .text = arena_strdup(r->arena, LLVMGetValueName(g)),
                .kind = kind_of(g),
                .kept = LLVMGetVisibility(g) == LLVMProtectedVisibility};
    }
    vec_done(&globals);
}

static LLVMModuleRef
parse_module(const Image *image, const Record *record, Diag *d)
{
    Bytes b;
    LLVMModuleRef module = NULL;

    if (!section_unpack(record, &b, d))
        return NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
        (const char *)b.at, b.n, "bitcode", 0);
    if (LLVMParseBitcodeInContext2(image->context, buffer, &module)) {
        diag_fail(d, "the bitcode record at offset %zu does not parse",
                  record->offset);
        module = NULL;
    }
    LLVMDisposeMemoryBuffer(buffer);
    io_bytes_done(&b);
    return module;
}

/* The number of the unit that the record holds. */
static bool
add_unit(struct Resolver *r, const ElfFile *file, const Record *record,
         uint32_t *number, Diag *d)
{
    const Digest digest = hash_digest(record->packed, record->npacked);

    *number = *map_put_text(&r->known, digest.hex, (uint32_t)r->units.n);
    if (*number < r->units.n)
        return true;
    ResolveUnit u = {.record = *record, .file = file};
    u.module = parse_module(r->image, record, d);
    if (!u.module)
        return false;
    list_names(r, &u);
    vec_push(&r->units, u);
    return true;
}

/* Parts */

static void
define_names(struct Resolver *r, PartUnits *p, NameKind kind)
{
    for (size_t k = 0; k < p->units.n; k++) {
        const ResolveUnit *u = &r->units.at[p->units.at[k]];
        for (size_t i = 0; i < u->n; i++)
            if (u->names[i].kind == kind)
                map_put_text(&p->defined, u->names[i].text, (uint32_t)k + 1);
    }
}

static bool
read_part(struct Resolver *r, const ElfFile *file, PartUnits *p, Diag *d)
{
    Cursor c = cursor_over(file->section.at, file->section.n);
    Record record;
    uint32_t unit;

    while (section_next(&c, &record, d)) {
        if (record.kind != RECORD_BITCODE)
            continue;
        if (!add_unit(r, file, &record, &unit, d))
            break;
        vec_push(&p->units, unit);
    }
    if (d->error || !told_read(file, &p->told, d))
        return diag_context(d, "%s", file->path);
    define_names(r, p, NAME_STRONG);
    define_names(r, p, NAME_WEAK);
    for (size_t i = 0; i < file->nexports; i++)
        map_put_text(&p->exported, file->exports[i], 1);
    return true;
}

/* Entries */

static const PartUnits *
part_at(const struct Resolver *r, uint32_t entry, uint32_t place)
{
    return &r->parts[r->image->entries[entry].parts[place]];
}

static void
export_names(EntryScope *scope, const ElfFile *file, const PartUnits *p,
             uint32_t first)
{
    for (size_t i = 0; i < file->nexports; i++) {
        const uint32_t *k = map_find_text(&p->defined, file->exports[i]);
        if (k)
            map_put_text(&scope->exported, file->exports[i], first + *k);
    }
}

static void
seat_entry(struct Resolver *r, uint32_t entry)
{
    const ImageEntry *e = &r->image->entries[entry];
    EntryScope *scope = &r->entries[entry];

    scope->first = ARENA_ARRAY(r->arena, uint32_t, e->nparts);
    for (uint32_t place = 0; place < e->nparts; place++) {
        const PartUnits *p = part_at(r, entry, place);
        scope->first[place] = (uint32_t)r->seats.n;
        for (size_t k = 0; k < p->units.n; k++)
            vec_push(&r->seats,
                     (Seat){p->units.at[k], entry, place, p->units.at[k]});
        export_names(scope, &r->image->parts[e->parts[place]], p,
                     scope->first[place]);
    }
}

/* Names */

static const uint32_t NATIVE = UINT32_MAX;

static const UnitName *
find_name(const ResolveUnit *u, const char *text)
{
    for (size_t i = 0; i < u->n; i++)
        if (strcmp(u->names[i].text, text) == 0)
            return &u->names[i];
    return NULL;
}

/* Does the part keep to its own definition, by its unit k, of this name? */
static bool
keeps(const struct Resolver *r, const PartUnits *p, uint32_t k,
      const char *text)
{
    if (p->told.symbolic || !map_find_text(&p->exported, text))
        return true;
    const UnitName *n = find_name(&r->units.at[p->units.at[k]], text);
    return n && n->kept;
}

/* The seat whose definition a name means for the part of another one. */
static uint32_t
look_up(const struct Resolver *r, const Seat *s, const char *text)
{
    const PartUnits *p = part_at(r, s->entry, s->place);
    const EntryScope *scope = &r->entries[s->entry];
    const uint32_t *own = map_find_text(&p->defined, text);
    const uint32_t *other = map_find_text(&scope->exported, text);

    const uint32_t seat = own ? scope->first[s->place] + *own - 1 : NATIVE;

    if (own && (s->place == 0 || !other || *other - 1 == seat ||
                keeps(r, p, *own - 1, text)))
        return seat;
    return other ? *other - 1 : NATIVE;
}

/* The same for a unit's name, which --wrap may change first. Names that no
 * bitcode defines are left to the linker where it is told of --wrap: for a
 * single executable. */
static uint32_t
meaning(const struct Resolver *r, const Seat *s, const UnitName *n,
        const char **text)
{
    static const char real[] = "__real_";
    const LinkerTold *told = &part_at(r, s->entry, s->place)->told;
    const char *inner = n->text + strlen(real);

    *text = n->text;
    if (told->wrapped.n == 0 || n->kind != NAME_USED)
        return look_up(r, s, *text);
    if (strncmp(n->text, real, strlen(real)) == 0 && told_wraps(told, inner) &&
        (r->image->nentries > 1 || look_up(r, s, inner) != NATIVE))
        *text = inner;
    else if (told_wraps(told, n->text) &&
             (r->image->nentries > 1 || look_up(r, s, n->text) != NATIVE))
        *text = arena_printf(r->arena, "__wrap_%s", n->text);
    return look_up(r, s, *text);
}

/* Classes */

static void
put_number(Str *s, uint64_t n)
{
    str_add(s, (const char *)&n, sizeof n);
}

/* What tells this seat from others of its class. */
static Digest
signature(const struct Resolver *r, uint32_t number, Str *room)
{
    const Seat *s = &r->seats.at[number];
    const ResolveUnit *u = &r->units.at[s->unit];
    const char *text;

    room->n = 0;
    put_number(room, s->class);
    for (size_t i = 0; i < u->n; i++) {
        uint32_t by = meaning(r, s, &u->names[i], &text);
        put_number(room, by == number   ? 1
                         : by == NATIVE ? hash_bytes(text, strlen(text))
                                        : 2 + (uint64_t)r->seats.at[by].class);
    }
    return hash_digest(room->at, room->n);
}

/* Divide classes once; are there more now? */
static bool
divide(struct Resolver *r)
{
    uint32_t *classes = mem_alloc((r->seats.n + 1) * sizeof *classes);
    Map seen = {0};
    Str room = {0};

    for (uint32_t i = 0; i < r->seats.n; i++) {
        const Digest digest = signature(r, i, &room);
        classes[i] = *map_put_text(&seen, digest.hex, (uint32_t)seen.n);
    }
    for (uint32_t i = 0; i < r->seats.n; i++)
        r->seats.at[i].class = classes[i];
    const bool more = seen.n > r->nclasses;
    r->nclasses = (uint32_t)seen.n;
    str_done(&room);
    map_done(&seen);
    free(classes);
    return more;
}

/* Instances */

/* Which names mean something outside of all bitcode: they must stay what they
 * are. With several executables, main is ours. */
static void
find_native(const struct Resolver *r, const uint32_t *heads, Map *native)
{
    const char *text;

    if (r->image->nentries > 1)
        map_put_text(native, "main", 1);
    for (uint32_t c = 0; c < r->nclasses; c++) {
        const Seat *s = &r->seats.at[heads[c]];
        const ResolveUnit *u = &r->units.at[s->unit];
        for (size_t i = 0; i < u->n; i++)
            if (meaning(r, s, &u->names[i], &text) == NATIVE)
                map_put_text(native, text, 1);
    }
}

static size_t
index_of(const ResolveUnit *u, const char *text)
{
    return (size_t)(find_name(u, text) - u->names);
}

/* Is it a definition, and the one that counts? */
static bool
is_own(const struct Resolver *r, uint32_t seat, const UnitName *n)
{
    const char *text;

    return n->kind >= NAME_WEAK &&
           meaning(r, &r->seats.at[seat], n, &text) == seat;
}

/* The names that the instance's definitions get: what two instances define has
 * two names, and what some get from outside is nobody's. */
static void
name_own(const struct Resolver *r, uint32_t head, const Map *native, Map *taken,
         UnitInstance *out)
{
    const Seat *s = &r->seats.at[head];
    const ResolveUnit *u = &r->units.at[s->unit];
    const char *text;

    for (size_t i = 0; i < u->n; i++) {
        if (!is_own(r, head, &u->names[i]))
            continue;
        text = u->names[i].text;
        uint32_t *count =
            map_put_text(taken, text, map_find_text(native, text) ? 1 : 0);
        out->names[i] = *count == 0
                            ? text
                            : arena_printf(r->arena, "%s.%u", text, *count + 1);
        ++*count;
    }
}

/* The names that the instance uses of others. */
static void
name_others(const struct Resolver *r, uint32_t head, UnitInstance *instances)
{
    const Seat *s = &r->seats.at[head];
    const ResolveUnit *u = &r->units.at[s->unit];
    UnitInstance *own = &instances[s->class];
    const char *text;

    for (size_t i = 0; i < u->n; i++) {
        const uint32_t by = meaning(r, s, &u->names[i], &text);
        const Seat *other = by == NATIVE ? NULL : &r->seats.at[by];
        if (is_own(r, head, &u->names[i]))
            continue;
        own->names[i] =
            other ? instances[other->class]
                        .names[index_of(&r->units.at[other->unit], text)]
                  : text;
        if (u->names[i].kind >= NAME_WEAK)
            own->fates[i] = FATE_YIELD;
        else if (u->names[i].kind == NAME_INLINE && !other &&
                 r->image->nentries > 1)
            own->fates[i] = FATE_HIDE;
    }
}

static void
make_instances(struct Resolver *r, Resolution *out)
{
    const size_t nentries = r->image->nentries;
    uint32_t *heads = mem_zalloc(r->nclasses + 1, sizeof *heads);
    uint32_t *counts = mem_zalloc(r->units.n + 1, sizeof *counts);
    Map native = {0}, taken = {0};

    out->n = r->nclasses;
    out->instances = ARENA_ARRAY(r->arena, UnitInstance, out->n);
    for (uint32_t i = 0; i < r->seats.n; i++) {
        const Seat *s = &r->seats.at[i];
        UnitInstance *in = &out->instances[s->class];
        const size_t n = r->units.at[s->unit].n;
        if (!in->members) {
            heads[s->class] = i;
            counts[s->unit]++;
            *in = (UnitInstance){
                .unit = s->unit,
                .part = r->image->entries[s->entry].parts[s->place],
                .names = ARENA_ARRAY(r->arena, const char *, n),
                .fates = ARENA_ARRAY(r->arena, NameFate, n),
                .members = ARENA_ARRAY(r->arena, uint8_t, nentries)};
        }
        in->members[s->entry] = 1;
    }
    find_native(r, heads, &native);
    for (uint32_t c = 0; c < r->nclasses; c++)
        name_own(r, heads[c], &native, &taken, &out->instances[c]);
    for (uint32_t c = 0; c < r->nclasses; c++) {
        UnitInstance *in = &out->instances[c];
        name_others(r, heads[c], out->instances);
        in->is_everywhere = !memchr(in->members, 0, nentries);
        in->is_single = counts[in->unit] == 1;
    }
    map_done(&native);
    map_done(&taken);
    free(counts);
    free(heads);
}

static void
find_mains(struct Resolver *r, Resolution *out)
{
    out->mains = ARENA_ARRAY(r->arena, const char *, r->image->nentries);
    for (uint32_t e = 0; e < r->image->nentries; e++) {
        const Seat any = {.entry = e};
        const uint32_t by = look_up(r, &any, "main");
        if (by == NATIVE)
            continue;
        const Seat *s = &r->seats.at[by];
        out->mains[e] = out->instances[s->class]
                            .names[index_of(&r->units.at[s->unit], "main")];
    }
}

bool
resolve_image(Image *image, Resolution *out, Diag *d)
{
    struct Resolver *r = mem_zalloc(1, sizeof *r);

    *out = (Resolution){.resolver = r};
    r->image = image;
    r->arena = &out->arena;
    r->parts = mem_zalloc(image->nparts + 1, sizeof *r->parts);
    r->entries = mem_zalloc(image->nentries + 1, sizeof *r->entries);
    for (size_t i = 0; i < image->nparts; i++)
        if (!read_part(r, &image->parts[i], &r->parts[i], d))
            return false;
    for (uint32_t e = 0; e < image->nentries; e++)
        seat_entry(r, e);
    while (divide(r))
        ;
    make_instances(r, out);
    find_mains(r, out);
    return true;
}

void
resolve_done(Resolution *out)
{
    struct Resolver *r = out->resolver;

    for (size_t i = 0; i < r->units.n; i++)
        if (r->units.at[i].module)
            LLVMDisposeModule(r->units.at[i].module);
    for (size_t i = 0; i < r->image->nparts; i++) {
        vec_done(&r->parts[i].units);
        map_done(&r->parts[i].defined);
        map_done(&r->parts[i].exported);
        told_done(&r->parts[i].told);
    }
    for (size_t i = 0; i < r->image->nentries; i++)
        map_done(&r->entries[i].exported);
    vec_done(&r->units);
    vec_done(&r->seats);
    map_done(&r->known);
    free(r->parts);
    free(r->entries);
    free(r);
    arena_done(&out->arena);
    *out = (Resolution){0};
}

/* Modules */

static LLVMValueRef
find_global(LLVMModuleRef m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedFunction(m, name);

    g = g ? g : LLVMGetNamedGlobal(m, name);
    g = g ? g : LLVMGetNamedGlobalAlias(m, name, strlen(name));
    return g ? g : LLVMGetNamedGlobalIFunc(m, name, strlen(name));
}

/* Give up definitions that do not count; what stands for them has the name. */
static void
settle_fates(LLVMModuleRef m, const ResolveUnit *u, const UnitInstance *in)
{
    for (size_t i = 0; i < u->n; i++) {
        LLVMValueRef g = find_global(m, u->names[i].text);
        if (in->fates[i] == FATE_YIELD) {
            parts_undefine(g);
        } else if (in->fates[i] == FATE_HIDE) {
            LLVMSetLinkage(g, LLVMExternalLinkage); /* it has a body to keep */
            parts_internalise(g);
        }
    }
}

/* The name's global, renamed; another one that has the name takes its uses. */
static void
rename_global(LLVMModuleRef m, LLVMValueRef g, const char *name)
{
    LLVMValueRef other = find_global(m, name);

    if (!other) {
        LLVMSetValueName2(g, name, strlen(name));
        return;
    }
    LLVMReplaceAllUsesWith(g, other);
    if (LLVMIsAFunction(g))
        LLVMDeleteFunction(g);
    else
        LLVMDeleteGlobal(g);
}

/* All at a time: one may get the name that another one had. Definitions come
 * first, so that declarations become theirs. */
static void
settle_names(LLVMModuleRef m, const ResolveUnit *u, const UnitInstance *in)
{
    LLVMValueRef *old = mem_zalloc(u->n + 1, sizeof *old);

    for (size_t i = 0; i < u->n; i++)
        if (strcmp(u->names[i].text, in->names[i]) != 0)
            old[i] = find_global(m, u->names[i].text);
    for (size_t i = 0; i < u->n; i++)
        if (old[i])
            LLVMSetValueName2(old[i], "", 0);
    for (int declared = 0; declared < 2; declared++)
        for (size_t i = 0; i < u->n; i++)
            if (old[i] && !!LLVMIsDeclaration(old[i]) == declared) {
                rename_global(m, old[i], in->names[i]);
                old[i] = NULL;
            }
    free(old);
}

/* What a library does not export is not seen from outside. */
static void
hide_names(const struct Resolver *r, LLVMModuleRef m, const ResolveUnit *u,
           const UnitInstance *in)
{
    const PartUnits *p = &r->parts[in->part];

    for (size_t i = 0; i < u->n; i++) {
        LLVMValueRef g = find_global(m, in->names[i]);
        if (u->names[i].kind >= NAME_WEAK && in->fates[i] == FATE_STAY &&
            !map_find_text(&p->exported, u->names[i].text))
            LLVMSetVisibility(g, LLVMHiddenVisibility);
    }
}

static void
add_text(LLVMContextRef context, LLVMValueRef f, const char *key,
         const char *text)
{
    LLVMAddAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), text,
                                  (unsigned)strlen(text)));
}

/* Which executables its functions belong to and, if there are others like
 * them, which function of which unit each is. */
static void
tell_members(const struct Resolver *r, LLVMModuleRef m, const UnitInstance *in)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    char *members = mem_alloc(r->image->nentries + 1);
    unsigned number = 0;

    for (size_t e = 0; e < r->image->nentries; e++)
        members[e] = in->members[e] ? '1' : '0';
    members[r->image->nentries] = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f)) {
        char *same = mem_printf("%zu.%u", in->unit, number++);
        if (!LLVMIsDeclaration(f)) {
            add_text(context, f, MEMBERS_ATTRIBUTE, members);
            if (!in->is_single)
                add_text(context, f, SAME_ATTRIBUTE, same);
        }
        free(same);
    }
    free(members);
}

static bool
is_library(const struct Resolver *r, size_t part)
{
    for (size_t e = 0; e < r->image->nentries; e++)
        if (r->image->entries[e].parts[0] == part)
            return false;
    return true;
}

LLVMModuleRef
resolve_module(Resolution *out, size_t instance, Diag *d)
{
    struct Resolver *r = out->resolver;
    const UnitInstance *in = &out->instances[instance];
    ResolveUnit *u = &r->units.at[in->unit];
    LLVMModuleRef m = u->module;

    u->module = NULL;
    if (!m && !(m = parse_module(r->image, &u->record, d)))
        return NULL;
    if (!in->is_everywhere || !in->is_single)
        tell_members(r, m, in);
    settle_fates(m, u, in);
    settle_names(m, u, in);
    if (is_library(r, in->part)) {
        hide_names(r, m, u, in);
        parts_settle_assembler(m);
    }
    return m;
}
