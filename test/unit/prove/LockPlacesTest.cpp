// Locks that are one place in the run, however they are reached: lock and data in two objects. And
// ways out of a scope, which are kept apart. From both sides: programs that must be cleared, and
// their twins that differ in the one thing that matters.
#include "Judge.h"

namespace raceward::test {
namespace {

struct PlaceCase {
  const char *name;
  bool raceFree;
  std::string code;
};

void PrintTo(const PlaceCase &c, std::ostream *out) {
  *out << c.name;
}

class LockPlaces : public ::testing::TestWithParam<PlaceCase> {};

TEST_P(LockPlaces, AreSeen) {
  const Judged judged = judge(GetParam().code);
  if (GetParam().raceFree)
    EXPECT_TRUE(judged.raceFree()) << judged.left << " left, among them "
                                   << (judged.leftNames.empty() ? "" : *judged.leftNames.begin());
  else
    EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

const std::string kTable =
    "struct item { struct item *next; int value; };"
    "struct table { pthread_mutex_t lock, other; pthread_rwlock_t rw; struct item *first; int n; };"
    "struct client { pthread_t thread; struct table *table; int key; };\n"
    "static struct table *made(void) { struct table *t = calloc(1, sizeof *t); if (!t) return 0;"
    " pthread_mutex_init(&t->lock, 0); pthread_mutex_init(&t->other, 0);"
    " pthread_rwlock_init(&t->rw, 0); return t; }\n";

/// Any number of clients of one table; each has a pointer to it in an object of its own.
std::string clients(const std::string &add, const std::string &find, const std::string &before = {},
                    const std::string &table = "shared") {
  return kTable + before +
         "static void add(struct table *t, int value) { struct item *i = malloc(sizeof *i);"
         " if (!i) return; i->value = value; " +
         add + " }\nstatic int find(struct table *t, int key) { int found = 0; " + find +
         " return found; }\n"
         "static void *work(void *p) { struct client *c = p; if (!find(c->table, c->key))"
         " add(c->table, c->key); return 0; }\n"
         "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1) return 1;"
         " struct table *shared = made(); struct client *c = calloc(n, sizeof *c);"
         " if (!shared || !c) return 1;"
         " for (int i = 0; i < n; i++) { c[i].table = " +
         table +
         "; c[i].key = i; pthread_create(&c[i].thread, 0, work, &c[i]); }"
         " return 0; }";
}

const std::string kAdd = "pthread_mutex_lock(&t->lock); i->next = t->first; t->first = i;"
                         " pthread_mutex_unlock(&t->lock);";
const std::string kFind = "pthread_mutex_lock(&t->lock); for (struct item *i = t->first; i; i ="
                          " i->next) if (i->value == key) { i->value++; found = 1; }"
                          " pthread_mutex_unlock(&t->lock);";
const std::string kAddRw = "pthread_rwlock_wrlock(&t->rw); i->next = t->first; t->first = i;"
                           " pthread_rwlock_unlock(&t->rw);";
const std::string kFindRw = "pthread_rwlock_rdlock(&t->rw); for (struct item *i = t->first; i; i ="
                            " i->next) if (i->value == key) found = 1;"
                            " pthread_rwlock_unlock(&t->rw);";

/// A worker that gets its part of an array by number, and an error path that leaves the loop.
std::string errorPath(const std::string &onError, const std::string &after) {
  return "struct service; struct worker { pthread_t thread; struct service *service; long rounds; "
         "};"
         "struct service { struct worker *workers; int count; };\n"
         "static void *work(void *p) { struct worker *w = p; w->rounds++; return w->service; }\n"
         "static void stop(struct service *s) { for (int i = 0; i < s->count; i++)"
         " pthread_join(s->workers[i].thread, 0); }\n"
         "static struct service *start(int n) { struct service *s = calloc(1, sizeof *s);"
         " if (!s) return 0; s->workers = calloc(n, sizeof *s->workers);"
         " if (!s->workers) { free(s); return 0; }"
         " for (int i = 0; i < n; i++) { struct worker *w = &s->workers[i]; w->service = s;"
         " if (pthread_create(&w->thread, 0, work, w) != 0) { " +
         onError +
         " } s->count++; } return s; }\n"
         "int main(void) { struct service *s = start(__VERIFIER_nondet_int()); if (!s) return 1; " +
         after + " return 0; }";
}

const std::vector<PlaceCase> kPlaceCases{
    {"lockInAnotherObject", true, clients(kAdd, kFind)},
    {"readWriteLockInAnotherObject", true, clients(kAddRw, kFindRw)},
    {"throughAnAccessor", true,
     clients("pthread_mutex_lock(lock_of(t)); i->next = t->first; t->first = i;"
             " pthread_mutex_unlock(lock_of(t));",
             kFind, "static pthread_mutex_t *lock_of(struct table *t) { return &t->lock; }\n")},
    {"inAHelper", true,
     clients("enter(t); i->next = t->first; t->first = i; leave(t);", kFind,
             "static void enter(struct table *t) { pthread_mutex_lock(&t->lock); }\n"
             "static void leave(struct table *t) { pthread_mutex_unlock(&t->lock); }\n")},
    // Without the rule, or with a part of its conditions, these would be cleared.
    {"otherLockOfTheSameObject", false,
     clients("pthread_mutex_lock(&t->other); i->next = t->first; t->first = i;"
             " pthread_mutex_unlock(&t->other);",
             kFind)},
    {"notHeldInOneFunction", false, clients(kAdd, "if (t->first) t->first->value++;")},
    {"letGoEarly", false,
     clients("pthread_mutex_lock(&t->lock); i->next = t->first; pthread_mutex_unlock(&t->lock);"
             " t->first = i;",
             kFind)},
    {"writtenUnderTheReadersLock", false,
     clients("pthread_rwlock_rdlock(&t->rw); i->next = t->first; t->first = i;"
             " pthread_rwlock_unlock(&t->rw);",
             kFindRw)},
    // The items hang on a global list; each table has a lock of its own.
    {"aTableForEachClient", false,
     clients(
         "pthread_mutex_lock(&t->lock); i->next = all; all = i; pthread_mutex_unlock(&t->lock);",
         "pthread_mutex_lock(&t->lock); if (all) all->value++; pthread_mutex_unlock(&t->lock);",
         "static struct item *all;\n", "made()")},
    {"oneOfTwoTables", false,
     clients(
         "pthread_mutex_lock(&t->lock); i->next = all; all = i; pthread_mutex_unlock(&t->lock);",
         "pthread_mutex_lock(&t->lock); if (all) all->value++; pthread_mutex_unlock(&t->lock);",
         "static struct item *all; static struct table *second;\n",
         "(i % 2 ? shared : (second ? second : (second = made())))")},
    {"lockChosenOnAPath", false,
     clients("pthread_mutex_t *m = &t->lock; if (value > 5) m = &t->other; pthread_mutex_lock(m);"
             " i->next = t->first; t->first = i; pthread_mutex_unlock(m);",
             kFind)},
    {"lockInAnElement", false,
     clients("pthread_mutex_lock(&locks[value & 1]); i->next = t->first; t->first = i;"
             " pthread_mutex_unlock(&locks[value & 1]);",
             "pthread_mutex_lock(&locks[key & 1]); if (t->first) t->first->value++;"
             " pthread_mutex_unlock(&locks[key & 1]);",
             "static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER,"
             " PTHREAD_MUTEX_INITIALIZER};\n")},
    {"unlockedByAnother", false,
     clients(kAdd, kFind + " if (key == 7) pthread_mutex_unlock(&t->lock);")},
    {"lockOfTheFrame", false,
     clients("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);"
             " i->next = t->first; t->first = i; pthread_mutex_unlock(&m);",
             kFind)},
    // Ways out of a scope.
    {"errorPathThatFrees", true,
     errorPath("stop(s); free(s->workers); free(s); return 0;",
               "stop(s); for (int i = 0; i < s->count; i++) if (s->workers[i].rounds) break;")},
    {"errorPathThatLeavesTheLoop", true, errorPath("break;", "stop(s); free(s->workers);")},
    {"errorPathThatFreesAtOnce", false,
     errorPath("free(s->workers); free(s); return 0;", "stop(s);")},
    {"errorPathThatGoesOnWithOneElement", false,
     errorPath("stop(s); i = -1; s->count = 0; continue;", "stop(s);")},
    {"summedBeforeTheJoin", false,
     errorPath("stop(s); return 0;", "long sum = 0; for (int i = 0; i < s->count; i++)"
                                     " sum += s->workers[i].rounds; stop(s); return sum != 0;")},
};

std::string testName(const ::testing::TestParamInfo<PlaceCase> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Provers, LockPlaces, ::testing::ValuesIn(kPlaceCases), testName);

} // namespace
} // namespace raceward::test
