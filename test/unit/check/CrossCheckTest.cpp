// A prover that is wrong, caught by --cross-check.
#include "raceward/base/File.h"
#include "raceward/check/Pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace raceward {
namespace {

using ::testing::HasSubstr;

constexpr const char *kRacy = R"(
#include <pthread.h>
int x, y;
void *f(void *p) { x++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; y = 1; return 0; })";

constexpr const char *kOrdered = R"(
#include <pthread.h>
int x;
void *f(void *p) { x++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x = 2; return 0; })";

void removeEverything(const Facts &, SuspectSet &suspects, const Prover &self) {
  for (std::size_t i = 0; i < suspects.groupCount(); ++i)
    suspects.removeGroup(GroupId(i), self.name, "because it says so");
}

const std::array<Prover, 1> kLiar{Prover{"liar", "says that nothing races", removeEverything}};

Ledger check(const char *code, std::vector<std::string> crossCheck,
             std::span<const Prover> provers) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  const std::string file = folder->path() + "/test.c";
  EXPECT_TRUE(writeFileAtomically(file, code).has_value());
  CheckRequest request;
  request.load.files = {file};
  request.crossCheck = std::move(crossCheck);
  const Result<Program> program = loadProgram(request.load);
  EXPECT_TRUE(program) << (program ? "" : program.error().details);
  PipelineContext context;
  context.onProgress = [](std::string_view) {};
  context.onPartialLedger = [](const Ledger &) {};
  context.provers = provers;
  CheckStats stats;
  return runPipeline(*program, request, stats, context).ledger;
}

const std::vector<std::string> kSecondSolver{"cvc5", "--incremental"};

TEST(CrossCheck, AWrongProverIsNamedAndTheRaceTold) {
  const Ledger ledger = check(kRacy, kSecondSolver, kLiar);
  ASSERT_TRUE(conclude(ledger).isRace());
  EXPECT_EQ(ledger.convictions.front().first.name, "x");
  ASSERT_EQ(ledger.engines.size(), 2U); // the suspects, and the liar
  EXPECT_TRUE(ledger.engines[0].gaps.empty());
  ASSERT_EQ(ledger.engines[1].gaps.size(), 1U);
  EXPECT_EQ(ledger.engines[1].gaps[0].kind, GapKind::EngineCrash);
  EXPECT_THAT(ledger.engines[1].gaps[0].message, HasSubstr("'liar'"));
}

TEST(CrossCheck, NobodyLooksWithoutBeingAsked) {
  EXPECT_TRUE(check(kRacy, {}, kLiar).convictions.empty());
}

TEST(CrossCheck, ProversThatAreRightAreNotBlamed) {
  const Ledger ordered = check(kOrdered, kSecondSolver, allProvers());
  EXPECT_TRUE(conclude(ordered).isRaceFree());
  const Ledger racy = check(kRacy, kSecondSolver, allProvers());
  EXPECT_TRUE(conclude(racy).isRace());
  for (const Ledger *ledger : {&ordered, &racy})
    for (const EngineRecord &engine : ledger->engines)
      EXPECT_TRUE(engine.gaps.empty()) << engine.engine;
}

} // namespace
} // namespace raceward
