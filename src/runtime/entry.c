/* entry.c - linked into variants of several executables: be the one that was
 * started.
 *
 * Which one that is, is the name of this process's file; see format/entries.h.
 * It is found out before any constructor runs. Under another name it is the
 * first one.
 */
#include "format/entries.h"
#include "runtime/kernel.h"

#include <sys/syscall.h>

extern const struct EntryRow __start_culprit_entries[],
    __stop_culprit_entries[];
extern const struct StartRow __start_culprit_ctors[]
    __attribute__((weak, visibility("hidden")));
extern const struct StartRow __stop_culprit_ctors[]
    __attribute__((weak, visibility("hidden")));

typedef int Main(int, char **, char **);

/* In variants that can serve tests. */
int __culprit_serve(int argc, char **argv, char **envp, Main *program)
    __attribute__((weak, visibility("hidden")));

/* Where a library has main (Criterion), it is behind ours. */
void *dlsym(void *, const char *) __attribute__((weak));
#define RTLD_NEXT ((void *)-1l)

/* Which executable this is; for the runtime, too. */
unsigned long __culprit_entry __attribute__((visibility("hidden")));

static int
ends_with(const char *text, long n, const char *end)
{
    long k = 0;

    while (end[k])
        k++;
    if (k == 0 || k >= n || text[n - k - 1] != '/')
        return 0;
    for (long i = 0; i < k; i++)
        if (text[n - k + i] != end[i])
            return 0;
    return 1;
}

static void
choose_entry(int argc, char **argv, char **envp)
{
    static char name[4096];
    const unsigned long n =
        (unsigned long)(__stop_culprit_entries - __start_culprit_entries);
    long length = kernel_raw(SYS_readlinkat, -100, (long)"/proc/self/exe",
                             (long)name, sizeof name, 0, 0);

    (void)argc, (void)argv, (void)envp;
    for (unsigned long i = 0; i < n; i++)
        if (ends_with(name, length, __start_culprit_entries[i].build_id))
            __culprit_entry = i;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = choose_entry;

static void
run_rows(unsigned long is_end, int argc, char **argv, char **envp)
{
    for (const struct StartRow *r = __start_culprit_ctors;
         r < __stop_culprit_ctors; r++)
        if (r->is_end == is_end && r->members[__culprit_entry])
            r->function(argc, argv, envp);
}

static void
run_constructors(int argc, char **argv, char **envp)
{
    run_rows(0, argc, argv, envp);
}

__attribute__((section(".init_array"), used)) static void (*const constructors)(
    int, char **, char **) = run_constructors;

__attribute__((destructor)) static void
run_destructors(void)
{
    run_rows(1, 0, 0, 0);
}

int
main(int argc, char **argv, char **envp)
{
    Main *program = __start_culprit_entries[__culprit_entry].main;

    if (!program && dlsym)
        program = (Main *)dlsym(RTLD_NEXT, "main");
    if (!program)
        return 127;
    return __culprit_serve ? __culprit_serve(argc, argv, envp, program)
                           : program(argc, argv, envp);
}
