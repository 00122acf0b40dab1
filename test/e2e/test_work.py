"""Who works on a check: the live table, --metrics and --timeline."""

import os
import re
import signal
import time
import xml.dom.minidom

import harness
from harness import BAD_INPUT, RACE, EndToEnd


PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench",
                       "programs", "lastzero.c")
SOME_SECONDS = ("--", "-DN=11")
SEVERAL_SECONDS = ("--", "-DN=13")
HOURS = ("--", "-DN=16")


def metrics_of(text):
    """Values by name; fails on what is not the text format."""
    values, types = {}, {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in ("counter", "gauge") and name not in types, line
            types[name] = kind
            continue
        match = re.fullmatch(r'(raceward_[a-z_]+)(\{[a-z]+="[^"]*"\})? ([0-9.e+-]+)', line)
        assert match and match[1] in types, line
        values[match[1] + (match[2] or "")] = float(match[3])
    return values


class Work(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)

    def text_of(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_metrics_of_a_check_that_is_not_shared_out(self):
        run = self.raceward("check", "x.c", "--metrics", "m.prom", "--all-races", "--json", "-")
        self.assertEqual(run.code, 1, run)
        values = metrics_of(self.text_of("m.prom"))
        self.assertEqual(values["raceward_check_running"], 0)
        self.assertGreater(values["raceward_runs_total"], 0)
        self.assertGreater(values["raceward_events_total"], 0)

    def test_no_timeline_without_workers(self):
        run = self.raceward("check", "x.c", "--timeline", "t.svg")
        self.assertEqual(run.code, 1, run)
        self.assertIn("no timeline", run.err)

    def test_shared_out(self):
        run = self.raceward("check", PROGRAM, "-j", "2", "--metrics", "m.prom", "--timeline",
                            "t.svg", *SOME_SECONDS)
        self.assertEqual(run.code, 0, run)
        self.assertNotIn("items open", run.err)  # no table where there is no terminal
        values = metrics_of(self.text_of("m.prom"))
        self.assertEqual(values["raceward_check_running"], 0)
        self.assertEqual(values["raceward_items_open"], 0)
        self.assertEqual(values["raceward_fraction_done_ratio"], 1)
        self.assertEqual(sum(values[f'raceward_worker_items_total{{worker="worker {i}"}}']
                             for i in (1, 2)), values["raceward_items_closed_total"])
        self.assert_timeline_of_both("t.svg")

    def test_metrics_change_while_the_check_goes_on(self):
        process = self.start("check", PROGRAM, "-j", "2", "--metrics", "m.prom", "--timeline",
                             "t.svg", "--explore-time", "60", *HOURS)
        seen = set()
        deadline = time.monotonic() + 30
        while len(seen) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
            if os.path.exists(self.path("m.prom")):
                values = metrics_of(self.text_of("m.prom"))
                self.assertEqual(values["raceward_check_running"], 1)
                seen.add(values["raceward_check_seconds"])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual(len(seen), 3)
        self.assertEqual(metrics_of(self.text_of("m.prom"))["raceward_check_running"], 0)
        self.assert_timeline_of_both("t.svg")

    def assert_timeline_of_both(self, name):
        svg = xml.dom.minidom.parse(self.path(name))
        words = [text.firstChild.data for text in svg.getElementsByTagName("text")]
        self.assertIn("worker 1", words)
        self.assertIn("worker 2", words)
        self.assertTrue(any("2 workers" in text for text in words), words)

    def test_table_on_a_terminal(self):
        run = self.on_terminal("check", PROGRAM, "-j", "2", "--hunt-time", "1", *SEVERAL_SECONDS)
        self.assertEqual(run.code, 0, run)
        self.assertIn("worker 1 busy", run.out)
        self.assertIn("worker 2 busy", run.out)
        self.assertRegex(run.out, r"items? open, \d+ closed; [\d,]+ runs/s")
        # Each table goes over the one before it, and the last one is erased.
        tables = run.out.count("items open") + run.out.count("item open")
        self.assertGreater(tables, 1)
        self.assertGreaterEqual(run.out.count("\x1b[3A") + run.out.count("\x1b[4A"), tables)
        after = run.out[max(run.out.rfind("\x1b[3A"), run.out.rfind("\x1b[4A")):]
        self.assertTrue(after[4:].startswith("\x1b[J"), repr(after[:40]))
        self.assertIn("race-free", after)
        for line in re.split(r"\r\n|\r", re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", run.out)):
            self.assertLess(len(line), 80, line)

    def test_files_are_tried_before_the_check(self):
        for option in ("--metrics", "--timeline"):
            for path in ("-", "nowhere/file", "."):
                run = self.raceward("check", "x.c", option, path)
                self.assertEqual(run.code, BAD_INPUT, run)
                self.assertIn(option, run.err)


if __name__ == "__main__":
    harness.main()
