// The unit tests, which are linked in: wherever one of them begins to prove, it goes on once for
// each mutant, too. So what is costly, compiling the program, is done once.
#include "Detectors.h"

#include <gtest/gtest.h>

#include <unistd.h>

namespace raceward::test {

namespace {

std::vector<Mutant> *mutantsOfTests = nullptr;
bool isMutant = false;

std::string nameOfTest() {
  const ::testing::TestInfo *test = ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string(test->test_suite_name()) + "." + test->name();
}

void forkMutants() {
  if (isMutant)
    return;
  for (Mutant &mutant : *mutantsOfTests) {
    if (!mutant.noticedBy.empty())
      continue;
    const std::optional<MutantEnd> end = goOnWithout(mutant);
    if (!end) {
      isMutant = true;
      return;
    }
    if (end->code != 0 || end->failedCheck || end->doesNotEnd)
      mutant.noticedBy = "unit test `" + nameOfTest() + "`" +
                         (end->failedCheck  ? ": a failed check"
                          : end->doesNotEnd ? ": does not end"
                                            : "");
  }
}

class EndOfMutants : public ::testing::EmptyTestEventListener {
  void OnTestEnd(const ::testing::TestInfo &test) override {
    if (isMutant)
      _exit(test.result()->Failed() ? 1 : 0);
    if (!test.result()->Failed())
      return;
    // It says nothing about mutants.
    const std::string begin = "unit test `" + nameOfTest() + "`";
    for (Mutant &mutant : *mutantsOfTests)
      if (mutant.noticedBy.starts_with(begin))
        mutant.noticedBy.clear();
  }
};

} // namespace

bool askUnitTests(std::vector<Mutant> &mutants) {
  mutantsOfTests = &mutants;
  onStartOfProving = forkMutants;
  ::testing::InitGoogleTest();
  delete ::testing::UnitTest::GetInstance()->listeners().Release(
      ::testing::UnitTest::GetInstance()->listeners().default_result_printer());
  ::testing::UnitTest::GetInstance()->listeners().Append(new EndOfMutants);
  const bool passed = RUN_ALL_TESTS() == 0;
  onStartOfProving = nullptr;
  return passed;
}

} // namespace raceward::test
