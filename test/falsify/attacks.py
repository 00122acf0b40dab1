"""The three attacks on a program that is called race-free."""
import json
import os
import random
import re
import shlex
import shutil
import tempfile
import time

import apart
import commands
from build import NotBuilt

SYMBOLIZER = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer") or ""
LEVELS = (0, 1, 2)
MOST_HANGS = 2           # a program that hangs will again
LONGEST_RUN = 3          # seconds
ADDRESS_RUNS = 12
STRATEGIES = ("random", "auto", "priorities")
RUNS_OF_ONE_INPUT = 40
THREADS_UNDER_CONTROL = "24"
FRAME = re.compile(r"^    #\d+ (?:0x[0-9a-f]+ in )?(\S+)(?: \([^)]*\))? ?(.*)$")
ACCESS = re.compile(r"^  (?:Previous )?((?:atomic )?(?:read|write)) of size ", re.IGNORECASE)
POSITION = re.compile(r"^(\S.*?):(\d+)(?::(\d+))?(?: |$)")
FILE = re.compile(r'!DIFile\(filename: "([^"]*)"')


class Outcome:
    """`result`: found, apart, nothing, exhausted or not-built."""

    def __init__(self, result, reason="", places=(), runs=0, seconds=0.0, evidence=None):
        self.result, self.reason, self.places = result, reason, list(places)
        self.runs, self.seconds = runs, seconds
        self.evidence = evidence or {}  # files to keep, by name


class Victim:
    """What all attacks know of the program."""

    def __init__(self, program, build, assumptions, given):
        self.program, self.build, self.assumptions, self.given = program, build, assumptions, given
        self.dice = random.Random(f"{given.seed} {program.name}")

    def kind(self):
        return apart.Kind(self.build.ir())

    def file_names(self):
        """A preprocessed file has the names of those that it was made of."""
        return {os.path.basename(name) for text in self.build.ir() for name in FILE.findall(text)}

    def arguments(self):
        return [str(self.dice.choice((0, 1, 2, 3, 7, -1, "x"))) for _ in range(self.dice.randrange(3))]

    def text(self):
        return "".join(f"{self.dice.choice((0, 1, 2, 5, 10, -1))}\n" for _ in range(self.dice.randrange(40)))

    def budget(self):
        """True for each run that there is still time, or count, for."""
        end, count = time.monotonic() + self.given.time_limit, 0
        while count < self.given.runs if self.given.runs else time.monotonic() < end:
            yield count
            count += 1


def attack(name, victim):
    begin = time.monotonic()
    try:
        outcome = {"tsan": under_sanitizer, "run": under_control, "machine": in_machine}[name](victim)
        if outcome.result == "found" and name != "machine":
            outcome = confirmed(victim, outcome)
    except NotBuilt as why:
        outcome = Outcome("not-built", str(why))
    outcome.seconds = time.monotonic() - begin
    return outcome


def confirmed(victim, outcome):
    """Not one that the verdict excludes."""
    reason = None
    if not is_race_free_natively(victim):
        reason = "other-data-model"
    elif leaves_objects(victim, outcome):
        reason = "outside-of-objects"
    if reason:
        outcome.result, outcome.reason = "apart", reason
    return outcome


def is_race_free_natively(victim):
    """Natively every program is one of 64 bits, and that one's verdict is attacked."""
    if victim.program.data_model == "lp64" or victim.given.calibrate:
        return True
    command = victim.program.with_data_model("lp64").check_command(
        victim.given.raceward, "--time-limit", str(victim.given.time_limit))
    return verdict_of(commands.run(command, 60 + 3 * victim.given.time_limit))[0] == "race-free"


def leaves_objects(victim, outcome):
    try:
        binary = victim.build.sanitized("address", 0)
    except NotBuilt:
        return False
    seeds = [outcome.evidence.get("seed", "1"), *(str(seed) for seed in range(1, ADDRESS_RUNS))]
    for seed in seeds:
        done = commands.run([binary, *outcome.evidence.get("arguments", "").split()], LONGEST_RUN,
                            cwd=victim.build.folder,
                            environment={"FALSIFY_SEED": seed, "FALSIFY_PAUSES": "1",
                                         "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1"},
                            stdin=outcome.evidence.get("stdin", "").encode())
        if "ERROR: AddressSanitizer" in done.errors:
            return True
    return False


