/* dates.c - date arithmetic. */
#include "dates.h"

#include <ctype.h>
#include <stdio.h>

static bool parse_digits(const char **text, int count, int *number)
{
    *number = 0;
    for (int i = 0; i < count; i++) {
        if (!isdigit((unsigned char)**text))
            return false;
        *number = *number * 10 + (**text - '0');
        (*text)++;
    }
    return true;
}

/* Parses YYYY-MM-DD or YYYY-MM, which is the first of the month. */
bool parse_date(const char *text, long *day)
{
    struct date date = { 0, 0, 1 };

    if (!parse_digits(&text, 4, &date.year) || *text++ != '-'
        || !parse_digits(&text, 2, &date.month))
        return false;
    if (*text == '-') {
        text++;
        if (!parse_digits(&text, 2, &date.day))
            return false;
    }
    if (*text != '\0' || date.year < FIRST_YEAR || date.year > LAST_YEAR
        || date.month < 1 || date.month > 12
        || date.day < 1 || date.day > days_in_month(date.year, date.month))
        return false;
    *day = day_of(date);
    return true;
}

long day_of(struct date date)
{
    int years = date.year - FIRST_YEAR;
    long day = years * 365L;

    for (int year = FIRST_YEAR; year < date.year; year++)
        if (is_leap(year))
            day++;
    for (int month = 1; month < date.month; month++)
        day += days_in_month(date.year, month);
    return day + date.day - 1;
}

struct date date_of(long day)
{
    struct date date = { FIRST_YEAR, 1, 1 };

    while (day >= 365) {
        int length = is_leap(date.year) ? 366 : 365;

        if (day < length)
            break;
        day -= length;
        date.year++;
    }
    while (day >= days_in_month(date.year, date.month)) {
        day -= days_in_month(date.year, date.month);
        date.month++;
    }
    date.day = (int)day + 1;
    return date;
}

long first_of_month(int month)
{
    struct date date = { FIRST_YEAR + month / 12, month % 12 + 1, 1 };

    return day_of(date);
}

/* The same day of another month, or the last one if the month is too short. */
long add_months(long day, int months)
{
    struct date date = date_of(day);
    int month = month_number(date) + months;
    int length;

    date.year = FIRST_YEAR + month / 12;
    date.month = month % 12 + 1;
    length = days_in_month(date.year, date.month);
    if (date.day > length)
        date.day = length;
    return day_of(date);
}

int weekday(long day)
{
    return (int)(day % 7);      /* 2001-01-01 was a Monday */
}

const char *weekday_name(long day)
{
    static const char *const names[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };

    return names[weekday(day)];
}

const char *format_date(long day, char *buffer)
{
    struct date date = date_of(day);

    snprintf(buffer, DATE_LEN, "%04u-%02u-%02u", (unsigned)date.year % 10000u,
             (unsigned)date.month % 100u, (unsigned)date.day % 100u);
    return buffer;
}

const char *format_month(int month, char *buffer)
{
    snprintf(buffer, DATE_LEN, "%04d-%02d", (FIRST_YEAR + month / 12) % 10000,
             month % 12 + 1);
    return buffer;
}
