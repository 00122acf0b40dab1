"""Library functions in the machine: on any input, and on given input as when compiled."""

import os
import re
import subprocess
import unittest

from harness import CLANG, LONG, RACEWARD, EndToEnd

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "sequential")
PREFIXES = ("input_", "scan_", "mathematics", "float_text", "time_", "ilp32_division",
            "string_tokens", "environment", "print_")

WITH_INPUT = r"""
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(void) {
  char line[80], word[20], set[20] = "";
  int a, b;
  double x;
  if (fgets(line, sizeof line, stdin))
    say("line '%s' %d %s\n", line, 7, "seven");
  say("%d", scanf("%d,%x", &a, &b));
  say(" %d %d\n", a, b);
  say("%d", scanf("%19s %lf%19[^\n]", word, &x, set));
  say(" %s %g '%s'\n", word, x, set);
  ungetc('u', stdin);
  for (int c; (c = getchar()) != EOF;)
    putchar(c == '\n' ? '|' : c);
  say("%d %d\n", feof(stdin) != 0, getchar());
  say("%.6f %.6f %ld\n", sin(x), pow(x, 3), lround(x));
  char *text = NULL;
  if (asprintf(&text, "%s-%d", word, a) > 0)
    puts(text);
  free(text);
  void *memory = NULL;
  say("%d", posix_memalign(&memory, 64, 100));
  free(memory);
  say(" %s\n", strerror(ENOENT));
  fflush(stdout);
  dprintf(1, "%s\n", strtok(line, " "));
  return write(1, "end\n", 4) == 4 ? 3 : 4;
}
"""


class OnAnyInput(unittest.TestCase):
    def test_verdicts(self):
        names = [name for name in sorted(os.listdir(PROGRAMS)) if name.startswith(PREFIXES)]
        self.assertGreater(len(names), 20)
        for name in names:
            with self.subTest(program=name):
                path = os.path.join(PROGRAMS, name)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                tags = dict(re.findall(r"^// ([A-Z-]+): (.*)$", text, re.MULTILINE))
                command = [RACEWARD, "paths", path]
                if "DATA-MODEL" in tags:
                    command += ["--data-model", tags["DATA-MODEL"]]
                if "FLAGS" in tags:
                    command += ["--"] + tags["FLAGS"].split()
                run = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
                failed = set(re.findall(r":(\d+):\d+: error: ", run.stdout))
                lines = {str(number) for number, line in enumerate(text.splitlines(), 1)
                         if line.endswith("// VIOLATION")}
                self.assertEqual(failed, lines, run.stdout + run.stderr)
                self.assertEqual(run.returncode, 1 if lines else int(tags.get("STATUS", 0)),
                                 run.stdout + run.stderr)


class OnGivenInput(EndToEnd):
    def interpret(self, path, stdin):
        return subprocess.run([RACEWARD, "interpret", path], input=stdin, capture_output=True,
                              text=True, timeout=LONG, cwd=self.folder)

    def test_as_when_compiled(self):
        self.write("p.c", WITH_INPUT)
        subprocess.run([CLANG, "-w", "-D_GNU_SOURCE", "p.c", "-lm", "-o", "p"], check=True,
                       cwd=self.folder)
        self.write("q.c", "#define _GNU_SOURCE\n" + WITH_INPUT)
        for stdin in ("hello world\n12,ff word 1.5 rest\nmore\n", "a b\n-7,0x1G w 2.25e1x\n",
                      "x\nnone", "", "only a line\n", "l\n3,4 w 1\n\n\n"):
            with self.subTest(stdin=stdin):
                native = subprocess.run([self.path("p")], input=stdin, capture_output=True,
                                        text=True, timeout=LONG)
                run = self.interpret("q.c", stdin)
                if "none" in stdin or not stdin or "only" in stdin:
                    continue  # prints variables that were never written
                self.assertEqual((run.stdout, run.returncode), (native.stdout, native.returncode),
                                 run.stderr)

    def test_inputs_have_the_names_of_the_functions(self):
        self.write("n.c", "#include <stdio.h>\n#include <assert.h>\n"
                          "int main(void) { assert(getchar() != 'A'); return 0; }\n")
        run = self.raceward("paths", "n.c")
        self.assertEqual(run.code, 1, run)
        self.assertIn("input getchar = #x41", run.out)

    def test_what_is_not_known_is_said(self):
        for call, message in (("fgetc(stdout)", "standard input"),
                              ("scanf(\"%p\", &p)", "conversion of scanf"),
                              ("sbrk(8)", "sbrk()"),
                              ("(int)sin(__VERIFIER_nondet_double())", "depends on the input")):
            with self.subTest(call=call):
                self.write("g.c", "#include <math.h>\n#include <stdio.h>\n#include <unistd.h>\n"
                                  "double __VERIFIER_nondet_double(void);\n"
                                  f"int main(void) {{ void *p; (void)p; (void)({call}); return 0; }}\n")
                run = self.raceward("paths", "g.c")
                self.assertEqual(run.code, 3, run)
                self.assertIn(message, run.out)


if __name__ == "__main__":
    unittest.main()
