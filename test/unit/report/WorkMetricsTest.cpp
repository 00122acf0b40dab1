// The text format of Prometheus, read back by a parser that knows its rules.
#include "raceward/report/WorkMetrics.h"

#include "raceward/base/Text.h"

#include <gmock/gmock.h>

#include <map>
#include <optional>
#include <regex>
#include <set>

namespace raceward {
namespace {

struct MetricsFile {
  std::map<std::string, std::string> types;
  std::map<std::string, double> values; ///< by name and labels, unescaped
};

std::string unescaped(const std::string &text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    plain += text[i];
  }
  return plain;
}

/// Nothing if a line breaks a rule of the format.
std::optional<MetricsFile> parsed(const std::string &text) {
  static const std::regex help("# HELP ([a-z_]+) (.+)");
  static const std::regex type("# TYPE ([a-z_]+) (counter|gauge)");
  static const std::regex sample(
      R"re(([a-z_]+)(\{([a-z_]+)="((?:[^"\\]|\\\\|\\"|\\n)*)"\})? ([0-9.e+-]+))re");
  MetricsFile file;
  std::set<std::string> helped;
  std::string current;
  if (text.empty() || text.back() != '\n')
    return std::nullopt;
  for (const std::string_view view :
       split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
    const std::string line(view);
    std::smatch match;
    if (std::regex_match(line, match, help)) {
      if (!helped.insert(match[1]).second)
        return std::nullopt;
    } else if (std::regex_match(line, match, type)) {
      current = match[1];
      const bool isTotal = current.ends_with("_total");
      if (!helped.contains(current) || file.types.contains(current) ||
          isTotal != (match[2] == "counter"))
        return std::nullopt;
      file.types[current] = match[2];
    } else if (std::regex_match(line, match, sample)) {
      std::string series = match[1];
      if (series != current) // all values of a metric in one place, after what it is
        return std::nullopt;
      if (match[2].matched)
        series += "|" + match[3].str() + "|" + unescaped(match[4]);
      if (!file.values.emplace(series, std::stod(match[5])).second)
        return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return file;
}

WorkStatus someStatus() {
  WorkStatus status;
  status.seconds = 1.5;
  status.workers = {{"worker 1", true, true, 3, 400, 11.25},
                    {"node\"7\\:\n42", true, false, 1, 2, 0.5},
                    {"worker 1", false, false, 1, 1, 1}};
  status.itemsOpen = 4;
  status.itemsClosed = 5;
  status.runs = 1'000'000'000'000;
  status.fraction = 0.25;
  status.fractionLow = 1e-9;
  return status;
}

TEST(WorkMetrics, FollowTheFormat) {
  const std::optional<MetricsFile> file = parsed(workMetrics(someStatus(), CheckPhase::Running));
  ASSERT_TRUE(file);
  const auto value = [&](const std::string &series) {
    const auto found = file->values.find("raceward_" + series);
    return found == file->values.end() ? -1 : found->second;
  };
  EXPECT_EQ(value("check_running"), 1);
  EXPECT_EQ(value("check_seconds"), 1.5);
  EXPECT_EQ(value("items_open"), 4);
  EXPECT_EQ(value("items_closed_total"), 5);
  EXPECT_EQ(value("runs_total"), 1e12);
  EXPECT_EQ(value("fraction_done_ratio"), 0.25);
  EXPECT_EQ(value("fraction_done_low_ratio"), 1e-9);
  EXPECT_EQ(value("workers|state|busy"), 1);
  EXPECT_EQ(value("workers|state|idle"), 1);
  EXPECT_EQ(value("workers|state|gone"), 1);
  EXPECT_EQ(file->types.at("raceward_items_open"), "gauge");
  EXPECT_EQ(file->types.at("raceward_runs_total"), "counter");
}

TEST(WorkMetrics, WorkersOfOneNameAreOneSeries) {
  const std::optional<MetricsFile> file = parsed(workMetrics(someStatus(), CheckPhase::Running));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->values.at("raceward_worker_items_total|worker|worker 1"), 4);
  EXPECT_EQ(file->values.at("raceward_worker_busy_seconds_total|worker|worker 1"), 12.25);
  EXPECT_EQ(file->values.at("raceward_worker_runs_total|worker|node\"7\\: 42"), 2);
}

TEST(WorkMetrics, SayThatTheCheckHasEnded) {
  const std::optional<MetricsFile> file = parsed(workMetrics({}, CheckPhase::Ended));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->values.at("raceward_check_running"), 0);
}

TEST(WorkMetrics, TheParserOfThisTestKnowsTheRules) {
  const std::string good = "# HELP a_b x\n# TYPE a_b gauge\na_b 1\n";
  EXPECT_TRUE(parsed(good));
  EXPECT_FALSE(parsed(good + "a_b 2\n"));
  EXPECT_FALSE(parsed(good + "a_c 2\n"));
  EXPECT_FALSE(parsed("# TYPE a_b gauge\na_b 1\n"));
  EXPECT_FALSE(parsed("# HELP a_b x\n# TYPE a_b gauge\na_b{w=\"a\"b\"} 1\n"));
  EXPECT_FALSE(parsed("# HELP a_b x\n# TYPE a_b gauge\na_b 1"));
}

} // namespace
} // namespace raceward
