// Runs the provers on a C text and tells what is left. For the tests of prove.
#pragma once

#include "raceward/base/File.h"
#include "raceward/program/Load.h"
#include "raceward/prove/Prover.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace raceward::test {

struct Judged {
  std::map<std::string, std::uint64_t> removed; ///< by prover
  std::uint64_t total = 0;
  std::uint64_t left = 0;
  std::set<std::string> leftNames; ///< what accesses of open pairs call their object
  std::vector<Gap> gaps;

  [[nodiscard]] bool raceFree() const { return left == 0 && gaps.empty(); }
};

/// Declarations that most test programs need, on one line so that lines stay short.
inline constexpr const char *kPrelude =
    "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);\n"
    "extern int __VERIFIER_nondet_int(void);\n";

enum class Language : std::uint8_t { C, LlvmIr };

inline Judged judge(const std::string &code, Language language = Language::C,
                    DataModel dataModel = DataModel::LP64) {
  Judged judged;
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  const bool isC = language == Language::C;
  const std::string file = folder->path() + (isC ? "/test.c" : "/test.ll");
  EXPECT_TRUE(writeFileAtomically(file, (isC ? kPrelude : "") + code).has_value());
  LoadRequest request;
  request.files = {file};
  request.dataModel = dataModel;
  const Result<Program> program = loadProgram(request);
  if (!program) {
    ADD_FAILURE() << program.error().message << "\n" << program.error().details;
    return judged;
  }
  const Facts facts(*program);
  SuspectSet suspects = findSuspects(facts);
  judged.gaps = foundationGaps(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  for (const Removal &removal : suspects.removals())
    judged.removed[removal.prover] += removal.pairs;
  judged.total = suspects.total();
  judged.left = suspects.left();
  for (const SuspectPair &pair : suspects.leftSample(1000)) {
    judged.leftNames.insert(program->sites()[pair.first.index()].name);
    judged.leftNames.insert(program->sites()[pair.second.index()].name);
  }
  return judged;
}

} // namespace raceward::test
