"""clang.cindex, also for a python3 that does not look where Debian puts it."""

import sys

try:
    from clang import cindex
except ImportError:
    sys.path.append("/usr/lib/python3/dist-packages")
    from clang import cindex

__all__ = ["cindex"]
