// A batch over a queue, with workers that are threads of the test.
#include "../queue/MemoryQueue.h"
#include "../queue/UnreliableQueue.h"
#include "Scratch.h"
#include "WatchedQueue.h"
#include "raceward/batch/FleetRun.h"
#include "raceward/batch/ServeTask.h"
#include "raceward/batch/TaskItem.h"
#include "raceward/batch/TaskList.h"

#include <atomic>
#include <gmock/gmock.h>
#include <thread>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::MemoryQueue;
using raceward::test::MemoryStore;
using raceward::test::RecordingUi;
using raceward::test::Scratch;
using raceward::test::UnreliableQueue;
using raceward::test::waitFor;
using raceward::test::WatchedQueue;
using raceward::test::WatchedServer;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

namespace {

/// Takes tasks until the test is over.
class Worker {
public:
  Worker(std::unique_ptr<Queue> queue, TaskServing serving)
      : queue_(std::move(queue)), serving_(std::move(serving)), thread_([this] { work(); }) {}
  Worker(WatchedServer &server, TaskServing serving)
      : Worker(std::make_unique<WatchedQueue>(server), std::move(serving)) {}
  Worker(WatchedServer &server, const std::string &checker, const std::string &name)
      : Worker(server, *servingWith(checker, name)) {}
  ~Worker() {
    stop_ = true;
    thread_.join();
  }

private:
  void work() {
    serving_.interrupted = [this] { return stop_.load(); };
    while (!stop_) {
      auto taken = queue_->take(2ms);
      if (!*taken)
        continue;
      const auto served = serveTask(*queue_, **taken, serving_);
      EXPECT_TRUE(served);
      if (served && !*served)
        std::this_thread::sleep_for(50ms);
    }
  }

  std::unique_ptr<Queue> queue_;
  TaskServing serving_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

/// 12 tasks with one of each verdict, in turn.
void writeTasks(const Scratch &scratch) {
  std::string list = "file,property,expected,data_model\n";
  const std::array<std::string, 4> scripts{
      "say=race-free", "say=race",
      R"(say=unknown; reason='{"kind":"inline-assembly","message":"in '"'$last'"'","file":"'$last'"}')",
      "echo 'no such thing' >&2; exit 2"};
  for (int i = 0; i < 12; ++i) {
    const std::string name = "t" + std::to_string(i) + ".c";
    scratch.write(name,
                  scripts[static_cast<std::size_t>(i) % 4] + "; x" + std::to_string(i) + "=1\n");
    list += name + ",no-data-race,true,ILP32\n";
  }
  scratch.write("t.csv", list);
}

/// The results without what is measured.
std::string resultsOf(const Scratch &scratch, const std::string &folder) {
  std::string text;
  const std::string csv = scratch.read(folder + "/results.csv");
  for (const std::string_view row : split(csv, '\n'))
    text += std::string(row.substr(0, row.find(",0."))) + "\n";
  return text;
}

/// Through the ledger and the queue, with times that fit a test.
Result<bool> runFleet(const Scratch &scratch, Queue &queue, RecordingUi &ui,
                      std::vector<BatchResult> *results = nullptr,
                      const std::function<bool()> &interrupted = {}) {
  const BatchOptions options = scratch.options("t.csv");
  const auto list = loadTasks(options.taskFiles, options.property);
  std::filesystem::create_directories(options.outputDirectory);
  auto journal =
      Journal::open(options.outputDirectory, {options.property, 20, 0, options.checker, "hash", {}},
                    JournalStart::Resume);
  if (!journal)
    return fail(journal.error());
  CheckerSettings settings;
  settings.program = options.checker;
  settings.timeLimitSeconds = 20;
  Ledger ledger(list->tasks, settings, **journal, {nullptr, false, *buildOf(options.checker)});
  if (auto begun = ledger.begin(1, {}, ui); !begun)
    return fail(begun.error());
  FleetRun fleet(ledger, queue,
                 {.topic = "batch-test", .forget = false, .silence = 150ms, .afterRefusal = 5ms});
  const Result<bool> stopped = fleet.run(interrupted, ui);
  if (results)
    *results = ledger.results();
  return stopped;
}

Result<bool> runFleet(const Scratch &scratch, WatchedServer &server, RecordingUi &ui,
                      std::vector<BatchResult> *results = nullptr,
                      const std::function<bool()> &interrupted = {}) {
  WatchedQueue queue(server);
  return runFleet(scratch, queue, ui, results, interrupted);
}

std::string verdictsOf(const std::vector<BatchResult> &results) {
  std::string text;
  for (const BatchResult &result : results)
    text += toText(result.answer.verdict) + " ";
  return text;
}

constexpr const char *kVerdicts = "race-free race unknown error race-free race unknown error "
                                  "race-free race unknown error ";

} // namespace

TEST(Fleet, TheTableIsTheSameAsWithoutAQueue) {
  const Scratch scratch;
  writeTasks(scratch);
  RecordingUi ui;
  BatchOptions options = scratch.options("t.csv");
  options.outputDirectory = scratch.path("here");
  ASSERT_TRUE(runBatch(options, ui));

  WatchedServer server;
  WatchedQueue queue(server);
  const Worker one(server, options.checker, "one");
  const Worker two(server, options.checker, "two");
  options.outputDirectory = scratch.path("there");
  options.queue = &queue;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->finished, 12u);
  EXPECT_FALSE(summary->interrupted);
  EXPECT_EQ(resultsOf(scratch, "there"), resultsOf(scratch, "here"));
  EXPECT_THAT(scratch.read("there/results.json"),
              HasSubstr("\"file\": \"" + scratch.path("t2.c") + "\""));
  EXPECT_THAT(scratch.read("there/results.json"), HasSubstr("in '" + scratch.path("t2.c")));
  EXPECT_THAT(ui.warnings, IsEmpty());
  // Nothing stays behind in the queue.
  EXPECT_THAT(server.blobs, IsEmpty());
  EXPECT_THAT(server.work, IsEmpty());
  // Each was checked once in each way.
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(scratch.timesLogged("start t" + std::to_string(i) + ".c"), 2u) << i;

