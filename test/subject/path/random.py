#!/usr/bin/env python3
"""random.py - random programs for culprit path, and checks of what it tried.

random.py make SEED       a program whose output is the tree of its branches
random.py order KIND LOG  do candidates come in the order that KIND says?
                          paper: Definition 4; size: fewer branches first
random.py same LOG LOG    are the same distances reached in both?

LOG has the output of each run that was judged, one a line, the failing run's
first.
"""
import random
import re
import sys

BYTES = 3


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = 0

    def number(self):
        self.n += 1
        return self.n

    def value(self):
        return self.r.choice(["in[%d]" % self.r.randrange(BYTES)] * 3 +
                             ["v[%d]" % self.r.randrange(2)] * 3 +
                             ["'%c'" % self.r.choice("cgmt")])

    def condition(self):
        left = self.r.choice(["in[%d]" % self.r.randrange(BYTES),
                              "v[%d]" % self.r.randrange(2)])
        return "%s %s %s" % (left, self.r.choice(["<", ">", "=="]),
                             self.r.choice(["'%c'" % self.r.choice("bfkpx"),
                                            self.value()]))

    def statement(self, depth, calls):
        kind = self.r.randrange(8)
        if kind < 5 and depth < 2:
            i = self.number()
            other = self.block(depth + 1, calls) if self.r.randrange(2) else ""
            return ('if (%s) {\nprintf("(%dT");\n%s} else {\n'
                    'printf("(%dF");\n%s}\nleave();\n' %
                    (self.condition(), i, self.block(depth + 1, calls), i,
                     other))
        if kind == 5 and calls:
            return "enter(%d); help(); leave();\n" % self.number()
        return "v[%d] = %s;\n" % (self.r.randrange(2), self.value())

    def block(self, depth, calls):
        return "".join(self.statement(depth, calls)
                       for _ in range(self.r.randrange(1, 3)))

    def program(self):
        helper = self.block(1, False)
        body = "".join(self.statement(0, True) for _ in range(8))
        return """#include <stdio.h>
static char in[%d], v[2] = "em";
static void enter(int i) { printf("(c%%d", i); }
static void leave(void) { printf(")"); }
static void
help(void)
{
%s}
int
main(void)
{
fread(in, 1, %d, stdin);
%sputchar('\\n');
return 0;
}
""" % (BYTES, helper, BYTES, body)


def events(line):
    """Branches of a run: where they are in the tree, and their outcomes."""
    out, above = [], []
    for word in re.findall(r"\(c?\d+[TF]?|\)", line):
        if word == ")":
            above.pop()
            continue
        name = word[1:].rstrip("TF")
        seen = sum(1 for k, _ in out if k == tuple(above) + (name,))
        assert seen == 0, "a program without loops"
        key = tuple(above) + (name,)
        above.append(name)
        out.append((key, word[-1] if word[-1] in "TF" else ""))
    return out


def distance(failing, other):
    """Definition 3, as positions in the failing run."""
    outcome = dict(other)
    return tuple(i for i, (k, o) in enumerate(failing)
                 if k in outcome and outcome[k] != o)


def order_key(kind, dist):
    """Definition 4: later events first, and a suffix before what it ends."""
    paper = tuple(-i for i in reversed(dist))
    return (len(dist), paper) if kind == "size" else paper


def load(name):
    with open(name, encoding="ascii") as f:
        runs = [events(line) for line in f]
    return [distance(runs[0], r) for r in runs[1:]]


def main():
    if sys.argv[1] == "make":
        print(Maker(int(sys.argv[2])).program())
        return
    if sys.argv[1] == "same":
        a, b = (set(load(name)) for name in sys.argv[2:4])
        if a != b:
            sys.exit("only one: %s %s" % (a - b, b - a))
        return
    # further ways through a region may come about at any time
    dists = list(dict.fromkeys(d for d in load(sys.argv[3]) if d))
    for x, y in zip(dists, dists[1:]):
        if order_key(sys.argv[2], x) > order_key(sys.argv[2], y):
            sys.exit("%s before %s" % (x, y))


main()
