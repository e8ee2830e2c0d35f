/* dialogue.h - what the relay and the database's server say to each other. */
#ifndef CULPRIT_PHP_HOST_DIALOGUE_H
#define CULPRIT_PHP_HOST_DIALOGUE_H

#include "base/str.h"
#include "php/packet.h"

/* A connection to the server; its greeting is kept. */
bool dialogue_meet(int fd);
void dialogue_leave(void);
bool dialogue_is_on(void);
const Str *dialogue_greeting(void);

/* The payload's length, by a packet's header. */
size_t dialogue_length(const uint8_t *header);

/* Bytes as they are. */
bool dialogue_send(const void *bytes, size_t n);

/* Append the server's next packet; *payload is where that begins. */
bool dialogue_receive(Str *to, size_t *payload, size_t *n);

/* A command; its whole reply, which tells clients whether they are in a
 * transaction of their own. NULL: nobody hears it. */
bool dialogue_command(uint8_t command, const void *text, size_t n);
bool dialogue_reply(uint8_t command, Str *to, bool in_transaction,
                    PacketReply *r);

/* A query of ours. */
bool dialogue_say(const char *query);

/* Packets to a client. */
void dialogue_put_ok(Str *to, uint8_t number);
void dialogue_put_error(Str *to, uint8_t number, unsigned code,
                        const char *state, const char *text);

#endif
