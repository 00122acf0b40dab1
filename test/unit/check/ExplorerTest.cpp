// Programs with threads, executed under every schedule.
#include "ExploreC.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using test::exploreC;
using test::provesRaceFree;

TEST(Explorer, TwoWritersRace) {
  const Exploration report = exploreC(R"(
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
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races.front().first.name, "v");
  EXPECT_NE(report.races.front().firstThread, report.races.front().secondThread);
  EXPECT_LE(report.stats.runs, 1U);
}

// A section has no access site of its own, and is one side of a race nevertheless.
TEST(Explorer, AllRacesAreThoseOfSectionsToo) {
  ExploreOptions options;
  options.allRaces = true;
  const Exploration report = exploreC(R"(
    void __VERIFIER_atomic_begin(void);
    void __VERIFIER_atomic_end(void);
    int v;
    void *a(void *x) {
      __VERIFIER_atomic_begin();
      v = 1;
      __VERIFIER_atomic_end();
      return x;
    }
    void *b(void *x) { v = 2; return x; }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, a, 0);
      pthread_create(&u, 0, b, 0);
      v = 3;
      return 0;
    })",
                                      options);
  EXPECT_EQ(report.races.size(), 3U);
}

TEST(Explorer, OneMutexOrdersThem) {
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

TEST(Explorer, TwoMutexesDoNot) {
  const Exploration report = exploreC(R"(
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
  ASSERT_EQ(report.races.size(), 1U);
}

// Only one schedule in which the flag is seen leads to the race.
TEST(Explorer, ARaceBehindAGuardedFlag) {
  const Exploration report = exploreC(R"(
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
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races.front().first.name, "v");
}

TEST(Explorer, InputsOfARaceAreSmall) {
  const Exploration report = exploreC(R"(
    int __VERIFIER_nondet_int(void);
    int v[100];
    int i;
    void *a(void *x) {
      int j = __VERIFIER_nondet_int();
      if (j >= 0 && j < 100)
        v[j] = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      i = __VERIFIER_nondet_int();
      int unused = __VERIFIER_nondet_int();
      if (unused > -1000 && i > 7 && i < 100) {
        pthread_create(&t, 0, a, 0);
        v[i] = 2;
      }
      return 0;
    })");
  ASSERT_EQ(report.races.size(), 1U);
  const std::vector<GivenInput> &inputs = report.races.front().run.inputs;
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_LT(std::stoi(inputs[0].value), 16);
  EXPECT_GT(std::stoi(inputs[0].value), 7);
  EXPECT_EQ(inputs[1].value, "0");
  EXPECT_EQ(inputs[2].value, inputs[0].value); // or they would not meet
}

TEST(Explorer, HandOverThroughAGuardedFlagIsNoRace) {
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

TEST(Explorer, ARaceForOneInputOnly) {
  const Exploration report = exploreC(R"(
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
  ASSERT_EQ(report.races.size(), 1U);
  bool found = false;
  for (const GivenInput &input : report.races.front().run.inputs)
    found |= input.source == "__VERIFIER_nondet_int" && input.value == "12345" && input.bits == 32;
  EXPECT_TRUE(found);
}

TEST(Explorer, AnInputThatCannotBeIsNoRace) {
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

TEST(Explorer, SeqCstAtomicsOrder) {
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

TEST(Explorer, WeakerAtomicsForbidAProof) {
  const Exploration report = exploreC(R"(
    int v;
    atomic_int mine, yours;
    void *a(void *x) {
      atomic_store_explicit(&mine, 1, memory_order_relaxed);
      if (!atomic_load_explicit(&yours, memory_order_relaxed))
        v = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      atomic_store_explicit(&yours, 1, memory_order_relaxed);
      if (!atomic_load_explicit(&mine, memory_order_relaxed))
        v = 2;
      pthread_join(t, 0);
      return v;
    })");
  EXPECT_FALSE(report.provesRaceFree());
  ASSERT_FALSE(report.gaps.empty());
  EXPECT_EQ(report.gaps.front().kind, GapKind::WeakMemory);
}

TEST(Explorer, ElementsAreToldApart) {
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
                  .races.size() == 1);
}

// Rule R3: the end of main does not hide what another thread still does.
TEST(Explorer, TheEndOfMainComesLast) {
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
                  .races.size() == 1);
}

// Nor does it end the wait for a lock that another schedule would have granted first.
TEST(Explorer, ALockThatWaitsAtTheEndOfTheProcessIsReversed) {
  EXPECT_FALSE(exploreC(R"(
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
                   .races.empty());
}

TEST(Explorer, WhatIsNotFollowedForbidsAProof) {
  const Exploration report = exploreC(R"(
    int v;
    void of_nobody(void);
    void *a(void *x) {
      of_nobody();
      v = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      v = 2;
      pthread_join(t, 0);
      return 0;
    })");
  EXPECT_TRUE(report.races.empty());
  EXPECT_FALSE(report.provesRaceFree());
  EXPECT_FALSE(report.gaps.empty());
}

// The search finds the race after hundreds of steps of one thread; it needs one of each.
TEST(Explorer, TheRunBehindARaceHasNoMoreThanItNeeds) {
  const Exploration report = exploreC(R"(
    int v, w;
    void *a(void *x) { for (int i = 0; i < 300; i++) v++; return x; }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, a, 0);
      pthread_create(&u, 0, a, 0);
      pthread_join(t, 0);
      pthread_join(u, 0);
      return v;
    })");
  ASSERT_EQ(report.races.size(), 1U);
  const Evidence &run = report.races.front().run;
  EXPECT_EQ(run.steps.size(), 5U); // two creations, read and write of one, read of the other
  EXPECT_EQ(run.steps[run.firstAccess].action, ActionKind::Write);
  EXPECT_EQ(run.steps.back().action, ActionKind::Read);
  EXPECT_NE(run.steps[run.firstAccess].thread, run.steps.back().thread);
  ASSERT_EQ(run.threads.size(), 3U);
  EXPECT_EQ(run.threads[2].creator, 0U);
}

// Depth first never ends the first run of such a program.
TEST(Explorer, HuntsWhereThreadsAreCreatedWithoutEnd) {
  const Exploration report = exploreC(R"(
    int ticks, late;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *server(void *x) {
      for (int i = 0;; i++) {
        pthread_mutex_lock(&m);
        ticks++;
        pthread_mutex_unlock(&m);
        if (i == 3)
          late = 1;
      }
      return x;
    }
    int main(void) {
      pthread_t t;
      for (;;)
        pthread_create(&t, 0, server, 0);
    })");
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races.front().first.name, "late");
  EXPECT_GT(report.stats.huntedRuns, 0U);
}

// Each thread would spend more events on its own array than a run has.
TEST(Explorer, HuntedRunsPassWhatOneThreadUses) {
  const Exploration report = exploreC(R"(
    char *kept[2];
    int at, late;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *worker(void *x) {
      char own[30000];
      pthread_mutex_lock(&m);
      char *mine = kept[at++] = own;
      pthread_mutex_unlock(&m);
      for (int i = 0; i < 30000; i++)
        mine[i] = 1;
      late = mine[7];
      return x;
    }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, worker, 0);
      pthread_create(&u, 0, worker, 0);
      pthread_join(t, 0);
      pthread_join(u, 0);
    })");
  ASSERT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.races.front().first.name, "late");
  EXPECT_GT(report.stats.huntedRuns, 1U);
}

