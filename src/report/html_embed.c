/* html_embed.c - the files of html/ as text inside the program.
 *
 * The assembler includes them, so they stay files that editors and browsers
 * know; the Makefile builds this again when one of them changes. Paths are
 * relative to the directory make runs in.
 */
#include "report/html_embed.h"

#define EMBED(name, file)                            \
    __asm__(".pushsection .rodata\n"                 \
            ".global embed_" name "\n"               \
            "embed_" name ":\n"                      \
            ".incbin \"src/report/html/" file "\"\n" \
            ".byte 0\n"                              \
            ".popsection\n")

EMBED("page", "page.html");
EMBED("style", "style.css");
EMBED("model", "model.js");
EMBED("list", "list.js");
EMBED("view", "view.js");
