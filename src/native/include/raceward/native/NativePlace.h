// The place of a thread of the native program, for analyses of the code (Machine::mayStillDo).
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
  rw_event pending{};               ///< its next step
  std::vector<std::uint32_t> calls; ///< call sites, innermost first
  std::string root;                 ///< the start function of the thread; empty: unknown
  std::vector<Lock> locks;          ///< held locks
};

struct NativeGuide {
  /// What may still be done from there; equal answers have the same address.
  std::function<const Future &(const NativeThreadPlace &)> from;
  /// The access site in the bitcode for a site of the native program; invalid if unknown.
  std::function<SiteId(std::uint32_t site)> siteOf;
  std::function<bool(SiteId, SiteId)> areSuspects;
};

} // namespace raceward
