/* packet.h - the messages between a client and a server of MariaDB.
 *
 * A packet is three bytes of length, a number, and the payload; what is read
 * here is the payload. Safe on any bytes.
 */
#ifndef CULPRIT_PHP_PACKET_H
#define CULPRIT_PHP_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKET_HEADER = 4,
    PACKET_MOST = 0xffffff, /* a packet so long is continued by the next */
};

/* Commands, the first byte of what a client says. */
enum {
    PACKET_QUIT = 1,
    PACKET_USE = 2,
    PACKET_QUERY = 3,
    PACKET_FIELDS = 4,
    PACKET_STATISTICS = 9,
    PACKET_PING = 14,
    PACKET_CHANGE_USER = 17,
    PACKET_PREPARE = 22,
    PACKET_EXECUTE = 23,
    PACKET_LONG_DATA = 24,
    PACKET_CLOSE = 25,
    PACKET_SET_OPTION = 27,
    PACKET_FETCH = 28,
    PACKET_RESET = 31,
};

/* Bits of the status that the server tells. */
enum {
    PACKET_IN_TRANSACTION = 1,
    PACKET_MORE_RESULTS = 8,
    PACKET_CURSOR = 64,
};

/* Bits of what client and server are able to do. */
enum {
    PACKET_WITH_DATABASE = 8,
    PACKET_MULTI_STATEMENTS = 0x10000,
};

/* How far a reply has come. */
typedef struct PacketReply PacketReply;
struct PacketReply {
    uint8_t command;
    int phase;
    uint64_t columns; /* of a result */
    int groups;       /* of definitions that a prepared statement has */
    bool continued;   /* the next packet goes on with this one */
    bool is_done, is_error;
    uint16_t status; /* as the server told it last */
};

void packet_begin(PacketReply *r, uint8_t command);

/* Take the next packet. Where it tells a status, "in a transaction" becomes
 * what is said. False: it is none that may come here. */
bool packet_take(PacketReply *r, uint8_t *payload, size_t n,
                 bool in_transaction);

/* How a client introduces itself. */
typedef struct PacketLogin PacketLogin;
struct PacketLogin {
    uint32_t able;
    uint8_t charset;
    const char *user, *database; /* within the payload; "" if none */
    const uint8_t *proof;        /* that it knows the password */
    size_t nproof;
};
bool packet_login(const uint8_t *payload, size_t n, PacketLogin *out);
bool packet_change_user(const uint8_t *payload, size_t n, PacketLogin *out);

/* The server's greeting, without what a relay cannot pass on: encryption,
 * compression, files, other ends of results. */
bool packet_greeting(uint8_t *payload, size_t n);

#endif
