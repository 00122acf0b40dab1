"""What was found out, a line for each attack, and what is kept of each finding."""
import collections
import csv
import os
import re
import shutil
import threading

COLUMNS = ["program", "attack", "result", "reason", "first", "second", "runs", "seconds", "kept"]


class Results:
    def __init__(self, folder, resume):
        self.folder = folder
        self.rows = []
        self.lock = threading.Lock()
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "results.csv")
        if resume and os.path.exists(path):
            with open(path, encoding="utf-8", newline="") as file:
                self.rows = [row for row in csv.DictReader(file) if row["seconds"]]  # the last may be half
        self.file = open(path, "w", encoding="utf-8", newline="")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.writer.writeheader()
        self.writer.writerows(self.rows)
        self.file.flush()
        self.done = {(row["program"], row["attack"]): row for row in self.rows}

    def of(self, program, attack):
        return self.done.get((program, attack))

    def add(self, program, attack, result, reason="", places=(), runs=0, seconds=0.0, kept=""):
        places = [*places, "", ""]
        row = dict(zip(COLUMNS, (program, attack, result, reason, places[0], places[1], str(runs),
                                 f"{seconds:.2f}", kept)))
        with self.lock:
            self.rows.append(row)
            self.done[program, attack] = row
            self.writer.writerow(row)
            self.file.flush()
        return row

    def keep(self, program, attack, files, check, outcome):
        """A folder with all that is needed to see it again."""
        slug = re.sub(r"[^A-Za-z0-9._-]+", "_", program)[-100:].strip("._")
        kept = os.path.join("findings" if outcome.result == "found" else "apart", f"{slug}.{attack}")
        target = os.path.join(self.folder, kept)
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        for file in files:
            shutil.copy(file, target)
        evidence = dict(outcome.evidence)
        for name in ("binary", "schedule"):
            if name in evidence and os.path.exists(evidence[name]):
                shutil.copy(evidence.pop(name), target)
        evidence["check"] = "\n".join(check) if isinstance(check, list) else check
        command = evidence.pop("command", None)
        for name, text in evidence.items():
            with open(os.path.join(target, name), "w", encoding="utf-8") as file:
                file.write(text)
        if command:
            script = os.path.join(target, "repeat")
            with open(script, "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\ncd "$(dirname "$0")" || exit 2\n{command}\n')
            os.chmod(script, 0o755)
        return kept

    def summary(self, attacks, with_findings=True):
        """The counts as a table, and every finding."""
        lines = []
        checks = collections.Counter(row["result"] for row in self.rows if row["attack"] == "check")
        lines.append(f"{sum(checks.values())} checks: "
                     + ", ".join(f"{count} {verdict}" for verdict, count in sorted(checks.items())))
        shown = ["attacked", "found", "apart", "nothing", "exhausted", "not-built", "runs", "seconds"]
        lines += ["| attack | " + " | ".join(shown) + " |", "|---|" + "--:|" * len(shown)]
        for attack in attacks:
            rows = [row for row in self.rows if row["attack"] == attack and row["result"] != "same"]
            counts = collections.Counter(row["result"] for row in rows)
            counts["attacked"] = len(rows)
            counts["runs"] = sum(int(row["runs"]) for row in rows)
            counts["seconds"] = round(sum(float(row["seconds"]) for row in rows))
            lines.append(f"| {attack} | " + " | ".join(str(counts[name]) for name in shown) + " |")
        why = collections.Counter((row["attack"], row["reason"]) for row in self.rows
                                  if row["result"] == "apart")
        for (attack, reason), count in sorted(why.items()):
            lines.append(f"told apart: {count} of {attack}: {reason}")
        for row in self.rows:
            if row["result"] == "found" and with_findings:
                lines.append(f"WRONG? {row['program']}: {row['attack']}: {row['first']} and "
                             f"{row['second']}, kept in {row['kept']}")
        return "\n".join(lines)

    def findings(self):
        return sum(row["result"] == "found" for row in self.rows)
