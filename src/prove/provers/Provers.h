// The provers, one function each. Private to prove.
//
// A prover labels the sites of each open group by a fact (Facts.h) and removes the pairs of labels
// that cannot race (SuspectSet::removePairs). It must hold in every execution; provers marked
// upToFirstRace in AllProvers.cpp hold up to the first race. docs/develop/provers.md gives the
// argument of each, and test/unit/prove has programs that it must clear and racy ones that it must
// leave.
#pragma once

#include "raceward/prove/Prover.h"

namespace raceward {

/// No second thread is ever created.
void proveNoThreads(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// The memory never becomes visible to another thread.
void proveNotShared(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// At most one thread instance can reach either access.
void proveOneThread(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// Every access that can happen while a second thread exists is a read.
void proveReadOnly(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// One access only happens before the first creation or after every thread was joined.
void proveAlone(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// A creation or a join is always between the two.
void proveOrdered(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// Both accesses are always inside atomic sections (or are atomic themselves).
void proveSections(const Facts &facts, SuspectSet &suspects, const Prover &self);

/// The accesses are to different variables, or to separate parts of one.
void proveDisjoint(const Facts &facts, SuspectSet &suspects, const Prover &self);

/// Both are accesses of functions by contract to what they keep.
void proveKept(const Facts &facts, SuspectSet &suspects, const Prover &self);

/// One of the two is code that no thread reaches.
void proveNeverExecuted(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// Both threads certainly hold the same lock.
void proveLocks(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// One of the two always comes before the first creation, in each context.
void proveFirst(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// In these contexts one thread does both.
void proveSameThread(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// A variable that is set once, and read under a lock, orders the two.
void proveFlags(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// The object is new, and only the thread that made it has its address.
void proveOwned(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// Every thread has its own part of the memory, by the number or the object it was given.
void proveOwnSlices(const Facts &facts, SuspectSet &suspects, const Prover &self);
/// Both are to objects that the thread owns: it made them, or took them out of a list.
void proveHandedOver(const Facts &facts, SuspectSet &suspects, const Prover &self);

/// Calls `visit` for every group that still has suspects, with its sites.
template <typename Visit> void forEachOpenGroup(const SuspectSet &suspects, Visit visit) {
  for (std::size_t i = 0; i < suspects.groupCount(); ++i) {
    const GroupId group(i);
    const std::vector<SiteId> sites = suspects.liveSites(group);
    if (!sites.empty())
      visit(group, sites);
  }
}

} // namespace raceward
