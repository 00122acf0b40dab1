"""Threads that are started in another way."""

from . import rule
from .calls import calls_of
from .common import attributed, choose, escapes, frame_bound, statements

STARTER = """\
struct {0}_t {{ pthread_t *thread; const pthread_attr_t *attr; void *(*start)(void *); void *argument; int result; }};
static void *{0}_run(void *p) {{
  struct {0}_t *all = p;
  all->result = pthread_create(all->thread, all->attr, all->start, all->argument);
  return 0;
}}
static int {0}(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument) {{
  struct {0}_t all = {{ thread, attr, start, argument, 0 }};
  pthread_t helper;
  if (pthread_create(&helper, 0, {0}_run, &all)) return 11;
  pthread_join(helper, 0);
  return all.result;
}}
"""

TRAMPOLINE = """\
struct {0}_t {{ void *(*start)(void *); void *argument; }};
static void *{0}_run(void *p) {{
  struct {0}_t all = *(struct {0}_t *)p;
  free(p);
  return all.start(all.argument);
}}
static int {0}(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument) {{
  struct {0}_t *all = malloc(sizeof *all);
  if (!all) return 11;
  all->start = start;
  all->argument = argument;
  return pthread_create(thread, attr, {0}_run, all);
}}
"""


@rule("started-by-helper-thread")
def started_by_helper_thread(unit, chance):
    """Another thread starts the thread and is joined at once: the same orders, one thread more."""
    return _with(unit, chance, STARTER, "pthread_create")


@rule("started-by-trampoline")
def started_by_trampoline(unit, chance):
    """A thread begins in a function that takes its start routine from the heap."""
    if not any(token.kind == "line" and "stdlib.h" in token.text for token in unit.tokens):
        return None
    return _with(unit, chance, TRAMPOLINE, "pthread_create")


def _with(unit, chance, template, library):
    if unit.has_sections():
        return None  # inside of a section nobody else runs
    calls = list(calls_of(unit, lambda callee: callee.spelling == library and
                          callee.location.file is not None and
                          callee.location.file.name != unit.path))
    call = choose(chance, calls)
    if call is None:
        return None
    if chance.random() < 0.5:
        calls = [call]
    name = unit.fresh("start")
    at = unit.before(min((one[0] for one in calls), key=lambda function: function.start))
    return [(at, at, template.format(name))] + [(one[2].start, one[2].end, name) for one in calls]

JOINER = """\
struct {0}_t {{ pthread_t thread; void **value; int result; }};
static void *{0}_run(void *p) {{
  struct {0}_t *all = p;
  all->result = pthread_join(all->thread, all->value);
  return 0;
}}
static int {0}(pthread_t thread, void **value) {{
  struct {0}_t all = {{ thread, value, 0 }};
  pthread_t helper;
  if (pthread_create(&helper, 0, {0}_run, &all)) return pthread_join(thread, value);
  pthread_join(helper, 0);
  return all.result;
}}
"""


@rule("joined-by-helper-thread")
def joined_by_helper_thread(unit, chance):
    """Another thread joins the thread and is joined at once."""
    return _with(unit, chance, JOINER, "pthread_join")


@rule("statement-in-thread")
def statement_in_thread(unit, chance):
    """A statement about variables of file level is executed by a thread that is joined at once. It does
    not call, so that it cannot matter which thread it is; what the waiting thread holds, it holds on.
    But a fence orders the atomic accesses of its own thread alone (C11 7.17.4)."""
    if unit.has_sections() or "fence" in unit.text or not any(
            token.kind == "line" and "pthread.h" in token.text for token in unit.tokens):
        return None
    candidates = []
    for function, body in unit.functions():
        if unit.before(function) is None or attributed(function):
            continue
        for statement, end in statements(unit, body):
            if not escapes(statement) and not frame_bound(unit, statement) and \
                    all(_anywhere(node) for node in statement.walk()):
                candidates.append((function, statement, end))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, statement, end = choice
    name, at = unit.fresh("worker"), unit.before(function)
    text = unit.text[statement.start:end]
    return [(at, at, f"static void *{name}(void *{name}_p) {{ {text} return {name}_p; }}\n"),
            (statement.start, end,
             f"{{ pthread_t {name}_id; if (pthread_create(&{name}_id, 0, {name}, 0)) {name}(0); "
             f"else pthread_join({name}_id, 0); }}")]


def _anywhere(node):
    """May this part of a statement be executed by any thread?"""
    if node.kind in ("CALL_EXPR", "StmtExpr", "DECL_STMT", "ATOMIC_EXPR", "UNEXPOSED_STMT"):
        return False
    if node.kind == "DECL_REF_EXPR":
        target = node.cursor.referenced
        if target is None or target.semantic_parent.kind.name != "TRANSLATION_UNIT":
            return target is not None and target.kind.name == "ENUM_CONSTANT_DECL"
        return target.kind.name != "VAR_DECL" or target.tls_kind.name == "NONE"
    return True
