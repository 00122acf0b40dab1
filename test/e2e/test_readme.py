"""Examples of the README and of tutorials, word for word, in an empty folder; links and names in documents."""

import os
import re
import shutil
import subprocess
import unittest

from harness import LONG, RACEWARD, EndToEnd

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLE = re.compile(r"<!-- example: (.*?) -->\n```\w*\n(.*?)```", re.DOTALL)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files_below(*folders):
    """All files in the folders, relative to the root of the repository."""
    for folder in folders:
        for path, below, files in os.walk(os.path.join(ROOT, folder)):
            below[:] = [b for b in below if b not in ("build", "node_modules", "__pycache__")]
            for name in files:
                yield os.path.relpath(os.path.join(path, name), ROOT)


def links_of(name, text):
    """Targets of the links of a document that lead into the repository, with their anchors."""
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        if "://" not in target:
            yield os.path.normpath(os.path.join(os.path.dirname(name), target) if target else name), anchor


def anchors_of(text):
    """The anchors of the headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


class Examples(EndToEnd):
    def test_readme(self):
        self.follow("README.md", 5)

    def test_readme_prints_no_other_command(self):
        """Every block of the README is followed, but for the one that builds the program."""
        blocks = re.findall(r"(<!-- example: .*? -->\n)?```\w+\n(.*?)```\n", read("README.md"), re.DOTALL)
        others = [text for example, text in blocks if not example]
        self.assertEqual(others, ["scripts/install-deps\ncmake --preset release\n"
                                  "cmake --build --preset release\n"])

    def test_replay(self):
        for name in ("sensor.c", "sensor_fixed.c"):
            shutil.copy(os.path.join(ROOT, "examples", "programs", name), self.folder)
        self.follow("docs/use/replay.md", 5)

    def test_cele_tutorial(self):
        self.follow("docs/use/cele-tutorial.md", 7)

    def follow(self, document, count):
        examples = EXAMPLE.findall(read(document))
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
    """What a document names must exist, and every document can be found."""

    def documents(self):
        roots = [name for name in os.listdir(ROOT) if name.endswith(".md")]
        for name in sorted(roots) + sorted(files_below("docs", "examples")):
            if name.endswith(".md"):
                yield name, read(name)

    def test_links_lead_somewhere(self):
        for name, text in self.documents():
            for target, anchor in links_of(name, text):
                with self.subTest(document=name, link=target, anchor=anchor):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, target)))
                    if anchor:
                        self.assertIn(anchor, anchors_of(read(target)))

    def test_every_document_is_reachable_from_the_index(self):
        documents = dict(self.documents())
        reached, left = set(), ["docs/README.md"]
        while left:
            name = left.pop()
            if name in documents and name not in reached:
                reached.add(name)
                left += [target for target, _ in links_of(name, documents[name])]
        self.assertGreater(len(documents), 30)
        self.assertEqual(sorted(set(documents) - reached), [])

    def test_the_index_lists_every_page_once(self):
        """The pages about functions of the C library have an index of their own."""
        listed = [target for target, _ in links_of("docs/README.md", read("docs/README.md"))]
        for name in files_below("docs"):
            if name.endswith(".md") and name != "docs/README.md" and \
                    (not name.startswith("docs/library/") or name == "docs/library/README.md"):
                with self.subTest(document=name):
                    self.assertEqual(listed.count(name), 1)

    def test_mentioned_documents_exist(self):
        """Messages and comments that send their reader to a page."""
        for name in files_below("src", "runtime", "include", "test", "bench", "scripts", "cmake",
                                "contrib", "examples", ".ci"):
            with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as file:
                pages = re.findall(r"docs/(?:[\w-]+/)*[\w-]+\.(?:md|json|svg|png)", file.read())
            for page in pages:
                with self.subTest(file=name, page=page):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, page)))

    def test_readme_is_short(self):
        """One page that is read to its end."""
        self.assertLess(len(read("README.md").split()), 900)

    def test_named_files_exist(self):
        known = set()
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [f for f in folders if f not in (".git", "build")]
            known.update(files)
        for name, text in self.documents():
            for path in re.findall(r"`((?:src|test|scripts|docs|bench|cmake|examples|contrib)/[\w./-]+)`", text):
                with self.subTest(document=name, path=path):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, path)))
            for file in re.findall(r"`(\w+\.(?:cpp|h))`", text):
                with self.subTest(document=name, file=file):
                    self.assertTrue(file in known)

    def test_every_gap_kind_is_explained(self):
        kinds = re.findall(r'case GapKind::\w+:\n\s+return "([a-z-]+)"', read("src/model/Names.cpp"))
        explained = read("docs/use/unknown.md")
        self.assertGreater(len(kinds), 5)
        for kind in kinds:
            self.assertIn(f"`{kind}`", explained)

    def test_every_prover_is_explained(self):
        provers = re.findall(r'Prover\{"([a-z-]+)"', read("src/prove/provers/AllProvers.cpp"))
        explained = read("docs/develop/provers.md")
        self.assertGreater(len(provers), 5)
        for prover in provers:
            self.assertIn(f"`{prover}`", explained)


if __name__ == "__main__":
    unittest.main()
