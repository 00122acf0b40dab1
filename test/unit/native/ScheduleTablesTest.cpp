#include "replay/ScheduleTables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

EvidenceStep step(std::uint32_t thread, const char *action, std::uint32_t line,
                  std::uint32_t object = 0) {
  EvidenceStep made;
  made.thread = thread;
  made.action = actionKindNamed(action).value();
  made.at = {"a.c", line, 3};
  if (made.action == ActionKind::Read || made.action == ActionKind::Write ||
      made.action == ActionKind::Section)
    made.accesses.push_back({object, 0, 4, made.action == ActionKind::Write, "1"});
  return made;
}

/// The steps are given; the last one races with the one at `first`.
ReplayRequest requestOf(std::vector<EvidenceStep> steps, std::uint32_t first) {
  ReplayRequest request;
  request.race.run.steps = std::move(steps);
  request.race.run.firstAccess = first;
  request.race.first.at = request.race.run.steps[first].at;
  request.race.second.at = request.race.run.steps.back().at;
  return request;
}

std::string tablesOf(const ReplayRequest &request) {
  return scheduleTables(request, [](const std::string &file) { return file; });
}

/// Numbers of the places of all steps: lines, as each step of these tests has its own.
std::vector<int> linesInOrder(const std::string &tables) {
  std::vector<int> lines;
  std::vector<int> places;
  const std::string wanted = "    {\"a.c\", ";
  for (std::size_t at = 0; (at = tables.find(wanted, at)) != std::string::npos; ++at)
    places.push_back(std::stoi(tables.substr(at + wanted.size())));
  for (std::size_t at = tables.find("steps[] = {");
       (at = tables.find(", RW_", at)) != std::string::npos; ++at) {
    const std::size_t place = tables.find(", ", at + 2) + 2;
    lines.push_back(places.at(std::stoul(tables.substr(place))));
  }
  return lines;
}

TEST(ScheduleTables, LeavesOutWhatANativeProgramDoesNotDo) {
  const std::string tables =
      tablesOf(requestOf({step(0, "create", 1), step(0, "choice", 2), step(0, "await", 3),
                          step(0, "local", 4), step(0, "write", 5), step(1, "read", 6)},
                         4));
  EXPECT_THAT(linesInOrder(tables), ElementsAre(1, 5, 6));
}

TEST(ScheduleTables, PutsTheFirstAccessBeforeTheSecond) {
  const ReplayRequest request = requestOf(
      {step(0, "write", 1), step(1, "lock", 2), step(1, "write", 3, 7), step(1, "read", 4)}, 0);
  EXPECT_THAT(linesInOrder(tablesOf(request)), ElementsAre(2, 3, 1, 4));
  EXPECT_THAT(tablesOf(request), HasSubstr(", 1};\n"));
}

TEST(ScheduleTables, KeepsTheOrderOfStepsOnOneObject) {
  // The section between reads what the first access writes.
  const ReplayRequest request =
      requestOf({step(0, "write", 1), step(1, "section", 2), step(1, "read", 4)}, 0);
  EXPECT_THAT(linesInOrder(tablesOf(request)), ElementsAre(1, 2, 4));
  EXPECT_THAT(tablesOf(request), HasSubstr(", 0};\n"));
}

TEST(ScheduleTables, OtherBytesOfTheObjectDoNotMatter) {
  ReplayRequest request =
      requestOf({step(0, "write", 1), step(1, "write", 2), step(1, "read", 4)}, 0);
  EXPECT_THAT(linesInOrder(tablesOf(request)), ElementsAre(1, 2, 4));
  request.race.run.steps[1].accesses[0].offset = 4;
  EXPECT_THAT(linesInOrder(tablesOf(request)), ElementsAre(2, 1, 4));
}

TEST(ScheduleTables, KeepsTheOrderOfOneThread) {
  const ReplayRequest request =
      requestOf({step(0, "write", 1), step(0, "unlock", 2), step(1, "read", 4)}, 0);
  EXPECT_THAT(linesInOrder(tablesOf(request)), ElementsAre(1, 2, 4));
}

TEST(ScheduleTables, CallsThroughStubsOnlyWhatIsAName) {
  ReplayRequest request = requestOf({step(0, "read", 1), step(1, "write", 2)}, 0);
  request.race.run.steps[0].call = "strlen";
  request.race.run.steps[1].call = "x); system(\"id\"";
  EXPECT_THAT(steppedCalls(request.race.run), ElementsAre("strlen"));
  EXPECT_THAT(tablesOf(request), Not(HasSubstr("system(")));
}

TEST(ScheduleTables, TextsFromOutsideStayTexts) {
  ReplayRequest request = requestOf({step(0, "read", 1), step(1, "write", 2)}, 0);
  request.race.run.steps[0].at.file = "a\"};\n#error \\.c";
  request.race.first.at = request.race.run.steps[0].at;
  request.race.run.steps[1].object = "\"; evil(); \"";
  const std::string tables = tablesOf(request);
  EXPECT_THAT(tables, Not(HasSubstr("#error")));
  EXPECT_THAT(tables, Not(HasSubstr("evil();")));
  EXPECT_THAT(tables, HasSubstr("\"a\\042\\175\\073\\012\\043error \\134.c\""));
}

TEST(ScheduleTables, InputsAreNumbers) {
  ReplayRequest request = requestOf({step(0, "read", 1), step(1, "write", 2)}, 0);
  request.race.run.inputs = {{"__VERIFIER_nondet_int", {}, 32, "-2", 1, 0},
                             {"", {}, 32, "7", 0, 0},
                             {"scanf", {}, 8, "65", 0, 1}};
  const std::string tables = tablesOf(request);
  EXPECT_THAT(tables, HasSubstr("{1, \"__VERIFIER_nondet_int\", 18446744073709551614ull}"));
  EXPECT_THAT(tables, HasSubstr("{0, \"scanf\", 65ull}"));
  EXPECT_THAT(tables, Not(HasSubstr("7ull")));
}

TEST(ScheduleTables, GathersStandardInput) {
  ReplayRequest request = requestOf({step(0, "read", 1), step(1, "write", 2)}, 0);
  request.race.run.inputs = {{"getchar (end of input)", {}, 1, "0", 0, 0},
                             {"getchar", {}, 8, "113", 0, 0},
                             {"__VERIFIER_nondet_char", {}, 8, "65", 0, 0},
                             {"scanf (end of input)", {}, 1, "0", 0, 0},
                             {"scanf", {}, 8, "10", 0, 0},
                             {"getchar (end of input)", {}, 1, "1", 0, 0}};
  EXPECT_THAT(tablesOf(request), HasSubstr(", \"q\\012\", 2, "));
}

TEST(ScheduleTables, KnowsObjectsOnlyInTheSameLayout) {
  ReplayRequest request = requestOf({step(0, "read", 1, 5), step(1, "write", 2, 5)}, 0);
  EXPECT_THAT(tablesOf(request), HasSubstr(", 5, 0ul, 4ul}"));
  request.program.dataModel = DataModel::ILP32;
  EXPECT_THAT(tablesOf(request), Not(HasSubstr(", 5, 0ul, 4ul}")));
}

} // namespace
} // namespace raceward
