// Objects that change hands through lists under a lock. Every condition from both sides: in the
// programs under "Shared" two threads may use one object.
#include "Judge.h"

namespace raceward::test {
namespace {

struct ContainerCase {
  const char *name;
  std::string code;
};

void PrintTo(const ContainerCase &c, std::ostream *out) {
  *out << c.name;
}

std::string containerCaseName(const ::testing::TestParamInfo<ContainerCase> &info) {
  return info.param.name;
}

/// A queue with a producer, which does the first with a new node `n`, and consumers, which do the
/// second with a node that they took. The last is done under the lock after a node was taken.
struct Queue {
  std::string made = "push(&q, n);";
  std::string used = "n->v++; free(n);";
  std::string link = "if (q->tail) q->tail->next = n; else q->head = n; q->tail = n;";
  std::string unlink = "q->head = n->next; if (!q->head) q->tail = 0;";
  std::string fill = "n->next = 0;";
  std::string lock = "pthread_mutex_lock(&q->m);";
  std::string unlock = "pthread_mutex_unlock(&q->m);";
  std::string before;                             ///< in main
  std::string after;                              ///< in main, when the threads are there
  std::string more;                               ///< declarations
  std::string arms = "PTHREAD_MUTEX_INITIALIZER"; ///< how the queue begins
  std::string taken = "n";                        ///< what pop() gives

