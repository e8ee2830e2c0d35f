/*
 * advisor - brake advisory for a train driver.
 *
 * Twelve integers describe the train and the line ahead; the program prints
 * one advisory with its reason.  Lengths are metres, speeds km/h, masses
 * tonnes, gradients per mille (negative: falling).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum field {
    SPEED, LIMIT, NEXT_LIMIT, NEXT_DIST, ASPECT, SIGNAL_DIST,
    GRADIENT, MASS, BRAKE_PCT, RAIL, KIND, FLAGS, FIELDS
};

enum { STOP, CAUTION, PRELIMINARY, CLEAR };             /* ASPECT */
enum { DRY, WET, LEAVES, ICE };                         /* RAIL */
enum { PASSENGER, FREIGHT, EXPRESS, ENGINE };           /* KIND */

enum {                                                  /* FLAGS */
    UNIT_ISOLATED = 1, DYNAMIC_OUT = 2, ODOMETER_BAD = 4,
    DOORS_OPEN = 8, NO_PROTECTION = 16
};

enum advice { POWER, KEEP, COAST, WARN, SERVICE, FULL, EMERGENCY, HOLD };

static const char *const advice_name[] = {
    "POWER", "KEEP", "COAST", "WARN", "SERVICE", "FULL", "EMERGENCY", "HOLD"
};

struct range {
    const char *name;
    int lo, hi;
};

static const struct range ranges[FIELDS] = {
    { "speed", 0, 350 }, { "limit", 10, 350 }, { "next limit", 0, 350 },
    { "next distance", 0, 20000 }, { "aspect", STOP, CLEAR },
    { "signal distance", 0, 20000 }, { "gradient", -40, 40 }, { "mass", 20, 4000 },
    { "brake percentage", 30, 220 }, { "rail", DRY, ICE },
    { "kind", PASSENGER, ENGINE }, { "flags", 0, 31 },
};

struct kind_data {
    int max_speed;              /* km/h */
    int build_up;               /* tenths of a second until the brakes bite */
    int tolerance;              /* km/h over the limit before a warning */
};

static const struct kind_data kinds[] = {
    { 200, 30, 5 }, { 120, 80, 3 }, { 330, 25, 7 }, { 140, 20, 5 },
};

/* Deceleration (mm/s2) on dry level track by brake percentage. */
static const struct { int pct, dec; } brake_curve[] = {
    { 30, 220 }, { 60, 430 }, { 90, 610 }, { 120, 780 },
    { 160, 970 }, { 200, 1130 }, { 220, 1190 },
};
#define CURVE_POINTS ((int)(sizeof brake_curve / sizeof brake_curve[0]))

#define MAX_TARGETS 3
#define MIN_DECELERATION 60    /* mm/s2; below this the brakes do not hold */

struct target {
    const char *what;
    int speed;                  /* to be reached there, km/h */
    int distance;               /* usable distance, m */
    int slack;                  /* distance left before braking must start, m */
};

struct situation {
    int in[FIELDS];
    int pct;                    /* effective brake percentage */
    int dec;                    /* available deceleration, mm/s2 */
    int limit;                  /* limit in force now, km/h */
    int build_up;               /* tenths of a second */
    struct target targets[MAX_TARGETS];
    int count;
    const struct target *critical;
};

