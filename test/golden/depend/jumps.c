/* jumps.c - control: setjmp, goto, endless loops, short circuits, switches. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf again;

static void
fail(int n)
{
    if (n > 3) //@f1
        longjmp(again, 1); //control f1
}

static void
jumping(int n)
{
    volatile int x = 1;      //@j1
    if (setjmp(again)) {     //@j2
        printf("%d\n", x);   //flow j1 j3 control j2
        return;
    }
    x = 2;                   //@j3
    fail(n);                 //calls fail
    printf("%d\n", x);       //flow j3
}

static void
gotos(int n)
{
    int x = 0;               //@g1
top:
    x++;                     //@g2 flow g1 g2
    if (x > n)               //@g3 flow g2
        goto out;
    if (x == 3)              //@g4 control g3
        goto middle;
    x += 2;                  //@g5 control g4
middle:
    n--;                     //@g6 control g3
    goto top;
out:
    printf("%d %d\n", x, n); //flow g2 g6 !g5
}

static void
endless(int n)
{
    for (;;) {
        if (n > 3)           //@e1
            n--;             //@e2 control e1 flow e2
        else
            n += 2;          //@e3 control e1
        printf("%d\n", n);   //flow e2 e3 !e1
    }
}

static int
logic(int a, int b)
{
    int r = 0;               //@l1
    int s = a &&             //@l2
            b;
    if (a > 1 ||             //@l3 flow l4
        b > 2)               //@l4 control l3
        r = s;               //@l5 control l3 flow l2
    return r;                //flow l1 l5 summary l3
}

static int
cases(int n)
{
    int r = 0;               //@c0
    switch (n) {             //@c1
    case 1:
        r = 1;               //@c2 control c1
        /* fall through */
    case 2:
        r += 2;              //@c3 control c1 flow c0 c2
        break;
    case 3:
        exit(r);             //@c4 control c1 flow c0
    default:
        r = 4;               //@c5 control c1
    }
    return r;                //flow c3 c5 !c2
}

static int
both(int n)
{
    int m;
    if (n > 1)               //@b1
        m = 1;               //@b2 control b1
    else
        m = 2;               //@b3 control b1
    if (n > 2)               //@b4
        return m;            //flow b2 b3 summary b1 !b4 control b4
    return 0;
}

int
main(int argc, char **argv)
{
    jumping(argc);
    gotos(argc);
    printf("%d %d %d\n", logic(argc, 2), cases(argc), both(argc));
    endless(argc);
    return argv[0] == NULL;
}
