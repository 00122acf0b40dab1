// SearchWorkers: whoever searches items for a check, on this machine or elsewhere.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/WorkTree.h"
#include "raceward/model/WorkStatus.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace raceward {

class SearchWorkers {
public:
  virtual ~SearchWorkers() = default;

  /// Whether give() may be called.
  [[nodiscard]] virtual bool canTake() const = 0;
  virtual Result<void> give(const WorkTree::Issued &issued) = 0;

  /// Somebody else is to search it: nothing usable came of it.
  virtual Result<void> repeat(const WorkTree::Issued &issued) = 0;

  struct Arrived {
    std::string id;
    std::string result; ///< bytes
    WorkSpan span;      ///< who worked on it, and when; its runs are in the result
    /// To be called when it is safe, or not needed; may be empty.
    std::function<void()> stored;
  };
  struct Collected {
    std::vector<Arrived> arrived;
    std::vector<WorkSpan> lost; ///< work that nothing will come of
  };
  /// What has come in, after waiting for the first one for so long. May be anything.
  virtual Result<Collected> collect(std::chrono::milliseconds wait) = 0;

  /// Nobody needs the results of these any more.
  virtual void dismiss() {}

  /// Who is there, by the numbers in spans; of their work only that of now.
  [[nodiscard]] virtual std::vector<WorkerStatus> workers() const = 0;
  [[nodiscard]] virtual std::uint64_t repeatedItems() const = 0;
};

} // namespace raceward
