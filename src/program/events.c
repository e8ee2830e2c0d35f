/* events.c - one function's reads and writes of memory, by class of locations.
 *
 * Classes are found by hashing: a location's signature mixes the numbers of all
 * sets it is in (64 bits; a collision would join two classes). */
#include "program/events.h"

#include <assert.h>
#include <string.h>

enum { NO_SET = -1 };

typedef struct Touch Touch; /* what one instruction does: indices of sets */
struct Touch {
    uint32_t inst;
    int reads, writes, kills;
};

typedef VEC(uint32_t) Numbers;

typedef struct EventSets EventSets;
struct EventSets {
    VEC(PSet) at;
    Map known;  /* content -> set */
    Map callee; /* component -> index in touches of a call of it */
    VEC(Touch) touches;
    Numbers first, classes; /* of a set: classes[first[i] .. first[i+1]-1] */
};

void
events_scratch_init(EventScratch *s, const Points *pt)
{
    size_t n = pt->solver.location_object.n + 1;

    *s = (EventScratch){.signature = mem_zalloc(n, sizeof *s->signature),
                        .seen = mem_zalloc(n, sizeof *s->seen)};
}

void
events_scratch_done(EventScratch *s)
{
    free(s->signature), free(s->seen);
}

void
events_done(Events *e)
{
    vec_done(&e->events);
    vec_done(&e->classes);
    vec_done(&e->members);
}

/* The number of this set; takes it. */
static int
intern(EventSets *sets, PSet *set)
{
    if (set->n == 0) {
        pset_done(set);
        return NO_SET;
    }
    uint32_t fresh = (uint32_t)sets->at.n;
    uint32_t number =
        *map_put(&sets->known, set->at, set->n * sizeof *set->at, fresh);
    if (number == fresh)
        vec_push(&sets->at, *set);
    else
        pset_done(set);
    *set = (PSet){0};
    return (int)number;
}

static void
touch(const Effects *e, EventSets *sets, uint32_t inst, bool twice)
{
    PSet reads = {0}, writes = {0}, kills = {0};
    uint32_t callee = e->points->code->insts[inst].op == CODE_CALL
                          ? effects_callee(e, inst)
                          : PROGRAM_NONE;
    uint32_t *known = NULL;

    if (callee != PROGRAM_NONE)
        callee = e->component[callee];
    if (callee != PROGRAM_NONE)
        known = map_find(&sets->callee, &callee, sizeof callee);
    if (known) {
        assert(sets->touches.at && *known < sets->touches.n);
        Touch same = sets->touches.at[*known];
        same.inst = inst;
        vec_push(&sets->touches, same);
        return;
    }
    effects_of(e, inst, &reads, &writes);
    if (!twice)
        effects_kills(e, inst, &kills);
    Touch t = {.inst = inst,
               .reads = intern(sets, &reads),
               .writes = intern(sets, &writes),
               .kills = intern(sets, &kills)};
    if (t.reads == NO_SET && t.writes == NO_SET)
        return;
    if (callee != PROGRAM_NONE)
        map_put(&sets->callee, &callee, sizeof callee,
                (uint32_t)sets->touches.n);
    vec_push(&sets->touches, t);
}

static uint64_t
mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u;
    h *= 0xbf58476d1ce4e5b9u; /* splitmix64, Steele et al. 2014 */
    h ^= h >> 31;
    h *= 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

/* fills: signatures of all locations in sets, and a list of these. */
static void
sign(const EventSets *sets, EventScratch *s, Numbers *touched)
{
    s->stamp++;
    for (size_t i = 0; i < sets->at.n; i++)
        for (PNext k = {0}; pset_next(&sets->at.at[i], &k);) {
            if (s->seen[k.member] != s->stamp) {
                s->seen[k.member] = s->stamp;
                s->signature[k.member] = 0;
                vec_push(touched, k.member);
            }
            s->signature[k.member] = mix(s->signature[k.member], i);
        }
}

static bool
is_own(const Effects *e, uint32_t function, uint32_t location)
{
    const Points *pt = e->points;
    const PointsObject *o =
        &pt->solver.objects.at[pt->solver.location_object.at[location]];

    return o->kind == OBJECT_LOCAL && !e->recursive[function] &&
           code_function_of(pt->code, pt->program, o->of) == function;
}

/* needs: signatures. fills: classes with their members; seen[] becomes the
 * class of a location. */
static void
classify(const Effects *e, EventScratch *s, const Numbers *touched, Events *out)
{
    Map known = {0};
    Numbers of = {0};

    for (size_t i = 0; i < touched->n; i++) {
        uint32_t l = touched->at[i], fresh = (uint32_t)out->classes.n;
        uint32_t c =
            *map_put(&known, &s->signature[l], sizeof s->signature[l], fresh);
        if (c == fresh)
            vec_push(&out->classes, (EventClass){0});
        assert(out->classes.at && c < out->classes.n);
        EventClass *row = &out->classes.at[c];
        row->nmembers++;
        row->visible |= !is_own(e, out->function, l);
        s->seen[l] = c;
        vec_push(&of, c);
    }
    for (size_t c = 1; c < out->classes.n; c++)
        out->classes.at[c].member =
            out->classes.at[c - 1].member + out->classes.at[c - 1].nmembers;
    vec_reserve(&out->members, touched->n);
    out->members.n = touched->n;
    for (size_t c = 0; c < out->classes.n; c++)
        out->classes.at[c].nmembers = 0;
    for (size_t i = 0; i < touched->n; i++) {
        EventClass *row = &out->classes.at[of.at[i]];
        out->members.at[row->member + row->nmembers++] = touched->at[i];
    }
    vec_done(&of);
    map_done(&known);
}

