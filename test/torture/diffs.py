#!/usr/bin/env python3
"""diffs.py - is every diff that find shows true?

  diffs.py random SEED          a random program with a mistake
  diffs.py bench NAME VERSION   a faulty version of a program of bench/
  diffs.py subject FILE SEED    a program below test/subject/ with a slip

Each diff of the answer is applied with patch(1), compiled with plain clang, and
run on all tests: it must repair and break as many as the answer says. The
program is in the working directory, which should be empty. A line is printed,
"pass N" with the number of diffs, "none" and why if there was nothing to find,
or "FAIL" and what differs. RUNS: that find may make (1500).
"""
import json, os, random, re, shlex, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CLANG = os.environ.get("CLANG", "/usr/lib/llvm-19/bin/clang")
MOST_FAILING, MOST_PASSING = 20, 40  # find uses all of so many
SLIPS = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" == ", " != "),
         (r" \+ ", " - "), (r" - ", " + "), (r" && ", " || "), (r"\b1\b", "2"),
         (r"\b0\b", "1"), (r"\+\+", "--"), (r" \* ", " + ")]


def none(why):
    print("none", why)
    sys.exit(0)


class Program:
    def __init__(self, sources, flags=()):
        self.sources, self.flags = sources, list(flags)

    def build(self, compiler, to, directory="."):
        """By which it is built: culprit-cc, or plain clang."""
        command = [compiler, "-w", "-g", "-O1", "-fwrapv"] + self.sources
        return subprocess.run(command + ["-o", os.path.abspath(to)] + self.flags,
                              cwd=directory, capture_output=True).returncode == 0


def words(test):
    """Arguments, and the file of the standard input or None."""
    all = shlex.split(test)
    if "<" in all:
        at = all.index("<")
        return all[:at] + all[at + 2:], all[at + 1]
    return all, None


def run(program, test):
    """What it does, as find compares it; None if it does not end."""
    args, file = words(test)
    try:
        with open(file or os.devnull, "rb") as stdin:
            r = subprocess.run([os.path.abspath(program)] + args, stdin=stdin,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               timeout=10)
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return None
    return r.stdout, r.returncode


def choose(tests, wanted, got):
    """As many tests of each kind as find uses in full; those that end."""
    failing = [i for i in range(len(tests)) if wanted[i] != got[i]]
    passing = [i for i in range(len(tests)) if wanted[i] == got[i]]
    picked = failing[:MOST_FAILING] + passing[:MOST_PASSING]
    return sorted(i for i in picked if wanted[i] is not None and got[i] is not None)


def ask(tests):
    with open("tests.txt", "w") as f:
        f.write("".join(t + "\n" for t in tests))
    r = subprocess.run(["culprit", "find", "-p", "./wrong", "--tests", "tests.txt",
                        "--reference", "./right", "--format", "json", "--runs",
                        os.environ.get("RUNS", "1500"), "--store", "store",
                        "--set", "session.few_passing=0"],  # none are made
                       capture_output=True)
    if r.returncode == 1:
        none("find has no answer")
    if r.returncode:
        sys.exit("FAIL find: status %d: %s" % (r.returncode, r.stderr.decode()[:300]))
    return json.loads(r.stdout)["findings"]


def apply(program, diff):
    """The program with the diff, by plain clang; or what went wrong."""
    shutil.rmtree("edited", ignore_errors=True)
    os.mkdir("edited")
    for name in os.listdir("."):
        if name.endswith((".c", ".h")):
            shutil.copy(name, "edited")
    p = subprocess.run(["patch", "-s", "-p1", "-d", "edited"], input=diff.encode(),
                       capture_output=True)
    if p.returncode:
        return "does not apply"
    if not program.build(CLANG, "edited/program", "edited"):
        return "does not compile"
    return None


