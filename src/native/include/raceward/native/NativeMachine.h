// NativeMachine: the real program behind the Machine of the search.
//
// A run of the program cannot be stopped and continued elsewhere, so it is run to its end and
// logged. The machine stands somewhere in that log. A step that the log has at this place costs
// nothing; another one costs a new run, which is made to begin with all that led here and then
// that step. Going back is moving within the log.
#pragma once

#include "raceward/model/Machine.h"
#include "raceward/model/Trace.h"
#include "raceward/model/Verdict.h"
#include "raceward/native/ProgramServer.h"

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
  std::size_t event = 0;  ///< of the log, the first if it has several
  bool isOpen = false;    ///< what it does depends on what others have done before
  bool isOutside = false; ///< whether it can go depends on the world
};

/// A run that ended as no run should.
struct NativeFailure {
  enum class Kind : std::uint8_t { Crash, Deadlock, TimeLimit, TooLong, Refused };
  Kind kind = Kind::Crash;
  std::string words;                  ///< a sentence
  SourcePosition at;                  ///< may be unknown
  std::vector<std::string> stack;     ///< of a crash, innermost first
  std::uint64_t runs = 0;             ///< that ended like this
  std::vector<std::uint8_t> schedule; ///< of the first of them: thread by thread
};

struct NativeCounters {
  std::uint64_t executions = 0; ///< of the program
  std::uint64_t events = 0;     ///< over all of them
  std::uint64_t switches = 0;
  double seconds = 0; ///< within them
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

  /// Who knows what the code may do from a place; without one a thread may do anything.
  void guideBy(NativeGuide guide) { guide_ = std::move(guide); }
  /// What the machine calls a variable of the program, and a lock in it.
  ObjectId nameOfVariable(const SymbolPlace &variable) {
    return objectAt(variable.start | kSymbol);
  }
  ObjectId nameOfLock(const SymbolPlace &variable, std::int64_t offset) {
    return meetingPointAt(variable.start + static_cast<std::uint64_t>(offset));
  }

  /// A new run, at its beginning. It goes on as the order says.
  Result<void> begin(const ScheduleOrder &order);
  /// A new run that begins with the events of the trace, at its beginning.
  Result<void> beginWith(const Trace &trace);
  /// Who moves next in the log; nothing at its end.
  [[nodiscard]] std::optional<ThreadId> logged() const;
  /// The step that the log has at its place `at`.
  [[nodiscard]] const NativeStep &stepAt(std::size_t at) const { return steps_[at]; }
  /// How many steps of the log the run was made to begin with.
  [[nodiscard]] std::size_t forcedSteps() const { return forcedSteps_; }
  [[nodiscard]] std::size_t length() const { return steps_.size(); }

  [[nodiscard]] const Execution &execution() const { return execution_; }
  [[nodiscard]] const ProgramServer &program() const { return server_; }
  /// The function that the thread was started with.
  [[nodiscard]] std::string nameOf(ThreadId thread) const;

  /// Runs are ended then, see ProgramServer.
  void endRunsAt(std::chrono::steady_clock::time_point moment) { server_.endRunsAt(moment); }
  /// A run was ended before it had done what it was to do: its call failed for that reason alone.
  [[nodiscard]] bool wasStopped() const { return wasStopped_; }
  /// Why a run could not be repeated, if one could not.
  [[nodiscard]] const std::optional<std::string> &divergence() const { return divergence_; }
  [[nodiscard]] const std::vector<NativeFailure> &failures() const { return failures_; }
  [[nodiscard]] const NativeCounters &counters() const { return counters_; }
  /// What the runs so far did without hooks, each function once.
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
  void addAccess(std::vector<MemoryAccess> &to, const rw_event &event, AccessKind kind,
                 MemoryOrder order);
  ObjectId objectAt(std::uint64_t key);
  ObjectId meetingPointAt(std::uint64_t address) { return objectAt(address | kMeeting); }
  [[nodiscard]] ThreadId threadNumber(std::uint32_t number) const;
  void findThreads();
  [[nodiscard]] const NativeStep *nextStepOf(ThreadId thread) const;
  [[nodiscard]] std::optional<std::uint8_t> numberOf(ThreadId thread) const;

  /// What is settled here: who stands before what, and whether it could go.
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
  /// The object that an address lies in, and where in it.
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

  // What a step does that depends on the moment is found out by doing it.
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
