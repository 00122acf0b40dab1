"""What several rules ask."""

from ..types import atomic

LOOPS = ("FOR_STMT", "WHILE_STMT", "DO_STMT")
# Names that depend on the frame or the function that they stand in.
BOUND_TO_FRAME = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "alloca", "__builtin_alloca",
                  "va_start", "va_end", "va_arg", "va_copy", "__builtin_va_start", "__builtin_va_arg",
                  "__builtin_frame_address", "__builtin_return_address", "__func__", "__FUNCTION__",
                  "__PRETTY_FUNCTION__", "pthread_cleanup_push", "pthread_cleanup_pop", "vfork", "asm",
                  "__asm__", "__asm", "__label__", "__builtin_setjmp", "__builtin_longjmp"}
STATEMENTS = ("CALL_EXPR", "BINARY_OPERATOR", "UNARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR",
              "IF_STMT", "FOR_STMT", "WHILE_STMT", "DO_STMT", "COMPOUND_STMT", "SWITCH_STMT")
EFFECTS = ("CALL_EXPR", "COMPOUND_ASSIGNMENT_OPERATOR", "StmtExpr", "ATOMIC_EXPR")


def frame_bound(unit, node):
    return any(token.text in BOUND_TO_FRAME for token in unit.tokens_in(node.start, node.end))


def escapes(node):
    """May control leave the statement otherwise than at its end, or enter it in the middle?"""
    def look(current, in_loop, in_switch):
        kind = current.kind
        if kind in ("RETURN_STMT", "GOTO_STMT", "INDIRECT_GOTO_STMT", "LABEL_STMT", "ADDR_LABEL_EXPR"):
            return True
        if kind == "BREAK_STMT":
            return not (in_loop or in_switch)
        if kind == "CONTINUE_STMT":
            return not in_loop
        if kind in ("CASE_STMT", "DEFAULT_STMT") and not in_switch:
            return True
        in_loop = in_loop or kind in LOOPS
        in_switch = in_switch or kind == "SWITCH_STMT"
        return any(look(child, in_loop, in_switch) for child in current.children)
    return look(node, False, False)


def statements(unit, body, kinds=STATEMENTS):
    """(statement, where it ends with its semicolon) that stand in a compound statement."""
    for node in body.walk():
        if node.kind != "COMPOUND_STMT":
            continue
        for child in node.children:
            if child.kind in kinds and unit.plain(child):
                end = with_semicolon(unit, child)
                if end is not None:
                    yield child, end


def with_semicolon(unit, node):
    """Where the statement ends, with the semicolon that its extent leaves out."""
    last = node
    while last.kind in ("IF_STMT", "FOR_STMT", "WHILE_STMT", "SWITCH_STMT", "CASE_STMT", "DEFAULT_STMT"):
        last = last.children[-1]
    if last.kind in ("COMPOUND_STMT", "DECL_STMT") or \
            last.kind == "NULL_STMT" and unit.text[node.end - 1] == ";":
        return node.end
    number = unit.token_at(node.end)
    if number < len(unit.tokens) and unit.tokens[number].text == ";":
        return unit.tokens[number].end
    return None


def operator_of(unit, node):
    """The text of a binary or unary operator."""
    if node.kind == "UNARY_OPERATOR":
        operand = node.children[0]
        inner = unit.text[node.start:operand.start] + unit.text[operand.end:node.end]
        return inner.strip("() \n")
    left, right = node.children
    return "".join(token.text for token in unit.tokens_in(left.end, right.start)).strip("()")


def pure(unit, node):
    """Evaluating it twice or never makes no difference but for what it reads."""
    for part in node.walk():
        if part.kind in EFFECTS or not unit.plain(part) and part.kind != "INTEGER_LITERAL":
            return False
        if part.kind == "BINARY_OPERATOR" and operator_of(unit, part).endswith("=") and \
                operator_of(unit, part) not in ("==", "!=", "<=", ">="):
            return False
        if part.kind == "UNARY_OPERATOR" and operator_of(unit, part) in ("++", "--"):
            return False
        if part.kind not in ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "PAREN_EXPR",
                             "UNEXPOSED_EXPR", "UNARY_OPERATOR", "BINARY_OPERATOR", "INTEGER_LITERAL",
                             "CSTYLE_CAST_EXPR", "TYPE_REF", "CHARACTER_LITERAL", "STRING_LITERAL"):
            return False
        if part.cursor.kind.is_expression() and (atomic(part.type) or part.type.get_canonical()
                                                 .is_volatile_qualified()):
            return False
    return True


def place(unit, node):
    """Is it an object that is named without effects, and not a bit-field or a register?"""
    node = node.stripped()
    if not unit.plain(node) or not pure(unit, node):
        return False
    if node.kind == "UNARY_OPERATOR":
        return operator_of(unit, node) == "*"
    for part in node.walk():
        declared = part.cursor.referenced
        if declared is not None and declared.is_bitfield():
            return False
        if declared is not None and declared.storage_class.name == "REGISTER":
            return False
    if node.kind == "DECL_REF_EXPR":
        return node.cursor.referenced.kind.name in ("VAR_DECL", "PARM_DECL")
    return node.kind in ("MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")


def local_names(function):
    return {node.name for node in function.walk() if node.kind in
            ("VAR_DECL", "PARM_DECL", "TYPEDEF_DECL", "STRUCT_DECL", "ENUM_DECL", "ENUM_CONSTANT_DECL",
             "UNION_DECL", "FUNCTION_DECL") and node is not function}


def attributed(node):
    return any(child.kind.endswith("_ATTR") or child.kind == "UNEXPOSED_ATTR" for child in node.children)


def choose(chance, things):
    things = list(things)
    return chance.choice(things) if things else None
