int f(int a) {
    /* x */ if (a < 1 && b[2] || !c->d) { a += -1; } else return g(a, "s", '\\n') ? 1 : 2;
    for (i = 0; i < n; i++) switch (a) { case 1: break; default: x: do a--; while (a); }
}
