/*
 * ledger.c - household accounts: reads a ledger file and prints reports.
 *
 * All amounts are integer cents; exchange rates are integers in 1/10000.
 */
#include "dates.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE       160
#define MAX_WORDS      14
#define MAX_NAME       14
#define MAX_NOTE       24
#define MAX_ACCOUNTS   8
#define MAX_CATEGORIES 12
#define MAX_RATES      20
#define MAX_RULES      16
#define MAX_ASSERTS    16
#define MAX_POSTINGS   1500
#define RATE_ONE       10000L
#define NONE           (-1)

struct account {
    char name[MAX_NAME + 1];
    char currency[4];
    long opening;
    long interest;              /* yearly, in 1/100 of a per cent; 0 for none */
};

struct category {
    char name[MAX_NAME + 1];
    long budget;                /* per month, 0 for none */
    bool carry;                 /* what is left goes to the next month */
};

struct rate {
    char currency[4];
    long from;                  /* the first day it is valid */
    long value;
};

struct posting {
    long day;
    int  sequence;              /* order in the file, for equal days */
    int  account;
    int  category;              /* NONE for transfers */
    long cents;
    char note[MAX_NOTE + 1];
};

enum unit { DAYS, WEEKS, MONTHS, YEARS };

struct rule {
    int  every;
    enum unit unit;
    long start, until;
    bool business;              /* moves from a weekend to the Monday after */
    int  done;                  /* occurrences that have been posted */
    struct posting model;
};

struct assertion {
    int  line;
    long day;
    int  account;
    long cents;
};

static struct account accounts[MAX_ACCOUNTS];
static int naccounts;
static struct category categories[MAX_CATEGORIES];
static int ncategories;
static struct rate rates[MAX_RATES];
static int nrates;
static struct rule rules[MAX_RULES];
static int nrules;
static struct assertion asserts[MAX_ASSERTS];
static int nasserts;
static struct posting postings[MAX_POSTINGS];
static int npostings;
static char base_currency[4] = "EUR";

static const char *file_name;
static int line_number;
static int errors;

/* Options. */
static long from_day = NONE, to_day = NONE;
static int only_account = NONE, only_category = NONE;
static bool group_digits;
static int status;

static void complain(const char *format, ...)
{
    va_list args;

    printf("%s:%d: ", file_name, line_number);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    errors++;
}

/* ---- amounts ------------------------------------------------------------- */

/* Parses a decimal number with up to `places` decimals as an integer. */
static bool parse_decimal(const char *text, int places, long *value)
{
    bool negative = *text == '-';
    int digits = 0;

    if (*text == '-' || *text == '+')
        text++;
    *value = 0;
    for (; isdigit((unsigned char)*text); text++) {
        *value = *value * 10 + (*text - '0');
        if (++digits > 7)
            return false;
    }
    if (digits == 0)
        return false;
    if (*text == '.') {
        text++;
        for (; places > 0 && isdigit((unsigned char)*text); places--)
            *value = *value * 10 + (*text++ - '0');
    }
    for (; places > 0; places--)
        *value *= 10;
    if (negative)
        *value = -*value;
    return *text == '\0';
}

static const char *format_cents(long cents, char *buffer, size_t size)
{
    unsigned long whole = (unsigned long)labs(cents) / 100;
    const char *sign = cents < 0 ? "-" : "";
    int rest = (int)(labs(cents) % 100);

    if (group_digits && whole >= 1000000)
        snprintf(buffer, size, "%s%lu,%03lu,%03lu.%02d", sign, whole / 1000000,
                 whole / 1000 % 1000, whole % 1000, rest);
    else if (group_digits && whole >= 1000)
        snprintf(buffer, size, "%s%lu,%03lu.%02d", sign, whole / 1000, whole % 1000, rest);
    else
        snprintf(buffer, size, "%s%lu.%02d", sign, whole, rest);
    return buffer;
}

static void print_cents(long cents, int width)
{
    char buffer[40];

    printf("%*s", width, format_cents(cents, buffer, sizeof buffer));
}

/* Divides and rounds half away from zero. */
static long divide_rounded(long number, long divisor)
{
    if (number < 0)
        return -((-number + divisor / 2) / divisor);
    return (number + divisor / 2) / divisor;
}

