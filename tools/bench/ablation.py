#!/usr/bin/env python3
"""ablation.py - what each piece of evidence adds to `culprit find`, and what
its numbers would be if they were learned.

usage: ablation.py TRIALS SUITE...

TRIALS is the directory that `culprit bench SUITE... -t find --trials TRIALS`
wrote. Lines are ranked again from the lists of trials, with parts of the score
left out, or with other exponents; ties count in full. Weights are learned on
all programs but one and tried on that one.
"""
import glob
import itertools
import json
import os
import sys

WEAK = 0.4


def read_trials(path):
    """The trials, Ochiai of each line, runs and seconds of each stage."""
    trials, lines, stages = [], {}, {}
    for text in open(path, errors="replace"):
        part = text.rstrip("\n").split("\t")
        if text.startswith("# ") and ":" in text:
            name, rest = text[2:].split(":", 1)
            words = rest.split()
            stages[name] = (int(words[0]), float(words[2]))
        elif part[0] == "=":
            key = (part[1], int(part[2]))
            lines[key] = max(lines.get(key, 0), float(part[3]))
        elif not text.startswith("#") and len(part) >= 13:
            trials.append({
                "line": (part[0], int(part[1])), "kind": part[3],
                "simplicity": float(part[4]), "unreached": int(part[5]),
                "failing": int(part[6]), "repaired": int(part[7]),
                "passing": int(part[8]), "broken": int(part[9]),
                "depth": int(part[10])})
    return trials, lines, stages


def read_versions(trials, suites):
    """Every version that was measured: program, id, faults, what was tried."""
    out = []
    for suite in suites:
        made = json.load(open(os.path.join(suite, "suite.json")))
        for v in made["versions"]:
            path = os.path.join(trials, "%s-%s.tsv" % (made["name"], v["id"]))
            if not os.path.exists(path):
                continue
            faults = {(os.path.basename(l["file"]), l["line"])
                      for fault in v["faults"] for l in fault}
            out.append((made["name"], v["id"], len(v["faults"]), faults)
                       + read_trials(path))
    return out


DEFAULT = {"share": 0.25, "kept": 2.0, "simple": 2.0, "trust": 1.0,
           "spectrum": 0.05, "weak": WEAK, "drop": ()}


def score_of(t, w):
    if t["kind"] in w["drop"] or not t["repaired"]:
        return 0
    rest = t["unreached"] if t["depth"] == 2 else t["unreached"] / 2
    share = t["repaired"] / (t["failing"] + rest)
    kept = 1 - t["broken"] / t["passing"] if t["passing"] else 1
    trust = {2: 1, 1: .97}.get(t["depth"], .9)
    return (share ** w["share"] * kept ** w["kept"]
            * t["simplicity"] ** w["simple"] * trust ** w["trust"])


def scores_of(version, w):
    """The score of each line."""
    trials, lines = version[4], version[5]
    best = {}
    for t in trials:
        s = score_of(t, w)
        if s > best.get(t["line"], 0):
            best[t["line"]] = s
    top = max(lines.values(), default=0) or 1
    scores = {}
    for line in set(lines) | set(best):
        s, o = best.get(line, 0), lines.get(line, 0) / top
        if w.get("experiments", True) and s >= w["weak"]:
            scores[line] = s + w["spectrum"] * o
        else:
            scores[line] = w["weak"] * (.9 * o + .1 * s) if w.get(
                "experiments", True) else o
    return scores


def rank_of(version, w):
    """The rank of the first faulty line."""
    scores = scores_of(version, w)
    fault = max((scores[l] for l in version[3] if l in scores), default=None)
    if fault is None:
        return None
    return sum(s >= fault for s in scores.values())


def count(versions, w):
    ranks = [rank_of(v, w) for v in versions]
    return [sum(r is not None and r <= n for r in ranks) for n in (1, 3, 5, 10)]


def row(name, counts, n):
    print("| %s | %s |" % (name, " | ".join("%d (%.0f %%)" % (c, 100 * c / n)
                                              for c in counts)))


def show_confidence(versions):
    """How often a first line with such a score is faulty (ties count part)."""
    print("\nHow sure the first suspect is, by its score:\n")
    print("| score | versions | right |\n|---|---:|---:|")
    for low, high in ((.9, 9), (WEAK, .9), (0, WEAK)):
        n, right = 0, 0
        for v in versions:
            scores = scores_of(v, DEFAULT)
            top = max(scores.values(), default=0)
            if low <= top < high:
                first = [l for l in scores if scores[l] >= top - 1e-9]
                n += 1
                right += sum(l in v[3] for l in first) / len(first)
        print("| %s | %d | %.1f |" % (
            "at least %g" % low if high > 1 else "%g to %g" % (low, high),
            n, right))


