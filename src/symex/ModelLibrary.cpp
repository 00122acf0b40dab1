#include "raceward/symex/ModelLibrary.h"

#include "EmbeddedModels.h"
#include "raceward/program/Load.h"

namespace raceward {

Result<Program> loadModelLibrary(DataModel dataModel) {
  const bool is32 = dataModel == DataModel::ILP32;
  return loadLibrary(is32 ? "models (ILP32)" : "models (LP64)",
                     is32 ? embeddedModels32() : embeddedModels64());
}

} // namespace raceward
