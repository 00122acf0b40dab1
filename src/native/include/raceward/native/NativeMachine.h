// NativeMachine: the real program as a Machine for the search.
//
// A process cannot be rewound or branched, so each run goes to its end and is logged, and the
// machine is a cursor in that log (stateless model checking; Godefroid, POPL 1997). A step that the
// log has at the cursor costs nothing; another one costs a new run, which is forced to repeat the
// steps before the cursor and then to take that step. Going back only moves the cursor. So a run of
// a depth-first search costs about one run of the program.
//
// The log has, with each step, the threads that could have moved instead, which gives enabled(). An
// operation that depends on the moment (a trylock, a compare-and-swap) is open until a trial run
// shows its result (outcomes()).
//
// Invariant: the same schedule leads to the same state. It holds because the runtime removes the
// other sources of nondeterminism (addresses, time, random numbers), and it is checked: forced
// steps must be the same (after three attempts the run counts as diverged), and after each new run
// all threads must be where they were (checkStandings()). A divergence is an Error, never ignored.
// Threads are named by creator and count, memory by variable or page, so that names agree between
// runs.
#pragma once

#include "raceward/base/Deadline.h"
#include "raceward/model/Machine.h"
#include "raceward/model/Trace.h"
#include "raceward/model/Verdict.h"
#include "raceward/native/ProgramServer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace raceward {

struct NativeStep {
  ThreadId thread;
  Operation operation;
  std::size_t event = 0;  ///< in the log, the first of several
  bool isOpen = false;    ///< its effect depends on earlier steps of other threads
  bool isOutside = false; ///< whether it is enabled depends on the environment
};

/// A run with an abnormal end.
struct NativeFailure {
  enum class Kind : std::uint8_t { Crash, Deadlock, TimeLimit, TooLong, Refused };
  Kind kind = Kind::Crash;
  std::string words;                  ///< a sentence
  SourcePosition at;                  ///< may be unknown
  std::vector<std::string> stack;     ///< of a crash, innermost first
  std::uint64_t runs = 0;             ///< number of runs that ended like this
  std::vector<std::uint8_t> schedule; ///< of the first such run: thread by thread
};

struct NativeCounters {
  std::uint64_t executions = 0; ///< of the program
  std::uint64_t events = 0;     ///< over all executions
  std::uint64_t switches = 0;
  double seconds = 0; ///< over all executions
  double longest = 0; ///< seconds of one
};

class NativeMachine final : public Machine {
public:
  /// `model` Sc: every atomic access counts as sequentially consistent.
  NativeMachine(ProgramServer &server, std::uint64_t mostEvents, MemoryModel model);

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override;
  std::span<const ThreadId> disabled() override;
  using Machine::next;
  const Operation &next(ThreadId t) const override;
  [[nodiscard]] bool fixed(ThreadId t) const override;
  Result<std::span<const Outcome>> outcomes(ThreadId t) override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  const Future &mayStillDo(ThreadId t) const override;
  [[nodiscard]] SiteId accessSiteAt(PositionId at) const override;
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b) const override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;

  /// Analysis of the code that may follow a place; without it a thread may do anything.
  void guideBy(NativeGuide guide) { guide_ = std::move(guide); }
  /// The objects for a variable of the program, and for a lock in it.
  ObjectId nameOfVariable(const SymbolPlace &variable) {
    return objectAt(variable.start | kSymbol);
  }
  ObjectId nameOfLock(const SymbolPlace &variable, std::int64_t offset) {
    return meetingPointAt(variable.start + static_cast<std::uint64_t>(offset));
  }

  /// Starts a new run; the cursor is at its beginning. It is scheduled as ordered.
  Result<void> begin(const ScheduleOrder &order);
  /// Starts a new run that begins with the events of the trace; the cursor is at its beginning.
  Result<void> beginWith(const Trace &trace);
  /// The next thread in the log; nothing at its end.
  [[nodiscard]] std::optional<ThreadId> logged() const;
  /// The step at position `at` of the log.
  [[nodiscard]] const NativeStep &stepAt(std::size_t at) const { return steps_[at]; }
  /// The number of steps of the log that were forced.
  [[nodiscard]] std::size_t forcedSteps() const { return forcedSteps_; }
  [[nodiscard]] std::size_t length() const { return steps_.size(); }

  [[nodiscard]] const Execution &execution() const { return execution_; }
  [[nodiscard]] const ProgramServer &program() const { return server_; }
  /// The start function of the thread.
  [[nodiscard]] std::string nameOf(ThreadId thread) const;

  /// The deadline of all runs, see ProgramServer.
  void endRunsIn(double seconds) {
    constexpr double kMost = 1e8; // more is as good as no limit, and would not fit
    server_.endRunsAt(std::chrono::steady_clock::now() + nanosecondsFrom(std::min(seconds, kMost)));
  }
  /// A run was stopped before its forced steps were done: its call failed for that reason alone.
  [[nodiscard]] bool wasStopped() const { return wasStopped_; }
  /// Why a run could not be repeated, if one could not.
  [[nodiscard]] const std::optional<std::string> &divergence() const { return divergence_; }
  [[nodiscard]] const std::vector<NativeFailure> &failures() const { return failures_; }
  [[nodiscard]] const NativeCounters &counters() const { return counters_; }
  /// What the runs so far executed without hooks, each function once.
  [[nodiscard]] const std::vector<UnseenPart> &unseen() const { return unseen_; }