GUARDED = ("guarded", "added-clause")
INSERTED = ("early-return", "jump", "inserted-assignment", "inserted-call")
ROWS = [
    ("everything", {}),
    ("without passing tests", {"kept": 0}),
    ("without the share of failing tests", {"share": 0}),
    ("without simplicity", {"simple": 0}),
    ("without the spectrum", {"spectrum": 0}),
    ("without guards", {"drop": GUARDED}),
    ("without guards and insertions", {"drop": GUARDED + INSERTED}),
    ("without trust in depth", {"trust": 0}),
    ("experiments never give way to the spectrum", {"weak": 1e-9}),
    ("the spectrum alone", {"experiments": False}),
]


NAMES = ("share", "kept", "simple", "spectrum", "weak")
GRID = [dict(DEFAULT, **dict(zip(NAMES, point))) for point in itertools.product(
    (.25, .5, 1), (1, 2, 4), (.5, 1, 2), (0, .05, .2), (.2, .4, .6))]


def text_of(w):
    return ", ".join("%g" % w[name] for name in NAMES)


def learn(counts, programs):
    """By program left out: the point with most top-1 and top-5 on the rest,
    and how far behind it each point is. `counts` are of points and programs."""
    chosen, behind = {}, [0] * len(GRID)
    for program in programs:
        sums = [[sum(c[p][i] for p in programs if p != program)
                 for i in range(4)] for c in counts]
        keys = [(s[0] + s[2], s[0], s[3]) for s in sums]
        chosen[program] = keys.index(max(keys))
        for i, key in enumerate(keys):
            behind[i] = max(behind[i], max(keys)[0] - key[0])
    return chosen, behind


def main():
    versions = read_versions(sys.argv[1], sys.argv[2:])
    n = len(versions)
    if n == 0:
        sys.exit("no trials of these suites in " + sys.argv[1])
    print("%d versions of %d programs; ranks of lines, ties in full.\n" %
          (n, len({v[0] for v in versions})))
    print("| score | top 1 | top 3 | top 5 | top 10 |\n|---|---|---|---|---|")
    for name, change in ROWS:
        row(name, count(versions, dict(DEFAULT, **change)), n)
    print("\nWhat the stages cost, mean per version:\n")
    print("| stage | runs | seconds |\n|---|---:|---:|")
    for stage in ("screen", "solve", "moments", "guard",
                  "sample", "confirm", "cause"):
        costs = [v[6].get(stage, (0, 0)) for v in versions]
        print("| %s | %.0f | %.1f |" % (stage, sum(c[0] for c in costs) / n,
                                        sum(c[1] for c in costs) / n))
    show_confidence(versions)
    print("\nWeights learned on all programs but one, tried on that one:\n")
    print("| program | versions | share, kept, simplicity, spectrum, weak | "
          "top 1 | top 5 | as it is: top 1 | top 5 |\n"
          "|---|---:|---|---:|---:|---:|---:|")
    total = [0, 0, 0, 0]
    programs = sorted({v[0] for v in versions})
    mine = {p: [v for v in versions if v[0] == p] for p in programs}
    if len(programs) < 2:
        return
    counts = [{p: count(mine[p], w) for p in programs} for w in GRID]
    chosen, behind = learn(counts, programs)
    for program in programs:
        a = counts[chosen[program]][program]
        b = count(mine[program], DEFAULT)
        total = [x + y for x, y in zip(total, (a[0], a[2], b[0], b[2]))]
        print("| %s | %d | %s | %d | %d | %d | %d |" % (
            program, len(mine[program]), text_of(GRID[chosen[program]]),
            a[0], a[2], b[0], b[2]))
    print("| all | %d | | %d | %d | %d | %d |" % ((n,) + tuple(total)))
    print("\nWhat is nowhere far behind the best of the other programs (top 1 "
          "and top 5 added):\n")
    print("| share, kept, simplicity, spectrum, weak | at most behind | top 1 "
          "| top 5 |\n|---|---:|---:|---:|")
    for i in sorted(range(len(GRID)), key=lambda i: behind[i]):
        if behind[i] > 1 and GRID[i] != DEFAULT:
            continue
        print("| %s%s | %d | %d | %d |" % (
            text_of(GRID[i]), " (used)" if GRID[i] == DEFAULT else "",
            behind[i], sum(c[0] for c in counts[i].values()),
            sum(c[2] for c in counts[i].values())))


if __name__ == "__main__":
    main()
