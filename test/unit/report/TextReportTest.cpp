// What the reader sees, word for word.
#include "raceward/report/TextReport.h"

#include "Results.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kQueue = "static int counter;\n"
                           "void *worker(void *unused) {\n"
                           "  counter++;\n"
                           "  return unused;\n"
                           "}\n"
                           "int main(void) {\n"
                           "  printf(\"%d\\n\", counter);\n"
                           "}\n";

class TextReport : public testing::Test {
protected:
  Sources sources_;
  std::string queue_ = sources_.write("queue.c", kQueue);
  AccessSite read_ = site(AccessKind::Read, {queue_, 3, 3}, "worker", "counter");
  AccessSite write_ = site(AccessKind::Write, {queue_, 3, 10}, "worker", "counter");
  AccessSite print_ = site(AccessKind::Read, {queue_, 7, 18}, "main", "counter");

  std::string report(const Ledger &ledger, TextOptions options = {}) {
    return sources_.withoutFolder(textReport(resultOf(ledger), options));
  }
  /// One suspect of a line with itself.
  Ledger selfPair(const AccessSite &at) { return ledgerOf(1, {}, {{at, at, at.name}}); }
  /// The excerpt of line 1 of a file with this content.
  std::vector<std::string> excerpt(std::string_view content, std::uint32_t column,
                                   unsigned width = 80) {
    const std::string file = sources_.write("line.c", content);
    const AccessSite at = site(AccessKind::Write, {file, 1, column}, "f", "x");
    TextOptions options;
    options.width = width;
    std::vector<std::string> lines;
    const std::string text = report(selfPair(at), options);
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      if (const std::string_view line = rest.substr(0, end); line.substr(5, 3) == " | ")
        lines.emplace_back(line);
      rest.remove_prefix(end + 1);
    }
    return lines;
  }
};

TEST_F(TextReport, ADefectOfOursIsToldBesidesTheRace) {
  Ledger ledger = ledgerOf(1, {{"liar", 1, {{GapKind::EngineCrash, "'liar' was wrong", {}, {}}}}});
  ledger.convictions.push_back({write_, print_, "worker", "main"});
  EXPECT_THAT(report(ledger), HasSubstr("'liar' was wrong"));
  ledger.engines[0].gaps[0].kind = GapKind::Bound; // that a proof needs, and a race does not
  EXPECT_THAT(report(ledger), Not(HasSubstr("'liar' was wrong")));
}

TEST_F(TextReport, RaceFreeSaysWhoRuledOutWhat) {
  const Ledger ledger =
      ledgerOf(14, {{"sites", 0, {}, true},
                    {"threads", 9, {}, false, "only one thread reaches either access"},
                    {"sharing", 5, {}, false}});
  EXPECT_EQ(report(ledger),
            "raceward: note: 9 suspects ruled out: only one thread reaches either access\n"
            "raceward: note: 5 suspects ruled out: sharing\n"
            "raceward: race-free: all 14 suspects are ruled out\n");
}

/// A variable whose accesses all hold 'm'.
SharedVariable guarded(const AccessSite &write, const AccessSite &read) {
  SharedVariable shared;
  shared.object = "'counter'";
  shared.accesses = 3;
  shared.sample = {write, read};
  shared.threads = {{"main", false}, {"worker", true}};
  shared.suspects = 14;
  shared.rulings = {{"alone", "one of the two comes before any thread exists", 1},
                    {"locks", "both hold 'm'", 13}};
  return shared;
}

TEST_F(TextReport, ExplainsEachSharedVariable) {
  Ledger ledger = ledgerOf(14, {{"locks", 14, {}, false, "both hold the same lock"}});
  ledger.explanation = {{guarded(write_, print_)}, 0, 312, 1};
  TextOptions options;
  options.explain = true;
  EXPECT_EQ(report(ledger, options),
            "raceward: note: what threads share, and why no two accesses race\n"
            "  'counter': 3 accesses, by main and worker (several)\n"
            "      written at queue.c:3; read at 7\n"
            "      1 pair: one of the two comes before any thread exists [alone]\n"
            "      13 pairs: both hold 'm' [locks]\n"
            "  312 variables have no conflicting accesses by different threads\n"
            "  1 variable is only read, or accessed by atomic operations alone\n"
            "raceward: note: 14 suspects ruled out: both hold the same lock\n"
            "raceward: race-free: all 14 suspects are ruled out\n");
  ledger.explanation.shared[0].moreLines = 2;
  EXPECT_THAT(report(ledger, options), HasSubstr("queue.c:3; read at 7; and 2 more lines\n"));
  EXPECT_THAT(report(ledger), Not(HasSubstr("what threads share")));
  options.quiet = true;
  EXPECT_THAT(report(ledger, options), Not(HasSubstr("what threads share")));
}

