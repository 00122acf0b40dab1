#include "Rows.h"
#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward {

namespace {

struct SyncEffectRow {
  unsigned arguments = 0;
  bool tells = false;
  std::string_view words;
};

const SyncEffectRow &syncRowOf(SyncEffect effect) {
  static constexpr SyncEffectRow kRows[] = {
#define RW_SYNC_EFFECT(effect, arguments, tells, words) {arguments, tells, words},
#include "raceward/program/SyncEffects.def"
  };
  return kRows[static_cast<std::size_t>(effect)];
}

std::vector<LibraryFunction> buildTable() {
  effects::Rows rows;
  effects::addThreads(rows);
  effects::addVerifier(rows);
  effects::addMemory(rows);
  effects::addStrings(rows);
  effects::addStdio(rows);
  effects::addSystem(rows);
  effects::addMath(rows);
  effects::addPrimitives(rows);
  effects::addContracts(rows);
  std::sort(rows.begin(), rows.end(),
            [](const LibraryFunction &a, const LibraryFunction &b) { return a.name < b.name; });
  // Two rows for one function would be ambiguous.
  for (std::size_t i = 1; i < rows.size(); ++i)
    RW_CHECK(rows[i - 1].name != rows[i].name);
  return rows;
}

} // namespace

unsigned argumentsOf(SyncEffect effect) {
  return syncRowOf(effect).arguments;
}

bool tellsWithoutOrdering(SyncEffect effect) {
  return syncRowOf(effect).tells;
}

const std::vector<LibraryFunction> &libraryFunctions() {
  static const std::vector<LibraryFunction> table = buildTable();
  return table;
}

const LibraryFunction *findLibraryFunction(std::string_view name) {
  const std::vector<LibraryFunction> &table = libraryFunctions();
  const auto at = std::lower_bound(table.begin(), table.end(), name,
                                   [](const LibraryFunction &function, std::string_view wanted) {
                                     return function.name < wanted;
                                   });
  if (at != table.end() && at->name == name)
    return &*at;
  // Verification tasks declare inputs of their own types.
  if (name.starts_with("__VERIFIER_nondet_"))
    return findLibraryFunction("__VERIFIER_nondet_int");
  return nullptr;
}

bool isAtomicSectionName(std::string_view name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
         name != "__VERIFIER_atomic_end";
}

namespace {

std::string inWords(const ArgumentEffect &effect) {
  std::string text = effect.what == ArgumentEffect::What::Reads ? "reads " : "writes ";
  text += "through argument " + std::to_string(effect.argument + 1);
  if (effect.andAllAfter)
    text += " and all after it";
  return text;
}

} // namespace

std::string describe(const LibraryFunction &function) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (part.empty())
      return;
    if (!text.empty())
      text += ", ";
    text += part;
  };
  add(syncRowOf(function.sync).words);
  for (const ArgumentEffect &effect : function.effects)
    add(inWords(effect));
  if (function.frees)
    add("frees argument " + std::to_string(*function.frees + 1));
  for (const unsigned argument : function.keeps)
    add("keeps argument " + std::to_string(argument + 1));
  if (function.storesFresh)
    add("stores new memory through argument " + std::to_string(*function.storesFresh + 1));
  for (const unsigned argument : function.callsBack)
    add("calls argument " + std::to_string(argument + 1));
  if (function.returns == ReturnEffect::FreshMemory)
    add("returns new memory");
  if (function.isInput)
    add("is an input");
  if (text.empty())
    text = "touches no memory of the program";
  return text;
}

} // namespace raceward
