/* xml.h - walk over the elements of an XML text, for the parsers.
 *
 * Elements, attributes and the text between them; no documents types, no
 * namespaces, no check that what is opened is closed.
 */
#ifndef CULPRIT_SPECTRUM_XML_H
#define CULPRIT_SPECTRUM_XML_H

#include "base/arena.h"
#include "spectrum/lines.h"

typedef enum { XML_OPEN, XML_CLOSE, XML_EMPTY, XML_END, XML_DAMAGED } XmlKind;

typedef struct Xml Xml;
struct Xml {
    Text all, rest;
    Text name;       /* of the element */
    Text attributes; /* of it, as they stand there */
    Text before;     /* the text before the element, as it stands there */
};

static inline Xml
xml_over(const uint8_t *bytes, size_t n)
{
    const Text all = {(const char *)bytes, n};

    return (Xml){.all = all, .rest = all};
}

/* The next tag. */
XmlKind xml_next(Xml *x);

/* The value of an attribute of the element, decoded; NULL if it has none. */
const char *xml_attribute(const Xml *x, const char *name, Arena *a);

/* Text as it is meant. */
const char *xml_decode(Text t, Arena *a);

/* The line where the reader is, from 1. */
unsigned xml_line(const Xml *x);

#endif
