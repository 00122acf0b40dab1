// Signals that arrive while a thread runs.
//
// A handler runs in the thread that it interrupts: with the memory, the locks and the past of that
// thread, between any two of its operations. So it is a call that the thread makes before its next
// operation, if an input says so, and everything else follows: what orders it, what it holds, and
// that it cannot race with its own thread.
//
// Which handlers a thread may run, and which signals it blocks, depends on the thread and on those
// that it descends from only. The search may therefore reorder other threads as always. A thread is
// interrupted once, and asked a few times only: whatever this leaves out is a gap that was noted
// when the handler was installed.
#include "Parts.h"

#include <string>

namespace raceward {

namespace {

constexpr std::uint32_t kMostQuestions = 12;
/// Where inputs are drawn there is one way on at each: then there are more, so many operations
/// apart.
constexpr std::uint32_t kMostDrawn = 100;
constexpr std::uint32_t kOperationsApart = 64;

std::string nameOfSignal(std::uint32_t number) {
  constexpr const char *names[] = {
      "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1", "SEGV",
      "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN", "TTOU",
      "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "IO",   "PWR",  "SYS"};
  return number >= 1 && number <= std::size(names) ? "SIG" + std::string(names[number - 1])
                                                   : "signal " + std::to_string(number);
}

/// Reports know the last word (inputWords()).
std::string wordsOf(const InstalledHandler &handler) {
  const std::string name = nameOfSignal(handler.signal);
  return handler.line == 0
             ? name + " arrives"
             : name + " (handler installed at line " + std::to_string(handler.line) + ") arrives";
}

} // namespace

bool ThreadedMachine::Parts::isInHandler(unsigned t) const {
  const MachineThread &thread = now->state.threads[t];
  return thread.signals.depth != 0 && thread.depth >= thread.signals.depth;
}

/// True: there is a question first (`stop` has it), or the thread goes on in a handler (`stop` is
/// Visible).
bool ThreadedMachine::Parts::isInterrupted(unsigned t, Stop &stop) {
  // A handler cannot race with its own thread: the few questions are for later.
  if (bounds.quietAlone && state().threads.size() == 1)
    return false;
  const MachineThread &thread = state().threads[t];
  const ThreadSignals &signals = thread.signals;
  if (signals.handlers.empty() || signals.isInterrupted || thread.isWaiting || thread.hasArrived ||
      thread.part != CallPart::Start || thread.isLeaving || thread.isExiting ||
      state().isEndedBy(t) ||
      signals.questions >= (bounds.quietAlone ? kMostDrawn : kMostQuestions))
    return false;
  const Frame &frame = *thread.top.get();
  if (frame.code->steps[frame.at].op != Micro::Visible)
    return false;
  if (signals.questions >= kMostQuestions && signals.asked == 0 &&
      ++state().threads.own(t).signals.passed % kOperationsApart != 0)
    return false;
  while (state().threads[t].signals.asked < state().threads[t].signals.handlers.size()) {
    const ThreadSignals &now = state().threads[t].signals;
    const InstalledHandler handler = now.handlers[now.asked];
    const std::uint32_t number = handler.signal;
    bool arrives = false;
    if ((now.blocked >> (number - 1) & 1) == 0 &&
        !interpreter->inspectFailure(state(), t, wordsOf(handler), arrives, stop))
      return true;
    MachineThread &own = state().threads.own(t);
    own.asked.reset();
    ++own.signals.asked;
    ++own.signals.questions;
    if (!arrives)
      continue;
    own.signals.isInterrupted = true;
    if (!interpreter->interrupt(state(), t, handler.function, {number, {}}))
      return false;
    stop.why = Stop::Why::Visible;
    return true;
  }
  return false;
}

} // namespace raceward
