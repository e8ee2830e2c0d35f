/* mutate_flow.c - where statements begin, and where control could go instead.
 *
 * Control may be led from the beginning of a statement to any block of the
 * function that needs no register computed before it (at -O0 nearly all of
 * them; not the middle of a `?:` or `&&`).
 */
#include "program/debug.h"
#include "program/dominate.h"
#include "program/flow.h"
#include "variant/ir.h"
#include "variant/mutate_sites.h"

#include <llvm-c/Core.h>

#include <stdlib.h>

/* A function while its statements are looked for. */
typedef struct FlowShape FlowShape;
struct FlowShape {
    MutateScan *s;
    uint32_t function, nblocks;
    LLVMBasicBlockRef *blocks;
    Map index;  /* block -> number */
    bool *busy; /* per block: a register lives on entry */
    struct {
        uint32_t *head;          /* per block: of the innermost loop, or NONE */
        uint32_t *size;          /* of that */
        uint32_t *leave, *go_on; /* per head: blocks, or NONE */
    } loops;
    Flow flow;
    DomTree dom, post;
};

static uint32_t
block_number(const FlowShape *p, LLVMBasicBlockRef b)
{
    const uint32_t *i = map_find(&p->index, &b, sizeof b);

    return i ? *i : MUTATE_NONE;
}

/* The value lives on entry to `block`, and back to where it is made. */
static void
mark_busy(FlowShape *p, uint32_t block, uint32_t maker)
{
    VEC(uint32_t) work = {0};

    vec_push(&work, block);
    while (work.n) {
        uint32_t b = vec_pop(&work);
        if (b == maker || p->busy[b])
            continue;
        p->busy[b] = true;
        for (uint32_t i = p->flow.first_in[b]; i < p->flow.first_in[b + 1]; i++)
            if (p->flow.in[i].node < p->nblocks)
                vec_push(&work, p->flow.in[i].node);
    }
    vec_done(&work);
}

/* Is it used outside of its block? Marks where it lives, if so. */
static bool
escapes(FlowShape *p, LLVMValueRef inst, uint32_t block)
{
    bool out = false;

    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user))
            continue;
        if (LLVMIsAPHINode(user)) {
            for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
                if (LLVMGetIncomingValue(user, i) == inst) {
                    out = true;
                    mark_busy(p, block_number(p, LLVMGetIncomingBlock(user, i)),
                              block);
                }
            continue;
        }
        uint32_t b = block_number(p, LLVMGetInstructionParent(user));
        if (b != block) {
            out = true;
            mark_busy(p, b, block);
        }
    }
    return out;
}

/* The last instruction of the block, from here on, that uses the value. */
static LLVMValueRef
last_use(LLVMValueRef inst)
{
    LLVMValueRef last = inst;

    for (LLVMValueRef i = LLVMGetNextInstruction(inst); i;
         i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (LLVMGetOperand(i, (unsigned)k) == inst)
                last = i;
    return last;
}

static bool
has_uses(LLVMValueRef inst)
{
    return LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind &&
           LLVMGetFirstUse(inst) && !ir_is_local(inst);
}

static void
find_busy(FlowShape *p)
{
    for (uint32_t b = 0; b < p->nblocks; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->blocks[b]); i;
             i = LLVMGetNextInstruction(i))
            if (has_uses(i))
                escapes(p, i, b);
}

/* Loops */

