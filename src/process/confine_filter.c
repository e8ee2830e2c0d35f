/* confine_filter.c - the seccomp filter: which system calls are refused.
 *
 * A table, one row after the other; all else is allowed. Filters see numbers
 * only, no paths: files are Landlock's and the namespaces' business.
 */
#include "process/confine_filter.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCH AUDIT_ARCH_AARCH64
#else
#define ARCH 0
#endif

typedef enum {
    REFUSED,      /* whatever its arguments */
    UNLESS_EQUAL, /* the argument is the value */
    UNLESS_SELF,  /* the argument is the process's own id */
    IF_EQUAL,
    IF_ANY, /* of these bits is set */
    UNLESS_ANY,
} Condition;

typedef enum {
    EVERYWHERE,
    WITHOUT_SCOPE, /* nothing else holds signals */
    WITHOUT_IPC,   /* no IPC namespace of its own */
    WITHOUT_FORK,  /* it may make no processes */
} Where;

typedef struct Rule Rule;
struct Rule {
    long call;
    int error;
    Where where;
    Condition condition;
    unsigned arg;
    uint32_t value;
};

enum {
    NEW_SPACES = 0x7e020080, /* CLONE_NEW... */
    THREAD = 0x10000,        /* CLONE_THREAD */
};

static const Rule rules[] = {
    /* The network; socketpair() stays. */
    {SYS_socket, EACCES, EVERYWHERE, REFUSED, 0, 0},
    /* Could do anything without a call. */
    {SYS_io_uring_setup, ENOSYS, EVERYWHERE, REFUSED, 0, 0},
    /* Other processes */
    {SYS_ptrace, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_process_vm_readv, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_process_vm_writev, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_process_madvise, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_kcmp, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_pidfd_getfd, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_prlimit64, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_setpriority, EPERM, EVERYWHERE, UNLESS_EQUAL, 1, 0},
    {SYS_ioprio_set, EPERM, EVERYWHERE, UNLESS_EQUAL, 1, 0},
    {SYS_sched_setaffinity, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_sched_setscheduler, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_sched_setparam, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_sched_setattr, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_migrate_pages, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_move_pages, EPERM, EVERYWHERE, UNLESS_EQUAL, 0, 0},
    {SYS_kill, EPERM, WITHOUT_SCOPE, UNLESS_SELF, 0, 0},
    {SYS_tkill, EPERM, WITHOUT_SCOPE, UNLESS_SELF, 0, 0},
    {SYS_tgkill, EPERM, WITHOUT_SCOPE, UNLESS_SELF, 0, 0},
    {SYS_rt_sigqueueinfo, EPERM, WITHOUT_SCOPE, UNLESS_SELF, 0, 0},
    {SYS_rt_tgsigqueueinfo, EPERM, WITHOUT_SCOPE, UNLESS_SELF, 0, 0},
    {SYS_pidfd_send_signal, EPERM, WITHOUT_SCOPE, REFUSED, 0, 0},
    /* Namespaces and file systems */
    {SYS_unshare, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_setns, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_mount, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_umount2, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_pivot_root, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_chroot, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_move_mount, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_open_tree, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_fsopen, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_fsconfig, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_fsmount, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_fspick, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_mount_setattr, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_quotactl, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_open_by_handle_at, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_clone, EPERM, EVERYWHERE, IF_ANY, 0, NEW_SPACES},
    {SYS_clone3, ENOSYS, EVERYWHERE, REFUSED, 0, 0}, /* libc uses clone then */
    /* What outlives the process */
    {SYS_shmget, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_semget, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_msgget, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_shmat, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_shmctl, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_semop, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_semtimedop, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_semctl, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_msgsnd, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_msgrcv, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_msgctl, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_mq_open, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_mq_unlink, EACCES, WITHOUT_IPC, REFUSED, 0, 0},
    {SYS_add_key, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_request_key, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_keyctl, EPERM, EVERYWHERE, REFUSED, 0, 0},
    /* The machine */
    {SYS_reboot, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_kexec_load, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_kexec_file_load, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_init_module, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_finit_module, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_delete_module, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_swapon, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_swapoff, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_acct, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_settimeofday, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_clock_settime, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_clock_adjtime, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_adjtimex, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_sethostname, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_setdomainname, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_bpf, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_perf_event_open, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_userfaultfd, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_syslog, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_vhangup, EPERM, EVERYWHERE, REFUSED, 0, 0},
    /* Typing into somebody's terminal: TIOCSTI, TIOCLINUX */
    {SYS_ioctl, EPERM, EVERYWHERE, IF_EQUAL, 1, 0x5412},
    {SYS_ioctl, EPERM, EVERYWHERE, IF_EQUAL, 1, 0x541c},
#ifdef SYS_fork
    {SYS_iopl, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_ioperm, EPERM, EVERYWHERE, REFUSED, 0, 0},
    {SYS_fork, EAGAIN, WITHOUT_FORK, REFUSED, 0, 0},
    {SYS_vfork, EAGAIN, WITHOUT_FORK, REFUSED, 0, 0},
#endif
    {SYS_clone, EAGAIN, WITHOUT_FORK, UNLESS_ANY, 0, THREAD},
};

