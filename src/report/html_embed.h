/* html_embed.h - the files of html/ as text inside the program. */
#ifndef CULPRIT_REPORT_HTML_EMBED_H
#define CULPRIT_REPORT_HTML_EMBED_H

extern const char embed_page[], embed_style[], embed_model[], embed_list[],
    embed_view[];

#endif
