#include "witness/WitnessPlan.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

TEST(WitnessConstraint, GivesTheValueOfAResult) {
  EXPECT_EQ(resultInConstraint("\\result == 5"), 5);
  EXPECT_EQ(resultInConstraint("(\\result) == (-5)"), -5);
  EXPECT_EQ(resultInConstraint("(\\result==0x1fU)"), 31);
  EXPECT_EQ(resultInConstraint("017 == \\result"), 15);
  EXPECT_EQ(resultInConstraint("\\result == 18446744073709551615ULL"), -1);
}

TEST(WitnessConstraint, LeavesEverythingElse) {
  for (const char *other :
       {"", "\\result", "\\result > 5", "\\result == x", "x == 5", "\\result == 5 && y",
        "\\result == 1.5", "\\result == ", "\\result == 99999999999999999999"})
    EXPECT_FALSE(resultInConstraint(other)) << other;
}

} // namespace
} // namespace raceward