  // Again, in another folder: what the question decides comes from the cache, errors do not.
  BatchOptions again = options;
  again.outputDirectory = scratch.path("again");
  again.cacheFile = scratch.path("there/cache.sqlite");
  const auto repeated = runBatch(again, ui);
  ASSERT_TRUE(repeated) << repeated.error().message;
  EXPECT_EQ(repeated->fromCache, 9u);
  EXPECT_EQ(resultsOf(scratch, "again"), resultsOf(scratch, "here"));
  EXPECT_THAT(scratch.read("again/results.json"), HasSubstr("in '" + scratch.path("t2.c")));
  EXPECT_EQ(scratch.timesLogged("start t0.c"), 2u);
  EXPECT_EQ(scratch.timesLogged("start t3.c"), 3u);
}

TEST(Fleet, LossDoublingAndDelayChangeNothing) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Scratch scratch;
    writeTasks(scratch);
    const auto store = std::make_shared<MemoryStore>(100ms);
    const auto handle = [&](unsigned number) {
      return std::make_unique<UnreliableQueue>(std::make_unique<MemoryQueue>(store),
                                               10 * seed + number,
                                               test::Unreliability{0.2, 0.2, 0.2, 0.2});
    };
    RecordingUi ui;
    std::vector<BatchResult> results;
    {
      const std::string checker = scratch.fakeChecker();
      const Worker one(handle(1), *servingWith(checker, "one"));
      const Worker two(handle(2), *servingWith(checker, "two"));
      const auto queue = handle(0);
      const auto stopped = runFleet(scratch, *queue, ui, &results);
      ASSERT_TRUE(stopped) << stopped.error().message;
      EXPECT_FALSE(*stopped);
    }
    EXPECT_EQ(verdictsOf(results), kVerdicts) << "seed " << seed;
    EXPECT_EQ(ui.names.size(), 12u) << "a task that two answered counts once; seed " << seed;
    const std::string journal = scratch.read("out/journal.jsonl");
    EXPECT_EQ(std::count(journal.begin(), journal.end(), '\n'), 13) << seed;
  }
}

TEST(Fleet, AnAnswerToAnotherQuestionCountsForNothing) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  WatchedQueue forger(server);
  BatchAnswer answer;
  answer.verdict = BatchVerdict::RaceFree;
  answer.basis = AnswerBasis::Question;
  // Of an earlier content of the programs, say; and things that are no answers at all.
  for (const std::string &id : {std::string(64, '0'), idOfTask("x"), std::string("t1.c")})
    ASSERT_TRUE(forger.answer("batch-test", id, encode(TaskReply{"late", answer, ""})));
  ASSERT_TRUE(forger.answer("batch-test", "x", "no reply"));
  ASSERT_TRUE(forger.answer("batch-test", "y", ""));
  RecordingUi ui;
  std::vector<BatchResult> results;
  const Worker worker(server, scratch.fakeChecker(), "one");
  ASSERT_TRUE(runFleet(scratch, server, ui, &results));
  EXPECT_EQ(verdictsOf(results), kVerdicts);
}

