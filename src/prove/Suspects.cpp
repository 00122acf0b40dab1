// Suspects and foundation gaps of a program.
#include "raceward/prove/Prover.h"

#include "raceward/program/ClosedWorld.h"
#include "raceward/program/Contracts.h"
#include "raceward/program/Processes.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace raceward {

namespace {

/// Union-find: two objects that one site may access are in one part.
class Parts {
public:
  explicit Parts(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t part) {
    while (parents_[part] != part)
      part = parents_[part] = parents_[parents_[part]];
    return part;
  }
  void unite(std::size_t a, std::size_t b) { parents_[find(a)] = find(b); }

private:
  std::vector<std::size_t> parents_;
};

struct SitesOfAPart {
  std::vector<SiteId> sites;
  std::optional<ObjectId> only; ///< the only object that all of them access
  bool hasSeveral = false;
};

/// The variable that is all the memory of a group. Other memory has a name of its own at each
/// access.
std::string nameOf(const Facts &facts, const SitesOfAPart &group) {
  if (group.only && !group.hasSeveral)
    for (const Global &global : facts.program.globals())
      if (global.origin == facts.pointsTo.object(*group.only).origin)
        return global.name;
  return {};
}

} // namespace

SuspectSet findSuspects(const Facts &facts) {
  const PointsTo &pointsTo = facts.pointsTo;
  const auto isReachable = [&](const AccessSite &site) {
    return facts.threads.isReachable(facts.program.placeOf(site.id).function);
  };
  // One more for sites whose memory is unknown.
  const std::size_t nowhere = pointsTo.objects().size();
  Parts parts(nowhere + 1);
  for (const AccessSite &site : facts.program.sites()) {
    const std::vector<ObjectId> &objects = pointsTo.objectsOf(pointsTo.targetSetOf(site.id));
    if (!isReachable(site) || objects.empty())
      continue;
    for (const ObjectId object : objects)
      parts.unite(object.index(), objects.front().index());
  }
  if (pointsTo.anythingIsAccessed())
    for (std::size_t i = 0; i < nowhere; ++i)
      if (pointsTo.objects()[i].isExposed ||
          pointsTo.objects()[i].kind == AbstractObject::Kind::Anything)
        parts.unite(i, 0);

  // By first site, so that the order does not depend on the numbering of objects.
  std::map<std::size_t, SitesOfAPart> byPart;
  std::vector<std::size_t> order;
  for (const AccessSite &site : facts.program.sites()) {
    if (!isReachable(site))
      continue;
    const std::vector<ObjectId> &objects = pointsTo.objectsOf(pointsTo.targetSetOf(site.id));
    const std::size_t part = parts.find(objects.empty() ? nowhere : objects.front().index());
    SitesOfAPart &members = byPart[part];
    if (members.sites.empty())
      order.push_back(part);
    members.sites.push_back(site.id);
    for (const ObjectId object : objects) {
      members.hasSeveral = members.hasSeveral || (members.only && *members.only != object);
      members.only = object;
    }
  }
  SuspectSet suspects(facts.program.sites());
  for (const std::size_t part : order) {
    SitesOfAPart &members = byPart[part];
    std::string name = nameOf(facts, members);
    suspects.addGroup(std::move(name), std::move(members.sites));
  }
  return suspects;
}

namespace {

template <typename Visit> void forEachContract(const Facts &facts, const Visit &visit) {
  for (const Function &function : facts.program.functions())
    if (facts.threads.isReachable(function.id))
      for (const Instruction &instruction : function.code.instructions)
        if (const std::string_view called = calledByContract(instruction); !called.empty())
          visit(std::string(called), instruction);
}

/// If main ends its thread and not the process, the last thread runs what is left to do at the end.
/// Which one that is, no engine follows.
std::optional<Gap> endOfLastThread(const Facts &facts) {
  const Program &program = facts.program;
  if (!runsCodeAtExit(program.module()))
    return std::nullopt;
  const std::vector<bool> inMain = facts.calls.reachableFrom(program.entry().id);
  for (const Function &function : program.functions()) {
    if (!inMain[function.id.index()])
      continue;
    for (const Instruction &instruction : function.code.instructions) {
      const SyncEffect effect = instruction.library ? instruction.library->sync : SyncEffect::None;
      if (effect == SyncEffect::ExitThread ||
          (effect == SyncEffect::TestCancel && isCancelling(program.module())))
        return Gap{GapKind::UnmodelledCall,
                   "functions that run at the end of the process are not followed if main ends "
                   "its thread before",
                   positionOf(*instruction.origin), "join the threads, and return from main"};
    }
  }
  return std::nullopt;
}

} // namespace

std::vector<Gap> contractGaps(const Facts &facts) {
  std::vector<Gap> gaps;
  forEachContract(facts, [&](const std::string &function, const Instruction &instruction) {
    gaps.push_back(
        unmodelledCall(function, positionOf(*instruction.origin), UnknownCalls::Arguments));
  });
  return gaps;
}

std::vector<std::string> functionsByContract(const Facts &facts) {
  std::set<std::string> functions;
  forEachContract(facts, [&](const std::string &function, const Instruction & /*instruction*/) {
    functions.insert(function);
  });
  return {functions.begin(), functions.end()};
}

std::vector<Gap> foundationGaps(const Facts &facts) {
  std::vector<Gap> gaps = ClosedWorld().gapsOf(facts.program.module());
  if (std::optional<Gap> gap = endOfLastThread(facts))
    gaps.push_back(std::move(*gap));
  for (const Function &function : facts.program.functions())
    if (facts.threads.isReachable(function.id)) {
      for (const Gap &gap : facts.calls.gapsIn(function.id))
        gaps.push_back(gap);
      for (const UnmodelledCall &call : facts.calls.unmodelledIn(function.id))
        if (!facts.visits.isNeverReached(*call.instruction))
          gaps.push_back(call.gap);
    }
  return gaps;
}

} // namespace raceward
