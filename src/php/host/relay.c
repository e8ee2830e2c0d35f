/* relay.c - all connections of a run to its database, in one transaction.
 *
 * A thread of ours stands between PHP and the server. Whatever the application
 * opens, one after the other or side by side, is one session of the server
 * (shared.c), which is rolled back at the end: so requests of a test see each
 * other, and nothing stays.
 */
#include "php/host/relay.h"

#include "php/host/dialogue.h"
#include "php/host/shared.h"
#include "php/packet.h"

#include "base/vec.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { STACK = 256 * 1024 };

static struct {
    pthread_t thread;
    int control[2];      /* ours, the thread's */
    atomic_bool is_open; /* there is a server */
} relay;

static VEC(RelayClient *) clients;

static void
forget(size_t i)
{
    RelayClient *c = clients.at[i];

    shared_forget(c);
    close(c->fd);
    str_done(&c->in);
    str_done(&c->out);
    free(c->database);
    free(c);
    memmove(clients.at + i, clients.at + i + 1,
            (clients.n - i - 1) * sizeof *clients.at);
    clients.n--;
}

/* The bytes of a whole command at the beginning of what came; 0: not yet. */
static size_t
whole(const Str *in)
{
    size_t at = 0;

    while (at + PACKET_HEADER <= in->n) {
        const size_t n = dialogue_length((const uint8_t *)in->at + at);
        at += PACKET_HEADER + n;
        if (n < PACKET_MOST)
            return at <= in->n ? at : 0;
    }
    return 0;
}

/* False: the connection has ended. */
static bool
serve(RelayClient *c)
{
    char bytes[65536];
    const ssize_t got = recv(c->fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return false;
    if (got > 0)
        str_add(&c->in, bytes, (size_t)got);
    for (size_t n; !c->is_last && (n = whole(&c->in));) {
        const uint8_t *packet = (const uint8_t *)c->in.at;
        if (n == PACKET_HEADER + 1 && packet[PACKET_HEADER] == PACKET_QUIT &&
            c->is_ready)
            return false;
        if (!dialogue_is_on())
            return false;
        if (!(c->is_ready ? shared_command(c, packet, n)
                          : shared_log_in(c, packet, n))) {
            shared_leave(); /* nobody knows what comes next */
            return false;
        }
        memmove(c->in.at, c->in.at + n, c->in.n - n);
        c->in.n -= n;
    }
    return true;
}

static bool
flush(RelayClient *c)
{
    const ssize_t done =
        send(c->fd, str_text(&c->out), c->out.n, MSG_DONTWAIT | MSG_NOSIGNAL);

    if (done < 0)
        return errno == EAGAIN || errno == EINTR;
    memmove(c->out.at, c->out.at + done, c->out.n - (size_t)done);
    c->out.n -= (size_t)done;
    return c->out.n || !c->is_last;
}

static bool
add_client(int fd, int server)
{
    RelayClient *c = calloc(1, sizeof *c);

    *c = (RelayClient){.fd = fd};
    vec_push(&clients, c);
    if (server >= 0 && !dialogue_meet(server))
        shared_leave();
    relay.is_open = dialogue_is_on();
    if (!relay.is_open)
        return false;
    str_add(&c->out, dialogue_greeting()->at, dialogue_greeting()->n);
    return true;
}

/* A new client, or the end: false. */
static bool
take_control(void)
{
    int order[2];

    if (read(relay.control[1], order, sizeof order) != sizeof order ||
        order[0] < 0)
        return false;
    if (!add_client(order[0], order[1]))
        forget(clients.n - 1);
    return true;
}

static bool
serve_events(RelayClient *c)
{
    const short events = c->events;

    c->events = 0;
    const bool ok =
        (!(events & POLLOUT) || flush(c)) && (!(events & ~POLLOUT) || serve(c));
    relay.is_open = dialogue_is_on(); /* before anybody hears of it */
    return ok && (!c->out.n || flush(c));
}

/* Who is in a transaction comes first: it may be its end. */
static void
serve_clients(const struct pollfd *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        clients.at[i]->events = p[i].revents;
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = clients.n; i-- > 0;) {
            RelayClient *c = clients.at[i];
            if (c->events && (shared_is_owner(c) || turn) && !serve_events(c))
                forget(i);
        }
}

static void *
work(void *unused)
{
    (void)unused;
    for (;;) {
        const size_t n = clients.n;
        struct pollfd *p = calloc(n + 1, sizeof *p);
        for (size_t i = 0; i < n; i++)
            p[i] = (struct pollfd){
                clients.at[i]->fd,
                (short)(POLLIN | (clients.at[i]->out.n ? POLLOUT : 0)), 0};
        p[n] = (struct pollfd){relay.control[1], POLLIN, 0};
        const bool some = poll(p, n + 1, -1) > 0;
        if (some)
            serve_clients(p, n);
        const bool go = !some || !p[n].revents || take_control();
        free(p);
        if (!go)
            break;
    }
    while (clients.n)
        forget(clients.n - 1);
    if (dialogue_is_on()) {
        dialogue_say("ROLLBACK");
        dialogue_command(PACKET_QUIT, "", 0);
        shared_leave();
    }
    return NULL;
}

/* The process's own thread */

static bool
start(void)
{
    sigset_t all, before;
    pthread_attr_t small;

    if (relay.control[0])
        return true;
    mallopt(M_ARENA_MAX, 1); /* memory may be limited */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, relay.control) != 0)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    const bool ok = pthread_create(&relay.thread, &small, work, NULL) == 0;
    pthread_attr_destroy(&small);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

bool
relay_is_open(void)
{
    return relay.is_open;
}

bool
relay_add(int client, int server)
{
    const int order[] = {client, server};

    if (server >= 0)
        relay.is_open = true;
    return start() &&
           write(relay.control[0], order, sizeof order) == sizeof order;
}

const char *
relay_end(void)
{
    const int order[] = {-1, -1};

    if (!relay.control[0])
        return NULL;
    if (write(relay.control[0], order, sizeof order) == sizeof order)
        pthread_join(relay.thread, NULL);
    return shared_complaint();
}
