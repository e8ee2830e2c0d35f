/*
 * dispatch - a job scheduler simulator.
 *
 *   dispatch [-q] [-g] SCRIPT
 *
 * The script is read line by line; '#' begins a comment.
 *
 *   set quantum|levels|aging|switch N
 *   job NAME PRIORITY [at TICK] [deadline TICKS] STEP...
 *   run [TICKS]          until all is done, or for so many ticks
 *   kill NAME            suspend NAME            resume NAME
 *   renice NAME PRIORITY
 *   show                 the state of every job
 *
 * A step is cpu:N, io:DEVICE:N, sleep:N, lock:NAME, unlock:NAME or repeat:N.
 * Priorities go from 0, the best, to levels - 1.  A ready job of a better
 * level preempts the running one.  Within a level the jobs take turns.
 * -q leaves out the log of events, -g draws what the processor did.
 *
 * Exit status: 0, 1 if the script has errors, 2 for a wrong command line,
 * 3 if the jobs deadlock.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

#define MAX_TICKS 2000
#define MAX_WORDS 32
#define LINE_SIZE 256
#define CHART_WIDTH 60

static struct { int quantum, levels, aging, cost; } config = { 4, 4, 0, 0 };

static struct queue ready[MAX_LEVELS];
static struct job *all_jobs, *last_job;
static struct resource *resources;
static struct job *running;
static struct job *previous;            /* the job that ran before */
static int switching;                   /* ticks left of a context switch */
static int now;

static int idle_ticks, switch_ticks, switches, longest_ready;
static char chart[MAX_TICKS + 1];
static bool quiet, deadlocked;
static int line_number, script_errors;

static void make_ready(struct job *job, bool in_front);
static void next_step(struct job *job);

/* ---------------------------------------------------------------- messages */

