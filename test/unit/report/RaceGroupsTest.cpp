#include "story/RaceGroups.h"

#include "Results.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

Conviction raceIn(const std::string &name, std::uint32_t line, const std::string &file = "a.c") {
  Conviction made;
  made.first = site(AccessKind::Write, {"a.c", line, 5}, "f", name);
  made.second = site(AccessKind::Read, {file, line + 10, 5}, "g", name);
  return made;
}

std::vector<RaceGroup> grouped(const std::vector<Conviction> &races) {
  return groupedByVariable(findingsOf(races));
}

TEST(RaceGroups, OneForEachVariableInTheOrderOfTheRaces) {
  const std::vector<RaceGroup> groups =
      grouped({raceIn("y", 1), raceIn("x", 2), raceIn("y", 3), raceIn("", 4)});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].races.size(), 2U);
  EXPECT_EQ(headingOf(groups[0], 3), "2 data races on 'y', on lines 1, 3, 11 and 13");
  EXPECT_EQ(headingOf(groups[1], 3), "1 data race on 'x', on lines 2 and 12");
  EXPECT_EQ(headingOf(groups[2], 3), "1 data race on memory without a name, on lines 4 and 14");
}

TEST(RaceGroups, OneRaceNeedsNoHeading) {
  const std::vector<RaceGroup> groups = grouped({raceIn("y", 1)});
  EXPECT_EQ(headingOf(groups.at(0), groups.size()), "");
}

TEST(RaceGroups, LinesOfSeveralFilesAreNotNamed) {
  const std::vector<RaceGroup> groups = grouped({raceIn("y", 1, "b.c"), raceIn("y", 2)});
  EXPECT_EQ(headingOf(groups.at(0), groups.size()), "2 data races on 'y'");
}

} // namespace
} // namespace raceward
