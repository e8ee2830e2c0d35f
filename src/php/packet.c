/* packet.c - the messages between a client and a server of MariaDB. */
#include "php/packet.h"

#include <string.h>

enum { FIRST, COLUMNS, COLUMNS_END, ROWS, DEFINITIONS };

/* What a relay cannot pass on. */
enum {
    COMPRESS = 0x20,
    LOCAL_FILES = 0x80,
    SSL = 0x800,
    TRACK_SESSION = 0x800000,
    NO_EOF = 0x1000000,
};

/* Text that ends with 0, within the payload. */
typedef struct PacketText PacketText;
struct PacketText {
    const uint8_t *at, *end;
};

void
packet_begin(PacketReply *r, uint8_t command)
{
    *r = (PacketReply){
        .command = command,
        .phase =
            command == PACKET_FIELDS || command == PACKET_FETCH ? ROWS : FIRST};
}

static bool
is_eof(const uint8_t *payload, size_t n)
{
    return n > 0 && n < 9 && payload[0] == 0xfe;
}

/* The bytes of a number that says its own length; 0: it is none. */
static size_t
number_size(const uint8_t *at, size_t n)
{
    const size_t size = n == 0          ? 0
                        : at[0] < 0xfb  ? 1
                        : at[0] == 0xfc ? 3
                        : at[0] == 0xfd ? 4
                        : at[0] == 0xfe ? 9
                                        : 0;

    return size <= n ? size : 0;
}

static uint64_t
number_at(const uint8_t *at, size_t size)
{
    uint64_t value = 0;

    for (size_t i = size; i > 1; i--)
        value = value << 8 | at[i - 1];
    return size == 1 ? at[0] : value;
}

/* A status stands at this offset: keep it, and tell the client our own. */
static bool
take_status(PacketReply *r, uint8_t *payload, size_t n, size_t offset,
            bool in_transaction)
{
    if (offset == 0 || offset + 2 > n)
        return false;
    r->status =
        (uint16_t)(payload[offset] | (unsigned)payload[offset + 1] << 8);
    payload[offset] &= (uint8_t)~PACKET_IN_TRANSACTION;
    payload[offset] |= in_transaction ? PACKET_IN_TRANSACTION : 0;
    return true;
}

/* In an OK packet, behind two numbers. */
static size_t
status_of_ok(const uint8_t *payload, size_t n)
{
    size_t at = 1;

    for (int i = 0; i < 2; i++) {
        const size_t size = at < n ? number_size(payload + at, n - at) : 0;
        if (!size)
            return 0;
        at += size;
    }
    return at;
}

/* A result has ended; another one may follow. */
static void
end_result(PacketReply *r)
{
    r->is_done = !(r->status & PACKET_MORE_RESULTS);
    r->phase = FIRST;
}

static bool
take_prepared(PacketReply *r, const uint8_t *payload, size_t n)
{
    if (n < 9)
        return false;
    r->groups = (payload[5] || payload[6]) + (payload[7] || payload[8]);
    r->phase = DEFINITIONS;
    r->is_done = r->groups == 0;
    return true;
}

static bool
take_first(PacketReply *r, uint8_t *payload, size_t n, bool in_transaction)
{
    if (n == 0)
        return false;
    if (payload[0] == 0 && r->command == PACKET_PREPARE)
        return take_prepared(r, payload, n);
    if (payload[0] == 0 || is_eof(payload, n)) {
        const size_t at = payload[0] == 0 ? status_of_ok(payload, n) : 3;
        if (!take_status(r, payload, n, at, in_transaction))
            return false;
        end_result(r);
        return true;
    }
    const size_t size = number_size(payload, n);
    r->columns = number_at(payload, size);
    r->phase = COLUMNS;
    return size && r->columns;
}

static bool
take_end(PacketReply *r, uint8_t *payload, size_t n, bool in_transaction)
{
    if (!is_eof(payload, n) || !take_status(r, payload, n, 3, in_transaction))
        return false;
    if (r->phase == COLUMNS_END && !(r->status & PACKET_CURSOR))
        r->phase = ROWS;
    else
        end_result(r);
    return true;
}

bool
packet_take(PacketReply *r, uint8_t *payload, size_t n, bool in_transaction)
{
    const bool goes_on = r->continued;

    r->continued = n == PACKET_MOST;
    if (goes_on)
        return true;
    if (r->command == PACKET_STATISTICS) {
        r->is_done = true;
        return true;
    }
    if (n > 0 && payload[0] == 0xff && r->phase != COLUMNS) {
        r->is_done = r->is_error = true;
        return true;
    }
    switch (r->phase) {
    case FIRST:
        return take_first(r, payload, n, in_transaction);
    case COLUMNS:
        if (--r->columns == 0)
            r->phase = COLUMNS_END;
        return true;
    case DEFINITIONS:
        if (is_eof(payload, n))
            r->is_done = --r->groups == 0;
        return true;
    case COLUMNS_END:
        return take_end(r, payload, n, in_transaction);
    default:
        return !is_eof(payload, n) || take_end(r, payload, n, in_transaction);
    }
}

static const char *
take_text(PacketText *t)
{
    const uint8_t *end =
        t->at < t->end ? memchr(t->at, 0, (size_t)(t->end - t->at)) : NULL;
    const char *text = (const char *)t->at;

    if (!end)
        return "";
    t->at = end + 1;
    return text;
}

/* A length of one byte, and so many. */
static bool
take_proof(PacketText *t, PacketLogin *out)
{
    if (t->at == t->end || (size_t)(t->end - t->at) - 1 < t->at[0])
        return false;
    out->nproof = t->at[0];
    out->proof = t->at + 1;
    t->at += 1 + out->nproof;
    return true;
}

bool
packet_login(const uint8_t *payload, size_t n, PacketLogin *out)
{
    PacketText t = {payload + 32, payload + n};

    *out = (PacketLogin){.user = "", .database = ""};
    if (n < 34)
        return false;
    memcpy(&out->able, payload, sizeof out->able);
    out->charset = payload[8];
    out->user = take_text(&t);
    if (!take_proof(&t, out))
        return false;
    if (out->able & PACKET_WITH_DATABASE)
        out->database = take_text(&t);
    return true;
}

bool
packet_change_user(const uint8_t *payload, size_t n, PacketLogin *out)
{
    PacketText t = {payload + 1, payload + n};

    *out = (PacketLogin){.user = "", .database = ""};
    if (n < 3)
        return false;
    out->user = take_text(&t);
    if (!take_proof(&t, out))
        return false;
    out->database = take_text(&t);
    if (t.at < t.end)
        out->charset = t.at[0];
    return true;
}

bool
packet_greeting(uint8_t *payload, size_t n)
{
    const uint8_t *end = n > 1 ? memchr(payload + 1, 0, n - 1) : NULL;
    const uint32_t not = COMPRESS | LOCAL_FILES | SSL | TRACK_SESSION | NO_EOF;

    if (!end || payload[0] != 10)
        return false;
    /* thread, half of the salt, 0: able, charset, status, able */
    uint8_t *low = payload + (end - payload) + 1 + 4 + 8 + 1, *high = low + 5;
    if (high + 2 + 1 + 10 > payload + n)
        return false;
    low[0] &= (uint8_t)~not;
    low[1] &= (uint8_t)~(not>> 8);
    high[0] &= (uint8_t)~(not>> 16);
    high[1] &= (uint8_t)~(not>> 24);
    memset(high + 2 + 1 + 6, 0, 4); /* what only MariaDB is able to do */
    return true;
}
