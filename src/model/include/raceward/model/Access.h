// Access sites: the places in a program that touch memory.
//
// A site is one C-level access as the compiled program performs it: a load, a store,
// an atomic operation, or what a library call does to one of its arguments. Suspects
// are pairs of sites; reports show them; machines and provers refer to them by id.
#pragma once

#include "raceward/base/Id.h"
#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct SiteTag;
using SiteId = Id<SiteTag>;

enum class AccessKind : std::uint8_t {
  Read,
  Write,
  ReadWrite, ///< one indivisible step that does both: an atomic exchange, fetch-and-add …
};

/// C11's memory orders; Plain is an access that is not atomic at all.
enum class MemoryOrder : std::uint8_t { Plain, Relaxed, Acquire, Release, AcquireRelease, SeqCst };

[[nodiscard]] inline bool isAcquire(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcquireRelease ||
         order == MemoryOrder::SeqCst;
}
[[nodiscard]] inline bool isRelease(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcquireRelease ||
         order == MemoryOrder::SeqCst;
}

struct AccessSite {
  SiteId id;
  AccessKind kind = AccessKind::Read;
  MemoryOrder order = MemoryOrder::Plain;
  bool isVolatile = false; ///< remembered for reports; `volatile` is not atomic
  SourcePosition at;
  /// Calls through which this code was inlined, innermost first. Only in bitcode that was optimised
  /// before it was loaded.
  std::vector<SourcePosition> inlinedAt;
  std::string function; ///< the C function that contains the access in the source
  std::string name;     ///< the accessed object in C syntax: `total`, `q->head`, `a[i]`
  /// What a person calls the memory, wherever it is accessed: `total`, `struct queue.head`. Empty
  /// if only the way to it is known.
  std::string variable;
  std::string call; ///< the library function that makes the access; empty for plain code
  std::optional<std::uint64_t> bytes; ///< how much; unknown for `memcpy(d, s, n)`
};

[[nodiscard]] inline bool writes(AccessKind kind) {
  return kind != AccessKind::Read;
}
[[nodiscard]] inline bool isAtomic(const AccessSite &site) {
  return site.order != MemoryOrder::Plain;
}
/// C11 5.1.2.4: one of them writes, one of them is not atomic.
[[nodiscard]] inline bool couldRace(const AccessSite &a, const AccessSite &b) {
  return (writes(a.kind) || writes(b.kind)) && !(isAtomic(a) && isAtomic(b));
}

std::string_view toString(AccessKind kind);
std::string_view toString(MemoryOrder order);

} // namespace raceward
