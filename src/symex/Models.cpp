#include "raceward/symex/Models.h"

#include "LibraryModel.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/symex/ModelLibrary.h"

#include <map>

namespace raceward {

std::string_view toString(ModelKind kind) {
  switch (kind) {
  case ModelKind::Native:
    return "native";
  case ModelKind::C:
    return "C";
  case ModelKind::Input:
    return "input";
  case ModelKind::Builtin:
    return "builtin";
  }
  return "";
}

Result<std::vector<ModelledFunction>> modelledFunctions() {
  // In the order in which a call looks for them: the first one counts.
  std::map<std::string, ModelKind> kinds;
  for (const LibraryModel *model : allModels())
    kinds.emplace(model->name, ModelKind::Native);
  const Result<Program> library = loadModelLibrary(DataModel::LP64);
  if (!library)
    return fail(library.error());
  for (const Function &function : library->functions())
    if (function.hasBody)
      kinds.emplace(function.name, ModelKind::C);
  for (const ModelInC &model : modelsInC())
    kinds.emplace(model.function, ModelKind::C);
  for (const LibraryFunction &row : libraryFunctions())
    if (isOnlyInput(row))
      kinds.emplace(row.name, ModelKind::Input);
  for (const std::string_view name : {"memcpy", "memmove", "memset", "alloca", "__builtin_alloca"})
    kinds.emplace(name, ModelKind::Builtin);
  std::vector<ModelledFunction> all;
  for (const auto &[name, kind] : kinds)
    if (!name.starts_with(kModelHelperPrefix))
      all.push_back({name, kind});
  return all;
}

} // namespace raceward
