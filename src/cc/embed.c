/* embed.c - a section of records in and out of ELF object files. */
#include "cc/embed.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/section.h"

#include <ctype.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Append the section's name to the section-name table; its offset. */
static bool
add_name(Elf *elf, size_t *offset, char **table)
{
    size_t index;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &index) < 0)
        return false;
    Elf_Scn *scn = elf_getscn(elf, index);
    Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
    if (!data || !gelf_getshdr(scn, &header))
        return false;
    *offset = data->d_size;
    *table = mem_alloc(data->d_size + sizeof SECTION_NAME);
    memcpy(*table, data->d_buf, data->d_size);
    memcpy(*table + data->d_size, SECTION_NAME, sizeof SECTION_NAME);
    data->d_buf = *table;
    data->d_size += sizeof SECTION_NAME;
    elf_flagdata(data, ELF_C_SET, ELF_F_DIRTY);
    return true;
}

static bool
add_section(Elf *elf, const Str *section, size_t name)
{
    GElf_Shdr header;
    Elf_Scn *scn = elf_newscn(elf);
    Elf_Data *data = scn ? elf_newdata(scn) : NULL;

    if (!data || !gelf_getshdr(scn, &header))
        return false;
    data->d_buf = section->at;
    data->d_size = section->n;
    data->d_type = ELF_T_BYTE;
    data->d_align = 1;
    data->d_version = EV_CURRENT;
    header.sh_name = (GElf_Word)name;
    header.sh_type = SHT_PROGBITS;
    header.sh_flags = 0; /* not loaded: the program never sees it */
    header.sh_addralign = 1;
    return gelf_update_shdr(scn, &header) != 0;
}

bool
embed_add(const char *path, const Str *section, Diag *d)
{
    size_t name = 0;
    char *table = NULL;

    elf_version(EV_CURRENT);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return diag_errno(d, "cannot open %s", path);
    Elf *elf = elf_begin(fd, ELF_C_RDWR, NULL);
    bool ok = elf && elf_kind(elf) == ELF_K_ELF &&
              add_name(elf, &name, &table) && add_section(elf, section, name) &&
              elf_update(elf, ELF_C_WRITE) >= 0;
    if (!ok)
        diag_fail(d, "cannot add a section to %s: %s", path, elf_errmsg(-1));
    elf_end(elf);
    free(table);
    close(fd);
    return ok;
}

static bool
has_section(Elf *elf)
{
    size_t names;
    Elf_Scn *scn = NULL;

    if (elf_getshdrstrndx(elf, &names) < 0)
        return false;
    while ((scn = elf_nextscn(elf, scn))) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(scn, &header)
                               ? elf_strptr(elf, names, header.sh_name)
                               : NULL;
        if (name && strcmp(name, SECTION_NAME) == 0)
            return true;
    }
    return false;
}

static EmbedKind
object_kind(Elf *elf)
{
    GElf_Ehdr header;

    if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) ||
        header.e_type != ET_REL)
        return EMBED_OTHER;
    return has_section(elf) ? EMBED_OBJECT_WITH : EMBED_OBJECT_WITHOUT;
}

/* What a walk over an archive does with each of its objects. */
typedef struct EmbedWalk EmbedWalk;
struct EmbedWalk {
    size_t with, without;
    EmbedVisit *visit; /* of those without, or NULL */
    void *user;
    bool ok;
};

static void
see_object(EmbedWalk *w, Elf *elf)
{
    EmbedKind kind = object_kind(elf);
    size_t n = 0;
    const char *bytes = elf_rawfile(elf, &n);

    w->with += kind == EMBED_OBJECT_WITH;
    w->without += kind == EMBED_OBJECT_WITHOUT;
    if (w->ok && w->visit && kind == EMBED_OBJECT_WITHOUT)
        w->ok = bytes && w->visit(bytes, n, w->user);
}

static void
walk_members(EmbedWalk *w, Elf *archive, int fd)
{
    Elf_Cmd cmd = ELF_C_READ_MMAP;

    for (Elf *member; (member = elf_begin(fd, cmd, archive));) {
        see_object(w, member);
        cmd = elf_next(member);
        elf_end(member);
    }
}

static void
see_file(EmbedWalk *w, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf)
        see_object(w, elf);
    elf_end(elf);
    close(fd);
}

static const char thin_magic[8] = {'!', '<', 't', 'h', 'i', 'n', '>', '\n'};

/* Thin archives, which libelf does not know, only name their objects: in the
 * headers "/OFFSET" into the table of names, which itself is called "//". */
static void
walk_thin(EmbedWalk *w, const char *path, const Bytes *b)
{
    enum { HEADER = 60, SIZE_AT = 48 };
    const char *at = (const char *)b->at, *names = NULL;
    char *dir = io_dirname(path);
    size_t nnames = 0, i = sizeof thin_magic;

    while (i + HEADER <= b->n) {
        const char *header = at + i;
        size_t size = strtoul(header + SIZE_AT, NULL, 10);
        bool index = header[0] == '/' && !isdigit((unsigned char)header[1]);
        i += HEADER;
        if (header[1] == '/' && i <= b->n && size <= b->n - i) {
            names = at + i;
            nnames = size;
        }
        if (index && size <= b->n - i)
            i += size + (size & 1); /* only indices hold data */
        else if (index)
            break;
        size_t from = header[0] == '/' ? strtoul(header + 1, NULL, 10) : 0;
        if (index || !names || from >= nnames)
            continue;
        size_t n = strcspn(names + from, "/\n");
        while (from + n < nnames && names[from + n] == '/' &&
               names[from + n + 1] != '\n')
            n += 1 + strcspn(names + from + n + 1, "/\n");
        char *name = mem_printf("%.*s", (int)n, names + from);
        char *file = io_join(dir, name);
        see_file(w, file);
        free(file);
        free(name);
    }
    free(dir);
}

/* Walk over the objects of an archive; false if it is none. */
static bool
walk_archive(EmbedWalk *w, const char *path)
{
    char magic[sizeof thin_magic];
    Diag ignored;
    bool is_archive = false;

    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (pread(fd, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
        memcmp(magic, thin_magic, sizeof magic) == 0) {
        Bytes b;
        diag_init(&ignored);
        is_archive = io_read(path, &b, &ignored);
        if (is_archive)
            walk_thin(w, path, &b);
        io_bytes_done(&b);
        diag_done(&ignored);
    } else {
        Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
        is_archive = elf && elf_kind(elf) == ELF_K_AR;
        if (is_archive)
            walk_members(w, elf, fd);
        elf_end(elf);
    }
    close(fd);
    return is_archive;
}

EmbedKind
embed_kind(const char *path)
{
    EmbedWalk w = {.ok = true};

    if (!walk_archive(&w, path)) {
        see_file(&w, path);
        return w.with      ? EMBED_OBJECT_WITH
               : w.without ? EMBED_OBJECT_WITHOUT
                           : EMBED_OTHER;
    }
    if (!w.with)
        return EMBED_OTHER;
    return w.without ? EMBED_ARCHIVE_MIXED : EMBED_ARCHIVE_WITH;
}

bool
embed_each_without(const char *path, EmbedVisit *visit, void *user)
{
    EmbedWalk w = {.visit = visit, .user = user, .ok = true};

    return walk_archive(&w, path) && w.ok;
}
