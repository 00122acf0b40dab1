// Lines for a terminal: never wider, never more than asked for, and no figure that means nothing.
#include "raceward/report/WorkTable.h"

#include "text/Glyphs.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

WorkStatus statusOf(std::size_t workers) {
  WorkStatus status;
  status.seconds = 100;
  for (std::size_t i = 0; i < workers; ++i)
    status.workers.push_back({"worker " + std::to_string(i + 1), true, i % 2 == 0, 10 + i,
                              1000 * (i + 1), static_cast<double>(i % 101)});
  status.itemsOpen = 12;
  status.itemsClosed = 3456;
  status.runs = 1'000'000;
  status.fraction = 0.125;
  status.fractionLow = 0.031;
  return status;
}

TEST(WorkTable, ShowsWhoWorks) {
  WorkStatus status = statusOf(2);
  status.workers[0].busySeconds = 98;
  status.workers[1].isThere = false;
  EXPECT_THAT(workTable(status, 45678.9, {80, 24}),
              ElementsAre("  worker 1 busy        98 %          1,000 runs         10 items",
                          "  worker 2 gone       1.0 %          2,000 runs         11 items",
                          "  12 items open, 3,456 closed; 45,678 runs/s; about 12 % done (at "
                          "least 3.1 %)"));
}

TEST(WorkTable, FitsTheTerminal) {
  for (const std::size_t workers : {0U, 1U, 2U, 64U, 1000U})
    for (const unsigned width : {1U, 2U, 10U, 20U, 40U, 79U, 80U, 200U})
      for (const std::size_t most : {1U, 2U, 3U, 5U, 22U, 66U}) {
        WorkStatus status = statusOf(workers);
        if (workers > 0)
          status.workers[0].name = "a\x1b[31m name that is \xE4\xB8\xAD\xE6\x96\x87 long\n";
        const std::vector<std::string> lines = workTable(status, 1e12, {width, most});
        ASSERT_GE(lines.size(), 1U);
        ASSERT_LE(lines.size(), most);
        for (const std::string &line : lines) {
          ASSERT_LE(displayWidth(line), std::max(width - 1, 1U)) << line;
          ASSERT_EQ(line, printable(line));
        }
      }
}

TEST(WorkTable, ShowsTheBusiestOfManyAndSumsUpTheRest) {
  WorkStatus status = statusOf(1000);
  status.workers[777].busySeconds = 1000;
  status.workers[999].isThere = false;
  const std::vector<std::string> lines = workTable(status, 0, {80, 5});
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("worker 778")));
  EXPECT_THAT(lines[3], HasSubstr("997 more: 499 busy, 497 idle, 1 gone"));
  EXPECT_THAT(lines[4], HasSubstr("12 items open"));
}

TEST(WorkTable, SumsUpInTwoLinesWhereOneIsTooShort) {
  WorkStatus status = statusOf(1);
  status.fractionLow = 0.1;
  status.races = 2;
  EXPECT_THAT(workTable(status, 1000, {80, 24}),
              ElementsAre(HasSubstr("worker 1"),
                          "  12 items open, 3,456 closed; 1,000 runs/s; about 12 % done (at least "
                          "10 %)",
                          "  11 min left; 2 races"));
  // The workers go first, the sum last.
  EXPECT_THAT(workTable(status, 1000, {80, 2}),
              ElementsAre(HasSubstr("12 items open"), "  11 min left; 2 races"));
  EXPECT_THAT(workTable(status, 1000, {80, 1}), ElementsAre(HasSubstr("12 items open")));
}

TEST(WorkTable, LeavesOutWhatDoesNotFitAsAWhole) {
  const std::vector<std::string> lines = workTable(statusOf(1), 5, {30, 24});
  EXPECT_THAT(lines[0], Not(HasSubstr("runs")));
  EXPECT_THAT(lines[0], HasSubstr("busy"));
}

TEST(WorkTable, SaysHowLongOnlyWhenThatMeansSomething) {
  const auto line = [](double fraction, double low, double seconds) {
    WorkStatus status = statusOf(0);
    status.fraction = fraction;
    status.fractionLow = low;
    status.seconds = seconds;
    return workTable(status, 1, {200, 24}).back();
  };
  EXPECT_THAT(line(0.25, 0.2, 100), HasSubstr("; 5 min left"));
  EXPECT_THAT(line(0.25, 0.1, 100), Not(HasSubstr("left")));    // it may be far less
  EXPECT_THAT(line(0.25, 0.2, 1), Not(HasSubstr("left")));      // too early
  EXPECT_THAT(line(0.005, 0.004, 100), Not(HasSubstr("left"))); // too little
  EXPECT_THAT(line(0, 0, 100), Not(HasSubstr("done")));         // nothing is known
  EXPECT_THAT(line(0.9999, 0.0001, 100), HasSubstr("about 99 % done (at least under 0.1 %)"));
}

TEST(RunRate, IsThatOfTheLastSeconds) {
  RunRate rate;
  EXPECT_EQ(rate.perSecond(), 0);
  const auto add = [&](double seconds, std::uint64_t runs) {
    WorkStatus status;
    status.seconds = seconds;
    status.runs = runs - runs / 4;
    status.blockedRuns = runs / 4;
    rate.add(status);
  };
  add(2, 200);
  EXPECT_EQ(rate.perSecond(), 100);
  for (int second = 3; second <= 100; ++second)
    add(second, 200 + static_cast<std::uint64_t>(second - 2) * 10);
  EXPECT_EQ(rate.perSecond(), 10);
  add(1, 50); // another search
  EXPECT_EQ(rate.perSecond(), 50);
}

} // namespace
} // namespace raceward
