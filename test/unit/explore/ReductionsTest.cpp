// The table of reductions.
#include "Comparison.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

TEST(Reductions, AreFoundByTheirNames) {
  for (const ReductionRow &row : reductions()) {
    EXPECT_EQ(&rowOf(row.id), &row);
    EXPECT_EQ(reductionNamed(row.name), row.id) << row.name;
    EXPECT_FALSE(row.summary.empty()) << row.name;
  }
  EXPECT_FALSE(reductionNamed(""));
  EXPECT_FALSE(reductionNamed("optima"));
}

TEST(Reductions, KeepTheirNumbersInBundlesAndJournals) {
  EXPECT_EQ(reductions()[0].name, "none");
  EXPECT_EQ(reductions()[1].name, "classic");
  EXPECT_EQ(reductions()[2].name, "source");
  EXPECT_EQ(reductions()[3].name, "optimal");
}

/// The search replaces a reduction once at most.
TEST(Reductions, AFallbackIsItsOwnFallback) {
  for (const ReductionRow &row : reductions())
    EXPECT_EQ(rowOf(row.fallback).fallback, row.fallback) << row.name;
}

} // namespace
} // namespace raceward::test
