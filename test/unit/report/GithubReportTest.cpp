// Commands and Markdown for GitHub: what stands where, and that no name becomes either.
#include "raceward/report/GithubReport.h"

#include "Races.h"

#include "raceward/base/Text.h"

#include <gmock/gmock.h>

#include <map>

namespace raceward {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

template <typename Checked> std::string annotationsOf(const Checked &result) {
  return githubAnnotations(issuesOf(result), kFormatContext);
}

TEST(GithubReport, RaceIsAnErrorAtItsLine) {
  const std::string text = annotationsOf(resultWith({raceWith({})}));
  EXPECT_THAT(text, StartsWith("::error file=src/queue.c,line=12,col=10,"
                               "title=data-race on 'counter'::data race on 'counter': "));
  EXPECT_THAT(text, HasSubstr("\n::notice file=src/queue.c,line=20,col=18,"));
  EXPECT_THAT(text, HasSubstr("\nraceward: race: 1 data race found\n"));
}

TEST(GithubReport, UnknownIsAWarning) {
  EXPECT_THAT(annotationsOf(unknownWith("no body")),
              StartsWith("::warning file=no body,line=21,col=3,"
                         "title=unknown%3A unmodelled-call::no body"));
}

/// As GitHub reads a line: properties up to the first "::", then the message.
struct Command {
  std::string level;
  std::map<std::string, std::string> properties;
  std::string message;
};

std::string decoded(std::string text) {
  // The percent sign last, or what it stands for would be decoded twice.
  for (const auto &[code, character] : std::vector<std::pair<std::string, std::string>>{
           {"%3A", ":"}, {"%2C", ","}, {"%0A", "\n"}, {"%0D", "\r"}, {"%25", "%"}})
    for (std::size_t at = text.find(code); at != std::string::npos;
         at = text.find(code, at + character.size()))
      text.replace(at, code.size(), character);
  return text;
}

Command commandIn(const std::string &line) {
  Command command;
  EXPECT_THAT(line, StartsWith("::"));
  const std::size_t end = line.find("::", 2);
  const std::size_t blank = line.find(' ');
  if (end == std::string::npos || blank > end)
    return command;
  command.level = line.substr(2, blank - 2);
  const std::string properties = line.substr(blank + 1, end - blank - 1);
  for (const std::string_view property : split(properties, ',')) {
    const std::size_t equals = property.find('=');
    command.properties[std::string(property.substr(0, equals))] =
        decoded(std::string(property.substr(equals + 1)));
  }
  command.message = decoded(line.substr(end + 2));
  return command;
}

TEST(GithubReport, NoNameMakesACommand) {
  // What is no UTF-8 and what drives terminals cannot be told; all else can.
  const std::string file = "a'\"<script>alert(1)</script>&amp;]]>--><!--\n::error::x\r%0A?[2J? {0} "
                           "[l](1) `|*_\\ \xE2\x80\xAE\xE2\x80\xA8.c";
  const std::string race = annotationsOf(resultWith({raceWith(hostileNames())}));
  const std::vector<std::string_view> lines = split(race, '\n');
  ASSERT_EQ(lines.size(), 5) << race; // error, two notices, verdict, the end
  const Command error = commandIn(std::string(lines[0]));
  EXPECT_EQ(error.level, "error");
  EXPECT_EQ(error.properties.at("file"), file);
  EXPECT_EQ(error.properties.at("line"), "12");
  EXPECT_EQ(error.properties.size(), 4);
  EXPECT_THAT(error.message, HasSubstr("<script>alert(1)</script>"));
  EXPECT_EQ(commandIn(std::string(lines[1])).properties.at("line"), "20");
  EXPECT_EQ(commandIn(std::string(lines[2])).properties.at("line"), "17");
  EXPECT_THAT(std::string(lines[3]), StartsWith("raceward: race: "));
  for (const std::string &text : {race, annotationsOf(unknownWith(hostileText())),
                                  annotationsOf(violationWith(hostileText()))})
    EXPECT_EQ(text.find_first_of("\r\033\x7F"), std::string::npos);
}

TEST(GithubReport, SummaryIsMarkdownThatNoNameChanges) {
  const CheckResult result = resultWith({raceWith(hostileNames())});
  const std::string text = githubSummary(issuesOf(result), kFormatContext);
  EXPECT_THAT(text, StartsWith("## Raceward: race\n"));
  EXPECT_THAT(text, HasSubstr("&#60;script&#62;alert(1)&#60;/script&#62;"));
  for (const char *markup : {"<script", "`", "\033", "[l]", "<!--", "::error"})
    EXPECT_THAT(text, Not(HasSubstr(markup)));
  // Ours alone.
  EXPECT_EQ(text.find("<pre>"), text.rfind("<pre>"));
  EXPECT_EQ(text.find("<", text.find("<pre>") + 1), text.find("</pre>"));
}

TEST(GithubReport, LongSummariesSayWhatIsMissing) {
  std::vector<Conviction> races;
  for (std::uint32_t line = 1; line <= 60; ++line) {
    races.push_back(raceWith({}));
    races.back().first.at.line = 100 * line;
  }
  const CheckResult result = resultWith(std::move(races));
  EXPECT_THAT(githubSummary(issuesOf(result), kFormatContext), HasSubstr("and 10 more findings"));
}

} // namespace
} // namespace raceward
