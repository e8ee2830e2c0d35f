/* symbolic.c - the loop that records terms.
 *
 * Like the loop that counts (count.c), it runs one opcode at a time; before
 * each it looks at the operands, behind it at the result. Nothing is counted:
 * runs with counters are others.
 */
#include "php/host/symbolic.h"

#include "php/host/host.h"
#include "php/host/opcodes.h"
#include "php/host/recorder.h"
#include "php/host/shadow.h"
#include "php/host/sources.h"
#include "php/host/zend.h"

#include "base/hash.h"

#include <string.h>

static int handle;           /* of a function's name in it */
static bool records, within; /* the run does; we are in a request */

/* What names a function in all runs: its file and its number there. */
static void
name_function(const char *path, uint32_t number, void *compiled)
{
    zend_op_array *code = compiled;
    const uint64_t hash = hash_bytes(path, strlen(path)) + number;

    /* 31 bits and not 0: branches are numbers with other things in them */
    code->reserved[handle] =
        (void *)(uintptr_t)(((hash ^ hash >> 32) & 0x3fffffff) | 1u << 30);
}

static uint32_t
name_of(const zend_execute_data *frame)
{
    return (uint32_t)(uintptr_t)frame->func->op_array.reserved[handle];
}

static void execute(zend_execute_data *frame);

static bool
is_call(uint8_t opcode)
{
    return opcode == ZEND_DO_FCALL || opcode == ZEND_DO_UCALL ||
           opcode == ZEND_DO_FCALL_BY_NAME;
}

/* As count.c: a function in PHP is entered, and our loop not nested. */
static int
run_one(zend_execute_data *frame)
{
    const bool enters = is_call(frame->opline->opcode) &&
                        frame->call->func->type == ZEND_USER_FUNCTION;

    if (enters)
        zend_execute_ex = execute_ex;
    const int change = zend_vm_call_opcode_handler(frame);
    if (enters)
        zend_execute_ex = execute;
    return change;
}

static void
execute(zend_execute_data *frame)
{
    for (;;) {
        const zend_op *op = frame->opline;
        const uint32_t node =
            within ? opcodes_before(frame, op, name_of(frame)) : 0;
        const int change = run_one(frame);
        if (change < 0)
            return;
        if (change > 0)
            frame = EG(current_execute_data);
        else if (node && !EG(exception))
            opcodes_after(frame, op, node);
    }
}

bool
symbolic_is_wanted(const Launch *l)
{
    return strcmp(l->count, "terms") == 0;
}

void
symbolic_start(void)
{
    handle = zend_get_resource_handle("culprit");
    compile_watch(name_function);
    zend_execute_ex = execute;
}

void
symbolic_enter(void)
{
    records = symbolic_is_wanted(&host_launch) && recorder_open();
}

void
symbolic_begin(void)
{
    within = records;
    if (within)
        sources_begin();
}

void
symbolic_end(void)
{
    if (!within)
        return;
    within = false;
    shadow_forget();
    sources_end();
}
