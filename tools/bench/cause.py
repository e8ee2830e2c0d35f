#!/usr/bin/env python3
"""cause.py - causes of the bench's versions, technique by technique.

usage: cause.py BUILD WORK TESTS.json... [--time S] [-t LIST] [--versions LIST]
       [--most N] [--kept]

Builds the versions below WORK, looks for the cause of one failing test each,
and writes the tables of docs/results/cause.md. Which test that is says
`culprit bench SUITE -t predicate-switching --cpu-time 0.02 --format json -o
TESTS.json`, which need not be repeated when only the search changes. The limit
is of processor time. What was measured before is kept in WORK and not repeated.
LIST is of versions, v03 of all suites or lexer:v03.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess

TECHNIQUES = {
    "cause": [], "single-step": ["-t", "cause-single-step"],
    "bisection": ["-t", "cause-bisection"],
    "no-summary": ["-t", "cause-no-summary"],
    "plain-mdfs": ["--plain"],
    "plain-single-step": ["--plain", "-t", "cause-single-step"],
    "plain-bisection": ["--plain", "-t", "cause-bisection"],
    "predicate-switching": ["-t", "predicate-switching"],
    "value-replacement": ["-t", "value-replacement"],
}
FAR = 999


def build(args, suite, name, version):
    where = "%s/%s-%s" % (args.work, name, version["id"] if version else "ok")
    if os.path.exists(where + "/program"):
        return where
    shutil.copytree("bench/" + name, where, dirs_exist_ok=True)
    if version:
        subprocess.run(["patch", "-s", "-p1", "-i", version["patch"]],
                       cwd=where, check=True)
    cc = os.path.abspath(args.build + "/culprit-cc")
    subprocess.run([cc, "-g", "-O0", *suite["cflags"], *suite["sources"],
                    "-o", "program", *suite["ldflags"]], cwd=where,
                   check=True, stderr=subprocess.DEVNULL)
    return where


def search(args, where, correct, test, technique):
    kept = "%s/%s.json" % (where, technique)
    if not os.path.exists(kept):
        run = subprocess.run(
            [os.path.abspath(args.build + "/culprit"), "cause", "-p",
             "program", "--failing", test, "--reference",
             os.path.abspath(correct) + "/program",
             "--cpu-time", str(args.time),
             "--truth", os.path.abspath(correct) + "/program",
             "--rerun", "-j1", "--test-time", "2", "--format", "json",
             *TECHNIQUES[technique]], cwd=where, capture_output=True,
            text=True, check=False)
        with open(kept, "w", encoding="utf-8") as f:
            f.write(run.stdout if run.returncode < 2 else
                    json.dumps({"error": run.stderr.strip()}))
    with open(kept, encoding="utf-8") as f:
        return json.load(f)


def measure(found, faulty, uses):
    """Distance, distance to uses, and lines to read; FAR if not listed."""
    distance, to_use, read = FAR, FAR, 0
    for i, f in enumerate(found["findings"]):
        place = (os.path.basename(f["file"]), f["line"])
        d = int(f["evidence"]["distance"])
        if place in faulty:
            distance = min(distance, d)
            read = read or i + 1
        if place in faulty or place in uses:
            to_use = min(to_use, d)
    return distance, to_use, read


def places(them):
    return {(os.path.basename(p["file"]), p["line"]) for p in them}


def share(rows, test):
    return "%.0f" % (100.0 * sum(map(test, rows)) / max(len(rows), 1))


def row_of(name, rows):
    ok = [r for r in rows if not r["error"]]

    def median(key):
        return statistics.median([r[key] for r in ok] or [0])
    return "| %s | %d | %s | %s | %s | %s | %s | %g | %g | %g | %.1f |" % (
        name, len(rows), share(rows, lambda r: r["distance"] == 0),
        share(rows, lambda r: r["distance"] <= 1),
        share(rows, lambda r: r["to_use"] == 0),
        share(rows, lambda r: r["to_use"] <= 1),
        share(rows, lambda r: 0 < r["read"] <= 2),
        statistics.median([r["read"] or 200 for r in ok] or [0]),
        median("suspects"), median("altered"), median("s"))


def show_misjudged(rows, techniques):
    """States judged wrongly, as the correct version's run tells."""
    print("\n| technique | states altered | right, but polluted | % | "
          "wrong, but clean | % |\n|---|---:|---:|---:|---:|---:|")
    for t in techniques:
        told = [r["truth"] for r in rows if r["technique"] == t]
        n, accused, excused = (sum(x.get(k, 0) for x in told) for k in
                               ("states", "accused", "excused"))
        print("| %s | %d | %d | %.2f | %d | %.2f |" % (
            t, n, accused, 100.0 * accused / max(n, 1), excused,
            100.0 * excused / max(n, 1)))


