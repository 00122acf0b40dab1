// ProcessPool: processes of this machine that answer one question at a time.
//
// Each is a copy of this process, made when it is needed. One that dies is replaced, and its
// question comes back unanswered.
#pragma once

#include "raceward/base/Result.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace raceward {

class ProcessPool {
public:
  /// Answers questions, in a process of its own, as long as it lives.
  using Answering = std::function<std::string(std::string_view question)>;
  /// Makes that in the new process.
  using Begin = std::function<Answering()>;

  ProcessPool(unsigned size, Begin begin);
  ProcessPool(const ProcessPool &) = delete;
  ProcessPool &operator=(const ProcessPool &) = delete;
  ~ProcessPool(); ///< ends them all

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(members_.size()); }
  /// One that has nothing to do.
  [[nodiscard]] std::optional<unsigned> idle() const;
  [[nodiscard]] bool isBusy(unsigned member) const { return members_[member].isBusy; }
  /// How often it was started: another number, another process.
  [[nodiscard]] unsigned starts(unsigned member) const { return members_[member].starts; }
  /// Requires: it has nothing to do.
  Result<void> ask(unsigned member, std::string_view question);

  struct Reply {
    unsigned member = 0;
    std::optional<std::string> answer; ///< none: it died over it
    std::string how;                   ///< it died
    bool wasMemory = false;            ///< for want of memory
  };
  /// Those that have come in, after waiting for the first one for so long.
  std::vector<Reply> replies(std::chrono::milliseconds wait);

private:
  struct Member {
    pid_t pid = -1;
    int fd = -1;
    bool isBusy = false;
    unsigned starts = 0;
    std::string input; ///< of a reply, as far as it is here
  };
  Result<void> start(Member &member);
  Reply bury(unsigned member);
  std::optional<Reply> readFrom(unsigned member);

  Begin begin_;
  std::vector<Member> members_;
};

} // namespace raceward
