/*
 * orbit - a small laboratory notebook calculator.
 *
 * Reads commands from standard input, one per line, and keeps a set of data
 * points, a working polynomial, named registers and an orbit.  See README.md
 * for the list of commands.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 120
#define MAX_DEGREE 6
#define MAX_TOKENS 24
#define MAX_LINE 256
#define PI 3.14159265358979323846

struct point {
    double x, y, w;
    int used;                   /* not rejected by the last fit */
};

struct dataset {
    struct point pt[MAX_POINTS];
    int n;
};

struct poly {
    double c[MAX_DEGREE + 1];   /* c[i] belongs to x^i */
    int degree;                 /* -1: none defined */
};

struct spline {
    double x[MAX_POINTS], y[MAX_POINTS], m[MAX_POINTS];
    int n;
    int valid;
};

struct line {
    double slope, icept, sd;
    int kept;
};

struct orbit {
    double a, e, argp;          /* argp in radians */
    int defined;
};

struct notebook {
    struct dataset data, saved;
    int can_undo;
    struct poly fn;
    struct spline spl;
    struct orbit orb;
    double reg[26];
    int reg_set[26];
    double ans;
    double tol, clip, gm;
    int max_iter, prec, degrees;
    int line_no, errors;
};

struct unit {
    const char *name;
    int dim;
    double factor, offset;      /* base = value * factor + offset */
};

enum { LENGTH, TIME, MASS, TEMPERATURE, ANGLE };

static const struct unit units[] = {
    { "m", LENGTH, 1.0, 0.0 },        { "km", LENGTH, 1000.0, 0.0 },
    { "cm", LENGTH, 0.01, 0.0 },      { "mm", LENGTH, 0.001, 0.0 },
    { "in", LENGTH, 0.0254, 0.0 },    { "ft", LENGTH, 0.3048, 0.0 },
    { "mi", LENGTH, 1609.344, 0.0 },  { "nmi", LENGTH, 1852.0, 0.0 },
    { "s", TIME, 1.0, 0.0 },          
    { "h", TIME, 3600.0, 0.0 },       { "day", TIME, 86400.0, 0.0 },
    { "kg", MASS, 1.0, 0.0 },         { "g", MASS, 0.001, 0.0 },
    { "lb", MASS, 0.45359237, 0.0 },  { "oz", MASS, 0.028349523125, 0.0 },
    { "K", TEMPERATURE, 1.0, 0.0 },   { "C", TEMPERATURE, 1.0, 273.15 },
    { "F", TEMPERATURE, 5.0 / 9.0, 459.67 * 5.0 / 9.0 },
    { "rad", ANGLE, 1.0, 0.0 },       { "deg", ANGLE, PI / 180.0, 0.0 },
    { "rev", ANGLE, 2.0 * PI, 0.0 },
};

/* ---- messages and numbers ---------------------------------------------- */

static int fail(struct notebook *nb, const char *msg)
{
    printf("line %d: error: %s\n", nb->line_no, msg);
    nb->errors++;
    return -1;
}

static void put_number(const struct notebook *nb, double v)
{
    double half = 0.5 * pow(10.0, -nb->prec);

    if (fabs(v) < half)
        v = 0.0;                /* never print -0.00 */
    if (fabs(v) >= 1e7)
        printf("%.*e", nb->prec, v);
    else
        printf("%.*f", nb->prec, v);
}

static void show(const struct notebook *nb, const char *label, double v)
{
    printf(" %s=", label);
    put_number(nb, v);
}

/* Print a single result and remember it as "ans". */
static int result(struct notebook *nb, const char *label, double v)
{
    if (!isfinite(v))
        return fail(nb, "result is not finite");
    printf("%s = ", label);
    put_number(nb, v);
    putchar('\n');
    nb->ans = v;
    return 0;
}

static int number(struct notebook *nb, const char *s, double *out)
{
    char *end;

    if (strcmp(s, "ans") == 0) {
        *out = nb->ans;
        return 0;
    }
    if (strcmp(s, "pi") == 0) {
        *out = PI;
        return 0;
    }
    if (s[0] == '$') {
        int k = s[1] - 'a';

        if (k < 0 || k > 25 || s[2] != '\0')
            return fail(nb, "bad register name");
        if (!nb->reg_set[k])
            return fail(nb, "register not set");
        *out = nb->reg[k];
        return 0;
    }
    *out = strtod(s, &end);
    if (end == s || *end != '\0' || !isfinite(*out))
        return fail(nb, "bad number");
    return 0;
}

