// DrawnSignals: whether a signal arrives, in hunted runs. Private to check.
//
// It may arrive before many operations, so that it has to be rare at each; a race of a handler with
// itself needs one in two threads, so that it must not be too rare. Many handlers end the process.
// Which ones do is learnt, and their signals arrive in few runs from then on.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace raceward {

class DrawnSignals {
public:
  /// `hasEnded`: the process ended in the run before.
  void beginRun(std::uint64_t random, bool hasEnded);
  /// `signal` is the name of the input, `random` that of the question.
  bool arrives(std::string_view signal, std::uint64_t random);

private:
  struct Known {
    unsigned runs = 0;  ///< in which it arrived
    unsigned ended = 0; ///< those of them in which the process ended
  };

  std::map<std::string, Known, std::less<>> known_;
  std::set<std::string, std::less<>> arrived_; ///< in this run
  std::uint64_t oneIn_ = 1;                    ///< in this run: see kOneIn
  bool endsProcess_ = false;                   ///< in this run, also those that end it may arrive
};

} // namespace raceward
