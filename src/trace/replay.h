/* replay.h - what the files that replay a trace share.
 *
 * A machine with few values: activations keep, for each register, the node
 * its value comes from, and the value only where the trace leaves out what
 * follows from it; memory is a map from bytes to their last writers.
 * replay_memory.c makes nodes and knows memory, replay_value.c computes,
 * replay_calls.c follows control and calls, replay_summary.c finds summary
 * control dependences, replay.c does the instructions, replay_forget.c drops
 * old nodes.
 */
#ifndef CULPRIT_TRACE_REPLAY_H
#define CULPRIT_TRACE_REPLAY_H

#include "base/vec.h"
#include "trace/ancestry.h"
#include "trace/graph.h"
#include "trace/prepare.h"
#include "trace/shadow.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { MAX_RANGE = 1 << 16, MAX_PAGES = 1 << 12 };
#else
enum {
    MAX_RANGE = 1 << 26, /* bytes that one effect may touch */
    MAX_PAGES = 1 << 18, /* of memory that the program may write */
};
#endif

#define MAX_NODES (UINT32_MAX - 64)

enum {
    MAX_DEPTH = 1 << 22,
    MAX_REWRITE = 1 << 12, /* that an unknown function is taken to change */
    MAX_RUNS = 1 << 12,    /* of writers that a copy tells apart */
    VISITED = 8,
};

typedef struct Live Live;
struct Live { /* a branch that was executed and not left */
    uint32_t block, node;
};

/* A branch that was executed, and the last one before it in the activation
 * that is of the same block; 0: none, else an index plus one. */
typedef struct Passed Passed;
struct Passed {
    uint32_t node, before;
};

/* Where control is in an activation, and how it came there. */
typedef struct Whereabouts Whereabouts;
struct Whereabouts {
    uint32_t block, from; /* the block at hand, and the one before it */
    uint32_t control;     /* the node that this block depends on */
    uint32_t decision;    /* what made control come from `from` */
};

/* The statement instance that an activation is in. */
typedef struct Instance Instance;
struct Instance {
    uint32_t line, number;
    uint32_t step;                       /* 0: not made yet */
    uint32_t visited[VISITED], nvisited; /* blocks, in this step */
};

/* The first of an activation's entries in each stack of the machine and of
 * the summaries. */
typedef struct Bottom Bottom;
struct Bottom {
    size_t slots, values, addresses, params, byvals, live;
    size_t heads, passed;
    size_t answers; /* of functions called back, from here on */
};

typedef struct Activation Activation;
struct Activation {
    uint32_t function;
    uint32_t pc;
    Whereabouts where;
    Instance instance;
    uint32_t call;    /* node that called it, 0: from outside */
    uint32_t caller;  /* instruction of that call, if it was SCRIPT_CALL or
                         SCRIPT_INDIRECT; else SCRIPT_NONE */
    uint32_t nparams; /* arguments given, unnamed ones included */
    uint64_t frame;
    Bottom bottom;
    struct {
        bool waiting;  /* for a call of code outside */
        uint32_t node; /* of that call */
    } foreign;
    struct {
        bool handler; /* it handles one: it goes back to what it interrupted, */
        size_t resume; /* and on with these records, 0: with the next ones */
    } signal;
};

/* Bytes that a node wrote and that are known to be input. */
typedef struct InputOrigin InputOrigin;
struct InputOrigin {
    uint32_t node;
    uint64_t address, length;
    int32_t descriptor;
    uint32_t number;
    uint64_t offset;
    uint32_t consumed; /* 0: byte by byte; else all of these for each */
    uint64_t head;
};

/* The trace, as far as it is loaded and read. */
typedef struct Records Records;
struct Records {
    const Trace *trace;
    const uint8_t *start, *at;
    const uint8_t *end; /* of the records that are loaded, or where a jump
                           cuts them off */
    size_t loaded;      /* bytes */
    size_t ncuts;       /* behind us */
    bool ended;         /* out of records */
    bool broken;        /* they could not be loaded */
};