static int integer(struct notebook *nb, const char *s, int lo, int hi, int *out)
{
    double v;

    if (number(nb, s, &v) < 0)
        return -1;
    if (v < lo || v > hi || v != floor(v))
        return fail(nb, "integer out of range");
    *out = (int)v;
    return 0;
}

static double to_radians(const struct notebook *nb, double a)
{
    return nb->degrees ? a * PI / 180.0 : a;
}

static double from_radians(const struct notebook *nb, double a)
{
    return nb->degrees ? a * 180.0 / PI : a;
}

/* ---- data points -------------------------------------------------------- */

static void snapshot(struct notebook *nb)
{
    nb->saved = nb->data;
    nb->can_undo = 1;
}

static void touched(struct notebook *nb)
{
    int i;

    nb->spl.valid = 0;
    for (i = 0; i < nb->data.n; i++)
        nb->data.pt[i].used = 1;
}

static int cmd_point(struct notebook *nb, char **arg)
{
    struct point p = { 0.0, 0.0, 1.0, 1 };

    if (number(nb, arg[1], &p.x) < 0 || number(nb, arg[2], &p.y) < 0)
        return -1;
    if (arg[3] != NULL && number(nb, arg[3], &p.w) < 0)
        return -1;
    if (p.w <= 0.0)
        return fail(nb, "weight must be positive");
    if (nb->data.n == MAX_POINTS)
        return fail(nb, "too many points");
    snapshot(nb);
    nb->data.pt[nb->data.n++] = p;
    touched(nb);
    return 0;
}

static int cmd_del(struct notebook *nb, char **arg)
{
    struct dataset *d = &nb->data;
    int i, k;

    if (integer(nb, arg[1], 1, MAX_POINTS, &k) < 0)
        return -1;
    if (k > d->n)
        return fail(nb, "no such point");
    snapshot(nb);
    for (i = k; i < d->n; i++)
        d->pt[i - 1] = d->pt[i];
    d->n--;
    touched(nb);
    return 0;
}

static int cmd_clear(struct notebook *nb, char **arg)
{
    (void)arg;
    snapshot(nb);
    nb->data.n = 0;
    touched(nb);
    return 0;
}

/* scale x|y FACTOR [SHIFT] */
static int cmd_scale(struct notebook *nb, char **arg)
{
    double factor, shift = 0.0;
    int i;

    if (number(nb, arg[2], &factor) < 0)
        return -1;
    if (arg[3] != NULL && number(nb, arg[3], &shift) < 0)
        return -1;
    if (strcmp(arg[1], "x") != 0 && strcmp(arg[1], "y") != 0)
        return fail(nb, "column must be x or y");
    snapshot(nb);
    for (i = 0; i < nb->data.n; i++) {
        struct point *p = &nb->data.pt[i];

        if (arg[1][0] == 'x')
            p->x = p->x * factor + shift;
        else
            p->y = p->y * factor + shift;
    }
    touched(nb);
    return 0;
}

static int cmd_undo(struct notebook *nb, char **arg)
{
    (void)arg;
    if (!nb->can_undo)
        return fail(nb, "nothing to undo");
    nb->data = nb->saved;
    nb->can_undo = 0;
    touched(nb);
    return 0;
}

static int cmd_list(struct notebook *nb, char **arg)
{
    int i;

    (void)arg;
    printf("%d points\n", nb->data.n);
    for (i = 0; i < nb->data.n; i++) {
        const struct point *p = &nb->data.pt[i];

        printf("%c", p->used ? ' ' : '*');
        show(nb, "x", p->x);
        show(nb, "y", p->y);
        if (p->w != 1.0)
            show(nb, "w", p->w);
        putchar('\n');
    }
    return 0;
}

static int by_value(const void *pa, const void *pb)
{
    double a = *(const double *)pa, b = *(const double *)pb;

    return (a > b) - (a < b);
}

