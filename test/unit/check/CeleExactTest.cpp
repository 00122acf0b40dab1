// The exact route on programs whose racing uses are known.
#include "cele/ExactRoute.h"
#include "raceward/cele/Parse.h"
#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint32_t kBound = 4;

cele::ExactOptions withTime() {
  cele::ExactOptions options;
  options.limits.seconds = 60;
  return options;
}

cele::Source unrolledFrom(const std::string &text) {
  const cele::Parsed parsed = cele::parse("test.cele", text);
  EXPECT_TRUE(parsed.ok()) << cele::render(parsed.errors, "test.cele", text);
  const std::optional<cele::Source> unrolled = cele::unroll(parsed.source, kBound);
  EXPECT_TRUE(unrolled);
  return *unrolled;
}

struct Exact {
  std::vector<std::string> uses; ///< "line:column", in the order of the text
  std::vector<std::string> gaps;
};

Exact exactlyFrom(const std::string &text) {
  const cele::Source unrolled = unrolledFrom(text);
  const Result<cele::ExactAnswer> answer = cele::exploreValueRaces(unrolled, withTime());
  EXPECT_TRUE(answer) << (answer ? "" : answer.error().message + answer.error().details);
  Exact exact;
  std::set<cele::Place> places;
  for (const auto &[use, race] : answer->races)
    places.insert(unrolled.at(race.use).at);
  for (const cele::Place place : places)
    exact.uses.push_back(std::to_string(place.line) + ":" + std::to_string(place.column));
  for (const Gap &gap : answer->gaps)
    exact.gaps.push_back(gap.message);
  return exact;
}

TEST(CeleExact, AUseBesideAWrite) {
  const Exact exact = exactlyFrom("x = 0;\nfork { x = 1; } and { y = x; };\n");
  EXPECT_THAT(exact.uses, ElementsAre("2:27"));
  EXPECT_THAT(exact.gaps, IsEmpty());
}

TEST(CeleExact, WritesThatAreSeenAfterTheJoin) {
  EXPECT_THAT(exactlyFrom("fork { x = 1; } and { x = 2; };\ny = x;\n").uses, ElementsAre("2:5"));
  EXPECT_THAT(exactlyFrom("fork { x = 1; } and { x = 1; };\ny = x;\n").uses, IsEmpty());
}

TEST(CeleExact, EqualInputsTellNothing) {
  EXPECT_THAT(exactlyFrom("x = read(1);\nfork { y = x; } and { z = x; };\n").uses, IsEmpty());
  EXPECT_THAT(exactlyFrom("x = 5;\nfork { x = read(1); } and { z = x; };\n").uses,
              ElementsAre("2:33"));
}

// Exactly five of six: the last condition is reached with 20 only.
TEST(CeleExact, TheStatementThatIsNeverReached) {
  const Exact exact = exactlyFrom("a = 0;\n"
                                  "reachable = false;\n"
                                  "fork {\n"
                                  "  a = a - 10;\n"
                                  "  if (a == 10) {\n"
                                  "    if (a == 20) {\n"
                                  "      if (a == 50) { reachable = true; };\n"
                                  "    };\n"
                                  "  };\n"
                                  "} and {\n"
                                  "  a = 20;\n"
                                  "  if (a < 20) {\n"
                                  "    a = a + read(1);\n"
                                  "  } else { skip; };\n"
                                  "};\n");
  EXPECT_THAT(exact.uses, ElementsAre("4:7", "5:7", "6:9", "12:7", "13:9"));
  EXPECT_THAT(exact.gaps, IsEmpty());
}

TEST(CeleExact, AnEventOrders) {
  EXPECT_THAT(exactlyFrom("fork { x = 1; go = true; } and { when (go); y = x; };\n").uses,
              IsEmpty());
  EXPECT_THAT(exactlyFrom("fork { go = true; x = 1; } and { when (go); y = x; };\n").uses,
              ElementsAre("1:49"));
}

TEST(CeleExact, AThreadThatFailsStops) {
  EXPECT_THAT(exactlyFrom("fork { x = 1 / 0; y = 1; } and { z = y; };\n").uses, IsEmpty());
  EXPECT_THAT(exactlyFrom("fork { assert(false); y = 1; } and { z = y; };\n").uses, IsEmpty());
  EXPECT_THAT(exactlyFrom("a = [1, 2];\nfork { x = a[2]; y = 1; } and { z = y; };\n").uses,
              IsEmpty());
}

