#include "raceward/native/Unseen.h"

#include "raceward/base/Text.h"
#include "replay/SeenCalls.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>

namespace raceward {

namespace {

/// The linker's name. A call through a pointer is named after its target, a thread after its start
/// function.
std::string calledName(const UnseenPart &part, const NativeSite *site,
                       const ProgramServer &program) {
  if (site != nullptr && !site->callee.empty())
    return site->callee;
  if (const std::optional<SymbolPlace> symbol = program.variableAt(part.address))
    return symbol->name;
  return part.name;
}

} // namespace

std::vector<Unseen> unseenIn(const NativeMachine &machine) {
  const std::vector<NativeSite> &sites = machine.program().sites();
  std::vector<Unseen> found;
  for (const UnseenPart &part : machine.unseen()) {
    const NativeSite *site =
        part.site >= 1 && part.site <= sites.size() ? &sites[part.site - 1] : nullptr;
    Unseen unseen;
    if (site != nullptr)
      unseen.at = site->at;
    if (part.address != 0) {
      const std::string name = calledName(part, site, machine.program());
      // The pass has checked direct calls, with more information.
      if ((site == nullptr || site->callee.empty()) && isSeenCall(name))
        continue;
      unseen.function =
          name.empty() ? "a function without a name" : sanitizedUtf8(llvm::demangle(name));
    }
    if (std::ranges::none_of(
            found, [&](const Unseen &other) { return other.function == unseen.function; }))
      found.push_back(std::move(unseen));
  }
  return found;
}

} // namespace raceward