/* Copy a column in ascending order; returns its length or -1. */
static int sorted_column(struct notebook *nb, const char *name, double *v)
{
    int i;

    if (strcmp(name, "x") != 0 && strcmp(name, "y") != 0)
        return fail(nb, "column must be x or y");
    for (i = 0; i < nb->data.n; i++)
        v[i] = name[0] == 'x' ? nb->data.pt[i].x : nb->data.pt[i].y;
    qsort(v, (size_t)nb->data.n, sizeof v[0], by_value);
    return nb->data.n;
}

static double quantile(const double *v, int n, double q)
{
    double pos = q * (n - 1);
    int k = (int)floor(pos);

    if (k + 1 >= n)
        return v[n - 1];
    return v[k] + (pos - k) * (v[k + 1] - v[k]);
}

static int cmd_stats(struct notebook *nb, char **arg)
{
    double v[MAX_POINTS], mean = 0.0, ss = 0.0, sd = 0.0;
    int i, n;

    n = sorted_column(nb, arg[1], v);
    if (n < 0)
        return -1;
    if (n == 0)
        return fail(nb, "no data");
    for (i = 0; i < n; i++)
        mean += v[i];
    mean /= n;
    for (i = 0; i < n; i++)
        ss += (v[i] - mean) * (v[i] - mean);
    if (n > 1)
        sd = sqrt(ss / (n - 1));
    printf("stats n=%d", n);
    show(nb, "mean", mean);
    show(nb, "sd", sd);
    show(nb, "min", v[0]);
    show(nb, "q1", quantile(v, n, 0.25));
    show(nb, "med", quantile(v, n, 0.5));
    show(nb, "q3", quantile(v, n, 0.75));
    show(nb, "max", v[n - 1]);
    putchar('\n');
    nb->ans = mean;
    return 0;
}

/* ---- least squares ------------------------------------------------------ */

/* Weighted straight line through the points still in use. */
static int line_fit(struct notebook *nb, struct line *ln)
{
    double sw = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, ss = 0.0, det;
    int i, kept = 0;

    for (i = 0; i < nb->data.n; i++) {
        const struct point *p = &nb->data.pt[i];

        if (!p->used)
            continue;
        sw += p->w;
        sx += p->w * p->x;
        sy += p->w * p->y;
        sxx += p->w * p->x * p->x;
        sxy += p->w * p->x * p->y;
        kept++;
    }
    det = sw * sxx - sx * sx;
    if (kept < 2 || fabs(det) < 1e-9)
        return fail(nb, "fit is singular");
    ln->slope = (sw * sxy - sx * sy) / det;
    ln->icept = (sxx * sy - sx * sxy) / det;
    for (i = 0; i < nb->data.n; i++) {
        const struct point *p = &nb->data.pt[i];
        double r = p->y - (ln->slope * p->x + ln->icept);

        if (p->used)
            ss += p->w * r * r;
    }
    ln->sd = kept > 2 ? sqrt(ss / (kept - 2)) : 0.0;
    ln->kept = kept;
    return 0;
}

/* Repeat the fit, each time without the worst outlier. */
static int robust_fit(struct notebook *nb, struct line *ln)
{
    int i, worst = -1;

    for (i = 0; i < nb->data.n; i++)
        nb->data.pt[i].used = 1;
    do {
        double limit;

        if (line_fit(nb, ln) < 0)
            return -1;
        worst = -1;
        limit = nb->clip * ln->sd + 1e-9;
        for (i = 0; i < nb->data.n; i++) {
            const struct point *p = &nb->data.pt[i];
            double r = fabs(p->y - (ln->slope * p->x + ln->icept));

            if (p->used && r > limit) {
                limit = r;
                worst = i;
            }
        }
        if (worst >= 0 && ln->kept > 3)
            nb->data.pt[worst].used = 0;
        else
            worst = -1;
    } while (worst >= 0);
    return 0;
}

static int cmd_fit(struct notebook *nb, char **arg)
{
    struct line ln;
    int robust = 0;

    if (arg[1] != NULL) {
        if (strcmp(arg[1], "robust") != 0)
            return fail(nb, "unknown fit");
        robust = 1;
    }
    touched(nb);
    if ((robust ? robust_fit(nb, &ln) : line_fit(nb, &ln)) < 0)
        return -1;
    printf("fit n=%d", ln.kept);
    if (robust)
        printf(" rejected=%d", nb->data.n - ln.kept);
    show(nb, "slope", ln.slope);
    show(nb, "icept", ln.icept);
    show(nb, "sd", ln.sd);
    putchar('\n');
    nb->fn.degree = 1;
    nb->fn.c[0] = ln.icept;
    nb->fn.c[1] = ln.slope;
    nb->ans = ln.slope;
    return 0;
}