/* An amount in the base currency at the rate of the day. */
static long to_base(long cents, const char *currency, long day)
{
    long value = RATE_ONE, best = NONE;

    for (int i = 0; i < nrates; i++) {
        if (strcmp(rates[i].currency, currency) != 0)
            continue;
        if (rates[i].from <= day && rates[i].from > best) {
            best = rates[i].from;
            value = rates[i].value;
        }
    }
    return divide_rounded(cents * value, RATE_ONE);
}

/* ---- reading ------------------------------------------------------------- */

static int find_account(const char *name)
{
    for (int i = 0; i < naccounts; i++)
        if (strcmp(accounts[i].name, name) == 0)
            return i;
    return NONE;
}

static int find_category(const char *name)
{
    for (int i = 0; i < ncategories; i++)
        if (strcmp(categories[i].name, name) == 0)
            return i;
    return NONE;
}

static bool need_date(const char *text, long *day)
{
    if (parse_date(text, day))
        return true;
    complain("bad date '%s'", text);
    return false;
}

static bool need_amount(const char *text, int places, long *value)
{
    if (parse_decimal(text, places, value))
        return true;
    complain("bad amount '%s'", text);
    return false;
}

static bool need_account(const char *name, int *account)
{
    *account = find_account(name);
    if (*account == NONE)
        complain("unknown account '%s'", name);
    return *account != NONE;
}

static bool currency_known(const char *currency)
{
    if (strcmp(currency, base_currency) == 0)
        return true;
    for (int i = 0; i < nrates; i++)
        if (strcmp(rates[i].currency, currency) == 0)
            return true;
    return false;
}

static bool add_posting(const struct posting *posting)
{
    if (npostings == MAX_POSTINGS) {
        complain("too many postings");
        return false;
    }
    postings[npostings] = *posting;
    postings[npostings].sequence = npostings;
    npostings++;
    return true;
}

/* account NAME CURRENCY [OPENING] [interest PERCENT] */
static void read_account(int n, char **word)
{
    struct account account = { "", "", 0, 0 };
    int i = 3;

    if (n < 3 || strlen(word[1]) > MAX_NAME || strlen(word[2]) != 3) {
        complain("bad account");
        return;
    }
    if (find_account(word[1]) != NONE || naccounts == MAX_ACCOUNTS) {
        complain("cannot add account '%s'", word[1]);
        return;
    }
    if (!currency_known(word[2])) {
        complain("no rate for %s", word[2]);
        return;
    }
    strcpy(account.name, word[1]);
    strcpy(account.currency, word[2]);
    if (i < n && strcmp(word[i], "interest") != 0 && !need_amount(word[i++], 2, &account.opening))
        return;
    if (i + 1 < n && strcmp(word[i], "interest") == 0) {
        if (!need_amount(word[i + 1], 2, &account.interest))
            return;
        if (account.interest < 0 || account.interest > 2000) {
            complain("interest must be in 0..20");
            return;
        }
        i += 2;
    }
    if (i < n)
        complain("unexpected '%s'", word[i]);
    accounts[naccounts++] = account;
}

/* category NAME [BUDGET] [carry] */
static void read_category(int n, char **word)
{
    struct category category = { "", 0, false };

    if (n < 2 || strlen(word[1]) > MAX_NAME || find_category(word[1]) != NONE
        || ncategories == MAX_CATEGORIES) {
        complain("bad category");
        return;
    }
    strcpy(category.name, word[1]);
    if (n > 2 && !need_amount(word[2], 2, &category.budget))
        return;
    if (n > 3)
        category.carry = strcmp(word[3], "carry") == 0;
    categories[ncategories++] = category;
}

/* rate CURRENCY [DATE] VALUE */
static void read_rate(int n, char **word)
{
    struct rate *rate = &rates[nrates];

    if (n < 3 || n > 4 || strlen(word[1]) != 3 || nrates == MAX_RATES) {
        complain("bad rate");
        return;
    }
    strcpy(rate->currency, word[1]);
    rate->from = 0;
    if (n == 4 && !need_date(word[2], &rate->from))
        return;
    if (!need_amount(word[n - 1], 4, &rate->value))
        return;
    if (rate->value <= 0 || rate->value > 1000 * RATE_ONE)
        complain("rate out of range");
    else
        nrates++;
}

/* The tail of an entry: ACCOUNT AMOUNT CATEGORY [NOTE] */
static bool read_details(int n, char **word, struct posting *posting)
{
    if (n < 3) {
        complain("incomplete entry");
        return false;
    }
    if (!need_account(word[0], &posting->account)
        || !need_amount(word[1], 2, &posting->cents))
        return false;
    posting->category = find_category(word[2]);
    if (posting->category == NONE) {
        complain("unknown category '%s'", word[2]);
        return false;
    }
    posting->note[0] = '\0';
    if (n > 3)
        strncat(posting->note, word[3], MAX_NOTE);
    return true;
}

