"""What is printed where: text, JSON, colours, progress."""

import json
import os
import re

import harness
from harness import EMPTY_MAIN, EXIT, RACE, EndToEnd

ESCAPE = "\x1b"


class Json(EndToEnd):
    def test_documented_fields(self):
        for source, verdicts in ((EMPTY_MAIN, {"race-free"}), (RACE, {"race", "unknown"})):
            self.write("x.c", source)
            run = self.raceward("check", "x.c", "--json", "-")
            result = json.loads(run.out)
            self.assertIn(result["verdict"], verdicts)
            self.assertEqual(run.code, EXIT[result["verdict"]], run)
            self.assertEqual(result["schema_version"], 1)
            self.assertEqual(result["tool"]["name"], "raceward")
            self.assertEqual(result["files"], ["x.c"])
            self.assertEqual(result["property"], "no-data-race")
            self.assertEqual(result["data_model"], "LP64")
            self.assertEqual(result["model"], "c11")
            for key in ("scope", "races", "reasons", "suspects", "stats"):
                self.assertIn(key, result)
            self.assertEqual(bool(result["reasons"]), result["verdict"] == "unknown")
            self.assertGreater(result["stats"]["wall_seconds"], 0)
            self.assertGreater(result["stats"]["peak_memory_bytes"], 0)

    def test_models_are_told(self):
        self.write("x.c", EMPTY_MAIN)
        run = self.raceward("x.c", "--json", "-", "--model", "sc", "--data-model", "ilp32")
        result = json.loads(run.out)
        self.assertEqual((result["model"], result["data_model"]), ("sc", "ILP32"))

    def test_standard_output_holds_json_only(self):
        self.write("x.c", RACE)
        for extra in ([], ["-q"], ["-v"], ["--color", "always"]):
            json.loads(self.raceward("x.c", "--json", "-", *extra).out)

    def test_file_beside_the_text(self):
        self.write("x.c", RACE)
        run = self.raceward("x.c", "--json", "out.json")
        self.assertEqual(run.out, self.raceward("x.c").out)
        self.read_json("out.json")
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.json", "x.c"])

    def test_unwritable_is_said_before_the_work(self):
        # The input is bad, too, and would be complained about if anybody had looked.
        for path in ("no/such/folder/out.json", "."):
            self.expect_error(self.raceward("missing.c", "--json", path), "cannot write", path)

    def test_old_file_survives_bad_usage(self):
        self.write("out.json", "old")
        self.expect_error(self.raceward("missing.c", "--json", "out.json"))
        with open(self.path("out.json")) as file:
            self.assertEqual(file.read(), "old")

    def test_device_stays_a_device(self):
        self.write("x.c", EMPTY_MAIN)
        self.assertEqual(self.raceward("x.c", "--json", "/dev/null").code, EXIT["race-free"])
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_link_stays_a_link(self):
        self.write("x.c", EMPTY_MAIN)
        self.write("real.json", "old")
        os.symlink("real.json", self.path("link.json"))
        self.raceward("x.c", "--json", "link.json")
        self.assertTrue(os.path.islink(self.path("link.json")))
        self.read_json("real.json")


class Text(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)

    def test_last_line_is_the_verdict(self):
        run = self.raceward("x.c")
        self.assertRegex(run.out.splitlines()[-1], r"^raceward: (race|race-free|unknown)\b")
        self.assertEqual(run.err, "")

    def test_quiet_is_that_line_alone(self):
        lines = self.raceward("-q", "x.c").out.splitlines()
        self.assertEqual(lines, self.raceward("x.c").out.splitlines()[-1:])

    def test_full_standard_output(self):
        with open("/dev/full", "w") as full:
            process = harness.subprocess.run([harness.RACEWARD, "x.c"], cwd=self.folder,
                                             stdout=full, stderr=harness.subprocess.PIPE,
                                             text=True, timeout=harness.LONG)
        self.assertEqual(process.returncode, 4)
        self.assertIn("standard output", process.stderr)

    def test_same_twice(self):
        self.assertEqual(self.raceward("x.c").out, self.raceward("x.c").out)


class Colour(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)
        self.write("bad.c", "int main(void) { return undeclared; }\n")

    def test_none_in_pipes(self):
        for name in ("x.c", "bad.c"):
            run = self.raceward(name)
            self.assertNotIn(ESCAPE, run.out + run.err)

    def test_always(self):
        self.assertIn(ESCAPE, self.raceward("x.c", "--color", "always").out)
        self.assertIn(ESCAPE, self.raceward("bad.c", "--color=always").err)

    def test_terminal(self):
        self.assertRegex(self.on_terminal("x.c").out, ESCAPE + r"\[[0-9;]*m")

    def test_refused_on_a_terminal(self):
        for env, extra in (({"NO_COLOR": "1"}, []), ({"TERM": "dumb"}, []),
                           ({}, ["--color", "never"])):
            with self.subTest(env=env, extra=extra):
                shown = self.on_terminal("x.c", *extra, env=env).out
                self.assertNotRegex(shown, ESCAPE + r"\[[0-9;]*m")


class Progress(EndToEnd):
    def frames(self, columns, name="x.c"):
        self.write(name, RACE)
        run = self.on_terminal(name, "--time-limit", "1", columns=columns,
                               env={"RACEWARD_TEST_CHILD": "hang", "NO_COLOR": "1"})
        self.assertEqual(run.code, harness.UNKNOWN, run)
        frames = re.findall(r"\r(\[ *\d+s\][^\r\x1b]*)\x1b\[K", run.out)
        self.assertTrue(frames, run)
        return run.out, frames

    def test_line_and_its_end(self):
        shown, frames = self.frames(80)
        self.assertLessEqual(len(frames), 15)
        self.assertRegex(frames[-1], r"^\[ +\d+s\] decoding.*  [\d.]+ [KMG]iB$")
        # Erased before the result.
        last = shown.rindex(frames[-1])
        self.assertIn("\r\x1b[K", shown[last + len(frames[-1]) + 3:])

    def test_narrow_terminals(self):
        for columns in (1, 2, 10, 20, 40):
            with self.subTest(columns=columns):
                for frame in self.frames_of_any_form(columns):
                    self.assertLessEqual(len(frame), max(columns - 1, 1))

    def frames_of_any_form(self, columns):
        self.write("x.c", RACE)
        run = self.on_terminal("x.c", "--time-limit", "0.7", columns=columns,
                               env={"RACEWARD_TEST_CHILD": "hang", "NO_COLOR": "1"})
        self.assertEqual(run.code, harness.UNKNOWN, run)
        return re.findall(r"\r([^\r\n\x1b]*)\x1b\[K", run.out)

    def test_nothing_in_a_pipe(self):
        self.write("x.c", RACE)
        run = self.raceward("x.c", "--time-limit", "0.7", env={"RACEWARD_TEST_CHILD": "hang"})
        self.assertEqual(run.err, "", run)


if __name__ == "__main__":
    harness.main()