typedef VEC(struct sock_filter) Program;

static void
put(Program *p, uint16_t code, uint32_t k, uint8_t if_true, uint8_t if_false)
{
    vec_push(p, (struct sock_filter){code, if_true, if_false, k});
}

static void
load(Program *p, size_t offset)
{
    put(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void
refuse(Program *p, int error)
{
    put(p, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error, 0, 0);
}

/* The number of the call is loaded, before and after. The kernel takes the
 * tested arguments for 32-bit numbers, too. */
static void
add_rule(Confine *c, Program *p, const Rule *r)
{
    const uint16_t equal = BPF_JMP | BPF_JEQ | BPF_K;
    const uint16_t any = BPF_JMP | BPF_JSET | BPF_K;
    bool unless = r->condition == UNLESS_EQUAL || r->condition == UNLESS_SELF ||
                  r->condition == UNLESS_ANY;
    bool bits = r->condition == IF_ANY || r->condition == UNLESS_ANY;

    if (r->condition == REFUSED) {
        put(p, equal, (uint32_t)r->call, 0, 1);
        refuse(p, r->error);
        return;
    }
    put(p, equal, (uint32_t)r->call, 0, 4);
    load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)r->arg);
    if (r->condition == UNLESS_SELF) {
        assert(c->npids < sizeof c->pids / sizeof c->pids[0]);
        c->pids[c->npids++] = (unsigned short)p->n;
    }
    put(p, bits ? any : equal, r->value, unless, !unless);
    refuse(p, r->error);
    load(p, offsetof(struct seccomp_data, nr));
}

static bool
applies(const Confine *c, Where where)
{
    switch (where) {
    case WITHOUT_SCOPE:
        return c->means.landlock < 6;
    case WITHOUT_IPC:
        return !c->means.spaces;
    case WITHOUT_FORK:
        return !c->processes;
    case EVERYWHERE:
        break;
    }
    return true;
}

bool
filter_make(Confine *c)
{
    const uint16_t equal = BPF_JMP | BPF_JEQ | BPF_K;
    Program p = {0};

    if (!ARCH)
        return false;
    load(&p, offsetof(struct seccomp_data, arch));
    put(&p, equal, ARCH, 1, 0);
    put(&p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load(&p, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__ /* the other way to number calls */
    put(&p, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    refuse(&p, ENOSYS);
#endif
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].where != WITHOUT_FORK && applies(c, rules[i].where))
            add_rule(c, &p, &rules[i]);
    c->nserver = (unsigned short)p.n;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].where == WITHOUT_FORK && applies(c, rules[i].where))
            add_rule(c, &p, &rules[i]);
    put(&p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    c->filter = p.at;
    c->nfilter = (unsigned short)p.n;
    return true;
}