/* DATE ACCOUNT > ACCOUNT AMOUNT [AMOUNT] */
static void read_transfer(int n, char **word, long day)
{
    struct posting out = { day, 0, 0, NONE, 0, "transfer" }, in = out;

    if (n < 5) {
        complain("incomplete transfer");
        return;
    }
    if (!need_account(word[1], &out.account) || !need_account(word[3], &in.account)
        || !need_amount(word[4], 2, &out.cents))
        return;
    in.cents = out.cents;
    if (n > 5) {
        if (!need_amount(word[5], 2, &in.cents))
            return;
    } else if (strcmp(accounts[out.account].currency, accounts[in.account].currency) != 0) {
        complain("transfer between currencies needs two amounts");
        return;
    }
    out.cents = -out.cents;
    if (add_posting(&out))
        add_posting(&in);
}

/* every [N] UNIT DATE [until DATE] [business] ACCOUNT AMOUNT CATEGORY [NOTE] */
static void read_rule(int n, char **word)
{
    static const char *const units[] = { "day", "week", "month", "year" };
    struct rule rule = { 1, DAYS, 0, NONE, false, 0, { 0, 0, 0, 0, 0, "" } };
    int i = 1, found = NONE;

    if (n < 3 || nrules == MAX_RULES) {
        complain("bad rule");
        return;
    }
    if (isdigit((unsigned char)word[i][0]))
        rule.every = atoi(word[i++]);
    for (int u = DAYS; u <= YEARS; u++)
        if (strncmp(word[i], units[u], strlen(units[u])) == 0)
            found = u;
    if (found == NONE || rule.every < 1 || rule.every > 999) {
        complain("bad interval");
        return;
    }
    rule.unit = (enum unit)found;
    i++;
    if (i == n || !need_date(word[i++], &rule.start))
        return;
    if (i + 1 < n && strcmp(word[i], "until") == 0) {
        if (!need_date(word[i + 1], &rule.until))
            return;
        i += 2;
    }
    if (i < n && strcmp(word[i], "business") == 0) {
        rule.business = true;
        i++;
    }
    if (read_details(n - i, word + i, &rule.model))
        rules[nrules++] = rule;
}

/* assert DATE ACCOUNT AMOUNT */
static void read_assertion(int n, char **word)
{
    struct assertion *assertion = &asserts[nasserts];

    if (n != 4 || nasserts == MAX_ASSERTS) {
        complain("bad assertion");
        return;
    }
    assertion->line = line_number;
    if (need_date(word[1], &assertion->day) && need_account(word[2], &assertion->account)
        && need_amount(word[3], 2, &assertion->cents))
        nasserts++;
}

static void read_entry(int n, char **word)
{
    struct posting posting = { 0, 0, 0, NONE, 0, "" };

    if (!need_date(word[0], &posting.day))
        return;
    if (n > 2 && strcmp(word[2], ">") == 0)
        read_transfer(n, word, posting.day);
    else if (read_details(n - 1, word + 1, &posting))
        add_posting(&posting);
}

/* Splits into words, which may be in double quotes; `;` starts a comment. */
static int split_words(char *text, char **word)
{
    int n = 0;

    while (n < MAX_WORDS) {
        while (isspace((unsigned char)*text))
            text++;
        if (*text == '\0' || *text == ';')
            break;
        if (*text == '"') {
            word[n++] = ++text;
            while (*text != '\0' && *text != '"')
                text++;
        } else {
            word[n++] = text;
            while (*text != '\0' && !isspace((unsigned char)*text))
                text++;
        }
        if (*text == '\0')
            break;
        *text++ = '\0';
    }
    return n;
}

static bool read_ledger(FILE *in)
{
    char line[MAX_LINE];
    char *word[MAX_WORDS];

    while (fgets(line, sizeof line, in) != NULL) {
        int n = split_words(line, word);

        line_number++;
        if (n == 0)
            continue;
        if (strcmp(word[0], "account") == 0)
            read_account(n, word);
        else if (strcmp(word[0], "category") == 0)
            read_category(n, word);
        else if (strcmp(word[0], "rate") == 0)
            read_rate(n, word);
        else if (strcmp(word[0], "every") == 0)
            read_rule(n, word);
        else if (strcmp(word[0], "assert") == 0)
            read_assertion(n, word);
        else if (strcmp(word[0], "currency") == 0 && n == 2 && strlen(word[1]) == 3)
            strcpy(base_currency, word[1]);
        else
            read_entry(n, word);
    }
    return errors == 0;
}