HEAD = ("| distance 0 | <= 1 | 0, use | <= 1, use | <= 2 statements | "
        "statements | suspects | states altered | seconds |\n|---|"
        + "---:|" * 10)


def show(rows, techniques):
    print("| technique | versions " + HEAD)
    for t in techniques:
        print(row_of(t, [r for r in rows if r["technique"] == t]))
    show_misjudged(rows, techniques)
    print("\n| kind, of %s | versions %s" % (techniques[0], HEAD))
    mine = [r for r in rows if r["technique"] == techniques[0]]
    for kind in sorted({r["kind"] for r in mine}):
        print(row_of(kind, [r for r in mine if r["kind"] == kind]))
    print("\n| version | kind | technique | distance | to a use | read | "
          "altered | s |\n|---|---|---|---:|---:|---:|---:|---:|")
    for r in rows:
        print("| %s | %s | %s | %s | %s | %s | %s | %.1f |" % (
            r["version"], r["kind"], r["technique"], r["error"] or
            ("-" if r["distance"] == FAR else r["distance"]),
            "-" if r["to_use"] == FAR else r["to_use"], r["read"] or "-",
            r["altered"], r["s"]))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("work")
    p.add_argument("tests", nargs="+")
    p.add_argument("--time", type=float, default=5)
    p.add_argument("-t", "--techniques", default="cause")
    p.add_argument("--versions", default="")
    p.add_argument("--most", type=int, default=None)
    p.add_argument("--kept", action="store_true",
                   help="only what was measured before")
    args = p.parse_args()
    rows, todo = [], []
    for name in args.tests:
        with open(name, encoding="utf-8") as f:
            todo += json.load(f)["versions"]
    todo.sort(key=lambda v: (v["suite"], v["id"]))
    random.Random(8).shuffle(todo)  # so that a part of it is a sample
    for v in todo[:args.most]:
        if args.versions and not {v["id"], v["suite"] + ":" + v["id"]} & set(
                args.versions.split(",")):
            continue
        if not v["scores"] or "said" not in v["scores"][0]:
            continue
        with open("bench/%s/suite.json" % v["suite"], encoding="utf-8") as f:
            suite = json.load(f)
        version = [x for x in suite["versions"] if x["id"] == v["id"]][0]
        if args.kept and not os.path.exists("%s/%s-%s/%s.json" % (
                args.work, v["suite"], v["id"],
                args.techniques.split(",")[-1])):
            continue
        where = build(args, suite, v["suite"], version)
        correct = build(args, suite, v["suite"], None)
        faulty = places(x for fault in version["faults"] for x in fault)
        uses = places(version.get("uses", []))
        for t in args.techniques.split(","):
            found = search(args, where, correct, v["scores"][0]["said"], t)
            error = found.get("error", "")
            d, u, read = (FAR, FAR, 0) if error else measure(found, faulty,
                                                             uses)
            rows.append({
                "version": v["suite"] + " " + v["id"], "technique": t,
                "kind": version["kinds"][0] if len(version["kinds"]) == 1
                else "several", "distance": d, "to_use": u, "read": read,
                "suspects": 0 if error else len(found["suspects"]),
                "altered": 0 if error else found["states"]["altered"],
                "s": 0 if error else found["cost"]["cpu_s"],
                "truth": found.get("truth", {}),
                "error": "!" if error else ""})
    show(rows, args.techniques.split(","))


if __name__ == "__main__":
    main()
