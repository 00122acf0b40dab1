"""--format: which reports go where, and that real programs make them, whatever their names are."""

import json
import os
import subprocess
import xml.etree.ElementTree as xml

import harness
from harness import BAD_INPUT, EMPTY_MAIN, EXIT, RACE, EndToEnd

UNKNOWN = """\
#include <pthread.h>
int total;
void elsewhere(int *);
static void *worker(void *unused) { elsewhere(&total); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  elsewhere(&total);
  pthread_join(t, 0);
  return total;
}
"""


class Formats(EndToEnd):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        rows = subprocess.run([harness.RACEWARD, "check", "--help-rows"], check=True,
                              capture_output=True, text=True).stdout.splitlines()
        choices = [row.split("\t")[3] for row in rows if row.startswith("--format\t")]
        cls.all = choices[0].split()

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def check(self, *arguments, env=None, verdict="race"):
        run = self.raceward("check", *arguments, env=env)
        self.assertEqual(run.code, EXIT[verdict], run)
        return run

    def test_all_at_once(self):
        self.write("racy.c", RACE)
        words = [word for name in self.all for word in ("--format", f"{name}=out.{name}")]
        run = self.check(*words, "racy.c")
        self.assertTrue(run.out.endswith("raceward: race: 1 data race found\n"), run)
        self.assertEqual(self.read("out.text"), run.out)
        self.assertEqual(self.read_json("out.json")["verdict"], "race")
        self.assertEqual(self.read_json("out.sarif")["runs"][0]["results"][0]["level"], "error")
        self.assertEqual(xml.fromstring(self.read("out.junit")).get("failures"), "1")
        self.assertEqual(self.read_json("out.gitlab")[0]["severity"], "critical")
        self.assertIn("::error file=racy.c,line=", self.read("out.github"))
        self.assertTrue(self.read("out.html").startswith("<!doctype html>"))

    def test_standard_output_belongs_to_one(self):
        self.write("racy.c", RACE)
        self.assertEqual(json.loads(self.check("--format", "sarif", "racy.c").out)["version"], "2.1.0")
        self.assertEqual(self.check("--format", "text", "racy.c").out, self.check("racy.c").out)
        self.expect_error(self.raceward("check", "--format", "sarif", "--format", "html", "racy.c"),
                          "sarif and html want standard output")
        self.expect_error(self.raceward("check", "--format", "sarif", "--json", "-", "racy.c"),
                          "sarif and json want standard output")
        both = self.check("--format", "text", "--format", "github", "racy.c").out
        self.assertIn("::error file=racy.c", both)
        self.assertIn("nothing orders them", both)

    def test_wrong_words(self):
        self.write("racy.c", RACE)
        self.expect_error(self.raceward("check", "--format", "sariff", "racy.c"),
                          "no format 'sariff'", "did you mean 'sarif'?")
        self.expect_error(self.raceward("check", "--format", "html=", "racy.c"), "names no file")
        self.expect_error(self.raceward("check", "--format", "html=none/x.html", "racy.c"),
                          "none/x.html", "--format")
        self.assertEqual(self.raceward("check", "--format", "racy.c").code, BAD_INPUT)

    def test_unknown_and_race_free(self):
        self.write("open.c", UNKNOWN)
        self.write("empty.c", EMPTY_MAIN)
        for name, verdict in (("open.c", "unknown"), ("empty.c", "race-free")):
            words = [word for form in self.all for word in ("--format", f"{form}=out.{form}")]
            self.check(*words, name, verdict=verdict)
            run = self.read_json("out.sarif")["runs"][0]
            notes = run["invocations"][0]["toolExecutionNotifications"]
            self.assertEqual({result["level"] for result in run["results"]} - {"warning"}, set())
            self.assertEqual(bool(notes), verdict == "unknown")
            suite = xml.fromstring(self.read("out.junit"))
            self.assertEqual(suite.get("errors"), "1" if verdict == "unknown" else "0")
            self.assertEqual(bool(self.read_json("out.gitlab")), verdict == "unknown")

    def test_other_properties(self):
        self.write("fails.c", "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"
                              "int main(void) { assert(__VERIFIER_nondet_int() < 7); }\n")
        words = [word for form in self.all for word in ("--format", f"{form}=out.{form}")]
        self.check("--property", "assertions", *words, "fails.c")
        result = self.read_json("out.sarif")["runs"][0]["results"][0]
        self.assertEqual(result["ruleId"], "assertion-failed")
        self.assertIn("::error file=fails.c,line=3", self.read("out.github"))
        self.assertEqual(xml.fromstring(self.read("out.junit")).get("failures"), "1")

    def test_benign_races_weigh_less_and_are_races(self):
        self.write("same.c", RACE.replace("total++", "total = 5"))
        words = [word for form in self.all for word in ("--format", f"{form}=out.{form}")]
        self.check("--property", "value-races", *words, "same.c")
        result = self.read_json("out.sarif")["runs"][0]["results"][0]
        self.assertEqual((result["ruleId"], result["level"]), ("data-race", "warning"))
        self.assertIn("benign: ", result["message"]["text"])
        self.assertEqual(self.read_json("out.gitlab")[0]["severity"], "minor")
        self.assertIn("::warning file=same.c", self.read("out.github"))
        self.assertEqual(xml.fromstring(self.read("out.junit")).get("failures"), "1")

    def test_paths_are_relative_to_the_repository(self):
        self.write("sub/deep/racy.c", RACE)
        absolute = self.path("sub/deep/racy.c")

        def place(*arguments, env=None):
            run = json.loads(self.check("--format", "sarif", *arguments, env=env).out)["runs"][0]
            at = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
            return at["uri"], run["originalUriBaseIds"]["SRCROOT"]["uri"]
        home = "file://" + os.path.realpath(self.folder) + "/"
        self.assertEqual(place("sub/deep/racy.c"), ("sub/deep/racy.c", home))
        self.assertEqual(place(absolute), ("sub/deep/racy.c", home))
        # A step of a job may work in a folder of the repository.
        parent = os.path.dirname(os.path.realpath(self.folder))
        uri, root = place(absolute, env={"GITHUB_WORKSPACE": parent})
        self.assertEqual(uri, os.path.basename(self.folder) + "/sub/deep/racy.c")
        self.assertEqual(root, "file://" + parent.rstrip("/") + "/")
        self.assertEqual(place(absolute, env={"GITHUB_WORKSPACE": "/nowhere"})[0], "sub/deep/racy.c")

    def test_job_summary(self):
        self.write("racy.c", RACE)
        self.write("summary.md", "before\n")
        self.check("--format", "github", "racy.c",
                   env={"GITHUB_STEP_SUMMARY": self.path("summary.md")})
        text = self.read("summary.md")
        self.assertTrue(text.startswith("before\n## Raceward: race\n"), text)
        self.assertIn("racy.c", text)
        self.write("summary.md", "")
        self.check("--format", "sarif", "racy.c",
                   env={"GITHUB_STEP_SUMMARY": self.path("summary.md")})
        self.assertEqual(self.read("summary.md"), "")

    def test_the_same_twice(self):
        self.write("racy.c", RACE)
        for name in ("sarif", "gitlab", "github"):
            self.assertEqual(self.check("--format", name, "racy.c").out,
                             self.check("--format", name, "racy.c").out)

    def test_fingerprints_survive_edits(self):
        def fingerprints(source):
            self.write("racy.c", source)
            run = json.loads(self.check("--format", "sarif", "racy.c").out)["runs"][0]
            return [result["partialFingerprints"] for result in run["results"]]
        self.assertEqual(fingerprints(RACE), fingerprints("// a comment\n\n" + RACE))
        self.assertNotEqual(fingerprints(RACE), fingerprints(RACE.replace("total", "amount")))

    def test_hostile_file_names(self):
        name = "a'\"<script>x</script>&]]>--><!--\n::error::\x1b[2J%0A,{0}[l](1).c"
        self.write(name, RACE)
        words = [word for form in self.all for word in ("--format", f"{form}=out.{form}")]
        run = self.check(*words, name)
        self.assertNotIn("\x1b", run.out)
        case = xml.fromstring(self.read("out.junit"))[0][0]
        self.assertEqual(len(case), 1)
        self.assertEqual(len(case[0]), 0)
        self.assertIn("<script>x</script>&]]>--><!--", case[0].text)
        self.assertEqual(self.read_json("out.gitlab")[0]["location"]["path"], name)
        uri = self.read_json("out.sarif")["runs"][0]["results"][0]["locations"][0][
            "physicalLocation"]["artifactLocation"]["uri"]
        self.assertRegex(uri, r"\A[A-Za-z0-9%./_~-]+\Z")
        commands = self.read("out.github").splitlines()
        self.assertEqual([line.split(" ")[0] for line in commands],
                         ["::error", "::notice", "::notice", "raceward:"])
        for form in ("github", "junit", "html", "text"):
            self.assertNotIn("\x1b", self.read("out." + form), form)
        self.assertNotIn("<script>x", self.read("out.html"))

    def test_hostile_positions(self):
        # The compiler takes any name from a #line directive, a file that is not to be read included.
        self.write("secret.txt", "the secret\n" * 200)
        self.write("racy.c", RACE.replace("int total;", f'#line 1 "{self.path("secret.txt")}"\nint total;'))
        self.check("--format", "html=out.html", "racy.c")
        self.assertNotIn("the secret", self.read("out.html"))
        self.write("racy.c", '#line 1 "</script><script>x=1</script>"\n' + RACE)
        self.check("--format", "html=out.html", "racy.c")
        self.assertNotIn("<script>x=1", self.read("out.html"))


if __name__ == "__main__":
    harness.main()
