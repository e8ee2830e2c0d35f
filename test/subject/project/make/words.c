/* words.c - words of a text, and how often each is there. */
#include "words.h"

#include <string.h>

static int
find(const Words *w, const char *text)
{
    int i = 0;

    while (i < w->n && strcmp(w->at[i].text, text) != 0)
        i++;
    return i;
}

void
words_add(Words *w, const char *text)
{
    const int i = find(w, text);

    if (i == WORDS_ROOM)
        return;
    if (i == w->n) {
        strncpy(w->at[i].text, text, WORD_ROOM - 1);
        w->n++;
    }
    w->at[i].n++;
}

int
words_of(const Words *w, const char *text)
{
    const int i = find(w, text);

    return i < w->n ? w->at[i].n : 0;
}

int
words_top(const Words *w)
{
    int best = 0;

    for (int i = 1; i < w->n - 1; i++) /* the fault: the last is left out */
        if (w->at[i].n > w->at[best].n)
            best = i;
    return best;
}