TEST_F(TextReport, ExplanationKeepsToTheWidth) {
  Ledger ledger = ledgerOf(14, {{"locks", 14, {}, false, "both hold the same lock"}});
  SharedVariable shared = guarded(site(AccessKind::Write, {"a.c", 3, 1}, "f", "counter"),
                                  site(AccessKind::Read, {"a.c", 4, 1}, "f", "counter"));
  ledger.explanation = {{shared}, 0, 0, 0};
  TextOptions options;
  options.explain = true;
  options.width = 30;
  EXPECT_THAT(report(ledger, options), HasSubstr("      1 pair: one of the two\n"
                                                 "        comes before any\n"
                                                 "        thread exists [alone]\n"));
}

TEST_F(TextReport, ExplanationSaysWhatIsLeft) {
  SharedVariable open = guarded(write_, print_);
  open.rulings.pop_back();
  Ledger ledger = ledgerOf(14, {{"alone", 1, {}, false}});
  ledger.explanation = {std::vector(45, open), 3, 0, 0};
  TextOptions options;
  options.explain = true;
  EXPECT_THAT(report(ledger, options), HasSubstr("      13 pairs are left\n"));
  EXPECT_THAT(report(ledger, options), HasSubstr("  and 8 more: --json has many of them\n"));
  ledger.convictions.push_back({write_, print_, "worker", "main"});
  ledger.explanation.shared[0].raced = true;
  EXPECT_THAT(report(ledger, options), HasSubstr("      a race was found here: see above\n"
                                                 "      13 pairs are left\n"));
}

TEST_F(TextReport, RaceFreeWithoutSuspects) {
  EXPECT_EQ(report(ledgerOf(0, {})), "raceward: race-free: no two accesses could race\n");
}

TEST_F(TextReport, UnknownShowsBothLinesTheReasonAndWhatNext) {
  const std::string other = sources_.write("other.c", "flag = 1;\nif (flag)\n");
  const AccessSite set = site(AccessKind::Write, {other, 1, 6}, "set", "flag");
  const AccessSite test = site(AccessKind::Read, {other, 2, 5}, "test", "flag");
  const Ledger ledger =
      ledgerOf(4, {{"threads", 2, {}, false}}, {{print_, write_, "counter"}, {set, test, "flag"}});
  EXPECT_EQ(report(ledger),
            "queue.c:3:10: warning: possible data race on 'counter': this write in 'worker'\n"
            "    3 |   counter++;\n"
            "      |          ^\n"
            "queue.c:7:18: note: may run at the same time as this read in 'main'\n"
            "    7 |   printf(\"%d\\n\", counter);\n"
            "      |                  ^\n"
            "other.c:1:6: warning: possible data race on 'flag': this write in 'set'\n"
            "    1 | flag = 1;\n"
            "      |      ^\n"
            "other.c:2:5: note: may run at the same time as this read in 'test'\n"
            "    2 | if (flag)\n"
            "      |     ^\n"
            "raceward: note: 2 suspects could not be decided\n"
            "  hint: look at the accesses above: let something order or protect them\n"
            "raceward: unknown: 2 of 4 suspects left\n");
}

// A person decides about variables, and one of them may have any number of pairs.
TEST_F(TextReport, UnknownShowsVariables) {
  Ledger ledger = ledgerOf(40, {}, {{print_, write_, "counter"}});
  OpenVariable counter{"counter", 1, 2, 3, write_, print_, {}};
  counter.lock = {"'lock'", 5, 8, {print_, print_}}; // two accesses on one line
  for (std::uint32_t line = 11; line <= 17; ++line) {
    const AccessSite at = site(AccessKind::Write, {queue_, line, 1}, "f", "q->a");
    ledger.variables.listed.push_back(
        {"struct queue.a" + std::to_string(line), 1, 0, 1, at, at, {}});
  }
  ledger.variables.listed.insert(ledger.variables.listed.begin(), counter);
  ledger.variables.listed[1].lock = {"'q->lock'", 4, 4, {}};
  ledger.variables.count = ledger.variables.listed.size();
  ledger.variables.mixedUp = 1;
  ledger.variables.shared = 1'030;
  const std::string text = report(ledger);
  EXPECT_THAT(text, HasSubstr("queue.c:3:10: warning: possible data race on 'counter': this write "
                              "in 'worker'\n"));
  EXPECT_THAT(text, HasSubstr("raceward: note: 5 of 8 accesses hold 'lock', but not"));
  EXPECT_THAT(text, HasSubstr("queue.c:7 and 1 other\n"));
  EXPECT_THAT(text, HasSubstr("queue.c:11:1: warning: possible data race on 'q->a'"));
  EXPECT_THAT(text, HasSubstr("raceward: note: all 4 accesses hold 'q->lock', perhaps of different "
                              "objects\n"));
  EXPECT_THAT(text, HasSubstr("raceward: note: 8 of 1,030 shared variables may race; 3 of them not "
                              "shown\n"
                              "raceward: note: accesses to 1 other variable could only meet those "
                              "to another one, where pointers are not told apart\n"));
  EXPECT_THAT(text, HasSubstr("  hint: --verbose shows all of them\n"));
  EXPECT_THAT(text, Not(HasSubstr("queue.c:17:1")));
  TextOptions verbose;
  verbose.verbose = true;
  EXPECT_THAT(report(ledger, verbose), HasSubstr("queue.c:17:1"));
}

