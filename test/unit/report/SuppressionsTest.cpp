#include "raceward/report/Suppressions.h"

#include "Results.h"
#include "raceward/report/Fingerprint.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Conviction race(const std::string &file = "a.c") {
  Conviction made;
  made.first = site(AccessKind::Write, {file, 3, 5}, "producer", "q->head");
  made.second = site(AccessKind::Read, {file, 9, 5}, "consumer", "queue.head");
  return made;
}

std::vector<SuppressionRule> rules(const std::string &text) {
  Result<std::vector<SuppressionRule>> parsed = parseSuppressions("rules.yaml", text);
  if (!parsed) {
    ADD_FAILURE() << parsed.error().message;
    return {};
  }
  return std::move(*parsed);
}

std::string suppressionProblem(const std::string &text) {
  const Result<std::vector<SuppressionRule>> parsed = parseSuppressions("rules.yaml", text);
  if (parsed)
    return "no problem";
  EXPECT_FALSE(parsed.error().hint.empty()) << parsed.error().message;
  return parsed.error().message;
}

bool suppresses(const std::string &rule) {
  const std::vector<SuppressionRule> parsed = rules("- reason: r\n" + rule);
  return parsed.size() == 1 && matches(parsed.front(), race());
}

TEST(Suppressions, Patterns) {
  EXPECT_TRUE(matches("total", "total"));
  EXPECT_FALSE(matches("total", "totals"));
  EXPECT_FALSE(matches("total", "tota"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "x"));
  EXPECT_TRUE(matches("a[*].x", "a[i + 1].x"));
  EXPECT_FALSE(matches("a[*].x", "a[i].y"));
  EXPECT_TRUE(matches("*ab*c", "aabxabc"));
  EXPECT_TRUE(matches("s?t", "set"));
  EXPECT_FALSE(matches("s?t", "st"));
  EXPECT_TRUE(matches("\\*p", "*p"));
  EXPECT_FALSE(matches("\\*p", "xp"));
  EXPECT_TRUE(matches("x\\", "x\\"));
}

TEST(Suppressions, EveryKeyMustMatch) {
  EXPECT_TRUE(suppresses("  variable: q->head"));
  EXPECT_TRUE(suppresses("  variable: queue.head")); // what the other access calls it
  EXPECT_FALSE(suppresses("  variable: head"));
  EXPECT_TRUE(suppresses("  function: consumer"));
  EXPECT_TRUE(suppresses("  function: prod*"));
  EXPECT_FALSE(suppresses("  function: main"));
  EXPECT_TRUE(suppresses("  functions: [consumer, producer]"));
  EXPECT_TRUE(suppresses("  functions: [producer, consumer]"));
  EXPECT_FALSE(suppresses("  functions: [producer, producer]"));
  EXPECT_FALSE(suppresses("  functions: [producer, main]"));
  EXPECT_TRUE(suppresses("  functions: [producer, consumer]\n  variable: '*->head'"));
  EXPECT_FALSE(suppresses("  functions: [producer, consumer]\n  variable: total"));
  EXPECT_TRUE(suppresses("  function: consumer\n  file: a.c"));
  EXPECT_FALSE(suppresses("  function: consumer\n  file: b.c"));
  EXPECT_TRUE(suppresses("  fingerprint: " + fingerprintOf(race())));
  EXPECT_FALSE(suppresses("  fingerprint: 0123456789abcdef"));
}

TEST(Suppressions, FileAndFunctionSpeakOfOneAccess) {
  Conviction made = race();
  made.second.at.file = "lib/b.c";
  EXPECT_TRUE(matches(rules("- {function: consumer, file: b.c, reason: r}").at(0), made));
  EXPECT_TRUE(matches(rules("- {function: consumer, file: lib/*, reason: r}").at(0), made));
  EXPECT_FALSE(matches(rules("- {function: consumer, file: a.c, reason: r}").at(0), made));
}

