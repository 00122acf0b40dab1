#include "raceward/batch/AnswerCache.h"
#include "Scratch.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::HasSubstr;

namespace {

BatchAnswer answerOf(BatchVerdict verdict, AnswerBasis basis) {
  BatchAnswer answer;
  answer.verdict = verdict;
  answer.basis = basis;
  answer.cpuSeconds = 1.5;
  if (verdict == BatchVerdict::Unknown)
    answer.reason = BatchReason{"k", "m", "f", 3};
  return answer;
}

const BatchAnswer kRaceFree = answerOf(BatchVerdict::RaceFree, AnswerBasis::Question);
const BatchAnswer kLimit = answerOf(BatchVerdict::Unknown, AnswerBasis::Limits);

std::optional<BatchVerdict> verdictIn(AnswerCache &cache, const std::string &id) {
  const auto found = cache.find(id);
  EXPECT_TRUE(found) << found.error().message;
  return *found ? std::optional((*found)->verdict) : std::nullopt;
}

void execute(const std::string &path, const std::string &sql) {
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

} // namespace

TEST(AnswerCache, OutlivesItsProcess) {
  const Scratch scratch;
  const std::string path = scratch.path("cache.sqlite");
  {
    const auto cache = AnswerCache::open(path);
    ASSERT_TRUE(cache) << cache.error().message;
    ASSERT_TRUE((*cache)->keep("a", kRaceFree));
    ASSERT_TRUE((*cache)->keep("b", answerOf(BatchVerdict::Unknown, AnswerBasis::Question)));
  }
  const auto cache = AnswerCache::open(path);
  ASSERT_TRUE(cache) << cache.error().message;
  const auto found = (*cache)->find("a");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->verdict, BatchVerdict::RaceFree);
  EXPECT_EQ((*found)->basis, AnswerBasis::Question);
  EXPECT_EQ((*found)->cpuSeconds, 1.5);
  const auto unknown = (*cache)->find("b");
  ASSERT_TRUE(unknown && *unknown);
  EXPECT_EQ((*unknown)->reason->line, 3u);
  EXPECT_EQ(verdictIn(**cache, "c"), std::nullopt);
}

TEST(AnswerCache, KeepsNothingThatACircumstanceGave) {
  const Scratch scratch;
  const auto cache = AnswerCache::open(scratch.path("c"));
  ASSERT_TRUE(cache);
  ASSERT_TRUE((*cache)->keep("a", answerOf(BatchVerdict::Unknown, AnswerBasis::Circumstance)));
  ASSERT_TRUE((*cache)->keep("b", answerOf(BatchVerdict::Error, AnswerBasis::Circumstance)));
  ASSERT_TRUE((*cache)->keep("c", answerOf(BatchVerdict::Error, AnswerBasis::Question)));
  for (const char *id : {"a", "b", "c"})
    EXPECT_EQ(verdictIn(**cache, id), std::nullopt) << id;
}

TEST(AnswerCache, AVerdictReplacesALimitAndNeverTheOtherWayRound) {
  const Scratch scratch;
  const auto cache = AnswerCache::open(scratch.path("c"));
  ASSERT_TRUE(cache);
  ASSERT_TRUE((*cache)->keep("a", kLimit));
  EXPECT_EQ(verdictIn(**cache, "a"), BatchVerdict::Unknown);
  ASSERT_TRUE((*cache)->keep("a", kRaceFree));
  EXPECT_EQ(verdictIn(**cache, "a"), BatchVerdict::RaceFree);
  ASSERT_TRUE((*cache)->keep("a", kLimit));
  EXPECT_EQ(verdictIn(**cache, "a"), BatchVerdict::RaceFree);
}

TEST(AnswerCache, AForeignFileIsRefused) {
  const Scratch scratch;
  const auto text = AnswerCache::open(scratch.write("text", std::string(5000, 'x')));
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("not a cache"));
  EXPECT_EQ(scratch.read("text"), std::string(5000, 'x'));
  execute(scratch.path("other"), "CREATE TABLE t (x)");
  const auto other = AnswerCache::open(scratch.path("other"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("not a cache of Raceward"));
  ASSERT_TRUE(AnswerCache::open(scratch.path("newer")));
  execute(scratch.path("newer"), "PRAGMA user_version = 99");
  const auto newer = AnswerCache::open(scratch.path("newer"));
  ASSERT_FALSE(newer);
  EXPECT_THAT(newer.error().message, HasSubstr("another version"));
  EXPECT_FALSE(AnswerCache::open(scratch.path("no/such/folder/c")));
}

TEST(AnswerCache, DamageNeverBecomesAVerdict) {
  const Scratch scratch;
  const std::string path = scratch.path("c");
  {
    const auto cache = AnswerCache::open(path);
    ASSERT_TRUE(cache);
    for (int i = 0; i < 50; ++i)
      ASSERT_TRUE((*cache)->keep("id" + std::to_string(i),
                                 answerOf(BatchVerdict::Race, AnswerBasis::Question)));
  }
  const std::string whole = scratch.read("c");
  ASSERT_GT(whole.size(), 4096u);
  for (std::size_t at = 0; at < whole.size(); at += 61) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    for (const char *beside : {"c-wal", "c-shm"})
      std::filesystem::remove(scratch.path(beside));
    scratch.write("c", damaged);
    const auto cache = AnswerCache::open(path);
    if (!cache)
      continue;
    for (int i = 0; i < 50; ++i) {
      const auto found = (*cache)->find("id" + std::to_string(i));
      if (found && *found) {
        EXPECT_EQ((*found)->verdict, BatchVerdict::Race) << at;
      }
    }
  }
}

TEST(AnswerCache, ADamagedRowIsNoAnswerAndCanBeReplaced) {
  const Scratch scratch;
  const std::string path = scratch.path("c");
  {
    const auto cache = AnswerCache::open(path);
    ASSERT_TRUE(cache);
    ASSERT_TRUE((*cache)->keep("a", answerOf(BatchVerdict::Race, AnswerBasis::Question)));
  }
  execute(path, "UPDATE answers SET answer = replace(answer, '\"race\"', '\"race-free\"')");
  const auto cache = AnswerCache::open(path);
  ASSERT_TRUE(cache);
  EXPECT_EQ(verdictIn(**cache, "a"), std::nullopt);
  ASSERT_TRUE((*cache)->keep("a", kRaceFree));
  EXPECT_EQ(verdictIn(**cache, "a"), BatchVerdict::RaceFree);
}

TEST(AnswerCache, SeveralProcessesUseOneFile) {
  const Scratch scratch;
  const std::string path = scratch.path("c");
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto cache = AnswerCache::open(path);
      bool good = cache.has_value();
      for (int i = 0; good && i < 50; ++i)
        good = (*cache)->keep(std::to_string(process) + "-" + std::to_string(i), kRaceFree) &&
               (*cache)->find("0-" + std::to_string(i));
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto cache = AnswerCache::open(path);
  ASSERT_TRUE(cache);
  for (int process = 0; process < 4; ++process)
    for (int i = 0; i < 50; ++i)
      EXPECT_EQ(verdictIn(**cache, std::to_string(process) + "-" + std::to_string(i)),
                BatchVerdict::RaceFree);
}
