// What the structure of a text shows, and what it must not.
#include "Texts.h"

#include "raceward/cele/OrderFree.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Uses that are left, as "line:column".
std::vector<std::string> leftOf(std::string_view text) {
  const Source source = parsed(text);
  const std::set<ExpressionId> free = orderFreeUses(source);
  std::set<Place> places;
  for (const ExpressionId use : usesOf(source))
    if (!free.contains(use))
      places.insert(source.at(use).at);
  std::vector<std::string> shown;
  for (const Place at : places)
    shown.push_back(std::to_string(at.line) + ":" + std::to_string(at.column));
  return shown;
}

TEST(CeleOrderFree, ThreadsWithVariablesOfTheirOwn) {
  EXPECT_THAT(leftOf("fork { while (true) { a = read(1); if (a > 0) { write(1, a); }; }; } "
                     "and { b = read(2); write(2, b); };"),
              IsEmpty());
}

TEST(CeleOrderFree, AWriteBesideAUseOrAWrite) {
  EXPECT_THAT(leftOf("fork { a = 1; } and { b = a; };"), ElementsAre("1:27"));
  EXPECT_THAT(leftOf("fork { a = 1; } and { a = 2; };\nb = a;"), ElementsAre("2:5"));
  EXPECT_THAT(leftOf("fork { b = a; } and { c = a; };"), IsEmpty());
}

TEST(CeleOrderFree, WhatFollowsFromIt) {
  EXPECT_THAT(leftOf("fork { a = 1; } and { b = a; };\nwrite(1, b);"), ElementsAre("1:27", "2:10"));
  EXPECT_THAT(leftOf("fork { a = 1; } and { if (a > 0) { b = 1; }; };\nwrite(1, b);"),
              ElementsAre("1:27", "2:10"));
  EXPECT_THAT(leftOf("fork { a = 1; } and { while (a > 0) { b = 1; }; };\nwrite(1, b);"),
              ElementsAre("1:30", "2:10"));
  EXPECT_THAT(leftOf("v = [1, 2];\nfork { a = 1; } and { b = v[a]; };"),
              ElementsAre("2:27", "2:29"));
}

TEST(CeleOrderFree, AForkEndsBeforeTheNext) {
  EXPECT_THAT(leftOf("while (true) { fork { a = read(1); } and { skip; }; write(1, a); };"),
              IsEmpty());
  EXPECT_THAT(leftOf("fork { fork { a = 1; } and { skip; }; } and { write(1, a); };"),
              ElementsAre("1:56"));
}

TEST(CeleOrderFree, AnEventOnlyDelays) {
  EXPECT_THAT(leftOf("fork { a = read(1); } and { when (a > 0); b = 1; };\nwrite(1, b);"),
              IsEmpty());
}

} // namespace
} // namespace raceward::cele
