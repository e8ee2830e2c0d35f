/* confine.c - keep a process from touching anything but its directory. */
#include "process/confine.h"

#include "base/mem.h"
#include "process/child.h"
#include "process/confine_filter.h"
#include "process/confine_spaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock, as of ABI 6: the system's headers may be older than its kernel. */
struct ruleset {
    uint64_t files, net, scoped;
};
struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t parent;
};
enum { QUERY_VERSION = 1, PATH_BENEATH = 1 };
enum {
    WRITE_FILE = 1 << 1,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_CHAR = 1 << 6,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    MAKE_SOCK = 1 << 9,
    MAKE_FIFO = 1 << 10,
    MAKE_BLOCK = 1 << 11,
    MAKE_SYM = 1 << 12,
    REFER = 1 << 13,    /* ABI 2 */
    TRUNCATE = 1 << 14, /* ABI 3 */
};
enum { BIND_TCP = 1, CONNECT_TCP = 2 };        /* ABI 4 */
enum { SCOPE_ABSTRACT = 1, SCOPE_SIGNAL = 2 }; /* ABI 6 */

/* Devices that programs write to. */
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full",
                                      "/dev/random", "/dev/urandom"};

/* What of root's privileges stays: those over files, which the rest holds. */
static const unsigned kept[] = {
    CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER,
    CAP_FSETID, CAP_SETGID,       CAP_SETUID};

/* What there is */

static bool
is_wanted(const char *name)
{
    const char *list = getenv(CONFINE_ENV);
    size_t n = strlen(name);

    if (!list)
        return true;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || !at[n]))
            return true;
    return false;
}

static int
landlock_abi(void)
{
    long abi =
        syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, QUERY_VERSION);

    return abi > 0 ? (int)abi : 0;
}

static bool
has_seccomp(void)
{
    const uint32_t action = SECCOMP_RET_ERRNO;
    Confine c = {0};

    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) != 0 ||
        !filter_make(&c))
        return false;
    free(c.filter);
    return true;
}

static bool
has_spaces(void)
{
    int fds[SPACES];
    bool ok = spaces_make(NULL, NULL, fds);

    for (int i = 0; ok && i < SPACES; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    return ok;
}

void
confine_probe(ConfineMeans *out)
{
    *out = (ConfineMeans){
        .landlock = is_wanted("landlock") ? landlock_abi() : 0,
        .seccomp = is_wanted("seccomp") && has_seccomp(),
        .spaces = is_wanted("namespaces") && has_spaces(),
        .root = geteuid() == 0,
    };
}

void
confine_gaps(const ConfineMeans *m, bool processes, Str *out)
{
    const struct {
        bool gap;
        const char *text;
    } gaps[] = {
        {!m->landlock && !m->spaces, "writing outside its directory"},
        {m->landlock && !m->spaces,
         "changing modes and times of files outside its directory"},
        {m->landlock > 0 && m->landlock < 3 && !m->spaces,
         "truncating files outside its directory"},
        {!m->seccomp && !m->spaces && m->landlock < 4, "the network"},
        {!m->seccomp && !m->spaces && m->landlock >= 4,
         "the network, but for TCP"},
        {!m->seccomp, "connections to local sockets"},
        {!m->seccomp && m->landlock < 6, "signals to other processes"},
        {!m->seccomp || (processes && m->root), "making processes"},
    };

    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++)
        if (gaps[i].gap)
            str_printf(out, "%s%s", out->n ? ", " : "", gaps[i].text);
}

/* Preparing */

static bool
allow(int ruleset, const char *path, uint64_t what)
{
    struct beneath b = {.allowed = what,
                        .parent = open(path, O_PATH | O_CLOEXEC)};

    if (b.parent < 0)
        return false;
    bool ok = syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &b, 0) == 0;
    int why = errno;
    close(b.parent);
    errno = why;
    return ok;
}

/* Namespaces with layers hold files by themselves: rules are about those that
 * lie below, which are not written. */