/* Solve the n*n system a x = b in place by elimination with pivoting. */
static int solve(double a[MAX_DEGREE + 1][MAX_DEGREE + 1], double *b, int n)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
        int p = k;

        for (i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (fabs(a[p][k]) < 1e-10)
            return -1;
        if (p != k) {
            double t;

            for (j = k; j < n; j++) {
                t = a[p][j];
                a[p][j] = a[k][j];
                a[k][j] = t;
            }
            t = b[p];
            b[p] = b[k];
            b[k] = t;
        }
        for (i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];

            for (j = k; j < n; j++)
                a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
        }
    }
    for (k = n - 1; k >= 0; k--) {
        for (j = k + 1; j < n; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return 0;
}

/* poly D: weighted polynomial fit to the points in use */
static int cmd_poly(struct notebook *nb, char **arg)
{
    double a[MAX_DEGREE + 1][MAX_DEGREE + 1] = { { 0.0 } };
    double b[MAX_DEGREE + 1] = { 0.0 };
    int degree, i, j, k, kept = 0;

    if (integer(nb, arg[1], 0, MAX_DEGREE, &degree) < 0)
        return -1;
    for (k = 0; k < nb->data.n; k++) {
        const struct point *p = &nb->data.pt[k];
        double xi = p->w;

        if (!p->used)
            continue;
        kept++;
        for (i = 0; i <= degree; i++) {
            double xj = xi;

            for (j = 0; j <= degree; j++) {
                a[i][j] += xj;
                xj *= p->x;
            }
            b[i] += xi * p->y;
            xi *= p->x;
        }
    }
    if (kept <= degree || solve(a, b, degree + 1) < 0)
        return fail(nb, "fit is singular");
    nb->fn.degree = degree;
    printf("poly n=%d:", kept);
    for (i = 0; i <= degree; i++) {
        nb->fn.c[i] = b[i];
        putchar(' ');
        put_number(nb, b[i]);
    }
    putchar('\n');
    return 0;
}

/* ---- interpolation ------------------------------------------------------ */

static int build_spline(struct notebook *nb)
{
    struct spline *s = &nb->spl;
    double u[MAX_POINTS];
    int i, j;

    if (nb->data.n < 2)
        return fail(nb, "not enough points");
    s->n = nb->data.n;
    for (i = 0; i < s->n; i++) {        /* insertion sort by x */
        const struct point *p = &nb->data.pt[i];

        for (j = i; j > 0 && s->x[j - 1] > p->x; j--) {
            s->x[j] = s->x[j - 1];
            s->y[j] = s->y[j - 1];
        }
        s->x[j] = p->x;
        s->y[j] = p->y;
    }
    for (i = 1; i < s->n; i++)
        if (s->x[i] - s->x[i - 1] < 1e-9)
            return fail(nb, "duplicate x");
    s->m[0] = u[0] = 0.0;       /* natural ends */
    for (i = 1; i < s->n - 1; i++) {
        double h0 = s->x[i] - s->x[i - 1], h1 = s->x[i + 1] - s->x[i];
        double sig = h0 / (h0 + h1);
        double p = sig * s->m[i - 1] + 2.0;
        double d = (s->y[i + 1] - s->y[i]) / h1 - (s->y[i] - s->y[i - 1]) / h0;

        s->m[i] = (sig - 1.0) / p;
        u[i] = (6.0 * d / (h0 + h1) - sig * u[i - 1]) / p;
    }
    s->m[s->n - 1] = 0.0;
    for (i = s->n - 2; i > 0; i--)
        s->m[i] = s->m[i] * s->m[i + 1] + u[i];
    s->valid = 1;
    return 0;
}

/* Index of the interval [x[k], x[k+1]] that holds x (end intervals extend). */
static int locate(const struct spline *s, double x)
{
    int lo = 0, hi = s->n - 1;

    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;

        if (s->x[mid] > x)
            hi = mid;
        else
            lo = mid;
    }
    return lo;
}

