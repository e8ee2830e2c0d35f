#!/usr/bin/env python3
"""path.py - docs/results/path.md's tables from results of `culprit bench -t path`.

usage: path.py WORK > table.md, where WORK is the directory bench of bench's
       --store;
       path.py WORK BEFORE: the scores beside those of another one, or of a page
       with such a table
"""
import glob
import json
import os
import re
import statistics
import sys

APG = [("100 %", 0.93), ("90-99 %", 34.58), ("80-89 %", 8.41),
       ("70-79 %", 8.41), ("60-69 %", 5.61), ("50-59 %", 4.67),
       ("40-49 %", 7.48), ("30-39 %", 4.67), ("20-29 %", 9.35),
       ("10-19 %", 1.87), ("0-9 %", 14.02)]  # Table 4 of the paper


# Omissions of code that no branch of its function guards, by an enclosing
# statement or by leaving earlier, so that the paper does not claim them; the
# patches in bench/*/faults say so.
UNGUARDED = {"advisor v02", "advisor v03", "advisor v08", "advisor v10",
             "btree v08", "btree v10", "dispatch v02", "dispatch v09",
             "dispatch v10", "para v02"}


def load(work):
    rows = []
    for name in sorted(glob.glob(work + "/*/results/*.json")):
        with open(name, encoding="utf-8") as f:
            j = json.load(f)
        s = (j["scores"] or [{}])[0]
        error = j["reason"] or s.get("error", "")
        rows.append({
            "id": j["suite"] + " " + j["id"], "kinds": j["kinds"],
            "error": error, "score": 0 if error else 1 - s["t_score"],
            "size": 0 if error else s["report"],
            "asked": 0 if error else s["runs"], "wall": s.get("wall_s", 0),
            "said": s.get("said", ""), "named": s.get("line_rank", 0) > 0,
        })
    return rows


def told(r):
    said = r["said"].replace("the branches where the closest successful run "
                             "parts from the failing one: ", "")
    said = (r["error"] or said).replace("|", "\\|")
    said = said if len(said) < 160 else said[:157] + "..."
    return said.replace("<", "&lt;")


def band(score):
    return 0 if score >= 0.9999 else min(10, 10 - int(score * 10))


def share(part, whole):
    return "%d of %d (%.0f %%)" % (part, whole, 100.0 * part / max(whole, 1))


def scores_of(name):
    """Per version: the score, 0 without a report."""
    if os.path.isdir(name):
        return {r["id"]: r["score"] for r in load(name)}
    out = {}
    with open(name, encoding="utf-8") as f:
        for line in f:
            m = re.match(r"\| (\w+ v\d+) \| [^|]* \| (?:([\d.]+) %|none) \|", line)
            if m:
                out[m.group(1)] = float(m.group(2) or 0) / 100
    return out


def beside(work, before):
    now, then = scores_of(work), scores_of(before)
    both = sorted(set(now) & set(then))
    print("| version | before | now |\n|---|---|---|")
    for v in both:
        print("| %s | %.1f %% | %.1f %% |" % (v, 100 * then[v], 100 * now[v]))
    for words, test in (("at least 80 %", lambda x: x >= 0.8),
                        ("under 30 %", lambda x: x < 0.3)):
        print("| **%s** | %s | %s |" % (
            words, share(sum(test(then[v]) for v in both), len(both)),
            share(sum(test(now[v]) for v in both), len(both))))


def main():
    if len(sys.argv) > 2:
        beside(sys.argv[1], sys.argv[2])
        return
    rows = load(sys.argv[1])
    found = [r for r in rows if not r["error"]]
    n = len(rows)
    print("| | measured | paper |\n|---|---|---|")
    print("| a report | %s | 75 %% within ten minutes |" % share(len(found), n))
    print("| score at least 80 %% | %s | 43.9 %% |" %
          share(sum(r["score"] >= 0.8 for r in rows), n))
    print("| of the reports, at most 7 lines named | %s | 71 %% |" %
          share(sum(r["size"] <= 7 for r in found), len(found)))
    print("| the faulty line itself is named | %s | |" %
          share(sum(r["named"] for r in rows), n))
    if found:
        print("| runs judged, median and most | %d, %d | most often 1, at most "
              "5 failing ones |" % (statistics.median(r["asked"] for r in found),
                                    max(r["asked"] for r in found)))
        print("| processor seconds, building included, median and most | %.0f, %.0f | |" %
              (statistics.median(r["wall"] for r in rows),
               max(r["wall"] for r in rows)))
    print("| marked as trivial or unrelated | %s | |" %
          share(sum("perhaps a" in r["said"] for r in found), len(found)))
    omitted = [r for r in rows if any(k.startswith("missing") for k in r["kinds"])]
    print("| faults of omission with a score of at least 80 %% | %s | |" %
          share(sum(r["score"] >= 0.8 for r in omitted), len(omitted)))
    for words, no in (("a branch guards", False), ("no branch guards", True)):
        of = [r for r in omitted if (r["id"] in UNGUARDED) == no]
        print("| of these, omissions that %s in their function | %s | |" %
              (words, share(sum(r["score"] >= 0.8 for r in of), len(of))))
    kinds = sorted({k for r in rows for k in r["kinds"]})
    print("\n| kind | versions | score at least 80 % | under 30 % |\n|---|---|---|---|")
    for k in kinds:
        of = [r for r in rows if k in r["kinds"]]
        print("| %s | %d | %d | %d |" % (k, len(of), sum(r["score"] >= 0.8 for r in of),
                                         sum(r["score"] < 0.3 for r in of)))
    print("\n| omission under 80 % | score | guarded | named: failing test, what makes it"
          " pass |\n|---|---|---|---|")
    for r in omitted:
        if r["score"] < 0.8:
            print("| %s | %.1f %% | %s | %s |" %
                  (r["id"], 100 * r["score"],
                   "no" if r["id"] in UNGUARDED else "yes", told(r)))
    print("\n| score | path, versions | path, % | paper's APG, % |\n|---|---|---|---|")
    for i, (name, apg) in enumerate(APG):
        k = sum(band(r["score"]) == i for r in rows)
        print("| %s | %d | %.1f | %.2f |" % (name, k, 100.0 * k / max(n, 1), apg))
    print("\n| version | kinds | score | lines | judged | seconds | named: failing"
          " test, what makes it pass |\n|---|---|---|---|---|---|---|")
    for r in rows:
        print("| %s | %s | %s | %d | %d | %.0f | %s |" %
              (r["id"], ", ".join(r["kinds"]),
               "none" if r["error"] else "%.1f %%" % (100 * r["score"]),
               r["size"], r["asked"], r["wall"], told(r)))


main()
