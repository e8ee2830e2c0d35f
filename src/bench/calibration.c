/* calibration.c - is find right as often as it says? */
#include "bench/calibration.h"

/* ORDER SCORES: the least score of each band. */
static const double least[CALIBRATION_SCORES] = {.9, .4, 0};
const char *const calibration_scores[CALIBRATION_SCORES] = {
    "at least 0.9",
    "0.4 to 0.9",
    "below 0.4",
};

static size_t
score_band(double score)
{
    size_t i = 0;

    while (i + 1 < CALIBRATION_SCORES && score < least[i])
        i++;
    return i;
}

static void
count(Band *b, const ScoreFirst *f)
{
    const bool given = f->fix.builds && f->fix.failed == 0;

    b->n++;
    b->right += f->right;
    b->fixes.shown += f->fix.shown;
    b->fixes.build += f->fix.builds;
    b->fixes.given += given;
    b->fixes.hidden += given && f->fix.hidden_failed == 0;
}

void
calibration_make(const Results *r, const char *technique, Calibration *out)
{
    *out = (Calibration){0};
    for (size_t i = 0; i < r->n; i++) {
        const Measured *m = &r->at[i];
        const Score *s = result_score(m, technique);
        if (*m->reason || !s || *s->error || !s->first.said)
            continue;
        out->n++;
        out->nfixes += s->first.fix.shown;
        out->checks.tried += s->first.checks.tried;
        out->checks.other += s->first.checks.other;
        out->checks.broken += s->first.checks.broken;
        count(&out->said[sureness_of(s->first.confidence)], &s->first);
        count(&out->scored[score_band(s->first.change)], &s->first);
    }
}

double
band_right(const Band *b)
{
    return b->n ? 100 * b->right / (double)b->n : 0;
}

static void
text_band(const char *name, const Band *b, bool fixes, FILE *out)
{
    fprintf(out, "  %-12s %8zu %7.1f %6.0f", name, b->n, b->right,
            band_right(b));
    if (fixes)
        fprintf(out, " %7zu %7zu %7zu %7zu", b->fixes.shown, b->fixes.build,
                b->fixes.given, b->fixes.hidden);
    fputc('\n', out);
}

/* One sentence on the diffs that find tried before it showed them. */
static void
put_checks(const char *before, const Calibration *c, FILE *out)
{
    if (c->checks.tried)
        fprintf(out,
                "%sOf %u diffs tried for first places %u did something else "
                "than the change, %u did not build.\n",
                before, c->checks.tried, c->checks.other, c->checks.broken);
}

static void
text_table(const char *technique, const Calibration *c, FILE *out)
{
    fprintf(out,
            "\nhow sure %s is, and how often its first suspect is right\n"
            "  it says      versions   right      %%%s\n",
            technique, c->nfixes ? "   diffs   build   given  hidden" : "");
    for (size_t i = 0; i < SURENESS_COUNT; i++)
        text_band(sureness[i].word, &c->said[i], c->nfixes, out);
    fputs("  score of the change\n", out);
    for (size_t i = 0; i < CALIBRATION_SCORES; i++)
        text_band(calibration_scores[i], &c->scored[i], c->nfixes, out);
    put_checks("  ", c, out);
}

void
calibration_text(const Results *r, FILE *out)
{
    for (size_t i = 0; i < r->techniques.n; i++) {
        Calibration c;
        calibration_make(r, r->techniques.at[i], &c);
        if (c.n)
            text_table(r->techniques.at[i], &c, out);
    }
}

static void
markdown_band(const char *by, const char *name, const Band *b, bool fixes,
              FILE *out)
{
    fprintf(out, "| %s%s | %zu | %.1f | %.0f ", by, name, b->n, b->right,
            band_right(b));
    if (fixes)
        fprintf(out, "| %zu | %zu | %zu | %zu ", b->fixes.shown, b->fixes.build,
                b->fixes.given, b->fixes.hidden);
    fputs("|\n", out);
}

static void
markdown_table(const char *technique, const Calibration *c, FILE *out)
{
    fprintf(out,
            "\n## How sure %s is\n\nHow often the first suspect is right, by "
            "what the answer says and by the score of\nits change; suspects "
            "that stand equal count in part.%s\n\n| | versions | right | %% "
            "%s|\n|---|---:|---:|---:|%s\n",
            technique,
            c->nfixes ? " Of the diffs that it shows, how many\nbuild, pass "
                        "the tests that it was given, and pass the hidden "
                        "ones, too."
                      : "",
            c->nfixes ? "| diffs | build | given | hidden " : "",
            c->nfixes ? "---:|---:|---:|---:|" : "");
    for (size_t k = 0; k < SURENESS_COUNT; k++)
        markdown_band("", sureness[k].word, &c->said[k], c->nfixes, out);
    for (size_t k = 0; k < CALIBRATION_SCORES; k++)
        markdown_band("score ", calibration_scores[k], &c->scored[k], c->nfixes,
                      out);
    put_checks("\n", c, out);
}

void
calibration_markdown(const Results *r, FILE *out)
{
    for (size_t i = 0; i < r->techniques.n; i++) {
        Calibration c;
        calibration_make(r, r->techniques.at[i], &c);
        if (c.n)
            markdown_table(r->techniques.at[i], &c, out);
    }
}