def verdict_of(done):
    """The verdict, and the whole answer."""
    try:
        answer = json.loads(done.out)
        return answer["verdict"], answer
    except (ValueError, KeyError):
        lines = done.errors.strip().splitlines() or ["no answer"]
        return "error", {"message": lines[0][:200]}


# (a) ThreadSanitizer

def reports_in(text, files):
    """The data races that ThreadSanitizer tells of, each with two accesses."""
    reports = []
    for part in text.split("WARNING: ThreadSanitizer: ")[1:]:
        if not part.startswith("data race"):
            continue
        accesses, does, top, place, inside = [], [], None, "?", False
        for line in part.splitlines()[1:] + [""]:
            if access := ACCESS.match(line):
                does.append(access.group(1).lower())
                top, place, inside = "?", "?", True
            elif inside and (frame := FRAME.match(line)):
                if top == "?":
                    top = frame.group(1)
                if place == "?":
                    place = place_in(frame.group(2), files)
            elif inside and not line.strip():
                accesses.append((top, place))
                inside = False
        if len(accesses) >= 2:
            reports.append(apart.Report(accesses[:2], "Location is file descriptor" in part, does[:2]))
    return reports


def place_in(words, files):
    """Where in the program; frames of libraries are passed over."""
    found = POSITION.match(words)
    if not found or (name := os.path.basename(found.group(1))) not in files:
        return "?"
    return f"{name}:{found.group(2)}" + (f":{found.group(3)}" if found.group(3) else "")


def under_sanitizer(victim):
    kind, files, reason, first = victim.kind(), victim.file_names(), "", None
    binaries = [victim.build.sanitized("thread", level) for level in LEVELS]
    is_sc = victim.program.model == "sc"  # every atomic orders, whatever its own order is
    hangs = runs = crashes = 0
    for number in victim.budget():
        seed = str(victim.dice.randrange(1, 1 << 30))
        arguments, text = victim.arguments(), victim.text()
        options = ":".join(["exitcode=66", "halt_on_error=0", "report_thread_leaks=0", "report_mutex_bugs=0",
                            "report_signal_unsafe=0", "detect_deadlocks=0", "atexit_sleep_ms=20",
                            "hard_rss_limit_mb=2000",
                            "suppress_equal_stacks=1", f"history_size={victim.dice.choice((0, 3, 7))}",
                            f"force_seq_cst_atomics={int(is_sc or victim.dice.randrange(4) == 0)}",
                            f"external_symbolizer_path={SYMBOLIZER}"])
        environment = {"FALSIFY_SEED": seed, "FALSIFY_THREADS": "40", "TSAN_OPTIONS": options}
        if victim.dice.randrange(4):
            environment["FALSIFY_PAUSES"] = "1"
        binary = binaries[number % len(binaries)]
        done = commands.run([binary, *arguments], LONGEST_RUN, cwd=victim.build.folder,
                            environment=environment, stdin=text.encode())
        runs += 1
        if "FATAL: ThreadSanitizer" in done.errors:
            raise NotBuilt("ThreadSanitizer does not work: " + done.errors.strip().splitlines()[0][:150])
        for report in reports_in(done.errors, files):
            why = apart.by_sanitizer(kind, report, done.errors, victim.assumptions)
            evidence = {"report": done.errors, "seed": seed, "arguments": " ".join(arguments),
                        "stdin": text, "binary": binary,
                        "command": " ".join([*(f"{name}={shlex.quote(value)}"
                                               for name, value in environment.items()),
                                             "./" + os.path.basename(binary), *arguments, "< stdin"])}
            if why is None:
                return Outcome("found", "", report.places, runs, evidence=evidence)
            if first is None:
                first, reason = Outcome("apart", why, report.places, evidence=evidence), why
        if first and reason in ("fences", "assembly", "sections-with-atomics",
                                "mapped-twice", "order-unseen"):
            break  # of the program, not of the run
        hangs += done.status is None
        crashes += "ThreadSanitizer:DEADLYSIGNAL" in done.errors
        if hangs >= MOST_HANGS:
            break
    if crashes == runs > 0 and not first:
        raise NotBuilt("every run crashes")
    outcome = first or Outcome("nothing", "it hangs" if hangs >= MOST_HANGS else "")
    outcome.runs = runs
    return outcome


# (b) the control runtime