private:
  struct Place {
    std::size_t cursor;
    ThreadId thread;
    bool operator==(const Place &) const = default;
  };

  Result<Execution> execute(const ScheduleOrder &order);
  Result<Execution> deviated(ThreadId thread);
  void noteUnseen(const Execution &run);
  Unexpected diverged(std::string why);
  void take(Execution execution);
  void decode();
  [[nodiscard]] NativeStep stepOf(ThreadId thread, std::span<const rw_event> events,
                                  std::size_t first);
  [[nodiscard]] MemoryOrder orderOf(std::uint8_t order) const;
  [[nodiscard]] rw_forced forcedAt(std::size_t at) const;
  Operation operationOf(std::span<const rw_event> parts);
  Action accessOf(std::span<const rw_event> parts);
  void addAccess(std::vector<MemoryAccess> &to, const rw_event &event, AccessKind kind,
                 MemoryOrder order);
  ObjectId objectAt(std::uint64_t key);
  ObjectId meetingPointAt(std::uint64_t address) { return objectAt(address | kMeeting); }
  [[nodiscard]] ThreadId threadNumber(std::uint32_t number) const;
  void findThreads();
  [[nodiscard]] const NativeStep *nextStepOf(ThreadId thread) const;
  [[nodiscard]] std::optional<std::uint8_t> numberOf(ThreadId thread) const;

  /// The state at the cursor that must be reproduced: next step of a thread, and whether it is
  /// enabled.
  struct Standing {
    std::uint8_t number;
    Operation operation;
    bool canGo;
    bool operator==(const Standing &) const = default;
  };
  [[nodiscard]] std::vector<Standing> standings() const;
  Result<void> checkStandings(const std::vector<Standing> &before);
  [[nodiscard]] std::string nameByFrames(ThreadId thread) const;
  [[nodiscard]] NativeThreadPlace placeOf(std::uint8_t number) const;
  /// The object of an address, and the offset in it.
  Address addressOf(std::uint64_t address, std::uint64_t bytes);

  static constexpr std::uint64_t kMeeting = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kSymbol = std::uint64_t{1} << 62;

  ProgramServer &server_;
  std::uint64_t mostEvents_;
  MemoryModel model_;
  std::map<std::uint64_t, ObjectId> objects_; ///< variables, pages of memory, meeting points
  NativeGuide guide_;
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> names_; ///< by creator and count
  std::map<ThreadId, std::uint64_t> starts_;                     ///< address of the function

  Execution execution_;
  bool hasExecution_ = false;
  std::vector<NativeStep> steps_;
  std::vector<std::optional<NativeStep>> pending_; ///< per number: at the end of the log
  std::vector<ThreadId> threads_;                  ///< per number
  std::vector<std::size_t> createdAt_;             ///< per number: place after its creation
  std::vector<std::vector<std::size_t>> stepsOf_;  ///< per number: places in the log
  std::size_t cursor_ = 0;
  std::size_t forcedSteps_ = 0;

  // The effect of an open step is determined by a trial run.
  std::optional<Place> triedAt_;
  Execution tried_;
  Operation triedOperation_;

  bool threadsKnown_ = false;
  std::vector<ThreadId> enabled_;
  std::vector<ThreadId> disabled_;
  std::optional<std::string> divergence_;
  bool wasStopped_ = false;
  std::vector<NativeFailure> failures_;
  NativeCounters counters_;
  std::vector<UnseenPart> unseen_;
};

} // namespace raceward
