"""Examples of the README and of tutorials, word for word, in an empty folder."""

import os
import re
import subprocess
import unittest

from harness import LONG, RACEWARD, EndToEnd

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLE = re.compile(r"<!-- example: (.*?) -->\n```\w*\n(.*?)```", re.DOTALL)


class Examples(EndToEnd):
    def test_readme(self):
        self.follow("README.md", 9)

    def test_cele_tutorial(self):
        self.follow("docs/cele-tutorial.md", 7)

    def follow(self, document, count):
        with open(os.path.join(ROOT, document), encoding="utf-8") as file:
            examples = EXAMPLE.findall(file.read())
        self.assertEqual(len(examples), count, f"{document} has another number of examples")
        environment = dict(os.environ)
        environment["PATH"] = os.path.dirname(os.path.abspath(RACEWARD)) + os.pathsep + environment["PATH"]
        for what, text in examples:
            if what.endswith((".c", ".cele")):
                with open(self.path(what), "w", encoding="utf-8") as file:
                    file.write(text)
                continue
            command, _, expected = text.partition("\n")
            self.assertTrue(command.startswith("$ "), command)
            run = subprocess.run(command[2:], shell=True, cwd=self.folder, env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONG)
            self.assertEqual(run.stdout, expected)
            status = re.search(r"exit status (\d)", what)
            self.assertEqual(run.returncode, int(status.group(1)) if status else 0)


class Documents(unittest.TestCase):
    """Whatever a document names must exist."""

    def documents(self):
        for folder in ("", "docs"):
            for name in sorted(os.listdir(os.path.join(ROOT, folder))):
                if name.endswith(".md"):
                    path = os.path.join(ROOT, folder, name)
                    with open(path, encoding="utf-8") as file:
                        yield os.path.join(folder, name), file.read()

    def test_links_lead_somewhere(self):
        for name, text in self.documents():
            for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
                if "://" in target:
                    continue
                with self.subTest(document=name, link=target):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, os.path.dirname(name), target)))

    def test_named_files_exist(self):
        known = set()
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [f for f in folders if f not in (".git", "build")]
            known.update(files)
        for name, text in self.documents():
            for path in re.findall(r"`((?:src|test|scripts|docs|bench|cmake)/[\w./-]+)`", text):
                with self.subTest(document=name, path=path):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, path)))
            for file in re.findall(r"`(\w+\.(?:cpp|h))`", text):
                with self.subTest(document=name, file=file):
                    self.assertIn(file, known)

    def test_every_gap_kind_is_explained(self):
        with open(os.path.join(ROOT, "src/model/Names.cpp"), encoding="utf-8") as file:
            kinds = re.findall(r'case GapKind::\w+:\n\s+return "([a-z-]+)"', file.read())
        with open(os.path.join(ROOT, "docs/unknown.md"), encoding="utf-8") as file:
            explained = file.read()
        self.assertGreater(len(kinds), 5)
        for kind in kinds:
            self.assertIn(f"`{kind}`", explained)

    def test_every_prover_is_explained(self):
        with open(os.path.join(ROOT, "src/prove/provers/AllProvers.cpp"), encoding="utf-8") as file:
            provers = re.findall(r'Prover\{"([a-z-]+)"', file.read())
        with open(os.path.join(ROOT, "docs/provers.md"), encoding="utf-8") as file:
            explained = file.read()
        self.assertGreater(len(provers), 5)
        for prover in provers:
            self.assertIn(f"`{prover}`", explained)


if __name__ == "__main__":
    unittest.main()