def under_control(victim):
    given, program = victim.given, victim.program
    kind = victim.kind()
    binary = victim.build.controlled(given.raceward)
    first, runs = None, 0
    for number in victim.budget():
        seed = str(victim.dice.randrange(1, 1 << 30))
        arguments, text = victim.arguments(), victim.text()
        stdin, schedule = victim.build.path("stdin"), victim.build.path("schedule")
        notes = victim.build.path("notes")
        with open(stdin, "w", encoding="utf-8") as file:
            file.write(text)
        command = [given.raceward, "run", "--format", "json=-", "--model", program.model,
                   "--strategy", STRATEGIES[number % len(STRATEGIES)], "--seed", seed, "--stdin", stdin, "--run-time", "2s",
                   "--save-schedule", schedule, "--time-limit",
                   f"{max(0.3, given.time_limit / 4):.1f}s",
                   "--runs", str(RUNS_OF_ONE_INPUT), "--", binary, *arguments]
        environment = {"FALSIFY_SEED": seed, "FALSIFY_THREADS": THREADS_UNDER_CONTROL}
        done = commands.run(command, 30 + 3 * given.time_limit, cwd=victim.build.folder,
                            environment=environment)
        verdict, answer = verdict_of(done)
        if verdict == "error":
            raise NotBuilt("raceward run: " + answer["message"])
        runs += runs_of(answer)
        if verdict != "race":
            continue
        again = [given.raceward, "run", "--quiet", "--schedule", schedule, "--model", program.model,
                 "--stdin", stdin, "--", binary, *arguments]
        repeated = commands.run(again, 30, cwd=victim.build.folder,
                                environment=dict(environment, FALSIFY_NOTES=notes))
        noted = ""
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as file:
                noted = file.read()
            os.remove(notes)
        places = places_of(answer)
        why = apart.by_run(kind, noted, victim.assumptions)
        if any(reason["kind"] == "inline-assembly" for reason in answer.get("reasons", [])):
            why = why or "assembly"
        evidence = {"report": json.dumps(answer, indent=1), "seed": seed, "arguments": " ".join(arguments),
                    "stdin": text, "binary": binary, "schedule": schedule, "again": repeated.out,
                    "command": " ".join([f"FALSIFY_SEED={seed} FALSIFY_THREADS={THREADS_UNDER_CONTROL}",
                                         '"${RACEWARD:-raceward}"', "run",
                                         "--schedule", "schedule", "--model", program.model, "--stdin",
                                         "stdin", "--", "./controlled", *arguments])}
        outcome = Outcome("apart" if why else "found", why or "", places, evidence=evidence)
        if not why:
            outcome.runs = runs
            return outcome
        first = first or outcome
    outcome = first or Outcome("nothing")
    outcome.runs = runs
    return outcome


def runs_of(answer):
    exploration = answer.get("exploration") or {}
    return sum(exploration.get(name) or 0 for name in ("runs", "blocked_runs", "hunted_runs"))


def places_of(answer):
    """Those of the first race."""
    for race in answer.get("races", []):
        return [f"{os.path.basename(access['file'] or '?')}:{access['line']}:{access['column']}"
                for access in race["accesses"]]
    return []


# (c) the machine, with nothing removed before

def in_machine(victim):
    given = victim.given
    seed = str(victim.dice.randrange(1, 1 << 30))
    more = ["--provers", "none", "--seed", seed, "--time-limit", str(given.time_limit),
            "--hunt-time", f"{max(0.2, given.time_limit / 3):.1f}"]
    command = victim.program.check_command(given.raceward, *more, as_given=False)
    done = commands.run(command, 60 + 3 * given.time_limit)
    verdict, answer = verdict_of(done)
    if verdict == "error":
        return Outcome("not-built", answer["message"])
    if verdict == "race":
        return Outcome("found", "", places_of(answer), runs_of(answer),
                       evidence={"report": json.dumps(answer, indent=1),
                                 "command": shlex.join(['RACEWARD', *command[1:]]).replace(
                                     "RACEWARD", '"${RACEWARD:-raceward}"', 1)})
    reasons = sorted({reason["kind"] for reason in answer.get("reasons", [])})
    return Outcome("exhausted" if verdict == "race-free" else "nothing", " ".join(reasons),
                   runs=runs_of(answer))


def in_new_folder():
    return tempfile.TemporaryDirectory(prefix="raceward-falsify-")
