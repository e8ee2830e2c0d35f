#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int library_file = -1;
static volatile int library_alive;
static void *
live(void *nothing)
{
    for (;; usleep(100))
        library_alive++;
    return nothing;
}
__attribute__((constructor)) static void
before(void)
{
    pthread_t t;
    if (getenv("LIBRARY_FILE"))
        library_file = open("in", O_RDONLY);
    if (getenv("LIBRARY_THREAD"))
        pthread_create(&t, NULL, live, NULL);
}
/* Until the thread does something; if there is none the test takes too long. */
void
library_wait(void)
{
    for (int before = library_alive; library_alive == before;)
        usleep(1000);
}
