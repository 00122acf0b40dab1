#include "Detectors.h"

#include "raceward/base/Process.h"
#include "raceward/prove/Prover.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace raceward::test {

namespace {

enum Answer : int { SuspectsLeft, NothingLeft, HasGaps };

Answer proversSay(const Program &program) {
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  if (!foundationGaps(facts).empty())
    return HasGaps;
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  return suspects.left() == 0 ? NothingLeft : SuspectsLeft;
}

void ask(const RacyProgram &racy, const Program &program, Mutant &mutant) {
  const std::optional<MutantEnd> end = goOnWithout(mutant);
  if (!end)
    _exit(proversSay(program));
  if (end->code == NothingLeft)
    mutant.noticedBy = "`" + racy.name + "`";
  else if (end->failedCheck)
    mutant.noticedBy = "`" + racy.name + "`: a failed check";
  else if (end->doesNotEnd)
    mutant.noticedBy = "`" + racy.name + "`: does not end";
}

} // namespace

ProgramCounts askPrograms(const std::vector<RacyProgram> &programs, std::vector<Mutant> &mutants) {
  ProgramCounts counts;
  for (const RacyProgram &racy : programs) {
    const Result<Program> program = loadProgram(racy.request);
    if (!program || proversSay(*program) != SuspectsLeft) {
      ++counts.other;
      continue;
    }
    ++counts.usable;
    for (Mutant &mutant : mutants)
      if (mutant.noticedBy.empty())
        ask(racy, *program, mutant);
    std::fprintf(stderr, "\r%zu programs, not noticed %td ", counts.usable + counts.other,
                 std::count_if(mutants.begin(), mutants.end(),
                               [](const Mutant &mutant) { return mutant.noticedBy.empty(); }));
  }
  std::fprintf(stderr, "\n");
  return counts;
}

void askRandomPrograms(const std::string &crossProvers, std::uint64_t count,
                       std::vector<Mutant> &mutants) {
  for (Mutant &mutant : mutants) {
    if (!mutant.noticedBy.empty())
      continue;
    setenv("RACEWARD_PROVER_MUTATION", mutant.name, 1);
    const Result<ProcessEnd> end =
        runCommand({crossProvers, "--count", std::to_string(count), "--failures", "1"}, {});
    unsetenv("RACEWARD_PROVER_MUTATION");
    if (!end || !end->succeeded())
      mutant.noticedBy = "`cross_provers`, among " + std::to_string(count);
  }
}

} // namespace raceward::test
