// Items and results as bytes.
#include "raceward/explore/WorkItem.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

WorkItem anItem() {
  WorkItem item;
  item.names = {{0, UINT32_MAX}, {0, 0}};
  item.path = {{0, 0}, {1, UINT64_MAX}};
  item.nodes = {{1, {0, 1}, 1, {}}, {2, {1}, 0, {7, 1ULL << 40}}};
  item.owned = 3;
  item.isBranch = true;
  item.effort = 12345;
  return item;
}

ItemResult aResult() {
  ItemResult result;
  result.ended = ItemResult::Ended::Split;
  result.counters.runs = 5;
  result.names = {{0, UINT32_MAX}};
  result.demands = {{0, {2, 1}}, {1, {}}};
  result.races = {{{3, 4}, {{0, 0}, {1, 2}}, 1}};
  result.ambiguousOrder = true;
  result.outcomesLeft = {9};
  result.into = NamedStep{1, 2};
  result.open = {{{0, 1}, {1}, 0, {5}, {1, 6}}};
  result.givenBack = 1;
  result.why = "why";
  result.enclosed = std::string("\0x", 2);
  return result;
}

TEST(ItemCodec, ComesBackAsItWas) {
  const auto item = decodeItem(encode(anItem()));
  ASSERT_TRUE(item);
  EXPECT_EQ(*item, anItem());
  const auto result = decodeResult(encode(aResult()));
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, aResult());
}

TEST(ItemCodec, WhatIsCutOrLongerIsNothing) {
  const std::string item = encode(anItem());
  for (std::size_t length = 0; length < item.size(); ++length)
    EXPECT_FALSE(decodeItem(item.substr(0, length))) << length;
  EXPECT_FALSE(decodeItem(item + '\0'));
  const std::string result = encode(aResult());
  for (std::size_t length = 0; length < result.size(); ++length)
    EXPECT_FALSE(decodeResult(result.substr(0, length))) << length;
  EXPECT_FALSE(decodeResult(result + '\0'));
}

TEST(ItemCodec, IdsTellItemsAndSearchesApart) {
  WorkItem other = anItem();
  other.nodes[0].current = 0;
  EXPECT_EQ(idOf(anItem(), "a"), idOf(anItem(), "a"));
  EXPECT_NE(idOf(anItem(), "a"), idOf(other, "a"));
  EXPECT_NE(idOf(anItem(), "a"), idOf(anItem(), "b"));
  EXPECT_EQ(idOf(anItem(), "a").size(), 32U);
}

} // namespace
} // namespace raceward