/* Signals, as far as the records tell of them. */
typedef struct Signals Signals;
struct Signals {
    VEC(size_t) put_off; /* cuts within an instruction: it is done first */
    uint32_t nhandlers;  /* that run */
    bool trapped; /* what was done last raised the signal that comes next */
};

/* What the program has in registers and memory, as far as it is followed. */
typedef struct Machine Machine;
struct Machine {
    Shadow memory;
    uint64_t *globals;
    VEC(Activation) acts;
    VEC(uint32_t) slots;
    VEC(uint64_t) values;
    VEC(uint32_t) params;
    VEC(uint64_t) arguments; /* the values of params */
    VEC(uint64_t) byvals;    /* where arguments passed by value come from */
    VEC(uint64_t) addresses;
    VEC(uint32_t) answers; /* what functions that were called back returned */
    VEC(Live) live;
    struct {
        VEC(InputOrigin) all;
        InputOrigin character; /* the last input that a call returned */
    } origins;
};

/* The graph that grows. */
typedef struct Drawing Drawing;
struct Drawing {
    VEC(GraphNode) nodes;
    VEC(uint32_t) deps;
    VEC(GraphStep) steps;
    VEC(GraphInput) inputs;
    VEC(GraphOutput) outputs;
    VEC(uint32_t) sites;
    uint32_t nsites_forgotten;
    GraphRun run;
};

/* Branches inside functions that summary control dependences are about. */
typedef struct InsideBranches InsideBranches;
struct InsideBranches {
    const Summaries *summaries; /* NULL: none are wanted */
    uint32_t *head;      /* per block: its place among its function's heads */
    uint32_t *nheads;    /* per function */
    VEC(uint32_t) heads; /* the last one in `passed`, plus one */
    VEC(Passed) passed;
};

/* The same between functions. */
typedef struct AcrossBranches AcrossBranches;
struct AcrossBranches {
    const Summaries *summaries; /* NULL: none are wanted */
    uint32_t *last;     /* per block: its last one in `passed`, plus one;
                           SCRIPT_NONE: nobody asks */
    VEC(Passed) passed; /* of all activations */
};

typedef struct SummarySearch SummarySearch;
struct SummarySearch {
    InsideBranches inside;
    AcrossBranches across;
    uint32_t most;        /* for a use and a branch */
    VEC(uint32_t) chosen; /* branches, for the node to come */
    VEC(uint32_t) run;    /* room to put them in order */
    VEC(uint32_t) chains; /* of control, followed back from these */
    Ancestry control;     /* of all nodes up to now */
    uint32_t nbounded;
    VEC(GraphSummary) found;
};

/* What was there when a record was taken last: the rest may not have
 * happened. */
typedef struct Certain Certain;
struct Certain {
    size_t nodes, steps, inputs;
    uint32_t last;
    VEC(uint32_t) lines;    /* arrived at since then */
    uint32_t ninstructions; /* since then, if no more records come */
};

/* When to stop. */
typedef struct Stop Stop;
struct Stop {
    GraphBounds bounds;
    const Deadline *deadline; /* or NULL */
    uint32_t nlooked;
    bool done;    /* what is asked for is complete */
    size_t until; /* depth of the instance to stop behind, 0: not yet */
};

typedef struct Replay Replay;
struct Replay {
    const Script *s;
    const Control *control;
    Prepared plan;
    Stop stop;
    Records records;
    Signals signals;
    Machine machine;
    VEC(uint32_t) gathered; /* dependences of the node to come */
    Drawing graph;
    SummarySearch summary;
    Certain sure;
    Diag *d;
};

/* A record that does not fit: an error, always false. */
bool replay_misfit(Replay *r, const char *what);
/* Where the records that can be taken end, after a change of the place. */
void records_set_end(Records *in);
/* The cut that is next among the records, NULL: there is none here. */
const Cut *records_cut(const Records *in);
/* The offset of the next record. */
size_t records_offset(const Records *in);
/* A number of n bytes; 0, and `ended`, at the end of the records. */
uint64_t replay_take(Replay *r, unsigned n);
uint32_t replay_take_u32(Replay *r);
uint64_t replay_take_address(Replay *r);

