#include "Mutants.h"

#include "raceward/base/Check.h"

#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward::test {

namespace {

constexpr rlim_t kMostCpuSeconds = 20;

} // namespace

std::vector<Mutant> allMutants() {
  return {
#define RW_PROVER_MUTATION_ROW(name, text) {ProverMutation::name, #name, text, {}},
      RW_PROVER_MUTATION_LIST(RW_PROVER_MUTATION_ROW)
#undef RW_PROVER_MUTATION_ROW
  };
}

std::optional<MutantEnd> goOnWithout(const Mutant &mutant) {
  std::fflush(nullptr);
  const pid_t child = fork();
  RW_CHECK(child >= 0);
  if (child == 0) {
    // Failed checks print themselves.
    RW_CHECK(std::freopen("/dev/null", "w", stderr) && std::freopen("/dev/null", "w", stdout));
    const rlimit cpu{kMostCpuSeconds, kMostCpuSeconds + 1};
    setrlimit(RLIMIT_CPU, &cpu);
    const rlimit core{0, 0};
    setrlimit(RLIMIT_CORE, &core);
    activeProverMutation = mutant.mutation;
    return std::nullopt;
  }
  int status = 0;
  RW_CHECK(waitpid(child, &status, 0) == child);
  MutantEnd end;
  if (WIFSIGNALED(status)) {
    end.doesNotEnd = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
    end.failedCheck = !end.doesNotEnd;
  } else {
    end.code = WEXITSTATUS(status);
  }
  return end;
}

} // namespace raceward::test
