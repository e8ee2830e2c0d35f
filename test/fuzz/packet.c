/* packet.c - fuzz: messages of MariaDB, and the statements in them.
 *
 * The first byte is the command; each packet then has its length in one.
 */
#include "php/packet.h"
#include "php/sql.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
take_replies(uint8_t *at, size_t n)
{
    PacketReply r;

    packet_begin(&r, at[0]);
    at++, n--;
    while (n > 0 && !r.is_done) {
        const size_t length = at[0] < n - 1 ? at[0] : n - 1;
        if (!packet_take(&r, at + 1, length, n & 1))
            return;
        at += length + 1;
        n -= length + 1;
    }
}

static void
check_login(const uint8_t *bytes, size_t n)
{
    PacketLogin l;

    if (packet_login(bytes, n, &l) &&
        (strlen(l.user) + strlen(l.database) > n || l.nproof > n))
        abort();
    if (packet_change_user(bytes, n, &l) &&
        (strlen(l.user) + strlen(l.database) > n || l.nproof > n))
        abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    uint8_t *copy = malloc(n + 1);

    if (n == 0) {
        free(copy);
        return 0;
    }
    memcpy(copy, bytes, n);
    check_login(copy, n);
    sql_kind((const char *)bytes, n);
    if (sql_length((const char *)bytes, n) > n)
        abort();
    packet_greeting(copy, n);
    take_replies(copy, n);
    free(copy);
    return 0;
}
