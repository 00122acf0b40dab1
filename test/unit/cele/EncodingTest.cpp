// What each encoding says of programs that tell them apart.
#include "Texts.h"

#include "Ranges.h"

#include "raceward/cele/Cssa.h"
#include "raceward/cele/Encoding.h"
#include "raceward/cele/Follow.h"
#include "raceward/cele/StaticReach.h"
#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

StaticAnswer answerOf(std::string_view text, Encoding encoding = Encoding::Exact,
                      std::uint32_t bound = 2) {
  const Source source = parsed(text);
  const std::optional<Source> unrolled = unroll(source, bound);
  EXPECT_TRUE(unrolled);
  StaticOptions options;
  options.encoding = encoding;
  Result<StaticAnswer> answer = findValueRaces(source, *unrolled, options);
  EXPECT_TRUE(answer);
  if (encoding == Encoding::Exact)
    for (const UseAnswer &use : answer->uses)
      if (use.race) {
        EXPECT_TRUE(happens(*unrolled, *use.race)) << follow(*unrolled, use.race->first).refused;
      }
  return std::move(*answer);
}

std::vector<std::string> places(const StaticAnswer &answer, std::string_view text,
                                UseAnswer::Kind kind) {
  const Source source = parsed(text);
  std::vector<std::string> found;
  for (const UseAnswer &use : answer.uses)
    if (use.kind == kind) {
      const Place at = source.at(use.use).at;
      found.push_back(source.at(source.at(use.use).variable).name + "@" + std::to_string(at.line) +
                      ":" + std::to_string(at.column));
    }
  return found;
}

/// Uses that differ; every other one must be the same.
std::vector<std::string> racesOf(std::string_view text, Encoding encoding = Encoding::Exact) {
  const StaticAnswer answer = answerOf(text, encoding);
  const std::vector<std::string> differ = places(answer, text, UseAnswer::Kind::Differs);
  EXPECT_EQ(differ.size() + places(answer, text, UseAnswer::Kind::Same).size(), answer.uses.size());
  EXPECT_THAT(answer.gaps, IsEmpty());
  return differ;
}

/// `a` is 10 only if the other thread has written already, and 20 only if it writes again; then
/// nobody is left who could make it 50.
constexpr std::string_view kUnreachable = R"(a = 0; reachable = false;
fork {
  a = a - 10;
  if (a == 10) {
    if (a == 20) {
      if (a == 50) { reachable = true; } else { skip; };
    } else { skip; };
  } else { skip; };
} and {
  a = 20;
  if (a < 20) { a = a + read(1); } else { skip; };
};
)";

StatementId assignmentOf(const Source &source, std::string_view variable, std::size_t number = 0) {
  for (std::size_t i = 0; i < source.statements.size(); ++i)
    if (source.statements[i].kind == Statement::Kind::Assign &&
        source.at(source.statements[i].variable).name == variable && number-- == 0)
      return StatementId(i);
  ADD_FAILURE() << "no assignment of " << variable;
  return {};
}

Sat reaches(std::string_view text, std::string_view variable, std::size_t number,
            Encoding encoding) {
  const Source source = *unroll(parsed(text), 2);
  StaticOptions options;
  options.encoding = encoding;
  const Result<Sat> sat = canReach(source, assignmentOf(source, variable, number), options);
  EXPECT_TRUE(sat);
  return *sat;
}

TEST(Encoding, OnlyPiReachesTheStatementBehindThreeValues) {
  EXPECT_EQ(reaches(kUnreachable, "reachable", 1, Encoding::Pi), Sat::Yes);
  EXPECT_EQ(reaches(kUnreachable, "reachable", 1, Encoding::Edges), Sat::No);
  EXPECT_EQ(reaches(kUnreachable, "reachable", 1, Encoding::OneEdge), Sat::No);
  EXPECT_EQ(reaches(kUnreachable, "reachable", 1, Encoding::Exact), Sat::No);
  EXPECT_EQ(reaches(kUnreachable, "a", 2, Encoding::Exact), Sat::Yes);
}

TEST(Encoding, FiveOfSixPiFunctionsDifferThere) {
  const Result<Cssa> cssa = buildCssa(*unroll(parsed(kUnreachable), 0));
  ASSERT_TRUE(cssa);
  EXPECT_THAT(cssa->pis, SizeIs(6));
  const std::vector<std::string> five = {"a@3:7", "a@4:7", "a@5:9", "a@11:7", "a@11:21"};
  EXPECT_EQ(racesOf(kUnreachable), five);
  EXPECT_EQ(racesOf(kUnreachable, Encoding::Edges), five);
  EXPECT_THAT(racesOf(kUnreachable, Encoding::Pi), SizeIs(6));
}

