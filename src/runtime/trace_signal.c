/* trace_signal.c - linked into the trace variant: handlers of signals.
 *
 * A handler may come at any place, even within what one block records: what
 * was recorded for sure goes to the file, the handler's records behind it,
 * made in a window of their own, then those of the interrupted code, which is
 * none the wiser. Where the runtime itself is at work, or handlers interrupt
 * handlers too deeply, or signals are too many, the handler's records are lost
 * and counted. A jump out of a handler is taken to leave all handlers.
 */
#include "runtime/alter.h"
#include "runtime/trace_put.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 65, PAGE_FAULT = 14 };

void __culprit_trace_landed(uint32_t inst, void *frame, uint32_t value);
void (*__culprit_trace_signal(int number, void (*handler)(int)))(int);
int __culprit_trace_sigaction(int number, const struct sigaction *act,
                              struct sigaction *before);

typedef void Handler(int, siginfo_t *, void *);

/* What a handler interrupted. */
typedef struct Interrupted Interrupted;
struct Interrupted {
    uint8_t *at, *end, *first;
    uint64_t held;
    uint32_t cut; /* of the handler, TRACE_CUTS: it is not recorded */
    Between between;
};

static Handler *handlers[SIGNALS];
static unsigned handling, lost;   /* handlers that run, not recorded */
static Interrupted first_lost;    /* by the first one of those */
static uint64_t interrupted_left; /* sites, by the first one of all */

int
crt_trace_handling(void)
{
    return handling > 0;
}

/* Where the records of one more handler go, NULL: nowhere. */
static uint8_t *
find_window(void)
{
    uint8_t *handlers_begin = state.buffer.area + TRACE_WINDOW + TRACE_SLACK;

    if (!crt_trace_recording || crt_trace_busy || lost ||
        state.ncuts == TRACE_CUTS)
        return NULL;
    if (handling == 0)
        return handlers_begin;
    uint8_t *next =
        state.buffer.at + TRACE_SLACK; /* behind what is not sure yet */
    return next - handlers_begin + TRACE_HANDLER + TRACE_SLACK <= TRACE_HANDLERS
               ? next
               : NULL;
}

static void
add_cut(TraceCut cut)
{
    state.cuts[state.ncuts] = cut;
    __asm__ volatile("" ::: "memory");
    state.ncuts++;
}

/* Of the program; given by the linker. */
extern const char __executable_start[], __etext[];

/* Did an instruction of the program raise it, not one of a library? */
static int
is_trap(int number, const void *context)
{
    const ucontext_t *u = context;
    uint64_t pc = (uint64_t)u->uc_mcontext.gregs[REG_RIP];

    return (number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
            number == SIGILL || number == SIGTRAP) &&
           pc >= (uint64_t)__executable_start && pc < (uint64_t)__etext;
}

/* The address that an access which trapped had; 0 if the processor does not
 * tell. (Of siginfo there is only what the program asked for.) */
static uint64_t
faulting_address(const void *context)
{
    const ucontext_t *u = context;

    return u->uc_mcontext.gregs[REG_TRAPNO] == PAGE_FAULT
               ? (uint64_t)u->uc_mcontext.gregs[REG_CR2]
               : 0;
}

/* A signal that is deadly: the instruction raises it once more when this is
 * over, another process's is sent again. */
static void
note_fault(int number, siginfo_t *info, void *context)
{
    if (is_trap(number, context)) {
        state.fault = faulting_address(context);
        state.fault_signal = (uint32_t)number;
    }
    if (info->si_code <= 0)
        kernel_call(SYS_tgkill, kernel_pid(),
                    kernel_call(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0);
}

static long
change_stack(const stack_t *set, stack_t *get)
{
    return kernel_call(SYS_sigaltstack, (long)set, (long)get, 0, 0, 0, 0);
}

void
crt_trace_expect_faults(void)
{
    static const uint8_t numbers[] = {SIGSEGV, SIGBUS, SIGFPE};
    static uint8_t stack[1 << 14] __attribute__((aligned(16)));
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack}, now;
    static const struct sigaction ours = {
        .sa_sigaction = note_fault,
        .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER)};
    struct sigaction was;

    if (change_stack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE) ||
        change_stack(&other, NULL) != 0)
        return;
    for (size_t i = 0; i < sizeof numbers; i++)
        if (__sigaction(numbers[i], NULL, &was) == 0 &&
            was.sa_handler == SIG_DFL)
            __sigaction(numbers[i], &ours, NULL);
}

