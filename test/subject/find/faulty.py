#!/usr/bin/env python3
"""faulty.py - random programs with a mistake, and what their diffs really do.

  faulty.py make SEED DIR     right.c, wrong.c and tests.txt in DIR
  faulty.py check FIND.JSON SOURCE TESTS REFERENCE CC...
                              apply each diff of the answer to SOURCE, compile
                              it, run all tests: they must end as it says
"""
import json, os, random, re, subprocess, sys, tempfile

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


def make(seed, directory):
    maker = Maker(seed)
    text = maker.program()
    wrong = maker.random.randrange(len(maker.slips))
    with open(os.path.join(directory, "right.c"), "w") as f:
        f.write(maker.render(text, -1))
    with open(os.path.join(directory, "wrong.c"), "w") as f:
        f.write(maker.render(text, wrong))
    with open(os.path.join(directory, "tests.txt"), "w") as f:
        for _ in range(14):
            f.write(" ".join(str(maker.random.randrange(8)) for _ in "abc") + "\n")


def run(program, test):
    try:
        r = subprocess.run([program] + test.split(), capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    return r.stdout, r.returncode


def verdicts(program, tests, wanted):
    return [run(program, t) == w for t, w in zip(tests, wanted)]


def check(answer, source, tests, reference, cc):
    tests = [t for t in open(tests).read().splitlines() if t]
    wanted = [run(reference, t) for t in tests]
    checked = 0
    with tempfile.TemporaryDirectory() as directory:
        copy, program = os.path.join(directory, "x.c"), os.path.join(directory, "x")
        subprocess.run(cc + [source, "-o", program], check=True)
        before = verdicts(program, tests, wanted)
        for f in json.load(open(answer))["findings"]:
            if "fix" not in f:
                continue
            subprocess.run(["patch", "-s", "-o", copy, source],
                           input=f["fix"]["diff"].encode(), check=True)
            subprocess.run(cc + [copy, "-o", program], check=True)
            after = verdicts(program, tests, wanted)
            repaired = sum(b and not a for a, b in zip(before, after))
            broken = sum(a and not b for a, b in zip(before, after))
            says = f["evidence"]
            if (repaired, broken) != (says["repaired"], says["broken"]):
                sys.exit("%s: repairs %d and breaks %d, but %d and %d is said:\n%s" % (
                    source, repaired, broken, says["repaired"], says["broken"],
                    f["fix"]["diff"]))
            checked += 1
    print(checked)


if sys.argv[1] == "make":
    make(int(sys.argv[2]), sys.argv[3])
else:
    check(*sys.argv[2:6], sys.argv[6:])
