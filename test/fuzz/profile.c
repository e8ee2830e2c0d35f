/* profile.c - fuzz: counter files.
 *
 * The first byte is the number of counters expected, the second how much of a
 * good header stands before the rest (few mutations make a whole one).
 */
#include "run/profile.h"

#include "format/profile.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct ProfileHeader good = {
        .magic = PROFILE_MAGIC, .version = PROFILE_VERSION, .id = "abc"};
    uint64_t counters[255];
    Diag d;

    if (n < 2)
        return 0;
    good.ncounters = bytes[0];
    size_t kept = bytes[1] < sizeof good ? bytes[1] : PROFILE_HEADER;
    uint8_t *file = calloc(1, kept + n);
    if (!file)
        return 0;
    memcpy(file, &good, kept < sizeof good ? kept : sizeof good);
    memcpy(file + kept, bytes + 2, n - 2);
    diag_init(&d);
    bool ok = profile_parse(file, kept + n - 2, "abc", counters, bytes[0], &d);
    if (ok == (d.error != NULL))
        abort();
    diag_done(&d);
    free(file);
    return 0;
}