/* fills: the classes of every set. */
static void
translate(EventSets *sets, const EventScratch *s, uint32_t nclasses)
{
    uint32_t *last = mem_alloc((nclasses + 1) * sizeof *last);

    memset(last, 0xff, (nclasses + 1) * sizeof *last);
    for (uint32_t i = 0; i < sets->at.n; i++) {
        vec_push(&sets->first, (uint32_t)sets->classes.n);
        for (PNext k = {0}; pset_next(&sets->at.at[i], &k);) {
            uint32_t c = s->seen[k.member];
            if (last[c] == i)
                continue;
            last[c] = i;
            vec_push(&sets->classes, c);
        }
    }
    vec_push(&sets->first, (uint32_t)sets->classes.n);
    free(last);
}

typedef VEC(Event) EventList;

static void
push(const EventSets *sets, int set, uint32_t inst, EventKind kind,
     EventList *out)
{
    if (set == NO_SET)
        return;
    for (uint32_t k = sets->first.at[set]; k < sets->first.at[set + 1]; k++)
        vec_push(out, (Event){inst, sets->classes.at[k], (uint8_t)kind});
}

/* Writes that do not surely overwrite. */
static void
push_writes(const EventSets *sets, const Touch *t, EventList *out)
{
    size_t first = out->n;

    push(sets, t->kills, t->inst, EVENT_KILL, out);
    size_t nkills = out->n;
    if (t->writes == NO_SET)
        return;
    for (uint32_t k = sets->first.at[t->writes];
         k < sets->first.at[t->writes + 1]; k++) {
        uint32_t c = sets->classes.at[k];
        bool killed = false;
        for (size_t i = first; i < nkills; i++)
            killed |= out->at[i].class_index == c;
        if (!killed)
            vec_push(out, (Event){t->inst, c, EVENT_DEF});
    }
}

/* At a return: a use of whatever callers may see and the function may write. */
static void
push_return(const Events *e, const bool *written, uint32_t inst, EventList *out)
{
    for (uint32_t c = 0; c < e->classes.n; c++)
        if (e->classes.at[c].visible && written[c])
            vec_push(out, (Event){inst, c, EVENT_USE});
}

static void
list_events(const Effects *e, const EventSets *sets, const Events *ev,
            EventList *out)
{
    const Code *c = e->points->code;
    const CodeFunction *f = &c->functions[ev->function];
    bool *written = mem_zalloc(ev->classes.n + 1, 1);
    size_t next = 0;

    for (size_t i = 0; i < sets->touches.n; i++) {
        const Touch *t = &sets->touches.at[i];
        if (t->writes != NO_SET)
            for (uint32_t k = sets->first.at[t->writes];
                 k < sets->first.at[t->writes + 1]; k++)
                written[sets->classes.at[k]] = true;
    }
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
        if (next < sets->touches.n && sets->touches.at[next].inst == i) {
            push(sets, sets->touches.at[next].reads, i, EVENT_USE, out);
            push_writes(sets, &sets->touches.at[next++], out);
        }
        if (c->insts[i].op == CODE_RETURN)
            push_return(ev, written, i, out);
    }
    free(written);
}

/* Group by class, keeping the order of instructions. */
static void
group(const EventList *list, Events *out)
{
    assert(list->n == 0 || out->classes.at);
    for (size_t i = 0; i < list->n; i++)
        out->classes.at[list->at[i].class_index].nevents++;
    for (size_t c = 1; c < out->classes.n; c++)
        out->classes.at[c].event =
            out->classes.at[c - 1].event + out->classes.at[c - 1].nevents;
    for (size_t c = 0; c < out->classes.n; c++)
        out->classes.at[c].nevents = 0;
    vec_reserve(&out->events, list->n);
    out->events.n = list->n;
    for (size_t i = 0; i < list->n; i++) {
        EventClass *row = &out->classes.at[list->at[i].class_index];
        out->events.at[row->event + row->nevents++] = list->at[i];
    }
}

static void
sets_done(EventSets *s)
{
    for (size_t i = 0; i < s->at.n; i++)
        pset_done(&s->at.at[i]);
    vec_done(&s->at);
    map_done(&s->known);
    map_done(&s->callee);
    vec_done(&s->touches);
    vec_done(&s->first);
    vec_done(&s->classes);
}

void
events_build(const Effects *e, uint32_t function, EventScratch *scratch,
             Events *out)
{
    const CodeFunction *f = &e->points->code->functions[function];
    EventSets sets = {0};
    Numbers touched = {0};
    EventList list = {0};

    *out = (Events){.function = function};
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        out->twice |= effects_twice(e, i);
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        touch(e, &sets, i, out->twice);
    sign(&sets, scratch, &touched);
    classify(e, scratch, &touched, out);
    translate(&sets, scratch, (uint32_t)out->classes.n);
    scratch->stamp += (uint32_t)out->classes.n; /* seen[] held classes */
    list_events(e, &sets, out, &list);
    group(&list, out);
    sets_done(&sets);
    vec_done(&touched);
    vec_done(&list);
}