/* ---- recurring entries and interest -------------------------------------- */

/* The day of the k-th occurrence of a rule, counted from 0. */
static long occurrence(const struct rule *rule, int k)
{
    long day = rule->start;

    switch (rule->unit) {
    case DAYS:   day += (long)k * rule->every; break;
    case WEEKS:  day += 7L * k * rule->every; break;
    case MONTHS: day = add_months(day, k * rule->every); break;
    case YEARS:  day = add_months(day, 12 * k * rule->every); break;
    }
    if (rule->business && weekday(day) > 4)
        day += 7 - weekday(day);
    return day;
}

static bool expand_rules(long horizon)
{
    for (int i = 0; i < nrules; i++) {
        struct rule *rule = &rules[i];
        long last = rule->until >= 0 && rule->until < horizon ? rule->until : horizon;

        for (;;) {
            rule->model.day = occurrence(rule, rule->done);
            if (rule->model.day > last)
                break;
            if (!add_posting(&rule->model))
                return false;
            rule->done++;
        }
    }
    return true;
}

static int compare_postings(const void *a, const void *b)
{
    const struct posting *x = a, *y = b;

    if (x->day != y->day)
        return x->day < y->day ? -1 : 1;
    return x->sequence - y->sequence;
}

static void sort_postings(void)
{
    qsort(postings, (size_t)npostings, sizeof postings[0], compare_postings);
}

/* Posts interest on the balance at each month's end, for sorted postings. */
static bool add_interest(int account, long horizon)
{
    struct posting posting = { 0, 0, account, NONE, 0, "interest" };
    long balance = accounts[account].opening;
    int old_count = npostings, next = 0, month;

    if (npostings == 0)
        return true;
    month = month_number(date_of(postings[0].day));
    for (;; month++) {
        int days;

        posting.day = first_of_month(month + 1) - 1;
        days = date_of(posting.day).day;
        if (posting.day > horizon)
            return true;
        for (; next < old_count && postings[next].day <= posting.day; next++)
            if (postings[next].account == account)
                balance += postings[next].cents;
        if (balance <= 0)
            continue;
        posting.cents = divide_rounded(balance * accounts[account].interest * days, 10000L * 365);
        balance += posting.cents;
        if (!add_posting(&posting))
            return false;
    }
}

/* Makes the list of all postings up to the horizon, in order. */
static bool complete_postings(void)
{
    long horizon = to_day;

    if (to_day == NONE) {
        for (int i = 0; i < npostings; i++)
            if (postings[i].day > horizon)
                horizon = postings[i].day;
        for (int i = 0; i < nasserts; i++)
            if (asserts[i].day > horizon)
                horizon = asserts[i].day;
    }
    if (!expand_rules(horizon))
        return false;
    sort_postings();
    for (int i = 0; i < naccounts; i++)
        if (accounts[i].interest > 0) {
            if (!add_interest(i, horizon))
                return false;
            sort_postings();
        }
    return true;
}

/* ---- reports ------------------------------------------------------------- */

static bool in_range(long day)
{
    return (from_day == NONE || day >= from_day) && (to_day == NONE || day <= to_day);
}

static bool selected(const struct posting *posting)
{
    return in_range(posting->day)
           && (only_account == NONE || posting->account == only_account)
           && (only_category == NONE || posting->category == only_category);
}

static long base_amount(const struct posting *posting)
{
    return to_base(posting->cents, accounts[posting->account].currency, posting->day);
}

static long balance_at(int account, long day)
{
    long balance = accounts[account].opening;

    for (int i = 0; i < npostings && postings[i].day <= day; i++)
        if (postings[i].account == account)
            balance += postings[i].cents;
    return balance;
}

static void report_balance(void)
{
    long day = to_day, total = 0;
    char buffer[DATE_LEN];

    if (day == NONE)
        day = npostings > 0 ? postings[npostings - 1].day : 0;
    if (npostings > 0)
        printf("Balance at %s\n", format_date(day, buffer));
    for (int i = 0; i < naccounts; i++) {
        long balance = balance_at(i, day);

        if (only_account != NONE && only_account != i)
            continue;
        printf("%-14s %s", accounts[i].name, accounts[i].currency);
        print_cents(balance, 15);
        putchar('\n');
        total += to_base(balance, accounts[i].currency, day);
    }
    printf("%-14s %s", "total", base_currency);
    print_cents(total, 15);
    putchar('\n');
}

