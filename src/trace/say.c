/* say.c - nodes of a graph in words. */
#include "trace/say.h"

#include "trace/slice.h"

#include <ctype.h>
#include <string.h>

static void
say_number(Str *out, const ScriptInst *i, uint64_t value, unsigned width)
{
    int64_t v = (int64_t)(value << (64 - 8 * width)) >> (64 - 8 * width);
    float f;
    double x;
    uint32_t low = (uint32_t)value;

    if (i->flags & SCRIPT_POINTER) {
        str_puts(out, value ? "a pointer" : "null");
    } else if (i->flags & SCRIPT_FLOAT) {
        memcpy(&f, &low, sizeof f);
        memcpy(&x, &value, sizeof x);
        str_printf(out, "%.9g", width == 4 ? (double)f : x);
    } else if (width == 1 && v > 0 && isprint((int)v)) {
        str_printf(out, "%lld '%c'", (long long)v, (int)v);
    } else {
        str_printf(out, "%lld", (long long)v);
    }
}

void
say_input(const GraphInput *in, Str *out)
{
    if (in->descriptor == GRAPH_ARGUMENT && in->number == UINT32_MAX) {
        str_printf(out, "the number of arguments, %llu",
                   (unsigned long long)in->value);
        return;
    }
    if (in->descriptor == GRAPH_ARGUMENT && in->inst == SCRIPT_NONE) {
        str_printf(out, "argument %u", in->number);
        return;
    }
    if (in->length > 1)
        str_printf(out, "bytes %llu-%llu of ", (unsigned long long)in->offset,
                   (unsigned long long)(in->offset + in->length - 1));
    else
        str_printf(out, "byte %llu of ", (unsigned long long)in->offset);
    if (in->descriptor == GRAPH_ARGUMENT)
        str_printf(out, "argument %u", in->number);
    else if (in->descriptor == 0)
        str_puts(out, "standard input");
    else
        str_printf(out, "descriptor %d", in->descriptor);
}

bool
say_is_output(const Graph *g, uint32_t node)
{
    size_t low = 0, high = g->io.noutputs;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (g->io.outputs[mid].node < node)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->io.noutputs && g->io.outputs[low].node == node;
}

/* The name in the source of a function that a header renames. */
static const char *
plain_name(const char *name)
{
    return strncmp(name, "__isoc99_", 9) == 0 ? name + 9 : name;
}

/* Pointers and lengths of output tell little. */
static bool
is_telling(const Graph *g, const ScriptInst *i, uint32_t node)
{
    return i->width && g->nodes[node].value && !(i->flags & SCRIPT_POINTER) &&
           !say_is_output(g, node);
}

bool
say_label(const Graph *g, uint32_t node, Str *out)
{
    const GraphNode *n = &g->nodes[node];
    const char *name = slice_name(g, node);

    if (n->inst == (uint32_t)GRAPH_INPUT) {
        if (!*name || !g->io.inputs[n->value].width)
            return false;
        str_printf(out, "%s = ", name);
        return true;
    }
    if (n->inst >= g->script->ninsts)
        return false;
    const ScriptInst *i = &g->script->insts[n->inst];
    switch ((ScriptOp)i->op) {
    case SCRIPT_STORE: /* a function's result, the compiler's own, has none */
        if (i->width && *name)
            str_printf(out, "%s = ", name);
        return i->width && *name;
    case SCRIPT_RETURN:
        str_puts(out, i->width ? "returns " : "");
        return i->width;
    case SCRIPT_FOREIGN:
        if (is_telling(g, i, node))
            str_printf(out,
                       "%s() = ", plain_name(script_text(g->script, i->text)));
        return is_telling(g, i, node);
    case SCRIPT_BRANCH:
    case SCRIPT_SELECT:
    case SCRIPT_SWITCH:
        return true;
    case SCRIPT_PURE:
    case SCRIPT_ALLOCA:
    case SCRIPT_LOAD:
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
    case SCRIPT_ATOMIC:
    case SCRIPT_PHI:
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
    case SCRIPT_VASTART:
    case SCRIPT_JUMP:
    case SCRIPT_GOTO:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        break;
    }
    return false;
}

void
say_value(const Graph *g, uint32_t node, Str *out)
{
    const GraphNode *n = &g->nodes[node];

    if (n->inst == (uint32_t)GRAPH_INPUT) {
        const GraphInput *in = &g->io.inputs[n->value];
        say_number(out, &(ScriptInst){0}, in->value, in->width);
        return;
    }
    const ScriptInst *i = &g->script->insts[n->inst];
    if (i->op == SCRIPT_BRANCH)
        str_puts(out, condition_truth(&g->conditions, n->inst, n->value)
                          ? "true"
                          : "false");
    else if (i->op == SCRIPT_SELECT)
        str_puts(out, n->value ? "true" : "false");
    else
        say_number(out, i, n->value, i->width);
}

void
say_node(const Graph *g, uint32_t node, Str *out)
{
    const GraphNode *n = &g->nodes[node];

    if (n->inst >= g->script->ninsts)
        return;
    if (say_label(g, node, out))
        say_value(g, node, out);
    else
        str_puts(out, slice_name(g, node));
}
