"""`raceward cele show`: graphs and constraints of programs in CELE."""

import shutil
import unittest
import xml.etree.ElementTree

import harness
from harness import EndToEnd

PROGRAM = "x = 0;\nfork { x = 1; } and { while (x < 1) { y = x; }; };\n"


class Show(EndToEnd):
    def show(self, *arguments):
        return self.raceward("cele", "show", *arguments, self.write("x.cele", PROGRAM))

    def test_text(self):
        for picture, part in (("--cfg", "conflicts:\n    2.1.1 ⇢ 2.2.1  x"),
                              ("--ssa", "x_1 = 0"), ("--cssa", "xπ1 = π(x_1, x_2)"),
                              ("--constraints", "encoding exact")):
            run = self.show(picture)
            self.assertEqual((run.code, run.err), (0, ""), run)
            self.assertIn(part, run.out)

    def test_loops_are_followed_as_often_as_wanted(self):
        for count in (1, 2, 5):
            self.assertEqual(self.show("--cfg", "--unroll", str(count)).out.count("y = x"), count)

    def test_encodings(self):
        self.assertIn("clock.", self.show("--constraints").out)
        run = self.show("--constraints", "--cele-encoding", "edges")
        self.assertIn("before.", run.out)
        self.assertNotIn("clock.", run.out)
        self.expect_error(self.show("--constraints", "--cele-encoding", "egdes"), "'egdes'",
                          "'edges'")

    def test_dot_into_a_file(self):
        run = self.show("--cssa", "--format", "dot", "-o", "x.dot")
        self.assertEqual((run.code, run.out, run.err), (0, "", ""), run)
        with open(self.path("x.dot"), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("digraph cele {"))

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_svg(self):
        for picture in ("--cfg", "--ssa", "--cssa", "--constraints"):
            run = self.show(picture, "--format", "svg")
            self.assertEqual((run.code, run.err), (0, ""), run)
            self.assertTrue(xml.etree.ElementTree.fromstring(run.out.encode()).tag.endswith("svg"))

    def test_svg_without_graphviz(self):
        file = self.write("x.cele", PROGRAM)
        run = self.raceward("cele", "show", "--cfg", "--format", "svg", file,
                            env={"PATH": "/nowhere"})
        self.expect_error(run, "'dot' of Graphviz", "apt install graphviz")

    def test_wrong_words(self):
        self.expect_error(self.show(), "what to show", "--cfg")
        self.expect_error(self.show("--cfg", "--ssa"), "what to show")
        self.expect_error(self.show("--cfg", "--format", "svgz"), "'svgz'", "'svg'")
        self.expect_error(self.show("--cfg", "--unroll", "many"), "--unroll")


if __name__ == "__main__":
    harness.main()
