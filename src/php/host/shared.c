/* shared.c - one session of the database's server for all connections of a run.
 *
 * What the application says of its own transactions becomes savepoints in the
 * one that is rolled back at the end. Statements that end it, or write to
 * tables that know none, leave a mark before they are passed on; the database
 * is then put back by its saved contents.
 *
 * The session's time and random numbers are fixed, like the run's. Of two open
 * connections, temporary tables, variables of SQL and the last inserted id are
 * the same, and a rollback of one takes along what the other wrote meanwhile.
 */
#include "php/host/shared.h"

#include "php/host/database.h"
#include "php/host/dialogue.h"
#include "php/host/host.h"
#include "php/packet.h"
#include "php/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Who has logged in. */
static struct {
    char *user;
    uint8_t proof[256];
    size_t nproof;
    bool is_asked; /* the server wants to know more */
} login;

static struct {
    const RelayClient *current; /* whose settings it has */
    const RelayClient *owner;   /* in a transaction of its own */
    bool several;               /* statements in one query are allowed */
    bool manual;                /* the application commits by itself */
    bool is_locked;             /* tables are; then there is no transaction */
} session;

static const char *complaint;

static bool
reply(uint8_t command, RelayClient *c, PacketReply *r)
{
    return dialogue_reply(command, &c->out, session.owner || session.manual, r);
}

/* Logging in */

void
shared_leave(void)
{
    dialogue_leave();
    free(login.user);
    login.user = NULL;
    login.is_asked = false;
}

static bool
begin_transaction(void)
{
    return dialogue_say("START TRANSACTION") &&
           (!session.manual || dialogue_say("SAVEPOINT culprit"));
}

/* What a new connection would have. */
static bool
reset_session(const RelayClient *c)
{
    Str text = {0};

    str_printf(&text,
               "SET character_set_client = %u, character_set_results = %u, "
               "collation_connection = %u, sql_mode = DEFAULT, time_zone = "
               "DEFAULT, foreign_key_checks = DEFAULT, unique_checks = DEFAULT",
               c->charset, c->charset, c->charset);
    const bool ok = dialogue_say(text.at);
    str_done(&text);
    return ok;
}

static void
keep_login(RelayClient *c, const PacketLogin *l)
{
    c->charset = l->charset;
    c->several = l->able & PACKET_MULTI_STATEMENTS;
    free(c->database);
    c->database = strdup(l->database);
}

static bool
is_same_login(const PacketLogin *l)
{
    return strcmp(l->user, login.user) == 0 && l->nproof == login.nproof &&
           memcmp(l->proof, login.proof, l->nproof) == 0;
}

static void
deny(RelayClient *c, uint8_t number, const PacketLogin *l)
{
    Str text = {0};

    str_printf(&text,
               "Access denied for user '%s'@'localhost' (using password: %s)",
               l->user, l->nproof ? "YES" : "NO");
    dialogue_put_error(&c->out, number, 1045, "28000", text.at);
    str_done(&text);
}

static bool
is_allowed(RelayClient *c, uint8_t number, const PacketLogin *l)
{
    static char text[512];

    if (strcmp(l->user, host_login.user) == 0)
        return true;
    snprintf(text, sizeof text,
             "the application connects to its database as %.100s, but %.300s "
             "names another user",
             l->user, host_launch.database);
    complaint = text;
    deny(c, number, l);
    return false;
}

/* The session is there: how it begins. */
static bool
open_session(RelayClient *c)
{
    session.current = c;
    session.several = c->several;
    return dialogue_say(
               "SET timestamp = 1735732800, rand_seed1 = 1, rand_seed2 = 2") &&
           begin_transaction();
}

/* The server's word on a login; the client may be asked for more. */
static bool
pass_login(RelayClient *c)
{
    size_t at, n;

    if (!dialogue_receive(&c->out, &at, &n) || n == 0)
        return false;
    const uint8_t kind = (uint8_t)c->out.at[at];
    c->is_ready = kind == 0;
    c->is_last = kind == 0xff;
    login.is_asked = !c->is_ready && !c->is_last;
    if (c->is_last)
        shared_leave();
    return !c->is_ready || open_session(c);
}

