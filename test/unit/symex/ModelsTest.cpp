#include "raceward/symex/Models.h"

#include "LibraryModel.h"
#include "raceward/symex/ModelLibrary.h"

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

// A row that is missing is a function that one engine executes and another one gives up
// on: right only where no row can say what the function does.
TEST(Models, HaveRowsWhereRowsCanSayIt) {
  const std::set<std::string_view> withoutRow{"posix_memalign", "__assert", "__longjmp_chk",
                                              "raceward_gap"};
  for (const LibraryModel *model : allModels())
    if (!model->name.starts_with(kModelHelperPrefix)) {
      EXPECT_EQ(findLibraryFunction(model->name) == nullptr, withoutRow.contains(model->name))
          << model->name;
    }
}

// A row that synchronises makes the thread stop before the call; something has to perform it.
TEST(Models, PerformEveryCallThatSynchronises) {
  const std::set<std::string_view> withoutModel{"__assert_rtn", "__stack_chk_fail",
                                                "pthread_attr_getstacksize"};
  std::set<std::string> performed;
  for (const ModelledFunction &function : all())
    performed.insert(function.name);
  for (const LibraryFunction &row : libraryFunctions())
    if (row.sync != SyncEffect::None) {
      EXPECT_EQ(performed.contains(row.name), !withoutModel.contains(row.name))
          << row.name << "(): the models are in src/symex/models";
    }
}

} // namespace
} // namespace raceward
