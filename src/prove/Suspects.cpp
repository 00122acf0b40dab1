// Suspects and foundation gaps of a program.
#include "raceward/prove/Prover.h"

#include <llvm/IR/GlobalVariable.h>

#include <map>

namespace raceward {

namespace {

/// A name for the memory of a group: its only object, or what the first site calls it.
std::string nameOf(const Facts &facts, MemoryClass memory, SiteId firstSite) {
  if (memory.valid()) {
    const std::vector<AbstractObject> &objects = facts.pointsTo.objectsOf(memory);
    if (objects.size() == 1 && objects.front().origin)
      for (const Global &global : facts.program.globals())
        if (global.origin == objects.front().origin)
          return global.name;
  }
  return facts.program.sites()[firstSite.index()].name;
}

} // namespace

SuspectSet findSuspects(const Facts &facts) {
  // By first site, so that the order does not depend on how classes were numbered.
  std::map<MemoryClass, std::vector<SiteId>> byMemory;
  std::vector<MemoryClass> order;
  for (const AccessSite &site : facts.program.sites()) {
    const SitePlace &place = facts.program.placeOf(site.id);
    if (!facts.threads.isReachable(place.function))
      continue;
    const MemoryClass memory = facts.pointsTo.pointedToBy(*place.pointer);
    std::vector<SiteId> &members = byMemory[memory];
    if (members.empty())
      order.push_back(memory);
    members.push_back(site.id);
  }
  SuspectSet suspects(facts.program.sites());
  for (const MemoryClass memory : order) {
    std::vector<SiteId> &members = byMemory[memory];
    std::string name = nameOf(facts, memory, members.front());
    suspects.addGroup(std::move(name), std::move(members));
  }
  return suspects;
}

std::vector<Gap> foundationGaps(const Facts &facts) {
  std::vector<Gap> gaps;
  for (const Function &function : facts.program.functions())
    if (facts.threads.isReachable(function.id))
      for (const Gap &gap : facts.calls.gapsIn(function.id))
        gaps.push_back(gap);
  return gaps;
}

} // namespace raceward
