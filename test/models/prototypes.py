"""Functions of a model file with their types, from the debug information of its LLVM IR."""
import re

NODE = re.compile(r'^(!\d+) = (?:distinct )?!(?:(DI\w+)\((.*)\)|\{(.*)\})$')
ATTRIBUTE = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*"|[^,]+)')
DEFINITION = re.compile(r'^define (?!internal|available_externally|linkonce)[^@]*@"?(?:\\01)?([\w.$]+)"?\((.*)\)[^()]*'
                        r'!dbg (!\d+) \{$')

MOST_FIELDS = 200


class Type:
    """`how` as in harness.h ('v' for void, 'F' for a function, 'o' for an incomplete type)."""

    def __init__(self, how, size=0, spelling="void"):
        self.how = how
        self.size = size
        self.spelling = spelling
        self.names = []        # of typedefs, outermost first
        self.constant = False
        self.to = None         # of a pointer
        self.fields = []       # (offset, size, how)
        self.result = None     # of a function
        self.parameters = []
        self.variadic = False
        self.tag = None        # of a struct
        self.own = False       # a struct of the model: of the library, only the name is known

    def is_called(self, *names):
        return any(name in names for name in self.names)


class Parameter:
    def __init__(self, name, of, nonnull):
        self.name = name
        self.type = of
        self.nonnull = nonnull


class Function:
    def __init__(self, name, symbol, of, parameters):
        self.name = name          # in C
        self.symbol = symbol
        self.type = of
        self.parameters = parameters


class Module:
    def __init__(self, text):
        self.nodes = {}
        self.types = {}
        definitions = []
        for line in text.splitlines():
            if line.startswith("!"):
                found = NODE.match(line)
                if found is None:
                    continue
                number, kind, attributes, elements = found.groups()
                if kind:
                    self.nodes[number] = (kind, {
                        key: value.strip('"') for key, value in ATTRIBUTE.findall(attributes)})
                else:
                    self.nodes[number] = ("list", [
                        element.strip() for element in elements.split(",")] if elements else [])
            elif line.startswith("define"):
                found = DEFINITION.match(line)
                if found:
                    definitions.append(found.groups())
        self.names = {}  # of parameters
        for kind, about in self.nodes.values():
            if kind == "DILocalVariable" and "arg" in about and "name" in about:
                self.names.setdefault(about["scope"], {})[int(about["arg"])] = about["name"]
        self.functions = [self.function(*definition) for definition in definitions]

    def path(self, number):
        return self.nodes[number][1].get("filename", "") if number else ""

    def items(self, number):
        return self.nodes[number][1] if number and number != "null" else []

    def function(self, symbol, declared, number):
        attributes = self.nodes[number][1]
        of = self.type(attributes["type"])
        names = self.names.get(number, {})
        declared = [text for text in re.split(r", (?![^(]*\))", declared) if text != "..."]
        told = len(declared) == len(of.parameters)
        parameters = [Parameter(names.get(i + 1, f"p{i + 1}"), each, told and "nonnull" in declared[i])
                      for i, each in enumerate(of.parameters)]
        return Function(attributes["name"], symbol, of, parameters)

    def type(self, number):
        if number is None or number == "null":
            return Type("v")
        if number not in self.types:
            self.types[number] = Type("o")  # ends recursion
            self.types[number] = self.make(number)
        return self.types[number]

    def make(self, number):
        kind, about = self.nodes[number]
        bits = int(about.get("size", 0)) if isinstance(about, dict) else 0
        if kind == "DIBasicType":
            return self.basic(about, bits // 8)
        if kind == "DISubroutineType":
            return self.subroutine(about)
        if kind == "DICompositeType":
            return self.composite(about, bits // 8)
        tag = about.get("tag")
        if tag == "DW_TAG_pointer_type":
            made = Type("p", 8, "void *")
            # The pointee may be recursive, and is looked up when it is needed.
            made.pointee = about.get("baseType")
            made.module = self
            return made
        inner = self.type(about.get("baseType"))
        made = Type(inner.how, inner.size, inner.spelling)
        made.__dict__.update(inner.__dict__)
        made.names = list(inner.names)
        if tag == "DW_TAG_typedef":
            made.names.insert(0, about["name"])
            if made.how in "s":
                made.spelling = about["name"]
        elif tag == "DW_TAG_const_type":
            made.constant = True
        return made

    @staticmethod
    def basic(about, size):
        encoding, name = about.get("encoding", ""), about["name"]
        if encoding == "DW_ATE_complex_float":
            return Type("s", size, {8: "_Complex float", 16: "_Complex double"}.get(
                size, "_Complex long double"))
        if encoding == "DW_ATE_float":
            if "128" in name:
                return Type("s", size, name)
            return Type("f", size, name)
        return Type("i" if "_signed" in encoding else "u", size, name)

    def subroutine(self, about):
        made = Type("F")
        items = self.items(about.get("types"))
        made.result = self.type(items[0]) if items else Type("v")
        rest = items[1:]
        if rest and rest[-1] == "null":
            made.variadic = True
            rest = rest[:-1]
        made.parameters = [self.type(item) for item in rest]
        return made

    def composite(self, about, size):
        tag = about["tag"]
        if tag == "DW_TAG_enumeration_type":
            return Type("u", size, "int")
        if tag == "DW_TAG_array_type":
            of = self.type(about["baseType"])
            made = Type("s", size, "")
            count = size // of.size if of.size else 0
            part = of.fields if of.how == "s" else [(0, of.size, of.how)]
            if count * len(part) <= MOST_FIELDS:
                made.fields = [(i * of.size + offset, length, how) for i in range(count)
                               for offset, length, how in part]
            elif any(how == "p" for _, _, how in part):
                made.fields = [(i * of.size + offset, length, how) for i in range(count)
                               for offset, length, how in part if how == "p"]
            return made
        if "DIFlagFwdDecl" in about.get("flags", ""):
            made = Type("o")
            made.tag = about.get("name")
            return made
        word = "union" if tag == "DW_TAG_union_type" else "struct"
        made = Type("s", size, f'{word} {about.get("name", "")}')
        made.tag = about.get("name")
        made.own = not self.path(about.get("file")).startswith("/usr/")
        for item in self.items(about.get("elements")):
            _, member = self.nodes[item]
            if member.get("tag") != "DW_TAG_member":
                continue
            of = self.type(member.get("baseType"))
            offset = int(member.get("offset", 0)) // 8
            part = of.fields if of.how == "s" else [(0, of.size, of.how)]
            made.fields += [(offset + at, length, how) for at, length, how in part]
        if word == "union" and any(how == "p" for _, _, how in made.fields):
            made.fields = [field for field in made.fields if field[2] == "p"]
        return made


def pointee(of):
    """What a pointer points to."""
    return of.module.type(of.pointee)