TEST(Suppressions, ProblemsNameTheLine) {
  EXPECT_EQ(suppressionProblem("- variable: x\n"), "rules.yaml:1: a rule without a reason");
  EXPECT_EQ(suppressionProblem("- variable: x\n  reason: ' '\n"),
            "rules.yaml:1: a rule without a reason");
  EXPECT_EQ(suppressionProblem("\n- reason: because\n"), "rules.yaml:2: a rule that names no race");
  EXPECT_EQ(suppressionProblem("- reason: r\n  file: x.c\n"),
            "rules.yaml:1: a rule that names no race");
  EXPECT_EQ(suppressionProblem("- reason: r\n  varible: x\n"),
            "rules.yaml:2: a rule has no 'varible'");
  EXPECT_EQ(suppressionProblem("- reason: r\n  functions: [x]\n"),
            "rules.yaml:2: 'functions' needs two names");
  EXPECT_EQ(suppressionProblem("- reason: r\n  variable: [x]\n"),
            "rules.yaml:2: 'variable' needs a text");
  EXPECT_EQ(suppressionProblem("- variable: a\n  variable: b\n  reason: r\n"),
            "rules.yaml:2: 'variable' is given twice");
  EXPECT_EQ(suppressionProblem("variable: x\n"), "rules.yaml:1: this is not a list of rules");
  EXPECT_EQ(suppressionProblem("- x\n"), "rules.yaml:1: this is not a rule");
  EXPECT_THAT(suppressionProblem("- reason: r\n  variable: *_total\n"),
              HasSubstr("rules.yaml:2: "));
  // Where yaml-cpp looks for the next document again and again.
  EXPECT_THAT(suppressionProblem("\n, variable: *a[*].x\"\nH  re reas"), HasSubstr("rules.yaml:"));
  EXPECT_THAT(rules(""), IsEmpty());
  EXPECT_THAT(rules("# nothing yet\n"), IsEmpty());
}

TEST(Suppressions, GeneratedRulesMatchTheirRacesAlone) {
  Conviction odd = race();
  odd.first.name = "*p \"\n?\\";
  odd.first.function = "f*";
  Conviction nameless;
  Conviction turned = race();
  std::swap(turned.first, turned.second);
  turned.first.name = "q->head";
  const std::vector<Conviction> races{race(), odd, nameless, race(), turned};
  const std::vector<SuppressionRule> made = rules(suppressionsFor(races));
  ASSERT_EQ(made.size(), 3U);
  for (std::size_t rule = 0; rule < 3; ++rule)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(matches(made[rule], races[i]), rule == i) << rule << " " << i;
}

std::vector<std::string> read(const std::string &line) {
  std::vector<std::string> words;
  for (const SuppressionComment &comment : commentsIn(line, {"a.c", 4, 0})) {
    words.push_back(comment.variable);
    words.push_back(comment.reason);
    words.push_back(comment.problem.substr(0, comment.problem.find(';')));
    words.push_back(comment.alone ? "alone" : "beside");
  }
  return words;
}

TEST(Suppressions, Comments) {
  EXPECT_THAT(read("  total++; // raceward: allow(race, total) it is a guess"),
              ElementsAre("total", "it is a guess", "", "beside"));
  EXPECT_THAT(read("  //raceward:allow( race ,a[i].x)  fine "),
              ElementsAre("a[i].x", "fine", "", "alone"));
  EXPECT_THAT(read("/* raceward: allow(race, f(x)->y) fine */ z = 1;"),
              ElementsAre("f(x)->y", "fine", "", "beside"));
  EXPECT_THAT(read("/* raceward: allow(race) fine */"), ElementsAre("", "fine", "", "alone"));
  EXPECT_THAT(read("int raceward: allow(race) fine"), IsEmpty());
  EXPECT_THAT(read("total++; // see raceward: allow(race, total) elsewhere"), IsEmpty());
  EXPECT_THAT(read("total++;"), IsEmpty());
}

TEST(Suppressions, BadComments) {
  EXPECT_THAT(read("x; // raceward: allow(race, x)"),
              ElementsAre("x", "", "a reason is missing, so it suppresses nothing", "beside"));
  EXPECT_THAT(read("x; // raceward: ignore"),
              ElementsAre("", "", "this comment is not understood", "beside"));
  EXPECT_THAT(read("x; // raceward: allow(race, x"),
              ElementsAre("", "", "a parenthesis is not closed", "beside"));
  EXPECT_THAT(read("x; // raceward: allow(deadlock, x) r"),
              ElementsAre("", "", "only races can be allowed", "beside"));
  EXPECT_THAT(read("x; // raceward: allow(race,) r"),
              ElementsAre("", "", "the name of the variable is missing", "beside"));
}

