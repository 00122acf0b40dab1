#include "Scratch.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/batch/Csv.h"

#include <chrono>
#include <csignal>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace raceward;
using raceward::test::RecordingUi;
using raceward::test::Scratch;
using raceward::test::waitFor;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

/// What the fake checker does for a file, and a row for it.
struct FakeTask {
  std::string file;
  std::string script;
  std::string expected;
};

void writeTasks(const Scratch &scratch, const std::vector<FakeTask> &tasks) {
  std::string list = "file,property,expected,data_model\n";
  for (const FakeTask &task : tasks) {
    scratch.write("suite/" + task.file, task.script + "\n");
    list += "suite/" + task.file + ",no-data-race," + task.expected + ",ILP32\n";
  }
  scratch.write("t.csv", list);
}

/// One of each class.
void writeVariety(const Scratch &scratch) {
  writeTasks(scratch,
             {{"a.c", "say=race-free; sleep 0.3", "true"}, // last to finish, first in the results
              {"b.c", "say=race", "false"},
              {"c.c", "say=race-free", "false"},
              {"d.c", "say=race", "true"},
              {"e.c", R"(say=unknown; reason='{"kind":"suspects-left","message":"<b>"}')", "true"},
              {"f.c", "echo 'no such file' >&2; exit 2", "true"},
              {"g.c", "kill -SEGV $$", "true"},
              {"h.c", "say=race", ""},
              {"i.c", "say=race-free; exit_with=1", "true"}});
}

std::size_t journalLines(const Scratch &scratch) {
  const std::string journal = scratch.read("out/journal.jsonl");
  return static_cast<std::size_t>(std::count(journal.begin(), journal.end(), '\n'));
}

} // namespace

TEST(Batch, ClassifiesScoresAndKeepsTheOrderOfTheInput) {
  const Scratch scratch;
  writeVariety(scratch);
  BatchOptions options = scratch.options("t.csv");
  options.jobs = 4;
  RecordingUi ui;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->tasks, 9u);
  EXPECT_EQ(summary->finished, 9u);
  EXPECT_FALSE(summary->interrupted);
  EXPECT_TRUE(summary->anyWrong());
  EXPECT_EQ(summary->counts.rightRaceFree, 1u);
  EXPECT_EQ(summary->counts.rightRace, 1u);
  EXPECT_EQ(summary->counts.wrongRaceFree, 1u);
  EXPECT_EQ(summary->counts.wrongRace, 1u);
  EXPECT_EQ(summary->counts.unknown, 1u);
  EXPECT_EQ(summary->counts.error, 3u);
  EXPECT_EQ(summary->counts.noExpectation, 1u);
  EXPECT_EQ(summary->counts.score, 2 + 1 - 32 - 16);
  EXPECT_EQ(summary->counts.bestScore, 6 * 2 + 2 * 1);
  EXPECT_THAT(ui.names, SizeIs(9));
  EXPECT_EQ(ui.closings, 1);

  const auto rows = batch::parseCsv("results.csv", scratch.read("out/results.csv"));
  ASSERT_TRUE(rows);
  ASSERT_THAT(*rows, SizeIs(10));
  EXPECT_THAT((*rows)[0].cells,
              ElementsAre("folder", "file", "property", "expected", "verdict", "class",
                          "reason_kind", "cpu_s", "wall_s", "memory_mb", "witness"));
  std::string files, classes, reasons;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    files += (*rows)[i].cells[1][0];
    classes += (*rows)[i].cells[5] + " ";
    reasons += (*rows)[i].cells[6] + " ";
  }
  EXPECT_EQ(files, "abcdefghi");
  EXPECT_EQ(classes, "right right wrong wrong unknown error error no-expectation error ");
  EXPECT_EQ(reasons, "    suspects-left bad-input crash  disagreement ");

  const auto json = nlohmann::json::parse(scratch.read("out/results.json"), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["summary"]["score"], -45);
  EXPECT_EQ(json["results"][5]["reason"]["message"], "no such file");
  EXPECT_TRUE(json["results"][7]["expected"].is_null());
  EXPECT_THAT(
      scratch.read("arguments.txt"),
      HasSubstr("check --no-config --json - --quiet --time-limit 20 --property no-data-race "
                "--data-model ilp32 "));
}