TEST(CeleExact, ElementsOfArrays) {
  EXPECT_THAT(exactlyFrom("a = [1, 2];\nfork { a[0] = 7; } and { y = a[1]; };\n").uses, IsEmpty());
  EXPECT_THAT(exactlyFrom("a = [1, 2];\nfork { a[read(1)] = 7; } and { y = a[1]; };\n").uses,
              ElementsAre("2:36"));
  // Which element it is is decided before the access, and is no access itself.
  EXPECT_THAT(exactlyFrom("v = [0, 1];\na = read(1);\nfork { y = v[a]; } and { a = a; };\n").uses,
              IsEmpty());
  // The index is looked at when the element is written, after the value was evaluated.
  EXPECT_THAT(exactlyFrom("v = [0, 1];\nfork { v[2] = x; } and { x = 1; };\n").uses,
              ElementsAre("2:15"));
  // In one step.
  EXPECT_THAT(exactlyFrom("fork { a = [1, 1]; } and { when (a[0] == 1); y = a[1]; };\n").uses,
              IsEmpty());
}

TEST(CeleExact, ALoopThatGoesOnIsAGap) {
  const Exact exact = exactlyFrom("i = 0;\nwhile (i < read(1)) { i = i + 1; };\n");
  ASSERT_THAT(exact.gaps, SizeIs(1));
  EXPECT_THAT(exact.gaps[0], HasSubstr("line 2"));
  EXPECT_THAT(exactlyFrom("i = 0;\nwhile (i < 3) { i = i + 1; };\n").gaps, IsEmpty());
}

TEST(CeleExact, ANumberThatGrowsTooLargeIsAGap) {
  EXPECT_THAT(exactlyFrom("x = 9223372036854775807;\nx = x + 1;\n").gaps,
              ElementsAre(HasSubstr("64 bits")));
  // In the condition of a `when` as well, where it must not be taken for false.
  EXPECT_THAT(exactlyFrom("x = 9223372036854775807;\nwhen (x + 1 > 0);\n").gaps,
              ElementsAre(HasSubstr("64 bits")));
}

std::vector<std::string> violationsOf(const std::string &text, Property property) {
  const Result<cele::ExactAnswer> answer =
      cele::exploreProperty(unrolledFrom(text), property, withTime());
  EXPECT_TRUE(answer);
  EXPECT_THAT(answer->gaps, IsEmpty());
  std::vector<std::string> violations;
  for (const Violation &violation : answer->violations)
    violations.push_back(violation.kind + " " + std::to_string(violation.at.line));
  return violations;
}

TEST(CeleExact, Deadlocks) {
  EXPECT_THAT(violationsOf("when (x > 0);\n", Property::Deadlock), ElementsAre("deadlock 1"));
  EXPECT_THAT(violationsOf("fork { x = 1; } and { when (x > 0); };\n", Property::Deadlock),
              IsEmpty());
  EXPECT_THAT(violationsOf("fork { x = 1; x = 0; } and {\nwhen (x > 0); };\n", Property::Deadlock),
              ElementsAre("deadlock 2"));
  // Whoever tries too early may try again; the second branch is not done when the first one waits.
  EXPECT_THAT(violationsOf("fork { when (x > 0); y = 1; } and { when (y > 0); } and { x = 1; };\n",
                           Property::Deadlock),
              IsEmpty());
  // Nobody waits for an event.
  EXPECT_THAT(violationsOf("fork { assert(false); } and { skip; };\n", Property::Deadlock),
              IsEmpty());
}

// The loop may go on and make the event happen.
TEST(CeleExact, NoDeadlockBehindALoopThatIsCut) {
  const Result<cele::ExactAnswer> answer = cele::exploreProperty(
      unrolledFrom("fork { while (i < 9) { i = i + 1; }; x = 1; } and { when (x > 0); };\n"),
      Property::Deadlock, withTime());
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->violations, IsEmpty());
  EXPECT_THAT(answer->gaps, SizeIs(1));
}

TEST(CeleExact, Assertions) {
  EXPECT_THAT(violationsOf("x = read(1);\nassert(x < 32767);\n", Property::Assertions),
              ElementsAre("assertion-failed 2"));
  EXPECT_THAT(violationsOf("x = read(1);\nassert(x < 32768);\n", Property::Assertions), IsEmpty());
  EXPECT_THAT(violationsOf("x = 1 /\nread(1);\n", Property::Assertions),
              ElementsAre("assertion-failed 1"));
}

} // namespace
} // namespace raceward::test
