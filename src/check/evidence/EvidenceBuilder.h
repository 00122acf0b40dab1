// EvidenceBuilder: what evidence says of a run whichever machine executed it. Private to check.
#pragma once

#include "raceward/explore/RacingPair.h"
#include "raceward/model/Evidence.h"
#include "raceward/model/HappensBefore.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace raceward {

class EvidenceBuilder {
public:
  EvidenceBuilder() : happensBefore_(run_) {}
  EvidenceBuilder(const EvidenceBuilder &) = delete;
  EvidenceBuilder &operator=(const EvidenceBuilder &) = delete;

  /// Threads and objects are numbered as they come.
  std::uint32_t numberOf(ThreadId thread, const std::string &name);
  std::uint32_t numberOf(ObjectId object);

  /// The step that the event is, without its place; its thread has a number.
  EvidenceStep begin(const Event &event);
  EvidenceAccess accessOf(const MemoryAccess &access);
  /// The event was performed, and this is what there is to say of it. `created`: the name of the
  /// thread that it creates, if it does.
  void finish(const Event &event, EvidenceStep told, const std::string &created);

  [[nodiscard]] const Run &run() const { return run_; }
  /// Earlier events that race with the last one, the earliest first: they make the shortest runs.
  /// If `pair` is given, only that race counts.
  [[nodiscard]] std::vector<std::uint32_t> racingWithLast(const RacingPair *pair);
  [[nodiscard]] Evidence &evidence() { return evidence_; }

private:
  [[nodiscard]] std::vector<std::uint32_t> synchronisedWith() const;

  Run run_;
  HappensBefore happensBefore_;
  std::map<ThreadId, std::uint32_t> numbers_;
  std::map<ObjectId, std::uint32_t> objects_;
  Evidence evidence_;
};

} // namespace raceward
