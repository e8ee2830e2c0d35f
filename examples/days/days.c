/* days.c - the number of days between two dates.
 *
 * usage: days YYYY-MM-DD YYYY-MM-DD
 *
 * There is a bug in here: some dates give a wrong answer.
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int year, month, day;
} Date;

static int
is_leap(int year)
{
    if (year % 4 != 0)
        return 0;
    if (year % 100 == 0)
        return 0;
    return 1;
}

static int
days_in_month(int year, int month)
{
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

static int
is_valid(Date d)
{
    if (d.year < 1600 || d.year > 2400)
        return 0;
    if (d.month < 1 || d.month > 12)
        return 0;
    return d.day >= 1 && d.day <= days_in_month(d.year, d.month);
}

/* Days since 1 January 1600. */
static long
day_number(Date d)
{
    long days = d.day - 1;

    for (int y = 1600; y < d.year; y++)
        days += is_leap(y) ? 366 : 365;
    for (int m = 1; m < d.month; m++)
        days += days_in_month(d.year, m);
    return days;
}

static Date
parse(const char *text)
{
    Date d;
    char rest;

    if (sscanf(text, "%d-%d-%d%c", &d.year, &d.month, &d.day, &rest) != 3 ||
        !is_valid(d)) {
        printf("bad date: %s\n", text);
        exit(1);
    }
    return d;
}

int
main(int argc, char **argv)
{
    if (argc != 3) {
        puts("usage: days FROM TO");
        return 2;
    }
    Date from = parse(argv[1]), to = parse(argv[2]);
    long a = day_number(from), b = day_number(to);
    printf("%ld days\n", b >= a ? b - a : a - b);
    return 0;
}
