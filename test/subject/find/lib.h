/* lib.h - of lib.c. */
int lib_scale(int n);
