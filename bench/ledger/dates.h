/* dates.h - calendar dates as plain day numbers (day 0 is 2001-01-01). */
#ifndef DATES_H
#define DATES_H

#include <stdbool.h>

#define FIRST_YEAR 2001
#define LAST_YEAR  2199
#define DATE_LEN   11           /* "2024-02-29" and a NUL */

struct date {
    int year, month, day;
};

static inline bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static inline int days_in_month(int year, int month)
{
    if (month == 2)
        return is_leap(year) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* Months since January of the first year. */
static inline int month_number(struct date date)
{
    return (date.year - FIRST_YEAR) * 12 + date.month - 1;
}

bool parse_date(const char *text, long *day);
long day_of(struct date date);
struct date date_of(long day);
long first_of_month(int month);
long add_months(long day, int months);
int  weekday(long day);         /* 0 is Monday */
const char *weekday_name(long day);
const char *format_date(long day, char *buffer);
const char *format_month(int month, char *buffer);

#endif
