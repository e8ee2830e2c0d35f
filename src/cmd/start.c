/* start.c - a session is opened, and the terminal shows what that builds. */
#include "cmd/start.h"

#include "report/progress.h"

bool
start_session(const SessionSpec *spec, Session *out, Io *io, Diag *d)
{
    Progress progress = progress_to(io->err, io->progress);
    SessionSpec told = *spec;

    told.history.progress = progress_of_revision;
    told.history.context = &progress;
    bool ok = session_open(&told, out, d);
    progress_clear(&progress);
    if (out->history.good)
        revision_tell(out->history.good, NULL, NULL);
    return ok;
}
