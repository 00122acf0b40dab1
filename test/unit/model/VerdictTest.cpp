// The verdict is bookkeeping: these are the books.
#include "raceward/model/Verdict.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace raceward {
namespace {

Ledger closedLedger(std::uint64_t suspects, std::uint64_t removed) {
  Ledger ledger;
  ledger.suspects = suspects;
  ledger.engines.push_back({"suspects", 0, {}, true});
  ledger.engines.push_back({"prover", removed, {}, false});
  ledger.closed = true;
  return ledger;
}

Gap someGap() {
  return {GapKind::UnmodelledCall, "'mystery' has no model", {"a.c", 3, 4}, {}};
}

// A race-free verdict cannot be made by hand.
static_assert(!std::is_default_constructible_v<RaceFree>);
static_assert(!std::is_default_constructible_v<Verdict>);
static_assert(!std::is_constructible_v<Verdict, std::variant<Race, RaceFree, Unknown>>);

TEST(Verdict, NothingLeftIsRaceFree) {
  EXPECT_TRUE(conclude(closedLedger(5, 5)).isRaceFree());
  EXPECT_TRUE(conclude(closedLedger(0, 0)).isRaceFree());
}

TEST(Verdict, OneSuspectLeftIsUnknown) {
  const Verdict verdict = conclude(closedLedger(5, 4));
  ASSERT_TRUE(verdict.unknown());
  ASSERT_EQ(verdict.unknown()->reasons.size(), 1u);
  EXPECT_EQ(verdict.unknown()->reasons[0].kind, GapKind::SuspectsLeft);
}

TEST(Verdict, LedgerThatWasNotClosedIsUnknown) {
  Ledger ledger = closedLedger(5, 5);
  ledger.closed = false;
  ASSERT_TRUE(conclude(ledger).unknown());
  EXPECT_FALSE(conclude(ledger).unknown()->reasons.empty());
  EXPECT_TRUE(conclude(Ledger{}).unknown());
}

TEST(Verdict, InterruptionIsUnknownEvenIfAllIsRemoved) {
  Ledger ledger = closedLedger(5, 5);
  ledger.interruptions.push_back({GapKind::TimeLimit, "time is up", {}, {}});
  ASSERT_TRUE(conclude(ledger).unknown());
  EXPECT_EQ(conclude(ledger).unknown()->reasons[0].kind, GapKind::TimeLimit);
}

TEST(Verdict, GapOfTheFoundationForbidsRaceFree) {
  Ledger ledger = closedLedger(5, 5);
  ledger.engines[0].gaps.push_back(someGap());
  EXPECT_TRUE(conclude(ledger).unknown());
}

TEST(Verdict, GapOfAnEngineThatRemovedSomethingForbidsRaceFree) {
  Ledger ledger = closedLedger(5, 5);
  ledger.engines[1].gaps.push_back(someGap());
  EXPECT_TRUE(conclude(ledger).unknown());
}

TEST(Verdict, GapOfAnEngineThatTheAnswerDoesNotRestOnDoesNot) {
  Ledger ledger = closedLedger(5, 5);
  ledger.engines.push_back({"idle", 0, {someGap()}, false});
  EXPECT_TRUE(conclude(ledger).isRaceFree());
}

TEST(Verdict, GapOfAnEngineThatLeftSuspectsIsAReason) {
  Ledger ledger = closedLedger(5, 4);
  ledger.engines.push_back({"idle", 0, {someGap()}, false});
  ASSERT_TRUE(conclude(ledger).unknown());
  const std::vector<Gap> reasons = conclude(ledger).unknown()->reasons;
  ASSERT_EQ(reasons.size(), 2U);
  EXPECT_EQ(reasons[0].message, someGap().message);
  EXPECT_EQ(reasons[1].kind, GapKind::SuspectsLeft);
}

TEST(Verdict, OnePlaceThatStopsTwoEnginesIsOneReason) {
  const Gap first{GapKind::UnmodelledCall, "no model", {"a.c", 3, 1}, "add one"};
  const Gap again{GapKind::UnmodelledCall, "cannot be executed", {"a.c", 3, 1}, {}};
  const Gap elsewhere{GapKind::UnmodelledCall, "cannot be executed", {"a.c", 4, 1}, {}};
  Ledger ledger = closedLedger(5, 4);
  ledger.engines[0].gaps = {first};
  ledger.engines.push_back({"explorer", 0, {again, elsewhere, elsewhere}, false});
  const std::vector<Gap> reasons = conclude(ledger).unknown()->reasons;
  ASSERT_EQ(reasons.size(), 4U); // what one engine says twice is its own affair
  EXPECT_EQ(reasons[0].message, "no model");
  EXPECT_EQ(reasons[1].at.line, 4U);
  EXPECT_EQ(reasons[3].kind, GapKind::SuspectsLeft);
}

TEST(Verdict, ConvictionIsARaceWhateverElseHappened) {
  Ledger ledger = closedLedger(5, 4);
  ledger.engines[0].gaps.push_back(someGap());
  ledger.interruptions.push_back({GapKind::TimeLimit, "time is up", {}, {}});
  ledger.closed = false;
  ledger.convictions.emplace_back();
  EXPECT_TRUE(conclude(ledger).isRace());
  EXPECT_EQ(conclude(ledger).name(), "race");
}

SuppressedRace someSuppressedRace() {
  SuppressedRace race;
  race.race.first.name = "total";
  race.race.first.at = {"a.c", 7, 3};
  race.reason = "statistics only";
  race.rule = "rules.yaml:2";
  return race;
}

TEST(Verdict, SuppressedRaceIsNeverAProof) {
  Ledger ledger = closedLedger(5, 5);
  ledger.suppressed.push_back(someSuppressedRace());
  for (const bool everyRaceFound : {false, true}) {
    ledger.everyRaceFound = everyRaceFound;
    const Verdict verdict = conclude(ledger);
    ASSERT_TRUE(verdict.unknown());
    const std::vector<Gap> &reasons = verdict.unknown()->reasons;
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_EQ(reasons[0].kind, GapKind::Suppressed);
    EXPECT_EQ(reasons[0].message, "a data race on 'total' is suppressed: statistics only");
    EXPECT_EQ(reasons[0].at, (SourcePosition{"a.c", 7, 3}));
    EXPECT_EQ(reasons[0].hint, "the rule stands at rules.yaml:2");
  }
}

TEST(Verdict, RaceBesideASuppressedOneIsARace) {
  Ledger ledger = closedLedger(5, 4);
  ledger.suppressed.push_back(someSuppressedRace());
  ledger.convictions.emplace_back();
  EXPECT_TRUE(conclude(ledger).isRace());
  EXPECT_TRUE(conclude(ledger).isRace());
}

TEST(Verdict, WhatASuppressedRaceLeavesIsOpenUnlessEveryRaceWasFound) {
  Ledger ledger = closedLedger(5, 3);
  ledger.suppressed.push_back(someSuppressedRace());
  ASSERT_TRUE(conclude(ledger).unknown());
  ASSERT_EQ(conclude(ledger).unknown()->reasons.size(), 2U);
  EXPECT_EQ(conclude(ledger).unknown()->reasons[1].kind, GapKind::SuspectsLeft);
  ledger.everyRaceFound = true;
  ASSERT_TRUE(conclude(ledger).unknown());
  EXPECT_EQ(conclude(ledger).unknown()->reasons.size(), 1U);
}

TEST(Verdict, GapsCountBesideASuppressedRace) {
  Ledger ledger = closedLedger(5, 3);
  ledger.suppressed.push_back(someSuppressedRace());
  ledger.everyRaceFound = true;
  ledger.engines[0].gaps.push_back(someGap());
  ledger.interruptions.push_back({GapKind::TimeLimit, "time is up", {}, {}});
  ASSERT_TRUE(conclude(ledger).unknown());
  EXPECT_EQ(conclude(ledger).unknown()->reasons.size(), 3U);
}

// The mark alone, without a suppressed race, must not make suspects go away.
TEST(Verdict, EveryRaceFoundProvesNothing) {
  Ledger ledger = closedLedger(5, 4);
  ledger.everyRaceFound = true;
  ASSERT_TRUE(conclude(ledger).unknown());
  EXPECT_EQ(conclude(ledger).unknown()->reasons[0].kind, GapKind::SuspectsLeft);
}

TEST(VerdictDeathTest, RemovingMoreThanThereWasIsOurBug) {
  EXPECT_DEATH((void)conclude(closedLedger(5, 6)), "internal check failed");
}

} // namespace
} // namespace raceward
