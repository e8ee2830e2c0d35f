/* altered.c - the application with one change of its text, made when the file
 * is compiled.
 *
 * An interpreter compiles what a request needs in every run: so a change costs
 * nothing but the run, and what is tried is the very text that people are
 * shown. Requests come as those of compiled programs do (runtime/mutate.c): in
 * a file of the run directory, a page for each run of a test that is repeated.
 */
#include "php/host/altered.h"

#include "php/host/host.h"
#include "php/host/zend.h"

#include "base/io.h"
#include "format/mutate.h"
#include "format/profile.h"
#include "runtime/profile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static MutateRequest *request; /* mapped; NULL: nobody asks */
static char *repeats; /* mapped: the requests of a repeated test's runs */
static unsigned chosen, nrepeats;
static Bytes edition; /* of the file that launch.edited names */
static zend_op_array *(*original)(zend_file_handle *file, int type);

/* Requests */

static void *
map_requests(const char *dir, size_t least)
{
    char path[4096];
    struct stat st;
    void *at = MAP_FAILED;

    snprintf(path, sizeof path, "%s/" MUTATE_FILE, dir);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && (size_t)st.st_size >= least)
        at = mmap(NULL, least, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static void
activate(MutateRequest *r)
{
    if (!r || memcmp(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC) != 0 ||
        r->version != MUTATE_VERSION)
        return;
    request = r;
    request->answer.started++;
    steps_set(r->limit ? r->limit : UINT64_MAX);
}

static MutateRequest *
repeat(unsigned run)
{
    void *at = repeats && run < nrepeats ? repeats + (size_t)run * MUTATE_STRIDE
                                         : NULL;

    return at;
}

void
crt_lead(const char *dir, unsigned n)
{
    repeats = host_launch.alter[0]
                  ? map_requests(dir, (size_t)n * MUTATE_STRIDE)
                  : NULL;
    nrepeats = n;
}

void
crt_choose(unsigned run)
{
    chosen = run;
}

void
crt_run_ended(unsigned run, int status, int signal, int timed_out)
{
    MutateRequest *r = repeat(run);

    if (r) {
        r->end.status = status;
        r->end.signal = signal;
        r->end.timed_out = (uint32_t)timed_out;
        r->end.ended = 1;
    }
}

static void
read_request(const char *dir)
{
    if (host_launch.alter[0] && dir && *dir)
        activate(map_requests(dir, MUTATE_PAGE));
}

/* What a served test's process does last before main. */
void
crt_begin(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
    if (repeats)
        activate(repeat(chosen));
    else
        read_request(counters_directory());
}

static void
stop(void)
{
    if (request)
        request->answer.stopped = 1;
    _exit(MUTATE_STOPPED);
}

void
altered_end(void)
{
    if (request)
        request->answer.steps = steps_left();
}

/* Texts */

/* The file's text becomes three parts, one after the other. */
static void
replace(zend_file_handle *file, const char *before, size_t nbefore,
        const char *text, size_t n, const char *after, size_t nafter)
{
    char *all = emalloc(nbefore + n + nafter + ZEND_MMAP_AHEAD);

    memcpy(all, before, nbefore);
    memcpy(all + nbefore, text, n);
    memcpy(all + nbefore + n, after, nafter);
    memset(all + nbefore + n + nafter, 0, ZEND_MMAP_AHEAD);
    efree(file->buf);
    file->buf = all;
    file->len = nbefore + n + nafter;
}

/* Is the file's text another? */
static bool
is_wanted(const zend_file_handle *file, const char *path)
{
    const zend_string *name =
        file->opened_path ? file->opened_path : file->filename;

    return name && strcmp(ZSTR_VAL(name), path) == 0;
}

static void
edit(zend_file_handle *file)
{
    const MutateEdit *e = &request->edit;
    char *text = file->buf;
    const size_t n = file->len;

    if (e->from > e->to || e->to > n || e->n >= sizeof e->text)
        return;
    request->answer.reached++;
    replace(file, text, e->from, e->text, e->n, text + e->to, n - e->to);
}

static zend_op_array *
compile(zend_file_handle *file, int type)
{
    char *text;
    size_t n;

    if (zend_stream_fixup(file, &text, &n) == SUCCESS) {
        if (!host_launch.edited[0]) {
            if (request && request->change.op == MUTATE_EDIT &&
                is_wanted(file, request->edit.path))
                edit(file);
        } else if (is_wanted(file, host_launch.edited)) {
            replace(file, (const char *)edition.at, edition.n, "", 0, "", 0);
        }
    }
    return original(file, type);
}

/* Starting */

bool
altered_load(const Launch *l, char **envp, Diag *d)
{
    if (l->edited[0] && !io_read(l->edition, &edition, d))
        return false;
    if (!l->alter[0])
        return true;
    if (!counters_open("", 0, envp))
        return diag_fail(d, "there is no memory");
    read_request(getenv(CULPRIT_RUN_ENV));
    return true;
}

void
altered_start(const Launch *l)
{
    if (!l->alter[0])
        return;
    original = zend_compile_file;
    zend_compile_file = compile;
    steps_start(stop);
}