/// Each thread sees the next one too early: a circle.
constexpr std::string_view kCircle = R"(
fork { x = 1; a = y; } and { y = 1; b = z; } and { z = 1; c = x; };
if (a + b + c == 0) { d = 1; };
e = d;
)";

TEST(Encoding, EdgesAcceptACircleOfThreeThreadsThatExactRejects) {
  const std::vector<std::string> real = {"y@2:19", "z@2:41", "x@2:63", "a@3:5", "b@3:9", "c@3:13"};
  EXPECT_EQ(racesOf(kCircle), real);
  std::vector<std::string> more = real;
  more.push_back("d@4:5");
  EXPECT_EQ(racesOf(kCircle, Encoding::Edges), more);
  EXPECT_EQ(reaches(kCircle, "d", 0, Encoding::Edges), Sat::Yes);
  EXPECT_EQ(reaches(kCircle, "d", 0, Encoding::Exact), Sat::No);
}

TEST(Encoding, RefutedModelsOfWeakEncodingsLeadToTheTruth) {
  const Source source = parsed(kCircle);
  const Source unrolled = *unroll(source, 0);
  for (const Encoding encoding : {Encoding::Pi, Encoding::Edges}) {
    StaticOptions options;
    options.encoding = encoding;
    options.confirm = [&](const ValueRace &race) -> Result<bool> {
      EXPECT_TRUE(happens(unrolled, race));
      return true;
    };
    const Result<StaticAnswer> answer = findValueRaces(source, unrolled, options);
    ASSERT_TRUE(answer);
    EXPECT_THAT(places(*answer, kCircle, UseAnswer::Kind::Differs), SizeIs(6));
    EXPECT_THAT(places(*answer, kCircle, UseAnswer::Kind::Same), ElementsAre("d@4:5"));
    EXPECT_GT(answer->stats.refuted, 0U);
    // Nothing is said of what was refuted too often.
    options.mostRefuted = 0;
    const Result<StaticAnswer> hasty = findValueRaces(source, unrolled, options);
    ASSERT_TRUE(hasty);
    EXPECT_THAT(places(*hasty, kCircle, UseAnswer::Kind::Suspected), Not(IsEmpty()));
  }
}

TEST(Encoding, WhoeverConfirmsHasTheLastWord) {
  const Source source = parsed("fork { x = 1; } and { y = x; };");
  const Source unrolled = *unroll(source, 0);
  StaticOptions options;
  options.mostRefuted = 3;
  int asked = 0;
  options.confirm = [&](const ValueRace &) -> Result<bool> {
    ++asked;
    return false;
  };
  const Result<StaticAnswer> answer = findValueRaces(source, unrolled, options);
  ASSERT_TRUE(answer);
  EXPECT_EQ(asked, 1) << "there is one pair of runs";
  EXPECT_EQ(answer->uses[0].kind, UseAnswer::Kind::Suspected) << "it is no proof either";
  options.confirm = [](const ValueRace &) -> Result<bool> {
    return fail(Error::Kind::Resource, "no machine");
  };
  EXPECT_FALSE(findValueRaces(source, unrolled, options));
}

TEST(Encoding, OneEdgeMissesAndProvesNothing) {
  // The write must reach both uses.
  constexpr std::string_view text = "fork { x = 1; } and { a = x; b = x; y = a + b; };\n"
                                    "if (y == 2) { z = 1; };\nw = z;";
  EXPECT_THAT(racesOf(text), testing::Contains("z@3:5"));
  const StaticAnswer answer = answerOf(text, Encoding::OneEdge);
  EXPECT_THAT(places(answer, text, UseAnswer::Kind::Undecided), testing::Contains("z@3:5"));
  EXPECT_THAT(answer.cutLoops, IsEmpty());
  EXPECT_THAT(answerOf("while (read(1) > 0) { skip; };", Encoding::OneEdge).cutLoops, SizeIs(1));
}

TEST(Encoding, BothOrdersOfTheThreadsAreFound) {
  EXPECT_THAT(racesOf("x = 0; fork { x = 1; } and { y = x; };"), ElementsAre("x@1:34"));
  EXPECT_THAT(racesOf("x = 0; fork { y = x; } and { x = 1; };"), ElementsAre("x@1:19"));
}

