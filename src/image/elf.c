/* elf.c - what we need of an ELF file: our section, build id, libraries. */
#include "image/elf.h"

#include "base/str.h"
#include "base/vec.h"
#include "format/section.h"

#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef VEC(const char *) Names;

static void
read_build_id(Elf_Data *data, Arena *a, ElfFile *out)
{
    GElf_Nhdr note;
    size_t name, desc, at = 0, next;

    while ((next = gelf_getnote(data, at, &note, &name, &desc)) > 0) {
        const unsigned char *id = (unsigned char *)data->d_buf + desc;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            memcmp((char *)data->d_buf + name, "GNU", 4) == 0 &&
            note.n_descsz <= 64) {
            char *hex = arena_alloc(a, 2 * note.n_descsz + 1, 1);
            for (size_t i = 0; i < note.n_descsz; i++) {
                hex[2 * i] = "0123456789abcdef"[id[i] >> 4];
                hex[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
            }
            out->build_id = hex;
        }
        at = next;
    }
}

static const char *
text_in(Elf *elf, GElf_Word table, size_t offset, Arena *a)
{
    const char *text = elf_strptr(elf, table, offset);

    return arena_strdup(a, text ? text : "");
}

static void
read_dynamic(Elf *elf, const GElf_Shdr *header, Elf_Data *data, Arena *a,
             ElfFile *out)
{
    GElf_Dyn dyn;
    Names needed = {0};

    for (int i = 0; gelf_getdyn(data, i, &dyn); i++) {
        if (dyn.d_tag == DT_NEEDED)
            vec_push(&needed, text_in(elf, header->sh_link, dyn.d_un.d_val, a));
        else if (dyn.d_tag == DT_SONAME)
            out->soname = text_in(elf, header->sh_link, dyn.d_un.d_val, a);
        else if (dyn.d_tag == DT_RUNPATH ||
                 (dyn.d_tag == DT_RPATH && !*out->runpath))
            out->runpath = text_in(elf, header->sh_link, dyn.d_un.d_val, a);
        else if (dyn.d_tag == DT_SYMBOLIC ||
                 (dyn.d_tag == DT_FLAGS && dyn.d_un.d_val & DF_SYMBOLIC))
            out->symbolic = true;
        else if (dyn.d_tag == DT_FLAGS_1 && dyn.d_un.d_val & DF_1_PIE)
            out->starts = true;
    }
    out->nneeded = needed.n;
    out->needed = arena_dup(a, needed.at, needed.n * sizeof *needed.at);
    vec_done(&needed);
}

/* Not any library's that this process has: those may be what is looked at. */
static bool
is_of_libc(const char *name)
{
    void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    const bool is = libc && dlsym(libc, name);

    if (libc)
        dlclose(libc);
    return is;
}

/* A function of ours that libraries are to call instead of their own is there
 * once in a process. */
static void
note_symbol(const GElf_Sym *sym, const char *name, Arena *a, ElfFile *out)
{
    if (sym->st_shndx != SHN_UNDEF && GELF_ST_TYPE(sym->st_info) == STT_FUNC &&
        is_of_libc(name))
        out->join.alone =
            arena_printf(a, "it has a %s of its own for libraries", name);
}

/* Registers that the linker makes of sections with names of C ("tests" between
 * __start_tests and __stop_tests) would hold those of all executables. */
static void
note_section(const GElf_Shdr *header, const char *name, Arena *a, ElfFile *out)
{
    static const char *const shared[] = {"__libc_", "asan_", "__llvm_",
                                         "__sancov", "__patchable"};

    if (!(header->sh_flags & SHF_ALLOC) || header->sh_type == SHT_NOTE ||
        !(isalpha((unsigned char)*name) || *name == '_'))
        return;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (strncmp(name, shared[i], strlen(shared[i])) == 0)
            return;
    out->join.section = arena_strdup(a, name);
}