static void
take_loop(FlowShape *p, uint32_t head, uint32_t tail)
{
    bool *in = mem_zalloc(p->nblocks, 1);
    VEC(uint32_t) work = {0};
    uint32_t size = 1, out = MUTATE_NONE;

    in[head] = true;
    vec_push(&work, tail);
    while (work.n) {
        uint32_t b = vec_pop(&work);
        if (in[b])
            continue;
        in[b] = true;
        size++;
        for (uint32_t i = p->flow.first_in[b]; i < p->flow.first_in[b + 1]; i++)
            if (p->flow.in[i].node < p->nblocks)
                vec_push(&work, p->flow.in[i].node);
    }
    for (uint32_t b = 0; b < p->nblocks; b++) {
        if (!in[b])
            continue;
        if (p->loops.head[b] == MUTATE_NONE || size < p->loops.size[b]) {
            p->loops.head[b] = head;
            p->loops.size[b] = size;
        }
        for (uint32_t i = p->flow.first_out[b]; i < p->flow.first_out[b + 1];
             i++) {
            uint32_t to = p->flow.out[i].node;
            if (to < p->nblocks && !in[to] && (out == MUTATE_NONE || b == head))
                out = to;
        }
    }
    p->loops.leave[head] = out;
    LLVMValueRef first = LLVMGetFirstInstruction(p->blocks[tail]);
    LLVMValueRef top = LLVMGetFirstInstruction(p->blocks[head]);
    bool step = tail != head && first && top && LLVMGetDebugLocLine(first) &&
                LLVMGetDebugLocLine(first) == LLVMGetDebugLocLine(top);
    p->loops.go_on[head] = step ? tail : head; /* for (...; ...; step) */
    free(in);
    vec_done(&work);
}

static void
find_loops(FlowShape *p)
{
    for (uint32_t b = 0; b < p->nblocks; b++)
        for (uint32_t i = p->flow.first_out[b]; i < p->flow.first_out[b + 1];
             i++) {
            uint32_t to = p->flow.out[i].node;
            if (to >= p->nblocks || !dominate_has(&p->dom, to, b))
                continue;
            LLVMValueRef first = LLVMGetFirstInstruction(p->blocks[to]);
            while (LLVMIsAPHINode(first) || LLVMIsALandingPadInst(first))
                first = LLVMGetNextInstruction(first);
            vec_push(&p->s->heads, first);
            take_loop(p, to, b);
        }
}

/* A block that control may be led to from anywhere. */
static LLVMBasicBlockRef
target(const FlowShape *p, uint32_t block)
{
    if (block >= p->nblocks || p->busy[block] || block == 0)
        return NULL;
    LLVMValueRef first = LLVMGetFirstInstruction(p->blocks[block]);
    return LLVMIsAPHINode(first) || LLVMIsALandingPadInst(first)
               ? NULL
               : p->blocks[block];
}

