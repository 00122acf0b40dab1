"""Options: each row of the table is known to everything that is made of it.

The rows are read from the source, so that nothing is compared with itself.
"""

import json
import os
import re

import harness
from harness import RACE, EndToEnd
from test_parallel import LARGE

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
SCHEMA = os.path.join(ROOT, "docs/schema/config-1.schema.json")
ROW = re.compile(r"^RW_(TASK_|SEARCH_)?OPTION\((.*?)\)$(?=\n\n|\n//|\nRW_|\n#)", re.M | re.S)


class Row:
    def __init__(self, kind, text):
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
        self.is_of_search = kind is not None
        self.names = strings[0].split(",")
        self.argument = strings[1]
        self.key = next(name for name in self.names if name.startswith("--"))[2:]
        self.workers = re.search(r"\b(Never|Always|WhenSet)\b", text) if kind else None
        traits = text[text.index("in("):]
        listed = re.findall(r"\.(?:common|rare)\(([^)]*)\)", traits)
        self.commands = [word.strip() for words in listed for word in words.split(",")]


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def rows():
    text = source("src/cli/options/Table.def").replace(
        '#include "raceward/model/SearchOptions.def"',
        source("src/model/include/raceward/model/SearchOptions.def"))
    return [Row(*match.groups()) for match in ROW.finditer(text)]


def command_names():
    text = source("src/cli/options/CommandTable.def")
    return dict(re.findall(r'^RW_COMMAND\((\w+), "([^"]+)"', text, re.M))


ROWS = rows()
COMMANDS = command_names()


class Table(EndToEnd):
    def test_the_source_is_understood(self):
        text = source("src/cli/options/Table.def")
        of_search = source("src/model/include/raceward/model/SearchOptions.def")
        count = len(re.findall(r"^RW_\w*OPTION\(", text + "\n" + of_search, re.M))
        self.assertEqual(len(ROWS), count)
        self.assertGreater(count, 60)
        for row in ROWS:
            self.assertTrue(row.commands, row.names)
            for command in row.commands:
                self.assertIn(command, COMMANDS, row.names)

    def test_no_name_stands_twice_in_a_command(self):
        for command in COMMANDS:
            names = [name for row in ROWS if command in row.commands for name in row.names]
            self.assertEqual(sorted(set(names)), sorted(names), command)

    def test_help_manual_and_shells_know_each_row(self):
        for command, name in COMMANDS.items():
            known = [row for row in ROWS if command in row.commands]
            help_text = self.raceward(name, "--help-all").out
            page = self.raceward("man", name).out.replace("\\-", "-")
            shells = [line.split("\t") for line in
                      self.raceward(name, "--help-rows").out.splitlines()]
            for row in known:
                self.assertRegex(help_text, rf"(?m)^  (-., )?--{row.key}( |$)", (name, row.names))
                for option in row.names:
                    self.assertIn(f"\\fB{option}\\fR", page, name)
                    self.assertIn([option, row.argument], [line[:2] for line in shells], name)
            printed = {line[0] for line in shells} - {"--help", "--help-all"}
            self.assertEqual(printed, {option for row in known for option in row.names}, name)

    def test_configuration_knows_each_row_of_check(self):
        keys = [row.key for row in ROWS if "Check" in row.commands]
        lines = self.raceward("config").out.splitlines()
        self.assertEqual([line.lstrip("# ").split(":")[0] for line in lines], keys)
        with open(SCHEMA, encoding="utf-8") as file:
            self.assertEqual(list(json.load(file)["properties"]), keys)

    def test_schema_is_the_one_that_is_printed(self):
        """After a change: raceward config --schema > docs/schema/config-1.schema.json"""
        with open(SCHEMA, encoding="utf-8") as file:
            self.assertEqual(self.raceward("config", "--schema").out, file.read())


class Search(EndToEnd):
    """Options of a search go to each check of a batch, and to workers."""

    def setUp(self):
        super().setUp()
        self.write("a.c", RACE)
        self.rows = [row for row in ROWS if row.is_of_search]
        self.choices = {line.split("\t")[0]: line.split("\t")[3].split() for line in
                        self.raceward("check", "--help-rows").out.splitlines()}

    def words(self, row):
        """The option with a value that is not the usual one."""
        name = row.names[0]
        if not row.argument:
            return [name]
        return [name, self.choices[name][-1] if self.choices[name] else "3"]

    def test_batch_passes_each_row_on(self):
        self.write("tasks.csv", "file,property,expected,data_model\na.c,no-data-race,false,LP64\n")
        words = [word for row in self.rows for word in self.words(row)]
        run = self.raceward("batch", "tasks.csv", "-o", "out", *words)
        self.assertEqual(run.code, 0, run)
        with open(self.path("out/results.json"), encoding="utf-8") as file:
            text = " ".join(file.read().split())
        for row in self.rows:
            self.assertIn(", ".join(f'"{word}"' for word in self.words(row)), text)

    def test_the_journal_of_a_search_names_what_workers_get(self):
        rows = [row for row in self.rows if row.workers[0] != "Never"]
        self.assertGreater(len(rows), 4)
        words = [word for row in rows for word in self.words(row)]
        self.write("large.c", LARGE.replace("ROUNDS", "2"))
        self.raceward("check", "large.c", "--checkpoint", "journal", "--explore-time", "1", *words)
        with open(self.path("journal"), encoding="utf-8", errors="replace") as file:
            text = file.read()
        for row in rows:
            self.assertIn(row.key + ("=" if row.workers[0] == "Always" else ""), text)


if __name__ == "__main__":
    harness.main()
