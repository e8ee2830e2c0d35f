/* What is counted. */
#define LOWEST -99
#define HIGHEST 9
