#include "raceward/batch/Journal.h"
#include "Scratch.h"

#include <gmock/gmock.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::HasSubstr;

namespace {

const JournalBinding kBinding{"no-data-race", 60, 1 << 30, "/bin/rw", "abc", {"--fast"}};

JournalEntry entry(BatchVerdict verdict) {
  return {"hash",
          {verdict, BatchReason{"k", "m\nn", "f", 3}, "confirmed", AnswerBasis::Limits, 1.25, 2.5,
           4096}};
}

/// A journal with the tasks a and b.
void fill(const Scratch &scratch) {
  auto journal = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
  ASSERT_TRUE(journal) << journal.error().message;
  ASSERT_TRUE((*journal)->append("a", entry(BatchVerdict::Race)));
  ASSERT_TRUE((*journal)->append("b", entry(BatchVerdict::Unknown)));
}

} // namespace

TEST(Journal, RemembersAnswers) {
  const Scratch scratch;
  fill(scratch);
  const auto journal = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
  ASSERT_TRUE(journal);
  const JournalEntry *found = (*journal)->find("b", "hash");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->answer.verdict, BatchVerdict::Unknown);
  EXPECT_EQ(found->answer.cpuSeconds, 1.25);
  EXPECT_EQ(found->answer.peakBytes, 4096u);
  EXPECT_EQ(found->answer.witness, "confirmed");
  EXPECT_EQ(found->answer.basis, AnswerBasis::Limits);
  EXPECT_EQ(found->answer.reason->message, "m\nn");
  EXPECT_EQ(found->answer.reason->line, 3u);
  EXPECT_FALSE((*journal)->find("b", "changed since"));
  EXPECT_FALSE((*journal)->find("c", "hash"));
}

TEST(Journal, SurvivesACutAtEveryByte) {
  const Scratch scratch;
  fill(scratch);
  const std::string whole = scratch.read("journal.jsonl");
  const std::size_t headerEnd = whole.find('\n') + 1;
  const std::size_t firstEnd = whole.find('\n', headerEnd) + 1;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    scratch.write("journal.jsonl", whole.substr(0, cut));
    {
      auto journal = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
      ASSERT_TRUE(journal) << cut << journal.error().message;
      EXPECT_EQ((*journal)->find("a", "hash") != nullptr, cut >= firstEnd) << cut;
      EXPECT_EQ((*journal)->find("b", "hash") != nullptr, cut == whole.size()) << cut;
      ASSERT_TRUE((*journal)->append("c", entry(BatchVerdict::Race)));
    }
    // What was appended behind the cut is not glued to the torn line.
    const auto again = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
    ASSERT_TRUE(again);
    EXPECT_TRUE((*again)->find("c", "hash")) << cut;
    EXPECT_EQ((*again)->damagedLines(), 0u) << cut;
  }
}

TEST(Journal, DamagedLinesAreCounted) {
  const Scratch scratch;
  fill(scratch);
  scratch.write("journal.jsonl", scratch.read("journal.jsonl") + "garbage\n{\"task\":\"c\"}\n");
  const auto journal = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
  ASSERT_TRUE(journal);
  EXPECT_EQ((*journal)->damagedLines(), 2u);
  EXPECT_TRUE((*journal)->find("a", "hash"));
}

TEST(Journal, OtherOptionsAreRefusedByName) {
  const Scratch scratch;
  fill(scratch);
  JournalBinding other = kBinding;
  other.timeLimitSeconds = 30;
  other.checkerHash = "def";
  const auto refused = Journal::open(scratch.path(""), other, JournalStart::Resume);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("the time limit was 60 s, is now 30 s"));
  EXPECT_THAT(refused.error().message, HasSubstr("'/bin/rw' itself has changed"));
  EXPECT_THAT(refused.error().hint, HasSubstr("--fresh"));
  const auto fresh = Journal::open(scratch.path(""), other, JournalStart::Fresh);
  ASSERT_TRUE(fresh);
  EXPECT_FALSE((*fresh)->find("a", "hash"));
}

TEST(Journal, TheSameCheckerElsewhereIsNoDifference) {
  JournalBinding moved = kBinding;
  moved.checkerPath = "/opt/rw";
  EXPECT_TRUE(moved.differencesFrom(kBinding).empty());
  moved.memoryLimitBytes += 1; // rounds to the same text
  ASSERT_EQ(moved.differencesFrom(kBinding).size(), 1u);
  EXPECT_THAT(moved.differencesFrom(kBinding)[0], HasSubstr("1073741825 bytes"));
}

TEST(Journal, OneBatchAtATime) {
  const Scratch scratch;
  const auto first = Journal::open(scratch.path(""), kBinding, JournalStart::Resume);
  ASSERT_TRUE(first);
  const auto second = Journal::open(scratch.path(""), kBinding, JournalStart::Fresh);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another batch is running"));
}