TEST(Fleet, AChangedProgramIsAnotherQuestion) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  const std::string checker = scratch.fakeChecker();
  RecordingUi ui;
  {
    const Worker worker(server, checker, "one");
    ASSERT_TRUE(runFleet(scratch, server, ui));
  }
  scratch.write("t0.c", "say=race; x0=1\n");
  const Worker worker(server, checker, "one");
  std::vector<BatchResult> results;
  ASSERT_TRUE(runFleet(scratch, server, ui, &results));
  EXPECT_EQ(results[0].answer.verdict, BatchVerdict::Race);
  EXPECT_EQ(scratch.timesLogged("start t0.c"), 2u);
  EXPECT_EQ(scratch.timesLogged("start t1.c"), 1u);
}

TEST(Fleet, TasksThatAskTheSameAreCheckedOnce) {
  const Scratch scratch;
  scratch.write("a/p.c", "say=race\n");
  scratch.write("b/p.c", "say=race\n");
  scratch.write("t.csv", "file,property,expected,data_model\n"
                         "a/p.c,no-data-race,false,ILP32\nb/p.c,no-data-race,true,ILP32\n");
  WatchedServer server;
  const Worker worker(server, scratch.fakeChecker(), "one");
  RecordingUi ui;
  std::vector<BatchResult> results;
  ASSERT_TRUE(runFleet(scratch, server, ui, &results));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].resultClass(), BatchClass::Right);
  EXPECT_EQ(results[1].resultClass(), BatchClass::Wrong);
  EXPECT_EQ(scratch.timesLogged("start p.c"), 1u);
}

TEST(Fleet, GoesOnWhereItStopped) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  const std::string checker = scratch.fakeChecker();
  RecordingUi ui;
  {
    const Worker worker(server, checker, "one");
    const auto stopped =
        runFleet(scratch, server, ui, nullptr, [&] { return ui.names.size() >= 3; });
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(*stopped);
  }
  // What nobody took is not worked on in vain; the worker gave back what it was at.
  EXPECT_LE(server.work.size(), 1u);
  const std::size_t before = ui.names.size();
  EXPECT_LT(before, 12u);
  const Worker worker(server, checker, "one");
  std::vector<BatchResult> results;
  const auto stopped = runFleet(scratch, server, ui, &results);
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(*stopped);
  EXPECT_EQ(verdictsOf(results), kVerdicts);
  EXPECT_EQ(ui.names.size(), 12u);
  EXPECT_THAT(ui.notes, Contains(HasSubstr("were finished by an earlier run")));
}

TEST(Fleet, AnswersThatCameWhileNobodyListenedCount) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  const std::string checker = scratch.fakeChecker();
  RecordingUi ui;
  // The batch dies once all is offered, with no time to withdraw anything.
  std::deque<WatchedServer::Message> offered;
  ASSERT_TRUE(runFleet(scratch, server, ui, nullptr, [&] {
    offered = server.work;
    return offered.size() == 12;
  }));
  EXPECT_THAT(ui.names, IsEmpty());
  server.work = offered;
  {
    const Worker worker(server, checker, "one");
    ASSERT_TRUE(waitFor([&] {
      const std::lock_guard lock(server.mutex);
      return server.answers.size() == 12;
    }));
  }
  std::vector<BatchResult> results;
  ASSERT_TRUE(runFleet(scratch, server, ui, &results)); // and no worker is there
  EXPECT_EQ(verdictsOf(results), kVerdicts);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(scratch.timesLogged("start t" + std::to_string(i) + ".c"), 1u) << i;
}

