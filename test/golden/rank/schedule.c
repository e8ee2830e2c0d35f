/* schedule.c - the excerpt of the CP paper's Figure 1 as a real program.
 *
 * Nine statements, one a line, in the paper's four blocks: the chain of &&
 * and commas makes clang branch straight to the last block, as the paper's
 * graph does. Lines 26 to 34 are s1 to s9; the fault is the + 1 in s2 (ONE is
 * 0 in the program that is right).
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
upgrade(double ratio) {
    if (block_queue &&
        (count = mem_count + ONE,
         n = (int)(count * ratio),
         found = find_nth(n),
         found)) {
        mem_count--;
        prio = 2;
        moved = n; }
    printf("%d %d %d\n", prio, moved, n > 9); }

int
main(int argc, char **argv)
{
    block_queue = argc > 1 ? atoi(argv[1]) : 0;
    found = argc > 2 ? atoi(argv[2]) : 0;
    mem_count = argc > 3 ? atoi(argv[3]) : 0;
    upgrade(1.0);
    return 0;
}
