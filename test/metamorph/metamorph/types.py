"""Types as text, and what may be done with a value of one."""

from .libclang import cindex

Kind = cindex.TypeKind
ARRAYS = (Kind.CONSTANTARRAY, Kind.INCOMPLETEARRAY, Kind.VARIABLEARRAY, Kind.DEPENDENTSIZEDARRAY)


def spelled(type_):
    """The text of a type that can stand anywhere in the file, or None."""
    text = type_.spelling.replace("restrict", "__restrict").replace("____restrict", "__restrict")
    canonical = type_.get_canonical().spelling
    if any(word in text + canonical for word in ("unnamed", "anonymous", "va_list", "typeof")):
        return None
    if varies(type_):
        return None
    return text


def varies(type_):
    while True:
        type_ = type_.get_canonical()
        if type_.kind in (Kind.VARIABLEARRAY, Kind.INCOMPLETEARRAY):
            return True
        if type_.kind in ARRAYS:
            type_ = type_.element_type
        elif type_.kind == Kind.POINTER:
            type_ = type_.get_pointee()
        else:
            return False


def declared(type_, name):
    """The declaration of a variable, or None."""
    dimensions = ""
    while type_.kind == Kind.CONSTANTARRAY:
        dimensions += f"[{type_.element_count}]"
        type_ = type_.element_type
    text = spelled(type_)
    if text is None:
        return None
    if "(" in text.replace("_Atomic(", "") or "[" in text:
        if "_Atomic" in text:
            return None
        text = f"__typeof__({text})"
    return f"{text} {name}{dimensions}"


def atomic(type_):
    return "_Atomic" in type_.get_canonical().spelling


def plain_scalar(type_):
    """A number or pointer that is neither atomic, volatile nor const, and has no padding."""
    real = type_.get_canonical()
    if atomic(type_) or real.is_volatile_qualified() or real.is_const_qualified():
        return False
    return integer(type_) or real.kind in (Kind.POINTER, Kind.FLOAT, Kind.DOUBLE)


def integer(type_):
    real = type_.get_canonical()
    return (Kind.BOOL.value <= real.kind.value <= Kind.INT128.value or real.kind == Kind.ENUM)


def object_pointer(type_):
    real = type_.get_canonical()
    return real.kind == Kind.POINTER and real.get_pointee().get_canonical().kind not in (
        Kind.FUNCTIONPROTO, Kind.FUNCTIONNOPROTO)
