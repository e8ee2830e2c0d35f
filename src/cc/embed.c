/* embed.c - a section of records in and out of ELF object files. */
#include "cc/embed.h"

#include "base/mem.h"
#include "format/section.h"

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

static EmbedKind
archive_kind(Elf *archive, int fd)
{
    Elf_Cmd cmd = ELF_C_READ;
    bool all = true;
    size_t objects = 0;

    for (Elf *member; (member = elf_begin(fd, cmd, archive));) {
        EmbedKind kind = object_kind(member);
        objects += kind == EMBED_OBJECT_WITH;
        all = all && kind != EMBED_OBJECT_WITHOUT;
        cmd = elf_next(member);
        elf_end(member);
    }
    return all && objects ? EMBED_ARCHIVE_WITH : EMBED_OTHER;
}

EmbedKind
embed_kind(const char *path)
{
    EmbedKind kind = EMBED_OTHER;

    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return kind;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf && elf_kind(elf) == ELF_K_AR)
        kind = archive_kind(elf, fd);
    else if (elf)
        kind = object_kind(elf);
    elf_end(elf);
    close(fd);
    return kind;
}
