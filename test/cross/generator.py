"""Random small concurrent C programs.

Each shared object gets a discipline (only one thread, only inside of atomic sections,
written before the threads only, ...), and each program a small number of slips that break
one. One slip in a program that is race-free otherwise is the best test: any further race
that is found would hide that the first one was overlooked. One statement a line: the
shrinker takes lines away.

What the programs never do: use an object after its life, join a handle twice or one that
was never written, or touch an atomic object plainly inside of a section (no race for
Raceward, but one for ThreadSanitizer).
"""
import random

PRELUDE = """\
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#ifdef CROSS_JUDGE
extern void cross_pause(void);
#define P cross_pause();
#define ENTER __VERIFIER_atomic_begin();
#define LEAVE __VERIFIER_atomic_end();
#else
#define P
#define ENTER
#define LEAVE
#endif
struct S { int f, h; struct S *next; int *link; };
int g0, g1, g2, arr[4];
struct S s0;
struct S *head;
_Thread_local int tl;
atomic_int a0;
_Atomic(int *) pub;
int *slot;
pthread_t gh[4];
void bump(int *p) {
  (*p)++;
}
void put(int *p) {
  *p = 3;
}
int get(int *p) {
  return *p;
}
void (*table[2])(int *) = {bump, put};
struct S pack(int *p) {
  struct S s = {0, 0, 0, p};
  return s;
}
int *pass(int *p) {
  return p;
}
void enter(void) {
  __VERIFIER_atomic_begin();
}
void leave(void) {
  __VERIFIER_atomic_end();
}
void __VERIFIER_atomic_bump(int *p) {
  ENTER
  bump(p);
  LEAVE
}
"""

CASTS = """\
union U { int *p; uintptr_t n; };
union U box;
union U wrap(int *p) {
  union U u;
  u.p = p;
  return u;
}
"""

# Objects and the expressions for their parts.
PLACES = {
    "g0": ["g0"], "g1": ["g1"], "g2": ["g2"],
    "s0": ["s0.f", "s0.h"],
    "arr": ["arr[0]", "arr[1]", "arr[r & 3]"],
    "node": ["head->f", "head->h", "head->next->f"],
    "loc": ["loc"],
}
SHARED = ["g0", "g1", "g2", "s0", "arr", "node"]