static bool
use_database(const char *name)
{
    PacketReply r;

    return !name[0] || (dialogue_command(PACKET_USE, name, strlen(name)) &&
                        dialogue_reply(PACKET_USE, NULL, false, &r));
}

/* All but the first connection: what the server would say. */
static bool
join_session(RelayClient *c, const PacketLogin *l, uint8_t number)
{
    c->is_ready = is_same_login(l);
    c->is_last = !c->is_ready;
    if (c->is_last) {
        deny(c, number, l);
        return true;
    }
    dialogue_put_ok(&c->out, number);
    session.current = c;
    return reset_session(c) && use_database(c->database);
}

bool
shared_log_in(RelayClient *c, const uint8_t *packet, size_t n)
{
    const uint8_t number = (uint8_t)(packet[3] + 1);
    PacketLogin l;

    if (login.is_asked)
        return dialogue_send(packet, n) && pass_login(c);
    if (!packet_login(packet + PACKET_HEADER, n - PACKET_HEADER, &l))
        return false;
    c->is_last = !is_allowed(c, number, &l);
    if (c->is_last)
        return true;
    keep_login(c, &l);
    if (!login.user) {
        login.user = strdup(l.user);
        login.nproof = l.nproof;
        memcpy(login.proof, l.proof, l.nproof);
        return dialogue_send(packet, n) && pass_login(c);
    }
    return join_session(c, &l, number);
}

/* Statements */

/* What is said instead of what the application says of its transactions. */
static const char *
instead(RelayClient *c, SqlKind kind)
{
    const bool is_in = session.owner || session.manual;

    switch (kind) {
    case SQL_AUTOCOMMIT_OFF:
        session.manual = true;
        return "SAVEPOINT culprit";
    case SQL_BEGIN:
    case SQL_COMMIT_CHAIN:
        session.owner = c;
        return "SAVEPOINT culprit";
    case SQL_AUTOCOMMIT_ON:
        session.manual = false;
        session.owner = NULL;
        return is_in ? "RELEASE SAVEPOINT culprit" : "DO 0";
    case SQL_COMMIT:
        session.owner = NULL;
        return session.manual ? "SAVEPOINT culprit"
               : is_in        ? "RELEASE SAVEPOINT culprit"
                              : "DO 0";
    case SQL_ROLLBACK:
        session.owner = NULL;
        return is_in ? "ROLLBACK TO SAVEPOINT culprit" : "DO 0";
    case SQL_ROLLBACK_CHAIN:
        session.owner = c;
        return is_in ? "ROLLBACK TO SAVEPOINT culprit" : "SAVEPOINT culprit";
    case SQL_READS:
    case SQL_WRITES:
    case SQL_COMMITS:
    case SQL_LOCKS:
    case SQL_UNLOCKS:
    case SQL_ANYTHING:
        break;
    }
    return NULL;
}

static void
note_change(SqlKind kind, const char *text, size_t n)
{
    if (kind == SQL_COMMITS || kind == SQL_LOCKS || kind == SQL_UNLOCKS ||
        kind == SQL_ANYTHING || session.is_locked)
        database_mark(CHANGE_ALL);
    else if (kind == SQL_WRITES || database_has_code())
        database_mark(database_can_undo(text, n) ? CHANGE_COUNTS : CHANGE_ALL);
    if (kind == SQL_LOCKS)
        session.is_locked = true;
    if (kind == SQL_UNLOCKS)
        session.is_locked = false;
}

/* The query as it is passed on. */
static void
translate(RelayClient *c, const char *text, size_t n, Str *out)
{
    while (n > 0) {
        const size_t length = c->several ? sql_length(text, n) : n;
        const SqlKind kind = sql_kind(text, length);
        const char *other = instead(c, kind);
        note_change(kind, text, length);
        if (other)
            str_puts(out, other);
        else
            str_add(out, text, length);
        if (length < n)
            str_putc(out, ';');
        text += length + (length < n);
        n -= length + (length < n);
    }
}