// The fake checker does what the program says; as a validator it ends with a status.
TEST(Batch, WitnessesOfRacesAreFollowed) {
  const Scratch scratch;
  const auto program = [&](const std::string &name, const std::string &witness, int status) {
    scratch.write(name, "if [ $1 = validate ]; then exit " + std::to_string(status) +
                            "; fi\nsay=race\n" + witness);
  };
  const std::string write = "while [ $# -gt 1 ]; do\n"
                            "  if [ $1 = --witness ]; then echo >\"$2\"; fi\n  shift\ndone\n";
  program("a", write, 0);
  program("b", write, 1);
  program("c", write, 3);
  program("d", "", 0);
  program("e", write, 4);
  scratch.write("f", "say=race-free\n");
  scratch.write("t.csv", "file,property,expected,data_model\n"
                         "a,no-data-race,false,\nb,no-data-race,false,\n"
                         "c,no-data-race,false,\nd,no-data-race,false,\n"
                         "e,no-data-race,false,\nf,no-data-race,true,\n");
  BatchOptions options = scratch.options("t.csv");
  options.witnessDirectory = scratch.path("w");
  options.validate = true;
  for (const char *run : {"first", "from the journal"}) {
    RecordingUi ui;
    const auto summary = runBatch(options, ui);
    ASSERT_TRUE(summary) << run << summary.error().message;
    EXPECT_EQ(summary->counts.witnesses, 5U) << run;
    EXPECT_EQ(summary->counts.confirmed, 1U) << run;
    const auto rows = batch::parseCsv("results.csv", scratch.read("out/results.csv"));
    ASSERT_TRUE(rows);
    std::string words;
    for (std::size_t i = 1; i < rows->size(); ++i)
      words += (*rows)[i].cells[10] + ";";
    EXPECT_EQ(words, "confirmed;not confirmed;unknown;none;error;;") << run;
  }
  options.validate = false;
  RecordingUi ui;
  EXPECT_FALSE(runBatch(options, ui)); // the journal has other answers
  options.fresh = true;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->counts.confirmed, 0U);
  EXPECT_THAT(scratch.read("out/results.json"), HasSubstr("\"witness\": \"written\""));
}

TEST(Batch, ValidatingNeedsAFolder) {
  const Scratch scratch;
  writeVariety(scratch);
  BatchOptions options = scratch.options("t.csv");
  options.validate = true;
  RecordingUi ui;
  EXPECT_FALSE(runBatch(options, ui));
}

TEST(Batch, ASecondRunRepeatsNothingAndChangedProgramsRunAgain) {
  const Scratch scratch;
  writeVariety(scratch);
  const BatchOptions options = scratch.options("t.csv");
  RecordingUi ui;
  ASSERT_TRUE(runBatch(options, ui));
  const std::string results = scratch.read("out/results.csv");
  scratch.write("log.txt", "");

  const auto again = runBatch(options, ui);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->reused, 9u);
  EXPECT_EQ(scratch.read("log.txt"), "");
  EXPECT_EQ(scratch.read("out/results.csv"), results);

  scratch.write("suite/c.c", "say=race\n");
  const auto changed = runBatch(options, ui);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->reused, 8u);
  EXPECT_EQ(scratch.read("log.txt"), "start c.c\nend c.c\n");
  EXPECT_EQ(changed->counts.wrong(), 1u);

  BatchOptions fresh = options;
  fresh.fresh = true;
  const auto all = runBatch(fresh, ui);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->reused, 0u);
}

TEST(Batch, OtherLimitsAreRefused) {
  const Scratch scratch;
  writeVariety(scratch);
  BatchOptions options = scratch.options("t.csv");
  RecordingUi ui;
  ASSERT_TRUE(runBatch(options, ui));
  options.timeLimitSeconds = 21;
  const auto refused = runBatch(options, ui);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("the time limit was 20 s, is now 21 s"));
}

// The real thing: SIGKILL to a batch with a task under way.
TEST(Batch, GoesOnAfterKillMinusNine) {
  const Scratch scratch;
  writeTasks(scratch, {{"a.c", "say=race-free", "true"},
                       {"b.c", "say=race", "false"},
                       {"c.c", "[ -e $dir/go ] || sleep 30; say=race", "false"},
                       {"d.c", "say=race", "false"},
                       {"e.c", "[ -e $dir/go ] || sleep 30; say=race", "false"},
                       {"f.c", "say=race", "false"}});
  BatchOptions options = scratch.options("t.csv");
  options.jobs = 2;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    RecordingUi ui;
    (void)runBatch(options, ui);
    ::_exit(0);
  }
  // a, b and d are finished; c and e hold both workers.
  ASSERT_TRUE(
      waitFor([&] { return journalLines(scratch) == 4 && scratch.timesLogged("start e.c") == 1; }));
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("out/results.csv")));
  // As if the kill had come in the middle of a write.
  scratch.write("out/journal.jsonl", scratch.read("out/journal.jsonl") + "{\"task\":\"no-da");

  scratch.write("go", "");
  RecordingUi ui;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->finished, 6u);
  EXPECT_EQ(summary->reused, 3u);
  EXPECT_EQ(summary->counts.right(), 6u);
  for (const char *file : {"a.c", "b.c", "d.c", "f.c"})
    EXPECT_EQ(scratch.timesLogged(std::string("start ") + file), 1u) << file;
  // Interrupted, hence started again, but their first run died with the batch.
  for (const char *file : {"c.c", "e.c"}) {
    EXPECT_EQ(scratch.timesLogged(std::string("start ") + file), 2u) << file;
    EXPECT_EQ(scratch.timesLogged(std::string("end ") + file), 1u) << file;
  }
}

