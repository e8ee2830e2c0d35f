#!/usr/bin/env python3
"""sarif.py - what the schema of SARIF 2.1.0 requires, of the parts we write.

usage: sarif.py FILE
"""
import json
import sys

# by the name of the property that holds it: what must be there
REQUIRED = {
    "run": ["tool"], "tool": ["driver"], "driver": ["name"], "rule": ["id"],
    "result": ["message"], "codeFlow": ["threadFlows"],
    "threadFlow": ["locations"],
}
ITEMS = {"runs": "run", "rules": "rule", "results": "result",
         "codeFlows": "codeFlow", "threadFlows": "threadFlow"}
MIN_1 = ["codeFlows", "threadFlows", "logicalLocations"]


def need(ok, what):
    if not ok:
        sys.exit(what)


def walk(at, name, where):
    if isinstance(at, list):
        need(name not in MIN_1 or at, where + " is empty")
        for i, x in enumerate(at):
            walk(x, ITEMS.get(name, name), "%s[%d]" % (where, i))
        return
    if not isinstance(at, dict):
        return
    for key in REQUIRED.get(name, []):
        need(key in at, "%s has no %s" % (where, key))
    if name in ("message", "shortDescription"):
        need("text" in at or "id" in at, where + " says nothing")
    if name == "threadFlow":
        need(at["locations"], where + ".locations is empty")
    if name == "region":
        need(all(isinstance(at[k], int) and at[k] >= 1
                 for k in ("startLine", "startColumn") if k in at),
             where + " counts from 1")
    if name == "result":
        need(at.get("level", "warning") in ("none", "note", "warning", "error"),
             where + ".level")
        need(-1 <= at.get("rank", -1) <= 100, where + ".rank")
    for key, x in at.items():
        if key != "properties":
            walk(x, key, where + "." + key)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        log = json.load(f)
    need(log.get("version") == "2.1.0" and isinstance(log.get("runs"), list),
         "no log of version 2.1.0")
    walk(log, "log", "log")
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        for r in run["results"]:
            need(rules[r["ruleIndex"]]["id"] == r["ruleId"], "ruleIndex")


main()
