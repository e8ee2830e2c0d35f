#!/usr/bin/env python3
"""Random small programs over two digits, for laws about changes.

random.py SEED prints one. It ends soon whatever its input is, reads nothing
that was not written, and prints what it computed.
"""
import random
import sys


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.loops = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def place(self):
        return self.pick("a", "b", "c", "total", "t[(unsigned char)(a & 3)]", "t[(unsigned char)b]", "p->n", "p->m")

    def value(self, depth=0):
        if depth > 1 or self.random.random() < .4:
            return self.pick(self.place(), str(self.random.randrange(12)), self.place())
        kind = self.random.random()
        left, right = self.value(depth + 1), self.value(depth + 1)
        if kind < .1 and depth == 0:
            return "help(%s, %s)" % (left, right)
        if kind < .2:
            return "-%s" % self.place()
        return "(%s %s %s)" % (left, self.pick("+", "-", "*", "&", "|", "^"), right)

    def condition(self):
        one = "%s %s %s" % (self.value(1), self.pick("<", "<=", ">", "==", "!="), self.value(1))
        if self.random.random() < .3:
            return "%s %s %s > %d" % (one, self.pick("&&", "||"), self.place(), self.random.randrange(5))
        return one

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def statement(self, depth):
        kind = self.random.random()
        if kind < .5 or depth > 3:
            self.put(depth, "%s %s %s;" % (self.place(), self.pick("=", "=", "+=", "-="), self.value()))
        elif kind < .6:
            self.put(depth, "%s%s;" % (self.place(), self.pick("++", "--")))
        elif kind < .85:
            self.put(depth, "if (%s) {" % self.condition())
            self.block(depth + 1)
            if self.random.random() < .4:
                self.put(depth, "} else {")
                self.block(depth + 1)
            self.put(depth, "}")
        elif self.loops < 3:
            self.loops += 1
            i = "i%d" % self.loops
            self.put(depth, "for (%s = 0; %s < %d; %s++) {" % (i, i, self.random.randrange(2, 6), i))
            self.block(depth + 1)
            self.put(depth, "}")

    def block(self, depth):
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth)

    def program(self):
        self.put(0, "#include <stdio.h>")
        self.put(0, "static struct pair { int n; short m; } pair = {3, 5}, *p = &pair;")
        self.put(0, "static unsigned char c = 7;\nstatic int a, b, i1, i2, i3, total, t[256];")
        self.put(0, "static int help(int a, int b) {")
        for _ in range(3):
            self.put(1, "if (%s) b = %s;" % (self.pick("a < b", "a == 3", "b > a"), self.pick("a + 1", "b - a", "-b")))
        self.put(1, "return a + b;\n}")
        self.put(0, "int main(void) {")
        self.put(1, "a = getchar() - '0';\n    b = getchar() - '0';")
        for _ in range(7):
            self.statement(1)
        self.put(1, 'printf("%d %d %d %d %d %d\\n", a, b, c, total, pair.n, pair.m);')
        self.put(1, 'for (i1 = 0; i1 < 10; i1++)\n        printf("%d\\n", t[(unsigned char)i1]);')
        self.put(1, "return 0;\n}")
        return "\n".join(self.lines)


print(Maker(int(sys.argv[1])).program())