Ledger ledgerWith(const Conviction &conviction) {
  Ledger ledger = ledgerOf(2, {}, {{conviction.first, conviction.second, "q"}});
  ledger.convictions = {conviction};
  return ledger;
}

TEST(Suppressions, MovesRacesAndForgetsNoRule) {
  Suppressions suppressions;
  suppressions.add(rules("- {variable: q->head, reason: known}\n"
                         "- {function: consumer, reason: this too}\n"
                         "- {variable: other, reason: gone}\n"));
  Ledger ledger = ledgerWith(race());
  suppressions.apply(ledger);
  EXPECT_THAT(ledger.convictions, IsEmpty());
  EXPECT_THAT(ledger.open, IsEmpty()); // it would show the suppressed race again
  ASSERT_EQ(ledger.suppressed.size(), 1U);
  EXPECT_EQ(ledger.suppressed[0].reason, "known");
  EXPECT_EQ(ledger.suppressed[0].rule, "rules.yaml:1");
  EXPECT_THAT(suppressions.unused({}, ledger),
              ElementsAre("rules.yaml:3: this rule suppresses nothing any more"));
  EXPECT_TRUE(conclude(ledger).unknown());
}

TEST(Suppressions, OtherRacesAndSuspectsStay) {
  Suppressions suppressions;
  suppressions.add(rules("- {variable: other, reason: r}"));
  Ledger ledger = ledgerWith(race());
  suppressions.apply(ledger);
  EXPECT_EQ(ledger.convictions.size(), 1U);
  EXPECT_EQ(ledger.open.size(), 1U);
  EXPECT_THAT(ledger.suppressed, IsEmpty());
}

TEST(Suppressions, CommentsBesideAndAbove) {
  struct Case {
    const char *code;
    bool suppresses;
  };
  for (const Case &c : {Case{"\n\n q->head = 1; // raceward: allow(race, q->head) r\n", true},
                        Case{"\n // raceward: allow(race, q->head) r\n q->head = 1;\n", true},
                        Case{"\n // raceward: allow(race, queue.head) r\n q->head = 1;\n", true},
                        Case{"\n // raceward: allow(race) r\n q->head = 1;\n", true},
                        Case{"\n // raceward: allow(race, total) r\n q->head = 1;\n", false},
                        Case{"\n // raceward: allow(race, q->head)\n q->head = 1;\n", false},
                        // It speaks of its own line.
                        Case{"\n x = 1; // raceward: allow(race) r\n q->head = 1;\n", false},
                        // The one above that.
                        Case{" // raceward: allow(race) r\n\n q->head = 1;\n", false},
                        // Alone on the line of the access: it cannot be, so it is not.
                        Case{"\n\n\n // raceward: allow(race) r\n", false}}) {
    Sources sources;
    Suppressions suppressions;
    Ledger ledger = ledgerWith(race(sources.write("a.c", c.code)));
    suppressions.apply(ledger);
    EXPECT_EQ(ledger.suppressed.size(), c.suppresses ? 1U : 0U) << c.code;
  }
}

TEST(Suppressions, UnusedAndBadCommentsAreTold) {
  Sources sources;
  const std::string file = sources.write("a.c", "// raceward: allow(race, x) old\n"
                                                "// raceward: allow(race, y)\n"
                                                "q->head = 1; // raceward: allow(race) used\n");
  Suppressions suppressions;
  Ledger ledger = ledgerWith(race(file));
  suppressions.apply(ledger);
  // However the file is named.
  const std::vector<std::string> files{sources.path("./a.c")};
  ASSERT_EQ(suppressions.unused(files, ledger).size(), 1U);
  EXPECT_THAT(suppressions.unused(files, ledger)[0],
              HasSubstr("a.c:1: this comment suppresses nothing any more"));
  ASSERT_EQ(Suppressions::badComments(files, ledger).size(), 1U);
  EXPECT_THAT(Suppressions::badComments(files, ledger)[0], HasSubstr("a.c:2: a reason is missing"));
}

} // namespace
} // namespace raceward
