#include "../LibraryModel.h"

#include <algorithm>

namespace raceward {

std::vector<const LibraryModel *> allModels() {
  std::vector<const LibraryModel *> all;
#define RW_ADD_FAMILY(family)                                                                      \
  for (const LibraryModel &model : models::family())                                               \
    all.push_back(&model);
  RW_MODEL_FAMILIES(RW_ADD_FAMILY)
#undef RW_ADD_FAMILY
  std::sort(all.begin(), all.end(),
            [](const LibraryModel *a, const LibraryModel *b) { return a->name < b->name; });
  return all;
}

const LibraryModel *findModel(std::string_view name) {
  static const std::vector<const LibraryModel *> all = allModels();
  const auto at = std::lower_bound(
      all.begin(), all.end(), name,
      [](const LibraryModel *model, std::string_view wanted) { return model->name < wanted; });
  return at != all.end() && (*at)->name == name ? *at : nullptr;
}

bool isOnlyInput(const LibraryFunction &row) {
  return row.isInput && row.effects.empty() && row.sync == SyncEffect::None &&
         row.returns == ReturnEffect::Value && !row.frees && row.callsBack.empty();
}

} // namespace raceward
