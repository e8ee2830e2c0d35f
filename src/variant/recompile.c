/* recompile.c - the command that culprit-cc recorded for a source, run again.
 */
#include "variant/recompile.h"

#include "base/mem.h"
#include "base/spawn.h"
#include "cc/clang.h"
#include "variant/codegen.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

bool
recompile_open(const Image *image, const char *dir, Recompile *out, Diag *d)
{
    *out = (Recompile){.image = image, .dir = dir};
    return clang_find(&out->clang, d);
}

char *
recompile_source(const BitcodeCommand *c)
{
    char *joined = io_join(c->dir, c->source);
    char *path = io_absolute(joined);

    free(joined);
    return path;
}

void
recompile_quote(Str *s, const char *text)
{
    str_putc(s, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            str_putc(s, '\\');
        str_putc(s, *text);
    }
    str_putc(s, '"');
}

/* Run the words where the command was run; what clang says is the message. */
static bool
run_command(const Recompile *r, const BitcodeCommand *c,
            const BitcodeWords *words, Diag *d)
{
    char *log = io_join(r->dir, "log"), **argv;
    Bytes said = {0};
    pid_t pid;
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    argv = mem_zalloc(words->n + 1, sizeof *argv);
    for (size_t i = 0; i < words->n; i++)
        argv[i] = (char *)(uintptr_t)words->at[i];
    Spawn s = {.argv = argv, .dir = c->dir, .in = -1, .out = -1, .err = out};
    int status = spawn_start(&s, &pid, d) ? spawn_wait(pid) : -1;
    if (status > 0 && io_read(log, &said, d))
        diag_fail(d, "%s cannot be compiled:\n%s", c->source,
                  (const char *)said.at);
    io_bytes_done(&said);
    if (out >= 0)
        close(out);
    free(argv);
    free(log);
    return status == 0;
}

bool
recompile_bitcode(const Recompile *r, const BitcodeCommand *c,
                  const char *overlay, Bytes *out, Diag *d)
{
    char *output = io_join(r->dir, "unit.bc");
    BitcodeWords words = {0};

    bitcode_words(c, r->clang, overlay, output, &words);
    bool ok = run_command(r, c, &words, d) && io_read(output, out, d);
    vec_done(&words);
    free(output);
    return ok;
}

bool
recompile_native(const Recompile *r, const BitcodeCommand *c,
                 const char *overlay, const char *object, Diag *d)
{
    BitcodeWords words = {0};

    bitcode_object_words(c, r->clang, overlay, object, &words);
    const bool ok = run_command(r, c, &words, d);
    vec_done(&words);
    return ok;
}

bool
recompile_object(const Recompile *r, const Bytes *bitcode, const char *object,
                 Diag *d)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
        (const char *)bitcode->at, bitcode->n, "bitcode", 0);
    LLVMModuleRef module = NULL;
    bool ok = !LLVMParseBitcodeInContext2(context, buffer, &module) ||
              diag_fail(d, "the bitcode for %s does not parse", object);

    ok = ok && codegen_object(r->image, module, object, d);
    if (module)
        LLVMDisposeModule(module);
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
    return ok;
}
