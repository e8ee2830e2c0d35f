/* stack.c - a calculator of reverse Polish notation: arguments are numbers and
 * + - x / and `dup`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 8 };
static long stack[ROOM];
static int depth;

static void
push(long v)
{
    if (depth == ROOM) {
        puts("full");
        exit(1);
    }
    stack[depth++] = v;
}

static long
pop(void)
{
    if (depth == 0) {
        puts("empty");
        exit(1);
    }
    return stack[--depth];
}

static void
operate(char op)
{
    long b = pop(), a = pop();

    switch (op) {
    case '+':
        push(a + b);
        break;
    case '-':
        push(a - b);
        break;
    case 'x':
        push(a * b);
        break;
    default:
        if (b == 0) {
            puts("division by zero");
            exit(1);
        }
        push(a / b);
    }
}

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "dup") == 0) {
            long v = pop();
            push(v);
            push(v);
        } else if (strchr("+-x/", argv[i][0]) && argv[i][1] == 0) {
            operate(argv[i][0]);
        } else {
            push(strtol(argv[i], NULL, 10));
        }
    }
    while (depth > 0)
        printf("%ld\n", pop());
    return 0;
}
