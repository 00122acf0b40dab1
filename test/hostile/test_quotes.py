"""A report quotes what the compiler read, whatever the program says about its lines."""

import json
import subprocess

import harness
from harness import CLANG, RACE, EndToEnd

SECRET = "password=correct-horse\n" * 40
FORMS = ("text", "json", "sarif", "junit", "gitlab", "github", "html")


class Quotes(EndToEnd):
    def reports(self, *files):
        words = []
        for form in FORMS:
            words += ["--format", f"{form}=out.{form}"]
        run = self.raceward(*files, "--no-config", "--all-races", "--witness", "out.witness.json",
                            *words)
        self.assertEqual(run.code, 1, run)
        texts = {"stdout": run.out, "stderr": run.err}
        for form in (*FORMS, "witness.json"):
            with open(self.path("out." + form), encoding="utf-8") as file:
                texts[form] = file.read()
        return texts

    def expect_no_secret(self, texts, secret="correct-horse"):
        for form, text in texts.items():
            self.assertNotIn(secret, text, form)

    def test_line_directives(self):
        self.write("secret.txt", SECRET)
        self.write("x.c", f'#line 1 "{self.path("secret.txt")}"\n' + RACE)
        texts = self.reports("x.c")
        self.expect_no_secret(texts)
        # The place is told all the same.
        self.assertIn("secret.txt:3:", texts["stdout"])

    def test_own_environment(self):
        self.write("x.c", '#line 1 "/proc/self/environ"\n' + RACE)
        self.expect_no_secret(self.reports("x.c"), secret="TERM=")

    def test_line_directives_in_the_middle(self):
        self.write("secret.txt", SECRET)
        self.write("x.c", RACE.replace("  total++;\n", '#line 7 "secret.txt"\n  total++;\n'))
        texts = self.reports("x.c")
        self.expect_no_secret(texts)
        self.assertIn("static void *worker", texts["stdout"])

    def test_debug_information_that_somebody_wrote(self):
        self.write("secret.txt", SECRET)
        self.write("x.c", RACE)
        subprocess.run([CLANG, "-g", "-S", "-emit-llvm", "-o", "x.ll", "x.c"], cwd=self.folder,
                       check=True, timeout=harness.LONG)
        self.assertIn("total++", self.reports("x.ll")["stdout"])  # it was read
        with open(self.path("x.ll"), encoding="utf-8") as file:
            forged = file.read().replace('"x.c"', '"secret.txt"')
        self.write("y.ll", forged)
        self.expect_no_secret(self.reports("y.ll"))

    def test_headers_are_quoted(self):
        self.write("worker.h", "extern int total;\n"
                   "static void *worker(void *unused) { total++; return unused; }\n")
        self.write("x.c", RACE.replace(
            "static void *worker(void *unused) { total++; return unused; }", '#include "worker.h"'))
        texts = self.reports("x.c")
        self.assertIn("static void *worker", texts["stdout"])
        self.assertTrue(any(line["file"] == "worker.h"
                            for line in json.loads(texts["witness.json"])["lines"]))


if __name__ == "__main__":
    harness.main()
