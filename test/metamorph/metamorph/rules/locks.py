"""Locks of another kind, or set up elsewhere."""

from . import rule
from .common import attributed, choose
from .data import groups, initial_text, movable

# What to declare, what to do first in main, and what locks and unlocks. All of them exclude each other
# and order sections as a mutex does, and block for ever where a thread locks twice.
KINDS = [
    ("sem_t {0}", "sem_init(&{0}, 0, 1);", "sem_wait(&{0})", "sem_post(&{0})"),
    ("pthread_spinlock_t {0}", "pthread_spin_init(&{0}, 0);", "pthread_spin_lock(&{0})",
     "pthread_spin_unlock(&{0})"),
    ("int {0}", "", "while (__sync_lock_test_and_set(&{0}, 1)) {{ }}", "__sync_lock_release(&{0})"),
    ("_Atomic(int) {0}", "", "while (__c11_atomic_exchange(&{0}, 1, 5)) {{ }}",
     "__c11_atomic_store(&{0}, 0, 5)"),
    ("int {0}", "", "for (int mm_old = 0; !__atomic_compare_exchange_n(&{0}, &mm_old, 1, 0, 5, 5); "
     "mm_old = 0) {{ }}", "__atomic_store_n(&{0}, 0, 5)"),
    ("pthread_mutex_t {0}", "pthread_mutex_init(&{0}, 0);", "pthread_mutex_lock(&{0})",
     "pthread_mutex_unlock(&{0})"),
    ("pthread_mutex_t {0} = PTHREAD_MUTEX_INITIALIZER; static pthread_mutex_t *const {0}_at = &{0}", "",
     "pthread_mutex_lock({0}_at)", "pthread_mutex_unlock({0}_at)"),
]


@rule("lock-of-another-kind")
def lock_of_another_kind(unit, chance):
    """A mutex that is only locked and unlocked by name becomes another lock."""
    mains = [(function, body) for function, body in unit.functions() if function.name == "main"]
    # Nothing may run before main does, nor may main run twice.
    if len(mains) != 1 or any(attributed(function) for function, _ in unit.functions()) or \
            [token.text for token in unit.tokens].count("main") != 1 or \
            unit.has_sections():
        return None
    candidates = []
    for start, end, variables in groups(unit):
        variable = variables[0]
        if len(variables) != 1 or variable.type.spelling != "pthread_mutex_t" or \
                not movable(unit, variable) or \
                initial_text(unit, variable, end).strip() != "PTHREAD_MUTEX_INITIALIZER":
            continue
        uses = _uses(unit, variable, start, end)
        if uses:
            candidates.append((start, end, variable, uses))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    start, end, variable, uses = choice
    declaration, first, lock, unlock = chance.choice(KINDS)
    name, body = unit.fresh("lock"), mains[0][1]
    include = "#include <semaphore.h>\n" if declaration.startswith("sem_t") else ""
    edits = [(start, end, f"\n{include}static {declaration.format(name)};"),
             (body.start, body.start + 1, "{ " + first.format(name))]
    for is_lock, begin, stop in uses:
        edits.append((begin, stop, f"{{ {(lock if is_lock else unlock).format(name)}; }}"))
    return edits


def _uses(unit, variable, start, end):
    """Every use as (locks?, start, end of the statement), or None if one is of another form."""
    found, tokens = [], unit.tokens
    for number, token in enumerate(tokens):
        if token.text != variable.name or start <= token.start < end:
            continue
        texts = [other.text for other in tokens[max(0, number - 4):number + 3]]
        if len(texts) != 7 or texts[0] not in (";", "{", "}") or texts[2] != "(" or texts[3] != "&" or \
                texts[5:] != [")", ";"] or texts[1] not in ("pthread_mutex_lock", "pthread_mutex_unlock"):
            return None
        found.append((texts[1] == "pthread_mutex_lock", tokens[number - 3].start, tokens[number + 2].end))
    return found
