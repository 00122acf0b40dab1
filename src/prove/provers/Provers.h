// The provers, one function each. Private to prove.
#pragma once

#include "raceward/prove/Prover.h"

namespace raceward {

/// No second thread is ever created.
void proveNoThreads(const Facts &facts, SuspectSet &suspects, const std::string &name);
/// The memory never becomes visible to another thread.
void proveNotShared(const Facts &facts, SuspectSet &suspects, const std::string &name);
/// One thread instance at most can reach either access.
void proveOneThread(const Facts &facts, SuspectSet &suspects, const std::string &name);
/// Every access that can happen while a second thread exists is a read.
void proveReadOnly(const Facts &facts, SuspectSet &suspects, const std::string &name);
/// One access only happens before the first creation or after every thread was joined.
void proveAlone(const Facts &facts, SuspectSet &suspects, const std::string &name);
/// Both accesses are always inside of atomic sections (or are atomic themselves).
void proveSections(const Facts &facts, SuspectSet &suspects, const std::string &name);

/// The accesses are to different variables, or to parts of one that are apart.
void proveDisjoint(const Facts &facts, SuspectSet &suspects, const std::string &name);

/// Calls `visit` for every group that still has suspects, with the memory of its sites.
template <typename Visit>
void forEachOpenGroup(const Facts &facts, const SuspectSet &suspects, Visit visit) {
  for (std::size_t i = 0; i < suspects.groupCount(); ++i) {
    const GroupId group(i);
    const std::vector<SiteId> sites = suspects.liveSites(group);
    if (sites.empty())
      continue;
    visit(group, facts.pointsTo.pointedToBy(*facts.program.placeOf(sites.front()).pointer), sites);
  }
}

} // namespace raceward