TEST(Fleet, AWorkerOfAnotherBuildIsHeardButNotBelieved) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  TaskServing other = *servingWith(scratch.fakeChecker(), "other\x1b[2J");
  other.build = "another";
  RecordingUi ui;
  std::vector<BatchResult> results;
  const Worker wrong(server, other);
  std::unique_ptr<Worker> right;
  std::thread later([&] {
    std::this_thread::sleep_for(300ms);
    right = std::make_unique<Worker>(server, scratch.fakeChecker(), "right");
  });
  const auto stopped = runFleet(scratch, server, ui, &results);
  later.join();
  ASSERT_TRUE(stopped);
  EXPECT_EQ(verdictsOf(results), kVerdicts);
  EXPECT_THAT(ui.warnings, Contains(HasSubstr("another build")));
  EXPECT_EQ(ui.warnings.size(), 1u) << "said once";
}

TEST(Fleet, FilesThatTheQueueLostAreSentAgain) {
  const Scratch scratch;
  writeTasks(scratch);
  WatchedServer server;
  RecordingUi ui;
  std::vector<BatchResult> results;
  std::unique_ptr<Worker> worker;
  std::thread later([&] {
    while (true) {
      const std::lock_guard lock(server.mutex);
      if (server.stores >= 12) {
        server.blobs.clear();
        break;
      }
    }
    worker = std::make_unique<Worker>(server, scratch.fakeChecker(), "one");
  });
  const auto stopped = runFleet(scratch, server, ui, &results);
  later.join();
  ASSERT_TRUE(stopped);
  EXPECT_EQ(verdictsOf(results), kVerdicts);
}

TEST(Fleet, WhatCannotBeSentIsCheckedHere) {
  const Scratch scratch;
  writeTasks(scratch);
  scratch.write("odd.i", "say=race\n#include \"x.h\"\n");
  scratch.write("t.csv", scratch.read("t.csv") + "odd.i,no-data-race,false,ILP32\n");
  WatchedServer server;
  WatchedQueue queue(server);
  BatchOptions options = scratch.options("t.csv");
  const Worker worker(server, options.checker, "one");
  options.queue = &queue;
  RecordingUi ui;
  const auto summary = runBatch(options, ui);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->finished, 13u);
  EXPECT_EQ(summary->counts.rightRace, 1u);
  EXPECT_EQ(server.stores, 12u);
  EXPECT_THAT(ui.notes, Contains(HasSubstr("odd.i")));
}

namespace {

/// One delivery to a worker; the reply, if there is one.
std::optional<TaskReply> served(const Scratch &scratch, TaskItem item,
                                const std::vector<std::string> &contents,
                                const TaskServing *with = nullptr) {
  WatchedServer server;
  WatchedQueue queue(server);
  TaskServing serving = with ? *with : *servingWith(scratch.fakeChecker(), "one");
  if (item.build.empty())
    item.build = serving.build;
  for (std::size_t i = 0; i < contents.size(); ++i)
    (void)queue.store(blobName("topic", item.files[i]), contents[i]);
  (void)queue.offer("topic", "1", encode(item));
  const auto taken = queue.take(1ms);
  const auto done = serveTask(queue, **taken, serving);
  EXPECT_TRUE(done);
  if (server.answers.empty())
    return std::nullopt;
  EXPECT_EQ(server.answers.front().id, idOfTask(encode(item)));
  return *decodeTaskReply(server.answers.front().body);
}

TaskItem itemWith(const Scratch &scratch, const std::string &content,
                  const std::string &name = "a.c") {
  BatchTask task;
  task.property = "no-data-race";
  task.inputs = {scratch.write(name, content)};
  PackedFile file = packTask({.folder = {},
                              .file = {},
                              .inputs = {scratch.write("plain.c", "int x;")},
                              .property = {},
                              .expected = {},
                              .dataModel = {}})
                        ->files[0];
  file.name = "input-0000/" + name;
  file.bytes = content.size();
  const auto packed = packTask(task);
  if (packed)
    file.hash = packed->files[0].hash;
  return itemFor(task, {file}, {}, "");
}

} // namespace

TEST(ServeTask, ChecksInAFolderOfItsOwnAndCleansUp) {
  const Scratch scratch;
  const std::string script = "say=race; pwd >$dir/where; ls >$dir/seen\n";
  const auto reply = served(scratch, itemWith(scratch, script), {script});
  ASSERT_TRUE(reply && reply->answer);
  EXPECT_EQ(reply->answer->verdict, BatchVerdict::Race);
  EXPECT_EQ(reply->worker, "one");
  EXPECT_EQ(scratch.read("seen"), "input-0000\n");
  const std::string where(trim(scratch.read("where")));
  EXPECT_FALSE(where.empty());
  EXPECT_FALSE(std::filesystem::exists(where));
}

