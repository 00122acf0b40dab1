#include "story/RaceStory.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Main creates T1 in line 9, T1 locks m in line 4 and writes in line 5, main reads in line 10.
class SampleRun {
public:
  SampleRun() {
    run.threads = {{"main", {}, {}}, {"work", 0, {"a.c", 9, 3}}};
    add(0, "create", "", 9).target = 1;
    add(1, "lock", "m", 4, 1).after = {0};
    run.firstAccess = 2;
    add(1, "write", "x", 5);
  }

  EvidenceStep &add(std::uint32_t thread, std::string_view action, std::string object,
                    std::uint32_t line, std::optional<std::uint32_t> meeting = {}) {
    EvidenceStep step;
    step.thread = thread;
    step.action = actionKindNamed(action).value();
    step.object = std::move(object);
    step.at = {"a.c", line, 1};
    step.meeting = meeting;
    return run.steps.emplace_back(std::move(step));
  }

  Evidence run;
};

TEST(RaceStory, OneSideHoldsALock) {
  SampleRun made;
  made.add(0, "read", "x", 10);
  EXPECT_EQ(whyUnordered(made.run), "T1 holds 'm' (line 4), T0 holds no lock. T0 has created T1 "
                                    "(line 9) and not yet waited for its end.");
  EXPECT_EQ(raceHint(made.run, "x"), "hold 'm' around the other access, too, or make 'x' atomic");
}

TEST(RaceStory, LocksThatAreNotTheSame) {
  SampleRun made;
  made.add(0, "lock", "m", 9, 2);
  made.add(0, "read", "x", 10);
  EXPECT_THAT(whyUnordered(made.run),
              HasSubstr("T1 holds 'm' (line 4), T0 holds 'm' (line 9): not the same."));
  EXPECT_EQ(raceHint(made.run, ""),
            "hold the same lock around both accesses, or make the object atomic");
}

TEST(RaceStory, ReadersDoNotExcludeEachOther) {
  SampleRun made;
  made.run.steps[1].action = ActionKind::ReadLock;
  made.add(0, "rdlock", "m", 9, 1);
  made.add(0, "read", "x", 10);
  EXPECT_THAT(whyUnordered(made.run), HasSubstr("readers do not exclude each other"));
  EXPECT_THAT(raceHint(made.run, "x"), HasSubstr("take 'm' for writing"));
}

TEST(RaceStory, NoLockAndNoOtherAttempt) {
  SampleRun made;
  made.run.steps[1].action = ActionKind::Local;
  made.add(0, "read", "x", 10);
  EXPECT_THAT(whyUnordered(made.run), HasSubstr("Neither thread holds a lock."));
  EXPECT_THAT(whyUnordered(made.run), Not(HasSubstr("last")));
}

TEST(RaceStory, AnOrderThatComesTooEarlyIsNamed) {
  SampleRun made;
  made.run.steps[1] = made.add(1, "post", "s", 4, 1);
  made.run.steps.pop_back();
  made.run.steps[1].after = {0};
  made.add(0, "wait", "s", 9, 1).after = {1};
  made.add(0, "read", "x", 10);
  EXPECT_THAT(whyUnordered(made.run),
              HasSubstr("The last that T0 has seen of T1 is its post of 's' (line 4)"));
  EXPECT_THAT(raceHint(made.run, "x"), HasSubstr("before the post of 's' (line 4)"));
}

TEST(RaceStory, Siblings) {
  SampleRun made;
  made.run.threads.push_back({"work", 0, {"b.c", 11, 3}});
  made.add(2, "read", "x", 10).at.file = "b.c";
  EXPECT_THAT(whyUnordered(made.run),
              HasSubstr("T0 has created T1 (line 9 of a.c) and T2 (line 11 of b.c) without"));
}

TEST(RaceStory, NamesAreInert) {
  SampleRun made;
  made.run.steps[1].object = "m\x1b[31m\n";
  made.add(0, "read", "x", 10);
  for (const char c : whyUnordered(made.run))
    EXPECT_GE(static_cast<unsigned char>(c), ' ');
}

} // namespace
} // namespace raceward
