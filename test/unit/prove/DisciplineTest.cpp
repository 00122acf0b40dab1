// Which lock guards what: what is called proved must hold at every access.
#include "Judge.h"

#include "raceward/prove/Discipline.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Discipline disciplineIn(const std::string &code) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  const std::string file = folder->path() + "/x.c";
  EXPECT_TRUE(writeFileAtomically(file, kPrelude + code).has_value());
  LoadRequest request;
  request.files = {file};
  const Result<Program> program = loadProgram(request);
  if (!program) {
    ADD_FAILURE() << program.error().message << "\n" << program.error().details;
    return {};
  }
  const Facts facts(*program);
  return disciplineOf(facts);
}

/// "total: m", "struct q.head: ->lock", with a question mark if it is not proved.
std::vector<std::string> guardsIn(const std::string &code) {
  std::vector<std::string> words;
  for (const GuardedVariable &each : disciplineIn(code).variables)
    words.push_back(each.name + ": " + (each.sameObject ? "->" : "") + each.lock +
                    (each.proved ? "" : "?") + (each.problem.empty() ? "" : "!"));
  return words;
}

constexpr const char *kTwoThreads = "int main(void) {\n"
                                    "  pthread_t a, b;\n"
                                    "  pthread_create(&a, 0, work, 0);\n"
                                    "  pthread_create(&b, 0, work, 0);\n"
                                    "  pthread_join(a, 0); pthread_join(b, 0);\n"
                                    "  return total;\n"
                                    "}\n";

TEST(Discipline, NamesTheLockOfAVariable) {
  EXPECT_THAT(guardsIn(std::string("int total; pthread_mutex_t m;\n"
                                   "void *work(void *x) { pthread_mutex_lock(&m); total++;\n"
                                   "  pthread_mutex_unlock(&m); return x; }\n") +
                       kTwoThreads),
              ElementsAre("total: m"));
}

TEST(Discipline, OneAccessWithoutIsEnough) {
  EXPECT_THAT(
      guardsIn(std::string("int total; pthread_mutex_t m;\n"
                           "void *work(void *x) { pthread_mutex_lock(&m); total++; total++;\n"
                           "  pthread_mutex_unlock(&m); if (total) return 0; return x; }\n") +
               kTwoThreads),
      ElementsAre("total: m?"));
}

TEST(Discipline, AnotherNameForTheMemoryCounts) {
  EXPECT_THAT(guardsIn(std::string("int total; pthread_mutex_t m; int *p = &total;\n"
                                   "void *work(void *x) { pthread_mutex_lock(&m); total++;\n"
                                   "  pthread_mutex_unlock(&m); *p = 1; return x; }\n") +
                       kTwoThreads),
              ElementsAre("total: m?"));
  EXPECT_THAT(
      guardsIn(std::string("int total; pthread_mutex_t m;\n"
                           "void *work(void *x) { pthread_mutex_lock(&m); total++;\n"
                           "  pthread_mutex_unlock(&m); memset(&total, 0, 4); return x; }\n") +
               kTwoThreads),
      ElementsAre("total: m?"));
}

TEST(Discipline, WritesNeedTheLockExclusively) {
  EXPECT_THAT(
      guardsIn(
          std::string("int total; pthread_rwlock_t m;\n"
                      "void *work(void *x) { pthread_rwlock_rdlock(&m); total = 1;\n"
                      "  pthread_rwlock_unlock(&m); pthread_rwlock_wrlock(&m); total++; total++;\n"
                      "  pthread_rwlock_unlock(&m); return x; }\n") +
          kTwoThreads),
      ElementsAre("total: m?"));
  EXPECT_THAT(
      guardsIn(std::string("int total; pthread_rwlock_t m;\n"
                           "void *work(void *x) { pthread_rwlock_rdlock(&m); int t = total;\n"
                           "  pthread_rwlock_unlock(&m); pthread_rwlock_wrlock(&m); total = t;\n"
                           "  pthread_rwlock_unlock(&m); return x; }\n") +
               kTwoThreads),
      ElementsAre("total: m"));
}

TEST(Discipline, UnlockedByOthersIsNoLock) {
  EXPECT_THAT(
      guardsIn(
          std::string("int total; pthread_mutex_t m;\n"
                      "void *work(void *x) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m);\n"
                      "  total++; pthread_mutex_unlock(&m); return x; }\n") +
          kTwoThreads),
      IsEmpty());
}

constexpr const char *kQueue =
    "struct q { int before; pthread_mutex_t lock; int head; };\n"
    "void init(struct q *q) { pthread_mutex_init(&q->lock, 0); q->head = 0; q->before = 0; }\n"
    "void take(struct q *q) { pthread_mutex_lock(&q->lock); }\n"
    "void leave(struct q *q) { pthread_mutex_unlock(&q->lock); }\n"
    "void bump(struct q *q) { q->head++; q->before++; }\n"
    "void *work(void *x) { struct q *q = x; take(q); bump(q); leave(q); return 0; }\n"
    "int main(void) { pthread_t a, b; struct q *q = malloc(sizeof *q); if (!q) return 1; init(q);\n"
    "  pthread_create(&a, 0, work, q); pthread_create(&b, 0, work, q);\n"
    "  pthread_join(a, 0); pthread_join(b, 0); return 0; }\n";

TEST(Discipline, NamesTheMemberOfTheSameObject) {
  EXPECT_THAT(guardsIn(kQueue), ElementsAre("struct q.before: ->lock", "struct q.head: ->lock"));
}

TEST(Discipline, NamesWhatFunctionsNeedTakeAndRelease) {
  const Discipline discipline = disciplineIn(kQueue);
  ASSERT_THAT(discipline.functions, SizeIs(3));
  const LockInCode lock{0, "->lock"};
  EXPECT_EQ(discipline.functions[0].name, "take");
  EXPECT_THAT(discipline.functions[0].takes, ElementsAre(lock));
  EXPECT_EQ(discipline.functions[1].name, "leave");
  EXPECT_THAT(discipline.functions[1].releases, ElementsAre(lock));
  EXPECT_EQ(discipline.functions[2].name, "bump");
  EXPECT_THAT(discipline.functions[2].needs, ElementsAre(lock));
}

TEST(Discipline, ACallWithoutTheLockIsEnough) {
  const std::string code =
      "int total; pthread_mutex_t m;\n"
      "void bump(void) { total++; }\n"
      "void *work(void *x) { pthread_mutex_lock(&m); bump(); pthread_mutex_unlock(&m);\n"
      "  if (x) bump(); return x; }\n"
      "int main(void) { pthread_t a; pthread_create(&a, 0, work, &total);\n"
      "  pthread_join(a, 0); return total; }\n";
  EXPECT_THAT(disciplineIn(code).functions, IsEmpty());
}

TEST(Discipline, OtherObjectsAreNotTheSame) {
  EXPECT_THAT(guardsIn("struct q { pthread_mutex_t lock; int head; };\n"
                       "struct q a, b; int total;\n"
                       "void *work(void *x) { pthread_mutex_lock(&a.lock); b.head++; total++;\n"
                       "  pthread_mutex_unlock(&a.lock); return x; }\n"
                       "int main(void) { pthread_t s, t; pthread_create(&s, 0, work, 0);\n"
                       "  pthread_create(&t, 0, work, 0);\n"
                       "  pthread_join(s, 0); pthread_join(t, 0); return total; }\n"),
              ElementsAre("struct q.head: a.lock", "total: a.lock"));
}

} // namespace
} // namespace raceward::test
