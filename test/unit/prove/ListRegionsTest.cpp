// Lists whose root goes with a lock. Every condition from both sides: in the programs under "Tied"
// two threads with different locks may reach one node.
#include "Judge.h"

namespace raceward::test {
namespace {

struct ListCase {
  const char *name;
  std::string code;
  DataModel dataModel = DataModel::LP64;
};

void PrintTo(const ListCase &c, std::ostream *out) {
  *out << c.name;
}

std::string listCaseName(const ::testing::TestParamInfo<ListCase> &info) {
  return info.param.name;
}

/// An array of heads with an array of locks.
const std::string kHeads =
    "#include <setjmp.h>\n#include <stdint.h>\n"
    "struct node { struct node *next; int count; }; struct node *heads[16];\n"
    "pthread_mutex_t locks[16]; jmp_buf again;\n"
    "struct node *make(void) { struct node *n = malloc(sizeof *n); if (!n) exit(1); n->next = 0; "
    "n->count = 0; return n; }\n"
    "void add(struct node *n, unsigned h) { n->next = heads[h]; heads[h] = n; }\n"
    "void push(unsigned h, struct node *n) { pthread_mutex_lock(&locks[h]); add(n, h); "
    "pthread_mutex_unlock(&locks[h]); }\n"
    "void walk(unsigned h) { pthread_mutex_lock(&locks[h]); for (struct node *p = heads[h]; p; p = "
    "p->next) p->count++; pthread_mutex_unlock(&locks[h]); }\n";

/// Each thread walks through all lists, and does this; main has done that before.
std::string heads(const std::string &work, const std::string &before = "",
                  const std::string &more = "") {
  return kHeads + more + "\nvoid *f(void *arg) { for (unsigned h = 0; h < 16; h++) { walk(h); " +
         work +
         " } return arg; }\nint main(void) { pthread_t t; for (int i = 0; i < 16; i++) "
         "pthread_mutex_init(&locks[i], 0); " +
         before +
         " for (int i = 0; i < 8; i++) if (pthread_create(&t, 0, f, 0)) exit(1); return 0; }";
}

/// Queues with a lock inside.
std::string queues(const std::string &objects, const std::string &in, const std::string &out,
                   const std::string &pop = "free(it);") {
  return "struct item { struct item *next; int value; };\n"
         "struct queue { pthread_mutex_t lock; struct item *head, *tail; };\n" +
         objects +
         "void push(struct queue *q, int v) { struct item *it = malloc(sizeof *it); if (!it) "
         "exit(1); it->value = v; it->next = 0; pthread_mutex_lock(&q->lock); if (q->tail) "
         "q->tail->next = it; else q->head = it; q->tail = it; pthread_mutex_unlock(&q->lock); }\n"
         "int pop(struct queue *q, struct queue *other) { pthread_mutex_lock(&q->lock); struct "
         "item "
         "*it = q->head; if (!it) { pthread_mutex_unlock(&q->lock); return 0; } q->head = "
         "it->next; "
         "if (!q->head) q->tail = 0; int v = it->value; " +
         pop +
         " pthread_mutex_unlock(&q->lock); return v; }\n"
         "void *f(void *arg) { for (int i = 0; i < 9; i++) { push(" +
         in + ", i); push(" + out + ", pop(" + in + ", " + out + ")); pop(" + out + ", " + in +
         "); } return arg; }\n"
         "int main(void) { pthread_t t; pthread_mutex_init(&(" +
         in + ")->lock, 0); pthread_mutex_init(&(" + out +
         ")->lock, 0); pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }";
}

/// Lists that end at their head, which is an object of the same kind.
std::string rings(const std::string &walk, const std::string &more = "") {
  return "struct link { struct link *next, *prev; }; struct conn { int fd, hits; struct link link; "
         "};\n"
         "struct bucket { struct link conns; pthread_mutex_t lock; } table[32];\n"
         "void list_add(struct link *n, struct link *h) { struct link *next = h->next; next->prev "
         "= "
         "n; n->next = next; n->prev = h; h->next = n; }\n"
         "void list_del(struct link *e) { e->prev->next = e->next; e->next->prev = e->prev; }\n"
         "#define CONN(p) ((struct conn *)((char *)(p) - __builtin_offsetof(struct conn, link)))\n"
         "void add(unsigned b) { struct conn *c = malloc(sizeof *c); if (!c) return; c->fd = "
         "c->hits = 0; pthread_mutex_lock(&table[b].lock); list_add(&c->link, &table[b].conns); "
         "pthread_mutex_unlock(&table[b].lock); }\n"
         "void *f(void *arg) { for (unsigned b = 0; b < 32; b++) { add(b); struct link *p, *next; "
         "pthread_mutex_lock(&table[b].lock); " +
         walk +
         " pthread_mutex_unlock(&table[b].lock); } return arg; }\n"
         "int main(void) { pthread_t t; for (int i = 0; i < 32; i++) { pthread_mutex_init("
         "&table[i].lock, 0); table[i].conns.next = table[i].conns.prev = &table[i].conns; } " +
         more + " pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }";
}

const std::string kHits =
    "for (p = table[b].conns.next; p != &table[b].conns; p = p->next) CONN(p)->hits++;";

class Lists : public ::testing::TestWithParam<ListCase> {};

TEST_P(Lists, NothingIsLeft) {
  const Judged judged = judge(GetParam().code, Language::C, GetParam().dataModel);
  EXPECT_EQ(judged.left, 0);
  EXPECT_TRUE(judged.gaps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    ListRegions, Lists,
    ::testing::Values(
        ListCase{"HeadsAndLocks", heads("push(h, make());")},
        ListCase{"HeadsAndLocksOf32Bits", heads("push(h, make());"), DataModel::ILP32},
        ListCase{"TwoAtOnce", heads("struct node *n = make(), *m = make(); n->next = m; "
                                    "pthread_mutex_lock(&locks[h]); m->next = heads[h]; heads[h] = "
                                    "n; pthread_mutex_unlock(&locks[h]);")},
        ListCase{"ClearedBefore", heads("push(h, make());", "memset(heads, 0, sizeof heads);")},
        ListCase{"TwoQueues", queues("struct queue in, out;\n", "&in", "&out")},
        ListCase{"TwoQueuesByPointers",
                 queues("struct queue a, b, *in = &a, *out = &b;\n", "in", "out")},
        ListCase{"Rings", rings(kHits)}, ListCase{"RingsOf32Bits", rings(kHits), DataModel::ILP32},
        ListCase{"RingsFromWhichIsTaken",
                 rings(kHits + "for (p = table[b].conns.next; p != &table[b].conns; p = next) { "
                               "next = p->next; if (CONN(p)->hits > 3) { list_del(p); "
                               "free(CONN(p)); } }")}),
    listCaseName);

class Tied : public ::testing::TestWithParam<ListCase> {};

TEST_P(Tied, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code, Language::C, GetParam().dataModel).left, 0);
}

const std::string kTwoNodes = "struct node *n = make(); push(0, n); ";

INSTANTIATE_TEST_SUITE_P(
    ListRegions, Tied,
    ::testing::Values(
        ListCase{"LockOfAnotherList",
                 heads("pthread_mutex_lock(&locks[(h + 1) % 16]); if (heads[h]) heads[h]->count++; "
                       "pthread_mutex_unlock(&locks[(h + 1) % 16]);",
                       "push(1, make());")},
        ListCase{"AfterTheUnlock", heads("struct node *n = make(); push(h, n); n->count++;")},
        ListCase{"InTwoLists", heads("", kTwoNodes + "push(1, n);")},
        ListCase{"InTwoListsByThreads",
                 heads("struct node *n = make(); push(h, n); push(h ^ 1, n);")},
        ListCase{"SometimesInTwoLists",
                 heads("", "struct node *n = make(); if "
                           "(__VERIFIER_nondet_int()) push(0, n); push(1, n);")},
        ListCase{"InListsOneAfterAnother",
                 heads("", "struct node *n = make(); for (int i = 0; i < 16; i++) heads[i] = n;")},
        ListCase{"OneEnd",
                 heads("", "struct node *n = make(), *a = make(), *b = make(); a->next = n; "
                           "b->next = n; heads[0] = a; heads[1] = b;")},
        ListCase{"RestOfAnotherList",
                 heads("", "push(0, make()); struct node *n = make(); n->next = "
                           "heads[0]; heads[1] = n;")},
        ListCase{"EitherOfTwo", heads("", kTwoNodes + "struct node *m = make(); push(1, "
                                                      "__VERIFIER_nondet_int() ? n : m);")},
        ListCase{"ByAVariable",
                 heads("", kTwoNodes + "last = n; push(1, last);", "struct node *last;")},
        ListCase{"ByCopiedMemory",
                 heads("", kTwoNodes + "memcpy(&heads[1], &heads[0], sizeof *heads);")},
        ListCase{"ByBytes",
                 heads("", kTwoNodes + "for (unsigned i = 0; i < sizeof *heads; i++) ((char "
                                       "*)&heads[1])[i] = ((char *)&heads[0])[i];")},
        ListCase{"ByANumber",
                 heads("", kTwoNodes + "*(uintptr_t *)&heads[1] = *(uintptr_t *)&heads[0];")},
        ListCase{"ByAnAtomicExchange",
                 heads("", kTwoNodes + "__atomic_exchange_n(&heads[1], n, __ATOMIC_SEQ_CST);")},
        ListCase{"ByAStructOfTwo",
                 heads("",
                       "push(0, make()); push(1, make()); struct two both = {heads[0], heads[1]}; "
                       "tie(both);",
                       "struct two { struct node *a, *b; };\nvoid tie(struct two t) { t.a->next = "
                       "t.b; }")},
        ListCase{
            "ByABigStruct",
            heads("",
                  "push(0, make()); push(1, make()); struct two both = {heads[0], heads[1], 1}; "
                  "tie(both);",
                  "struct two { struct node *a, *b; long n[3]; };\nvoid tie(struct two t) { "
                  "t.a->next = t.b; }")},
        ListCase{"ByACallee", heads("",
                                    "struct node *n = make(); put(&heads[0], n); "
                                    "put(&heads[1], n);",
                                    "void put(struct node **at, struct node *n) { *at = n; }")},
        ListCase{"ByRecursion", heads("", "deep(make(), 2);",
                                      "void deep(struct node *n, int d) { if (d == 0) { heads[0] = "
                                      "n; return; } deep(n, d - 1); heads[1] = n; }")},
        ListCase{"ByTwoArguments", heads("", "struct node *n = make(); both(n, n);",
                                         "void both(struct node *a, struct node *b) { push(0, a); "
                                         "push(1, b); }")},
        ListCase{"AfterAJump", heads("", "struct node *n = make(); go(n); heads[1] = n;",
                                     "void go(struct node *n) { if (setjmp(again) == 0) { heads[0] "
                                     "= n; longjmp(again, 1); } }")},
        ListCase{"ByAnotherThread",
                 heads("",
                       "struct node *n = make(); pthread_t c; if (pthread_create(&c, 0, g, n)) "
                       "return 1; pthread_join(c, 0); push(0, n);",
                       "void *g(void *p) { push(1, p); return 0; }")},
        ListCase{"Moved", heads("",
                                "more = malloc(2 * sizeof *more); if (!more) return 1; more[0] = "
                                "make(); more[0]->next = make(); more = realloc(more, 64); if "
                                "(!more) return 1; heads[0] = more[0]; heads[1] = more[0];",
                                "struct node **more;")},
        ListCase{"Initialised", heads("", "push(0, make()); heads[0]->next = &s1; heads[1] = &s0;",
                                      "struct node s2, s1 = {&s2, 0}, s0 = {&s2, 0};")},
        ListCase{"InitialisedWithHeads",
                 heads("pthread_mutex_lock(&locks[h]); if (tops[h]) tops[h]->count++; "
                       "pthread_mutex_unlock(&locks[h]);",
                       "s.next = make(); s.next->next = 0;",
                       "struct node s; struct node *tops[16] = {&s, &s};")},
        ListCase{"PartsOfOneObject",
                 heads("", "struct node *n = calloc(2, sizeof *n); if (!n) return 1; heads[0] = n; "
                           "n[1].next = n; heads[1] = &n[1];")},
        ListCase{"QueueLinkedToAnother", queues("struct queue in, out;\n", "&in", "&out",
                                                "other->head = q->head; free(it);")},
        ListCase{"ItemLinkedToAnother",
                 queues("struct queue in, out;\n", "&in", "&out", "other->head = it;")},
        ListCase{"RingWalkedWithoutItsEnd",
                 rings("for (p = table[b].conns.next; p != 0; p = p->next) CONN(p)->hits++;")},
        ListCase{"RingsTied", rings(kHits, "add(1); add(2); table[1].conns.next->next = "
                                           "table[2].conns.next;")},
        ListCase{"RingOfAnotherLock",
                 rings(kHits +
                       "pthread_mutex_unlock(&table[b].lock); pthread_mutex_lock(&table[b + 1 & "
                       "31].lock);" +
                       kHits +
                       "pthread_mutex_unlock(&table[b + 1 & 31].lock); "
                       "pthread_mutex_lock(&table[b].lock);")}),
    listCaseName);

} // namespace
} // namespace raceward::test