  [[nodiscard]] std::string text() const {
    return "struct n { int v; struct n *next; };\n"
           "struct q { pthread_mutex_t m; struct n *head, *tail; int count; } q = {" +
           arms + "}, r = {PTHREAD_MUTEX_INITIALIZER};\nstruct n *last;\n" + more +
           "\nvoid push(struct q *q, struct n *n) { " + fill + lock + link + unlock + " }\n" +
           "struct n *pop(struct q *q) { " + lock + "struct n *n = q->head; if (n) { " + unlink +
           " }\n" + unlock + " return " + taken + "; }\n" +
           "void *f(void *p) { for (int i = 0; i < 9; i++) { struct n *n = malloc(sizeof *n); if "
           "(!n) break; n->v = i;\n" +
           made + " } return 0; }\n" +
           "void *g(void *p) { for (;;) { struct n *n = pop(&q); if (!n) break;\n" + used +
           " } return 0; }\nint main(void) { pthread_t a, b, c; " + before +
           "\npthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_create(&c, 0, g, "
           "0);\n" +
           after + " return 0; }";
  }
  Queue with(std::string Queue::*part, const std::string &text) const {
    Queue changed = *this;
    changed.*part = text;
    return changed;
  }
};

class Containers : public ::testing::TestWithParam<ContainerCase> {};

TEST_P(Containers, NothingIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_EQ(judged.left, 0);
  EXPECT_TRUE(judged.gaps.empty());
}

std::string queueWith(std::string Queue::*part, const std::string &text) {
  return Queue().with(part, text).text();
}

const std::string kCounted =
    "if (q->count++ == 0) q->head = n; else q->tail->next = n; q->tail = n;";

/// Without the lock there is nothing to do: what is pushed is lost.
const std::string kTryOrLeave = "if (pthread_mutex_trylock(&q->m) != 0) return 0;";

/// Nodes that are linked both ways; they are taken from both ends. `push`, `take` and `steal` are
/// done besides, under the lock.
std::string deque(const std::string &push, const std::string &take, const std::string &steal,
                  const std::string &used = "n->v++; free(n);",
                  const std::string &threads = "struct q *q = p;",
                  const std::string &main = "static struct q all; struct q *q = &all; "
                                            "pthread_create(&a,0,f,q); pthread_create(&b,0,g,q); "
                                            "pthread_create(&c,0,h,q);") {
  const auto part = [](const std::string &lock, const std::string &rest) {
    return lock + rest + " pthread_mutex_unlock(&q->m);";
  };
  const std::string lock = "pthread_mutex_lock(&q->m);";
  return "struct n { struct n *older, *newer; int v; };\n"
         "struct q { int index; pthread_mutex_t m; struct n *oldest, *newest; };\n"
         "void push(struct q *q, struct n *n){ " +
         part(lock, "n->newer = 0; n->older = q->newest; if (q->newest) q->newest->newer = n; else "
                    "q->oldest = n; q->newest = n; " +
                        push) +
         " }\nstruct n *take(struct q *q){ " +
         part(lock, "struct n *n = q->newest; if (n) { q->newest = n->older; if (q->newest) "
                    "q->newest->newer = 0; else q->oldest = 0; } " +
                        take) +
         " return n; }\nstruct n *steal(struct q *q){ if (pthread_mutex_trylock(&q->m) != 0) "
         "return 0; " +
         part("", "struct n *n = q->oldest; if (n) { q->oldest = n->newer; if (q->oldest) "
                  "q->oldest->older = 0; else q->newest = 0; } " +
                      steal) +
         " return n; }\n"
         "void *f(void *p){ " +
         threads +
         " for (int i = 0; i < 9; i++) { struct n *n = malloc(sizeof *n); if (!n) break; n->v = i; "
         "push(q, n); } return 0; }\n"
         "void *g(void *p){ " +
         threads + " struct n *n = take(q); if (n) { " + used +
         " } return 0; }\n"
         "void *h(void *p){ " +
         threads + " struct n *n = steal(q); if (n) { " + used +
         " } return 0; }\nint main(void){ pthread_t a, b, c; " + main + " return 0; }";
}

/// The same with one for each thread, in an array of which each may use any element.
std::string deques(const std::string &made, const std::string &before) {
  return deque("", "", "", "n->v++; push(&all[q->index % 8], n);",
               "struct q *q = p; q = &all[(q->index + 1) % 8];",
               "all = " + made +
                   "; if (!all) return 1; for (int i = 0; i < 8; i++) { all[i].index "
                   "= i; pthread_mutex_init(&all[i].m, 0); } " +
                   before +
                   " pthread_create(&a,0,f,&all[1]); pthread_create(&b,0,g,&all[2]); "
                   "pthread_create(&c,0,h,&all[3]);")
      .insert(0, "struct q; static struct q *all;\n");
}

INSTANTIATE_TEST_SUITE_P(
    Lists, Containers,
    ::testing::Values(
        ContainerCase{"Queue", Queue().text()},
        ContainerCase{"TailLeftBehind",
                      Queue()
                          .with(&Queue::link, "if (q->head) q->tail->next = n; else q->head = n; "
                                              "q->tail = n;")
                          .with(&Queue::unlink, "q->head = n->next;")
                          .text()},
        ContainerCase{"Counted", Queue()
                                     .with(&Queue::link, kCounted)
                                     .with(&Queue::unlink, "q->head = n->next; q->count--;")
                                     .text()},
        ContainerCase{"Stack", Queue()
                                   .with(&Queue::fill, "")
                                   .with(&Queue::link, "n->next = q->head; q->head = n;")
                                   .with(&Queue::unlink, "q->head = n->next;")
                                   .text()},
        ContainerCase{"PassedOn", queueWith(&Queue::used, "n->v++; push(&r, n);")},
        ContainerCase{"PutBack", queueWith(&Queue::used, "n->v++; push(&q, n);")},
        ContainerCase{"Searched",
                      Queue()
                          .with(&Queue::more, "void raise(struct q *q) { pthread_mutex_lock(&q->m);"
                                              " for (struct n *n = q->head; n; n = n->next) n->v++;"
                                              " pthread_mutex_unlock(&q->m); }")
                          .with(&Queue::made, "push(&q, n); raise(&q);")
                          .text()},
        ContainerCase{"AllAtOnce",
                      Queue()
                          .with(&Queue::unlink, "q->head = q->tail = 0;")
                          .with(&Queue::used, "while (n) { struct n *next = n->next; n->v++; "
                                              "free(n); n = next; }")
                          .text()},
        ContainerCase{"LeftOverAfterTheJoins",
                      queueWith(&Queue::after,
                                "pthread_join(a,0); pthread_join(b,0); pthread_join(c,0); while "
                                "(q.head) { struct n *n = q.head; q.head = n->next; free(n); }")},
        ContainerCase{"FilledBefore", queueWith(&Queue::before, "f(0);")},
        ContainerCase{
            "FreedIfNotWanted",
            queueWith(&Queue::made, "if (i & 1) { n->v = 2; free(n); } else push(&q, n);")},
        ContainerCase{
            "End", "struct n { int v; struct n *next; }; struct q { pthread_mutex_t m; struct n "
                   "*head, **end; } q = {PTHREAD_MUTEX_INITIALIZER, 0, &q.head};\n"
                   "void *f(void *p) { struct n *n = malloc(sizeof *n); if (!n) return 0; n->v = "
                   "1; n->next = 0; pthread_mutex_lock(&q.m); *q.end = n; q.end = &n->next; "
                   "pthread_mutex_unlock(&q.m); return 0; }\n"
                   "void *g(void *p) { pthread_mutex_lock(&q.m); struct n *n = q.head; if (n) { "
                   "q.head = n->next; if (!q.head) q.end = &q.head; } pthread_mutex_unlock(&q.m); "
                   "if (n) n->v = 2; return 0; }\n"
                   "int main(void) { pthread_t a, b, c; pthread_create(&a,0,f,0); "
                   "pthread_create(&b,0,g,0); pthread_create(&c,0,g,0); return 0; }"},
        ContainerCase{"TriedAndAsked", Queue()
                                           .with(&Queue::lock, kTryOrLeave)
                                           .with(&Queue::made, "if (n) push(&q, n);")
                                           .text()},
        ContainerCase{"BothWays", deque("", "", "")},
        ContainerCase{"BothWaysInAnArray", deques("calloc(8, sizeof(struct q))", "")},
        ContainerCase{
            "WhatGoesWithANode",
            "struct n { int *data; struct n *next; }; pthread_mutex_t m = "
            "PTHREAD_MUTEX_INITIALIZER; static struct n *head;\n"
            "void *f(void *p) { struct n *n = malloc(sizeof *n); int *d = malloc(4); if "
            "(!n || !d) return 0; *d = 1; n->data = d; pthread_mutex_lock(&m); n->next = "
            "head; head = n; pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { int *d = 0; pthread_mutex_lock(&m); struct n *n = head; if "
            "(n) { head = n->next; d = n->data; free(n); } pthread_mutex_unlock(&m); if (d) "
            "{ ++*d; free(d); } return 0; }\n"
            "int main(void) { pthread_t a, b, c; pthread_create(&a,0,f,0); "
            "pthread_create(&b,0,g,0); pthread_create(&c,0,g,0); return 0; }"}),
    containerCaseName);

class ContainersShared : public ::testing::TestWithParam<ContainerCase> {};

TEST_P(ContainersShared, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code).left, 0);
}

