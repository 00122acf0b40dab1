// SharedPlaces: memory that several threads have used, as hunted runs have learnt.
//
// Most accesses of a program go to memory that one thread alone ever uses. Single runs that look
// for a race (explore/Hunt.h) need not stop there; but which memory it is, is known only once
// another thread has come. So runs note who uses what (symex/MemoryUses.h), and later ones stop
// where two threads met.
//
// Memory is named by what made it (a global, or the instruction that allocates) and by its part of
// eight bytes; behind the first ones all parts are one. Names mean the same in every run.
//
// Invariant: between two calls of learn() or beginRun() the answers stay the same, so that a run
// that was found can be executed again.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace raceward {

class SharedPlaces {
public:
  static constexpr std::size_t kPartsApart = 256; ///< the next part is all the rest
  static constexpr unsigned kBytesLog = 3;        ///< of a part
  using Parts = std::bitset<kPartsApart + 1>;

  [[nodiscard]] static std::size_t partAt(std::uint64_t offset) {
    const std::uint64_t part = offset >> kBytesLog;
    return part < kPartsApart ? static_cast<std::size_t>(part) : kPartsApart;
  }

  /// From the next learn() on.
  void add(const void *origin, std::size_t part) { added_[origin].set(part); }
  /// Takes over what the last run has shown; whether anything of it is new.
  bool learn();
  /// The next run has another sample, and nothing is new in it.
  void beginRun();
  /// The shared parts of what this makes; null: none.
  [[nodiscard]] const Parts *of(const void *origin) const {
    const auto known = known_.find(origin);
    return known == known_.end() ? nullptr : &known->second;
  }
  /// Those of them that were not known before the last learn().
  [[nodiscard]] const Parts *newOf(const void *origin) const {
    const auto fresh = new_.find(origin);
    return fresh == new_.end() ? nullptr : &fresh->second;
  }
  /// Of a large object only some shared parts count, in each run other ones: a loop over all of
  /// them would be most of the run.
  [[nodiscard]] bool isInSample(std::uint64_t offset, std::uint64_t size) const;

private:
  std::unordered_map<const void *, Parts> known_;
  std::unordered_map<const void *, Parts> new_;
  std::unordered_map<const void *, Parts> added_;
  std::uint64_t run_ = 0;
};

} // namespace raceward