TEST(Encoding, EventsOrderThreads) {
  EXPECT_THAT(racesOf("fork { x = 1; e = true; } and { when (e); y = x; };"), IsEmpty());
  EXPECT_THAT(racesOf("fork { e = true; x = 1; } and { when (e); y = x; };"),
              ElementsAre("x@1:47"));
  // Two events, both needed.
  constexpr std::string_view both = "fork { x = 1; e = true; } and { y = 2; f = true; } and\n"
                                    "{ when (e && f); z = x + y; };";
  EXPECT_THAT(racesOf(both), IsEmpty());
  constexpr std::string_view either = "fork { x = 1; e = true; } and { y = 2; f = true; } and\n"
                                      "{ when (e || f); z = x + y; };";
  EXPECT_THAT(racesOf(either), ElementsAre("x@2:22", "y@2:26"));
}

TEST(Encoding, AConditionOfWhenIsEvaluatedInOneStep) {
  // a and b are never both 1 at one time.
  EXPECT_THAT(racesOf("fork { a = 1; a = 0; b = 1; } and { when (a == 1 && b == 1); x = 1; };\n"
                      "y = x;"),
              IsEmpty());
  EXPECT_THAT(racesOf("fork { a = 1; a = 0; b = 1; } and { if (a == 1 && b == 1) { x = 1; }; };\n"
                      "y = x;"),
              ElementsAre("a@1:41", "b@1:51", "x@2:5"));
  // What cannot be evaluated does not hold.
  EXPECT_THAT(racesOf("fork { a = 2; } and { when (2 / a == 1); x = 1; y = x; };"), IsEmpty());
}

TEST(Encoding, WhoStopsReachesNothingFurther) {
  EXPECT_THAT(racesOf("fork { a = 1; } and { b = 1 / a; c = a; };"), ElementsAre("a@1:31"));
  EXPECT_THAT(racesOf("fork { a = 1; } and { assert(a == 1); c = a; };"), ElementsAre("a@1:30"));
  EXPECT_THAT(racesOf("v = [5, 6]; a = 2; fork { a = 1; } and { b = v[a]; c = a; };"),
              ElementsAre("a@1:48"));
  // The fork never ends for those who see 0.
  EXPECT_THAT(racesOf("fork { a = 1; } and { b = a; assert(b == 1); }; c = b;"),
              ElementsAre("a@1:27", "b@1:37"));
}

TEST(Encoding, ForksInsideOfForks) {
  constexpr std::string_view text = "fork {\n"
                                    "  fork { x = 1; } and { y = 1; };\n"
                                    "  a = x + y;\n"
                                    "} and {\n"
                                    "  fork { y = 2; } and { z = 1; };\n"
                                    "  b = z;\n"
                                    "};\n"
                                    "c = x; d = y; e = z;";
  EXPECT_THAT(racesOf(text), ElementsAre("y@3:11", "y@8:12"));
}

TEST(Encoding, Arrays) {
  EXPECT_THAT(racesOf("v = [1, 2]; fork { v[0] = 5; } and { a = v[1]; b = v[0]; };"),
              ElementsAre("v@1:52"));
  // The whole array is written at once: never 1 and 4.
  EXPECT_THAT(racesOf("v = [1, 2]; fork { v = [3, 4]; } and { when (v[0] == 1 && v[1] == 4); "
                      "x = 1; };\ny = x;"),
              IsEmpty());
  // The place depends on an input, the same in both runs.
  EXPECT_THAT(racesOf("i = read(1); v = [0, 0, 0]; fork { v[i] = 1; } and { v[2] = 2; };\n"
                      "a = v[0]; b = v[2];"),
              ElementsAre("v@2:15"));
  EXPECT_THAT(racesOf("v = [0, 0]; fork { v[0] = 1; } and { v[1] = 2; };\na = v[0] + v[1];"),
              IsEmpty());
}

TEST(Encoding, InputsAreEqualInBothRuns) {
  EXPECT_THAT(racesOf("fork { x = read(1); } and { skip; }; y = x;"), IsEmpty());
  // Only with one input of 65536.
  EXPECT_THAT(racesOf("i = read(1) * 2 + 1; fork { if (i == 12345) { x = 1; }; } and { y = x; };"),
              ElementsAre("x@1:69"));
  EXPECT_THAT(racesOf("i = read(1) * 2; fork { if (i == 12345) { x = 1; }; } and { y = x; };"),
              IsEmpty());
}

TEST(Encoding, IntegersDoNotWrapAround) {
  EXPECT_THAT(racesOf("a = 9223372036854775807; b = a + a; fork { if (b < 0) { x = 1; }; } and "
                      "{ y = x; };"),
              IsEmpty());
  // Rounded towards zero; the remainder has the sign of the dividend.
  EXPECT_THAT(racesOf("a = 0 - 7; fork { if (a / 2 == -3 && a % 2 == -1) { x = 1; }; } and "
                      "{ y = x; };"),
              ElementsAre("x@1:75"));
}

