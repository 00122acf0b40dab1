// What is said about a proof must be true of it: names of locks, creations and joins, counts.
#include "Judge.h"

#include "raceward/prove/Explain.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Explained {
  Explanation explanation;
  std::vector<std::string> likeliest; ///< names of the accesses of open pairs, in order
  OpenVariables open;

  [[nodiscard]] std::vector<std::string> openNames() const {
    std::vector<std::string> names;
    for (const OpenVariable &variable : open.listed)
      names.push_back(variable.name);
    return names;
  }

  /// "prover: reason" for each rule that removed pairs of the variable.
  [[nodiscard]] std::vector<std::string> rulings(const std::string &object) const {
    for (const SharedVariable &shared : explanation.shared)
      if (shared.object == object) {
        std::vector<std::string> words;
        for (const Ruling &ruling : shared.rulings)
          words.push_back(ruling.prover + ": " + ruling.reason);
        return words;
      }
    ADD_FAILURE() << object << " is not shared";
    return {};
  }
};

Explained explain(const std::string &code) {
  Explained explained;
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  const std::string prefix = folder->path() + "/";
  const std::string file = prefix + "x.c";
  EXPECT_TRUE(writeFileAtomically(file, kPrelude + code).has_value());
  LoadRequest request;
  request.files = {file};
  const Result<Program> program = loadProgram(request);
  if (!program) {
    ADD_FAILURE() << program.error().message << "\n" << program.error().details;
    return explained;
  }
  const Facts facts(*program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  explained.explanation = explanationOf(facts, suspects);
  std::uint64_t left = 0;
  for (SharedVariable &shared : explained.explanation.shared) {
    left += shared.left();
    for (Ruling &ruling : shared.rulings)
      for (auto at = ruling.reason.find(prefix); at != std::string::npos;
           at = ruling.reason.find(prefix))
        ruling.reason.erase(at, prefix.size());
  }
  EXPECT_EQ(left, suspects.left());
  for (const SuspectPair &pair : likeliestLeft(facts, suspects, 100))
    explained.likeliest.push_back(program->sites()[pair.first.index()].name);
  explained.open = openVariables(facts, suspects);
  return explained;
}

// Lines of the code begin with 7: the prelude has six.

TEST(Explain, NamesTheLock) {
  const Explained explained = explain(R"(int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void take(pthread_mutex_t *l) { pthread_mutex_lock(l); }
void *f(void *p) { take(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })");
  EXPECT_THAT(explained.rulings("'x'"), ElementsAre("locks: both hold 'm'"));
  const SharedVariable &x = explained.explanation.shared.at(0);
  EXPECT_EQ(x.accesses, 2u);
  ASSERT_THAT(x.threads, SizeIs(1));
  EXPECT_EQ(x.threads[0].function, "f");
  EXPECT_TRUE(x.threads[0].several);
  EXPECT_THAT(x.sample, SizeIs(1)); // both on one line
}

TEST(Explain, NamesALockInsideOfAVariable) {
  EXPECT_THAT(explain(R"(struct { pthread_mutex_t m; int n; } pool = {PTHREAD_MUTEX_INITIALIZER, 0};
void *f(void *p) { pthread_mutex_lock(&pool.m); pool.n++; pthread_mutex_unlock(&pool.m); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })")
                  .rulings("'pool'"),
              ElementsAre("locks: both hold 'pool.m'"));
}

// The lock is 40 bytes before the data in both structs, and has another name in each.
TEST(Explain, NamesTheLockOfTheSameObjectForEachStruct) {
  const Explained explained = explain(R"(
struct a { pthread_mutex_t m; int n; } *a; struct b { pthread_mutex_t guard; int n; } *b;
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
void fa(struct a *p) { pthread_mutex_lock(&p->m); p->n++; pthread_mutex_unlock(&p->m); }
void fb(struct b *q) { pthread_mutex_lock(&q->guard); q->n++; pthread_mutex_unlock(&q->guard); }
void *f(void *unused) { struct a *x = malloc(sizeof *x); pthread_mutex_init(&x->m, 0);
  struct b *y = malloc(sizeof *y); pthread_mutex_init(&y->guard, 0);
  pthread_mutex_lock(&g); a = x; b = y; pthread_mutex_unlock(&g);
  pthread_mutex_lock(&g); x = a; y = b; pthread_mutex_unlock(&g);
  fa(x); fb(y); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })");
  std::vector<std::string> locks;
  for (const SharedVariable &shared : explained.explanation.shared)
    for (const Ruling &ruling : shared.rulings)
      if (ruling.prover == "locks" && ruling.reason != "both hold 'g'")
        locks.push_back(ruling.reason);
  EXPECT_THAT(locks, ElementsAre("both hold 'p->m' of the same object",
                                 "both hold 'q->guard' of the same object"));
}

TEST(Explain, NamesALockMadeOfAVariable) {
  EXPECT_THAT(explain(R"(int x; atomic_int l;
void *f(void *p) { while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })")
                  .rulings("'x'"),
              ElementsAre("locks: both hold 'l' (a variable used as a lock)"));
}

TEST(Explain, ReadersAreTold) {
  EXPECT_THAT(explain(R"(int x; pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_rdlock(&rw); int y = x; pthread_rwlock_unlock(&rw); return (void*)(long)y; }
void *g(void *p) { pthread_rwlock_wrlock(&rw); x = 1; pthread_rwlock_unlock(&rw); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })")
                  .rulings("'x'"),
              ElementsAre("one-thread: only one thread reaches either access",
                          "locks: both hold 'rw', not both for reading"));
}

TEST(Explain, SaysWhichCreationAndWhichJoin) {
  const Explained explained = explain(R"(int x, y;
void *f(void *p) { x++; return 0; }
void *g(void *p) { y++; return 0; }
int main(void) { pthread_t s, t;
  x = 1;
  pthread_create(&s,0,f,0);
  y = 1;
  pthread_create(&t,0,g,0);
  pthread_join(s,0);
  x = 2;
  pthread_join(t,0);
  y = 2; })");
  EXPECT_THAT(explained.rulings("'x'"),
              ElementsAre("one-thread: only one thread reaches either access",
                          "alone: one of the two comes before any thread exists (pthread_create "
                          "at x.c:12 and 14)",
                          "ordered: 'f' is joined in between (pthread_join at x.c:15)"));
  EXPECT_THAT(explained.rulings("'y'"),
              ElementsAre("one-thread: only one thread reaches either access",
                          "alone: one of the two comes after every thread was joined "
                          "(pthread_join at x.c:15 and 17)",
                          "ordered: 'g' is created in between (pthread_create at x.c:14)"));
}

TEST(Explain, SaysThatThreadsHaveTheirOwnParts) {
  EXPECT_THAT(explain(R"(int a[8]; pthread_t t[8];
void *f(void *p) { a[(long)p] = 1; return 0; }
int main(void) { for (long i = 0; i < 8; i++) pthread_create(&t[i],0,f,(void*)i); })")
                  .rulings("'a'"),
              ElementsAre("own-slices: each thread has a part of its own, by its number"));
}

TEST(Explain, WhatIsNotSharedIsCounted) {
  const Explained explained = explain(R"(int mine; const int table[2] = {1, 2}; _Atomic int n;
void *f(void *p) { int a[4] = {0}; a[n & 3]++; n++; return (void*)(long)(a[1] + table[n & 1]); }
int main(void) { pthread_t t; pthread_create(&t,0,f,0); mine = 1; mine++; })");
  EXPECT_THAT(explained.explanation.shared, IsEmpty());
  EXPECT_GE(explained.explanation.neverShared, 2u);
  EXPECT_GE(explained.explanation.neverSuspect, 2u);
}

// What a person wants to know of a variable that is left.
TEST(OpenVariables, SayWhichAccessDoesNotHoldTheLock) {
  const Explained explained = explain(R"(struct cache { int used; pthread_mutex_t lock; } cache;
void put(struct cache *c) { pthread_mutex_lock(&c->lock); c->used++; pthread_mutex_unlock(&c->lock); }
void drop(struct cache *c) { pthread_mutex_lock(&c->lock); c->used--; pthread_mutex_unlock(&c->lock); }
void *f(void *p) { put(p); drop(p); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,&cache); pthread_create(&t,0,f,&cache);
  return cache.used; })");
  EXPECT_THAT(explained.openNames(), ElementsAre("struct cache.used"));
  EXPECT_EQ(explained.open.count, 1u);
  const OpenVariable &used = explained.open.listed.at(0);
  EXPECT_EQ(used.writes, 2u);
  EXPECT_EQ(used.reads, 1u);
  EXPECT_EQ(used.pairs, 2u);
  EXPECT_EQ(used.lock.holds, 4u);
  EXPECT_EQ(used.lock.places, 5u);
  EXPECT_EQ(used.lock.name, "a lock in 'cache'");
  ASSERT_THAT(used.lock.without, SizeIs(1));
  EXPECT_EQ(used.lock.without[0].at.line, 12u);
}

// The way to the memory does not matter: by name, by a pointer, by another pointer.
TEST(OpenVariables, AreOneHoweverTheyAreReached) {
  const Explained explained = explain(R"(int total; struct job { int size; } jobs[4];
void *f(void *p) { int *q = &total; ++*q; ((struct job *)p)->size = 1; return 0; }
int main(void) { pthread_t s; pthread_create(&s,0,f,&jobs[1]);
  total = 1; for (int i = 0; i < 4; ++i) jobs[i].size++; })");
  EXPECT_THAT(explained.openNames(), ::testing::UnorderedElementsAre("total", "struct job.size"));
}

TEST(OpenVariables, LocalOnesHaveTheirFunction) {
  const Explained explained = explain(R"(void *f(void *p) { *(int *)p = 1; return 0; }
int main(void) { int answer = 0; pthread_t s; pthread_create(&s,0,f,&answer); return answer; })");
  EXPECT_THAT(explained.openNames(), ElementsAre("answer of main"));
}

// Here both accesses of a pair are to the memory behind one pointer, or only one is.
TEST(OpenVariables, WhereOnlyPointersAreMixedUpIsCounted) {
  const Explained explained = explain(R"(int x, y; int any(void);
void *f(void *p) { *(any() ? &x : &y) = 1; return 0; }
int main(void) { pthread_t s; pthread_create(&s,0,f,0); return y; })");
  EXPECT_THAT(explained.openNames(), IsEmpty());
  EXPECT_EQ(explained.open.count, 0u);
  EXPECT_EQ(explained.open.mixedUp, 2u);
}

// One is guarded, one is not, and one belongs to main alone.
TEST(OpenVariables, AreSomeOfThoseThatThreadsShare) {
  const Explained explained = explain(R"(int guarded, bare, mine;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m); bare++; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); return ++mine; })");
  EXPECT_THAT(explained.openNames(), ElementsAre("bare"));
  EXPECT_EQ(explained.open.count, 1u);
  EXPECT_EQ(explained.open.shared, 2u);
}

TEST(Likelihood, NoLockBeforeDifferentLocks) {
  // In the order of the code it would be the other way round.
  const Explained explained = explain(R"(int guarded, bare;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m); bare++; return 0; }
void *g(void *p) { pthread_mutex_lock(&n); guarded++; pthread_mutex_unlock(&n); bare++; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })");
  ASSERT_FALSE(explained.likeliest.empty());
  EXPECT_EQ(explained.likeliest.front(), "bare");
  EXPECT_EQ(explained.likeliest.back(), "guarded");
  EXPECT_EQ(explained.explanation.shared.at(0).object, "'bare'");
}

TEST(Likelihood, OneLockForgottenBeforeDifferentLocks) {
  const Explained explained = explain(R"(int both, one;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); both++; one++; pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&n); both++; pthread_mutex_unlock(&n); one++; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })");
  ASSERT_FALSE(explained.likeliest.empty());
  EXPECT_EQ(explained.likeliest.front(), "one");
}

TEST(Likelihood, TwoWritesBeforeAWriteAndARead) {
  const Explained explained = explain(R"(int read, written;
void *f(void *p) { int y = read; written = y; return 0; }
void *g(void *p) { read = 1; written = 2; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })");
  ASSERT_THAT(explained.likeliest, SizeIs(2));
  EXPECT_THAT(explained.likeliest, ElementsAre("written", "read"));
}

// All of the array may be behind the pointer, but the code speaks of one member.
TEST(Likelihood, OneMemberBeforeDifferentMembers) {
  const Explained explained = explain(R"(struct s { int a, b; } x[4];
void *f(void *p) { int *q = &x[0].a + __VERIFIER_nondet_int(); *q = 1; x[__VERIFIER_nondet_int()].b = 2; return 0; }
void *g(void *p) { struct s *y = &x[__VERIFIER_nondet_int()]; return (void *)(long)(*y).b; }
int main(void) { pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })");
  ASSERT_FALSE(explained.likeliest.empty());
  EXPECT_EQ(explained.likeliest.front(), "x[__VERIFIER_nondet_int()].b");
  EXPECT_EQ(explained.likeliest.back(), "*q");
}

} // namespace
} // namespace raceward::test
