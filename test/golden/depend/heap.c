/* heap.c - allocated memory and what libc does with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node {
    int value;
    struct Node *next;
    char tag[4];
};

static void
sites(int n)
{
    int *p = malloc(sizeof *p); //@p0
    int *q = malloc(sizeof *q); //@q0
    *p = n;                     //@p1 flow p0
    *q = 2;                     //@q1 flow q0
    printf("%d\n", *p);         //flow p0 p1 !q1
    printf("%d\n", *q);         //flow q0 q1 !p1
    free(p);
    free(q);
}

static void
list(int n)
{
    struct Node *head = NULL;            //@l0
    while (n-- > 0) {
        struct Node *node = malloc(sizeof *node); //@l1
        node->value = n;                 //@l2
        node->next = head;               //@l3 flow l0 l4
        head = node;                     //@l4
    }
    for (struct Node *x = head; x;       //@l5 flow l4 l0
         x = x->next)                    //@l6 flow l5 l3 !l2
        printf("%d\n", x->value);        //flow l5 l6 l2 !l3
}

static void
strings(char **argv)
{
    char buffer[20] = "abc";     //@s0
    char copy[20] = "";          //@s1
    char *end, *late;
    strcpy(buffer, argv[0]);     //@s2
    strcpy(copy, buffer);        //@s3 flow s0 s2
    printf("%s\n", copy);        //flow s1 s3
    char *colon = strchr(copy, ':'); //@s4 flow s3
    if (colon)
        *colon = 0;              //@s5 flow s4
    printf("%s\n", copy);        //flow s3 s5
    char *twin = strdup(copy);   //@s6 flow s3 s5
    twin[1] = 'x';               //@s7 flow s6
    printf("%s\n", twin);        //flow s6 s7
    printf("%s\n", copy);        //flow s5 !s7
    long v = strtol(buffer, &end, 10); //@s8 flow s2
    *end = 'y';                  //@s9 flow s8
    printf("%ld %s\n", v, buffer); //flow s8 s9
    late = memcpy(buffer + 4, copy, 4); //@s10 flow s5
    printf("%s %s\n", buffer, late); //flow s9 s10
}

static void
resize(int n)
{
    int *p = malloc(4);                 //@r0
    *p = n;                             //@r1
    int *q = realloc(p, 400);           //@r2 flow r0 r1
    q[n] = 5;                           //@r3 flow r2
    printf("%d\n", q[0]);               //flow r2 r3
}

static void
formatted(int n)
{
    char text[30];                      //@f0
    int a = 0, b = 0;                   //@f1
    sprintf(text, "%d %d", n, 2);       //@f2
    sscanf(text, "%d %d", &a, &b);      //@f3 flow f2
    printf("%d %d\n", a, b);            //flow f3
}

static void
input(void)
{
    char line[80];
    while (fgets(line, sizeof line, stdin)) //@n0 flow n0
        printf("%s", line);             //flow n0
}

/* the address of a member, back to what it is in */
static void
container(int n)
{
    struct Node node = {1, NULL, ""};   //@c0
    struct Node **p = &node.next;       //@c1
    struct Node *whole =
        (struct Node *)((char *)p - 8); //@c2 flow c1
    whole->value = n;                   //@c3
    printf("%d\n", node.value);         //flow c3
}

int
main(int argc, char **argv)
{
    sites(argc);
    list(argc);
    strings(argv);
    resize(argc);
    formatted(argc);
    input();
    container(argc);
    return 0;
}
