"""Random functions in C with inline assembly of x86-64.

Each function takes registers (`r`, eight numbers) and memory (`m`, 128 bytes, aligned), and leaves
what it computes in both. All that it leaves is defined by the processor.
"""

TYPES = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}
SUFFIX = {8: "b", 16: "w", 32: "l", 64: "q"}
MODIFIER = {8: "b", 16: "w", 32: "k", 64: "q"}
FLAGS = frozenset(("overflow", "sign", "zero", "parity", "carry"))
CONDITIONS = {
    "o": {"overflow"}, "no": {"overflow"}, "b": {"carry"}, "c": {"carry"}, "nc": {"carry"},
    "ae": {"carry"}, "e": {"zero"}, "z": {"zero"}, "ne": {"zero"}, "nz": {"zero"}, "s": {"sign"},
    "ns": {"sign"}, "p": {"parity"}, "np": {"parity"}, "be": {"carry", "zero"},
    "a": {"carry", "zero"}, "l": {"sign", "overflow"}, "ge": {"sign", "overflow"},
    "le": {"sign", "overflow", "zero"}, "g": {"sign", "overflow", "zero"},
}
# What clang has as a constraint for flags.
OUTPUT_CONDITIONS = ["o", "no", "b", "c", "nc", "ae", "e", "z", "ne", "nz", "s", "ns", "p", "np",
                     "be", "a", "l", "ge", "le", "g"]


def size(random, least=8, most=64):
    return random.choice([bits for bits in (8, 16, 32, 64) if least <= bits <= most])


def immediate(random, bits):
    """A number that fits the instruction: 32 bits at most, with a sign."""
    width = min(bits, 32)
    number = random.choice([0, 1, 2, 7, 8, 31, 127, -1, -128, random.getrandbits(width)])
    number &= (1 << width) - 1
    return number - (1 << width) if number >> (width - 1) else number


def known(random, flags, count=2):
    """Conditions that look at these flags only."""
    fit = [name for name in OUTPUT_CONDITIONS if CONDITIONS[name] <= flags]
    return random.sample(fit, min(count, len(fit)))


def statement(lines, outputs, inputs, clobbers=("cc",), volatile=True):
    text = "\\n\\t".join(lines)
    quoted = ", ".join(f'"{name}"' for name in clobbers)
    return (f'  __asm__ {"volatile " if volatile else ""}("{text}" : {", ".join(outputs)}'
            f' : {", ".join(inputs)} : {quoted});\n')


def with_flags(random, lines, outputs, inputs, flags, clobbers=()):
    """The statement, with some of the flags as results: by constraints or by `set`."""
    names = known(random, flags)
    before = "".join(f"  int flag{i};\n" for i in range(len(names)))
    after = "".join(f"  r[{6 + i}] = (unsigned)flag{i};\n" for i in range(len(names)))
    if names and random.random() < 0.5:
        # Operands that are memory or numbers may come in any order; `set` is last.
        before = "".join(f"  uint8_t flag{i};\n" for i in range(len(names)))
        after = "".join(f"  r[{6 + i}] = flag{i};\n" for i in range(len(names)))
        outputs = outputs + [f'[flag{i}] "=q"(flag{i})' for i in range(len(names))]
        lines = lines + [f"set{name} %[flag{i}]" for i, name in enumerate(names)]
        return before + statement(lines, outputs, inputs, ("cc",) + clobbers) + after
    outputs = outputs + [f'"=@cc{name}"(flag{i})' for i, name in enumerate(names)]
    return before + statement(lines, outputs, inputs, clobbers) + after


def values(bits, count, first=0):
    letters = "abcd"
    return "".join(f"  {TYPES[bits]} {letters[i]} = ({TYPES[bits]})r[{first + i}];\n"
                   for i in range(count))


def results(count):
    return "".join(f"  r[{i}] = {'abcd'[i]};\n" for i in range(count))


def memory(bits, at):
    return f"*({TYPES[bits]} *)(m + {at})"


