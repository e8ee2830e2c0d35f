/* page.c - what a request prints, and whether that is sound HTML. */
#include "php/host/page.h"

#include "php/host/host.h"

static Str page;

void
page_begin(void)
{
    str_clear(&page);
}

void
page_add(const char *text, size_t n)
{
    (void)text, (void)n;
}

void
page_set_type(const char *type)
{
    (void)type;
}

void
page_end(void)
{
}
