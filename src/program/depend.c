/* depend.c - the static dependence model of a program, all of it. */
#include "program/depend.h"

#include "image/image.h"
#include "program/build.h"
#include "program/lower.h"

static void
check(bool ok, const char *what, Diag *d)
{
    if (!ok)
        bug("%s is wrong: %s", what, d->error);
}

static void
check_all(const Depend *m)
{
    Diag d;

    diag_init(&d);
    check(program_check(&m->program, &d), "the model", &d);
    check(code_check(&m->code, &m->program, &d), "the code", &d);
    check(control_check(&m->control, &m->program, &d), "control dependence",
          &d);
    check(sdg_check(&m->sdg, &d), "the dependence graph", &d);
    diag_done(&d);
}

void
depend_build(LLVMModuleRef module, bool summary, Depend *out)
{
    uint32_t *origins = program_build_origins(module, "", &out->program);

    code_lower(module, &out->program, origins, &out->code);
    control_build(&out->program, &out->control);
    points_build(&out->program, &out->code, &out->points);
    effects_build(&out->points, &out->effects);
    sdg_build(&out->effects, &out->control, summary, &out->sdg);
    check_all(out);
    free(origins);
}

bool
depend_open(const Texts *programs, bool summary, Depend *out, Diag *d)
{
    Image image;

    *out = (Depend){0};
    bool ok = image_read(programs, &image, d) && image_link(&image, d);
    if (ok)
        depend_build(image.module, summary, out);
    image_done(&image);
    return ok;
}

void
depend_done(Depend *d)
{
    sdg_done(&d->sdg);
    effects_done(&d->effects);
    points_done(&d->points);
    control_done(&d->control);
    code_done(&d->code);
    program_done(&d->program);
}
