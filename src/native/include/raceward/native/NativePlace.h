// Where a thread of the real program stands, for whoever knows the code (Machine::mayStillDo).
#pragma once

#include "raceward/model/Future.h"
#include "raceward/native/Execution.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace raceward {

/// A variable of the program, by the linker's name.
struct SymbolPlace {
  std::string name;
  std::uint64_t start = 0;
  bool isUnique = true; ///< no other symbol has the name
};

struct NativeThreadPlace {
  struct Lock {
    std::uint64_t address = 0;
    bool exclusive = true;
  };
  rw_event pending{};               ///< what it stands before
  std::vector<std::uint32_t> calls; ///< sites that it was called from, innermost first
  std::string root;                 ///< the function that the thread began with; empty: unknown
  std::vector<Lock> locks;          ///< that it holds
};

struct NativeGuide {
  /// What may still be done from there; has the same address for equal answers.
  std::function<const Future &(const NativeThreadPlace &)> from;
  /// The access site of the program that a site of the native one is; invalid if nobody knows.
  std::function<SiteId(std::uint32_t site)> siteOf;
  std::function<bool(SiteId, SiteId)> areSuspects;
};

} // namespace raceward