TEST_F(TextReport, LineThatMeetsItselfIsQuotedOnce) {
  // counter++ is two suspects: its read and its write, its write and itself.
  const Ledger ledger = ledgerOf(2, {}, {{read_, write_, "counter"}, {write_, write_, "counter"}});
  EXPECT_EQ(report(ledger),
            "queue.c:3:10: warning: possible data race on 'counter': this write in 'worker'\n"
            "    3 |   counter++;\n"
            "      |          ^\n"
            "queue.c:3:10: note: two threads may execute this line at the same time\n"
            "raceward: note: 2 suspects could not be decided\n"
            "  hint: look at the accesses above: let something order or protect them\n"
            "raceward: unknown: 2 of 2 suspects left\n");
}

TEST_F(TextReport, OneWriteWithTwoPartnersIsOneWarning) {
  const Ledger ledger = ledgerOf(2, {}, {{write_, write_, "counter"}, {write_, print_, "counter"}});
  const std::string text = report(ledger);
  EXPECT_EQ(text.find("warning:"), text.rfind("warning:"));
  EXPECT_THAT(text, HasSubstr("queue.c:3:10: note: two threads may execute this line"));
  EXPECT_THAT(text, HasSubstr("queue.c:7:18: note: may run at the same time as this read"));
}

TEST_F(TextReport, RaceNamesThreads) {
  Ledger ledger = ledgerOf(2, {});
  ledger.convictions = {{print_, write_, "main", "worker#1"},
                        {write_, write_, "worker#1", "worker#2"}};
  EXPECT_EQ(report(ledger), "raceward: note: 2 data races on 'counter', on lines 3 and 7\n"
                            "queue.c:3:10: error: data race on 'counter': this write in 'worker' "
                            "(thread 'worker#1')\n"
                            "    3 |   counter++;\n"
                            "      |          ^\n"
                            "queue.c:7:18: note: runs at the same time as this read in 'main'\n"
                            "    7 |   printf(\"%d\\n\", counter);\n"
                            "      |                  ^\n"
                            "queue.c:3:10: error: data race on 'counter': this write in 'worker' "
                            "(thread 'worker#1')\n"
                            "    3 |   counter++;\n"
                            "      |          ^\n"
                            "queue.c:3:10: note: thread 'worker#2' runs this line at the same "
                            "time\n"
                            "raceward: race: 2 data races found\n");
}

TEST_F(TextReport, SaysWhatKindOfAccessItIs) {
  AccessSite atomic = write_;
  atomic.order = MemoryOrder::Relaxed;
  AccessSite call = print_;
  call.call = "memcpy";
  call.name = "counters[i]";
  call.isVolatile = true;
  const std::string text = report(ledgerOf(1, {}, {{atomic, call, "counters"}}));
  EXPECT_THAT(text, HasSubstr("'counters': this atomic write of 'counter' in 'worker'\n"));
  EXPECT_THAT(text, HasSubstr("as this non-atomic read of 'counters[i]' by memcpy() in 'main'\n"));
  EXPECT_THAT(text, HasSubstr("  hint: 'volatile' does not order accesses"));
}

