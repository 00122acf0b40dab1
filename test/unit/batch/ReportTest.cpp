#include "Scratch.h"
#include "raceward/batch/BatchRun.h"

#include <gmock/gmock.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::HasSubstr;
using testing::Not;

namespace {

BatchResult resultOf(const std::string &file, BatchVerdict verdict, BatchExpectation expected,
                     double cpuSeconds) {
  BatchResult result;
  result.task.folder = "suite/weaver";
  result.task.file = file;
  result.task.property = "no-data-race";
  result.task.expected = expected;
  result.answer.verdict = verdict;
  result.answer.cpuSeconds = cpuSeconds;
  return result;
}

BatchRun runOf(std::vector<BatchResult> results) {
  BatchRun run;
  run.property = "no-data-race";
  run.tasks = results.size();
  run.results = std::move(results);
  return run;
}

std::size_t occurrences(const std::string &text, const std::string &what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

} // namespace

TEST(Report, TextFromFilesIsEscapedEverywhere) {
  const Scratch scratch;
  const std::string attack = "<script>alert('x')</script>\"&\x1b\xff";
  BatchResult unknown = resultOf(attack + ".c", BatchVerdict::Unknown, BatchExpectation::Race, 0.5);
  unknown.task.folder = attack;
  unknown.answer.reason = BatchReason{attack, attack, attack, 3};
  BatchResult wrong = resultOf(attack + ".i", BatchVerdict::RaceFree, BatchExpectation::Race, 0.5);
  wrong.task.folder = attack;
  BatchRun run = runOf({unknown, wrong});
  run.warnings = {attack};
  run.property = attack;
  run.checkerArguments = {attack};
  const auto peer = Comparison::load(scratch.write("results.csv", resultsCsv(run)), attack);
  ASSERT_TRUE(peer) << peer.error().message;
  run.comparison = *peer;
  const std::string html = reportHtml(run);
  EXPECT_EQ(occurrences(html, "<script>"), 1u); // our own
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;??"));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
}

TEST(Report, NeedsNoNetwork) {
  const std::string html =
      reportHtml(runOf({resultOf("a.c", BatchVerdict::Race, BatchExpectation::Race, 1)}));
  for (const char *reference : {"http:", "https:", "src=", "href=", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(reference)));
}

TEST(Report, WrongVerdictsComeBeforeTheTables) {
  const std::string html =
      reportHtml(runOf({resultOf("a.c", BatchVerdict::Race, BatchExpectation::RaceFree, 1),
                        resultOf("b.c", BatchVerdict::RaceFree, BatchExpectation::Race, 1)}));
  const std::size_t alarm = html.find("2 wrong verdicts");
  ASSERT_NE(alarm, std::string::npos);
  EXPECT_LT(alarm, html.find("By folder"));
  // The unsound one first, although it is second in the input.
  EXPECT_LT(html.find("weaver/b.c", alarm), html.find("weaver/a.c", alarm));
  EXPECT_THAT(html, HasSubstr("−48"));
}

TEST(Report, EmptyCasesSaySo) {
  BatchRun nothing = runOf({});
  nothing.tasks = 5;
  const std::string empty = reportHtml(nothing);
  EXPECT_THAT(empty, HasSubstr("0 of 5 tasks"));
  EXPECT_THAT(empty, HasSubstr("nothing to plot"));
  EXPECT_THAT(empty, HasSubstr("No results yet"));
  EXPECT_THAT(empty, Not(HasSubstr("nan")));

  const Scratch scratch;
  BatchRun unmatched =
      runOf({resultOf("a.c", BatchVerdict::Race, BatchExpectation::Race, 0)}); // and no time
  const auto peer = Comparison::load(
      scratch.write("c.csv", "folder,task,t,t_cpu_s\nelsewhere,b,true|correct,1\n"), "");
  ASSERT_TRUE(peer);
  unmatched.comparison = *peer;
  const std::string html = reportHtml(unmatched);
  EXPECT_THAT(html, HasSubstr("No wrong verdicts."));
  EXPECT_THAT(html, HasSubstr("Every task has a verdict."));
  EXPECT_THAT(html, HasSubstr("No task has a CPU time in both results."));
  EXPECT_THAT(html, HasSubstr("Nothing to compare"));
  for (const char *broken : {"=\"nan", "=\"inf", "=\"-inf", "=\"-nan"})
    EXPECT_THAT(html, Not(HasSubstr(broken)));
}

TEST(Report, ComparesWithTheOtherResults) {
  const Scratch scratch;
  BatchRun run = runOf({resultOf("a.c", BatchVerdict::RaceFree, BatchExpectation::RaceFree, 0.1),
                        resultOf("b.c", BatchVerdict::Unknown, BatchExpectation::Race, 20)});
  const auto peer = Comparison::load(
      scratch.write("c.csv", "folder,task,goblint,goblint_cpu_s\nweaver,a,unknown|unknown,0.3\n"
                             "weaver,b,false|correct,7\n"),
      "goblint");
  ASSERT_TRUE(peer) << peer.error().message;
  run.comparison = *peer;
  const std::string html = reportHtml(run);
  EXPECT_THAT(html, HasSubstr("2 of 2 tasks are in both"));
  EXPECT_THAT(html, HasSubstr("score is <b>2</b> for this run and <b>1</b> for goblint"));
  EXPECT_EQ(occurrences(html, "<circle class=\"point "), 2u);
  EXPECT_EQ(occurrences(html, "<path class=\"curve "), 2u);
  EXPECT_THAT(html, HasSubstr("suite/weaver/b.c\nthis run: unknown (unknown), 20.0 s\n"
                              "goblint: race (right), 7.00 s"));
}
