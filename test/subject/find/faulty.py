#!/usr/bin/env python3
"""faulty.py - random programs with a mistake.

  faulty.py SEED DIR [N]     right.c, wrong.c and tests.txt in DIR; N: with
                             another mistake, the Nth
"""
import os, random, re, sys

NAMES = ["a", "b", "c", "total", "v[i & 3]", "v[1]", "s.low", "q->high"]


class Maker:
    """Makes text with alternatives: one of them is the mistake."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.slips = []  # (right, wrong) of each place that has a choice

    def pick(self, choices):
        right, wrong = self.random.sample(choices, 2)
        self.slips.append((right, wrong))
        return "\0%d\1" % (len(self.slips) - 1)

    def number(self):
        n = self.random.randrange(9)
        return self.pick([str(n), str(n + 1)])

    def name(self):
        return self.pick(NAMES)

    def expression(self, depth):
        if depth == 0 or self.random.random() < .3:
            return self.name() if self.random.random() < .6 else self.number()
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        text = "%s %s %s" % (left, self.pick(["+", "-", "*", "&", "|"]), right)
        return "(%s)" % text if self.random.random() < .5 else text

    def condition(self):
        text = "%s %s %s" % (self.name(), self.pick(["<", "<=", ">", "==", "!="]),
                             self.expression(1))
        if self.random.random() < .3:
            text += " %s %s" % (self.pick(["&&", "||"]), self.name())
        return text

    def simple(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return "%s%s;" % (self.name(), self.pick(["++", "--"]))
        if kind == 1:
            return "%s %s %s;" % (self.name(), self.pick(["+=", "-=", "="]),
                                  self.expression(1))
        if kind == 2:
            return "%s = twice(%s);" % (self.name(), self.expression(1))
        return "%s = %s;" % (self.name(), self.expression(2))

    def statement(self, depth, indent):
        kind = self.random.randrange(8 if depth else 4)
        if kind < 4:
            return indent + self.simple() + "\n"
        inner = indent + "    "
        if kind == 4:
            return "%sif (%s)\n%s" % (indent, self.condition(),
                                      self.statement(0, inner))
        if kind == 5:
            return "%sif (%s) {\n%s%s} else {\n%s%s}\n" % (
                indent, self.condition(), self.block(depth - 1, inner), indent,
                self.block(depth - 1, inner), indent)
        if kind == 6:
            return "%sfor (i = 0; i < %s; i++) {\n%s%s}\n" % (
                indent, self.number(), self.block(0, inner), indent)
        return "%sswitch (%s & 3) {\n%scase %s:\n%s%sbreak;\n%sdefault:\n%s%s}\n" % (
            indent, self.name(), indent, self.pick(["0", "1", "2", "3"]),
            self.statement(0, inner), inner, indent, self.statement(0, inner), indent)

    def block(self, depth, indent):
        return "".join(self.statement(depth, indent)
                       for _ in range(self.random.randrange(1, 4)))

    def program(self):
        return """#include <stdio.h>
#include <stdlib.h>

typedef struct Pair Pair;
struct Pair {
    unsigned low, high;
};

static unsigned
twice(unsigned x)
{
    return x * 2 + %s;
}

static unsigned
work(unsigned a, unsigned b, unsigned c)
{
    unsigned i = 0, total = %s, v[4] = {1, 2, 3, 4};
    Pair s = {a, b}, *q = &s;

%s    return total + a + b + c + v[0] + v[1] + v[2] + v[3] + s.low + s.high;
}

int
main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    printf("%%u\\n", work((unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]),
                        (unsigned)atoi(argv[3])) %% 1000);
    return 0;
}
""" % (self.number(), self.number(), "".join(self.block(2, "    ") for _ in range(3)))

    def render(self, text, wrong):
        return re.sub("\0(\\d+)\1", lambda m: self.slips[int(m[1])][int(m[1]) == wrong],
                      text)


def make(seed, directory, nth):
    maker = Maker(seed)
    text = maker.program()
    wrong = maker.random.randrange(len(maker.slips))
    wrong = (wrong + nth * 7) % len(maker.slips)
    with open(os.path.join(directory, "right.c"), "w") as f:
        f.write(maker.render(text, -1))
    with open(os.path.join(directory, "wrong.c"), "w") as f:
        f.write(maker.render(text, wrong))
    with open(os.path.join(directory, "tests.txt"), "w") as f:
        for _ in range(14):
            f.write(" ".join(str(maker.random.randrange(8)) for _ in "abc") + "\n")


make(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
