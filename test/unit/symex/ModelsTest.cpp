#include "raceward/symex/Models.h"

#include "LibraryModel.h"
#include "raceward/program/LibraryModels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace raceward {
namespace {

std::vector<ModelledFunction> all() {
  Result<std::vector<ModelledFunction>> functions = modelledFunctions();
  EXPECT_TRUE(functions);
  return functions ? std::move(*functions) : std::vector<ModelledFunction>();
}

TEST(Models, AreSortedAndNoneIsTwice) {
  const std::vector<ModelledFunction> functions = all();
  EXPECT_GT(functions.size(), 300u);
  EXPECT_TRUE(std::is_sorted(functions.begin(), functions.end(),
                             [](const auto &a, const auto &b) { return a.name < b.name; }));
  for (std::size_t i = 1; i < functions.size(); ++i)
    EXPECT_NE(functions[i - 1].name, functions[i].name);
}

TEST(Models, AreOfTheKindThatACallFinds) {
  std::set<std::pair<std::string, ModelKind>> kinds;
  for (const ModelledFunction &function : all())
    kinds.emplace(function.name, function.kind);
  EXPECT_TRUE(kinds.contains({"malloc", ModelKind::Native}));
  EXPECT_TRUE(kinds.contains({"getchar", ModelKind::C}));
  EXPECT_TRUE(kinds.contains({"__VERIFIER_nondet_int", ModelKind::Input}));
}

// A function that one engine knows and another one gives up on is half known: a model in C tells
// all of them. A gap is a call without effects.
TEST(Models, AreKnownToProversAndMachineAlike) {
  std::set<std::string> executed;
  for (const ModelledFunction &function : all()) {
    executed.insert(function.name);
    if (function.name != "raceward_gap") {
      EXPECT_TRUE(findLibraryFunction(function.name) || modelFileOf(function.name))
          << function.name << "(): the machine executes it, and provers do not know it";
    }
  }
  for (const LibraryFunction &row : libraryFunctions()) {
    if (isContractStep(row.name)) // only provers use contracts
      continue;
    EXPECT_TRUE(executed.contains(row.name))
        << row.name << "(): provers know it, and the machine does not execute it";
  }
}

// Two descriptions of a function could disagree.
TEST(Models, DescribeAFunctionOnce) {
  const std::set<std::string_view> alsoRows{"fopen", "syslog"}; // for native runs
  for (const ModelInC &model : modelsInC())
    EXPECT_EQ(findLibraryFunction(model.function) != nullptr, alsoRows.contains(model.function))
        << model.function << "() has a model in " << model.file << ".c and a row";
  for (const LibraryModel *model : allModels())
    EXPECT_FALSE(modelFileOf(model->name)) << model->name;
}

} // namespace
} // namespace raceward
