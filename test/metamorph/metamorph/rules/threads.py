"""Threads that are started in another way."""

from . import rule
from .calls import _calls
from .common import choose

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


def _creations(unit):
    if any(name.startswith("__VERIFIER_atomic") for name in unit.names):
        return []  # inside of a section nobody else runs
    return [call for call in _calls(unit, lambda callee: callee.spelling == "pthread_create" and
                                    callee.type.argument_types()[2].get_canonical().spelling ==
                                    "void *(*)(void *)")]


@rule("started-by-helper-thread")
def started_by_helper_thread(unit, chance):
    """Another thread starts the thread and is joined at once: the same orders, one thread more."""
    return _with(unit, chance, STARTER)


@rule("started-by-trampoline")
def started_by_trampoline(unit, chance):
    """A thread begins in a function that takes its start routine from the heap."""
    if not any(token.kind == "line" and "stdlib.h" in token.text for token in unit.tokens):
        return None
    return _with(unit, chance, TRAMPOLINE)


def _with(unit, chance, template):
    calls = _creations(unit)
    call = choose(chance, calls)
    if call is None:
        return None
    if chance.random() < 0.5:
        calls = [call]
    name = unit.fresh("start")
    at = unit.before(min((one[0] for one in calls), key=lambda function: function.start))
    return [(at, at, template.format(name))] + [(one[2].start, one[2].end, name) for one in calls]
