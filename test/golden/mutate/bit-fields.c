#include <stdio.h>
struct flags {
    unsigned kind : 3, count : 5;
    int level : 6;
    unsigned rest : 18;
    int plain;
};
#define LOW(x) ((x)&7)
int main(int argc, char **argv) {
    struct flags all[2] = {{0}}, *f = &all[1];
    (void)argv;
    f->count = argc + 3;
    f->level = -2;
    f->kind = f->count;
    f->rest += 2;
    f->level++;
    f->plain = LOW(argc);
    printf("%d %d %d %d %d\n", f->kind, f->count, f->level, f->rest, f->plain);
    return f->count == 4 ? 0 : 1;
}
