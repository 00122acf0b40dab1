"""Calls that take another way to the same function."""

from ..types import declared, object_pointer, spelled
from . import rule
from .common import BOUND_TO_FRAME, choose

SYNC = ("pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_trylock", "pthread_cond_wait",
        "pthread_cond_signal", "pthread_cond_broadcast", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
        "pthread_rwlock_unlock", "pthread_spin_lock", "pthread_spin_unlock", "pthread_barrier_wait",
        "sem_wait", "sem_post", "pthread_join", "pthread_create", "pthread_once", "mtx_lock", "mtx_unlock",
        "cnd_wait", "cnd_signal", "cnd_broadcast", "thrd_create", "thrd_join", "malloc", "free",
        "pthread_mutex_init", "pthread_mutex_destroy", "pthread_detach", "pthread_cond_init", "sem_init",
        "pthread_barrier_init", "pthread_mutex_timedlock", "pthread_cond_timedwait", "sem_trywait",
        "pthread_setspecific", "pthread_getspecific", "pthread_key_create", "pthread_exit", "memset",
        "memcpy", "calloc", "exit", "pthread_self")


def calls_of(unit, wanted):
    """(function, callee's reference, callee) of direct calls."""
    for function, body in unit.functions():
        if unit.before(function) is None:
            continue
        for node in body.walk():
            if node.kind != "CALL_EXPR" or not node.children or not unit.plain(node):
                continue
            reference = node.children[0].stripped()
            callee = node.cursor.referenced
            if reference.kind != "DECL_REF_EXPR" or callee is None or not unit.plain(reference) or \
                    callee.kind.name != "FUNCTION_DECL" or callee.spelling in BOUND_TO_FRAME or \
                    unit.slice(reference) != callee.spelling:
                continue
            if wanted(callee):
                yield function, node, reference, callee


def _visible(function, callee):
    """Is the callee declared at file level in front of the function? Implicit declarations are not."""
    location = callee.canonical.location
    return location.file is None or location.file.name != function.cursor.location.file.name or \
        callee.canonical.extent.start.offset < function.start


def _wrapper(callee, name):
    if callee.type.kind.name != "FUNCTIONPROTO" or callee.type.is_function_variadic():
        return None
    parameters = [declared(type_, f"mm_a{number}")
                  for number, type_ in enumerate(callee.type.argument_types())]
    result = spelled(callee.result_type)
    if None in parameters or result is None or "(" in result:
        return None
    arguments = ", ".join(f"mm_a{number}" for number in range(len(parameters)))
    returned = "" if result == "void" else "return "
    return (f"static {result} {name}({', '.join(parameters) or 'void'}) "
            f"{{ {returned}{callee.spelling}({arguments}); }}\n")


@rule("wrapped-call")
def wrapped_call(unit, chance):
    """Calls of one library function go through a function of the program."""
    calls = list(calls_of(unit, lambda callee: callee.spelling in SYNC))
    if not calls:
        return None
    name = chance.choice(sorted({callee.spelling for _, _, _, callee in calls}))
    calls = [call for call in calls if call[3].spelling == name]
    if chance.random() < 0.5:
        calls = [chance.choice(calls)]
    wrapper = unit.fresh("wrapped_")
    callee = calls[0][3]
    definition = _wrapper(callee, wrapper)
    if definition is None or not all(_visible(function, callee) for function, _, _, _ in calls):
        return None
    first = min((function for function, _, _, _ in calls), key=lambda function: function.start)
    at = unit.before(first)
    return [(at, at, definition)] + [(reference.start, reference.end, wrapper)
                                     for _, _, reference, _ in calls]


@rule("wrapped-own-call")
def wrapped_own_call(unit, chance):
    """A call of a function of the program goes through another one."""
    own = {function.cursor.canonical.hash for function, _ in unit.functions()}
    calls = [call for call in calls_of(unit, lambda callee: callee.canonical.hash in own and
                                     not callee.spelling.startswith("__VERIFIER"))
             if _visible(call[0], call[3])]
    call = choose(chance, calls)
    if call is None:
        return None
    function, _, reference, callee = call
    wrapper = unit.fresh("wrapped_")
    definition = _wrapper(callee, wrapper)
    at = unit.before(function)
    return definition and [(at, at, definition), (reference.start, reference.end, wrapper)]


@rule("call-by-pointer")
def call_by_pointer(unit, chance):
    """A call through a pointer that holds one function and is never written."""
    own = {function.cursor.canonical.hash for function, _ in unit.functions()}
    calls = [call for call in calls_of(unit, lambda callee: callee.canonical.hash in own or
                                     callee.spelling in SYNC) if _visible(call[0], call[3])]
    call = choose(chance, calls)
    if call is None:
        return None
    function, _, reference, callee = call
    at, name, target = unit.before(function), unit.fresh("pointer"), callee.spelling
    definition, use = chance.choice([
        (f"static __typeof__({target}) *{name} = {target};\n", name),
        (f"static __typeof__({target}) *const {name} = &{target};\n", f"(*{name})"),
        (f"static __typeof__({target}) *{name}[2] = {{{target}, {target}}};\n", f"{name}[1]"),
        (f"static __typeof__({target}) *{name}(void) {{ return {target}; }}\n", f"{name}()"),
        (f"struct {name}_t {{ int unused; __typeof__({target}) *call; }};\n"
         f"static struct {name}_t {name} = {{ 0, {target} }};\n", f"{name}.call"),
    ])
    return [(at, at, definition), (reference.start, reference.end, use)]