class Context:
    """Where a statement stands: `who` is a thread's number or "main"; `quiet` is the part
    of main in which no other thread is meant to exist."""

    def __init__(self, who, quiet=False, inside=False, argument=None):
        self.who, self.quiet, self.inside, self.argument = who, quiet, inside, argument

    def within(self):
        return Context(self.who, self.quiet, True, self.argument)


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        r = self.random
        self.slips = r.choice([0, 1, 2, 4, 6])
        self.publishes = r.random() < 0.3
        self.casts = r.random() < 0.1  # pointers as numbers, also through a union
        self.helpers = r.random() < 0.3
        self.count = r.choice([1, 2, 2, 3, 3])
        self.shared = r.sample(SHARED, r.randint(2, 4)) + ["loc"]  # few, so that threads meet
        self.discipline = {}
        for name in self.shared:
            kinds = ["section", "owner", "owner", "constant", "quiet"]
            self.discipline[name] = r.choice(kinds), r.choice(list(range(self.count)) + ["main"])
        fit = [name for name in self.shared if name not in ("g2", "arr")]
        self.arguments = [r.choice([None, *fit]) for _ in range(self.count)]
        self.nested = {k for k in range(1, self.count) if r.random() < 0.2}

    def chance(self, p):
        return self.random.random() < p

    def slip(self, p=0.5):
        """True if the discipline is broken here."""
        if self.slips == 0 or not self.chance(p):
            return False
        self.slips -= 1
        return True

    # ---- one access ------------------------------------------------------------------

    def allowed(self, name, context, writes):
        kind, owner = self.discipline[name]
        if context.quiet:
            return True
        if kind == "section":
            return context.inside
        if kind == "owner":
            return owner == context.who
        if kind == "constant":
            return not writes
        return False

    def place(self, name, context):
        if context.argument == name and context.who != "main" and (name == "loc" or self.chance(0.6)):
            return "((struct S *)arg)->f" if name in ("s0", "node") else "(*arg)"
        if name == "loc" and context.who != "main":
            return None
        return self.random.choice(PLACES[name])

    def access(self, context):
        """Lines of one access that keeps the discipline, or, rarely, does not."""
        for _ in range(20):
            name = self.random.choice(self.shared)
            writes = self.chance(0.6)
            place = self.place(name, context)
            if place is None:
                continue
            if self.allowed(name, context, writes) or self.slip():
                return self.touch(place, writes)
            if self.discipline[name][0] == "section" and self.chance(0.5):
                return self.section(context, self.touch(place, writes), place, writes)
        return ["r++;"]

    def touch(self, place, writes):
        if writes:
            casts = [
                [f"*wrap(&{place}).p = 7;"],
                [f"n = (uintptr_t)&{place};", "*(int *)n = 8;"],
                [f"box.p = &{place};", "q = (int *)box.n;", "*q = 9;"],
            ]
            helpers = [  # one helper for many objects: the analyses cannot tell them apart
                [f"bump(&{place});"], [f"table[r & 1](&{place});"], [f"*pass(&{place}) = 4;"],
                [f"*pack(&{place}).link = 6;"],
            ]
            if self.casts and self.chance(0.3):
                return self.random.choice(casts)
            if self.helpers and self.chance(0.5):
                return self.random.choice(helpers)
            return self.random.choice([
                [f"{place} = {self.random.randint(1, 9)};"], [f"{place}++;"],
                [f"memset(&{place}, 0, sizeof {place});"], [f"q = &{place};", "*q = 5;"],
                [f"if (__VERIFIER_nondet_int() == 1) {{", f"{place} = r;", "}"],
                ["for (int i = 0; i < 2; i++) {", f"{place} += i;", "}"],
            ])
        return self.random.choice([
            [f"r = {place};"], [f"r += get(&{place});" if self.helpers else f"r += {place};"],
            [f"memcpy(&r, &{place}, sizeof r);"],
            [f"q = &{place};", "r = *q;"], [f"if ({place} > 2) {{", "r++;", "}"],
        ])

    def section(self, context, lines, place=None, writes=False):
        kind = self.random.random()
        if kind < 0.6:
            return ["__VERIFIER_atomic_begin();", *lines, "__VERIFIER_atomic_end();"]
        if kind < 0.8:
            return ["enter();", *lines, "leave();"]
        if kind < 0.9 and place and writes and self.helpers:
            return [f"__VERIFIER_atomic_bump(&{place});"]
        if self.slip():
            return ["c = __VERIFIER_nondet_int();", "if (c) {", "__VERIFIER_atomic_begin();", "}", *lines,
                    "if (c) {", "__VERIFIER_atomic_end();", "}"]
        return ["__VERIFIER_atomic_begin();", "if (__VERIFIER_nondet_int()) {", *lines, "}", "__VERIFIER_atomic_end();"]

    def private(self):
        """Touches what belongs to the thread."""
        return self.random.choice([
            ["tl++;"], ["mine[r & 1] = 2;"], ["bump(mine);" if self.helpers else "mine[0]++;"],
            ["own->f = r;"], ["own->next = own;", "own->next->h = 1;"],
            ["own->link = mine;", "*own->link = 2;"], ["r += a0;"], ["a0++;"], ["atomic_fetch_add(&a0, 2);"],
            ["q = mine;", "q[1] = 3;"],
        ])

    def publication(self, context):
        """Hands out an address, or uses one that was handed out."""
        what = self.random.choice(["&own->f", "&g2", "&tl" if context.who == "main" else "&own->h", "&arr[2]"])
        make = [[f"pub = {what};"]]
        if not self.slip():
            return make[0]
        use = [["q = pub;", "if (q) {", "*q = 1;", "}"], ["q = pub;", "if (q) {", "r = *q;", "}"]]
        if context.quiet:
            make += [[f"slot = {what};"]] + ([[f"box.p = {what};"]] if self.casts else [])
        if context.who != "main":
            use += [["if (slot) {", "bump(slot);", "}"], ["memcpy(&q, &slot, sizeof q);", "if (q) {", "*q = 2;", "}"]]
            use += [["if (box.n) {", "*(int *)box.n = 2;", "}"]] if self.casts else []
        return self.random.choice(make + use if self.chance(0.7) else make)

    def lines(self, context, most):
        found = []
        for _ in range(self.random.randint(0, most)):
            kind = self.random.random()
            if kind < 0.5:
                found += self.access(context)
            elif kind < 0.65:
                inner = context.within()
                body = [line for _ in range(2) for line in self.access(inner)]
                if not any("atomic" in line for line in body):
                    found += self.section(context, body)
            elif self.publishes and kind < 0.8:
                found += self.publication(context)
            else:
                found += self.private()
            found.append("P")
        return found

    # ---- threads ---------------------------------------------------------------------

    def argument(self, k, own):
        name = self.arguments[k]
        if name == "loc" and not own:
            self.arguments[k] = None
            return "0"
        return {None: "0", "loc": "&loc", "g0": "&g0", "g1": "&g1", "s0": "&s0", "node": "head"}[name]

    def locals(self):
        return ["int r = 0, c = 0, mine[2] = {0};", "int *q = &r;", "uintptr_t n = 0;",
                "struct S *own = calloc(1, sizeof *own);", "(void)c, (void)q, (void)n;"]

    def thread(self, k):
        argument = self.arguments[k]
        context = Context(k, argument=argument)
        body = self.locals() + ["int *arg = p;", "(void)arg;"] + self.dutiful(context) + self.lines(context, 4)
        for child in sorted(self.nested):
            if child == k + 1:
                argument = self.argument(child, False)
                body += [f"pthread_t t{child};", f"pthread_create(&t{child}, 0, f{child}, {argument});"]
                body += self.lines(context, 1)
                if self.chance(0.7):
                    body.append(f"pthread_join(t{child}, 0);")
        return [f"void *f{k}(void *p) {{", *body, "return 0;", "}"]

    def dutiful(self, context):
        """An access to most of what the thread may touch, so that a slip elsewhere matters."""
        found = []
        for name in self.shared:
            kind, owner = self.discipline[name]
            place = self.place(name, context)
            if place is None or not self.chance(0.9):
                continue
            if kind == "section":
                found += self.section(context, self.touch(place, True), place, True)
            elif kind == "constant" or (kind == "owner" and owner == context.who):
                found += self.touch(place, kind == "owner")
        return found

    def creation(self, k, helpers):
        """Lines that start thread k, and the lines that join it (None if nothing can)."""
        start = self.argument(k, True)
        kind = self.random.random()
        if kind < 0.45:
            return [f"pthread_create(&h{k}, 0, f{k}, {start});"], [f"pthread_join(h{k}, 0);"]
        if kind < 0.6:
            return [f"pthread_create(&hs[{k}], 0, f{k}, {start});"], [f"pthread_join(hs[{k}], 0);"]
        if kind < 0.75:
            helpers += [f"void start{k}(void *a) {{", f"pthread_create(&gh[{k}], 0, f{k}, a);", "}"]
            helpers += [f"void stop{k}(void) {{", f"pthread_join(gh[{k}], 0);", "}"]
            again = [f"start{k}({start});"] if self.slip() else []
            return [f"start{k}({start});", *again], [f"stop{k}();"]
        if kind < 0.83 and self.slip(0.5):
            return ["for (int i = 0; i < 2; i++) {", f"pthread_create(&hl{k}[i], 0, f{k}, {start});", "}"], \
                   ["for (int i = 0; i < 2; i++) {", f"pthread_join(hl{k}[i], 0);", "}"]
        if kind < 0.9:
            return [f"c{k} = __VERIFIER_nondet_int();", f"if (c{k}) {{",
                    f"pthread_create(&h{k}, 0, f{k}, {start});", "}"], \
                   [f"if (c{k}) {{", f"pthread_join(h{k}, 0);", "}"]
        if kind < 0.95:
            return [f"pthread_create(&h{k}, 0, f{k}, {start});", f"hx = h{k};"], ["pthread_join(hx, 0);"]
        return [f"pthread_create(&hr, 0, f{k}, {start});"], None

    def program(self):
        r = self.random
        helpers, creations, joins = [], [], []
        complete = not self.nested
        for k in range(self.count):
            if k in self.nested:
                self.argument(k, False)
                continue
            create, join = self.creation(k, helpers)
            creations.append(create)
            if join is None or self.chance(0.05):
                complete = False
            elif self.slip(0.15):  # forgotten on one path, or on all
                joins += [["if (__VERIFIER_nondet_int()) {", *join, "}"]] if self.chance(0.5) else []
            else:
                joins.append(join)
        copied = [join for join in joins if "hx" in join[0]]
        if len(copied) > 1:  # one variable, several threads: only the last can be joined
            for join in copied[:-1]:
                joins.remove(join)
            complete = False
        threads = [self.thread(k) for k in range(self.count)]
        main, busy, quiet = [], Context("main"), Context("main", quiet=True)
        main += self.locals() + ["int loc = 0;", "int c0 = 0, c1 = 0, c2 = 0;",
                                 "pthread_t h0, h1, h2, hx, hr, hs[3], hl0[2], hl1[2], hl2[2];",
                                 "(void)c0, (void)c1, (void)c2, (void)loc;",
                                 "(void)h0, (void)h1, (void)h2, (void)hx, (void)hr, (void)hs;",
                                 "(void)hl0, (void)hl1, (void)hl2;",
                                 "head = calloc(1, sizeof *head);", "head->next = calloc(1, sizeof *head);"]
        main += self.lines(quiet, 3)
        # Sometimes one thread after the other, each in its own time.
        if len(creations) == len(joins) == len(threads) and complete and self.chance(0.25):
            for create, join in zip(creations, joins):
                main += create + self.lines(busy, 1) + join
        else:
            for create in creations:
                main += create + self.lines(busy, 1)
            r.shuffle(joins)
            for join in joins:
                main += self.lines(busy, 1) + join
        main += self.lines(quiet if complete or self.slip() else busy, 3)
        if complete and self.chance(0.2):
            main.append("free(head->next);")
        text = []
        for lines in [*reversed(threads), helpers, ["int main(void) {", *main, "return 0;", "}"]]:
            text += lines
        return PRELUDE + (CASTS if self.casts else "") + indented(text)


def indented(lines):
    text, depth = "", 0
    for line in lines:
        depth -= line.startswith("}")
        text += "  " * depth + line + "\n"
        depth += line.endswith("{")
    return text


def program(seed):
    """The program of a seed: always the same."""
    return Generator(seed).program()
