// Programs with threads, executed under every schedule.
#include "raceward/check/Schedules.h"

#include "raceward/base/File.h"
#include "raceward/program/Load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace raceward {
namespace {

ScheduleReport exploreC(const std::string &body) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("schedules-" + std::to_string(getpid()) + ".c"))
          .string();
  std::ofstream(path) << "#include <pthread.h>\n#include <stdatomic.h>\n"
                         "int __VERIFIER_nondet_int(void);\n"
                         "void __VERIFIER_assume(int);\n"
                      << body;
  LoadRequest request;
  request.files = {path};
  const Result<Program> program = loadProgram(request);
  std::filesystem::remove(path);
  EXPECT_TRUE(program) << (program ? "" : program.error().details);
  ScheduleOptions options;
  options.bounds.runs = 100'000;
  const Result<ScheduleReport> report = exploreSchedules(*program, options);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report ? *report : ScheduleReport{};
}

testing::AssertionResult provesRaceFree(const ScheduleReport &report) {
  if (report.provesRaceFree())
    return testing::AssertionSuccess();
  testing::AssertionResult failure = testing::AssertionFailure();
  if (report.race)
    failure << "race on " << report.race->first.name << "; ";
  for (const Gap &gap : report.gaps)
    failure << toString(gap.at) << ": " << gap.message << "; ";
  return failure << toString(report.ended);
}

TEST(Schedules, TwoWritersRace) {
  const ScheduleReport report = exploreC(R"(
    int v;
    void *a(void *x) { v = 1; return x; }
    void *b(void *x) { v = 2; return x; }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, a, 0);
      pthread_create(&u, 0, b, 0);
      pthread_join(t, 0);
      pthread_join(u, 0);
      return v;
    })");
  ASSERT_TRUE(report.race);
  EXPECT_EQ(report.race->first.name, "v");
  EXPECT_NE(report.race->firstThread, report.race->secondThread);
  EXPECT_LE(report.counters.runs, 1U);
}

TEST(Schedules, OneMutexOrdersThem) {
  EXPECT_TRUE(provesRaceFree(exploreC(R"(
    int v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        v++;
        pthread_mutex_unlock(&m);
      }
      return x;
    }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, a, 0);
      pthread_create(&u, 0, a, 0);
      pthread_mutex_lock(&m);
      v = 7;
      pthread_mutex_unlock(&m);
      pthread_join(t, 0);
      pthread_join(u, 0);
      return v;
    })")));
}

TEST(Schedules, TwoMutexesDoNot) {
  const ScheduleReport report = exploreC(R"(
    int v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      pthread_mutex_lock(&n);
      v++;
      pthread_mutex_unlock(&n);
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_mutex_lock(&m);
      v = 7;
      pthread_mutex_unlock(&m);
      pthread_join(t, 0);
      return 0;
    })");
  ASSERT_TRUE(report.race);
}

// Only one schedule in which the flag is seen leads to the race.
TEST(Schedules, ARaceBehindAGuardedFlag) {
  const ScheduleReport report = exploreC(R"(
    int flag, v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      pthread_mutex_lock(&m);
      flag = 1;
      pthread_mutex_unlock(&m);
      v = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_mutex_lock(&m);
      int seen = flag;
      pthread_mutex_unlock(&m);
      if (seen)
        v = 2;
      pthread_join(t, 0);
      return 0;
    })");
  ASSERT_TRUE(report.race);
  EXPECT_EQ(report.race->first.name, "v");
}

