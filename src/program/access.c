/* access.c - questions to a finished points-to analysis. */
#include "program/points.h"

#include "base/str.h"

static uint32_t
representative(const Inclusion *s, uint32_t node)
{
    while (s->nodes.at[node].rep != node)
        node = s->nodes.at[node].rep;
    return node;
}

const PSet *
points_of(const Points *pt, uint32_t value)
{
    if (value == CODE_NONE)
        return NULL;
    const Inclusion *s = &pt->solver;
    return &s->nodes.at[representative(s, value)].points;
}

/* Memory that holds values: no code, no constants. */
static bool
is_variable(const Points *pt, const PointsObject *o)
{
    return o->kind != OBJECT_FUNCTION &&
           !(o->kind == OBJECT_GLOBAL && pt->code->symbols[o->of].constant);
}

void
points_touch(const Points *pt, uint32_t address, uint64_t size, PSet *out)
{
    const PSet *at = points_of(pt, address);
    const Inclusion *s = &pt->solver;

    if (!at)
        return;
    for (PNext k = {0}; pset_next(at, &k);) {
        const PointsObject *o = &s->objects.at[s->location_object.at[k.member]];
        if (!is_variable(pt, o))
            continue;
        const CodeLayout *l = &pt->code->layouts[o->layout];
        const CodeSlot *slots = &pt->code->slots[l->slot];
        uint32_t i = k.member - o->location;
        uint64_t end =
            slots[i].offset + (size == CODE_UNKNOWN ? l->size : size);
        pset_add(out, k.member);
        for (i++; !o->collapsed && i < l->nslots && slots[i].offset < end; i++)
            pset_add(out, inclusion_canonical(s, o->location + i));
    }
}

void
points_reach(const Points *pt, uint32_t address, PSet *out)
{
    const Inclusion *s = &pt->solver;
    PSet found = {0}, next = {0};

    points_touch(pt, address, CODE_UNKNOWN, &found);
    while (found.n > 0) {
        pset_or(out, &found);
        next.n = 0;
        for (PNext k = {0}; pset_next(&found, &k);) {
            uint32_t node = representative(s, s->location_node.at[k.member]);
            for (PNext t = {0}; pset_next(&s->nodes.at[node].points, &t);) {
                const PointsObject *o =
                    &s->objects.at[s->location_object.at[t.member]];
                if (!is_variable(pt, o))
                    continue;
                for (uint32_t i = 0; i < o->nlocations; i++)
                    pset_add(&next, inclusion_canonical(s, o->location + i));
            }
        }
        pset_minus(&next, out, &found);
    }
    pset_done(&found), pset_done(&next);
}

static void
name_by_place(const Points *pt, const PointsObject *o, Str *out)
{
    const Program *p = pt->program;
    uint32_t f = code_function_of(pt->code, p, o->of);
    uint32_t statement = pt->code->insts[o->of].statement;

    str_printf(out, "%s:%s", o->kind == OBJECT_HEAP ? "heap" : "temporary",
               p->functions[f].name);
    if (statement != PROGRAM_NONE)
        str_printf(out, ":%u", p->statements[statement].line);
}

void
points_name(const Points *pt, uint32_t location, Str *out)
{
    const Inclusion *s = &pt->solver;
    const PointsObject *o = &s->objects.at[s->location_object.at[location]];
    const CodeLayout *l = &pt->code->layouts[o->layout];
    uint64_t at = pt->code->slots[l->slot + location - o->location].offset;

    switch ((ObjectKind)o->kind) {
    case OBJECT_LOCAL:
        if (pt->code->names[o->of]) {
            str_puts(out, pt->code->names[o->of]);
            break;
        }
        name_by_place(pt, o, out); /* something the compiler made */
        break;
    case OBJECT_HEAP:
        name_by_place(pt, o, out);
        break;
    case OBJECT_GLOBAL:
    case OBJECT_FUNCTION:
        str_puts(out, pt->code->symbols[o->of].name);
        break;
    case OBJECT_EXTRA:
        str_printf(out, "extra:%s", pt->program->functions[o->of].name);
        break;
    case OBJECT_ARGV:
        str_puts(out, "argv");
        break;
    case OBJECT_OUTSIDE:
        str_puts(out, "outside");
        break;
    case OBJECT_STATE:
        str_puts(out, "input");
        break;
    }
    if (at > 0 && !o->collapsed)
        str_printf(out, "+%llu", (unsigned long long)at);
}
