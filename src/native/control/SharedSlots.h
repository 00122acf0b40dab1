// SharedSlots: the memory that the controller and the runs of the program share.
//
// A slot holds one run (raceward_control.h): the order for it (forced steps, policy, environment),
// which the controller writes before it sets `go`, and the log, which the run writes. A slot has
// one owner at a time: the controller until begin(), the run until its process has ended, then the
// controller again; so nothing is locked. The program under test can write to this memory, so that
// finished() checks every size and index.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/native/Execution.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace raceward {

/// The working folder and standard streams of a run.
struct RunSurroundings {
  std::string directory;
  std::string input;
  std::string output;
  std::string errors;
};

class SharedSlots {
public:
  static Result<SharedSlots> create(std::uint32_t count, std::uint64_t mostLogged);
  SharedSlots(SharedSlots &&other) noexcept;
  SharedSlots &operator=(SharedSlots &&) = delete;
  ~SharedSlots();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::uint64_t bytesOfSlot() const { return slotBytes_; }

  /// Writes the order for the next run of the slot, and starts it. False if the schedule does not
  /// fit.
  bool begin(std::uint32_t slot, const ScheduleOrder &order, const RunSurroundings &around);
  /// The process of the slot; 0 before it has begun.
  [[nodiscard]] int processOf(std::uint32_t slot) const;
  /// The log and state of the finished run.
  [[nodiscard]] Execution finished(std::uint32_t slot) const;

private:
  SharedSlots() = default;
  [[nodiscard]] rw_control *control(std::uint32_t slot) const;

  int descriptor_ = -1;
  std::byte *memory_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint64_t slotBytes_ = 0;
  std::uint64_t mostLogged_ = 0;
};

} // namespace raceward
