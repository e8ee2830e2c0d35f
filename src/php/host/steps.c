/* steps.c - a loop that counts opcodes, so that an endless one ends at the same
 * place each time.
 */
#include "php/host/altered.h"
#include "php/host/enter.h"

static uint64_t left = UINT64_MAX;
static void (*over)(void);

static void execute(zend_execute_data *frame);

static void
loop(zend_execute_data *frame)
{
    for (;;) {
        const bool entering = enter_is_next(frame);

        if (--left == 0)
            over();
        if (entering)
            zend_execute_ex = execute_ex;
        const int change = zend_vm_call_opcode_handler(frame);
        if (entering)
            zend_execute_ex = execute;
        if (change < 0)
            return;
        if (change > 0)
            frame = EG(current_execute_data);
    }
}

static void
execute(zend_execute_data *frame)
{
    loop(frame);
}

void
steps_start(void (*out)(void))
{
    over = out;
    zend_execute_ex = execute;
}

void
steps_set(uint64_t most)
{
    left = most;
}

uint64_t
steps_left(void)
{
    return left;
}
