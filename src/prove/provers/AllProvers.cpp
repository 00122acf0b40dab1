#include "Provers.h"

#include <array>

namespace raceward {

std::span<const Prover> allProvers() {
  static const std::array provers{
      Prover{"no-threads", "no second thread is ever created", proveNoThreads},
      Prover{"not-shared", "no other thread can reach the memory", proveNotShared},
      Prover{"one-thread", "only one thread reaches either access", proveOneThread},
      Prover{"read-only", "only read while other threads exist", proveReadOnly},
      Prover{"alone", "before the first thread or after the last", proveAlone},
      Prover{"ordered", "threads that are never there at the same time", proveOrdered},
      Prover{"atomic-sections", "both inside of atomic sections", proveSections},
      Prover{"disjoint", "never the same bytes", proveDisjoint},
      Prover{"kept", "functions by contract order what they keep", proveKept},
      Prover{"never-executed", "one of them is never executed", proveNeverExecuted},
      Prover{"first", "before the first thread is created", proveFirst},
      Prover{"same-thread", "one thread does both", proveSameThread},
      Prover{"locks", "both hold the same lock", proveLocks},
      Prover{"flags", "a flag that is set once orders them", proveFlags},
      Prover{"owned", "new memory, known to one thread", proveOwned, true},
      Prover{"own-slices", "each thread has a part of its own", proveOwnSlices, true},
      Prover{"handed-over", "each is to what its thread owns then", proveHandedOver, true},
  };
  return provers;
}

} // namespace raceward
