"""Tells what shows that a verdict is wrong from false alarms of the attack itself.

docs/develop/falsify.md explains each. A rule looks at what the program does, the report and the verdict,
never at names of files.
"""
import re

# Kinds of program, by its IR.
FENCE = re.compile(r"^  fence (?!syncscope)", re.MULTILINE)
ASSEMBLY = re.compile(r'\basm (?:(?:sideeffect|alignstack|inteldialect|unwind) )*"([^"]*)"')
MODULE_ASSEMBLY = re.compile(r"^module asm", re.MULTILINE)
HARMLESS_ASSEMBLY = re.compile(r"^(|pause|rep; ?nop|nop)$")
ATOMIC = re.compile(r"^  (%[\w.]+ = )?(load atomic|store atomic|cmpxchg|atomicrmw)\b.*$", re.MULTILINE)
EXCHANGE = re.compile(r"^  %[\w.]+ = cmpxchg\b.*!dbg (![0-9]+)", re.MULTILINE)
SECTION = re.compile(r"@__VERIFIER_atomic_")
TWICE = re.compile(r"@(mmap|mmap64|shm_open|shmat|remap_file_pages|mremap)\(")
UNSEEN_ORDER = re.compile(r"@(syscall|sem_clockwait|sem_open|pthread_mutex_clocklock|pthread_cond_clockwait|"
                          r"pthread_rwlock_clock\w+|pthread_clockjoin_np|eventfd|socketpair|pipe2?|fork|"
                          r"__atomic_\w+)\(")
# Functions at the top of a stack.
ALLOCATION = re.compile(r"^(malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|memalign|valloc|"
                        r"strdup|strndup|__interceptor_malloc)$")
SET_UP = re.compile(r"^(?:__wrap_)?(pthread_(mutex|rwlock|spin|cond|barrier)_\w+|sem_\w+|mtx_\w+|cnd_\w+)$")

REASONS = {
    "fences": "ThreadSanitizer does not know what a fence orders",
    "assembly": "inline assembly may order or touch what the attack does not see",
    "sections-with-atomics": "accesses of atomic sections count as atomic; the attack takes them for plain",
    "mapped-twice": "memory may have two addresses, and so may locks",
    "order-unseen": "the program orders threads by calls that ThreadSanitizer does not know",
    "allocation": "the attack takes an allocation for a write; C does not",
    "set-up": "the access is of an object of the thread library (assumption set-up-in-time)",
    "failed-exchange": "a compare-and-swap that fails only reads; ThreadSanitizer takes it for a write",
    "descriptor": "the report is about a file descriptor, not about memory",
    "library": "both accesses are of the C library (assumption library-keeps-order)",
    "lock-failed": "a lock failed in that run (assumption locking-succeeds)",
    "creation-failed": "a thread was not created in that run (assumption thread-creation-succeeds)",
    "assumption-failed": "an assumption of the program does not hold in that run",
    "overwritten": "the program has written an object of the thread library, not by its functions",
    "outside-of-objects": "the address sanitizer sees an access outside of an object or of its lifetime",
    "other-data-model": "the attack is of the 64-bit program, which the tool does not call race-free",
}


class Kind:
    """What a program has in it that an attack may not understand."""

    def __init__(self, texts):
        text = "\n".join(texts)
        self.exchanges = {place for each in texts for place in places_of(each, EXCHANGE.findall(each))}
        self.fences = bool(FENCE.search(text))
        self.assembly = bool(MODULE_ASSEMBLY.search(text)) or any(
            not HARMLESS_ASSEMBLY.match(found.strip()) for found in ASSEMBLY.findall(text))
        self.sections = bool(SECTION.search(text))
        self.atomics = bool(ATOMIC.search(text))
        self.twice = bool(TWICE.search(text))
        self.unseen = bool(UNSEEN_ORDER.search(text))


def places_of(text, numbers):
    """Lines and columns of what has these numbers, as "12:3"."""
    for number in set(numbers):
        found = re.search(rf"^{number} = .*DILocation\(line: (\d+), column: (\d+)", text, re.MULTILINE)
        if found:
            yield ":".join(found.groups())


class Report:
    """Two accesses: for each the function at the top of its stack, and the place in the program; and
    what each does, such as "atomic write"."""

    def __init__(self, accesses, is_descriptor=False, does=("", "")):
        self.accesses, self.is_descriptor, self.does = accesses, is_descriptor, does

    def has_exchange_and_read(self, exchanges):
        """Of an exchange that fails, ThreadSanitizer says that it writes."""
        return any(does == "atomic write" and other.endswith("read") and
                   any(place.endswith(":" + exchange) for exchange in exchanges)
                   for does, other, place in zip(self.does, reversed(self.does), self.places))

    @property
    def places(self):
        return [place for _, place in self.accesses]


def by_sanitizer(kind, report, notes, assumptions):
    """Why a report of ThreadSanitizer says nothing about the verdict; None if it does."""
    tops = [top for top, _ in report.accesses]
    if report.is_descriptor:
        return "descriptor"
    if any(ALLOCATION.match(top) for top in tops):
        return "allocation"
    if any(SET_UP.match(top) for top in tops):
        return "set-up"
    if all(place == "?" for place in report.places) and "library-keeps-order" in assumptions:
        return "library"
    if report.has_exchange_and_read(kind.exchanges):
        return "failed-exchange"
    if kind.fences:
        return "fences"
    if kind.twice:
        return "mapped-twice"
    if kind.unseen:
        return "order-unseen"
    return by_run(kind, notes, assumptions)


def by_run(kind, notes, assumptions):
    """Why a race that a run showed says nothing about the verdict; None if it does."""
    if "an assumption does not hold" in notes:
        return "assumption-failed"
    if "an object of the thread library was overwritten" in notes:
        return "overwritten"
    if kind.assembly:
        return "assembly"
    if kind.sections and kind.atomics:
        return "sections-with-atomics"
    if "a lock failed" in notes and "locking-succeeds" in assumptions:
        return "lock-failed"
    if "a thread was not created" in notes and "thread-creation-succeeds" in assumptions:
        return "creation-failed"
    return None
