"""Runs commands that may hang, crash or write without end."""
import os
import resource
import signal
import subprocess
import tempfile

MOST_BYTES = 1 << 20  # of what a program says
LARGEST_FILE = 1 << 28


class Done:
    """How a command ended; `status` is None if its time was over."""

    def __init__(self, status, out, errors):
        self.status, self.out, self.errors = status, out, errors


def run(command, seconds, cwd=None, environment=None, stdin=None):
    """What it started ends with it."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=errors,
                                   stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                                   env=dict(os.environ, **environment) if environment else None,
                                   start_new_session=True)
        try:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        except ProcessLookupError:
            pass  # it has ended already
        try:
            process.communicate(stdin, timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            status = None
        except BrokenPipeError:
            status = process.wait()
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(file.read(MOST_BYTES).decode(errors="replace"))
    return Done(status, *texts)