static void report_register(void)
{
    long running[MAX_ACCOUNTS];
    int shown = 0;

    for (int i = 0; i < naccounts; i++)
        running[i] = accounts[i].opening;
    for (int i = 0; i < npostings; i++) {
        const struct posting *posting = &postings[i];
        char buffer[DATE_LEN];

        running[posting->account] += posting->cents;
        if (!selected(posting))
            continue;
        printf("%s %s %-14s", format_date(posting->day, buffer), weekday_name(posting->day),
               accounts[posting->account].name);
        print_cents(posting->cents, 13);
        print_cents(running[posting->account], 13);
        printf("  %s%s%s\n",
               posting->category == NONE ? "" : categories[posting->category].name,
               posting->category == NONE || posting->note[0] == '\0' ? "" : ": ", posting->note);
        shown++;
    }
    printf("%d postings\n", shown);
}

static void report_monthly(void)
{
    long income = 0, expense = 0, saved = 0;
    int month = NONE;
    char buffer[DATE_LEN];

    puts("month          income      expense          net        saved");
    for (int i = 0; i <= npostings; i++) {
        int next = NONE;

        if (i < npostings) {
            if (!selected(&postings[i]) || (postings[i].category == NONE
                                            && strcmp(postings[i].note, "interest") != 0))
                continue;
            next = month_number(date_of(postings[i].day));
        }
        while (month != NONE && (next == NONE || month < next)) {
            saved += income + expense;
            printf("%s", format_month(month, buffer));
            print_cents(income, 14);
            print_cents(expense, 13);
            print_cents(income + expense, 13);
            print_cents(saved, 13);
            putchar('\n');
            income = 0;
            expense = 0;
            if (next == NONE)
                break;
            month++;
        }
        if (next != NONE) {
            long amount = base_amount(&postings[i]);

            month = next;
            if (amount > 0)
                income += amount;
            else
                expense += amount;
        }
    }
}

/* What was spent on a category in a month. */
static long spent_in(int category, int month)
{
    long spent = 0;

    for (int i = 0; i < npostings; i++)
        if (postings[i].category == category && selected(&postings[i])
            && month_number(date_of(postings[i].day)) == month)
            spent -= base_amount(&postings[i]);
    return spent;
}

static void report_budget(void)
{
    long carried[MAX_CATEGORIES] = { 0 };
    int first, last;
    long first_day = NONE, last_day = NONE;

    for (int i = 0; i < npostings; i++)
        if (selected(&postings[i])) {
            if (first_day == NONE)
                first_day = postings[i].day;
            last_day = postings[i].day;
        }
    if (first_day == NONE) {
        puts("nothing to report");
        return;
    }
    first = month_number(date_of(first_day));
    last = month_number(date_of(last_day));
    for (int month = first; month <= last; month++) {
        char buffer[DATE_LEN];

        printf("%s\n", format_month(month, buffer));
        for (int c = 0; c < ncategories; c++) {
            long spent, budget = categories[c].budget + carried[c];

            if (categories[c].budget == 0 || (only_category != NONE && only_category != c))
                continue;
            spent = spent_in(c, month);
            printf("  %-14s", categories[c].name);
            print_cents(spent, 12);
            printf(" of");
            print_cents(budget, 12);
            if (budget > 0)
                printf(" %4ld%%", divide_rounded(100 * spent, budget));
            if (spent > budget) {
                printf(" over");
                status = 1;
            }
            putchar('\n');
            if (categories[c].carry)
                carried[c] = budget - spent;
        }
    }
}

static void report_categories(void)
{
    long expenses = 0;

    for (int i = 0; i < npostings; i++)
        if (selected(&postings[i]) && postings[i].category != NONE && postings[i].cents < 0)
            expenses -= base_amount(&postings[i]);
    for (int c = 0; c < ncategories; c++) {
        long total = 0, paid = 0;
        int count = 0;

        for (int i = 0; i < npostings; i++)
            if (postings[i].category == c && selected(&postings[i])) {
                long amount = base_amount(&postings[i]);

                total += amount;
                if (amount < 0)
                    paid -= amount;
                count++;
            }
        if (count == 0)
            continue;
        printf("%-14s %4d", categories[c].name, count);
        print_cents(total, 14);
        print_cents(divide_rounded(total, count), 12);
        if (paid > 0)
            printf(" %3ld%%", divide_rounded(100 * paid, expenses));
        putchar('\n');
    }
}