def place(random, bits):
    return random.randrange(0, 128, bits // 8) if bits > 8 else random.randrange(128)


# -- one instruction ------------------------------------------------------------------------------


def binary(random):
    bits = size(random)
    name = random.choice(["add", "sub", "and", "or", "xor", "cmp", "test"])
    line = name + SUFFIX[bits]
    kind = random.choice(["register", "number", "to memory", "number to memory"] +
                         ([] if name == "test" else ["from memory"]))
    lock = "to memory" in kind and name not in ("cmp", "test") and random.random() < 0.6
    lock = random.choice(["lock; ", "lock ", "lock\\n\\t"]) if lock else ""
    at = place(random, bits)
    clobbers = ("memory",) if random.random() < 0.5 else ()
    if kind == "register":
        return values(bits, 2) + with_flags(
            random, [f"{line} %[b], %[a]"], ['[a] "+r"(a)'], ['[b] "r"(b)'], FLAGS) + results(1)
    if kind == "number":
        number = immediate(random, bits)
        given = random.random() < 0.5
        return values(bits, 1) + with_flags(
            random, [f"{line} %[b], %[a]" if given else f"{line} ${number}, %[a]"],
            ['[a] "+r"(a)'], [f'[b] "i"({number})'] if given else [], FLAGS) + results(1)
    if kind == "from memory":
        return values(bits, 1) + with_flags(
            random, [f"{line} %[b], %[a]"], ['[a] "+r"(a)'], [f'[b] "m"({memory(bits, at)})'],
            FLAGS) + results(1)
    source = f"${immediate(random, bits)}" if kind == "number to memory" else "%[b]"
    inputs = [] if kind == "number to memory" else ['[b] "r"(b)']
    target = memory(bits, at)
    if random.random() < 0.4:  # the address in a register
        lines = [f"{lock}{line} {source}, (%[p])"]
        inputs = inputs + [f'[p] "r"(m + {at})']
        return values(bits, 2) + with_flags(random, lines, [], inputs, FLAGS, ("memory",))
    outputs = random.choice([[f'[a] "+m"({target})'], [f'[a] "=m"({target})']])
    if "=m" in outputs[0]:
        inputs = inputs + [f'"m"({target})']
    return values(bits, 2) + with_flags(random, [f"{lock}{line} {source}, %[a]"], outputs, inputs,
                                        FLAGS, clobbers)


def unary(random):
    bits = size(random)
    name = random.choice(["inc", "dec", "neg", "not"])
    flags = {"inc": FLAGS - {"carry"}, "dec": FLAGS - {"carry"}, "neg": FLAGS,
             "not": frozenset()}[name]
    if random.random() < 0.5:
        return values(bits, 1) + with_flags(random, [f"{name}{SUFFIX[bits]} %[a]"],
                                            ['[a] "+r"(a)'], [], flags) + results(1)
    lock = "lock; " if name != "neg" and random.random() < 0.7 else ""
    return with_flags(random, [f"{lock}{name}{SUFFIX[bits]} %[a]"],
                      [f'[a] "+m"({memory(bits, place(random, bits))})'], [], flags)


def shift(random):
    bits = size(random)
    name = random.choice(["shl", "sal", "shr", "sar", "rol", "ror"])
    line = name + SUFFIX[bits]
    if random.random() < 0.4:
        return values(bits, 1) + statement([f"{line} %%cl, %[a]"], ['[a] "+r"(a)'],
                                           ['"c"(r[1])']) + results(1)
    if random.random() < 0.2:
        return values(bits, 1) + statement([f"{line} %[a]"], ['[a] "+r"(a)'], []) + results(1)
    count = random.randrange(1, bits)
    flags = FLAGS - {"overflow"} if name[0] == "s" else frozenset()
    if random.random() < 0.5:
        return with_flags(random, [f"{line} ${count}, %[a]"],
                          [f'[a] "+m"({memory(bits, place(random, bits))})'], [], flags)
    return values(bits, 1) + with_flags(random, [f"{line} ${count}, %[a]"], ['[a] "+r"(a)'], [],
                                        flags) + results(1)


def double_shift(random):
    bits = random.choice([32, 64])
    name = random.choice(["shld", "shrd"]) + SUFFIX[bits]
    if random.random() < 0.5:
        return values(bits, 2) + statement([f"{name} ${random.randrange(1, bits)}, %[b], %[a]"],
                                           ['[a] "+r"(a)'], ['[b] "r"(b)']) + results(1)
    return values(bits, 2) + statement([f"{name} %%cl, %[b], %[a]"], ['[a] "+r"(a)'],
                                       ['[b] "r"(b)', '"c"(r[2])']) + results(1)


def bit(random):
    bits = size(random, 16)
    name = random.choice(["bt", "bts", "btr", "btc"])
    line = name + SUFFIX[bits]
    carry = frozenset(["carry"])
    kind = random.choice(["register", "number", "memory", "number in memory"])
    if kind == "register":
        return values(bits, 2) + with_flags(random, [f"{line} %[b], %[a]"], ['[a] "+r"(a)'],
                                            ['[b] "r"(b)'], carry) + results(1)
    if kind == "number":
        return values(bits, 1) + with_flags(
            random, [f"{line} ${random.randrange(0, 200)}, %[a]"], ['[a] "+r"(a)'], [],
            carry) + results(1)
    lock = "lock; " if name != "bt" and random.random() < 0.5 else ""
    if kind == "number in memory":
        letter = random.choice(["I", "Ir"])
        return with_flags(random, [f"{lock}{line} %[b], %[a]"],
                          [f'[a] "+m"({memory(bits, place(random, bits))})'],
                          [f'[b] "{letter}"({random.randrange(0, bits if bits < 32 else 32)})'],
                          carry, ("memory",))
    # Any bit of the memory, from its middle.
    index = f"({TYPES[bits]})(int16_t)((int)(r[1] % 1024) - 512)"
    return f"  {TYPES[bits]} b = {index};\n" + with_flags(
        random, [f"{lock}{line} %[b], %[a]"], [f'[a] "+m"({memory(bits, 64)})'], ['[b] "r"(b)'],
        carry, ("memory",))


def scan(random):
    bits = size(random, 16)
    name = random.choice(["bsf", "bsr", "tzcnt", "lzcnt", "popcnt"])
    line = name + SUFFIX[bits]
    flags = {"bsf": frozenset(["zero"]), "bsr": frozenset(["zero"]),
             "tzcnt": frozenset(["carry", "zero"]), "lzcnt": frozenset(["carry", "zero"]),
             "popcnt": FLAGS}[name]
    source = f'"m"({memory(bits, place(random, bits))})' if random.random() < 0.3 else '"r"(b)'
    return values(bits, 2) + with_flags(random, [f"{line} %[b], %[a]"], ['[a] "+r"(a)'],
                                        [f"[b] {source}"], flags) + results(1)


def swap_bytes(random):
    kind = random.randrange(5)
    if kind == 0:
        return values(32, 1) + statement(["bswap %0"], ['"=r"(a)'], ['"0"(a)'], ()) + results(1)
    if kind == 1:
        return values(64, 1) + statement(["bswapq %0"], ['"+r"(a)'], [], ()) + results(1)
    if kind == 2:
        return values(16, 1) + statement(["rorw $8, %w0"], ['"=r"(a)'], ['"0"(a)'],
                                         volatile=False) + results(1)
    if kind == 3:
        return values(16, 1) + statement(["xchgb %b0, %h0"], ['"=Q"(a)'], ['"0"(a)'], (),
                                         volatile=False) + results(1)
    bits = size(random)
    return values(bits, 2) + statement(["xchg %0, %1"], ['"+r"(a)', '"+r"(b)'], [],
                                       ()) + results(2)


def exchange(random):
    bits = size(random)
    target = memory(bits, place(random, bits))
    kind = random.randrange(4)
    clobbers = ("memory",) if random.random() < 0.6 else ()
    lock = random.choice(["", "lock; "])
    if kind == 0:
        return values(bits, 1) + statement([f"{lock}xchg{SUFFIX[bits]} %0, %1"],
                                           ['"+r"(a)', f'"+m"({target})'], [],
                                           clobbers) + results(1)
    if kind == 1:
        return values(bits, 1) + with_flags(random, [f"{lock}xadd{SUFFIX[bits]} %[a], %[m]"],
                                            ['[a] "+r"(a)', f'[m] "+m"({target})'], [], FLAGS,
                                            clobbers) + results(1)
    if kind == 2:
        return values(bits, 2) + with_flags(random, [f"xadd{SUFFIX[bits]} %[a], %[b]"],
                                            ['[a] "+r"(a)', '[b] "+r"(b)'], [], FLAGS) + results(2)
    same = f"  if (r[3] & 1) a = {target};\n"
    return values(bits, 2) + same + with_flags(
        random, [f"{lock}cmpxchg{SUFFIX[bits]} %[b], %[m]"], ['"+a"(a)', f'[m] "+m"({target})'],
        ['[b] "r"(b)'], FLAGS, clobbers) + results(2)


def exchange_pair(random):
    zero = frozenset(["zero"])
    if random.random() < 0.5:
        at = random.randrange(0, 128, 8)
        same = f"  if (r[4] & 1) {{ a = {memory(32, at)}; b = {memory(32, at + 4)}; }}\n"
        return values(32, 4) + same + with_flags(
            random, ["lock; cmpxchg8b %[m]"],
            ['"+a"(a)', '"+d"(b)', f'[m] "+m"({memory(64, at)})'], ['"b"(c)', '"c"(d)'], zero,
            ("memory",)) + results(2)
    at = random.randrange(0, 128, 16)
    same = f"  if (r[4] & 1) {{ a = {memory(64, at)}; b = {memory(64, at + 8)}; }}\n"
    return values(64, 4) + same + with_flags(
        random, ["lock; cmpxchg16b %[m]"],
        ['"+a"(a)', '"+d"(b)', f'[m] "+m"(*(__int128 *)(m + {at}))'], ['"b"(c)', '"c"(d)'], zero,
        ("memory",)) + results(2)


def product(random):
    bits = size(random)
    both = frozenset(["carry", "overflow"])
    kind = random.randrange(5)
    source = random.choice(['"r"(c)', f'"m"({memory(bits, place(random, bits))})', '"rm"(c)'])
    if kind == 0:
        name = random.choice(["mul", "imul"]) + SUFFIX[bits]
        if bits == 8:
            return ("  uint8_t c = (uint8_t)r[2]; uint16_t a = (uint16_t)r[0];\n" +
                    with_flags(random, [f"{name} %[c]"], ['"+a"(a)'], [f"[c] {source}"], both) +
                    results(1))
        return values(bits, 3) + with_flags(random, [f"{name} %[c]"], ['"+a"(a)', '"=d"(b)'],
                                            [f"[c] {source}"], both) + results(2)
    if kind == 1 and bits > 8:
        return values(bits, 3) + with_flags(random, [f"imul{SUFFIX[bits]} %[c], %[a]"],
                                            ['[a] "+r"(a)'], [f"[c] {source}"], both) + results(1)
    if kind == 2 and bits > 8:
        number = immediate(random, min(bits, 32))
        return values(bits, 3) + with_flags(
            random, [f"imul{SUFFIX[bits]} ${number}, %[c], %[a]"], ['[a] "=r"(a)'],
            [f"[c] {source}"], both) + results(1)
    if kind == 3 and bits >= 32:
        return values(bits, 4) + statement([f"mulx{SUFFIX[bits]} %[c], %[a], %[b]"],
                                           ['[a] "=&r"(a)', '[b] "=&r"(b)'],
                                           [f"[c] {source}", '"d"(d)'], ()) + results(2)
    bits = max(bits, 16)
    # Neither by zero nor with a quotient that does not fit.
    sign = random.random() < 0.5
    real = {16: "int16_t", 32: "int32_t", 64: "int64_t"}[bits] if sign else TYPES[bits]
    name = ("idiv" if sign else "div") + SUFFIX[bits]
    extend = {16: "cwtd", 32: "cltd", 64: "cqto"}[bits] if sign else "xorl %%edx, %%edx"
    begin = (f"  {real} a = ({real})r[0], c = ({real})(r[2] | 1), b;\n"
             f"  if (c == ({real})-1) c = 3;\n")
    return begin + statement([extend, f"{name} %[c]"], ['"+a"(a)', '"=&d"(b)'],
                             ['[c] "r"(c)']) + (f"  r[0] = ({TYPES[bits]})a;\n"
                                                f"  r[1] = ({TYPES[bits]})b;\n")


def wide_division(random):
    bits = random.choice([32, 64])
    return values(bits, 3) + (f"  c |= 1; b %= c;\n" + statement(
        [f"div{SUFFIX[bits]} %[c]"], ['"+a"(a)', '"+d"(b)'], ['[c] "r"(c)'])) + results(2)


def move(random):
    kind = random.randrange(7)
    bits = size(random)
    at = place(random, bits)
    if kind == 0:
        return values(bits, 1) + statement([f"mov{SUFFIX[bits]} %1, %0"], ['"=r"(a)'],
                                           [f'"m"({memory(bits, at)})'], ()) + results(1)
    if kind == 1:
        return values(bits, 1) + statement([f"mov{SUFFIX[bits]} %1, %0"],
                                           [f'"=m"({memory(bits, at)})'], ['"r"(a)'],
                                           random.choice([(), ("memory",)]))
    if kind == 2:
        small, large = sorted(random.sample([8, 16, 32, 64], 2))
        if (small, large) == (32, 64):
            name = "movslq"
        else:
            name = random.choice(["movz", "movs"]) + SUFFIX[small] + SUFFIX[large]
        source = random.choice(['"q"(b)', f'"m"({memory(small, place(random, small))})'])
        return (f"  {TYPES[small]} b = ({TYPES[small]})r[1]; {TYPES[large]} a;\n" +
                statement([f"{name} %1, %0"], ['"=r"(a)'], [source], ()) + results(1))
    if kind == 3:
        scale = random.choice([1, 2, 4, 8])
        return values(64, 3) + statement([f"leaq {immediate(random, 16)}(%1,%2,{scale}), %0"],
                                         ['"=r"(a)'], ['"r"(b)', '"r"(c)'], ()) + results(1)
    if kind == 4:
        bits = max(bits, 16)
        condition = random.choice(sorted(CONDITIONS))
        return values(bits, 3) + statement(
            [f"cmp{SUFFIX[bits]} %[c], %[b]", f"cmov{condition}{SUFFIX[bits]} %[b], %[a]"],
            ['[a] "+&r"(a)'], ['[b] "r"(b)', '[c] "r"(c)']) + results(1)
    if kind == 5:
        name, wide = random.choice([("cwtl", 32), ("cltq", 64), ("cbtw", 16)])
        return values(wide, 1) + statement([name], ['"+a"(a)'], [], ()) + results(1)
    return values(64, 1) + statement([f"movabsq ${random.getrandbits(63)}, %0"], ['"=r"(a)'], [],
                                     ()) + results(1)


def strings(random):
    bits = size(random)
    most = 64 // (bits // 8)
    name = SUFFIX[bits]
    if random.random() < 0.5:
        value = random.choice(["0", "(unsigned char)r[0] * 0x0101010101010101u", "r[0]"])
        return (f"  void *to = m + 8; uint64_t count = r[1] % {most + 1};\n" +
                statement([random.choice([f"cld; rep; stos{name}", f"rep stos{name}"])],
                          ['"+D"(to)', '"+c"(count)'], [f'"a"({value})'], ("memory",)) +
                "  r[0] = (uint64_t)((unsigned char *)to - m); r[1] = count;\n")
    if random.random() < 0.3:
        return ("  void *to = m + 8;\n" + statement([f"stos{name}"], ['"+D"(to)'], ['"a"(r[0])'],
                                                   ("memory",)) +
                "  r[0] = (uint64_t)((unsigned char *)to - m);\n")
    return (f"  void *to = m + r[2] % 48; void *from = m + r[3] % 48;\n"
            f"  uint64_t count = r[1] % {most + 1};\n" +
            statement([f"rep movs{name}"], ['"+D"(to)', '"+S"(from)', '"+c"(count)'], [],
                      ("memory",)) +
            "  r[0] = (uint64_t)((unsigned char *)to - m); r[1] = count;\n"
            "  r[2] = (uint64_t)((unsigned char *)from - m);\n")


# -- several instructions -------------------------------------------------------------------------


def big_number(random):
    """Two words: sums and differences with carry, as libraries for large numbers have them."""
    add = random.random() < 0.5
    first, second = ("add", "adc") if add else ("sub", "sbb")
    bits = random.choice([32, 64])
    name = SUFFIX[bits]
    return values(bits, 4) + with_flags(
        random, [f"{first}{name} %[c], %[a]", f"{second}{name} %[d], %[b]"],
        ['[a] "+&r"(a)', '[b] "+&r"(b)'],
        ['[c] "rm"(c)', f'[d] "{random.choice(["r", "rm", "rme"])}"(d)'], FLAGS) + results(2)


class Sequence:
    """Instructions on four registers in parts of any size, with flags that go from one to others."""

    def __init__(self, random):
        self.random = random
        self.flags = frozenset()
        self.lines = []

    def part(self, bits, high=True):
        modifier = MODIFIER[bits]
        if bits == 8 and high and self.random.random() < 0.3:
            modifier = "h"
        return f"%{modifier}[{self.random.choice('abcd')}]"

    def source(self, bits):
        return self.part(bits) if self.random.random() < 0.7 else f"${immediate(self.random, bits)}"

    def step(self):
        random = self.random
        bits = size(random)
        end = SUFFIX[bits]
        kind = random.choice(["binary", "binary", "unary", "shift", "move", "move", "extend",
                              "swap", "set", "select", "carry", "bit", "scan", "test", "address",
                              "multiply"])
        if kind == "binary":
            self.lines.append(f"{random.choice(['add', 'sub', 'and', 'or', 'xor'])}{end} "
                              f"{self.source(bits)}, {self.part(bits)}")
            self.flags = FLAGS
        elif kind == "test":
            self.lines.append(f"{random.choice(['cmp', 'test'])}{end} {self.source(bits)}, "
                              f"{self.part(bits)}")
            self.flags = FLAGS
        elif kind == "unary":
            name = random.choice(["inc", "dec", "neg", "not"])
            self.lines.append(f"{name}{end} {self.part(bits)}")
            if name == "neg":
                self.flags = FLAGS
            elif name != "not":
                self.flags = (FLAGS - {"carry"}) | (self.flags & {"carry"})
        elif kind == "shift":
            name = random.choice(["shl", "shr", "sar", "rol", "ror"])
            self.lines.append(f"{name}{end} ${random.randrange(1, bits)}, {self.part(bits)}")
            self.flags = FLAGS - {"overflow"} if name[0] == "s" else frozenset()
        elif kind == "move":
            self.lines.append(f"mov{end} {self.source(bits)}, {self.part(bits)}")
        elif kind == "extend":
            small, large = sorted(random.sample([8, 16, 32, 64], 2))
            name = "movslq" if (small, large) == (32, 64) else (
                random.choice(["movz", "movs"]) + SUFFIX[small] + SUFFIX[large])
            self.lines.append(f"{name} {self.part(small, high=large != 64)}, "
                              f"{self.part(large)}")
        elif kind == "swap":
            if bits >= 32 and random.random() < 0.5:
                self.lines.append(f"bswap{end} {self.part(bits)}")
            else:
                self.lines.append(f"xchg{end} {self.part(bits)}, {self.part(bits)}")
        elif kind == "set":
            fit = [name for name, needs in sorted(CONDITIONS.items()) if needs <= self.flags]
            if fit:
                self.lines.append(f"set{random.choice(fit)} {self.part(8)}")
        elif kind == "select":
            bits = max(bits, 16)
            fit = [name for name, needs in sorted(CONDITIONS.items()) if needs <= self.flags]
            if fit:
                self.lines.append(f"cmov{random.choice(fit)}{SUFFIX[bits]} {self.part(bits)}, "
                                  f"{self.part(bits)}")
        elif kind == "carry":
            if "carry" not in self.flags:
                self.lines.append(random.choice(["stc", "clc"]))
                self.flags |= {"carry"}
            elif random.random() < 0.2:
                self.lines.append("cmc")
            else:
                self.lines.append(f"{random.choice(['adc', 'sbb'])}{end} {self.source(bits)}, "
                                  f"{self.part(bits)}")
                self.flags = FLAGS
        elif kind == "bit":
            bits = max(bits, 16)
            self.lines.append(f"{random.choice(['bt', 'bts', 'btr', 'btc'])}{SUFFIX[bits]} "
                              f"{self.part(bits)}, {self.part(bits)}")
            self.flags = frozenset(["carry"]) | (self.flags & {"zero"})
        elif kind == "scan":
            bits = max(bits, 16)
            name = random.choice(["tzcnt", "lzcnt", "popcnt"])
            self.lines.append(f"{name}{SUFFIX[bits]} {self.part(bits)}, {self.part(bits)}")
            self.flags = FLAGS if name == "popcnt" else frozenset(["carry", "zero"])
        elif kind == "address":
            self.lines.append(f"leaq {immediate(random, 16)}({self.part(64)},{self.part(64)},"
                              f"{random.choice([1, 2, 4, 8])}), {self.part(64)}")
        elif kind == "multiply":
            bits = max(bits, 16)
            self.lines.append(f"imul{SUFFIX[bits]} {self.part(bits)}, {self.part(bits)}")
            self.flags = frozenset(["carry", "overflow"])


def sequence(random):
    made = Sequence(random)
    count = random.randrange(2, 9)
    while len(made.lines) < count:
        made.step()
    outputs = [f'[{name}] "+&Q"({name})' for name in "abcd"]
    return values(64, 4) + statement(made.lines, outputs, []) + results(4)


KINDS = [binary, binary, unary, shift, double_shift, bit, bit, scan, swap_bytes, exchange, exchange,
         exchange_pair, product, product, wide_division, move, move, strings, big_number, sequence,
         sequence, sequence, sequence]


def function(random, name, for_machine):
    while True:
        kind = random.choice(KINDS)
        body = kind(random)
        # The machine does not execute an atomic access to 16 bytes.
        if not for_machine or "cmpxchg16b" not in body:
            return (f"// {kind.__name__}\nstatic void {name}(uint64_t *r, unsigned char *m) {{\n"
                    f"{body}}}\n")
