/* clang.c - the clang that everything is compiled and linked with.
 *
 * Its version matters, as each LLVM reads only its own bitcode reliably; but
 * asking would cost a process per compilation. So the output of a compilation
 * is examined instead, and clang is asked only when one has failed.
 */
#include "cc/clang.h"

#include "base/spawn.h"
#include "format/section.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
clang_find(const char **path, Diag *d)
{
    static const char *const places[] = {
        "/usr/lib/llvm-19/bin/clang",
        "/usr/bin/clang-19",
        "/usr/local/bin/clang-19",
    };
    const char *chosen = getenv("CULPRIT_CLANG");

    if (chosen && *chosen) {
        *path = chosen;
        return !strchr(chosen, '/') || access(chosen, X_OK) == 0 ||
               diag_errno(d, "cannot start %s, which CULPRIT_CLANG names",
                          chosen);
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        *path = places[i];
        if (access(*path, X_OK) == 0)
            return true;
    }
    return diag_fail(d,
                     "clang %d is not installed: apt-get install clang-%d, or "
                     "set CULPRIT_CLANG",
                     SECTION_LLVM, SECTION_LLVM);
}

/* `text` begins with a version; is it ours? */
static bool
check_version(const char *path, const char *text, Diag *d)
{
    int major = (int)strtol(text, NULL, 10);

    return major == SECTION_LLVM ||
           diag_fail(d,
                     "%s is clang %d, but culprit needs clang %d: apt-get "
                     "install clang-%d, or set CULPRIT_CLANG",
                     path, major, SECTION_LLVM, SECTION_LLVM);
}

static const char before[] = "clang version ";

bool
clang_check(const char *path, Diag *d)
{
    char arg0[4096], *said;
    char version[] = "--version";
    char *argv[] = {arg0, version, NULL};
    size_t n = strlen(path);

    if (n >= sizeof arg0)
        return diag_fail(d, "the path of clang is too long");
    memcpy(arg0, path, n + 1);
    if (spawn_capture(argv, true, &said, d) < 0)
        return false;
    const char *at = said ? strstr(said, before) : NULL;
    bool ok = at ? check_version(path, at + strlen(before), d)
                 : diag_fail(d,
                             "%s is not clang; culprit needs clang %d: set "
                             "CULPRIT_CLANG",
                             path, SECTION_LLVM);
    free(said);
    return ok;
}

bool
clang_check_bitcode(const char *path, const void *bitcode, size_t n, Diag *d)
{
    /* Debug information holds it as plain text. */
    const char *at = memmem(bitcode, n, before, strlen(before));
    char version[16] = {0};

    if (!at)
        return true;
    at += strlen(before);
    size_t left = n - (size_t)(at - (const char *)bitcode);
    memcpy(version, at, left < sizeof version ? left : sizeof version - 1);
    return check_version(path, version, d);
}