const std::string kTry = "if (pthread_mutex_trylock(&q->m)) {}";

INSTANTIATE_TEST_SUITE_P(
    Lists, ContainersShared,
    ::testing::Values(
        ContainerCase{"UsedAfterPush", queueWith(&Queue::made, "push(&q, n); n->v = 7;")},
        ContainerCase{"ReadAfterPush",
                      queueWith(&Queue::made, "push(&q, n); last = n->v ? 0 : last;")},
        ContainerCase{"FreedAfterPush", queueWith(&Queue::made, "push(&q, n); free(n);")},
        ContainerCase{"PushedTwice", queueWith(&Queue::made, "push(&q, n); push(&q, n);")},
        ContainerCase{"PushedIntoTwo",
                      Queue()
                          .with(&Queue::made, "push(&q, n); push(&r, n);")
                          .with(&Queue::used, "n->v++; n = pop(&r); if (n) n->v++;")
                          .text()},
        ContainerCase{"OnlyLookedAt", queueWith(&Queue::unlink, "")},
        ContainerCase{"NextOneUsed", queueWith(&Queue::taken, "n ? n->next : 0")},
        ContainerCase{"NotTaken", queueWith(&Queue::unlink, "n = n->next; if (n) q->head = n;")},
        ContainerCase{"RememberedByThePusher",
                      queueWith(&Queue::made, "last = n; push(&q, n); last->v = 5;")},
        ContainerCase{"RememberedByTheTaker",
                      queueWith(&Queue::used, "last = n; n->v++; if (last) last->v = 4;")},
        ContainerCase{"UsedAfterPassedOn",
                      queueWith(&Queue::used, "push(&r, n); n->v++; n = pop(&r); if (n) n->v++;")},
        ContainerCase{"UsedAfterPutBack", queueWith(&Queue::used, "push(&q, n); n->v++;")},
        ContainerCase{"StillLinked", queueWith(&Queue::used, "n->v++; if (n->next) n->next->v++;")},
        ContainerCase{"ListTakenAndLeft",
                      queueWith(&Queue::used, "while (n) { n->v++; n = n->next; }")},
        ContainerCase{
            "PushedWithItsOldLink",
            Queue().with(&Queue::fill, "").with(&Queue::used, "n->v++; push(&q, n);").text()},
        ContainerCase{"AnotherLock",
                      queueWith(&Queue::made,
                                "pthread_mutex_lock(&r.m); n->next = q.head; q.head = "
                                "n; pthread_mutex_unlock(&r.m);")},
        ContainerCase{"NoLock", queueWith(&Queue::made, "n->next = q.head; q.head = n;")},
        ContainerCase{"NoLockInAHandler",
                      "#include <signal.h>\nvoid end(int s);\n" +
                          Queue()
                              .with(&Queue::more,
                                    "struct n *pop(struct q *q); void end(int s) { "
                                    "struct n *n = q.head; if (n) { q.head = n->next; "
                                    "n->v++; } }")
                              .with(&Queue::before, "signal(SIGTERM, end);")
                              .text()},
        ContainerCase{"Tried", queueWith(&Queue::lock, kTry)},
        ContainerCase{"LetGoBetween",
                      queueWith(&Queue::unlink, "pthread_mutex_unlock(&q->m); pthread_mutex_lock("
                                                "&q->m); q->head = n->next; if (!q->head) q->tail "
                                                "= 0;")},
        ContainerCase{"WaitedBetween",
                      Queue()
                          .with(&Queue::more, "pthread_cond_t c = PTHREAD_COND_INITIALIZER;")
                          .with(&Queue::unlink, "pthread_cond_wait(&c, &q->m); q->head = n->next; "
                                                "if (!q->head) q->tail = 0;")
                          .text()},
        ContainerCase{"TriedTheWrongWay",
                      queueWith(&Queue::lock, "if (pthread_mutex_trylock(&q->m) == 0) return 0;")},
        ContainerCase{"TriedAndUsedAnyway",
                      queueWith(&Queue::lock, "int r = pthread_mutex_trylock(&q->m); if (r == 5) "
                                              "return 0;")},
        ContainerCase{
            "BothWaysUsedAfterPush",
            deque("pthread_mutex_unlock(&q->m); n->v = 7; pthread_mutex_lock(&q->m);", "", "")},
        ContainerCase{"BothWaysAndStillLinked",
                      deque("", "", "", "n->v++; if (n->older) n->older->v++;")},
        ContainerCase{"BackIsOld",
                      deque("n->older = 0;", "if (n && !q->newest) q->oldest = n;", "")},
        ContainerCase{"NewestIsLinkedOn", deque("", "if (q->newest) q->newest->newer = n;", "")},
        ContainerCase{"OldestIsLinkedBack", deque("", "", "if (q->oldest) q->oldest->older = n;")},
        ContainerCase{"OneEndOnly", deque("", "if (n) q->newest = n;", "")},
        ContainerCase{"OfTheNeighbour",
                      deques("calloc(8, sizeof(struct q))",
                             "push(&all[1], calloc(1, sizeof(struct n))); all[2].newest = "
                             "all[1].newest; all[2].oldest = all[1].oldest;")},
        ContainerCase{"WithoutABeginning",
                      deques("malloc(8 * sizeof(struct q))",
                             "struct n *n = calloc(1, sizeof *n); for (int i = 0; i < 8; i++) "
                             "all[i].newest = all[i].oldest = n;")},
        ContainerCase{"AllBeginWithOne",
                      deques("calloc(8, sizeof(struct q))",
                             "struct n *n = calloc(1, sizeof *n); for (int i = 0; i < 8; i++) "
                             "all[i].newest = all[i].oldest = n;")},
        ContainerCase{"TailDangles", queueWith(&Queue::unlink, "q->head = n->next;")},
        ContainerCase{"Miscounted", Queue()
                                        .with(&Queue::link, kCounted)
                                        .with(&Queue::unlink, "q->head = n->next; q->count = 1;")
                                        .text()},
        ContainerCase{"CopiedQueue", queueWith(&Queue::made, "push(&q, n); r = q; n = pop(&r); if "
                                                             "(n) n->v = 3;")},
        ContainerCase{"HeadCopied",
                      queueWith(&Queue::made, "push(&q, n); pthread_mutex_lock(&q.m); r.head = "
                                              "q.head; pthread_mutex_unlock(&q.m); n = pop(&r); if "
                                              "(n) n->v = 3;")},
        ContainerCase{"HeadWrittenAsBytes",
                      queueWith(&Queue::made, "push(&q, n); memcpy(&r.head, &q.head, 8); n = "
                                              "pop(&r); if (n) n->v = 3;")},
        ContainerCase{"Recursive",
                      Queue()
                          .with(&Queue::before,
                                "pthread_mutexattr_t k; pthread_mutexattr_init(&k); "
                                "pthread_mutexattr_settype(&k, "
                                "PTHREAD_MUTEX_RECURSIVE); "
                                "pthread_mutex_init(&q.m, &k);")
                          .with(&Queue::unlink, "struct n *o = again(q); q->head = n->next; if "
                                                "(!q->head) q->tail = 0; if (o) o->v++;")
                          .with(&Queue::more, "struct n *again(struct q *q) { "
                                              "pthread_mutex_lock(&q->m); struct n *n = q->head; "
                                              "q->head = n->next; pthread_mutex_unlock(&q->m); "
                                              "return n; }")
                          .text()},
        ContainerCase{"InitialisedAgain",
                      queueWith(&Queue::after,
                                "pthread_mutex_init(&q.m, 0); struct n *n = pop(&q); "
                                "if (n) n->v = 1;")},
        ContainerCase{"UnlockedByAnother", queueWith(&Queue::after, "pthread_mutex_unlock(&q.m);")},
        ContainerCase{"TakenByMainWithoutALock",
                      queueWith(&Queue::after, "struct n *n = q.head; if (n) { q.head = n->next; "
                                               "n->v = 1; }")},
        ContainerCase{"JoinedOneOnly",
                      queueWith(&Queue::after, "pthread_join(a, 0); pthread_join(b, 0); while "
                                               "(q.head) { struct n *n = q.head; q.head = n->next; "
                                               "n->v = 9; }")},
        ContainerCase{"StartsWithAnUnknownNode",
                      Queue()
                          .with(&Queue::before,
                                "struct n *n = malloc(sizeof *n); last = n; n->next "
                                "= 0; n->v = 0; push(&q, n);")
                          .with(&Queue::after, "last->v = 3;")
                          .text()},
        ContainerCase{"RingOfTwo", queueWith(&Queue::fill, "n->next = n;")},
        ContainerCase{
            "PayloadOfTwo",
            "struct n { int *data; struct n *next; }; pthread_mutex_t m = "
            "PTHREAD_MUTEX_INITIALIZER; static struct n *head;\n"
            "void push(int *d) { struct n *n = malloc(sizeof *n); if (!n) return; n->data "
            "= d; pthread_mutex_lock(&m); n->next = head; head = n; "
            "pthread_mutex_unlock(&m); }\n"
            "void *f(void *p) { int *d = malloc(4); if (!d) return 0; *d = 1; push(d); "
            "push(d); return 0; }\n"
            "void *g(void *p) { int *d = 0; pthread_mutex_lock(&m); struct n *n = head; if "
            "(n) { head = n->next; d = n->data; free(n); } pthread_mutex_unlock(&m); if (d) "
            "++*d; return 0; }\n"
            "int main(void) { pthread_t a, b, c; pthread_create(&a,0,f,0); "
            "pthread_create(&b,0,g,0); pthread_create(&c,0,g,0); return 0; }"},
        ContainerCase{
            "PayloadStillUsed",
            "struct n { int *data; struct n *next; }; pthread_mutex_t m = "
            "PTHREAD_MUTEX_INITIALIZER; static struct n *head;\n"
            "void *f(void *p) { int *d = malloc(4); struct n *n = malloc(sizeof *n); if (!n "
            "|| !d) return 0; *d = 1; n->data = d; pthread_mutex_lock(&m); n->next = head; "
            "head = n; pthread_mutex_unlock(&m); *d = 2; return 0; }\n"
            "void *g(void *p) { int *d = 0; pthread_mutex_lock(&m); struct n *n = head; if "
            "(n) { head = n->next; d = n->data; free(n); } pthread_mutex_unlock(&m); if (d) "
            "++*d; return 0; }\n"
            "int main(void) { pthread_t a, b; pthread_create(&a,0,f,0); "
            "pthread_create(&b,0,g,0); return 0; }"}),
    containerCaseName);

} // namespace
} // namespace raceward::test
