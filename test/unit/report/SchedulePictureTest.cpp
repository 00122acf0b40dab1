// The run behind a race, as the reader sees it.
#include "story/SchedulePicture.h"

#include "text/Glyphs.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using testing::ElementsAre;

EvidenceStep step(std::uint32_t thread, std::string_view action, std::string object,
                  unsigned line) {
  EvidenceStep made;
  made.thread = thread;
  made.action = actionKindNamed(action).value();
  made.object = std::move(object);
  made.at = {"dir/q.c", line, 1};
  return made;
}

Evidence smallRun() {
  Evidence run;
  run.threads = {{"main", {}, {}}, {"worker", 0, {"dir/q.c", 14, 3}}};
  run.steps = {step(0, "create", "", 14), step(1, "choice", "", 5), step(1, "lock", "m", 6),
               step(1, "read", "total", 7), step(0, "write", "total", 16)};
  run.steps[0].target = 1;
  run.firstAccess = 3;
  return run;
}

TEST(SchedulePicture, OneColumnPerThread) {
  EXPECT_THAT(schedulePicture(smallRun(), {}),
              ElementsAre("    T0 main           T1 worker",     //
                          "    14: create T1",                   //
                          "                      6: lock m",     //
                          "                    > 7: read total", //
                          "  > 16: write total"));
}

TEST(SchedulePicture, ListWhereColumnsDoNotFit) {
  PictureOptions options;
  options.width = 30;
  EXPECT_THAT(schedulePicture(smallRun(), options),
              ElementsAre("  T0 main", "  T1 worker", "  T0    14: create T1", "  T1    6: lock m",
                          "  T1  > 7: read total", "  T0  > 16: write total"));
}

TEST(SchedulePicture, NeverWiderThanTheTerminal) {
  Evidence run = smallRun();
  run.threads[1].function = std::string(100, 'w');
  for (std::uint32_t thread = 2; thread < 12; ++thread) {
    run.threads.push_back({"helper", 0, {}});
    run.steps.insert(run.steps.begin() + 1,
                     step(thread, "atomic-update", std::string(90, 'x') + "\xC3\xBC", 8));
    ++run.firstAccess;
    for (unsigned width = 20; width <= 200; width += 9)
      for (const std::string &line : schedulePicture(run, {width, SIZE_MAX}))
        EXPECT_LE(displayWidth(line), width) << line;
  }
}

TEST(SchedulePicture, RepeatedStepsAreCounted) {
  Evidence run = smallRun();
  for (int i = 0; i < 1233; ++i)
    run.steps.insert(run.steps.begin() + 3, step(1, "atomic-read", "flag", 9));
  run.firstAccess += 1233;
  EXPECT_THAT(schedulePicture(run, {}), testing::Contains(testing::HasSubstr("(1,233 times)")));
  EXPECT_EQ(schedulePicture(run, {}).size(), 6U);
}

TEST(SchedulePicture, RacingStepsAreNeverCollapsed) {
  Evidence run = smallRun();
  run.steps = {step(1, "write", "x", 3), step(1, "write", "x", 3), step(0, "write", "x", 4)};
  run.firstAccess = 1;
  EXPECT_THAT(schedulePicture(run, {}),
              ElementsAre("    T0 main      T1 worker", "                 3: write x",
                          "               > 3: write x", "  > 4: write x"));
}

TEST(SchedulePicture, OfALongRunTheMiddleIsLeftOut) {
  Evidence run = smallRun();
  for (unsigned i = 0; i < 100; ++i)
    run.steps.insert(run.steps.begin() + 1, step(1, i % 2 ? "lock" : "unlock", "m", 100 + i));
  run.firstAccess += 100;
  const std::vector<std::string> lines = schedulePicture(run, {80, 20});
  EXPECT_EQ(lines.size(), 21U); // and the header
  EXPECT_EQ(lines[7], "    ... 85 more steps");
  EXPECT_THAT(lines.back(), testing::HasSubstr("> 16: write total"));
}

TEST(SchedulePicture, NamesFilesWhereThereAreSeveral) {
  Evidence run = smallRun();
  run.steps.back().at.file = "/other/main.c";
  EXPECT_THAT(schedulePicture(run, {}), testing::Contains(testing::HasSubstr("> q.c:7: read")));
  EXPECT_THAT(schedulePicture(run, {}), testing::Contains("  > main.c:16: write total"));
}

TEST(SchedulePicture, ValuesAreShownWhereThereIsRoom) {
  Evidence run = smallRun();
  run.steps.back().accesses = {{0, 0, 4, true, "1234567"}};
  EXPECT_THAT(schedulePicture(run, {}),
              testing::Contains(testing::HasSubstr("write total = 1234567")));
  const std::vector<std::string> narrow = schedulePicture(run, {42, SIZE_MAX});
  EXPECT_THAT(narrow.back(), testing::HasSubstr("write total"));
  EXPECT_THAT(narrow.back(), testing::Not(testing::HasSubstr("=")));
  EXPECT_THAT(narrow.back(), testing::Not(testing::HasSubstr("..")));
}

} // namespace
} // namespace raceward