/* The return behind a call that must be a jump. */
static bool
is_handing_on(LLVMValueRef inst)
{
    LLVMValueRef call = inst;

    if (!LLVMIsAReturnInst(inst))
        return false;
    do
        call = LLVMGetPreviousInstruction(call);
    while (call && debug_is_marker(call));
    return call && LLVMIsACallInst(call) &&
           LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

/* Does a statement of its own begin here? */
static bool
begins(LLVMValueRef inst, LLVMValueRef before)
{
    if (!LLVMGetDebugLocLine(inst) || LLVMIsAPHINode(inst) ||
        LLVMIsAAllocaInst(inst) || LLVMIsAUnreachableInst(inst) ||
        LLVMIsALandingPadInst(inst) || is_handing_on(inst))
        return false;
    if (before && LLVMIsATerminatorInst(inst) &&
        LLVMGetDebugLocLine(before) == LLVMGetDebugLocLine(inst))
        return false; /* the end of the statement before */
    return !before || LLVMIsAStoreInst(before) || LLVMIsACallInst(before) ||
           LLVMGetDebugLocLine(before) != LLVMGetDebugLocLine(inst);
}

static void
add_statement(FlowShape *p, uint32_t block, uint32_t statement,
              LLVMValueRef inst)
{
    MutateScan *s = p->s;
    uint32_t base = s->program.functions[p->function].block;
    MutateSite *site = mutate_add_site(s, MSITE_STATEMENT, p->function,
                                       base + block, statement, inst);
    MutatePlace *place = &s->lists.places.at[s->lists.places.n - 1];
    uint32_t up = p->post.parent[block], loop = p->loops.head[block];

    if (s->out->functions[p->function].returns)
        site->actions |= 1 << MUTATE_RETURN;
    place->leave = up == PROGRAM_NONE ? NULL : target(p, up);
    if (loop != MUTATE_NONE) {
        place->leave_loop = target(p, p->loops.leave[loop]);
        place->go_on = target(p, p->loops.go_on[loop]);
        if (place->go_on == p->blocks[block])
            place->go_on = NULL;
    }
    if (place->leave)
        site->actions |= 1 << MUTATE_LEAVE;
    if (place->leave_loop && place->leave_loop != place->leave)
        site->actions |= 1 << MUTATE_BREAK;
    if (place->go_on && place->go_on != place->leave)
        site->actions |= 1 << MUTATE_CONTINUE;
}

/* What was begun last in this block ends before `inst`, so it can be skipped
 * if it is more than one store or one call. */
static void
end_statement(MutateScan *s, size_t first_site, size_t site, unsigned weight,
              LLVMValueRef inst)
{
    if (site == SIZE_MAX || site < first_site || weight < 2)
        return;
    s->lists.places.at[site].next = inst;
    s->lists.sites.at[site].actions |= 1 << MUTATE_SKIP;
}

static void
scan_block(FlowShape *p, uint32_t block, const uint32_t *origins)
{
    MutateScan *s = p->s;
    LLVMValueRef before = NULL, busy_until = NULL;
    size_t first_site = s->lists.sites.n, site = SIZE_MAX;
    unsigned weight = 0;

    for (LLVMValueRef i = LLVMGetFirstInstruction(p->blocks[block]); i;
         i = LLVMGetNextInstruction(i)) {
        if (debug_is_marker(i))
            continue;
        uint32_t statement = *origins++;
        bool last = LLVMIsATerminatorInst(i) != NULL;
        if (!busy_until && begins(i, before) && statement != PROGRAM_NONE &&
            !p->busy[block]) {
            end_statement(s, first_site, site, weight, i);
            site = s->lists.sites.n;
            weight = 0;
            add_statement(p, block, statement, i);
        } else if (!busy_until && last && LLVMIsABranchInst(i) &&
                   !LLVMIsConditional(i)) {
            end_statement(s, first_site, site, weight, i);
        }
        weight += LLVMIsAStoreInst(i) || LLVMIsACallInst(i);
        if (LLVMGetDebugLocLine(i))
            before = i;
        if (has_uses(i)) {
            LLVMValueRef end = escapes(p, i, block) ? NULL : last_use(i);
            if (!end)
                return; /* something lives to the end of the block */
            /* The later of the two. */
            LLVMValueRef k = busy_until ? busy_until : i;
            while (k && k != end)
                k = LLVMGetNextInstruction(k);
            if (k)
                busy_until = end;
        }
        if (busy_until == i)
            busy_until = NULL;
    }
}

void
mutate_scan_flow(MutateScan *s, uint32_t function, LLVMValueRef f,
                 const uint32_t *origins)
{
    uint32_t n = s->program.functions[function].nblocks, at = 0;
    FlowShape p = {.s = s,
                   .function = function,
                   .nblocks = n,
                   .blocks = mem_zalloc(n, sizeof *p.blocks),
                   .busy = mem_zalloc(n, 1),
                   .loops.head = mem_zalloc(n, sizeof *p.loops.head),
                   .loops.size = mem_zalloc(n, sizeof *p.loops.size),
                   .loops.leave = mem_zalloc(n, sizeof *p.loops.leave),
                   .loops.go_on = mem_zalloc(n, sizeof *p.loops.go_on)};

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b), at++) {
        p.blocks[at] = b;
        p.loops.head[at] = MUTATE_NONE;
        map_put(&p.index, &b, sizeof b, at);
    }
    flow_init(&s->program, function, &p.flow);
    dominate(&p.flow, false, &p.dom);
    dominate(&p.flow, true, &p.post);
    find_busy(&p);
    find_loops(&p);
    for (uint32_t b = 0; b < n; b++) {
        scan_block(&p, b, origins);
        for (LLVMValueRef i = LLVMGetFirstInstruction(p.blocks[b]); i;
             i = LLVMGetNextInstruction(i))
            origins += !debug_is_marker(i);
    }
    dominate_done(&p.dom);
    dominate_done(&p.post);
    flow_done(&p.flow);
    map_done(&p.index);
    free(p.blocks);
    free(p.busy);
    free(p.loops.head);
    free(p.loops.size);
    free(p.loops.leave);
    free(p.loops.go_on);
}