static void
read_exports(Elf *elf, const GElf_Shdr *header, Elf_Data *data, Arena *a,
             ElfFile *out)
{
    GElf_Sym sym;
    Names names = {0};

    for (int i = 1; gelf_getsym(data, i, &sym); i++) {
        const char *name = text_in(elf, header->sh_link, sym.st_name, a);
        note_symbol(&sym, name, a, out);
        if (sym.st_shndx != SHN_UNDEF && GELF_ST_BIND(sym.st_info) != STB_LOCAL)
            vec_push(&names, name);
    }
    out->nexports = names.n;
    out->exports = arena_dup(a, names.at, names.n * sizeof *names.at);
    vec_done(&names);
}

static void
read_section(Elf *elf, Elf_Scn *scn, size_t names, Arena *a, ElfFile *out)
{
    GElf_Shdr header;
    Elf_Data *data;

    if (!gelf_getshdr(scn, &header) || header.sh_type == SHT_NOBITS ||
        !(data = elf_getdata(scn, NULL)) || !data->d_buf)
        return;
    const char *name = elf_strptr(elf, names, header.sh_name);
    if (name)
        note_section(&header, name, a, out);
    if (header.sh_type == SHT_NOTE) {
        read_build_id(data, a, out);
    } else if (header.sh_type == SHT_DYNAMIC) {
        read_dynamic(elf, &header, data, a, out);
    } else if (header.sh_type == SHT_DYNSYM) {
        read_exports(elf, &header, data, a, out);
    } else if (name && strcmp(name, SECTION_NAME) == 0) {
        out->section.at = arena_dup(a, data->d_buf, data->d_size);
        out->section.n = data->d_size;
    }
}

/* A program that can be anywhere in memory looks like a library, but for the
 * loader that it asks for (or, linked statically, a flag; see read_dynamic). */
static bool
has_interpreter(Elf *elf)
{
    GElf_Phdr header;
    size_t n = 0;

    elf_getphdrnum(elf, &n);
    for (size_t i = 0; i < n; i++)
        if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP)
            return true;
    return false;
}

/* Why a file is not what we want, with a way on where we know one. */
static bool
not_elf(const char *path, const char *bytes, size_t n, Diag *d)
{
    if (n > 2 && memcmp(bytes, "#!", 2) == 0)
        return diag_fail(d,
                         "%s is a script, not a program; for libtool's "
                         "wrapper scripts take the real one in .libs/",
                         path);
    return diag_fail(d, "%s is not an ELF program", path);
}

bool
elf_parse(const char *path, const void *bytes, size_t n, Arena *a, ElfFile *out,
          Diag *d)
{
    GElf_Ehdr header;
    size_t names;

    *out = (ElfFile){.path = arena_strdup(a, path),
                     .build_id = "",
                     .soname = "",
                     .runpath = ""};
    elf_version(EV_CURRENT);
    /* libelf only reads, but its parameter has no const */
    Elf *elf = elf_memory((char *)(uintptr_t)bytes, n);
    bool ok = elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) &&
              (header.e_type == ET_EXEC || header.e_type == ET_DYN) &&
              elf_getshdrstrndx(elf, &names) == 0;
    if (!ok)
        not_elf(path, bytes, n, d);
    if (ok)
        out->starts = header.e_type == ET_EXEC || has_interpreter(elf);
    for (Elf_Scn *scn = NULL; ok && (scn = elf_nextscn(elf, scn));)
        read_section(elf, scn, names, a, out);
    elf_end(elf);
    return ok;
}

bool
elf_read(const char *path, Arena *a, ElfFile *out, Diag *d)
{
    struct stat st;
    void *bytes = MAP_FAILED;

    *out = (ElfFile){.path = arena_strdup(a, path),
                     .build_id = "",
                     .soname = "",
                     .runpath = ""};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) < 0) {
        if (fd >= 0)
            close(fd);
        return diag_errno(d, "cannot open %s", path);
    }
    size_t n = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
    /* private and writable, as libelf may convert in place */
    if (n > 0)
        bytes = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return not_elf(path, NULL, 0, d);
    bool ok = elf_parse(path, bytes, n, a, out, d);
    munmap(bytes, n);
    return ok;
}
