"""The programs of the public corpora: which there are, where they lie, and how each is checked.

A list of tasks has the columns corpus, repo, commit, path, property, expected, source_of_truth and
data_model; a folder of snapshots holds one bare git directory for each repository, as
<owner>+<name>/repo. Programs are laid out below a folder of work with what lies beside them, since
some include their neighbours.
"""
import collections
import csv
import os
import subprocess

# What programs of a repository are compiled with: headers of their own, sizes that they leave open.
HEADERS = {"MPI-SWS/genmc": ["include/genmc.h", "include/genmc_internal.h", "include/lkmm.h"],
           "goblint/analyzer": ["lib/goblint/runtime/include/goblint.h"]}
DEFINES = {"MPI-SWS/genmc": ["-DN=2", "-D__CONFIG_GENMC_INODE_DATA_SIZE=64"]}


def read_tasks(file, only="", property=""):
    """The rows of corpora whose names begin with `only`, about that property or any."""
    with open(file, encoding="utf-8", newline="") as rows:
        # That memory is not lost is another property than that accesses are valid.
        return [row for row in csv.DictReader(rows)
                if row["corpus"].startswith(only) and property in ("", row["property"])
                and "valid-memtrack" not in row["source_of_truth"]]


def models_of(row):
    """The memory models that a task is checked under."""
    if row["corpus"].endswith("rc11"):
        return ["c11"]
    return ["sc", "c11"] if row["corpus"] == "genmc-correct" else ["sc"]


class Corpus:
    def __init__(self, snapshots, work):
        self.snapshots, self.work = snapshots, work
        self.roots = {}

    def resolve(self, tasks):
        """Each check as (row, path, model), and how many tasks of which repository are not at hand."""
        for repo, commit in sorted({(row["repo"], row["commit"]) for row in tasks}):
            if os.path.isdir(self._folder(repo)):
                self.roots[repo] = self._lay_out(
                    repo, commit, sorted({row["path"] for row in tasks if row["repo"] == repo}))
        jobs, missing = [], collections.Counter()
        for row in tasks:
            path = os.path.join(self.roots.get(row["repo"], ""), row["path"])
            if row["repo"] not in self.roots or not os.path.exists(path):
                missing[row["repo"]] += 1
            else:
                jobs += [(row, path, model) for model in models_of(row)]
        return jobs, missing

    def compiler_flags(self, row):
        if row["repo"] not in HEADERS:
            return []
        headers = os.path.join(self.roots[row["repo"]], os.path.dirname(HEADERS[row["repo"]][0]))
        return ["-idirafter" + headers, *DEFINES.get(row["repo"], [])]

    def _folder(self, repo):
        return os.path.join(self.snapshots, repo.replace("/", "+"), "repo")

    def _git(self, repo, *command, **more):
        return subprocess.run(["git", "--git-dir", self._folder(repo), *command],
                              stdout=subprocess.PIPE, check=True, **more).stdout

    def _lay_out(self, repo, commit, paths):
        """All C files below the first two folders of the paths."""
        root = os.path.join(self.work, "programs", repo.replace("/", "+"))
        if all(os.path.exists(os.path.join(root, path)) for path in paths):
            return root
        below = sorted({"/".join(path.split("/")[:2]) for path in paths} | set(HEADERS.get(repo, [])))
        names = self._git(repo, "ls-tree", "-r", "-z", "--name-only", commit, "--",
                          *below).decode().split("\0")
        names = [name for name in names if name.endswith((".c", ".h", ".i")) and "\n" not in name]
        blobs = self._git(repo, "cat-file", "--batch",
                          input="".join(f"{commit}:{name}\n" for name in names).encode())
        at = 0
        for name in names:
            end = blobs.index(b"\n", at)
            head, at = blobs[at:end].split(), end + 1
            if head[-1] == b"missing":
                continue
            size = int(head[2])
            target = os.path.join(root, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(blobs[at:at + size])
            at += size + 1
        return root
