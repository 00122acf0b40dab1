// Which events the functions of the thread library are, in a run that prefers the thread with
// the lowest number, after the steps that a test asks for.
#include "raceward/base/File.h"
#include "raceward/program/Load.h"
#include "raceward/symex/ThreadedMachine.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Followed {
public:
  /// The thread `a`, and what main does besides; the first steps are those of `first`.
  Followed(const std::string &globals, const std::string &a, const std::string &main,
           MemoryModel model = MemoryModel::C11, std::vector<std::size_t> first = {},
           const MachineOptions &options = {})
      : Followed("#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n"
                 "#include <stdatomic.h>\n" +
                     globals + "void *a(void *x) {" + a + " return x; }" +
                     "int main(void) { pthread_t t;" + main + " return 0; }",
                 model, std::move(first), options) {}

  std::vector<std::string> events; ///< "t1 lock", without objects and what only counts
  std::vector<std::string> findings;
  std::vector<std::string> gaps;
  bool isDeadlocked = false;

private:
  Followed(const std::string &text, MemoryModel model, const std::vector<std::size_t> &first,
           const MachineOptions &options) {
    const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
    const std::string file = folder->path() + "/test.c";
    EXPECT_TRUE(writeFileAtomically(file, text));
    LoadRequest request;
    request.files = {file};
    Result<Program> program = loadProgram(request);
    EXPECT_TRUE(program) << (program ? "" : program.error().details);
    std::vector<bool> visible;
    for (const AccessSite &site : program->sites())
      visible.push_back(isAtomic(site) || site.name.starts_with("seen"));
    Result<std::unique_ptr<ThreadedMachine>> made =
        ThreadedMachine::make(*program, options, visible, model);
    EXPECT_TRUE(made && (*made)->restart());
    follow(**made, first);
  }

  void follow(ThreadedMachine &machine, const std::vector<std::size_t> &first) {
    while (!machine.enabled().empty() && events.size() < 100) {
      const ThreadId t =
          events.size() < first.size() ? ThreadId(first[events.size()]) : machine.enabled().front();
      ASSERT_THAT(machine.enabled(), Contains(t));
      const Outcome outcome = machine.outcomes(t)->front();
      const std::string action = toString(machine.next(t, outcome).action);
      events.push_back("t" + std::to_string(t.index()) + " " + withoutObject(action));
      ASSERT_TRUE(machine.step(t, outcome));
    }
    isDeadlocked = machine.isDeadlocked();
    for (const Finding &finding : machine.findings())
      findings.push_back(finding.fault.message);
    for (const Gap &gap : machine.gaps())
      gaps.push_back(std::string(toString(gap.kind)) + ": " + gap.message);
  }

  static std::string withoutObject(const std::string &action) {
    std::string words;
    for (std::size_t at = 0; at < action.size();) {
      const std::size_t end = std::min(action.find(' ', at), action.size());
      if (action[at] != 'o')
        words += (words.empty() ? "" : " ") + action.substr(at, end - at);
      at = end + 1;
    }
    return words;
  }
};

