"""The tool-info module of BenchExec, on stand-ins for what it uses of BenchExec's classes."""

import collections
import importlib.util
import os
import subprocess
import sys
import types
import unittest

from harness import RACE, RACEWARD, EndToEnd, main

MODULE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "..", "..", "contrib", "benchexec", "raceward.py")
Limits = collections.namedtuple("Limits", "cputime walltime memory", defaults=(None,) * 3)
ExitCode = collections.namedtuple("ExitCode", "value")


class Task:
    def __init__(self, files, property_file=None, options=None):
        self.input_files = tuple(files)
        self.property_file = property_file
        self.options = options


class Run:
    def __init__(self, status, output, command="check", reason=None):
        self.cmdline = ("raceward", command)
        self.exit_code = ExitCode(status)
        self.output = output
        self.was_terminated = reason is not None


class BaseTool2:
    def _version_from_tool(self, executable):
        return subprocess.run([executable, "--version"], capture_output=True, text=True).stdout


def load_module():
    benchexec = types.ModuleType("benchexec")
    benchexec.result = types.ModuleType("benchexec.result")
    benchexec.result.RESULT_TRUE_PROP = "true"
    benchexec.result.RESULT_FALSE_DATARACE = "false(no-data-race)"
    benchexec.result.RESULT_UNKNOWN = "unknown"
    benchexec.result.RESULT_ERROR = "ERROR"
    benchexec.tools = types.ModuleType("benchexec.tools")
    benchexec.tools.template = types.ModuleType("benchexec.tools.template")
    benchexec.tools.template.BaseTool2 = BaseTool2
    for module in (benchexec, benchexec.result, benchexec.tools, benchexec.tools.template):
        sys.modules[module.__name__] = module
    spec = importlib.util.spec_from_file_location("raceward_tool_info", MODULE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def line(result):
    return f"raceward: competition result: {result}"


class ToolInfo(EndToEnd):
    def setUp(self):
        super().setUp()
        self.tool = load_module()

    def run_task(self, task, limits=Limits()):
        command = self.tool.cmdline(RACEWARD, [], task, limits)
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        run = Run(done.returncode, done.stdout.splitlines(), command[1])
        return self.tool.determine_result(run)

    def test_a_task_and_its_witness(self):
        self.write("racy.c", RACE)
        self.write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n")
        options = {"language": "C", "data_model": "ILP32"}
        self.assertEqual(self.run_task(Task(["racy.c"], "race.prp", options)),
                         "false(no-data-race)")
        options["witness_input_file"] = "witness.yml"
        task = Task(["racy.c", "./witness.yml"], "race.prp", options)
        self.assertEqual(self.run_task(task, Limits(cputime=60)), "false(no-data-race)")
        self.write("racy.c", RACE + "// changed\n")
        self.assertEqual(self.run_task(task), "unknown")
        self.write("safe.c", "int main(void) { return 0; }\n")
        self.assertEqual(self.run_task(Task(["safe.c"], "race.prp")), "true")
        self.write("odd.c", "void odd(void); int main(void) { odd(); return 0; }\n")
        self.assertEqual(self.run_task(Task(["odd.c"], "race.prp")), "unknown")
        self.write("bad.c", "int main(void) {")
        self.assertEqual(self.run_task(Task(["bad.c"], "race.prp")), "ERROR (bad input)")
        self.write("other.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
        self.assertEqual(self.run_task(Task(["racy.c"], "other.prp")), "ERROR (bad input)")

    def test_command_line(self):
        task = Task(["a.c", "b.c"], "p.prp", {"data_model": "LP64"})
        self.assertEqual(
            self.tool.cmdline("rw", ["-q"], task, Limits(cputime=900, memory=15_000_000_000)),
            ["rw", "check", "--svcomp", "p.prp", "--data-model", "lp64", "--time-limit", "855",
             "--memory-limit", "14250000000", "-q", "a.c", "b.c"])
        self.assertEqual(self.tool.cmdline("rw", [], Task(["a.c"]), Limits(walltime=100)),
                         ["rw", "check", "--time-limit", "95", "a.c"])

    def test_version(self):
        self.assertRegex(self.tool.version(RACEWARD), r"^\d+\.\d+")

    def test_an_answer_needs_its_status(self):
        for status, output, expected in (
                (0, [line("true")], "true"),
                (1, ["text", line("false(no-data-race)")], "false(no-data-race)"),
                (3, [line("unknown")], "unknown"),
                (1, [line("true")], "ERROR"),
                (0, [line("false(no-data-race)")], "ERROR"),
                (None, [line("true")], "ERROR"),  # ended by a signal
                (0, [], "ERROR"),
                (0, ["x " + line("true")], "ERROR"),
                (4, [line("unknown")], "ERROR"),
        ):
            with self.subTest(status=status, output=output):
                self.assertEqual(self.tool.determine_result(Run(status, output)), expected)

    def test_what_was_ended_has_no_answer(self):
        run = Run(1, [line("false(no-data-race)")], reason="cputime")
        self.assertEqual(self.tool.determine_result(run), "ERROR")

    def test_validation(self):
        for status, result, expected in ((0, "false(no-data-race)", "false(no-data-race)"),
                                         (1, "unknown", "unknown"), (3, "unknown", "unknown"),
                                         (0, "true", "ERROR"), (1, "false(no-data-race)", "ERROR")):
            with self.subTest(status=status, result=result):
                run = Run(status, [line(result)], "validate")
                self.assertEqual(self.tool.determine_result(run), expected)


if __name__ == "__main__":
    main()
