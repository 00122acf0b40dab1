// `holds` cannot be had by accident.
#include "raceward/model/Property.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

PathLedger closedLedger() {
  PathLedger ledger;
  ledger.closed = true;
  return ledger;
}

TEST(Property, HoldsOnlyIfEveryPathWasFollowed) {
  EXPECT_TRUE(conclude(closedLedger()).holds());
  EXPECT_EQ(conclude(closedLedger()).name(), "holds");
  EXPECT_FALSE(conclude(PathLedger{}).holds());
  EXPECT_EQ(conclude(PathLedger{}).name(), "unknown");
  EXPECT_FALSE(conclude(PathLedger{}).reasons().empty());
}

TEST(Property, OneGapForbidsIt) {
  PathLedger ledger = closedLedger();
  ledger.gaps.push_back({GapKind::SolverLimit, "too hard", {}, {}});
  const PropertyVerdict verdict = conclude(ledger);
  EXPECT_EQ(verdict.name(), "unknown");
  ASSERT_EQ(verdict.reasons().size(), 1U);
  EXPECT_EQ(verdict.reasons().front().kind, GapKind::SolverLimit);
}

TEST(Property, APathThatExistsIsEnough) {
  PathLedger ledger;
  ledger.gaps.push_back({GapKind::TimeLimit, "out of time", {}, {}});
  ledger.violations.push_back({"invalid-read", "read outside", {}, {}, {}, {}});
  EXPECT_TRUE(conclude(ledger).isViolated());
  EXPECT_EQ(conclude(ledger).name(), "violated");
}

TEST(Property, NamesGoBothWays) {
  for (const Property property :
       {Property::NoDataRace, Property::Assertions, Property::MemorySafety})
    EXPECT_EQ(propertyFromString(toString(property)), property);
  EXPECT_FALSE(propertyFromString("assertion"));
}

} // namespace
} // namespace raceward
