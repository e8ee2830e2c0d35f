/* schedule.c - the excerpt of the CP paper's Figure 1 as a real program.
 *
 * Nine statements, one a line, in the paper's four blocks. The fault is the
 * + 1 in s2 (ONE is 0 in the program that is right).
 * Arguments: is there a queue, is there a process, how many are waiting.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef ONE
#define ONE 1
#endif

static int block_queue, found, mem_count, prio, moved, n, count;

static int
find_nth(int i)
{
    return found && i > 0;
}

static void
upgrade(double ratio)
{
    if (block_queue) {               /* s1 */
        count = mem_count + ONE;     /* s2 */
        n = (int)(count * ratio);    /* s3 */
        found = find_nth(n);         /* s4 */
        if (found) {                 /* s5 */
            mem_count--;             /* s6 */
            prio = 2;                /* s7 */
            moved = n;               /* s8 */
        }
    }
    printf("%d %d %d\n", prio, moved, n > 9); /* s9 */
}

int
main(int argc, char **argv)
{
    block_queue = argc > 1 ? atoi(argv[1]) : 0;
    found = argc > 2 ? atoi(argv[2]) : 0;
    mem_count = argc > 3 ? atoi(argv[3]) : 0;
    upgrade(1.0);
    return 0;
}
