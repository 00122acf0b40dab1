"""Raceward for BenchExec: put this file where `benchexec` finds tool-info modules, or name it
with its path, and use `tool="raceward"`.

A task with a witness among its input files (option `witness_input_file`) is validated, any other
is checked. docs/use/competition.md describes the interface.
"""

import os

import benchexec.result as result
import benchexec.tools.template

LINE = "raceward: competition result: "
RESULTS = {
    "true": result.RESULT_TRUE_PROP,
    "false(no-data-race)": result.RESULT_FALSE_DATARACE,
    "unknown": result.RESULT_UNKNOWN,
}
# An answer counts only with the exit status that belongs to it.
STATUS_OF_CHECK = {"true": (0,), "false(no-data-race)": (1,), "unknown": (3,)}
STATUS_OF_VALIDATION = {"false(no-data-race)": (0,), "unknown": (1, 3)}
# Room for an answer before BenchExec ends the run.
SHARE_OF_LIMIT = 0.95


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("raceward", subdir="bin")

    def name(self):
        return "Raceward"

    def version(self, executable):
        words = self._version_from_tool(executable).split()
        return words[1] if len(words) > 1 else ""

    def cmdline(self, executable, options, task, rlimits):
        task_options = task.options if isinstance(task.options, dict) else {}
        witness_name = task_options.get("witness_input_file")
        witnesses = [file for file in task.input_files
                     if witness_name and os.path.basename(file) == witness_name]
        programs = [file for file in task.input_files if file not in witnesses]
        command = [executable, "validate" if witnesses else "check"]
        if task.property_file:
            command += ["--svcomp", task.property_file]
        if task_options.get("data_model"):
            command += ["--data-model", task_options["data_model"].lower()]
        seconds = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if seconds:
            command += ["--time-limit", str(int(min(seconds) * SHARE_OF_LIMIT))]
        if rlimits.memory:
            command += ["--memory-limit", str(int(rlimits.memory * SHARE_OF_LIMIT))]
        return [*command, *options, *witnesses, *programs]

    def determine_result(self, run):
        if run.was_terminated:
            return result.RESULT_ERROR  # BenchExec says why
        answers = [line[len(LINE):].strip() for line in run.output if line.startswith(LINE)]
        statuses = STATUS_OF_VALIDATION if "validate" in run.cmdline[1:2] else STATUS_OF_CHECK
        if answers and run.exit_code.value in statuses.get(answers[-1], ()):
            return RESULTS[answers[-1]]
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + " (bad input)"
        return result.RESULT_ERROR