def check(program, tests, wanted):
    """Natively, by plain clang, before and after each diff."""
    if not program.build(CLANG, "plain"):
        none("clang does not compile it")
    before = [run("plain", t) == w for t, w in zip(tests, wanted)]
    if all(before) or not any(before):
        none("tests do not tell")
    shown = 0
    for f in ask(tests):
        if "fix" not in f:
            continue
        diff, says = f["fix"]["diff"], f["evidence"]
        wrong = apply(program, diff)
        if not wrong:
            after = [run("edited/program", t) == w for t, w in zip(tests, wanted)]
            did = (sum(b and not a for a, b in zip(before, after)),
                   sum(a and not b for a, b in zip(before, after)))
            said = (says["repaired"], says["broken"])
            if did != said:
                wrong = "repairs %d and breaks %d, not %d and %d" % (did + said)
        if wrong:
            print("FAIL diff %s: %s" % (wrong, json.dumps(diff)))
            sys.exit(1)
        shown += 1
    print("pass", shown)


def judge(program, tests, right):
    """From a right and a wrong program and many tests to the law."""
    if not right.build(CLANG, "right") or not program.build("culprit-cc", "wrong"):
        none("does not compile")
    wanted = [run("right", t) for t in tests]
    got = [run("wrong", t) for t in tests]
    use = choose(tests, wanted, got)
    check(program, [tests[i] for i in use], [wanted[i] for i in use])


def is_seen(tests):
    """Do some tests see the mistake, and others not?"""
    if not (Program(["right.c"]).build(CLANG, "right") and
            Program(["wrong.c"]).build(CLANG, "plain")):
        return False
    same = [run("right", t) == run("plain", t) for t in tests]
    return any(same) and not all(same)


def random_program(seed):
    for nth in range(8):
        subprocess.run([sys.executable, os.path.join(TOP, "test/subject/find/faulty.py"),
                        seed, ".", str(nth)], check=True)
        tests = open("tests.txt").read().splitlines()
        if is_seen(tests):
            break
    judge(Program(["wrong.c"]), tests, Program(["right.c"]))


def bench(name, version):
    suite = os.path.join(TOP, "bench", name)
    shutil.copytree(suite, ".", dirs_exist_ok=True)
    about = json.load(open("suite.json"))
    flags = about["cflags"] + about["ldflags"]
    os.mkdir("good")
    for source in os.listdir("."):
        if source.endswith((".c", ".h")):
            shutil.copy(source, "good")
    subprocess.run(["patch", "-s", "-p1", "-i", "faults/%s.patch" % version], check=True)
    tests = [t for t in open("tests.txt").read().splitlines()
             if t and t[0] != "#" and "$'" not in t]
    judge(Program(about["sources"], flags), tests,
          Program([os.path.join("good", s) for s in about["sources"]], flags))


def slip(text, dice):
    """The text with one mistake, of the kind that people make."""
    places = [(m.start(), m.end(), new) for old, new in SLIPS
              for m in re.finditer(old, text)
              if not text[:m.start()].rsplit("\n", 1)[-1].lstrip().startswith(("#", "/*", "*"))]
    if not places:
        none("nothing to slip on")
    start, end, new = dice.choice(places)
    return text[:start] + new + text[end:]


def subject(file, seed):
    dice = random.Random(file + seed)
    text = open(os.path.join(TOP, "test/subject", file)).read()
    for name in os.listdir(os.path.dirname(os.path.join(TOP, "test/subject", file))):
        if name.endswith(".h"):
            shutil.copy(os.path.join(TOP, "test/subject", os.path.dirname(file), name), ".")
    with open("good.c", "w") as f:
        f.write(text)
    with open("wrong.c", "w") as f:
        f.write(slip(text, dice))
    tests = []
    for i in range(30):
        numbers = " ".join(str(dice.choice([0, 1, 2, 3, 5, 7, 10, 12, 100]))
                           for _ in range(dice.randrange(5)))
        with open("in%d" % i, "w") as f:
            f.write(" ".join(str(dice.randrange(20)) for _ in range(6)) + "\n")
        tests.append("%s < in%d" % (numbers, i))
    judge(Program(["wrong.c"], ["-lm", "-lpthread"]), tests,
          Program(["good.c"], ["-lm", "-lpthread"]))


if __name__ == "__main__":
    {"random": random_program, "bench": bench, "subject": subject}[sys.argv[1]](*sys.argv[2:])