// Every boundary inside starts the count of steps anew.
TEST(ThreadedEvents, AnAtomicSectionWithoutEndIsAGap) {
  const Followed run("void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
                     "__VERIFIER_atomic_begin();"
                     "for (;;) { __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); }",
                     "pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
  EXPECT_THAT(run.gaps, Contains("bound: an atomic step does not end"));
}

TEST(ThreadedEvents, ReadersAndWriters) {
  const Followed run("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
                     "pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l);"
                     "pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l);",
                     "pthread_create(&t, 0, a, 0); pthread_rwlock_wrlock(&l);"
                     "pthread_rwlock_unlock(&l); pthread_join(t, 0);");
  EXPECT_THAT(run.events,
              ElementsAre("t0 create t1", "t0 lock", "t0 unlock", "t1 rdlock", "t1 local",
                          "t1 local", "t1 rdunlock", "t0 join t1", "t0 exit"));
  EXPECT_THAT(run.gaps, IsEmpty());
}

TEST(ThreadedEvents, AWriterWaitsForAllReaders) {
  const Followed run("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; sem_t s;",
                     "pthread_rwlock_wrlock(&l);",
                     "pthread_rwlock_rdlock(&l); pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
  EXPECT_TRUE(run.isDeadlocked);
}

TEST(ThreadedEvents, AnAttemptFailsForWhoHoldsIt) {
  const Followed run("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
                     "pthread_rwlock_trywrlock(&l); pthread_rwlock_tryrdlock(&l);",
                     "pthread_rwlock_rdlock(&l); pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
  EXPECT_THAT(run.events, ElementsAre("t0 rdlock", "t0 create t1", "t1 failed-trylock",
                                      "t1 tryrdlock", "t0 join t1", "t0 exit"));
}

TEST(ThreadedEvents, SemaphoresCount) {
  const Followed run("sem_t s;", "sem_trywait(&s); sem_post(&s);",
                     "int v; sem_init(&s, 0, 1); pthread_create(&t, 0, a, 0); sem_wait(&s);"
                     "sem_wait(&s); sem_trywait(&s); sem_getvalue(&s, &v); pthread_join(t, 0);");
  EXPECT_THAT(run.events,
              ElementsAre("t0 create t1", "t0 wait", "t1 failed-trywait", "t1 post", "t0 wait",
                          "t0 failed-trywait", "t0 look", "t0 join t1", "t0 exit"));
}

TEST(ThreadedEvents, RoundsOfABarrier) {
  const std::string wait = "pthread_barrier_wait(&b);";
  const Followed run("pthread_barrier_t b;", wait + wait,
                     "pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, a, 0);" + wait + wait +
                         "pthread_join(t, 0);");
  EXPECT_THAT(run.events, ElementsAre("t0 create t1", "t0 arrive", "t1 arrive", "t0 pass 0 2",
                                      "t0 arrive", "t1 pass 0 2", "t1 arrive", "t0 pass 2 2",
                                      "t1 pass 2 2", "t0 join t1", "t0 exit"));
}

TEST(ThreadedEvents, ABarrierThatIsInitialisedAgainCountsOn) {
  const Followed run("pthread_barrier_t b;", "",
                     "pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b);"
                     "pthread_barrier_destroy(&b); pthread_barrier_init(&b, 0, 2);"
                     "pthread_barrier_wait(&b);");
  EXPECT_THAT(run.events, ElementsAre("t0 arrive", "t0 pass 0 1", "t0 arrive"));
  EXPECT_TRUE(run.isDeadlocked);
}

TEST(ThreadedEvents, TheFirstCallerOfOnceLocks) {
  const Followed run("pthread_once_t o = PTHREAD_ONCE_INIT; atomic_int n; void f(void) { n++; }",
                     "pthread_once(&o, f);",
                     "pthread_create(&t, 0, a, 0); pthread_once(&o, f); pthread_once(&o, f);"
                     "pthread_join(t, 0);");
  EXPECT_THAT(run.events, ElementsAre("t0 create t1", "t0 lock", "t0 aupdate seq_cst", "t0 unlock",
                                      "t0 rdlock", "t1 rdlock", "t0 join t1", "t0 exit"));
}

TEST(ThreadedEvents, OncesFunctionThatEndsTheThreadIsNotFollowed) {
  const Followed run("pthread_once_t o = PTHREAD_ONCE_INIT; void f(void) { pthread_exit(0); }",
                     "pthread_once(&o, f);", "pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
  EXPECT_THAT(run.gaps, Contains(HasSubstr("called once")));
}

TEST(ThreadedEvents, DestructorsRunBeforeAJoinReturns) {
  for (const std::string end : {"", "pthread_exit(0);"}) {
    const Followed run("pthread_key_t k; atomic_int n; void f(void *x) { n++; }",
                       "pthread_setspecific(k, &n);" + end,
                       "pthread_key_create(&k, f); pthread_setspecific(k, &n);"
                       "pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
    EXPECT_THAT(run.events, ::testing::IsSupersetOf({"t1 aupdate seq_cst", "t0 join t1"}));
    EXPECT_THAT(run.events.back(), "t0 exit"); // not for main, which ends the process
    EXPECT_THAT(run.gaps, IsEmpty());
  }
}

TEST(ThreadedEvents, DestructorsRunFourRoundsAtMost) {
  const Followed run("pthread_key_t k; atomic_int n; void f(void *x) {"
                     "n++; pthread_setspecific(k, x); }",
                     "pthread_setspecific(k, &n);",
                     "pthread_key_create(&k, f); pthread_create(&t, 0, a, 0); pthread_join(t, 0);");
  EXPECT_EQ(std::ranges::count(run.events, "t1 aupdate seq_cst"), 4);
}

TEST(ThreadedEvents, AtomicsHaveTheirOwnOrdersUnderC11Only) {
  const std::string main =
      "int e = 1; atomic_store_explicit(&n, 0, memory_order_release);"
      "atomic_thread_fence(memory_order_acquire); atomic_signal_fence(memory_order_seq_cst);"
      "atomic_compare_exchange_strong_explicit(&n, &e, 2, memory_order_acq_rel,"
      "                                        memory_order_relaxed);"
      "atomic_compare_exchange_strong_explicit(&n, &e, 2, memory_order_acq_rel,"
      "                                        memory_order_relaxed);";
  const Followed c11("atomic_int n;", "", main);
  EXPECT_THAT(c11.events, ElementsAre("t0 awrite release", "t0 fence acquire", "t0 aread relaxed",
                                      "t0 aupdate acq_rel", "t0 exit"));
  EXPECT_THAT(c11.gaps, IsEmpty()); // there is one place
  const Followed more("atomic_int n, k;", "", main + "k = 1;");
  EXPECT_THAT(more.gaps, Contains(HasSubstr("weak-memory")));
  const Followed sc("atomic_int n;", "", main, MemoryModel::Sc);
  EXPECT_THAT(sc.events, ElementsAre("t0 awrite seq_cst", "t0 aread seq_cst", "t0 aupdate seq_cst",
                                     "t0 exit"));
  EXPECT_THAT(sc.gaps, IsEmpty());
}

// The read of `k` and the write of `n` are independent, so what follows must not depend on which
// comes first.
TEST(ThreadedEvents, AnIterationThatWasWokenBeforeItsEndAwaitsToo) {
  const auto follow = [](std::vector<std::size_t> first) {
    return Followed("atomic_int n, k;", "while (!(n | k)) {}",
                    "pthread_create(&t, 0, a, 0); n = 1; pthread_join(t, 0);", MemoryModel::C11,
                    std::move(first))
        .events;
  };
  const std::vector<std::string> rest = {"t1 await", "t1 aread seq_cst", "t1 aread seq_cst",
                                         "t0 join t1", "t0 exit"};
  const auto after = [](const std::vector<std::string> &events, std::size_t steps) {
    return std::vector<std::string>(events.begin() + steps, events.end());
  };
  EXPECT_THAT(after(follow({0, 1, 1, 1, 1, 0}), 6), rest); // it sleeps, and is woken
  EXPECT_THAT(after(follow({0, 1, 1, 1, 0, 1}), 6), rest);
}

TEST(ThreadedEvents, StrongFencesAreNoGap) {
  const Followed run("atomic_int n;", "", "n = 1; atomic_thread_fence(memory_order_seq_cst);");
  EXPECT_THAT(run.events, ElementsAre("t0 awrite seq_cst", "t0 fence seq_cst", "t0 exit"));
  EXPECT_THAT(run.gaps, IsEmpty());
}

TEST(ThreadedEvents, AHandleIsWrittenBeforeAndAfterTheThreadStarts) {
  const Followed run("pthread_t seen; void *seenResult;", "",
                     "pthread_create(&seen, 0, a, 0); pthread_join(seen, &seenResult);");
  EXPECT_THAT(run.events, ElementsAre("t0 write", "t0 create t1", "t0 write", "t0 read",
                                      "t0 join t1", "t0 write", "t0 exit"));
  EXPECT_THAT(run.gaps, IsEmpty());
}

std::string onlyFinding(const std::string &globals, const std::string &main) {
  const Followed run(globals, "", main);
  return run.findings.size() == 1 ? run.findings.front() : "";
}

TEST(ThreadedEvents, MisuseIsFoundAndNamed) {
  const std::string mutex = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;";
  const std::string lock = "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;";
  EXPECT_THAT(onlyFinding(mutex, "pthread_mutex_unlock(&m);"), HasSubstr("mutex 'm' is unlocked"));
  EXPECT_THAT(onlyFinding(mutex, "pthread_mutex_lock(&m); pthread_mutex_destroy(&m);"),
              HasSubstr("mutex 'm'"));
  EXPECT_THAT(onlyFinding(mutex, "pthread_mutex_destroy(&m); pthread_mutex_lock(&m);"),
              HasSubstr("destroyed"));
  EXPECT_THAT(onlyFinding(mutex, "pthread_mutex_init(&m, 0); pthread_mutex_init(&m, 0);"),
              HasSubstr("initialised again"));
  EXPECT_THAT(onlyFinding(lock, "pthread_rwlock_unlock(&l);"), HasSubstr("'l' is unlocked"));
  EXPECT_THAT(onlyFinding(lock, "pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l);"),
              HasSubstr("for writing"));
  EXPECT_THAT(onlyFinding(lock, "pthread_rwlock_rdlock(&l); pthread_rwlock_destroy(&l);"),
              HasSubstr("while it is held"));
  EXPECT_THAT(onlyFinding("sem_t s;", "sem_post(&s);"), HasSubstr("before it was initialised"));
  EXPECT_THAT(onlyFinding("", "pthread_join(pthread_self(), 0);"), HasSubstr("joins itself"));
  const std::string create = "pthread_create(&t, 0, a, 0); pthread_join(t, 0);";
  EXPECT_THAT(onlyFinding("", create + "pthread_join(t, 0);"), HasSubstr("joined before"));
  EXPECT_THAT(
      onlyFinding("", "pthread_create(&t, 0, a, 0); pthread_detach(t); pthread_join(t, 0);"),
      HasSubstr("detached"));
  EXPECT_THAT(onlyFinding("pthread_attr_t d;",
                          "pthread_attr_init(&d);"
                          "pthread_attr_setdetachstate(&d, PTHREAD_CREATE_DETACHED);"
                          "pthread_create(&t, &d, a, 0); pthread_join(t, 0);"),
              HasSubstr("detached"));
}

// As the table of effects says.
TEST(ThreadedEvents, AttributesAreReadAndWritten) {
  std::string calls;
  std::vector<::testing::Matcher<std::string>> expected;
  const auto add = [&](const std::string &call, const std::string &access) {
    calls += call + ";";
    expected.push_back(HasSubstr(access));
  };
  std::string globals = "char seenText[4] = \"abc\"; pthread_mutex_t m; pthread_cond_t c;"
                        "pthread_rwlock_t r; pthread_barrier_t b;";
  for (const std::string kind : {"attr", "mutexattr", "condattr", "rwlockattr", "barrierattr"}) {
    globals += "pthread_" + kind + "_t seen_" + kind + ";";
    add("pthread_" + kind + "_init(&seen_" + kind + ")", "write");
  }
  for (const std::string property :
       {"attr_setdetachstate", "attr_setscope", "attr_setschedpolicy", "attr_setinheritsched",
        "attr_setguardsize", "mutexattr_settype", "mutexattr_setpshared", "mutexattr_setprotocol",
        "condattr_setclock", "condattr_setpshared", "rwlockattr_setkind_np",
        "rwlockattr_setpshared", "barrierattr_setpshared"})
    add("pthread_" + property + "(&seen_" + property.substr(0, property.find('_')) + ", 0)",
        "write");
  add("pthread_attr_setstacksize(&seen_attr, 1 << 20)", "write");
  add("pthread_mutex_init(&m, &seen_mutexattr)", "read");
  add("pthread_cond_init(&c, &seen_condattr)", "read");
  add("pthread_rwlock_init(&r, &seen_rwlockattr)", "read");
  add("pthread_barrier_init(&b, &seen_barrierattr, 1)", "read");
  add("pthread_setname_np(pthread_self(), seenText)", "read");
  for (const std::string kind : {"attr", "mutexattr", "condattr", "rwlockattr", "barrierattr"})
    add("pthread_" + kind + "_destroy(&seen_" + kind + ")", "write");
  expected.push_back("t0 exit");
  EXPECT_THAT(Followed(globals, "", calls).events, ElementsAreArray(expected));
}

TEST(ThreadedEvents, ABarrierIsNotDestroyedWhileSomebodyWaits) {
  const Followed run("pthread_barrier_t b; atomic_int n;", "n = 1; pthread_barrier_destroy(&b);",
                     "pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, a, 0);"
                     "pthread_barrier_wait(&b);");
  EXPECT_THAT(run.findings, Contains(HasSubstr("while threads wait at it")));
}

TEST(ThreadedEvents, FaultsThatDependOnAGuessAreNotFindings) {
  const std::string guess = "#include <assert.h>\nint raceward_guess_int(void);\n";
  std::vector<std::string> gaps;
  for (const char *condition : {"== 3", "!= 3"}) {
    const Followed run(guess, "", std::string("assert(raceward_guess_int() ") + condition + ");");
    EXPECT_THAT(run.findings, IsEmpty());
    gaps.insert(gaps.end(), run.gaps.begin(), run.gaps.end());
  }
  EXPECT_THAT(gaps, Contains(HasSubstr("guessed-result: the assertion")));
  // It fails whatever the guess is.
  const Followed certain(guess, "", "int g = raceward_guess_int(); assert((g | 1) == 0);");
  EXPECT_THAT(certain.findings, ElementsAre(HasSubstr("fails")));
}

TEST(ThreadedEvents, OneStepThatAsksManyQuestionsEndsWithTheTime) {
  const std::string scan = "#include <stdio.h>\nchar text[16]; int seen;\n"
                           "void raceward_any_bytes(void *, unsigned long);\n";
  const std::string main = "raceward_any_bytes(text, 15); sscanf(text, \"%d\", &seen);";
  unsigned looks = 0;
  MachineOptions options;
  options.solver.secondsLeft = [&] { return ++looks > 10 ? 0.0 : 1000.0; };
  const Followed run(scan, "", main, MemoryModel::C11, {}, options);
  EXPECT_THAT(run.gaps, Contains(HasSubstr("time-limit")));
  EXPECT_LT(looks, 100U);
}

} // namespace
} // namespace raceward::test
