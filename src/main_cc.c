/* main_cc.c - culprit-cc, the drop-in compiler. */
#include "cc/cc.h"

int
main(int argc, char **argv)
{
    return cc_main(argc, argv);
}
