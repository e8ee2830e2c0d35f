/* reference.c - what days.c should print, by counting one day after another. */
#include <stdio.h>
#include <string.h>

typedef struct {
    int year, month, day;
} Date;

static int
length(int year, int month)
{
    int february = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);

    return month == 2 ? 28 + february : 30 + (month + month / 8) % 2;
}

static Date
next(Date d)
{
    if (++d.day <= length(d.year, d.month))
        return d;
    d.day = 1;
    if (++d.month <= 12)
        return d;
    d.month = 1;
    d.year++;
    return d;
}

static int
parse(const char *text, Date *d)
{
    char rest;

    if (sscanf(text, "%d-%d-%d%c", &d->year, &d->month, &d->day, &rest) == 3 &&
        d->year >= 1600 && d->year <= 2400 && d->month >= 1 &&
        d->month <= 12 && d->day >= 1 && d->day <= length(d->year, d->month))
        return 1;
    printf("bad date: %s\n", text);
    return 0;
}

static int
is_before(Date a, Date b)
{
    if (a.year != b.year)
        return a.year < b.year;
    return a.month != b.month ? a.month < b.month : a.day < b.day;
}

int
main(int argc, char **argv)
{
    Date from, to;
    long days = 0;

    if (argc != 3) {
        puts("usage: days FROM TO");
        return 2;
    }
    if (!parse(argv[1], &from) || !parse(argv[2], &to))
        return 1;
    if (is_before(to, from)) {
        Date swap = from;
        from = to;
        to = swap;
    }
    for (; is_before(from, to); from = next(from))
        days++;
    printf("%ld days\n", days);
    return 0;
}
