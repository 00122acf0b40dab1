// ProcessPool: processes of this machine that answer one question at a time.
//
// Each is a fork of this process, made when it is needed, so that the program under test is shared
// by copy-on-write instead of being loaded again. Question and answer are length-prefixed bytes
// over a socket pair. A process that dies is replaced, and its question is returned unanswered with
// the reason; the crew itself never repeats a question. The processes die with their parent
// (PR_SET_PDEATHSIG). As fork() copies only one thread, the owner must not have other threads.
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
  /// Creates the answering function in the new process.
  using Begin = std::function<Answering()>;

  ProcessPool(unsigned size, Begin begin);
  ProcessPool(const ProcessPool &) = delete;
  ProcessPool &operator=(const ProcessPool &) = delete;
  ~ProcessPool(); ///< ends them all

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(members_.size()); }
  /// The number of an idle process, if any.
  [[nodiscard]] std::optional<unsigned> idle() const;
  [[nodiscard]] bool isBusy(unsigned member) const { return members_[member].isBusy; }
  /// How often it was started: distinguishes processes with the same number.
  [[nodiscard]] unsigned starts(unsigned member) const { return members_[member].starts; }
  /// Requires that it is idle.
  Result<void> ask(unsigned member, std::string_view question);

  struct Reply {
    unsigned member = 0;
    std::optional<std::string> answer; ///< none: it died
    std::string how;                   ///< description of its death
    bool wasMemory = false;            ///< it died of a lack of memory
  };
  /// The replies that have arrived, after waiting this long for the first.
  std::vector<Reply> replies(std::chrono::milliseconds wait);

private:
  struct Member {
    pid_t pid = -1;
    int fd = -1;
    bool isBusy = false;
    unsigned starts = 0;
    std::string input; ///< the part of a reply that has arrived
  };
  Result<void> start(Member &member);
  Reply bury(unsigned member);
  std::optional<Reply> readFrom(unsigned member);

  Begin begin_;
  std::vector<Member> members_;
};

} // namespace raceward
