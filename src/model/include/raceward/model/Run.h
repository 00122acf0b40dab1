// Run: the events of one execution so far, indexed for CausalOrder and HappensBefore.
//
// A stack: the search pushes an event when it is performed and pops it when it backtracks, so that
// a run is never copied. Both relations extend by the last event and ask for its candidates: the
// earlier events of a thread, of an object, or near an address, split by Kind so that reads and
// atomics are skipped where they cannot matter.
//
// Invariant: the lists of an object, a block and a thread hold positions in ascending order, each
// at most once, and contain exactly the events below size(); pop() removes from their ends what
// push() appended. Objects are indexed as a whole and again by blocks of bytes, since an array may
// have many elements.
#pragma once

#include "raceward/model/Event.h"
#include "raceward/model/VectorClock.h"

#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace raceward {

class Run {
public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void clear();
  /// `event.index` must be the number of earlier events of its thread.
  void push(Event event);
  void pop();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Event &operator[](std::size_t at) const { return events_[at]; }
  [[nodiscard]] std::span<const Event> events() const { return {events_.data(), size_}; }

  [[nodiscard]] const Footprint &footprint(std::size_t at) const { return footprints_[at]; }
  /// Whether an event waits for a write of the object, or accesses it at an inexact address: plain
  /// accesses depend on such events as well.
  [[nodiscard]] bool watched(ObjectId object) const {
    return object.index() < touches_.size() && touches_[object.index()].watching != 0;
  }

  /// Positions in the run, in order.
  using Positions = std::span<const std::uint32_t>;
  /// All events that touch the object, including those that wait for it. Arrivals touch a barrier,
  /// so that the index in the list is the number of the arrival; passes do not.
  [[nodiscard]] Positions touching(ObjectId object) const {
    return touchesOf(object).of(Kind::All);
  }

  /// Filter on events of an object; "plain" is anything but a single atomic access. For a lock,
  /// Writes are the operations of writers; for a semaphore, Writes are waits and looks, Plain are
  /// posts and failed waits, and PlainWrites only failed waits.
  enum class Kind : std::uint8_t { All, Writes, Plain, PlainWrites };
  /// The same, but only those before position `end`.
  [[nodiscard]] Positions touchingBefore(ObjectId object, Kind kind, std::size_t end) const;
  [[nodiscard]] static Kind kindOf(bool onlyWrites, bool onlyPlain) {
    return static_cast<Kind>((onlyWrites ? 1 : 0) + (onlyPlain ? 2 : 0));
  }
  /// Merges two lists of positions, latest first.
  class Backwards {
  public:
    Backwards(Positions a, Positions b) : a_(a), b_(b) {}
    /// False at the end.
    bool next(std::uint32_t &at) {
      Positions &later = a_.empty() || (!b_.empty() && b_.back() > a_.back()) ? b_ : a_;
      if (later.empty())
        return false;
      at = later.back();
      later = later.first(later.size() - 1);
      return true;
    }

  private:
    Positions a_, b_;
  };
  /// All events that may touch one of these bytes, and possibly others of the object.
  [[nodiscard]] Backwards near(const Address &address, Kind kind) const;

  /// All events of the thread.
  [[nodiscard]] Positions eventsOf(ThreadId thread) const;
  /// Position of the event that the thread's next event follows: its last one, or the one that
  /// created it; kNone for an initial thread.
  [[nodiscard]] std::uint32_t predecessor(ThreadId thread) const;
  /// The same for an event of the run.
  [[nodiscard]] std::uint32_t predecessorOf(std::size_t at) const { return predecessors_[at]; }
  /// Initialises clocks[at] with what precedes that event in every order: the previous event of its
  /// thread, or the thread's creation; for a join, the whole joined thread.
  void startClock(std::size_t at, std::vector<VectorClock> &clocks) const;
  /// Position of the last event of a thread, or kNone.
  [[nodiscard]] std::uint32_t lastOf(ThreadId thread) const;
  /// Position of the event that created the thread, kNone for an initial thread.
  [[nodiscard]] std::uint32_t createdAt(ThreadId thread) const;
  /// All fences of the thread.
  [[nodiscard]] Positions fencesOf(ThreadId thread) const;
  [[nodiscard]] std::uint32_t nextIndexOf(ThreadId thread) const;

private:
  struct Touches {
    std::array<std::vector<std::uint32_t>, 4> lists; ///< by Kind
    std::uint32_t watching = 0;
    [[nodiscard]] const std::vector<std::uint32_t> &of(Kind kind) const {
      return lists[static_cast<std::size_t>(kind)];
    }
  };
  [[nodiscard]] const Touches &touchesOf(ObjectId object) const;
  template <typename Use>
  void forEachTouched(const Event &event, const Footprint &footprint, Use use);
  void growThreads(ThreadId thread);

  std::vector<Event> events_; // entries beyond size_ are kept to reuse their memory
  std::size_t size_ = 0;
  std::vector<std::uint32_t> predecessors_; ///< of each event, see predecessor()
  std::vector<Footprint> footprints_;       ///< of each event
  std::vector<Touches> touches_;            ///< per object
  // A second index by address, as an array may have many elements: accesses within one block of
  // bytes, and all others.
  std::unordered_map<std::uint64_t, Touches> inBlock_;
  std::vector<Touches> wide_; ///< per object
  std::vector<std::vector<std::uint32_t>> ofThread_;
  std::vector<std::vector<std::uint32_t>> fences_; ///< per thread, grown on demand
  std::vector<std::uint32_t> createdAt_;
};

} // namespace raceward
