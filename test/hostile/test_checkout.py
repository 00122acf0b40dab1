"""A checkout cannot make the tool execute, trust, write or keep silent."""

import json
import os
import stat

import harness
from harness import EMPTY_MAIN, RACE, EndToEnd

# No race, but only a search shows it, one that is shared out: `plain` is written where nobody comes.
JOURNAL = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b;
int plain;
static void *work(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    int seen = atomic_load(&a);
    atomic_store(&b, seen + 1);
    atomic_fetch_add(&a, 1);
    if (seen > LIMIT)
      plain = 1;
  }
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return plain;
}
""".replace("ROUNDS", "2")


class FoundConfiguration(EndToEnd):
    REFUSED = {"cross-check": "touch pwned", "confirm": "true", "resume": "x.journal",
               "checkpoint": "x.journal", "work-log": "log.txt", "fail-on": "none",
               "baseline": "b.json", "write-baseline": "b.json", "gen-suppressions": "s.yaml",
               "json": "out.json", "format": "[html=out.html]", "witness": "w.yml",
               "svcomp": "p.prp", "property": "deadlock", "model": "sc", "quiet": "true",
               "metrics": "m.txt", "timeline": "t.svg", "queue": "nats://localhost",
               "queue-credentials": "c", "prune": "published", "no-config": "true",
               "config": "other.yaml"}

    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)

    def test_what_harms_is_refused(self):
        before = set(os.listdir(self.folder))
        for key, value in self.REFUSED.items():
            self.write(".raceward.yaml", f"{key}: {value}\n")
            run = self.raceward("x.c")
            self.expect_error(run, ".raceward.yaml:1: ", f"'{key}'")
        self.assertEqual(set(os.listdir(self.folder)), before | {".raceward.yaml"})

    def test_the_message_says_what_to_do(self):
        self.write(".raceward.yaml", "fail-on: none\n")
        self.expect_error(self.raceward("x.c"), "--config .raceward.yaml", "--no-config")
        self.assertEqual(self.raceward("x.c", "--no-config").code, 1)

    def test_a_file_that_the_user_names_is_obeyed(self):
        self.write("mine.yaml", "fail-on: none\njson: out.json\n")
        run = self.raceward("x.c", "--config", "mine.yaml")
        self.assertEqual(run.code, 0, run)
        self.assertIn("raceward: note: options from 'mine.yaml'", run.err)
        self.assertEqual(self.read_json("out.json")["configuration"], "mine.yaml")
        self.assertEqual(self.raceward("x.c", env={"RACEWARD_CONFIG": "mine.yaml"}).code, 0)
        self.expect_error(self.raceward("x.c", "--config", "none.yaml"), "none.yaml")
        self.write("loop.yaml", "config: mine.yaml\n")
        self.expect_error(self.raceward("x.c", "--config", "loop.yaml"), "command line only")

    def test_what_is_harmless_is_taken_and_named(self):
        self.write(".raceward.yaml", "data-model: ilp32\ntime-limit: 50s\nformat: [json]\n")
        self.write("x.c", EMPTY_MAIN)
        run = self.raceward("x.c")
        result = json.loads(run.out)
        self.assertEqual(result["data_model"], "ILP32")
        self.assertEqual(result["configuration"], ".raceward.yaml")
        self.assertIn("raceward: note: options from '.raceward.yaml'", run.err)
        run = self.raceward("x.c", "--no-config", "--json", "-")
        self.assertIsNone(json.loads(run.out)["configuration"])
        self.assertEqual(run.err, "")

    def test_suppressions_that_were_found_are_named(self):
        self.write(".raceward-suppressions", "- {variable: total, reason: trust me}\n")
        run = self.raceward("x.c")
        self.assertEqual(run.code, 3, run)
        self.assertIn("suppressions from '.raceward-suppressions'", run.err)
        self.assertIn("trust me", run.out)


class CompilationDatabase(EndToEnd):
    """Flags from it change what the program means, and nothing else."""

    def check_with(self, *flags, source="x.c"):
        self.write(source, EMPTY_MAIN)
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": self.folder, "file": source,
              "arguments": ["cc", *flags, "-c", source]}]))
        return self.raceward("-p", "build", "--no-config")

    def test_flags_that_execute_or_write_are_left_out(self):
        self.write("evil.rsp", "-fplugin=/nowhere/evil.so -MD -MF written.d\n")
        self.write("tool", "#!/bin/sh\ntouch " + self.path("pwned") + "\n")
        os.chmod(self.path("tool"), stat.S_IRWXU)
        for flags in (["-fplugin=/nowhere/evil.so"], ["-Xclang", "-load", "-Xclang", "evil.so"],
                      ["@evil.rsp"], ["-D", "@evil.rsp"], ["-I", "@evil.rsp"],
                      ["-include", "@evil.rsp"], ["-o", "written.o"], ["-MD", "-MF", "written.d"],
                      ["-B" + self.folder], ["--config=evil.rsp"], ["-fuse-ld=" + self.path("tool")],
                      ["-target", "../evil"], ["--target=../../evil"], ["-wrapper", self.path("tool")],
                      ["-ftime-trace=written.json"], ["-save-temps"],
                      ["-I@evil.rsp"], ["-D@evil.rsp"], ["--sysroot=@evil.rsp"]):
            run = self.check_with(*flags)
            self.assertEqual(run.code, 0, f"{flags} {run}")
            left = [name for name in os.listdir(self.folder)
                    if name not in ("x.c", "build", "evil.rsp", "tool")]
            self.assertEqual(left, [], flags)

    def test_a_file_is_never_a_list_of_flags(self):
        self.write("@x.c", EMPTY_MAIN)
        self.write("x.c", "-o written.o")
        for name in ("@x.c", "./@x.c"):
            self.expect_error(self.raceward(name, "--no-config"), "begins with @")
        self.expect_error(self.check_with(source="@x.c"), "begins with @")
        self.assertNotIn("written.o", os.listdir(self.folder))


class Journal(EndToEnd):
    def test_a_verdict_names_the_journal_that_it_rests_on(self):
        self.write("x.c", JOURNAL.replace("LIMIT", "100"))
        first = self.raceward("x.c", "--checkpoint", "x.journal", "--json", "first.json")
        self.assertIsNone(self.read_json("first.json")["journal"])
        self.assertEqual(first.code, 0, first)
        again = self.raceward("x.c", "--resume", "x.journal", "--json", "again.json", "--quiet")
        self.assertEqual(again.code, 0, again)
        self.assertEqual(self.read_json("again.json")["journal"], "x.journal")
        self.assertIn("rests on the journal 'x.journal'", again.err)

    def test_a_journal_of_another_program_is_refused(self):
        self.write("x.c", JOURNAL.replace("LIMIT", "100"))
        self.raceward("x.c", "--checkpoint", "x.journal")
        self.write("x.c", JOURNAL.replace("LIMIT", "200"))
        self.expect_error(self.raceward("x.c", "--resume", "x.journal"), "x.journal")


if __name__ == "__main__":
    harness.main()
