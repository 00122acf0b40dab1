// What the programs in test/programs/cele state about themselves, against brute force.
#include "CeleOracle.h"

#include "raceward/cele/Format.h"
#include "raceward/cele/Load.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <sstream>

namespace raceward::cele {
namespace {

std::vector<std::string> programs() {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(RW_TEST_PROGRAMS "/cele"))
    if (isFileName(entry.path().string()))
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// What stands behind the tag, once for each time it is there.
std::vector<std::string> tagged(const Source &source, const std::string &tag) {
  const std::string start = "// " + tag + ": ";
  std::vector<std::string> values;
  for (const Comment &comment : source.comments)
    if (comment.text.starts_with(start))
      values.push_back(comment.text.substr(start.size()));
  return values;
}

std::vector<std::string> racesOf(const Source &source, const OracleAnswer &answer) {
  std::set<Place> places;
  for (const ExpressionId use : answer.races)
    places.insert(source.at(use).at);
  std::vector<std::string> shown;
  for (const Place at : places)
    shown.push_back(std::to_string(at.line) + ":" + std::to_string(at.column));
  return shown;
}

std::vector<std::int64_t> domainOf(const Source &source) {
  const std::vector<std::string> stated = tagged(source, "INPUTS");
  if (stated.empty())
    return kInputDomain;
  std::istringstream numbers(stated.front());
  std::vector<std::int64_t> domain;
  for (std::int64_t value = 0; numbers >> value;)
    domain.push_back(value);
  return domain;
}

std::optional<OracleAnswer> answerOf(const Source &source) {
  OracleLimits limits;
  limits.interleavings = 1'000'000;
  limits.states = 50'000;
  return bruteForce(source, domainOf(source), limits);
}

TEST(CelePrograms, areInTheirLayout) {
  for (const std::string &path : programs()) {
    const Result<Loaded> loaded = load(path);
    ASSERT_TRUE(loaded) << loaded.error().details;
    EXPECT_EQ(format(loaded->text), loaded->text) << path;
  }
}

TEST(CelePrograms, stateWhatBruteForceFinds) {
  std::size_t answered = 0;
  for (const std::string &path : programs()) {
    SCOPED_TRACE(path);
    const Result<Loaded> loaded = load(path);
    ASSERT_TRUE(loaded) << loaded.error().details;
    const Source &source = loaded->source;
    const std::vector<std::string> uses = tagged(source, "USE");
    EXPECT_THAT(tagged(source, "VERDICT"),
                testing::ElementsAre(uses.empty() ? "race-free" : "race"));
    const std::optional<OracleAnswer> answer = answerOf(source);
    if (!answer)
      continue;
    ++answered;
    EXPECT_EQ(racesOf(source, *answer), uses);
    for (const std::string &stated : tagged(source, "ASSERTIONS"))
      EXPECT_EQ(stated, answer->failures.empty() ? "hold" : "can fail");
    for (const std::string &stated : tagged(source, "DEADLOCK"))
      EXPECT_EQ(stated, answer->deadlock ? "possible" : "impossible");
  }
  // Those that never end are few.
  EXPECT_GE(answered, 28U);
}

} // namespace
} // namespace raceward::cele