static void
enter_handler(Interrupted *i, int number, const void *context)
{
    uint8_t *window = find_window();

    *i = (Interrupted){.at = state.buffer.at,
                       .end = state.buffer.end,
                       .first = crt_trace_first,
                       .held = state.buffer.held,
                       .cut = TRACE_CUTS,
                       .between = crt_trace_between};
    if (handling++ == 0)
        interrupted_left = crt_alter_pause();
    if (window) {
        crt_trace_busy = 1;
        i->cut = state.ncuts;
        crt_trace_first = window;
        crt_trace_empty(window);
        if (crt_trace_recording) {
            state.buffer.end = window + TRACE_HANDLER;
            uint64_t address = faulting_address(context);
            add_cut((TraceCut){.begin = state.buffer.offset,
                               .signal = (uint8_t)number,
                               .trapped = (uint8_t)is_trap(number, context),
                               .high = (uint16_t)(address >> 32),
                               .low = (uint32_t)address});
        }
        crt_trace_busy = 0;
        return;
    }
    if (lost++ == 0) {
        first_lost = *i;
        state.lost++;
        if (crt_trace_recording && !state.buffer.held)
            state.buffer.held =
                state.buffer.offset +
                (uint64_t)(state.buffer.at - state.buffer.window);
    }
    crt_trace_scratch();
}

static void
leave_handler(const Interrupted *i)
{
    int recorded = i->cut < TRACE_CUTS;

    if (recorded) {
        crt_trace_busy = 1;
        crt_trace_first = i->first;
        if (crt_trace_recording)
            crt_trace_empty(i->at);
        if (crt_trace_recording)
            state.cuts[i->cut].end = state.buffer.offset;
    }
    state.buffer.at = i->at;
    state.buffer.end = i->end;
    crt_trace_between = i->between;
    if (recorded) {
        crt_trace_busy = 0;
    } else {
        lost--;
        state.buffer.held = i->held;
    }
    if (--handling == 0)
        crt_alter_resume(interrupted_left);
}

static void
handle(int number, siginfo_t *info, void *context)
{
    Interrupted i;

    enter_handler(&i, number, context);
    handlers[number](number, info, context);
    leave_handler(&i);
}

/* A handler of the program's: SIG_DFL, SIG_IGN and SIG_ERR are none. */
static int
is_handler(const void *f)
{
    return (uint64_t)f > 1 && (int64_t)f != -1;
}

void (*__culprit_trace_signal(int number, void (*handler)(int)))(int)
{
    void *given = (void *)handler, *old = NULL, *was;
    int known = number > 0 && number < SIGNALS;

    if (known) {
        old = (void *)handlers[number];
        if (is_handler(given)) {
            crt_trace_expect_handlers();
            handlers[number] = (Handler *)given;
            handler = (void (*)(int))(void *)handle;
        }
    }
    was = (void *)signal(number, handler);
    if (was == (void *)-1 && known)
        handlers[number] = (Handler *)old;
    return (void (*)(int))(was == (void *)handle       ? old
                           : was == (void *)note_fault ? (void *)SIG_DFL
                                                       : was);
}

int
__culprit_trace_sigaction(int number, const struct sigaction *act,
                          struct sigaction *was)
{
    struct sigaction ours;
    void *old = NULL;

    if (number > 0 && number < SIGNALS) {
        old = (void *)handlers[number];
        if (act && is_handler((void *)act->sa_sigaction)) {
            crt_trace_expect_handlers();
            kernel_copy(&ours, act, sizeof ours);
            handlers[number] = act->sa_sigaction;
            ours.sa_sigaction = handle;
            act = &ours;
        }
    }
    int result = sigaction(number, act, was);
    if (result != 0 && number > 0 && number < SIGNALS)
        handlers[number] = (Handler *)old;
    else if (was && was->sa_sigaction == handle)
        was->sa_sigaction = (Handler *)old;
    else if (was && was->sa_sigaction == note_fault)
        *was = (struct sigaction){.sa_handler = SIG_DFL};
    return result;
}

/* A handler that was not recorded jumped: what it interrupted is cut off. */
static void
leave_lost(void)
{
    lost = 0;
    state.buffer.at = first_lost.at;
    state.buffer.end = first_lost.end;
    if (first_lost.held) { /* it came while the window was emptied */
        state.buffer.offset = first_lost.held;
        state.buffer.window = state.buffer.at = crt_trace_first;
    }
    state.buffer.held = 0;
    if (crt_trace_recording && state.ncuts < TRACE_CUTS)
        add_cut((TraceCut){
            .begin = state.buffer.offset +
                     (uint64_t)(state.buffer.at - state.buffer.window)});
    else if (crt_trace_recording)
        crt_trace_stop();
}

/* A jump out of handlers goes on with what was interrupted, whose last record
 * may be cut off. */
static void
leave_handlers(void)
{
    handling = 0;
    crt_trace_busy = 0;
    if (lost)
        leave_lost();
    if (crt_trace_recording && crt_trace_first != state.buffer.area) {
        crt_trace_first = state.buffer.area;
        crt_trace_empty(state.buffer.area);
        if (crt_trace_recording)
            state.buffer.end = state.buffer.area + TRACE_WINDOW;
    }
    crt_alter_resume(interrupted_left);
}

void
__culprit_trace_landed(uint32_t inst, void *frame, uint32_t value)
{
    if (handling && value)
        leave_handlers();
    put_u32((uint32_t)(value ? TRACE_LANDED : TRACE_RETURNED));
    put_u32(inst);
    put_address(frame);
    put_u32(value);
}