TEST(Encoding, NumbersThatGrowTooLargeAreAGap) {
  constexpr std::string_view text = "x = 2; while (read(1) > 0) { x = x * x; };";
  const StaticAnswer answer = answerOf(text, Encoding::Exact, 9);
  ASSERT_THAT(answer.gaps, SizeIs(1));
  EXPECT_EQ(answer.gaps[0].kind, GapKind::Bound);
  EXPECT_THAT(places(answer, text, UseAnswer::Kind::Undecided), SizeIs(2));
  EXPECT_THAT(answer.cutLoops, SizeIs(1));
}

TEST(Encoding, ProgramsThatBecomeTooLargeAreAGap) {
  std::string text = "fork {";
  for (int thread = 0; thread < 3; ++thread) {
    text += thread == 0 ? "" : "} and {";
    for (int i = 0; i < 40; ++i)
      text += "x = x + 1;";
  }
  const StaticAnswer answer = answerOf(text + "};");
  ASSERT_THAT(answer.gaps, SizeIs(1));
  EXPECT_EQ(answer.gaps[0].kind, GapKind::Bound);
  for (const UseAnswer &use : answer.uses)
    EXPECT_EQ(use.kind, UseAnswer::Kind::Undecided);
}

TEST(Encoding, LoopsThatMayBeLeftEarlyAreNamed) {
  constexpr std::string_view counted = "while (i < 2) { i = i + 1; };\n"
                                       "while (j < 3) { j = j + 1; };";
  const StaticAnswer answer = answerOf(counted);
  ASSERT_THAT(answer.cutLoops, SizeIs(1));
  EXPECT_EQ(parsed(counted).at(answer.cutLoops[0]).at.line, 2U);
  EXPECT_THAT(answerOf(counted, Encoding::Exact, 3).cutLoops, IsEmpty());
}

TEST(Encoding, EachIterationIsAnOccurrence) {
  EXPECT_THAT(racesOf("fork { while (i < 2) { i = i + 1; }; } and { skip; };"), IsEmpty());
  EXPECT_THAT(racesOf("fork { while (i < 2) { i = i + 1; }; } and { i = 5; };"),
              ElementsAre("i@1:15", "i@1:28"));
}

TEST(Encoding, WhatDependsOnNoInterleavingIsNotAsked) {
  const StaticAnswer answer = answerOf("x = read(1); if (x > 0) { y = x; } else { y = 3; };\n"
                                       "fork { a = y + x; } and { b = y / x; }; c = a + b;");
  for (const UseAnswer &use : answer.uses)
    EXPECT_EQ(use.kind, UseAnswer::Kind::Same);
  EXPECT_EQ(answer.stats.queries, 0U);
}

std::optional<std::uint32_t> bitsOf(std::string_view text, std::uint32_t bound = 2) {
  const Source unrolled = *unroll(parsed(text), bound);
  const Result<Cssa> cssa = buildCssa(unrolled);
  EXPECT_TRUE(cssa);
  return bitsNeeded(unrolled, *cssa, {});
}

TEST(Ranges, AreAsWideAsTheNumbersThatAreComputed) {
  EXPECT_EQ(bitsOf("x = 1;"), 2U);
  EXPECT_EQ(bitsOf("x = -1;"), 2U); // 1 itself is computed
  EXPECT_EQ(bitsOf("x = 127;"), 8U);
  EXPECT_EQ(bitsOf("x = 128;"), 9U);
  EXPECT_EQ(bitsOf("x = read(1);"), 16U);
  EXPECT_EQ(bitsOf("x = -read(1);"), 17U);
  EXPECT_EQ(bitsOf("x = read(1) * read(1);"), 32U);
  EXPECT_EQ(bitsOf("v = [1, 2, 3, 4, 5, 6, 7, 0];"), 5U); // its length is 8
  EXPECT_EQ(bitsOf("b = 9223372036854775807 < read(1);"), 64U);
}

TEST(Ranges, WritesHappenOnce) {
  // Eight rounds of doubling, however many other writes there are.
  EXPECT_EQ(bitsOf("x = 1; while (x > 0) { x = x + x; y = 1; z = 1; };", 7), 9U);
  // Each may see the other, not itself again.
  EXPECT_EQ(bitsOf("fork { x = x + 100; } and { x = x + 1; };"), 9U);
  EXPECT_EQ(bitsOf("fork { x = y + 100; } and { y = x + 1; };"), 9U);
  EXPECT_EQ(bitsOf("x = 2; while (read(1) > 0) { x = x * x; };", 9), std::nullopt);
}

} // namespace
} // namespace raceward::cele