static int has(const struct situation *s, int flag)
{
    return (s->in[FLAGS] & flag) != 0;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- input -------------------------------------------------------------- */

static int parse(int argc, char **argv, struct situation *s)
{
    int i;

    if (argc != FIELDS + 1) {
        printf("error: %d arguments expected\n", FIELDS);
        return -1;
    }
    for (i = 0; i < FIELDS; i++) {
        const char *text = argv[i + 1];
        char *end;
        long v;

        errno = 0;
        v = strtol(text, &end, 10);
        if (end == text || *end != '\0' || errno != 0) {
            printf("error: %s is not a number\n", ranges[i].name);
            return -1;
        }
        if (v < ranges[i].lo || v > ranges[i].hi) {
            printf("error: %s out of range\n", ranges[i].name);
            return -1;
        }
        s->in[i] = (int)v;
    }
    return 0;
}

static int consistent(const struct situation *s)
{
    const struct kind_data *k = &kinds[s->in[KIND]];

    if (s->in[SPEED] > k->max_speed) {
        printf("error: speed impossible for this train\n");
        return 0;
    }
    if (s->in[KIND] == ENGINE && s->in[MASS] > 300) {
        printf("error: mass impossible for an engine\n");
        return 0;
    }
    if (s->in[KIND] != EXPRESS && s->in[BRAKE_PCT] > 200) {
        printf("error: brake percentage impossible for this train\n");
        return 0;
    }
    return 1;
}

/* ---- derived quantities ------------------------------------------------- */

static int effective_percentage(const struct situation *s)
{
    int pct = s->in[BRAKE_PCT];
    int mass;

    if (has(s, UNIT_ISOLATED))
        pct = pct * 3 / 4;
    if (has(s, DYNAMIC_OUT))
        pct -= s->in[KIND] == EXPRESS ? 20 : 5;
    if (s->in[KIND] == FREIGHT)
        for (mass = 1200; mass < s->in[MASS]; mass += 400)
            pct -= 3;           /* long trains brake unevenly */
    return pct < 30 ? 30 : pct;
}

static int curve_deceleration(int pct)
{
    int i = 1;

    while (i < CURVE_POINTS - 1 && brake_curve[i].pct < pct)
        i++;
    return brake_curve[i - 1].dec
        + (pct - brake_curve[i - 1].pct) * (brake_curve[i].dec - brake_curve[i - 1].dec)
        / (brake_curve[i].pct - brake_curve[i - 1].pct);
}

static int adhesion_limit(const struct situation *s)
{
    int cap;

    switch (s->in[RAIL]) {
    case WET:
        cap = 850;
        break;
    case LEAVES:
        cap = 500;
        break;
    case ICE:
        cap = 380;
        break;
    default:
        return 1200;
    }
    if (s->in[KIND] == ENGINE)
        cap -= 60;              /* short trains clean the rail less */
    return cap;
}

/* Metres needed to come from km/h "from" down to "to", in bands of 10 km/h;
   the brakes fade by a fifth above 160 km/h. */
static int braking_distance(const struct situation *s, int from, int to)
{
    long mm = 0;
    int v, next;

    for (v = to; v < from; v = next) {
        long dec = s->dec, lo, hi;

        next = smaller(v + 10, from);
        if (v >= 160)
            dec = dec * 4 / 5;
        lo = v * 10000L / 36;   /* mm/s */
        hi = next * 10000L / 36;
        mm += (hi * hi - lo * lo) / (2 * dec);
    }
    return (int)(mm / 1000);
}

static int reaction_distance(const struct situation *s)
{
    int tenths = 20 + s->build_up;

    return s->in[SPEED] * tenths / 36;
}

static void add_target(struct situation *s, const char *what, int speed, int distance)
{
    struct target *t = &s->targets[s->count++];

    t->what = what;
    t->speed = speed;
    if (has(s, ODOMETER_BAD))
        distance -= 50 + distance / 20;
    t->distance = distance < 0 ? 0 : distance;
    t->slack = t->distance - braking_distance(s, s->in[SPEED], speed)
        - reaction_distance(s);
}

static void collect_targets(struct situation *s)
{
    int overlap = 50;

    if (s->in[RAIL] == LEAVES || s->in[RAIL] == ICE)
        overlap = 100;
    if (s->in[NEXT_LIMIT] < s->limit)
        add_target(s, "speed limit", s->in[NEXT_LIMIT], s->in[NEXT_DIST]);
    if (s->in[ASPECT] == STOP) {
        add_target(s, "stop signal", 0, s->in[SIGNAL_DIST] - overlap);
    } else if (s->in[ASPECT] == CAUTION) {
        add_target(s, "caution signal", s->in[KIND] == FREIGHT ? 30 : 40,
                   s->in[SIGNAL_DIST]);
        if (s->in[GRADIENT] < -15)      /* be ready to stop beyond it */
            add_target(s, "stop beyond caution", 0, s->in[SIGNAL_DIST] + 600);
    } else if (s->in[ASPECT] == PRELIMINARY) {
        add_target(s, "preliminary caution", 100, s->in[SIGNAL_DIST]);
    }
}

/* The target with the least slack among those below the present speed. */
static const struct target *most_critical(const struct situation *s)
{
    const struct target *best = NULL;
    int i;

    for (i = 0; i < s->count; i++) {
        const struct target *t = &s->targets[i];

        if (t->speed >= s->in[SPEED])
            continue;
        if (best == NULL || t->slack < best->slack)
            best = t;
    }
    return best;
}

static void derive(struct situation *s)
{
    const struct kind_data *k = &kinds[s->in[KIND]];

    s->pct = effective_percentage(s);
    s->dec = smaller(curve_deceleration(s->pct), adhesion_limit(s));
    s->dec += s->in[GRADIENT] * 981 / 100;
    s->build_up = k->build_up;
    if (s->in[KIND] == FREIGHT && s->in[MASS] > 2000)
        s->build_up += 40;
    s->limit = smaller(s->in[LIMIT], k->max_speed);
    if (has(s, NO_PROTECTION))
        s->limit = smaller(s->limit, 100);
    if (s->dec >= MIN_DECELERATION)
        collect_targets(s);
    s->critical = most_critical(s);
}

/* ---- rules -------------------------------------------------------------- */

static int over_limit(const struct situation *s)
{
    return s->in[SPEED] - s->limit;
}

static int doors_moving(const struct situation *s)
{
    return has(s, DOORS_OPEN) && s->in[SPEED] > 5;
}

static int doors_standing(const struct situation *s)
{
    return has(s, DOORS_OPEN) && s->in[SPEED] <= 5;
}

static int runaway(const struct situation *s)
{
    return s->dec < MIN_DECELERATION && s->in[SPEED] > 0;
}

static int signal_passed(const struct situation *s)
{
    return s->in[ASPECT] == STOP && s->in[SIGNAL_DIST] == 0 && s->in[SPEED] > 0;
}

static int gross_overspeed(const struct situation *s)
{
    return over_limit(s) > 3 * kinds[s->in[KIND]].tolerance;
}

static int target_lost(const struct situation *s)
{
    return s->critical != NULL && s->critical->slack < -reaction_distance(s);
}

static int target_late(const struct situation *s)
{
    return s->critical != NULL && s->critical->slack < 0;
}

static int overspeed(const struct situation *s)
{
    return over_limit(s) > kinds[s->in[KIND]].tolerance;
}

static int target_due(const struct situation *s)
{
    return s->critical != NULL && s->critical->slack < s->in[SPEED];
}

static int slight_overspeed(const struct situation *s)
{
    return over_limit(s) > 0;
}

static int standing_on_grade(const struct situation *s)
{
    return s->in[SPEED] == 0 && abs(s->in[GRADIENT]) > 5;
}

static int standing_at_signal(const struct situation *s)
{
    return s->in[SPEED] == 0 && s->in[ASPECT] == STOP;
}

static int target_ahead(const struct situation *s)
{
    return s->critical != NULL && s->critical->slack < 10 * s->in[SPEED];
}

static int downhill(const struct situation *s)
{
    return s->in[GRADIENT] <= -10 && over_limit(s) > -10;
}

static int slow(const struct situation *s)
{
    if (s->critical != NULL && s->critical->slack < 2000)
        return 0;
    return over_limit(s) < -15;
}

static int always(const struct situation *s)
{
    (void)s;
    return 1;
}

struct rule {
    enum advice advice;
    int (*applies)(const struct situation *s);
    const char *reason;         /* NULL: name the critical target */
};

static const struct rule rules[] = {
    { EMERGENCY, doors_moving, "doors open" },
    { HOLD, doors_standing, "doors open" },
    { EMERGENCY, runaway, "brakes too weak for this gradient" },
    { EMERGENCY, signal_passed, "signal passed at danger" },
    { EMERGENCY, gross_overspeed, "far above the limit" },
    { EMERGENCY, target_lost, NULL },
    { FULL, target_late, NULL },
    { SERVICE, overspeed, "above the limit" },
    { SERVICE, target_due, NULL },
    { WARN, slight_overspeed, "slightly above the limit" },
    { HOLD, standing_on_grade, "gradient" },
    { HOLD, standing_at_signal, "signal at danger" },
    { COAST, target_ahead, NULL },
    { COAST, downhill, "falling gradient" },
    { POWER, slow, "below the limit" },
    { KEEP, always, "nothing ahead" },
};

static void print_reason(const struct situation *s, const struct rule *r)
{
    if (r->reason != NULL)
        printf("%s", r->reason);
    else
        printf("%s, %d km/h in %d m", s->critical->what, s->critical->speed,
               s->critical->distance);
}

int main(int argc, char **argv)
{
    struct situation s = { 0 };
    const struct rule *r = rules;

    if (parse(argc, argv, &s) < 0)
        return 2;
    if (!consistent(&s))
        return 3;
    derive(&s);
    while (!r->applies(&s))
        r++;
    printf("%s: ", advice_name[r->advice]);
    print_reason(&s, r);
    putchar('\n');
    if (r->advice >= SERVICE && r->advice != HOLD)
        printf("brake %d%%\n", s.pct);
    return r->advice == EMERGENCY;
}
