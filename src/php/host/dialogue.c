/* dialogue.c - what the relay and the database's server say to each other. */
#include "php/host/dialogue.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int server = -1;
static Str greeting; /* its first packet */

static bool
read_all(int fd, void *to, size_t n)
{
    for (char *at = to; n > 0;) {
        const ssize_t done = read(fd, at, n);
        if (done == 0 || (done < 0 && errno != EINTR))
            return false;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

static bool
write_all(int fd, const void *from, size_t n)
{
    for (const char *at = from; n > 0;) {
        const ssize_t done = send(fd, at, n, MSG_NOSIGNAL);
        if (done < 0 && errno != EINTR)
            return false;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

size_t
dialogue_length(const uint8_t *header)
{
    return header[0] | (size_t)header[1] << 8 | (size_t)header[2] << 16;
}

bool
dialogue_receive(Str *to, size_t *payload, size_t *n)
{
    uint8_t header[PACKET_HEADER];

    if (!read_all(server, header, sizeof header))
        return false;
    *n = dialogue_length(header);
    str_add(to, header, sizeof header);
    *payload = to->n;
    str_reserve(to, *n + 1);
    if (!read_all(server, to->at + to->n, *n))
        return false;
    to->n += *n;
    to->at[to->n] = 0;
    return true;
}

static void
put_packet(Str *to, uint8_t number, const void *payload, size_t n)
{
    const uint8_t header[] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16),
                              number};

    str_add(to, header, sizeof header);
    str_add(to, payload, n);
}

void
dialogue_put_ok(Str *to, uint8_t number)
{
    static const uint8_t ok[] = {0, 0, 0, 2, 0, 0, 0};

    put_packet(to, number, ok, sizeof ok);
}

void
dialogue_put_error(Str *to, uint8_t number, unsigned code, const char *state,
                   const char *text)
{
    Str payload = {0};

    str_printf(&payload, "%c%c%c#%s%s", 0xff, (int)(code & 0xff),
               (int)(code >> 8), state, text);
    put_packet(to, number, payload.at, payload.n);
    str_done(&payload);
}

bool
dialogue_reply(uint8_t command, Str *to, bool in_transaction, PacketReply *r)
{
    Str dropped = {0}, *out = to ? to : &dropped;
    bool ok = true;

    packet_begin(r, command);
    while (ok && !r->is_done) {
        size_t at, n;
        ok = dialogue_receive(out, &at, &n) &&
             packet_take(r, (uint8_t *)out->at + at, n, in_transaction);
    }
    str_done(&dropped);
    return ok;
}

bool
dialogue_send(const void *bytes, size_t n)
{
    return write_all(server, bytes, n);
}

bool
dialogue_command(uint8_t command, const void *text, size_t n)
{
    Str packet = {0}, payload = {0};

    str_putc(&payload, (char)command);
    str_add(&payload, text, n);
    put_packet(&packet, 0, payload.at, payload.n);
    const bool ok = write_all(server, packet.at, packet.n);
    str_done(&payload);
    str_done(&packet);
    return ok;
}

bool
dialogue_say(const char *query)
{
    PacketReply r;

    return dialogue_command(PACKET_QUERY, query, strlen(query)) &&
           dialogue_reply(PACKET_QUERY, NULL, false, &r);
}

bool
dialogue_meet(int fd)
{
    size_t at, n;

    server = fd;
    str_clear(&greeting);
    return dialogue_receive(&greeting, &at, &n) &&
           packet_greeting((uint8_t *)greeting.at + at, n);
}

void
dialogue_leave(void)
{
    if (server >= 0)
        close(server);
    server = -1;
}

bool
dialogue_is_on(void)
{
    return server >= 0;
}

const Str *
dialogue_greeting(void)
{
    return &greeting;
}