/* Did something end the transaction? Then the next one begins. */
static bool
go_on(const PacketReply *r, bool may_end)
{
    const bool ended =
        r->is_error ? may_end : !(r->status & PACKET_IN_TRANSACTION);

    if (!ended || session.is_locked)
        return true;
    database_mark(CHANGE_ALL);
    session.owner = NULL;
    return begin_transaction();
}

static bool
ask(RelayClient *c, uint8_t command, const char *text, size_t n)
{
    const SqlKind kind = sql_kind(text, n);
    PacketReply r;
    Str query = {0};

    if (command == PACKET_QUERY)
        translate(c, text, n, &query);
    else {
        str_add(&query, text, n);
        note_change(kind >= SQL_LOCKS ? SQL_ANYTHING : kind, text, n);
    }
    const bool ok = dialogue_command(command, str_text(&query), query.n) &&
                    reply(command, c, &r) &&
                    (command != PACKET_QUERY ||
                     go_on(&r, kind == SQL_COMMITS || kind == SQL_ANYTHING ||
                                   kind == SQL_UNLOCKS));
    str_done(&query);
    return ok;
}

static bool
roll_back(const RelayClient *c)
{
    if (session.owner != c && !(session.manual && session.current == c))
        return true;
    session.owner = NULL;
    session.manual = false;
    return session.is_locked || dialogue_say("ROLLBACK TO SAVEPOINT culprit");
}

static bool
change_user(RelayClient *c, const uint8_t *payload, size_t n)
{
    PacketLogin l;

    if (!packet_change_user(payload, n, &l))
        return false;
    if (!is_same_login(&l)) {
        if (is_allowed(c, 1, &l))
            deny(c, 1, &l);
        c->is_last = true;
        return true;
    }
    l.able = c->several ? PACKET_MULTI_STATEMENTS : 0;
    keep_login(c, &l);
    dialogue_put_ok(&c->out, 1);
    return roll_back(c) && reset_session(c) && use_database(c->database);
}

/* The session as this connection left it. */
static bool
switch_to(RelayClient *c)
{
    const uint8_t option[] = {c->several ? 0 : 1, 0};
    PacketReply r;
    bool ok = true;

    if (session.several != c->several)
        ok = dialogue_command(PACKET_SET_OPTION, option, 2) &&
             dialogue_reply(PACKET_SET_OPTION, NULL, false, &r);
    session.several = c->several;
    ok = ok && (session.current == c || use_database(c->database));
    session.current = c;
    return ok;
}

bool
shared_command(RelayClient *c, const uint8_t *packet, size_t n)
{
    const uint8_t *payload = packet + PACKET_HEADER;
    const size_t length = n - PACKET_HEADER;
    PacketReply r;

    if (length == 0 || !switch_to(c))
        return false;
    switch (payload[0]) {
    case PACKET_QUERY:
    case PACKET_PREPARE:
        if (length < PACKET_MOST)
            return ask(c, payload[0], (const char *)payload + 1, length - 1);
        database_mark(CHANGE_ALL);
        break;
    case PACKET_CHANGE_USER:
        return change_user(c, payload, length);
    case PACKET_RESET:
        dialogue_put_ok(&c->out, 1);
        return roll_back(c) && reset_session(c);
    case PACKET_USE:
        free(c->database);
        c->database = strndup((const char *)payload + 1, length - 1);
        break;
    case PACKET_SET_OPTION:
        c->several = session.several = length > 1 && payload[1] == 0;
        break;
    case PACKET_LONG_DATA:
    case PACKET_CLOSE:
        return dialogue_send(packet, n);
    default:
        break;
    }
    return dialogue_send(packet, n) && reply(payload[0], c, &r) &&
           (payload[0] != PACKET_EXECUTE || go_on(&r, false));
}

/* Clients that leave */

void
shared_forget(const RelayClient *c)
{
    if (dialogue_is_on() && c->is_ready)
        roll_back(c);
    if (session.current == c)
        session.current = NULL;
}

bool
shared_is_owner(const RelayClient *c)
{
    return session.owner == c;
}

const char *
shared_complaint(void)
{
    return complaint;
}
