// Run: the events of one execution so far, with the indices that both relations need.
//
// A stack: the search pushes an event when it is performed and pops it when it goes
// back. Which events touched an object, and where a thread began, are found without
// looking through the whole run.
#pragma once

#include "raceward/model/Event.h"
#include "raceward/model/VectorClock.h"

#include <cstddef>
#include <span>
#include <vector>

namespace raceward {

class Run {
public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void clear();
  /// `event.index` must count the events of its thread.
  void push(Event event);
  void pop();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Event &operator[](std::size_t at) const { return events_[at]; }
  [[nodiscard]] std::span<const Event> events() const { return {events_.data(), size_}; }

  [[nodiscard]] const Footprint &footprint(std::size_t at) const { return footprints_[at]; }
  /// Whether an event touches the object other than by one atomic access.
  [[nodiscard]] bool touchedPlainly(ObjectId object) const {
    return object.index() < plainTouches_.size() && plainTouches_[object.index()] != 0;
  }
  /// Positions in the run of all events that touch the object, in order.
  [[nodiscard]] std::span<const std::uint32_t> touching(ObjectId object) const;
  /// Positions in the run of all events of the thread, in order.
  [[nodiscard]] std::span<const std::uint32_t> eventsOf(ThreadId thread) const;
  /// Position of the event that the next event of the thread follows: its last one, or
  /// the one that created it; kNone for a thread that was there from the start.
  [[nodiscard]] std::uint32_t predecessor(ThreadId thread) const;
  /// Begins clocks[at] with what comes before that event in every order: the event before
  /// it in its thread, or the creation of the thread; for a join, all of the joined thread.
  void startClock(std::size_t at, std::vector<VectorClock> &clocks) const;
  /// Position of the last event of a thread, kNone without one.
  [[nodiscard]] std::uint32_t lastOf(ThreadId thread) const;
  /// Position of the event that created the thread, kNone if it was there from the start.
  [[nodiscard]] std::uint32_t createdAt(ThreadId thread) const;
  /// Position of the last acquisition of the mutex before position `at`, or kNone.
  [[nodiscard]] std::uint32_t lockBefore(ObjectId mutex, std::size_t at) const;
  [[nodiscard]] std::uint32_t nextIndexOf(ThreadId thread) const;

private:
  std::vector<std::uint32_t> &touchList(ObjectId object);
  void growThreads(ThreadId thread);

  std::vector<Event> events_; // entries above size_ are kept for their memory
  std::size_t size_ = 0;
  std::vector<std::uint32_t> predecessors_; ///< of each event, see predecessor()
  std::vector<Footprint> footprints_;       ///< of each event
  std::vector<std::vector<std::uint32_t>> touching_;
  std::vector<std::uint32_t> plainTouches_;
  std::vector<std::vector<std::uint32_t>> ofThread_;
  std::vector<std::uint32_t> createdAt_;
};

} // namespace raceward