TEST_F(TextReport, ManySuspectsAreCutUnlessVerbose) {
  std::vector<OpenSuspect> open;
  for (std::uint32_t line = 1; line <= 8; ++line) {
    const AccessSite at = site(AccessKind::Write, {queue_, line, 1}, "f", "a");
    open.push_back({at, at, "a"});
  }
  const Ledger ledger = ledgerOf(20, {}, open);
  EXPECT_THAT(report(ledger), HasSubstr("raceward: note: 3 more pairs of lines not shown; "
                                        "use --verbose\n"));
  EXPECT_THAT(report(ledger), Not(HasSubstr("queue.c:6:1")));
  TextOptions verbose;
  verbose.verbose = true;
  EXPECT_THAT(report(ledger, verbose), HasSubstr("queue.c:8:1"));
  EXPECT_THAT(report(ledger, verbose),
              HasSubstr("raceward: note: these are 8 of the 20 pairs that are left\n"));
}

TEST_F(TextReport, ReasonsCarryPlaceAndHintOnce) {
  const Gap gap{GapKind::UnmodelledCall, "'frob' has no model", {queue_, 4, 3}, "give its source"};
  Gap elsewhere = gap;
  elsewhere.at.line = 7;
  const Ledger ledger = ledgerOf(3, {{"sharing", 3, {gap, elsewhere}, false}});
  EXPECT_EQ(report(ledger), "queue.c:4:3: note: 'frob' has no model (and at 1 other place)\n"
                            "    4 |   return unused;\n"
                            "      |   ^\n"
                            "  hint: give its source\n"
                            "raceward: unknown: no suspects left; gaps: unmodelled-call\n");
}

TEST_F(TextReport, CheckThatDidNotFinish) {
  Ledger ledger;
  ledger.suspects = 9;
  ledger.engines = {{"threads", 4, {}, false}};
  ledger.interruptions = {{GapKind::TimeLimit, "stopped after 60 s", {}, "allow more time"}};
  EXPECT_EQ(report(ledger),
            "raceward: note: stopped after 60 s\n"
            "  hint: allow more time\n"
            "raceward: unknown: the check did not finish (time-limit); 5 of 9 suspects left\n");
}

TEST_F(TextReport, QuietIsTheVerdictLine) {
  TextOptions quiet;
  quiet.quiet = true;
  quiet.verbose = true;
  EXPECT_EQ(report(selfPair(write_), quiet), "raceward: unknown: 1 of 1 suspect left\n");
}

TEST_F(TextReport, VerboseShowsTheFigures) {
  TextOptions verbose;
  verbose.verbose = true;
  const Ledger ledger = ledgerOf(12345, {{"sites", 0, {}, true}, {"threads", 12345, {}, false}});
  EXPECT_EQ(report(ledger, verbose), "  engine                removed  gaps\n"
                                     "  sites                       0     0\n"
                                     "  threads                12,345     0\n"
                                     "\n"
                                     "  suspects        12,345, 0 left\n"
                                     "  scope           all inputs, all schedules\n"
                                     "  memory model    c11\n"
                                     "  time            0.50 s, 0.25 s of CPU\n"
                                     "  memory          1.5 MiB\n"
                                     "  functions       3\n"
                                     "  instructions    1,234\n"
                                     "  access sites    9\n"
                                     "  memory groups   2\n"
                                     "raceward: note: 12,345 suspects ruled out: threads\n"
                                     "raceward: race-free: all 12,345 suspects are ruled out\n");
}

TEST_F(TextReport, MissingSourceCostsTheExcerptOnly) {
  AccessSite gone = write_;
  gone.at.file = sources_.path("gone.c");
  AccessSite beyond = write_;
  beyond.at.line = 999;
  AccessSite device = write_;
  device.at.file = "/dev/zero"; // never ends
  AccessSite nowhere = write_;
  nowhere.at = {};
  for (const AccessSite &at : {gone, beyond, device, nowhere}) {
    const std::string text = report(selfPair(at));
    EXPECT_THAT(text, HasSubstr("warning: possible data race on 'counter'"));
    EXPECT_THAT(text, Not(HasSubstr(" | ")));
  }
  EXPECT_THAT(report(selfPair(nowhere)), HasSubstr("raceward: warning: possible"));
}

using Lines = std::vector<std::string>;