static void report_recurring(void)
{
    char buffer[DATE_LEN];

    for (int i = 0; i < nrules; i++) {
        const struct rule *rule = &rules[i];
        long next = occurrence(rule, rule->done);

        printf("%-14s %-14s", accounts[rule->model.account].name,
               categories[rule->model.category].name);
        print_cents(rule->model.cents, 12);
        printf("  %3d done, ", rule->done);
        if (rule->until >= 0 && next > rule->until)
            puts("ended");
        else
            printf("next %s %s\n", format_date(next, buffer), weekday_name(next));
    }
}

static void report_weekdays(void)
{
    long spent[7] = { 0 };
    int count[7] = { 0 };

    for (int i = 0; i < npostings; i++)
        if (selected(&postings[i]) && postings[i].category != NONE && postings[i].cents < 0) {
            spent[weekday(postings[i].day)] -= base_amount(&postings[i]);
            count[weekday(postings[i].day)]++;
        }
    for (int i = 0; i < 7; i++) {
        printf("%s %4d", weekday_name(i), count[i]);
        print_cents(spent[i], 13);
        putchar('\n');
    }
}

static void report_asserts(void)
{
    char date[DATE_LEN], is[40], should[40];
    int failed = 0;

    for (int i = 0; i < nasserts; i++) {
        const struct assertion *assertion = &asserts[i];
        long balance = balance_at(assertion->account, assertion->day);

        if (balance == assertion->cents)
            continue;
        printf("line %d: %s %s is %s, not %s\n", assertion->line,
               accounts[assertion->account].name, format_date(assertion->day, date),
               format_cents(balance, is, sizeof is),
               format_cents(assertion->cents, should, sizeof should));
        failed++;
    }
    printf("%d of %d assertions hold\n", nasserts - failed, nasserts);
    if (failed > 0)
        status = 1;
}

static const struct report {
    const char *name;
    void      (*print)(void);
} reports[] = {
    { "balance", report_balance },       { "register", report_register },
    { "monthly", report_monthly },       { "budget", report_budget },
    { "categories", report_categories }, { "recurring", report_recurring },
    { "weekdays", report_weekdays },     { "check", report_asserts },
};

#define NREPORTS (int)(sizeof reports / sizeof reports[0])

static int usage(void)
{
    puts("usage: ledger [-f DATE] [-t DATE] [-a ACCOUNT] [-c CATEGORY] [-g] FILE [REPORT...]");
    return 2;
}

/* Prints the report of that name, of which a beginning is enough. */
static bool print_report(const char *name)
{
    for (int i = 0; i < NREPORTS; i++)
        if (strncmp(reports[i].name, name, strlen(name)) == 0) {
            reports[i].print();
            return true;
        }
    printf("no report '%s'\n", name);
    return false;
}

int main(int argc, char **argv)
{
    const char *account = NULL, *category = NULL;
    FILE *in;
    int i;

    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        char letter = argv[i][1];

        if (letter == 'g') {
            group_digits = true;
            continue;
        }
        if (letter == '\0' || argv[i][2] != '\0' || i + 1 == argc)
            return usage();
        i++;
        if (letter == 'a')
            account = argv[i];
        else if (letter == 'c')
            category = argv[i];
        else if (letter != 'f' && letter != 't')
            return usage();
        else if (!parse_date(argv[i], letter == 'f' ? &from_day : &to_day))
            return usage();
    }
    if (i == argc)
        return usage();

    file_name = argv[i++];
    in = fopen(file_name, "r");
    if (in == NULL) {
        printf("cannot read %s\n", file_name);
        return 2;
    }
    if (read_ledger(in))
        complete_postings();
    fclose(in);
    if (errors > 0) {
        printf("%d errors\n", errors);
        return 1;
    }
    if ((account != NULL && (only_account = find_account(account)) == NONE)
        || (category != NULL && (only_category = find_category(category)) == NONE)) {
        puts("unknown account or category");
        return 1;
    }
    if (i == argc)
        report_balance();
    for (; i < argc; i++)
        if (!print_report(argv[i]))
            status = 2;
    return status;
}
