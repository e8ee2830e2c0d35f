/* run: abcdefgh 3
 * run: hgfedcba 1
 * wants: RANGE [1-9]
 * wants: branches [1-9]
 * unwanted: ADDRESS|lost [1-9]
 * Symbolic addresses, copies, unions, allocated blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned short table[16] = {7, 1, 9, 300, 4, 4, 8, 2,
                                         6, 5, 3, 77,  0, 1, 2, 3};
static int counts[26];

union Word {
    unsigned u;
    char c[4];
    float f;
};

static int
look(const unsigned char *where, int i)
{
    return where[i & 3];
}

int
main(int argc, char **argv)
{
    char copy[64], local[8] = {9, 8, 7, 6, 5, 4, 3, 2};
    union Word w;

    if (argc < 3)
        return 2;
    int i = argv[2][0] - '0';
    if (table[i & 15] == 300)
        puts("three hundred");
    if (local[i & 7] > 6)
        puts("local");
    for (const char *p = argv[1]; *p; p++)
        counts[(*p - 'a') % 26u]++;
    if (counts[2] == 1)
        puts("one c");
    memcpy(copy, argv[1], 9);
    memmove(copy + 1, copy, 8);
    memset(copy + 5, argv[2][0], 2);
    if (copy[1] == 'a' && copy[6] == '3')
        puts("moved");
    memcpy(w.c, copy, 4);
    if (w.u == 0x63626161)
        puts("word");
    w.u += 1;
    if (w.c[0] == 'b')
        puts("carried");
    unsigned char *block = malloc(6);
    for (int k = 0; k < 6; k++)
        block[k] = (unsigned char)(argv[1][k] ^ k);
    if (look(block, i) == 'd' - 0 + 0)
        puts("looked");
    block = realloc(block, 4000);
    if (block[3] == ('d' ^ 3))
        puts("grown");
    short *cells = calloc(8, sizeof *cells);
    cells[i & 7] = argv[1][0];
    cells[(i + 1) & 7] = 5;
    if (cells[3] == 'a')
        puts("stored");
    if (cells[4] == 5)
        puts("stored after");
    int total = 0;
    for (int k = 0; k < 8; k++)
        total += cells[k];
    printf("%d\n", total);
    free(cells);
    free(block);
    return 0;
}
