// Threads: the possible threads, how many of each, and the code they run.
#pragma once

#include "raceward/prove/Calls.h"

#include <optional>

namespace raceward {

struct ThreadTag;
using ThreadTemplateId = Id<ThreadTag>;

/// All threads that one creation site starts in one function. The main thread is the first;
/// handlers that run at the end of threads or of the process, and handlers of signals, are a
/// separate template, because they may run in any thread. So are functions that were given to
/// functions by contract: those may call them in any thread, also in threads of their own.
struct ThreadTemplate {
  enum class Kind : std::uint8_t { Main, Created, Handlers, CallBacks };
  Kind kind = Kind::Main;
  std::optional<CreateSite> createdAt;
  std::vector<FunctionId> roots;
  bool single = false;    ///< at most one such thread in any run
  std::vector<bool> runs; ///< by function: may be executed by such a thread

  /// Its code may run in any thread.
  [[nodiscard]] bool runsInOthers() const {
    return kind == Kind::Handlers || kind == Kind::CallBacks;
  }
};

class Threads {
public:
  Threads(const Program &program, const Calls &calls);

  [[nodiscard]] const std::vector<ThreadTemplate> &templates() const { return templates_; }
  [[nodiscard]] const ThreadTemplate &mainThread() const { return templates_.front(); }
  [[nodiscard]] bool isReachable(FunctionId function) const;
  /// Executed only by the main thread.
  [[nodiscard]] bool onlyInMain(FunctionId function) const;
  [[nodiscard]] bool anyCreated() const;
  /// By function: executed by a handler of a signal, or by a function that was given to one by
  /// contract, which may run in any thread at any time.
  [[nodiscard]] const std::vector<bool> &interrupting() const { return interrupting_; }
  /// Whether such a handler may create threads: no thread is ever alone then.
  [[nodiscard]] bool interruptsCreate() const { return interruptsCreate_; }
  /// Whether a signal may end a call that waits: a handler may be installed so that such calls are
  /// not restarted (SA_RESTART).
  [[nodiscard]] bool interruptsWaits() const { return interruptsWaits_; }
  /// True if this instruction is executed at most once in any run.
  [[nodiscard]] bool runsOnce(InstructionRef instruction) const;

private:
  void findTemplates();
  void indexTemplates();
  void findSingles();
  void findInterrupts();
  [[nodiscard]] bool installsWithoutRestart(FunctionId function) const;
  [[nodiscard]] std::vector<FunctionId> rootsOfCallBacks(std::vector<FunctionId> given) const;
  [[nodiscard]] bool functionRunsOnce(FunctionId function, std::vector<bool> &onPath) const;

  const Program &program_;
  const Calls &calls_;
  std::vector<ThreadTemplate> templates_;
  bool interruptsCreate_ = false;
  bool interruptsWaits_ = false;
  // By function.
  std::vector<bool> reachable_;
  std::vector<bool> interrupting_;
  std::vector<bool> inOthers_; ///< executed by another thread than the main thread
  std::vector<std::vector<std::size_t>> rootOf_;          ///< templates that start there
  std::vector<std::vector<const CallTargets *>> callers_; ///< in reachable code
};

} // namespace raceward