/* The value of an operand that the reader knows. */
uint64_t replay_value(Replay *r, const ScriptOperand *o);
/* The value that a STORE or RETURN records or that follows; *all has more than
 * its `width` bytes: what a computation goes on with. */
uint64_t replay_take_value(Replay *r, const ScriptInst *i, uint64_t *all);
/* The instruction, or the variable in a register, has this value. */
void replay_set_value(Replay *r, uint32_t inst, uint64_t value);
/* As it was recorded, in `width` bytes, with the sign of an address. */
uint64_t replay_widen(uint64_t value, unsigned width);
void replay_compute(Replay *r, uint32_t inst);
/* Did the access, or a division, raise the signal that comes next? The caller
 * makes the node. */
void replay_access(Replay *r, uint64_t address, uint64_t n);
void replay_divide(Replay *r);

/* Dependences are gathered, then a node uses them up. */
void replay_gather(Replay *r, uint32_t node);
void replay_gather_value(Replay *r, uint32_t v);
void replay_gather_memory(Replay *r, uint64_t address, uint64_t n,
                          uint32_t inst);
/* The oldest of what is gathered, or of the writers of that memory. */
uint32_t replay_oldest_gathered(const Replay *r);
uint32_t replay_oldest(Replay *r, uint64_t address, uint64_t n);
uint32_t replay_make_node(Replay *r, uint32_t inst, uint64_t value);
/* The same for an instruction that may be a site. */
uint32_t replay_make_site(Replay *r, uint32_t inst, uint64_t value);
uint32_t replay_make_input(Replay *r, const InputOrigin *o, uint64_t address,
                           uint64_t n, uint32_t inst);
/* Copy who wrote what, through a node per run of bytes with one writer. What
 * is gathered is common to all. Gives the last node, 0 if there is none. */
uint32_t replay_copy_memory(Replay *r, uint64_t to, uint64_t from, uint64_t n,
                            uint32_t inst, uint64_t value);

Activation *replay_top(Replay *r);
uint32_t replay_operand(const Replay *r, const ScriptInst *i, uint32_t k);
void replay_set_slot(Replay *r, uint32_t inst, uint32_t node);
/* Where an access goes: `known` if that is a variable; a variable that is a
 * register has its slot, else NULL. */
uint64_t replay_place_address(Replay *r, uint32_t number, bool *known);
uint32_t *replay_place_register(Replay *r, uint32_t number);

/* Control has come to a line, to a block (by that decision, 0: a jump), or
 * decided. */
void replay_arrive(Replay *r, Activation *a, uint32_t line);
bool replay_enter_block(Replay *r, uint32_t block, uint32_t decision);
void replay_push_live(Replay *r, uint32_t node);

/* False if the dependences are those of another program. */
bool summary_init(SummarySearch *s, const Script *script);
void summary_done(SummarySearch *s);
/* An activation begins; it came to a branch. */
void summary_enter(SummarySearch *s, Activation *a);
void summary_branch(SummarySearch *s, const Activation *a, uint32_t node);
/* What could have made the instruction see other definitions than those it
 * saw, the oldest of which is `since`; true if there is something.
 * summary_add gives it to a node. */
bool replay_summary_choose(Replay *r, uint32_t inst, uint32_t since);
void summary_add(SummarySearch *s, uint32_t node);

bool replay_call_function(Replay *r, const ScriptInst *i, uint32_t number);
bool replay_return_from(Replay *r, const ScriptInst *i, uint32_t number);
/* Control is outside: it comes back, or something is called back. */
bool replay_wait(Replay *r);

/* Begin with the signal's handler there, or land. */
bool replay_interrupt(Replay *r, size_t cut, size_t resume);

/* Node 1 takes the place of all but the last `keep` nodes. */
void replay_forget(Replay *r, uint32_t keep);

#endif