TEST(Schedules, HandOverThroughAGuardedFlagIsNoRace) {
  EXPECT_TRUE(provesRaceFree(exploreC(R"(
    int flag, v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      v = 1;
      pthread_mutex_lock(&m);
      flag = 1;
      pthread_mutex_unlock(&m);
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_mutex_lock(&m);
      int seen = flag;
      pthread_mutex_unlock(&m);
      if (seen)
        v = 2;
      pthread_join(t, 0);
      return 0;
    })")));
}

TEST(Schedules, ARaceForOneInputOnly) {
  const ScheduleReport report = exploreC(R"(
    int v;
    void *a(void *x) { v = 1; return x; }
    int main(void) {
      pthread_t t;
      int n = __VERIFIER_nondet_int();
      pthread_create(&t, 0, a, 0);
      if (n == 12345)
        v = 2;
      pthread_join(t, 0);
      return 0;
    })");
  ASSERT_TRUE(report.race);
  bool found = false;
  for (const InputValue &input : report.inputs)
    found |= input.what == "__VERIFIER_nondet_int" && input.value.low64() == 12345;
  EXPECT_TRUE(found);
}

TEST(Schedules, AnInputThatCannotBeIsNoRace) {
  EXPECT_TRUE(provesRaceFree(exploreC(R"(
    int v;
    void *a(void *x) { v = 1; return x; }
    int main(void) {
      pthread_t t;
      int n = __VERIFIER_nondet_int();
      __VERIFIER_assume(n > 0 && n < 1000);
      pthread_create(&t, 0, a, 0);
      if (n * n == 2)
        v = 2;
      pthread_join(t, 0);
      return 0;
    })")));
}

TEST(Schedules, SeqCstAtomicsOrder) {
  EXPECT_TRUE(provesRaceFree(exploreC(R"(
    int v;
    atomic_int ready;
    void *a(void *x) { v = 1; ready = 1; return x; }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      if (ready)
        v = 2;
      pthread_join(t, 0);
      return v;
    })")));
}

TEST(Schedules, WeakerAtomicsForbidAProof) {
  const ScheduleReport report = exploreC(R"(
    int v;
    atomic_int ready;
    void *a(void *x) {
      v = 1;
      atomic_store_explicit(&ready, 1, memory_order_relaxed);
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      if (atomic_load_explicit(&ready, memory_order_relaxed))
        v = 2;
      pthread_join(t, 0);
      return v;
    })");
  EXPECT_FALSE(report.provesRaceFree());
  ASSERT_FALSE(report.gaps.empty());
  EXPECT_EQ(report.gaps.front().kind, GapKind::WeakMemory);
}

TEST(Schedules, ElementsAreToldApart) {
  EXPECT_TRUE(provesRaceFree(exploreC(R"(
    int v[2];
    void *a(void *x) { v[1] = 1; return x; }
    int main(void) {
      pthread_t t;
      int i = 0;
      pthread_create(&t, 0, a, 0);
      v[i] = 2;
      pthread_join(t, 0);
      return v[1];
    })")));
  EXPECT_TRUE(exploreC(R"(
    int v[2];
    void *a(void *x) { v[1] = 1; return x; }
    int main(void) {
      pthread_t t;
      int i = __VERIFIER_nondet_int();
      if (i < 0 || i > 1)
        return 0;
      pthread_create(&t, 0, a, 0);
      v[i] = 2;
      pthread_join(t, 0);
      return v[1];
    })")
                  .race);
}

// Rule R3: the end of main does not hide what another thread still does.
TEST(Schedules, TheEndOfMainComesLast) {
  EXPECT_TRUE(exploreC(R"(
    int v;
    void *a(void *x) { v = 1; return x; }
    void *b(void *x) { v = 2; return x; }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_create(&t, 0, b, 0);
      return 0;
    })")
                  .race);
}

// Nor does it end the wait for a lock that another schedule would have granted first.
TEST(Schedules, ALockThatWaitsAtTheEndOfTheProcessIsReversed) {
  EXPECT_TRUE(exploreC(R"(
    int v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      pthread_mutex_lock(&m);
      v = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      v = 2;
      pthread_mutex_lock(&m);
      return 0;
    })")
                  .race);
}

TEST(Schedules, WhatIsNotFollowedForbidsAProof) {
  const ScheduleReport report = exploreC(R"(
    int v;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *a(void *x) {
      if (pthread_mutex_trylock(&m) == 0) {
        v = 1;
        pthread_mutex_unlock(&m);
      }
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_mutex_lock(&m);
      v = 2;
      pthread_mutex_unlock(&m);
      pthread_join(t, 0);
      return 0;
    })");
  EXPECT_FALSE(report.race);
  EXPECT_FALSE(report.provesRaceFree());
  EXPECT_FALSE(report.gaps.empty());
}

} // namespace
} // namespace raceward