/* interp linear|spline|near X */
static int cmd_interp(struct notebook *nb, char **arg)
{
    const struct spline *s = &nb->spl;
    double x, h, a, b, y;
    int k;

    if (number(nb, arg[2], &x) < 0)
        return -1;
    if (!s->valid && build_spline(nb) < 0)
        return -1;
    k = locate(s, x);
    h = s->x[k + 1] - s->x[k];
    a = (s->x[k + 1] - x) / h;
    b = 1.0 - a;
    if (strcmp(arg[1], "near") == 0) {
        y = b > 0.5 ? s->y[k + 1] : s->y[k];
    } else if (strcmp(arg[1], "linear") == 0) {
        y = a * s->y[k] + b * s->y[k + 1];
    } else if (strcmp(arg[1], "spline") == 0) {
        if (x < s->x[0] || x > s->x[s->n - 1])
            return fail(nb, "outside the table");
        y = a * s->y[k] + b * s->y[k + 1]
            + ((a * a * a - a) * s->m[k] + (b * b * b - b) * s->m[k + 1]) * h * h / 6.0;
    } else {
        return fail(nb, "unknown method");
    }
    return result(nb, "interp", y);
}

/* area: integral of the data by trapezoids; needs the sorted table */
static int cmd_area(struct notebook *nb, char **arg)
{
    const struct spline *s = &nb->spl;
    double sum = 0.0;
    int i;

    (void)arg;
    if (!s->valid && build_spline(nb) < 0)
        return -1;
    for (i = 1; i < s->n; i++)
        sum += 0.5 * (s->y[i] + s->y[i - 1]) * (s->x[i] - s->x[i - 1]);
    return result(nb, "area", sum);
}

/* ---- the working function ----------------------------------------------- */

static double poly_at(const struct poly *p, double x)
{
    double v = 0.0;
    int i;

    for (i = p->degree; i >= 0; i--)
        v = v * x + p->c[i];
    return v;
}

static int need_fn(struct notebook *nb)
{
    return nb->fn.degree < 0 ? fail(nb, "no function") : 0;
}

static void put_poly(const struct notebook *nb)
{
    int i;

    printf("fn:");
    for (i = 0; i <= nb->fn.degree; i++) {
        putchar(' ');
        put_number(nb, nb->fn.c[i]);
    }
    putchar('\n');
}

static int cmd_fn(struct notebook *nb, char **arg)
{
    struct poly p = { { 0.0 }, -1 };
    int i;

    for (i = 1; arg[i] != NULL; i++) {
        if (p.degree == MAX_DEGREE)
            return fail(nb, "degree too high");
        if (number(nb, arg[i], &p.c[i - 1]) < 0)
            return -1;
        p.degree++;
    }
    while (p.degree > 0 && p.c[p.degree] == 0.0)
        p.degree--;
    nb->fn = p;
    put_poly(nb);
    return 0;
}

static int cmd_deriv(struct notebook *nb, char **arg)
{
    struct poly *p = &nb->fn;
    int i;

    (void)arg;
    if (need_fn(nb) < 0)
        return -1;
    if (p->degree == 0) {
        p->c[0] = 0.0;
    } else {
        for (i = 1; i <= p->degree; i++)
            p->c[i - 1] = i * p->c[i];
        p->degree--;
    }
    put_poly(nb);
    return 0;
}

static int cmd_eval(struct notebook *nb, char **arg)
{
    double x;

    if (need_fn(nb) < 0 || number(nb, arg[1], &x) < 0)
        return -1;
    return result(nb, "f", poly_at(&nb->fn, x));
}

/* Root in [a, b] by false position with bisection as a safeguard. */
static int bracket_root(const struct notebook *nb, double a, double b, double *root)
{
    double fa = poly_at(&nb->fn, a), fb = poly_at(&nb->fn, b);
    int i;

    if (fa == 0.0) {
        *root = a;
        return 1;
    }
    if (fb == 0.0) {
        *root = b;
        return 1;
    }
    if ((fa > 0.0) == (fb > 0.0))
        return 0;
    for (i = 0; i < 200 && b - a > nb->tol; i++) {
        double m = b - fb * (b - a) / (fb - fa), fm;

        if (i % 3 == 2 || m <= a || m >= b)
            m = 0.5 * (a + b);
        fm = poly_at(&nb->fn, m);
        if (fm == 0.0) {
            a = b = m;
        } else if ((fm > 0.0) == (fa > 0.0)) {
            a = m;
            fa = fm;
        } else {
            b = m;
            fb = fm;
        }
    }
    *root = 0.5 * (a + b);
    return 1;
}