TEST_F(TextReport, CaretStandsRightBehindTabsAndWideText) {
  EXPECT_EQ(excerpt("\tx\ty;", 4), (Lines{"    1 |         x       y;", //
                                          "      |                 ^"}));
  // ü takes two bytes and one column, 字 three bytes and two columns, and e with a
  // combining accent three bytes and one column.
  EXPECT_EQ(excerpt("\"ü\" x", 6), (Lines{"    1 | \"ü\" x", //
                                          "      |     ^"}));
  EXPECT_EQ(excerpt("\"字\" x", 7), (Lines{"    1 | \"字\" x", //
                                           "      |      ^"}));
  EXPECT_EQ(excerpt("e\xCC\x81 x", 5), (Lines{"    1 | e\xCC\x81 x", //
                                              "      |   ^"}));
  // Latin-1: one byte, one column.
  EXPECT_EQ(excerpt("\xFC\xFC x\r\n", 4), (Lines{"    1 | ?? x", //
                                                 "      |    ^"}));
  // Just behind the end, and beyond it.
  EXPECT_EQ(excerpt("x;", 3), (Lines{"    1 | x;", //
                                     "      |   ^"}));
  EXPECT_EQ(excerpt("x;", 9), (Lines{"    1 | x;"}));
  EXPECT_EQ(excerpt("x;", 0), (Lines{"    1 | x;"}));
}

TEST_F(TextReport, LongLineIsCutAroundTheColumn) {
  std::string line(5000, '-');
  line.front() = '<';
  line.back() = '>';
  for (const std::uint32_t column : {1u, 40u, 70u, 2500u, 4995u, 5000u}) {
    line[column - 1] = 'x';
    for (const unsigned width : {40u, 80u, 200u}) {
      const Lines lines = excerpt(line, column, width);
      ASSERT_EQ(lines.size(), 2u) << column;
      EXPECT_LE(lines[0].size(), width) << column;
      EXPECT_LE(lines[1].size(), width) << column;
      EXPECT_EQ(lines[0].at(lines[1].find('^')), 'x') << column << "\n" << lines[0];
      EXPECT_EQ(lines[0].ends_with("..."), column < 4900) << column << "\n" << lines[0];
    }
    line[column - 1] = '-';
  }
}

TEST_F(TextReport, HugeLineIsCutWithoutBreakingCharacters) {
  std::string line;
  for (int i = 0; i < 100000; ++i)
    line += "ü";
  const Lines lines = excerpt(line, 100001, 40);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], Not(HasSubstr("?")));
  EXPECT_THAT(lines[0], HasSubstr("| ...ü"));
  EXPECT_TRUE(lines[0].ends_with("ü..."));
}

TEST_F(TextReport, NothingSmugglesControlCharacters) {
  const std::string evil = "\033[31m\a\x7F\xC2\x9B"
                           "2J\xE2\x80\xAE";
  const std::string file = sources_.write("evil.c", "x" + evil + "y");
  AccessSite at = site(AccessKind::Write, {file, 1, 15}, "f" + evil, "n" + evil);
  at.call = "c" + evil;
  Ledger ledger =
      ledgerOf(3, {{"e" + evil, 1, {{GapKind::EngineCrash, evil, {evil, 1, 1}, evil}}, false}});
  ledger.open = {{at, at, "o" + evil}};
  TextOptions options;
  options.verbose = true;
  for (const char c : report(ledger, options))
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < '\x7F')) << static_cast<int>(c);
  EXPECT_EQ(excerpt("x" + evil + "y", 14), (Lines{"    1 | x?[31m???2J?y", //
                                                  "      |            ^"}));
}

TEST_F(TextReport, NarrowTerminalWrapsHints) {
  TextOptions narrow;
  narrow.width = 40;
  const Gap gap{GapKind::UnmodelledCall, "no model", {}, "say what the function does to memory"};
  EXPECT_EQ(report(ledgerOf(1, {{"sharing", 1, {gap}, false}}), narrow),
            "raceward: note: no model\n"
            "  hint: say what the function does to\n"
            "        memory\n"
            "raceward: unknown: no suspects left; gaps: unmodelled-call\n");
}

TEST_F(TextReport, ColoursAreClangs) {
  TextOptions colour;
  colour.colour = true;
  const std::string text = report(ledgerOf(2, {}, {{write_, print_, "counter"}}), colour);
  EXPECT_THAT(text, HasSubstr("\033[1mqueue.c:3:10:\033[0m \033[1;35mwarning: \033[0m\033[1m"
                              "possible data race on 'counter': this write in 'worker'\033[0m\n"));
  EXPECT_THAT(text, HasSubstr("      |          \033[1;32m^\033[0m\n"));
  EXPECT_THAT(text, HasSubstr("\033[36mnote: \033[0mmay run"));
  EXPECT_THAT(text, HasSubstr("\033[1mraceward:\033[0m \033[1;35munknown:\033[0m"));
  EXPECT_THAT(report(ledgerOf(0, {}), colour), HasSubstr("\033[1;32mrace-free:\033[0m"));
}

} // namespace
} // namespace raceward
