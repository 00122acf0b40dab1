// SharedSlots: the memory that the controller and the runs of the program share.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/native/Execution.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace raceward {

/// Where a run starts and what its streams are.
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

  /// Fills in what the next run of the slot is to do, and lets it go. False if the schedule is
  /// longer than there is room for.
  bool begin(std::uint32_t slot, const ScheduleOrder &order, const RunSurroundings &around);
  /// The process of the slot; 0 before it has begun.
  [[nodiscard]] int processOf(std::uint32_t slot) const;
  /// What the finished run has left behind.
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