/* root A B | roots A B N (scan N cells) */
static int cmd_root(struct notebook *nb, char **arg)
{
    double a, b, r, last = 0.0;
    int cells = 1, i, found = 0;

    if (need_fn(nb) < 0 || number(nb, arg[1], &a) < 0 || number(nb, arg[2], &b) < 0)
        return -1;
    if (arg[3] != NULL && integer(nb, arg[3], 1, 100, &cells) < 0)
        return -1;
    if (a >= b)
        return fail(nb, "empty interval");
    for (i = 0; i < cells; i++) {
        double lo = a + (b - a) * i / cells, hi = a + (b - a) * (i + 1) / cells;

        if (!bracket_root(nb, lo, hi, &r))
            continue;
        if (found > 0 && fabs(r - last) <= 2.0 * nb->tol)
            continue;           /* the same root on a cell boundary */
        result(nb, "root", r);
        last = r;
        found++;
    }
    if (found == 0)
        return fail(nb, "no sign change");
    return 0;
}

static int cmd_integ(struct notebook *nb, char **arg)
{
    double a, b, h, sum;
    int i, n = 20;

    if (need_fn(nb) < 0 || number(nb, arg[1], &a) < 0 || number(nb, arg[2], &b) < 0)
        return -1;
    if (arg[3] != NULL && integer(nb, arg[3], 1, 1000, &n) < 0)
        return -1;
    if (n % 2 != 0)
        n++;                    /* Simpson needs an even number of cells */
    h = (b - a) / n;
    sum = poly_at(&nb->fn, a) + poly_at(&nb->fn, b);
    for (i = 1; i < n; i++)
        sum += (i % 2 ? 4.0 : 2.0) * poly_at(&nb->fn, a + i * h);
    return result(nb, "integral", sum * h / 3.0);
}

/* ---- units -------------------------------------------------------------- */

