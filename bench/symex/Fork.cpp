// What a snapshot of a state costs, and what the first writes after it cost.
//
//   build/release/bin/bench_fork [OBJECTS [FORKS]]
//
// A program allocates that many objects of 64 bytes; then its state is copied again and
// again. "fork": the copy and its end. "fork and write": the copy also executes one store.
#include "raceward/base/File.h"
#include "raceward/program/Load.h"
#include "raceward/symex/Machine.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace raceward;
using Clock = std::chrono::steady_clock;

[[noreturn]] void giveUp(const Error &error) {
  std::fprintf(stderr, "%s\n%s\n", error.message.c_str(), error.details.c_str());
  std::exit(2);
}

double microseconds(Clock::time_point start, std::size_t times) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count() /
         static_cast<double>(times);
}

} // namespace

int main(int argc, char **argv) {
  const std::string objects = argc > 1 ? argv[1] : "10000";
  const std::size_t forks = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 200'000;
  const std::string text = "#include <stdlib.h>\nstatic char *all[" + objects +
                           "];\nint main(void) { for (int i = 0; i < " + objects +
                           "; ++i) { all[i] = malloc(64); all[i][0] = 1; }\n"
                           "for (unsigned i = 0;; ++i) all[i % " +
                           objects + "][1] = 2; }";
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    giveUp(folder.error());
  const std::string file = folder->path() + "/fork.c";
  if (const Result<void> written = writeFileAtomically(file, text); !written)
    giveUp(written.error());
  LoadRequest request;
  request.files = {file};
  const Result<Program> program = loadProgram(request);
  if (!program)
    giveUp(program.error());
  Result<std::unique_ptr<SymbolicMachine>> machine = SymbolicMachine::make(*program, {});
  if (!machine)
    giveUp(machine.error());

  State state = (*machine)->initial();
  // Into the second loop: about 30 steps for each object before it.
  const Stop stop = (*machine)->run(state, 0, 60 * std::strtoul(objects.c_str(), nullptr, 10));
  std::size_t alive = 0;
  state.memory.forEach([&](const MemoryObject &) { ++alive; });
  if (stop.why != Stop::Why::Budget || alive < std::strtoul(objects.c_str(), nullptr, 10)) {
    std::fprintf(stderr, "the program did not get to where it is measured\n");
    return 2;
  }

  Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < forks; ++i) {
    const State copy = state;
    if (copy.steps != state.steps)
      return 2;
  }
  const double fork = microseconds(start, forks);
  // One round of the loop: about 15 steps with one store into an object.
  constexpr std::uint64_t round = 16;
  start = Clock::now();
  for (std::size_t i = 0; i < forks; ++i) {
    State copy = state;
    (*machine)->run(copy, 0, round);
  }
  const double written = microseconds(start, forks);
  start = Clock::now();
  for (std::size_t i = 0; i < forks; ++i)
    (*machine)->run(state, 0, round);
  const double alone = microseconds(start, forks);
  std::printf("%zu objects\nfork               %.3f us\nfork and write     %.3f us\n"
              "the steps alone    %.3f us\n",
              alive, fork, written, alone);
  return 0;
}