@rule("pointer-as-void-or-number")
def pointer_as_void_or_number(unit, chance):
    """An argument that points to an object is converted there and back."""
    candidates = []
    for function, body in unit.functions():
        if unit.before(function) is None:
            continue
        for node in body.walk():
            if node.kind != "CALL_EXPR" or len(node.children) < 2 or not unit.plain(node):
                continue
            callee = node.cursor.referenced
            # Builtins look at their arguments' types, and atomic ones at more than that.
            if callee is None or callee.spelling.startswith("__") or callee.spelling in BOUND_TO_FRAME or \
                    callee.type.kind.name != "FUNCTIONPROTO":
                continue
            for argument, type_ in zip(node.children[1:], callee.type.argument_types()):
                if object_pointer(type_) and unit.plain(argument) and declared(type_, "") and \
                        argument.stripped().kind not in ("INTEGER_LITERAL", "STRING_LITERAL"):
                    candidates.append((function, argument, type_))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, argument, type_ = choice
    text, at = unit.slice(argument), unit.before(function)
    cast = f"(__typeof__({spelled(type_)}))"
    if "," in text and "(" not in text:
        return None
    name = unit.fresh("same")
    way = chance.randrange(5)
    if way == 0:
        return [(argument.start, argument.end, f"{cast}(void *)({text})")]
    if way == 1:
        return [(argument.start, argument.end, f"{cast}(__UINTPTR_TYPE__)({text})")]
    if way == 2:
        definition = f"static void *{name}(void *p) {{ return p; }}\n"
    elif way == 3:
        definition = f"static void *{name}(void *p) {{ void *local[1]; local[0] = p; return *local; }}\n"
    else:
        definition = (f"static void *{name}(void *p) {{ __UINTPTR_TYPE__ n = (__UINTPTR_TYPE__)p; "
                      f"return (void *)n; }}\n")
    return [(at, at, definition),
            (argument.start, argument.end, f"{cast}{name}((void *)({text}))")]


@rule("arguments-in-struct")
def arguments_in_struct(unit, chance):
    """The arguments of a function travel in one struct, by value or by address."""
    candidates = []
    for function, body in unit.functions():
        parameters = [child for child in function.children if child.kind == "PARM_DECL"]
        references = [node for top in unit.top for node in top.walk()
                      if node.kind == "DECL_REF_EXPR" and node.name == function.name]
        calls = [call for call in calls_of(unit, lambda callee, name=function.name: callee.spelling == name)]
        declarations = [node for node in unit.top if node.name == function.name]
        if not parameters or len(calls) != len(references) or len(declarations) != 1 or not calls or \
                function.name == "main" or function.name.startswith("__VERIFIER") or \
                function.type.kind.name != "FUNCTIONPROTO" or function.type.is_function_variadic() or \
                unit.before(function) is None:
            continue
        # A name in a declaration of the body may not hide a parameter at its top level.
        if any(not parameter.name for parameter in parameters):
            continue
        # Calls in the arguments of calls would be edited twice.
        if any(inner is not outer and outer[1].start <= inner[1].start < outer[1].end
               for inner in calls for outer in calls):
            continue
        if all(unit.tokens[unit.token_at(call[2].end)].text == "(" for call in calls):
            candidates.append((function, body, parameters, calls))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, body, parameters, calls = choice
    name = unit.fresh("arguments")
    members = [declared(parameter.type, parameter.name) for parameter in parameters]
    if None in members or any("_Atomic" in member or "[" in member for member in members):
        return None
    by_value = chance.random() < 0.5
    number = unit.token_at(function.start)
    while unit.tokens[number].text != function.name:
        number += 1
    if unit.tokens[number + 1].text != "(":
        return None
    close = unit.closing(number + 1)
    at = unit.before(function)
    packed = unit.fresh("packed")
    access = f"{packed}." if by_value else f"{packed}->"
    edits = [(at, at, f"struct {name} {{ {' '.join(member + ';' for member in members)} }};\n"),
             (unit.tokens[number + 1].start, unit.tokens[close].end,
              f"(struct {name} {'' if by_value else '*'}{packed})"),
             (body.start, body.start + 1, "{ " + " ".join(
                 f"{member} = {access}{parameter.name};"
                 for member, parameter in zip(members, parameters)) + " {"),
             (body.end - 1, body.end, "} }")]
    for _, call, reference, _ in calls:
        opening = unit.token_at(reference.end)
        ending = unit.tokens[unit.closing(opening)]
        edits.append((unit.tokens[opening].start, unit.tokens[opening].end,
                      f"({'' if by_value else '&'}(struct {name}){{ "))
        edits.append((ending.start, ending.end, " })"))
    return edits
