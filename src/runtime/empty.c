/* empty.c - no code: carries the link's records into shared objects. */
typedef int empty;
