#include "UnseenGaps.h"

#include "raceward/base/Text.h"

namespace raceward {

namespace {

constexpr std::size_t kMostNamed = 4;

const Unseen *assemblyIn(const std::vector<Unseen> &unseen) {
  for (const Unseen &part : unseen)
    if (part.function.empty())
      return &part;
  return nullptr;
}

} // namespace

std::vector<Gap> gapsOf(const std::vector<Unseen> &unseen) {
  std::vector<Gap> gaps;
  std::string names;
  SourcePosition first;
  std::size_t count = 0;
  for (const Unseen &part : unseen) {
    if (part.function.empty())
      continue;
    if (count == 0)
      first = part.at;
    if (count++ < kMostNamed)
      names += (names.empty() ? "" : ", ") + part.function;
  }
  if (count > kMostNamed)
    names += " and " + std::to_string(count - kMostNamed) + " more";
  if (count > 0)
    gaps.push_back({GapKind::UnmodelledCall,
                    "not all that ran was seen: what calls of " + names + " touch is not known",
                    first, "also build the code of such functions with `raceward cc`"});
  if (const Unseen *assembly = assemblyIn(unseen))
    gaps.push_back({GapKind::InlineAssembly,
                    "not all that ran was seen: what inline assembly touches and orders is unknown",
                    assembly->at, "use atomic operations of C instead of assembly"});
  return gaps;
}

std::string doubtAbout(const std::vector<Unseen> &unseen) {
  const Unseen *assembly = assemblyIn(unseen);
  if (assembly == nullptr)
    return {};
  return "the run has inline assembly at " + assembly->at.file + ":" +
         std::to_string(assembly->at.line) +
         ", and an order of the threads that it makes is not seen";
}

} // namespace raceward