TEST(Batch, CtrlCKeepsWhatIsFinished) {
  const Scratch scratch;
  writeTasks(scratch, {{"a.c", "say=race-free", "true"},
                       {"b.c", "[ -e $dir/go ] || sleep 30; say=race", "false"},
                       {"c.c", "say=race", "false"}});
  BatchOptions options = scratch.options("t.csv");
  RecordingUi ui;
  const auto begin = std::chrono::steady_clock::now();
  {
    const InterruptGuard guard;
    options.interrupted = [&] { return guard.interrupted(); };
    std::thread user([&] {
      waitFor([&] { return scratch.timesLogged("start b.c") == 1; });
      ::kill(::getpid(), SIGINT);
    });
    const auto summary = runBatch(options, ui);
    user.join();
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(guard.signal(), SIGINT);
    EXPECT_TRUE(summary->interrupted);
    EXPECT_EQ(summary->finished, 1u);
    EXPECT_EQ(summary->tasks, 3u);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
  EXPECT_THAT(ui.notes, ElementsAre(HasSubstr("the same command goes on")));
  EXPECT_THAT(scratch.read("out/results.json"), HasSubstr("\"complete\": false"));
  EXPECT_THAT(scratch.read("out/report.html"), HasSubstr("1 of 3 tasks"));

  scratch.write("go", "");
  options.interrupted = {};
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->finished, 3u);
  EXPECT_EQ(summary->reused, 1u);
  EXPECT_EQ(scratch.timesLogged("start a.c"), 1u);
}

TEST(Batch, WhatChangesWhileItIsCheckedIsNotRemembered) {
  const Scratch scratch;
  writeTasks(
      scratch,
      {{"a.c", "say=race-free; [ -e $dir/once ] || echo 'x=1' >>$last; : >$dir/once", "true"}});
  BatchOptions options = scratch.options("t.csv");
  options.cacheFile = scratch.path("cache");
  RecordingUi ui;
  for (std::size_t times = 1; times <= 3; ++times) {
    const auto summary = runBatch(options, ui);
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(summary->finished, 1u);
    EXPECT_EQ(scratch.timesLogged("start a.c"), std::min<std::size_t>(times, 2)) << times;
  }
  EXPECT_THAT(ui.warnings, ElementsAre(HasSubstr("changed while it was checked")));
}

TEST(Batch, AHeaderThatChangesMakesItsTasksRunAgain) {
  const Scratch scratch;
  writeTasks(scratch, {{"a.c", "\n#include \"h.h\"\nsay=race-free", "true"},
                       {"b.c", "say=race-free", "true"}});
  scratch.write("suite/h.h", "");
  const BatchOptions options = scratch.options("t.csv");
  RecordingUi ui;
  ASSERT_TRUE(runBatch(options, ui));
  ASSERT_TRUE(runBatch(options, ui));
  EXPECT_EQ(scratch.timesLogged("start a.c"), 1u);
  scratch.write("suite/h.h", "int x;\n");
  ASSERT_TRUE(runBatch(options, ui));
  EXPECT_EQ(scratch.timesLogged("start a.c"), 2u);
  EXPECT_EQ(scratch.timesLogged("start b.c"), 1u);
}

TEST(Batch, TheRunnerEndsACheckerThatForgetsItsLimit) {
  const Scratch scratch;
  writeTasks(scratch, {{"a.c", "sleep 30", "true"}});
  BatchOptions options = scratch.options("t.csv");
  options.timeLimitSeconds = 0.1;
  options.graceSeconds = 0.2;
  RecordingUi ui;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->counts.error, 1u);
  EXPECT_THAT(scratch.read("out/results.csv"), HasSubstr(",time-overrun,"));
}

TEST(Batch, ABadRequestIsRefusedBeforeAnythingRuns) {
  const Scratch scratch;
  writeVariety(scratch);
  RecordingUi ui;
  BatchOptions noChecker = scratch.options("t.csv");
  noChecker.checker = scratch.path("none");
  EXPECT_FALSE(runBatch(noChecker, ui));
  BatchOptions noTasks = scratch.options("t.csv");
  noTasks.property = "no-overflow";
  const auto other = runBatch(noTasks, ui);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("9 tasks ask for another"));
  BatchOptions noPeer = scratch.options("t.csv");
  noPeer.compareWith = scratch.path("none.csv");
  EXPECT_FALSE(runBatch(noPeer, ui));
  BatchOptions noJobs = scratch.options("t.csv");
  noJobs.jobs = 0;
  EXPECT_FALSE(runBatch(noJobs, ui));
  EXPECT_EQ(scratch.read("log.txt"), "");
  EXPECT_FALSE(std::filesystem::exists(scratch.path("out")));
}

TEST(Batch, ACheckerThatCannotStartEndsTheBatch) {
  const Scratch scratch;
  writeVariety(scratch);
  BatchOptions options = scratch.options("t.csv");
  options.checker = scratch.write("broken", "#!/no/such/interpreter\n");
  std::filesystem::permissions(options.checker, std::filesystem::perms::owner_all);
  RecordingUi ui;
  const auto summary = runBatch(options, ui);
  ASSERT_FALSE(summary);
  EXPECT_THAT(summary.error().message, HasSubstr("cannot run"));
}
