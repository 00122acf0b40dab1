"""The verdict of the tool about a rewritten program."""

import json
import os
import re
import subprocess

from .prepare import arguments, compiler


EMPTY_FUNCTION = re.compile(r"^define [^{]*\{\n(?:\w+:.*\n|\s*#dbg.*\n)*\s*unreachable", re.MULTILINE)


def _bitcode(program, source, level):
    """Compiled with optimisation, but without reads that the program does not make: for functions
    that ThreadSanitizer will look at, LLVM does not speculate. Its pass itself does not run. Variables
    that are only written stay, and the races on them."""
    target = source[:-2] + ".bc"
    command = [compiler(), "-w", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fsanitize=thread",
               "-fwrapv", "-fno-strict-aliasing", "-fno-finite-loops", "-fno-stack-protector",
               "-fkeep-persistent-storage-variables", "-emit-llvm", "-c", *arguments(program), source,
               "-o", target]
    if subprocess.run(command, capture_output=True, check=False, timeout=60).returncode != 0:
        return None
    command = [compiler(), "-w", f"-{level}", "-emit-llvm", "-c", target, "-o", target + ".opt"]
    if subprocess.run(command, capture_output=True, check=False, timeout=60).returncode != 0:
        return None
    os.replace(target + ".opt", target)
    return target


def is_undefined(folder):
    """Has the optimiser found a function that cannot be called without undefined behaviour? A program that
    reads what it has not written may race or not; its optimised form runs into whatever comes next."""
    text = subprocess.run([compiler(), "-w", "-S", "-emit-llvm", os.path.join(folder, "rewritten.bc"), "-o", "-"],
                          capture_output=True, text=True, check=False, timeout=60).stdout
    return EMPTY_FUNCTION.search(text) is not None


def seen_natively(folder, runs=3):
    """Does ThreadSanitizer see a race in the optimised program?"""
    target, executable = os.path.join(folder, "rewritten.bc"), os.path.join(folder, "native")
    built = subprocess.run([compiler(), "-w", "-fsanitize=thread", "-pthread", target, "-o", executable],
                           capture_output=True, check=False, timeout=120)
    if built.returncode != 0:
        return False  # functions that exist for checkers only
    environment = dict(os.environ, TSAN_OPTIONS="exitcode=66:halt_on_error=1:report_thread_leaks=0:"
                       "report_mutex_bugs=0:report_destroy_locked=0:report_signal_unsafe=0")
    for _ in range(runs):
        try:
            run = subprocess.run([executable], capture_output=True, stdin=subprocess.DEVNULL, check=False,
                                 timeout=5, env=environment)
        except subprocess.TimeoutExpired:
            return False
        if b"WARNING: ThreadSanitizer: data race" in run.stderr:
            return True
    return False


def command_for(given, program, rewritten, folder):
    """Writes the files, and says how they are checked; None if they do not compile."""
    os.makedirs(folder, exist_ok=True)
    paths = []
    for number, text in enumerate(rewritten.files):
        paths.append(os.path.join(folder, f"rewritten{number or ''}.c"))
        with open(paths[-1], "w", encoding="latin-1") as file:
            file.write(text)
    flags = ["--", "-I", os.path.dirname(program.path), *program.flags]
    if rewritten.level:
        target = _bitcode(program, paths[0], rewritten.level)
        if target is None:
            return None
        paths, flags = [target], []
    return [given.raceward, "check", "--json", "-", "--time-limit", str(given.time_limit),
            *program.options, *paths, *flags]


def verdict(command):
    """The verdict, or "" and what was said instead."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        result = json.loads(run.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as problem:
        return "", f"{problem}"
    if result.get("verdict") not in ("race", "race-free", "unknown"):
        return "", run.stderr
    reasons = sorted({reason["kind"] for reason in result["reasons"]})
    return result["verdict"], " ".join(reasons)
