/* words.h - words of a text, and how often each is there. */
#ifndef WORDS_H
#define WORDS_H

enum { WORDS_ROOM = 64, WORD_ROOM = 32 };

typedef struct Words Words;
struct Words {
    struct {
        char text[WORD_ROOM];
        int n;
    } at[WORDS_ROOM];
    int n;
};

void words_add(Words *w, const char *text);
int words_of(const Words *w, const char *text);

/* The one that is there most often; of several, the first. */
int words_top(const Words *w);

#endif
