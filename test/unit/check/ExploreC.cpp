#include "ExploreC.h"

#include "search/CrossCheck.h"

#include "raceward/check/Pipeline.h"
#include "raceward/check/VisibleSites.h"
#include "raceward/prove/Prover.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace raceward::test {

LoadedTask loadC(const std::string &body, ExploreOptions options, DataModel dataModel) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("explorer-" + std::to_string(getpid()) + ".c"))
          .string();
  std::ofstream(path) << "#include <pthread.h>\n#include <stdatomic.h>\n"
                         "int __VERIFIER_nondet_int(void);\n"
                         "void __VERIFIER_assume(int);\n"
                         "void __VERIFIER_atomic_begin(void);\n"
                         "void __VERIFIER_atomic_end(void);\n"
                      << body;
  LoadRequest request;
  request.files = {path};
  request.dataModel = dataModel;
  Result<Program> program = loadProgram(request);
  std::filesystem::remove(path);
  EXPECT_TRUE(program) << (program ? "" : program.error().details);
  ExploreTask task;
  task.options = options;
  const Facts facts(*program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  task.visible =
      options.valueRaces ? everySharedAccess(*program) : visibleSites(*program, suspects);
  task.limits.seconds = 1000;
  task.bounds.runs = 100'000;
  return {std::move(*program), std::move(task)};
}

Exploration exploreC(const std::string &body, ExploreOptions options, DataModel dataModel) {
  const LoadedTask loaded = loadC(body, std::move(options), dataModel);
  Result<Exploration> exploration = exploreSchedules(loaded.program, loaded.task);
  EXPECT_TRUE(exploration) << (exploration ? "" : exploration.error().message);
  return exploration ? std::move(*exploration) : Exploration{};
}

testing::AssertionResult provesRaceFree(const Exploration &report) {
  if (report.provesRaceFree())
    return testing::AssertionSuccess();
  testing::AssertionResult failure = testing::AssertionFailure();
  for (const Conviction &race : report.races)
    failure << "race on " << race.first.name << "; ";
  for (const Gap &gap : report.gaps)
    failure << toString(gap.at) << ": " << gap.message << "; ";
  return failure << report.stats.ended;
}

} // namespace raceward::test
