"""The machine as its users call it: interpret, paths."""

import subprocess
import unittest

from harness import LONG, RACEWARD, EndToEnd

ECHO = """\
#include <stdio.h>
int main(int argc, char **argv) {
  int c, lines = 0;
  while ((c = getchar()) != EOF)
    lines += c == '\\n';
  for (int i = 1; i < argc; i++)
    printf("%s\\n", argv[i]);
  fprintf(stderr, "%d lines\\n", lines);
  return lines + argc;
}
"""


class Interpret(EndToEnd):
    def test_arguments_streams_and_status(self):
        self.write("echo.c", ECHO)
        run = subprocess.run([RACEWARD, "interpret", "echo.c", "one", "--two"], cwd=self.folder,
                             input="a\nb\n", capture_output=True, text=True, timeout=LONG)
        self.assertEqual(run.stdout, "one\n--two\n")
        self.assertEqual(run.stderr, "2 lines\n")
        self.assertEqual(run.returncode, 5)

    def test_a_fault_is_shown_where_it_happens(self):
        self.write("null.c", "int main(void) {\n  int *p = 0;\n  return *p;\n}\n")
        run = self.raceward("interpret", "null.c")
        self.assertEqual(run.code, 134)
        self.assertIn("null.c:3:10: error: read of 4 bytes through a null pointer", run.err)


class Paths(EndToEnd):
    def test_every_path_is_counted(self):
        self.write("two.c", "int __VERIFIER_nondet_int(void);\n"
                            "int main(void) {\n  if (__VERIFIER_nondet_int() > 3)\n"
                            "    return 1;\n  return 2;\n}\n")
        run = self.raceward("paths", "--stats", "two.c")
        self.assertEqual(run.code, 0, run)
        self.assertIn("2 paths, 0 findings", run.out)
        self.assertRegex(run.err, r"(?m)^instructions \d+$")


if __name__ == "__main__":
    unittest.main()
