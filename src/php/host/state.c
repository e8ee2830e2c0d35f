/* state.c - what a request writes is gone when it has ended.
 *
 * It runs in a mount namespace of its own, where a layer in memory lies over
 * the document root: the application sees its files where they are, and may
 * change them. Sessions and temporary files are in memory, too. On inputs that
 * culprit made up, all the rest is read-only, there is no network, and what
 * could disturb others is refused.
 */
#include "php/host/host.h"

#include "php/host/zend.h"
#include "process/confine.h"
#include "runtime/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* <linux/mount.h> and <sys/mount.h> do not go together everywhere. */
struct mount_attributes {
    uint64_t set, clear, propagation, userns;
};
enum { READ_ONLY = 1, RECURSIVE = 0x8000 };

static bool is_user; /* we have a user namespace of our own */
static bool is_able; /* namespaces may be made */

static bool
is_wanted(void)
{
    return host_launch.private[0] != 0;
}

static bool
is_confined(void)
{
    return host_launch.confine[0] != 0;
}

static bool
put_text(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const size_t n = strlen(text);

    if (fd < 0)
        return false;
    const bool ok = write(fd, text, n) == (ssize_t)n;
    close(fd);
    return ok;
}

static bool
map_id(const char *file, unsigned id)
{
    char text[64];

    snprintf(text, sizeof text, "%u %u 1", id, id);
    return put_text(file, text);
}

static bool
separate(int spaces)
{
    const uid_t user = geteuid();
    const gid_t group = getegid();

    if (unshare(spaces) == 0)
        return true;
    if (unshare(spaces | CLONE_NEWUSER) != 0)
        return false;
    is_user = true;
    put_text("/proc/self/setgroups", "deny");
    return map_id("/proc/self/uid_map", user) &&
           map_id("/proc/self/gid_map", group);
}

bool
state_start(void)
{
    const int spaces =
        CLONE_NEWNS | (is_confined() ? CLONE_NEWNET | CLONE_NEWIPC : 0);

    if (is_wanted())
        is_able = separate(spaces) &&
                  mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    return is_able || !is_wanted();
}

/* A path as a part of the options of an overlay. */
static void
put_path(Str *out, const char *path)
{
    for (; *path; path++) {
        if (strchr(":,\\", *path))
            str_putc(out, '\\');
        str_putc(out, *path);
    }
}

static bool
make_dir(const char *name, mode_t mode)
{
    Str path = {0};

    str_printf(&path, "%s/%s", host_launch.private, name);
    const bool ok = mkdir(path.at, mode) == 0 && chmod(path.at, mode) == 0;
    str_done(&path);
    return ok;
}

static bool
lay_over_root(void)
{
    const char *private = host_launch.private, *root = host_launch.root;
    Str options = {0};

    str_puts(&options, "lowerdir=");
    put_path(&options, root);
    str_puts(&options, ",upperdir=");
    put_path(&options, private);
    str_puts(&options, "/upper,workdir=");
    put_path(&options, private);
    str_printf(&options, "/work%s", is_user ? ",userxattr" : "");
    const bool ok = mount("culprit", root, "overlay", 0, options.at) == 0;
    str_done(&options);
    return ok;
}

static bool
set_read_only(const char *path, unsigned flags, bool read_only)
{
    const struct mount_attributes a = {.set = read_only ? READ_ONLY : 0,
                                       .clear = read_only ? 0 : READ_ONLY};

    return kernel_call(SYS_mount_setattr, AT_FDCWD, (long)path, flags, (long)&a,
                       sizeof a, 0) == 0;
}

/* All of the rest is the machine's. */
static bool
confine(void)
{
    ConfineMeans have, m = {0};
    Confine c;
    Diag d;

    confine_probe(&have);
    m.seccomp = have.seccomp;
    m.root = have.root;
    diag_init(&d);
    return set_read_only("/", RECURSIVE, true) &&
           set_read_only(host_launch.root, 0, false) &&
           set_read_only(host_launch.private, 0, false) &&
           confine_open(&c, &m, &(ConfineFiles){0}, false, &d) &&
           !confine_lock(&c, false);
}

/* The directory that we are in may be one that a layer lies over now. */
static bool
enter(void)
{
    char here[4096];

    if (!getcwd(here, sizeof here) || unshare(CLONE_NEWNS) != 0 ||
        mount("culprit", host_launch.private, "tmpfs", MS_NOSUID | MS_NODEV,
              "mode=0700") != 0)
        return false;
    return make_dir("upper", 0755) && make_dir("work", 0755) &&
           make_dir("sessions", 0700) && make_dir("tmp", 01777) &&
           lay_over_root() && (!is_confined() || confine()) && chdir(here) == 0;
}

bool
state_enter(Diag *d)
{
    if (!is_wanted())
        return true;
    if (is_able && enter())
        return true;
    if (is_confined())
        return diag_errno(d, "this machine does not let a run be confined");
    return true; /* culprit has said so */
}

void
state_settings(Str *ini)
{
    if (host_launch.compat[0])
        str_printf(ini, "auto_prepend_file=\"%s\"\n", host_launch.compat);
    if (is_wanted() && is_able)
        str_printf(
            ini,
            "session.save_path=\"%s/sessions\"\nsys_temp_dir=\"%s/tmp\"\n"
            "upload_tmp_dir=\"%s/tmp\"\n",
            host_launch.private, host_launch.private, host_launch.private);
}
