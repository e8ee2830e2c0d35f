/* A wrong branch: a year that can be divided by 100 is no leap year. */
#include <stdio.h>

static int
days(int year, int month)
{
    static const int table[] = {31, 28, 31, 30, 31, 30,
                                31, 31, 30, 31, 30, 31};
    int leap = 0;

    if (year % 4 == 0 && year % 200 != 0) /* fault: % 100 */
        leap = 1;
    if (year % 400 == 0)
        leap = 1;
    if (month == 2 && leap)
        return 29;
    return table[month - 1];
}

int
main(void)
{
    int year, month;

    if (scanf("%d %d", &year, &month) != 2)
        return 2;
    printf("%d\n", days(year, month));
    return 0;
}