TEST(ServeTask, RefusesWhatABatchDoesNotSend) {
  const Scratch scratch;
  const std::string script = "say=race\n";
  for (const std::vector<std::string> &arguments :
       std::vector<std::vector<std::string>>{{"--confirm"},
                                             {"--witness", "/tmp/x"},
                                             {"--json", "/tmp/x"},
                                             {"--", "-fplugin=x.so"},
                                             {"@file"},
                                             {"--model"},
                                             {"--model", "--confirm"},
                                             {"--model", "../x"},
                                             {"--model=sc"},
                                             {"--cross-check", "sh"},
                                             {"-p", "/x"},
                                             {"a.c"}}) {
    TaskItem item = itemWith(scratch, script);
    item.arguments = arguments;
    const auto reply = served(scratch, item, {script});
    ASSERT_TRUE(reply);
    EXPECT_FALSE(reply->answer) << arguments[0];
    EXPECT_THAT(reply->refusal, HasSubstr("not for workers")) << arguments[0];
  }
  TaskItem item = itemWith(scratch, script);
  item.property = "--confirm";
  EXPECT_FALSE(served(scratch, item, {script})->answer);
  EXPECT_EQ(scratch.read("log.txt"), "");
  item = itemWith(scratch, script);
  item.arguments = {"--model", "sc", "--all-races", "--explore-time", "1.5m", "--seed", "3"};
  EXPECT_TRUE(served(scratch, item, {script})->answer);
}

TEST(ServeTask, RefusesFilesThatAreNotThoseOfTheTask) {
  const Scratch scratch;
  const std::string script = "say=race\n";
  EXPECT_THAT(served(scratch, itemWith(scratch, script), {})->refusal,
              HasSubstr("not in the queue"));
  EXPECT_THAT(served(scratch, itemWith(scratch, script), {"say=rice\n"})->refusal,
              HasSubstr("not in the queue"));
  EXPECT_EQ(scratch.read("log.txt"), "");
}

TEST(ServeTask, ReadsNoFileOfTheWorker) {
  const Scratch scratch;
  // Under a name that is not looked into, so that the hash is right.
  const std::string secret = "say=race\n#include \"/etc/passwd\"\n";
  TaskItem item = itemWith(scratch, secret, "a.ll");
  item.files[0].name = "input-0000/a.c";
  const auto reply = served(scratch, item, {secret});
  ASSERT_TRUE(reply);
  EXPECT_FALSE(reply->answer);
  EXPECT_THAT(reply->refusal, HasSubstr("includes others"));
  EXPECT_EQ(scratch.read("log.txt"), "");
}

TEST(ServeTask, WhatMakesNoSenseCostsNoTime) {
  const Scratch scratch;
  WatchedServer server;
  WatchedQueue queue(server);
  const TaskServing serving = *servingWith(scratch.fakeChecker(), "one");
  ASSERT_TRUE(queue.offer("topic", "1", "raceward-task-1 nonsense"));
  const auto taken = queue.take(1ms);
  const auto done = serveTask(queue, **taken, serving);
  ASSERT_TRUE(done);
  EXPECT_TRUE(*done); // nobody else has to get it
  EXPECT_EQ(server.givenBack, 0u);
}

TEST(ServeTask, GivesBackWhatItCannotFinishAndSaysThatItIsAtWork) {
  const Scratch scratch;
  WatchedServer server;
  WatchedQueue queue(server);
  const std::string script = "sleep 30; say=race\n";
  TaskItem item = itemWith(scratch, script);
  TaskServing serving = *servingWith(scratch.fakeChecker(), "one");
  serving.beat = 10ms;
  serving.interrupted = [&] { return server.beats >= 3; };
  item.build = serving.build;
  ASSERT_TRUE(queue.store(blobName("topic", item.files[0]), script));
  ASSERT_TRUE(queue.offer("topic", "1", encode(item)));
  const auto taken = queue.take(1ms);
  const auto done = serveTask(queue, **taken, serving);
  ASSERT_TRUE(done);
  EXPECT_FALSE(*done);
  EXPECT_EQ(server.givenBack, 1u);
  EXPECT_THAT(server.answers, IsEmpty());
  ASSERT_FALSE(server.notices.empty());
  const auto notice = decodeTaskNotice(server.notices.front().body);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->task, idOfTask(encode(item)));
  EXPECT_EQ(notice->worker, "one");
}
