/* option.h - the rows of options.def, and how a command uses them: which
 * member of its settings an option fills.
 */
#ifndef CULPRIT_CMD_OPTION_H
#define CULPRIT_CMD_OPTION_H

#include "base/str.h"
#include "base/texts.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    OPTION_FLAG,   /* bool */
    OPTION_TEXT,   /* const char * */
    OPTION_LIST,   /* Texts: may be repeated */
    OPTION_NUMBER, /* long, with min and max */
    OPTION_REAL,   /* double, not negative */
} OptionKind;

typedef enum {
#define OPTION(id, name, letter, kind, arg, min, max, zero, help) OPT_##id,
#include "cmd/options.def"
    OPTIONS
} OptionId;

typedef struct OptionRow OptionRow;
struct OptionRow {
    const char *name; /* without "--" */
    char letter;      /* 0: none */
    OptionKind kind;  /* never OPTION_LIST, which is up to the command */
    const char *arg;  /* what help calls the argument: "FILE" */
    long min, max;    /* OPTION_NUMBER only */
    const char *zero; /* what 0 means, or NULL */
    const char *help; /* a sentence without the default */
};

extern const OptionRow option_rows[OPTIONS];

typedef struct OptionRenamed OptionRenamed;
struct OptionRenamed {
    const char *command;
    const char *old, *new; /* with dashes; new may be NULL */
    const char *why;
};

extern const OptionRenamed option_renamed[]; /* ends with a NULL old */

/* An option in one command. */
typedef struct OptionUse OptionUse;
struct OptionUse {
    OptionId id;
    OptionKind kind; /* by the member's type */
    size_t offset;   /* of the member in the settings */
    bool required;
    const char *arg;      /* a closer word for the argument, or NULL */
    const char *choices;  /* the words it takes, one blank between; or NULL */
    const char *note;     /* what this command adds to the sentence, or NULL */
    const char *normally; /* the default if the value does not say it */
};

#define OPTION_KIND_OF(x)          \
    _Generic((x),                  \
        bool: OPTION_FLAG,         \
        const char *: OPTION_TEXT, \
        Texts: OPTION_LIST,        \
        long: OPTION_NUMBER,       \
        double: OPTION_REAL)

/* A row of a command's table: option ID fills `member` of `Struct`; USE_WITH
 * sets more members of the OptionUse. */
#define USE(ID, Struct, member)                        \
    {.id = OPT_##ID,                                   \
     .kind = OPTION_KIND_OF(((Struct *)NULL)->member), \
     .offset = offsetof(Struct, member)}
#define USE_WITH(ID, Struct, member, ...)              \
    {.id = OPT_##ID,                                   \
     .kind = OPTION_KIND_OF(((Struct *)NULL)->member), \
     .offset = offsetof(Struct, member),               \
     __VA_ARGS__}

/* What help calls the argument; NULL: it takes none. */
const char *option_arg(const OptionUse *u);

/* The row's sentence with what this command adds, choices and the default. */
void option_sentence(const OptionUse *u, const void *defaults, Str *out);

/* Choices: the next word of the list, which then points behind it; 0 at the
 * end. */
size_t option_next_choice(const char **list, const char **word);
bool option_is_choice(const char *choices, const char *word);
void option_join_choices(const char *choices, Str *out); /* "a, b or c" */

/* Put a value where the settings have it; false if it is no such value. */
bool option_set(const OptionUse *u, const char *value, void *settings);

/* Free the lists of the settings. */
void option_free_lists(const OptionUse *uses, size_t n, void *settings);

#endif