TEST(Explorer, TellsWhereHuntedRunsStop) {
  const Exploration report = exploreC(R"(
    void unknown(void);
    void exit(int);
    void *a(void *x) { return x; }
    int main(int argc, char **argv) {
      pthread_t t;
      if (argc > 3)
        exit(1);
      pthread_create(&t, 0, a, 0);
      unknown();
      return 0;
    })");
  ASSERT_EQ(report.stats.huntedStops.size(), 2U);
  std::uint64_t runs = 0;
  for (const HuntedStop &stop : report.stats.huntedStops) {
    runs += stop.runs;
    EXPECT_TRUE(stop.at.known());
    EXPECT_THAT(stop.reason, testing::AnyOf(testing::HasSubstr("unknown"), "the process ends"));
  }
  EXPECT_EQ(runs, report.stats.huntedRuns);
}

// The runs end where the program does; none of them says more than the one before.
TEST(Explorer, HuntsBeyondGapsAsLongAsTheyReachSomethingNew) {
  const Exploration small = exploreC(R"(
    void unknown(void);
    int v;
    void *a(void *x) { v = 1; return x; }
    int main(void) {
      pthread_t t;
      unknown();
      pthread_create(&t, 0, a, 0);
      v = 2;
      return 0;
    })");
  EXPECT_TRUE(small.races.empty());
  EXPECT_LE(small.stats.huntedRuns, 5'001U);
}

// Freed here while another thread may still use it.
TEST(Explorer, MemoryThatEndsUnderAnotherThreadIsNoCrash) {
  const Exploration report = exploreC(R"(
    void *calloc(unsigned long, unsigned long);
    void free(void *);
    struct cache { int hits; } *cache;
    void *a(void *x) { cache->hits++; return x; }
    int main(void) {
      pthread_t t;
      cache = calloc(1, sizeof *cache);
      pthread_create(&t, 0, a, 0);
      free(cache);
      pthread_join(t, 0);
      return 0;
    })");
  EXPECT_FALSE(report.provesRaceFree());
}

} // namespace
} // namespace raceward
