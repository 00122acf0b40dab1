// The cells that an access may touch: all of those that one of its elements touches, and for rows
// of structs no others.
#include "points/Layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace raceward::points {
namespace {

using ::testing::ElementsAre;
using Cells = std::set<std::uint32_t>;

Cells cellsOf(const Layout &layout, const Place &place, std::uint64_t bytes) {
  Cells cells;
  for (const CoveredCell &covered : layout.covered(place, bytes))
    cells.insert(covered.cell);
  return cells;
}

Place row(std::int64_t first, std::int64_t last, std::uint64_t period) {
  return {0, first, last, period};
}

TEST(Layout, RowOfAMemberTouchesThatMember) {
  const Layout unknownCount = Layout::ofBytes(std::nullopt, 40, 8);
  EXPECT_THAT(cellsOf(unknownCount, row(8, kNoEnd, 40), 8), ElementsAre(1));
  // An index that may be any `int`.
  constexpr std::int64_t kFar = (std::int64_t{1} << 31) * 40;
  EXPECT_THAT(cellsOf(unknownCount, row(8 - kFar, 8 + kFar, 40), 8), ElementsAre(1));
  EXPECT_THAT(cellsOf(Layout::ofBytes(320, 40, 8), row(16 - kFar, 16 + kFar, 40), 4),
              ElementsAre(2));
}

// Held against the elements, one by one. Beyond the size of an object there are none.
TEST(Layout, RowsTouchWhatTheirElementsTouch) {
  std::mt19937 random(7);
  const auto upTo = [&](int most) { return static_cast<std::int64_t>(random() % (most + 1)); };
  for (int i = 0; i < 20'000; ++i) {
    const bool isSized = upTo(1) == 0;
    const std::uint64_t size = 8 + 8 * upTo(100);
    const Layout layout = Layout::ofBytes(
        isSized ? std::optional(size) : std::nullopt,
        upTo(1) == 0 ? std::optional<std::uint64_t>(8 + 8 * upTo(12)) : std::nullopt, 8);
    const auto period = static_cast<std::uint64_t>(2 + upTo(90));
    const std::int64_t first = upTo(3) == 0 ? -upTo(3000) : upTo(200);
    const bool isEndless = upTo(3) == 0;
    const std::int64_t last =
        isEndless ? kNoEnd
                  : first + upTo(upTo(1) == 0 ? 5 : 300) * static_cast<std::int64_t>(period);
    const auto bytes = static_cast<std::uint64_t>(1 + upTo(24));
    const Cells covered = cellsOf(layout, row(first, last, period), bytes);
    const std::int64_t end = isSized ? static_cast<std::int64_t>(size) : 4000;
    std::int64_t at = first;
    if (isEndless) // its start is not known either
      while (at + static_cast<std::int64_t>(bytes) > 0)
        at -= static_cast<std::int64_t>(period);
    for (; at < end && (isEndless || at <= last); at += static_cast<std::int64_t>(period))
      for (const std::uint32_t cell : cellsOf(layout, row(at, at, 0), bytes))
        ASSERT_TRUE(covered.contains(cell))
            << "cell " << cell << " of the element at " << at << "; row " << first << ".." << last
            << " by " << period << ", " << bytes << " bytes, object of " << (isSized ? size : 0);
  }
}

} // namespace
} // namespace raceward::points
