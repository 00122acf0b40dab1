// QueueCrew: workers anywhere, behind a queue.
//
// The queue may lose what it carries. An item that nobody has answered and nobody says to be at is
// offered again.
#pragma once

#include "Crew.h"
#include "raceward/check/Explorer.h"
#include "raceward/queue/Queue.h"

#include <map>
#include <memory>

namespace raceward {

class QueueCrew final : public Crew {
public:
  /// Connects, and sends the program there.
  static Result<std::unique_ptr<Crew>> make(const Program &program, const ExploreTask &task,
                                            const std::string &search);
  /// `bundle` names what was stored for the workers.
  QueueCrew(std::unique_ptr<Queue> queue, std::string topic, std::string bundle,
            std::chrono::seconds patience);

  [[nodiscard]] bool canTake() const override { return true; }
  Result<void> give(const WorkTree::Issued &issued) override;
  Result<void> repeat(const WorkTree::Issued &issued) override;
  Result<std::vector<Arrived>> collect(std::chrono::milliseconds wait) override;
  void dismiss() override;
  [[nodiscard]] std::vector<WorkerStatus> workers() const override;
  [[nodiscard]] const std::vector<WorkSpan> &spans() const override { return spans_; }
  [[nodiscard]] std::uint64_t repeatedItems() const override { return repeated_; }

private:
  struct Task {
    WorkTree::Issued issued;
    unsigned offers = 0;
    double lastHeard = 0; ///< of it: offered, or somebody said to be at it
  };
  struct Worker {
    WorkerStatus status;
    double lastHeard = 0;
  };
  Result<void> offer(Task &task);
  Result<void> offerAgain();
  void listen();
  Worker &workerNamed(const std::string &name);
  [[nodiscard]] double now() const;

  std::unique_ptr<Queue> queue_;
  std::string topic_;
  std::string bundle_;
  double patience_;
  std::map<std::string, Task> tasks_; ///< by id
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Worker> workers_;
  std::vector<WorkSpan> spans_;
  std::uint64_t repeated_ = 0;
  double nextLook_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace raceward