static void event(const struct job *job, const char *format, ...)
{
    va_list args;

    if (quiet)
        return;
    printf("%4d %-8s ", now, job->name);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

static void script_error(const char *what, const char *word)
{
    printf("line %d: %s '%s'\n", line_number, what, word);
    script_errors++;
}

static void *allocate(size_t size)
{
    void *p = calloc(1, size);
    if (p == NULL) {
        fputs("dispatch: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

/* --------------------------------------------------------- jobs, resources */

static struct job *find_job(const char *name)
{
    struct job *job = all_jobs;

    while (job != NULL && strcmp(job->name, name) != 0)
        job = job->all;
    return job;
}

static struct resource *get_resource(const char *name, bool is_lock)
{
    struct resource **link = &resources;

    for (; *link != NULL; link = &(*link)->next)
        if ((*link)->is_lock == is_lock && strcmp((*link)->name, name) == 0)
            return *link;
    *link = allocate(sizeof **link);
    strcpy((*link)->name, name);
    (*link)->is_lock = is_lock;
    return *link;
}

static bool is_over(const struct job *job)
{
    return job->state == DONE || job->state == KILLED;
}

/* Changes the current level, moving the job if it stands in a ready queue. */
static void set_level(struct job *job, int level)
{
    if (level == job->level)
        return;
    if (job->state == READY) {
        queue_remove(&ready[job->level], job);
        job->level = level;
        queue_put(&ready[level], job);
    } else {
        job->level = level;
    }
}

static void make_ready(struct job *job, bool in_front)
{
    int waiting = 0;

    job->state = READY;
    job->age = 0;
    if (in_front) {
        queue_push(&ready[job->level], job);
    } else {
        job->slice = 0;
        queue_put(&ready[job->level], job);
    }
    for (int i = 0; i < config.levels; i++)
        waiting += ready[i].length;
    if (waiting > longest_ready)
        longest_ready = waiting;
}

/* ------------------------------------------------------------------- locks */

static void grant(struct resource *lock, struct job *job)
{
    lock->owner = job;
    lock->grants++;
    job->locks++;
}

/* Gives the lock up and hands it to the best waiter. */
static void release(struct resource *lock)
{
    struct job *owner = lock->owner;
    struct job *heir = queue_take_best(&lock->waiters);

    lock->owner = NULL;
    owner->locks--;
    if (owner->locks == 0)
        set_level(owner, owner->base);  /* nothing inherited any more */
    if (heir != NULL) {
        event(heir, "gets %s", lock->name);
        grant(lock, heir);
        heir->pc++;
        next_step(heir);
    }
}

static void release_all(struct job *job)
{
    for (struct resource *r = resources; r != NULL; r = r->next)
        if (r->is_lock && r->owner == job)
            release(r);
}

/* Returns false if the job has to wait for the lock. */
static bool acquire(struct job *job, struct resource *lock)
{
    if (lock->owner == NULL) {
        grant(lock, job);
        return true;
    }
    event(job, "blocks on %s of %s", lock->name, lock->owner->name);
    job->state = BLOCKED;
    queue_put(&lock->waiters, job);
    if (job->level < lock->owner->level) {
        event(lock->owner, "inherits priority %d", job->level);
        set_level(lock->owner, job->level);
    }
    return false;
}

/* ------------------------------------------------------------- the programs */

static void stop_running(struct job *job)
{
    if (running == job) {
        running = NULL;
        switching = 0;
    }
}

static void finish(struct job *job, enum state state)
{
    job->state = state;
    job->finish = now;
    stop_running(job);
    release_all(job);
}

/* Gives the device, now free, to that job; to nobody if it is NULL. */
static void serve(struct resource *device, struct job *job)
{
    device->owner = job;
    if (job != NULL) {
        device->grants++;
        job->until = now + job->steps[job->pc].amount;
        event(job, "uses %s", device->name);
    }
}

static void start_io(struct job *job, struct resource *device)
{
    job->state = WAITING;
    if (device->owner == NULL) {
        serve(device, job);
    } else {
        queue_put(&device->waiters, job);
        event(job, "waits for %s", device->name);
    }
}

/*
 * Enters the step at pc.  Steps that take no time are carried out at once;
 * the job ends up running, ready, waiting or finished.
 */
static void next_step(struct job *job)
{
    for (;;) {
        struct step *step = &job->steps[job->pc];

        if (job->pc == job->step_count) {
            event(job, "ends");
            finish(job, DONE);
            return;
        }
        switch (step->op) {
        case OP_CPU:
            job->left = step->amount;
            if (job != running)
                make_ready(job, false);
            return;
        case OP_IO:
            stop_running(job);
            start_io(job, step->target);
            return;
        case OP_SLEEP:
            stop_running(job);
            job->state = SLEEPING;
            job->until = now + step->amount;
            event(job, "sleeps");
            return;
        case OP_LOCK:
            if (step->target->owner == job) {
                event(job, "locks %s twice", step->target->name);
                finish(job, KILLED);
                return;
            }
            if (!acquire(job, step->target)) {
                stop_running(job);
                return;
            }
            break;
        case OP_UNLOCK:
            if (step->target->owner != job) {
                event(job, "does not hold %s", step->target->name);
                finish(job, KILLED);
                return;
            }
            release(step->target);
            break;
        case OP_REPEAT:
            if (job->rounds < step->amount) {
                job->rounds++;
                job->pc = 0;
                continue;
            }
            break;
        }
        job->pc++;
    }
}

/* ---------------------------------------------------------------- one tick */

static void arrivals_and_sleepers(void)
{
    for (struct job *job = all_jobs; job != NULL; job = job->all) {
        if (job->state == PLANNED && job->arrival <= now) {
            event(job, "arrives");
            next_step(job);
        } else if (job->state == SLEEPING && job->until <= now) {
            event(job, "wakes up");
            job->pc++;
            next_step(job);
        }
    }
}

static void finish_io(void)
{
    for (struct resource *r = resources; r != NULL; r = r->next) {
        struct job *job = r->owner;

        if (r->is_lock || job == NULL || job->until > now)
            continue;
        event(job, "is done with %s", r->name);
        r->busy += job->steps[job->pc].amount;
        serve(r, queue_take(&r->waiters));
        job->pc++;
        next_step(job);
    }
}

/* A job that has waited for config.aging ticks moves up one level. */
static void age_ready_jobs(void)
{
    for (int i = 0; i < config.levels; i++) {
        struct job *job = ready[i].head;
        while (job != NULL) {
            struct job *after = job->next;
            job->waited++;
            job->age++;
            if (config.aging > 0 && job->age >= config.aging && i > 0) {
                event(job, "ages to priority %d", i - 1);
                set_level(job, i - 1);
                job->age = 0;
            }
            job = after;
        }
    }
}

static int best_ready_level(void)
{
    int level = 0;

    while (level < config.levels && ready[level].head == NULL)
        level++;
    return level;
}

static void dispatch(void)
{
    int level = best_ready_level();

    if (running != NULL && level < running->level) {
        struct job *job = running;
        event(job, "is preempted");
        running = NULL;
        switching = 0;
        make_ready(job, true);
    } else if (running != NULL && running->slice >= config.quantum) {
        struct job *job = running;
        job->slice = 0;
        if (job->locks == 0)
            set_level(job, job->base);
        if (best_ready_level() > job->level)
            return;                     /* nobody to take turns with */
        event(job, "has used its slice");
        running = NULL;
        make_ready(job, false);
    }
    if (running != NULL)
        return;
    level = best_ready_level();
    if (level == config.levels)
        return;
    running = queue_take(&ready[level]);
    running->state = RUNNING;
    running->turns++;
    if (previous != NULL && previous != running) {
        switches++;
        switching = config.cost;
    }
    previous = running;
    event(running, "runs");
}

static void run_processor(void)
{
    struct job *job = running;

    if (job == NULL) {
        idle_ticks++;
        chart[now] = '.';
        return;
    }
    if (switching > 0) {
        switching--;
        switch_ticks++;
        chart[now] = '*';
        return;
    }
    if (job->first_run == NEVER)
        job->first_run = now;
    chart[now] = job->name[0];
    job->cpu++;
    job->slice++;
    job->left--;
}

/* What the tick that has just passed brought to an end. */
static void after_tick(void)
{
    now++;
    for (struct job *job = all_jobs; job != NULL; job = job->all) {
        if (job->deadline != NEVER && !is_over(job) && !job->late
            && now > job->arrival + job->deadline) {
            event(job, "misses its deadline");
            job->late = true;
        }
    }
    if (running != NULL && running->left == 0) {
        running->pc++;
        next_step(running);
    }
}

/* Is there anything left that time alone will bring about? */
static bool is_active(void)
{
    if (running != NULL || best_ready_level() < config.levels)
        return true;
    for (const struct job *job = all_jobs; job != NULL; job = job->all)
        if (job->state == PLANNED || job->state == SLEEPING || job->state == WAITING)
            return true;
    return false;
}

static void check_deadlock(void)
{
    for (const struct job *job = all_jobs; job != NULL; job = job->all) {
        if (job->state == BLOCKED) {
            const struct resource *lock = job->steps[job->pc].target;
            if (lock->owner->state == SUSPENDED)
                continue;
            printf("%4d deadlock: %s waits for %s held by %s\n", now, job->name,
                   lock->name, lock->owner->name);
            deadlocked = true;
        }
    }
}

static void simulate(int ticks)
{
    while (ticks-- > 0 && now < MAX_TICKS) {
        if (!is_active()) {
            check_deadlock();
            return;
        }
        arrivals_and_sleepers();
        finish_io();
        dispatch();
        run_processor();
        age_ready_jobs();
        after_tick();
    }
    if (now == MAX_TICKS)
        puts("time limit reached");
}

/* ---------------------------------------------------------------- commands */

/* Takes a job out of whatever it stands in. */
static void detach(struct job *job)
{
    if (job->state == READY)
        queue_remove(&ready[job->level], job);
    stop_running(job);
    for (struct resource *r = resources; r != NULL; r = r->next) {
        queue_remove(&r->waiters, job);
        if (!r->is_lock && r->owner == job)
            serve(r, queue_take(&r->waiters));
    }
}

static void kill_job(struct job *job)
{
    detach(job);
    event(job, "is killed");
    finish(job, KILLED);
}

/* Only a job that could run can be suspended. */
static void suspend_job(struct job *job)
{
    if (job->state != READY && job->state != RUNNING) {
        script_error("cannot suspend", job->name);
        return;
    }
    detach(job);
    job->state = SUSPENDED;
    event(job, "is suspended");
}

static void resume_job(struct job *job)
{
    if (job->state != SUSPENDED) {
        script_error("not suspended", job->name);
        return;
    }
    event(job, "is resumed");
    make_ready(job, false);
}

static void show(void)
{
    static const char *const names[] = {
        "planned", "ready", "running", "sleeping", "waiting", "blocked",
        "suspended", "done", "killed"
    };

    printf("%4d state:\n", now);
    for (const struct job *job = all_jobs; job != NULL; job = job->all)
        printf("     %-8s %-9s priority %d/%d, step %d\n", job->name,
               names[job->state], job->level, job->base, job->pc);
    for (int i = 0; i < config.levels; i++) {
        if (ready[i].head == NULL)
            continue;
        printf("     level %d:", i);
        for (const struct job *job = ready[i].head; job != NULL; job = job->next)
            printf(" %s", job->name);
        putchar('\n');
    }
}

/* ------------------------------------------------------------------ script */

/* A number from low to high, or -1 after a message. */
static int number(const char *word, int low, int high)
{
    char *end;
    long n;

    if (word == NULL) {
        script_error("number missing after", "...");
        return -1;
    }
    n = strtol(word, &end, 10);
    if (*word == '\0' || *end != '\0' || n < low || n > high) {
        script_error("bad number", word);
        return -1;
    }
    return (int)n;
}

static bool valid_name(const char *name)
{
    size_t n = name == NULL ? 0 : strlen(name);

    if (n > 0 && n < NAME_SIZE)
        return true;
    script_error("bad name", name == NULL ? "" : name);
    return false;
}

/* Parses one step such as "io:disk:5"; false after a message. */
static bool parse_step(char *word, struct step *step)
{
    static const struct { const char *name; enum op op; bool named, counted; } ops[] = {
        { "cpu", OP_CPU, false, true }, { "io", OP_IO, true, true },
        { "sleep", OP_SLEEP, false, true }, { "lock", OP_LOCK, true, false },
        { "unlock", OP_UNLOCK, true, false }, { "repeat", OP_REPEAT, false, true }
    };
    char *parts[3] = { word, NULL, NULL };
    int count = 1;

    for (char *p = word; *p != '\0'; p++) {
        if (*p == ':' && count < 3) {
            *p = '\0';
            parts[count++] = p + 1;
        }
    }
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (strcmp(word, ops[i].name) != 0)
            continue;
        if (count != 1 + ops[i].named + ops[i].counted) {
            script_error("wrong form of step", word);
            return false;
        }
        step->op = ops[i].op;
        step->amount = 0;
        if (ops[i].named) {
            if (!valid_name(parts[1]))
                return false;
            step->target = get_resource(parts[1], ops[i].op != OP_IO);
        }
        if (ops[i].counted) {
            step->amount = number(parts[count - 1], 1, 99);
            if (step->amount < 0)
                return false;
        }
        return true;
    }
    script_error("unknown step", word);
    return false;
}

/* Reads the words of a job command into *job; false after a message. */
static bool parse_job(struct job *job, char **words, int count)
{
    int i = 3;

    if (!valid_name(words[1]))
        return false;
    if (find_job(words[1]) != NULL) {
        script_error("duplicate job", words[1]);
        return false;
    }
    strcpy(job->name, words[1]);
    job->base = number(words[2], 0, config.levels - 1);
    if (job->base < 0)
        return false;
    job->level = job->base;
    job->arrival = now;
    job->deadline = job->first_run = job->finish = NEVER;
    for (; i + 1 < count; i += 2) {
        if (strcmp(words[i], "at") == 0) {
            if ((job->arrival = number(words[i + 1], now, MAX_TICKS)) < 0)
                return false;
        } else if (strcmp(words[i], "deadline") == 0) {
            if ((job->deadline = number(words[i + 1], 1, MAX_TICKS)) < 0)
                return false;
        } else {
            break;
        }
    }
    for (; i < count; i++) {
        if (job->step_count == MAX_STEPS) {
            script_error("too many steps for", job->name);
            return false;
        }
        if (job->step_count > 0 && job->steps[job->step_count - 1].op == OP_REPEAT) {
            script_error("step after repeat:", words[i]);
            return false;
        }
        if (!parse_step(words[i], &job->steps[job->step_count]))
            return false;
        job->step_count++;
    }
    if (job->step_count == 0)
        script_error("no steps for", job->name);
    return job->step_count > 0;
}

static void job_command(char **words, int count)
{
    struct job *job = allocate(sizeof *job);

    if (!parse_job(job, words, count)) {
        free(job);
        return;
    }
    if (last_job == NULL)
        all_jobs = job;
    else
        last_job->all = job;
    last_job = job;
}

static void set_command(char **words)
{
    int value;

    if (words[1] == NULL) {
        script_error("nothing to", words[0]);
    } else if (strcmp(words[1], "quantum") == 0) {
        if ((value = number(words[2], 1, 99)) > 0)
            config.quantum = value;
    } else if (strcmp(words[1], "levels") == 0) {
        if (all_jobs != NULL)
            script_error("too late to set", words[1]);
        else if ((value = number(words[2], 1, MAX_LEVELS)) > 0)
            config.levels = value;
    } else if (strcmp(words[1], "aging") == 0) {
        if ((value = number(words[2], 0, 99)) >= 0)
            config.aging = value;
    } else if (strcmp(words[1], "switch") == 0) {
        if ((value = number(words[2], 0, 9)) >= 0)
            config.cost = value;
    } else {
        script_error("unknown setting", words[1]);
    }
}

static void job_control(char **words)
{
    struct job *job = words[1] == NULL ? NULL : find_job(words[1]);

    if (job == NULL) {
        script_error("no such job", words[1] == NULL ? "" : words[1]);
    } else if (is_over(job)) {
        script_error("already over", words[1]);
    } else if (strcmp(words[0], "kill") == 0) {
        kill_job(job);
    } else if (strcmp(words[0], "suspend") == 0) {
        suspend_job(job);
    } else if (strcmp(words[0], "resume") == 0) {
        resume_job(job);
    } else {
        int level = number(words[2], 0, config.levels - 1);
        if (level >= 0) {
            job->base = level;
            if (job->locks == 0 || level < job->level)
                set_level(job, level);
            event(job, "now has priority %d", job->level);
        }
    }
}

static void execute(char *line)
{
    char *words[MAX_WORDS] = { NULL };
    int count = 0;

    line[strcspn(line, "#\n")] = '\0';
    for (char *w = strtok(line, " \t\r"); w != NULL && count < MAX_WORDS - 1; w = strtok(NULL, " \t\r"))
        words[count++] = w;
    if (count == 0)
        return;
    if (strcmp(words[0], "set") == 0) {
        set_command(words);
    } else if (strcmp(words[0], "job") == 0) {
        job_command(words, count);
    } else if (strcmp(words[0], "run") == 0) {
        int ticks = count == 1 ? MAX_TICKS : number(words[1], 1, MAX_TICKS);
        if (ticks > 0)
            simulate(ticks);
    } else if (strcmp(words[0], "show") == 0) {
        show();
    } else if (strcmp(words[0], "kill") == 0 || strcmp(words[0], "suspend") == 0
               || strcmp(words[0], "resume") == 0 || strcmp(words[0], "renice") == 0) {
        job_control(words);
    } else {
        script_error("unknown command", words[0]);
    }
}

/* -------------------------------------------------------------- statistics */

static void job_statistics(const struct job *job, int *turnaround)
{
    printf("%-8s ", job->name);
    if (job->state == KILLED) {
        printf("killed at %d", job->finish);
    } else if (job->state == DONE) {
        *turnaround += job->finish - job->arrival;
        printf("turnaround %d", job->finish - job->arrival);
    } else {
        printf("unfinished");
    }
    if (job->first_run != NEVER)
        printf(", response %d", job->first_run - job->arrival);
    printf(", cpu %d, waited %d, turns %d", job->cpu, job->waited, job->turns);
    if (job->deadline != NEVER) {
        if (job->late && job->finish != NEVER)
            printf(", late by %d", job->finish - job->arrival - job->deadline);
        else
            printf(", deadline %s", job->late ? "missed" : "kept");
    }
    putchar('\n');
}

static void statistics(void)
{
    int jobs = 0, done = 0, turnaround = 0, waited = 0, busy;

    puts("== jobs");
    for (const struct job *job = all_jobs; job != NULL; job = job->all) {
        job_statistics(job, &turnaround);
        jobs++;
        waited += job->waited;
        if (job->state == DONE)
            done++;
    }
    if (resources != NULL)
        puts("== resources");
    for (const struct resource *r = resources; r != NULL; r = r->next) {
        printf("%s %s: granted %d", r->is_lock ? "lock" : "device", r->name, r->grants);
        if (!r->is_lock)
            printf(", busy %d", r->busy);
        putchar('\n');
    }
    busy = now - idle_ticks - switch_ticks;
    puts("== totals");
    printf("ticks %d, idle %d, switching %d, switches %d\n", now, idle_ticks, switch_ticks, switches);
    if (now > 0)
        printf("utilization %d.%d%%\n", busy * 1000 / now / 10, busy * 1000 / now % 10);
    printf("jobs %d, done %d, longest ready queue %d\n", jobs, done, longest_ready);
    if (done > 0)
        printf("average turnaround %.2f, average wait %.2f\n",
               (double)turnaround / done, (double)waited / jobs);
}

static void draw_chart(void)
{
    puts("== chart");
    for (int from = 0; from < now; from += CHART_WIDTH) {
        int width = now - from < CHART_WIDTH ? now - from : CHART_WIDTH;
        printf("%4d %.*s\n", from, width, chart + from);
    }
}

static void free_all(void)
{
    while (all_jobs != NULL) {
        struct job *job = all_jobs;
        all_jobs = job->all;
        free(job);
    }
    while (resources != NULL) {
        struct resource *r = resources;
        resources = r->next;
        free(r);
    }
}

int main(int argc, char **argv)
{
    const char *name = NULL;
    bool draw = false;
    char line[LINE_SIZE];
    FILE *script;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-q") == 0) {
            quiet = true;
        } else if (strcmp(argv[i], "-g") == 0) {
            draw = true;
        } else if (name != NULL || argv[i][0] == '-') {
            puts("usage: dispatch [-q] [-g] SCRIPT");
            return 2;
        } else {
            name = argv[i];
        }
    }
    script = name == NULL ? NULL : fopen(name, "r");
    if (script == NULL) {
        puts("dispatch: no script");
        return 2;
    }
    while (fgets(line, sizeof line, script) != NULL) {
        line_number++;
        execute(line);
    }
    fclose(script);
    statistics();
    if (draw)
        draw_chart();
    free_all();
    if (script_errors > 0)
        return 1;
    return deadlocked ? 3 : 0;
}
