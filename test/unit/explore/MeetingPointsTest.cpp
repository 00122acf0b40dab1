// Read-write locks, semaphores, barriers and once under the search, counted by hand.
#include "Comparison.h"
#include "ScriptedMachine.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

SearchResult searchText(const char *text, Reduction reduction, Question question) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  return search(script(text), options).result;
}

void expectMeetings(const char *text, std::uint64_t runs) {
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(searchText(text, reduction, Question::Everything).counters.runs, runs)
        << nameOf(reduction) << ": " << text;
}

void expectRace(const char *text, bool race) {
  for (const Reduction reduction : kReduced)
    for (const Question question : {Question::AnyRace, Question::Everything})
      EXPECT_EQ(!searchText(text, reduction, question).races.empty(), race)
          << nameOf(reduction) << ": " << text;
}

TEST(MeetingPoints, ReadersAreInNoOrder) {
  expectMeetings("rdlock m0; rdunlock m0 | rdlock m0; rdunlock m0", 1);
  expectMeetings("rdlock m0; rdunlock m0 | lock m0; unlock m0", 2);
  expectMeetings("rdlock m0; rdunlock m0 | rdlock m0; rdunlock m0 | lock m0; unlock m0", 4);
  expectRace("rdlock m0; write v0 1; rdunlock m0 | rdlock m0; write v0 2; rdunlock m0", true);
  expectRace("rdlock m0; read r0 v0; rdunlock m0 | lock m0; write v0 2; unlock m0", false);
}

// The writer goes first, or never.
TEST(MeetingPoints, AWriterThatWaitsToTheEndIsReversedWithAllReaders) {
  expectMeetings("rdlock m0 | rdlock m0 | lock m0", 2);
  expectMeetings("lock m0 | rdlock m0 | rdlock m0", 2);
}

// The readers leave together or not at all, so the writer comes before or after both.
TEST(MeetingPoints, AWriterGoesBeforeReadersThatNeedEachOther) {
  expectMeetings(
      "rdlock m0; post s0; wait s3; rdunlock m0 | rdlock m0; wait s0; post s3; rdunlock m0 | "
      "lock m0; unlock m0",
      2);
}

// The second reader leaves, so it stays before the writer, which is then not the first to move.
TEST(MeetingPoints, AWriterThatWaitsFollowsReadersThatLeave) {
  expectMeetings("lock m0 | choose r1 2; rdlock m0 | rdlock m0; rdunlock m0", 6);
}

TEST(MeetingPoints, AttemptsOfReadersAndWriters) {
  expectMeetings("lock m0; unlock m0 | tryrdlock r0 m0", 3); // before, within, after
  expectMeetings("rdlock m0; rdunlock m0 | trylock r0 m0", 3);
  expectMeetings("rdlock m0; rdunlock m0 | tryrdlock r0 m0", 1);
}

TEST(MeetingPoints, PostsAreInNoOrderWaitsAre) {
  expectMeetings("post s0 | post s0", 1);
  expectMeetings("post s0 | wait s0", 1);
  expectMeetings("post s1 | wait s1", 2);
  expectMeetings("wait s1 | wait s1", 2);
  expectMeetings("post s0 | post s0 | wait s0", 3); // after the one, the other, or both
  expectMeetings("wait s1 | wait s1; post s1; post s1", 3);
  expectMeetings("post s0 | trywait r0 s0", 2);
  expectMeetings("post s0 | look r0 s0", 2);
  expectMeetings("look r0 s0 | trywait r0 s0", 1);
  expectRace("write v0 1; post s0 | wait s0; write v0 2", false);
  expectRace("wait s1; write v0 1; post s1 | wait s1; write v0 2; post s1", false);
  expectRace("wait s2; write v0 1; post s2 | wait s2; write v0 2; post s2", true);
}

TEST(MeetingPoints, AFailedWaitLeavesTheAnswerOpen) {
  const char *const text = "write v0 1; wait s1 | trywait r0 s1; skip 1 unless r0 0; write v0 2";
  for (const Reduction reduction : kReduced)
    for (const Question question : {Question::AnyRace, Question::Everything}) {
      const SearchResult result = searchText(text, reduction, question);
      EXPECT_TRUE(result.races.empty());
      EXPECT_TRUE(result.ambiguousOrder);
      EXPECT_TRUE(result.exhausted());
    }
}

TEST(MeetingPoints, WhoArrivesLastMatters) {
  expectMeetings("barrier b1 | barrier b1", 2);
  expectMeetings("barrier b1 | barrier b1 | barrier b1", 6);
  expectMeetings("barrier b0 | local", 1);
  expectRace("write v0 1; barrier b1; read r0 v0 | barrier b1; read r0 v0", false);
  expectRace("write v0 1; barrier b1; barrier b1 | barrier b1; barrier b1; write v0 1", false);
  expectRace("write v0 1; barrier b1 | barrier b1; write v0 2 | barrier b1", true);
}

TEST(MeetingPoints, OnceIsDoneByWhoeverComesFirst) {
  expectMeetings("once r0 o0; done o0 | once r0 o0; done o0", 2);
  expectMeetings("once r0 o0; done o0 | once r0 o0; done o0 | once r0 o0; done o0", 3);
  expectRace("once r0 o0; skip 2 unless r0 1; write v0 1; done o0; read r0 v0 | "
             "once r0 o0; skip 2 unless r0 1; write v0 1; done o0; read r0 v0",
             false);
  expectRace("once r0 o0; skip 2 unless r0 1; done o0; write v0 1; read r0 v0 | "
             "once r0 o0; skip 2 unless r0 1; done o0; write v0 1; read r0 v0",
             true);
}

TEST(MeetingPoints, FencesAreInNoOrder) {
  expectMeetings("fence; awrite v0 1 | fence; fence.acquire", 1);
  expectRace("write v0 1; fence.release; awrite.relaxed v1 1 | aread.relaxed r0 v1; fence.acquire; "
             "skip 1 unless r0 1; write v0 2",
             false);
  expectRace("write v0 1; awrite.relaxed v1 1 | aread.relaxed r0 v1; fence.acquire; "
             "skip 1 unless r0 1; write v0 2",
             true);
}

} // namespace
} // namespace raceward::test