static const struct unit *find_unit(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

/* Split "km/h" into numerator and denominator; den is NULL for "km". */
static int parse_unit(struct notebook *nb, const char *text,
                      const struct unit **num, const struct unit **den)
{
    char buf[32];
    char *slash;

    if (strlen(text) >= sizeof buf)
        return fail(nb, "unknown unit");
    strcpy(buf, text);
    *den = NULL;
    slash = strchr(buf, '/');
    if (slash != NULL) {
        *slash = '\0';
        *den = find_unit(slash + 1);
        if (*den == NULL)
            return fail(nb, "unknown unit");
    }
    *num = find_unit(buf);
    if (*num == NULL)
        return fail(nb, "unknown unit");
    return 0;
}

/* conv VALUE FROM TO */
static int cmd_conv(struct notebook *nb, char **arg)
{
    const struct unit *fn, *fd, *tn, *td;
    double v;

    if (number(nb, arg[1], &v) < 0 || parse_unit(nb, arg[2], &fn, &fd) < 0
        || parse_unit(nb, arg[3], &tn, &td) < 0)
        return -1;
    if (fn->dim != tn->dim || (fd == NULL) != (td == NULL))
        return fail(nb, "units do not match");
    if (fd == NULL) {
        v = v * fn->factor + fn->offset;
        if (fn->dim == TEMPERATURE && v < 0.0)
            return fail(nb, "below absolute zero");
        v = (v - tn->offset) / tn->factor;
    } else {
        if (fd->dim != td->dim)
            return fail(nb, "units do not match");
        v = v * fn->factor / tn->factor;    /* differences: no offset */
        v = v * td->factor / fd->factor;
    }
    return result(nb, arg[3], v);
}

/* ---- orbits ------------------------------------------------------------- */

/* Solve E - e sin E = M; M is first brought into [-pi, pi]. */
static int kepler(const struct notebook *nb, double m, double e, double *ecc)
{
    double x, step;
    int i;

    m = fmod(m, 2.0 * PI);
    if (m > PI)
        m -= 2.0 * PI;
    else if (m < -PI)
        m += 2.0 * PI;
    x = e < 0.8 ? m : (m < 0.0 ? -PI : PI);
    for (i = 0; i < nb->max_iter; i++) {
        step = (x - e * sin(x) - m) / (1.0 - e * cos(x));
        x -= step;
        if (fabs(step) < nb->tol) {
            *ecc = x;
            return 0;
        }
    }
    return -1;
}

static int cmd_kepler(struct notebook *nb, char **arg)
{
    double m, e, ecc;

    if (number(nb, arg[1], &m) < 0 || number(nb, arg[2], &e) < 0)
        return -1;
    if (e < 0.0 || e >= 1.0)
        return fail(nb, "not an ellipse");
    if (kepler(nb, to_radians(nb, m), e, &ecc) < 0)
        return fail(nb, "no convergence");
    return result(nb, "E", from_radians(nb, ecc));
}

static double period(const struct notebook *nb)
{
    double a = nb->orb.a;

    return 2.0 * PI * sqrt(a * a * a / nb->gm);
}

/* orbit A E [ARGP] (km, -, angle) */
static int cmd_orbit(struct notebook *nb, char **arg)
{
    struct orbit o = { 0.0, 0.0, 0.0, 1 };

    if (number(nb, arg[1], &o.a) < 0 || number(nb, arg[2], &o.e) < 0)
        return -1;
    if (arg[3] != NULL) {
        if (number(nb, arg[3], &o.argp) < 0)
            return -1;
        o.argp = to_radians(nb, o.argp);
    }
    if (o.a <= 0.0 || o.e < 0.0 || o.e >= 1.0)
        return fail(nb, "not an ellipse");
    nb->orb = o;
    printf("orbit");
    show(nb, "peri", o.a * (1.0 - o.e));
    show(nb, "apo", o.a * (1.0 + o.e));
    show(nb, "period", period(nb));
    putchar('\n');
    nb->ans = period(nb);
    return 0;
}

/* at T: position T seconds after the pericentre */
static int cmd_at(struct notebook *nb, char **arg)
{
    const struct orbit *o = &nb->orb;
    double t, ecc, x, y, r, theta, speed;

    if (number(nb, arg[1], &t) < 0)
        return -1;
    if (!o->defined)
        return fail(nb, "no orbit");
    if (kepler(nb, 2.0 * PI * t / period(nb), o->e, &ecc) < 0)
        return fail(nb, "no convergence");
    x = o->a * (cos(ecc) - o->e);
    y = o->a * sqrt(1.0 - o->e * o->e) * sin(ecc);
    r = sqrt(x * x + y * y);
    theta = atan2(y, x) + o->argp;
    speed = sqrt(nb->gm * (2.0 / r - 1.0 / o->a));
    printf("at");
    show(nb, "x", r * cos(theta));
    show(nb, "y", r * sin(theta));
    show(nb, "r", r);
    show(nb, "v", speed);
    putchar('\n');
    nb->ans = r;
    return 0;
}

/* ---- registers and settings ------------------------------------ */

static int cmd_let(struct notebook *nb, char **arg)
{
    double v;
    int k = arg[1][0] - 'a';

    if (k < 0 || k > 25 || arg[1][1] != '\0')
        return fail(nb, "bad register name");
    if (number(nb, arg[2], &v) < 0)
        return -1;
    nb->reg[k] = v;
    nb->reg_set[k] = 1;
    return 0;
}

static int cmd_set(struct notebook *nb, char **arg)
{
    const char *what = arg[1];
    double v;

    if (strcmp(what, "angle") == 0) {
        if (strcmp(arg[2], "deg") == 0)
            nb->degrees = 1;
        else if (strcmp(arg[2], "rad") == 0)
            nb->degrees = 0;
        else
            return fail(nb, "angle must be deg or rad");
        return 0;
    }
    if (strcmp(what, "prec") == 0)
        return integer(nb, arg[2], 0, 6, &nb->prec);
    if (strcmp(what, "iter") == 0)
        return integer(nb, arg[2], 1, 500, &nb->max_iter);
    if (number(nb, arg[2], &v) < 0)
        return -1;
    if (strcmp(what, "tol") == 0) {
        if (v < 1e-8 || v > 0.1)
            return fail(nb, "tolerance out of range");
        nb->tol = v;
    } else if (strcmp(what, "clip") == 0) {
        if (v < 1.0)
            return fail(nb, "clip must be at least 1");
        nb->clip = v;
    } else if (strcmp(what, "gm") == 0) {
        if (v <= 0.0)
            return fail(nb, "gm must be positive");
        nb->gm = v;
    } else {
        return fail(nb, "unknown setting");
    }
    return 0;
}

/* ---- command loop ------------------------------------------------------- */

struct command {
    const char *name;
    int min_args, max_args;
    int (*run)(struct notebook *nb, char **arg);
};

static const struct command commands[] = {
    { "point", 2, 3, cmd_point },   { "del", 1, 1, cmd_del },
    { "clear", 0, 0, cmd_clear },   { "scale", 2, 3, cmd_scale },
    { "undo", 0, 0, cmd_undo },     { "list", 0, 0, cmd_list },
    { "stats", 1, 1, cmd_stats },   { "fit", 0, 1, cmd_fit },
    { "poly", 1, 1, cmd_poly },     { "interp", 2, 2, cmd_interp },
    { "area", 0, 0, cmd_area },     { "fn", 1, MAX_TOKENS, cmd_fn },
    { "deriv", 0, 0, cmd_deriv },   { "eval", 1, 1, cmd_eval },
    { "root", 2, 2, cmd_root },     { "roots", 3, 3, cmd_root },
    { "integ", 2, 3, cmd_integ },   { "conv", 3, 3, cmd_conv },
    { "kepler", 2, 2, cmd_kepler }, { "orbit", 2, 3, cmd_orbit },
    { "at", 1, 1, cmd_at },         { "let", 2, 2, cmd_let },
    { "set", 2, 2, cmd_set },
};

static int split(char *line, char **tok)
{
    int n = 0;
    char *p = line;

    for (;;) {
        while (isspace((unsigned char)*p))
            p++;
        tok[n] = NULL;
        if (*p == '\0' || *p == '#')
            return n;
        if (n == MAX_TOKENS)
            return -1;
        tok[n++] = p;
        while (*p != '\0' && !isspace((unsigned char)*p))
            p++;
        if (*p != '\0')
            *p++ = '\0';
    }
}

static void execute(struct notebook *nb, char *line)
{
    char *tok[MAX_TOKENS + 1];
    int n = split(line, tok);
    size_t i;

    if (n == 0)
        return;
    if (n < 0) {
        fail(nb, "line too long");
        return;
    }
    for (i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *c = &commands[i];

        if (strcmp(c->name, tok[0]) != 0)
            continue;
        if (n - 1 < c->min_args || n - 1 > c->max_args)
            fail(nb, "wrong number of arguments");
        else
            c->run(nb, tok);
        return;
    }
    fail(nb, "unknown command");
}

static void reset(struct notebook *nb)
{
    memset(nb, 0, sizeof *nb);
    nb->fn.degree = -1;
    nb->tol = 1e-6;
    nb->clip = 2.0;
    nb->gm = 398600.4418;
    nb->max_iter = 50;
    nb->prec = 3;
}

int main(int argc, char **argv)
{
    static struct notebook nb;
    char line[MAX_LINE];
    int i, stop_on_error = 0;

    reset(&nb);
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-e") == 0) {
            stop_on_error = 1;
        } else if (strcmp(argv[i], "-d") == 0) {
            nb.degrees = 1;
        } else if (strcmp(argv[i], "-p") == 0 && i + 1 < argc) {
            nb.prec = atoi(argv[++i]);
            if (nb.prec < 0 || nb.prec > 6) {
                fprintf(stderr, "orbit: bad precision\n");
                return 2;
            }
        } else {
            fprintf(stderr, "usage: orbit [-d] [-e] [-p digits] < commands\n");
            return 2;
        }
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        nb.line_no++;
        execute(&nb, line);
        if (stop_on_error && nb.errors > 0)
            break;
    }
    if (nb.errors > 0)
        printf("%d error%s\n", nb.errors, nb.errors == 1 ? "" : "s");
    return nb.errors > 0;
}
