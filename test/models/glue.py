"""C that calls functions with arguments from memory, and the tables that harness.h describes."""
from kinds import LIST, Unusable
from prototypes import pointee

CELL = {"int": ("i", 4, "int"), "uint": ("u", 4, "unsigned"), "long": ("i", 8, "long"),
        "size": ("u", 8, "unsigned long"), "ptr": ("p", 8, "void *"), "double": ("f", 8, "double")}


def spelled(of):
    if of.how == "p":
        return "void *"
    if of.how == "s" and of.spelling in ("struct ", "union ", ""):
        raise Unusable("has a parameter or result of a type without a name")
    return of.spelling


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Glue:
    """The C text for one model file."""

    def __init__(self, model, label):
        self.lines = [f'#include "{model}"', '#include "harness.h"',
                      "#include <stdarg.h>",
                      "long calledBack(const void *, const void *, long);",
                      '#define UNSEEN __attribute__((no_sanitize("kernel-address")))']
        self.entries = []
        self.label = label

    def callback(self, of, index, number, kind):
        result = spelled(of.result)
        names = [f"a{i}" for i in range(len(of.parameters))]
        pointers = [name for name, each in zip(names, of.parameters) if each.how == "p"]
        value = kind.partition(":")[2]
        compares = not value and len(pointers) >= 2 and of.result.how == "i"
        first, second = pointers[:2] if compares else ("0", "0")
        given = ", ".join(f"{spelled(each)} {name}" for name, each in zip(names, of.parameters))
        name = f"callback_{index}_{number}"
        call = f"calledBack({first}, {second}, {value or 0})"
        if of.result.how in "iufp":
            body = f"return ({result}){call};"
        elif of.result.how == "v":
            body = f"{call};"
        else:
            raise Unusable("takes a function that returns a struct")
        self.lines.append(f"UNSEEN static {result} {name}({given or 'void'}) {{ {body} }}")
        return name

    def parameter(self, function, index, number, kind):
        parameter = function.parameters[number]
        of = parameter.type
        tag, size, align, fields, callback = "0", "0", "1", of.fields, "0"
        if of.how == "p":
            to = pointee(of)
            fields = to.fields if to.how == "s" else []
            if to.tag:
                tag = c_string(to.tag)
            if kind.startswith("callback"):
                if to.how != "F":
                    raise SystemExit(f"arguments.txt: {function.symbol}: not a function: {number + 1}")
                callback = "(void *)" + self.callback(to, index, number, kind)
            elif to.how not in "voF":
                size = str(to.size)
                align = str(min(16, to.size & -to.size) or 1)
        return self.row(f"{index}_{number}", parameter.name, kind, tag, of.how, parameter.nonnull,
                        of.size, size, align, fields, callback)

    def row(self, label, name, kind, tag, how, nonnull, size, pointed, align, fields, callback):
        values = []
        if kind.startswith("of("):
            values, kind = kind[3:-1].split(","), "of"
        if fields:
            self.lines.append(f"static const struct Field fields_{label}[] = {{" + ", ".join(
                f"{{{offset}, {length}, '{each}'}}" for offset, length, each in fields
                if each in "iufp") + "};")
        if values:
            self.lines.append(f"static const long long values_{label}[] = {{" +
                              ", ".join(f"(long long)({value})" for value in values) + "};")
        count = len([1 for field in fields if field[2] in "iufp"])
        return (f"{{{c_string(name)}, {c_string(kind)}, {tag}, '{how}', {int(nonnull)}, {size}, "
                f"{pointed}, {align}, {f'fields_{label}' if fields else 0}, {count}, "
                f"{f'values_{label}' if values else 0}, {len(values)}, {callback}}}")

    def add(self, function, kinds, extra, compared):
        index = len(self.entries)
        start = len(self.lines)
        try:
            self.try_add(function, index, kinds, extra, compared)
        except Unusable:
            del self.lines[start:]
            raise

    def try_add(self, function, index, kinds, extra, compared):
        rows = [self.parameter(function, index, number, kind) for number, kind in enumerate(kinds)]
        arguments = [f"*({spelled(parameter.type)} *)cells[{number + 1}]"
                     for number, parameter in enumerate(function.parameters)]
        for number, (name, kind) in enumerate(extra, len(kinds)):
            how, size, text = CELL[name]
            arguments.append(f"*({text} *)cells[{number + 1}]")
            rows.append(self.row(f"{index}_{number}", f"vararg{number}", kind, "0", how, False, size,
                                 "8" if how == "p" else "0", "8" if how == "p" else "1", [], "0"))
        result = function.type.result
        into = "" if result.how == "v" else f"*({spelled(result)} *)cells[0] = "
        lists = [number for number, kind in enumerate(kinds) if kind == LIST]
        if lists:
            given = [argument if number not in lists else "list"
                     for number, argument in enumerate(arguments[:len(kinds)])]
            self.lines.append(
                f"UNSEEN static void list_{index}(void *f, Cell *cells, ...) {{ va_list list; "
                f"va_start(list, cells); {into}((__typeof__(&{function.name}))f)({', '.join(given)}); "
                f"va_end(list); }}")
            call = f"list_{index}(f, cells{''.join(', ' + each for each in arguments[len(kinds):])});"
        else:
            call = f"{into}((__typeof__(&{function.name}))f)({', '.join(arguments)});"
        self.lines.append(f"UNSEEN static void call_{index}(void *f, Cell *cells) {{ {call} }}")
        if rows:
            self.lines.append(f"static const struct Parameter parameters_{index}[] = {{" +
                              ",\n  ".join(rows) + "};")
        self.entries.append(
            f"{{{c_string(function.symbol)}, {c_string(self.label)}, call_{index}, "
            f"(void *){function.name}, {f'parameters_{index}' if rows else 0}, {len(rows)}, "
            f"'{result.how if result.how in 'iufpsv' else 's'}', {result.size}, {c_string(compared)}}}")

    def text(self, number):
        entries = self.entries or ["{0}"]
        return "\n".join(self.lines + [
            f"const struct Function harness_table_{number}[] = {{", ",\n".join(entries), "};", ""])


def tables(made):
    """C that lists the tables: (number, how many functions)."""
    lines = ['#include "harness.h"']
    lines += [f"extern const struct Function harness_table_{number}[];" for number, _ in made]
    lines.append("const struct Function *const functionTables[] = {" +
                 ", ".join(f"harness_table_{number}" for number, _ in made) + "};")
    lines.append("const size_t functionCounts[] = {" + ", ".join(str(count) for _, count in made) + "};")
    lines.append(f"const size_t tableCount = {len(made)};")
    return "\n".join(lines) + "\n"