static bool
make_ruleset(Confine *c, const char *writable, bool layered, Diag *d)
{
    const int abi = c->means.landlock;
    const uint64_t content = WRITE_FILE | (abi >= 3 ? TRUNCATE : 0U);
    const uint64_t all = content | REMOVE_DIR | REMOVE_FILE | MAKE_CHAR |
                         MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO |
                         MAKE_BLOCK | MAKE_SYM | (abi >= 2 ? REFER : 0U);
    struct ruleset r = {
        .files = layered ? 0 : all,
        .net = abi >= 4 ? BIND_TCP | CONNECT_TCP : 0,
        .scoped = abi >= 6 ? SCOPE_ABSTRACT | SCOPE_SIGNAL : 0,
    };
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;

    if (!r.files && !r.net && !r.scoped)
        return true;
    c->ruleset = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0U);
    if (c->ruleset < 0)
        return diag_errno(d, "cannot make a Landlock ruleset");
    fcntl(c->ruleset, F_SETFD, FD_CLOEXEC);
    if (layered)
        return true;
    if (!allow(c->ruleset, writable, all & ~(uint64_t)(MAKE_CHAR | MAKE_BLOCK)))
        return diag_errno(d, "cannot allow writing to %s", writable);
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        allow(c->ruleset, devices[i], content); /* some machines lack some */
    return true;
}

bool
confine_open(Confine *c, const ConfineMeans *m, const ConfineFiles *files,
             bool processes, Diag *d)
{
    const Texts *layered = files->layered.n ? &files->layered : NULL;

    *c = (Confine){.means = *m, .ruleset = -1, .processes = processes};
    for (int i = 0; i < SPACES; i++)
        c->spaces[i] = -1;
    if (m->seccomp)
        filter_make(c);
    if (m->landlock && !make_ruleset(c, files->writable, layered, d)) {
        confine_close(c);
        return false;
    }
    if (m->spaces && !spaces_make(files->writable, layered, c->spaces)) {
        diag_errno(d, "cannot make namespaces");
        confine_close(c);
        return false;
    }
    return true;
}

void
confine_close(Confine *c)
{
    if (c->ruleset >= 0)
        close(c->ruleset);
    for (int i = 0; i < SPACES; i++)
        if (c->spaces[i] >= 0)
            close(c->spaces[i]);
    free(c->filter);
    *c = (Confine){.ruleset = -1, .spaces = {-1, -1, -1, -1}};
}

bool
confine_can_serve(const Confine *c)
{
    return c->npids == 0;
}

/* In the child */

IN_CHILD const char *
confine_enter(const Confine *c)
{
    for (int i = 0; i < SPACES; i++)
        if (c->spaces[i] >= 0 && setns(c->spaces[i], 0) != 0)
            return "enter its namespaces";
    /* We share memory with culprit, which this made unreadable for others. */
    if (c->spaces[SPACE_USER] >= 0)
        prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    return NULL;
}

IN_CHILD static bool
is_kept(unsigned capability)
{
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (kept[i] == capability)
            return true;
    return false;
}

IN_CHILD static void
drop_privileges(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct caps[2] = {{0}};

    for (unsigned i = 0; i < 64; i++)
        if (!is_kept(i))
            prctl(PR_CAPBSET_DROP, (unsigned long)i, 0, 0, 0);
    if (syscall(SYS_capget, &head, caps) != 0)
        return;
    for (unsigned i = 0; i < 64; i++) {
        if (is_kept(i))
            continue;
        caps[i / 32].effective &= ~(UINT32_C(1) << i % 32);
        caps[i / 32].permitted &= ~(UINT32_C(1) << i % 32);
        caps[i / 32].inheritable &= ~(UINT32_C(1) << i % 32);
    }
    syscall(SYS_capset, &head, caps);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

/* The filter with the process's own id in it is a copy: memory is shared. */
IN_CHILD static bool
install_filter(const Confine *c, bool server)
{
    struct sock_filter copy[512];
    struct sock_fprog p = {.len = c->nfilter, .filter = copy};

    if (c->nfilter > sizeof copy / sizeof copy[0])
        return false;
    for (unsigned i = 0; i < c->nfilter; i++)
        copy[i] = c->filter[i];
    if (server) {
        copy[c->nserver] = c->filter[c->nfilter - 1]; /* allow */
        p.len = (unsigned short)(c->nserver + 1);
    }
    for (unsigned i = 0; i < c->npids; i++)
        copy[c->pids[i]].k = (uint32_t)getpid();
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &p) == 0;
}

IN_CHILD const char *
confine_lock(const Confine *c, bool server)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "give up privileges";
    if (c->means.root || c->spaces[SPACE_USER] >= 0)
        drop_privileges();
    if (c->ruleset >= 0 &&
        syscall(SYS_landlock_restrict_self, c->ruleset, 0U) != 0)
        return "confine it with Landlock";
    if (c->filter && !install_filter(c, server))
        return "confine it with seccomp";
    return NULL;
}
