// Which program or test notices that the provers lack a condition.
//
//   prover_mutations [--no-programs | --test-folder FOLDER] [--cross CROSS_PROVERS COUNT] [NAME...]
//
// Needs a build with RW_MUTATIONS. Asks the racy programs of test/programs and of the red team
// first, then the unit tests, then random programs if it is told where they are. Prints the table
// of docs/develop/prover-mutations.md; exits with 1 if a mutant is not noticed. Another folder than
// test/ (its sub-folder `programs` counts) tries programs that are not there yet.
#include "Detectors.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int argc, char **argv) {
  using namespace raceward::test;
  bool withPrograms = true;
  std::string testFolder = RW_TEST_FOLDER;
  std::string randomPrograms;
  std::uint64_t count = 0;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--cross") == 0 && i + 2 < argc) {
      randomPrograms = argv[++i];
      count = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--no-programs") == 0) {
      withPrograms = false;
    } else if (std::strcmp(argv[i], "--test-folder") == 0 && i + 1 < argc) {
      testFolder = argv[++i];
    } else {
      names.emplace_back(argv[i]);
    }
  }
  std::vector<Mutant> mutants = allMutants();
  if (!names.empty())
    std::erase_if(mutants, [&](const Mutant &mutant) {
      return std::find(names.begin(), names.end(), mutant.name) == names.end();
    });

  ProgramCounts counts;
  if (withPrograms)
    counts = askPrograms(racyPrograms(testFolder), mutants);
  const bool passed = askUnitTests(mutants);
  if (!randomPrograms.empty())
    askRandomPrograms(randomPrograms, count, mutants);

  int missed = 0;
  std::printf("%zu racy programs with suspects, %zu others%s\n\n", counts.usable, counts.other,
              passed ? "" : "; unit tests fail anyway");
  std::printf("| mutant | without the condition | noticed by |\n|---|---|---|\n");
  for (const Mutant &mutant : mutants) {
    missed += mutant.noticedBy.empty() ? 1 : 0;
    std::printf("| `%s` | %s | %s |\n", mutant.name, mutant.text,
                mutant.noticedBy.empty() ? "**nobody**" : mutant.noticedBy.c_str());
  }
  return missed == 0 && passed ? 0 : 1;
}
