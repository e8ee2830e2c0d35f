/* stub.c - linked into every program: become a variant if one is asked for.
 *
 * Runs before all constructors, does nothing but look for one environment
 * variable, and uses no library: a program that is never varied pays a walk
 * over its environment. If the variable names a directory that holds a file
 * called as this image's build id, itself or in its folder of variants, that
 * file is executed with the same arguments and environment; if that fails, a
 * line in the directory's file of
 * those that missed theirs says who it was. Set-user-id programs are never
 * replaced.
 *
 * x86-64 and AArch64 Linux only; elsewhere culprit-cc leaves it out.
 */
#include "format/profile.h"
#include "runtime/kernel.h"
#include "runtime/text.h"

#include <elf.h>
#include <link.h>

enum { PATH_SIZE = 4096 };

/* Put by the linker at the start of the image, unless a linker script leaves
 * the headers out. */
extern const ElfW(Ehdr) __ehdr_start
    __attribute__((visibility("hidden"), weak));

/* The directory asked for, or NULL. */
static const char *
run_directory(char **envp)
{
    static const char name[] = CULPRIT_RUN_ENV "=";

    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && (*envp)[i] == name[i])
            i++;
        if (!name[i] && (*envp)[i])
            return *envp + i;
    }
    return NULL;
}

static int
is_secure(char **envp)
{
    while (*envp)
        envp++;
    for (const ElfW(auxv_t) *a = (const void *)(envp + 1); a->a_type != AT_NULL;
         a++)
        if (a->a_type == AT_SECURE)
            return a->a_un.a_val != 0;
    return 1;
}

/* The build id note; *n is 0 if there is none. */
static const unsigned char *
build_id(size_t *n)
{
    const char *base = (const char *)&__ehdr_start;
    const ElfW(Phdr) *ph = (const void *)(base + __ehdr_start.e_phoff);
    size_t offset = 0; /* of the file header's own address */

    *n = 0;
    for (int i = __ehdr_start.e_phnum - 1; i >= 0; i--)
        if (ph[i].p_type == PT_LOAD)
            offset = ph[i].p_vaddr - ph[i].p_offset;
    for (int i = 0; i < __ehdr_start.e_phnum; i++) {
        if (ph[i].p_type != PT_NOTE)
            continue;
        const char *at = base + (ph[i].p_vaddr - offset);
        const char *end = at + ph[i].p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const void *)at;
            const char *name = at + sizeof *note;
            const char *desc = name + ((note->n_namesz + 3) & ~3U);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                name[0] == 'G' && name[1] == 'N' && name[2] == 'U') {
                *n = note->n_descsz;
                return (const unsigned char *)desc;
            }
            at = desc + ((note->n_descsz + 3) & ~3U);
        }
    }
    return NULL;
}

/* As text, or "" if there is none that fits. */
static void
name_build(char *to, size_t size)
{
    size_t n;
    const unsigned char *id = build_id(&n);

    to[0] = 0;
    if (!id || 2 * n >= size)
        return;
    for (size_t i = 0; i < n; i++) {
        to[2 * i] = "0123456789abcdef"[id[i] >> 4];
        to[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
    }
    to[2 * n] = 0;
}

/* DIR/NAME, or DIR/INNER/NAME; false if it is too long. */
static int
join(char *to, const char *dir, const char *inner, const char *name)
{
    size_t used = append_text(to, 0, PATH_SIZE, dir);

    if (inner) {
        used = append_text(to, used, PATH_SIZE, "/");
        used = append_text(to, used, PATH_SIZE, inner);
    }
    used = append_text(to, used, PATH_SIZE, "/");
    return append_text(to, used, PATH_SIZE, name) < PATH_SIZE - 1;
}

/* Only a directory of culprit's has the file, which is not made here. */
static void
say_missed(const char *dir, const char *name)
{
    char path[PATH_SIZE], line[PATH_SIZE];

    join(path, dir, NULL, CULPRIT_MISSED);
    long fd = kernel_raw(SYS_openat, AT_FDCWD, (long)path,
                         O_WRONLY | O_APPEND | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        return;
    size_t used = append_text(line, 0, sizeof line, name);
    used = append_text(line, used, sizeof line, " ");
    long n =
        kernel_raw(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe",
                   (long)(line + used), (long)(sizeof line - used - 1), 0, 0);
    used += n > 0 ? (size_t)n : 0;
    line[used++] = '\n';
    kernel_raw(SYS_write, fd, (long)line, (long)used, 0, 0, 0);
    kernel_raw(SYS_close, fd, 0, 0, 0, 0, 0);
}

static void
become_variant(int argc, char **argv, char **envp)
{
    char name[256], path[PATH_SIZE];
    const char *dir = run_directory(envp);

    (void)argc;
    if (!dir || !&__ehdr_start || is_secure(envp))
        return;
    name_build(name, sizeof name);
    if (!name[0])
        return;
    if (join(path, dir, NULL, name))
        kernel_raw(SYS_execve, (long)path, (long)argv, (long)envp, 0, 0, 0);
    if (join(path, dir, CULPRIT_VARIANTS, name))
        kernel_raw(SYS_execve, (long)path, (long)argv, (long)envp, 0, 0, 0);
    say_missed(dir, name); /* there is no variant */
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = become_variant;
