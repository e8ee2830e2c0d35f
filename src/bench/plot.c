/* plot.c - the papers' two kinds of plots as SVG drawings. */
#include "bench/plot.h"

#include "base/mem.h"
#include "bench/tally.h"

#include <stdlib.h>

/* The drawing's measures. */
enum {
    WIDTH = 560,
    HEIGHT = 340,
    LEFT = 46,
    BELOW = 40,
    ABOVE = 12,
    SIDE = 14
};

static double
x_of(double share, double most)
{
    return (WIDTH - LEFT - SIDE) * share / most + (double)LEFT;
}

static double
y_of(double share)
{
    return (HEIGHT - BELOW - ABOVE) * (1 - share / 100) + (double)ABOVE;
}

static void
draw_column(double x, const char *tick, Str *out)
{
    str_printf(out,
               "<line class=grid x1=%.1f y1=%d x2=%.1f y2=%.1f />"
               "<text class=tick x=%.1f y=%d text-anchor=middle>%s</text>",
               x, ABOVE, x, y_of(0), x, HEIGHT - BELOW + 16, tick);
}

static void
draw_rows(const char *below, const char *beside, Str *out)
{
    for (int i = 0; i <= 5; i++) {
        double y = y_of(20 * i);
        str_printf(out,
                   "<line class=grid x1=%d y1=%.1f x2=%d y2=%.1f />"
                   "<text class=tick x=%d y=%.1f text-anchor=end>%d</text>\n",
                   LEFT, y, WIDTH - SIDE, y, LEFT - 6, y + 4, 20 * i);
    }
    str_printf(out,
               "<text class=label x=%d y=%d text-anchor=middle>%s</text>"
               "<text class=label transform=\"rotate(-90)\" x=%d y=12 "
               "text-anchor=middle>%s</text>\n",
               (LEFT + WIDTH - SIDE) / 2, HEIGHT - 6, below,
               -(HEIGHT - BELOW + ABOVE) / 2, beside);
}

static void
draw_axes(double most, Str *out)
{
    for (int i = 0; i <= 5; i++) {
        char tick[24];
        snprintf(tick, sizeof tick, "%g", most * i / 5);
        draw_column(x_of(most * i / 5, most), tick, out);
    }
    draw_rows("% of the statements examined", "% of the faults located", out);
}

static int
by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Steps: at each version's exam the line rises by one version. */
static void
draw_line(const Results *r, const char *technique, const char *class,
          double most, Str *out)
{
    double *exams = mem_zalloc(r->n + 1, sizeof *exams);
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        const Score *s = result_score(&r->at[i], technique);
        if (!*r->at[i].reason && s && !*s->error)
            exams[n++] = 100 * result_exam(&r->at[i], s);
    }
    qsort(exams, n, sizeof *exams, by_value);
    str_printf(out, "<path class=\"line %s\" d=\"M%.1f %.1f", class,
               x_of(0, most), y_of(0));
    for (size_t i = 0; i < n && exams[i] <= most; i++)
        str_printf(out, "H%.1fV%.1f", x_of(exams[i], most),
                   y_of(100.0 * (double)(i + 1) / (double)n));
    str_printf(out, "H%.1f\"><title>%s</title></path>\n", x_of(most, most),
               technique);
    free(exams);
}

/* Well-localized versions with each number of tests, then with all. */
static void
draw_growth(const Results *r, const char *technique, const char *class,
            double most, Str *out)
{
    Tally t;

    tally_make(r, technique, TALLY_ALL, NULL, &t);
    str_printf(out, "<path class=\"line %s\" d=\"M", class);
    for (unsigned i = 0; i < GROWTH_POINTS; i++)
        str_printf(out, "%.1f %.1fL", x_of(i, most), y_of(t.growth[i]));
    str_printf(out, "%.1f %.1f\"><title>%s</title></path>\n", x_of(most, most),
               y_of(t.well), technique);
}

typedef void DrawLine(const Results *r, const char *technique,
                      const char *class, double most, Str *out);

static void
draw_all(const Results *r, const size_t *coloured, size_t ncoloured,
         double most, DrawLine *draw, Str *out)
{
    for (size_t i = 0; i < r->techniques.n; i++) {
        size_t k = 0;
        while (k < ncoloured && coloured[k] != i)
            k++;
        if (k == ncoloured)
            draw(r, r->techniques.at[i], "rest", most, out);
    }
    for (size_t k = ncoloured; k-- > 0;) { /* the best one on top */
        char class[24];
        snprintf(class, sizeof class, "c%zu", k);
        draw(r, r->techniques.at[coloured[k]], class, most, out);
    }
    str_puts(out, "</svg>\n");
}

void
plot_curves(const Results *r, const size_t *coloured, size_t ncoloured,
            double most, Str *out)
{
    str_printf(out,
               "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"faults "
               "located against code examined, to %g %%\">\n",
               WIDTH, HEIGHT, most);
    draw_axes(most, out);
    draw_all(r, coloured, ncoloured, most, draw_line, out);
}

void
plot_growth(const Results *r, const size_t *coloured, size_t ncoloured,
            Str *out)
{
    str_printf(out,
               "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"share "
               "well-localized against tests\">\n",
               WIDTH, HEIGHT);
    for (unsigned i = 0; i < GROWTH_POINTS; i++) {
        char tick[24];
        snprintf(tick, sizeof tick, "%u", growth_points[i]);
        draw_column(x_of(i, GROWTH_POINTS), tick, out);
    }
    draw_column(x_of(GROWTH_POINTS, GROWTH_POINTS), "all", out);
    draw_rows("tests", "% of the versions well-localized", out);
    draw_all(r, coloured, ncoloured, GROWTH_POINTS, draw_growth, out);
}
