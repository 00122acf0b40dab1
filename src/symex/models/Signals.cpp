// What the models of signals and processes need (share/raceward/models/libc/signals.c): calls of
// functions that are kept, blocked signals, handlers that run at any time, children.
#include "SyncLife.h"

#include <algorithm>

namespace raceward::models {

namespace {

bool calls(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t function = 0;
  if (!call.number(0, "a function pointer", function))
    return false;
  if (machine.functionAt(function) == nullptr)
    return true; // null, SIG_IGN
  call.moved = true;
  std::vector<Value> arguments(call.values.begin() + 1, call.values.end());
  return machine.call(function, arguments);
}

bool handles(LibraryCall &call) {
  MachineThread &thread = call.machine.thread();
  if (thread.signals.depth == 0 || thread.depth < thread.signals.depth)
    thread.signals.depth = thread.depth + 1;
  return calls(call);
}

/// Threads that have ended count until they are joined: before that, nothing orders their end, and
/// what they did may race with what comes.
bool hasOtherThreads(const Interpreter &machine, const State &state) {
  for (unsigned other = 0; other < state.threads.size(); ++other)
    if (other != machine.threadNumber() && state.threads[other].exists &&
        !state.threads[other].joined)
      return true;
  return false;
}

bool alone(LibraryCall &call) {
  return call.give(hasOtherThreads(call.machine, call.machine.state()) ? 0 : 1);
}

/// A signal that tells of an error in the program, which the machine reports by itself.
bool isFault(std::uint64_t number) {
  constexpr std::uint64_t faults[] = {4, 5, 6, 7, 8, 11, 31}; // ILL TRAP ABRT BUS FPE SEGV SYS
  return std::ranges::find(faults, number) != std::ranges::end(faults);
}

bool interrupts(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t function = 0;
  std::uint64_t number = 0;
  if (!call.number(0, "a function pointer", function) ||
      !call.number(1, "the number of a signal", number))
    return false;
  machine.noteGap(GapKind::Bound,
                  isFault(number)
                      ? "the handler of a signal that tells of an error was not followed"
                      : "a signal was followed only once in each thread, and not at every point");
  auto &handlers = machine.thread().signals.handlers;
  const InstalledHandler installed{static_cast<std::uint32_t>(number), function,
                                   machine.positionHere().line};
  const auto known = std::ranges::find(handlers, installed.signal, &InstalledHandler::signal);
  if (known != handlers.end())
    *known = installed;
  else if (!isFault(number))
    handlers.push_back(installed);
  machine.noteChange();
  return true;
}

/// Returns behind the first handler that can run here.
bool waitsForHandler(LibraryCall &call) {
  Interpreter &machine = call.machine;
  const ThreadSignals &signals = machine.thread().signals;
  for (const InstalledHandler &handler : signals.handlers)
    if ((signals.blocked >> (handler.signal - 1) & 1) == 0) {
      machine.noteGap(GapKind::Bound, "other signals that could end a wait were not followed");
      call.moved = true;
      const Value argument{handler.signal, {}};
      return machine.call(handler.function, {&argument, 1});
    }
  return machine.stopWithGap(GapKind::UnmodelledCall,
                             "a wait for a signal that no handler of this thread takes");
}

bool blocked(LibraryCall &call) {
  return call.give(call.machine.thread().signals.blocked);
}

/// A set that depends on the input may contain any signal, and none is then delivered.
bool blocks(LibraryCall &call) {
  call.machine.thread().signals.blocked =
      call.argument(0).isNumber() ? call.argument(0).bits : UINT64_MAX;
  call.machine.noteChange();
  return true;
}

/// In a child there is only the thread that called fork().
bool becomesChild(LibraryCall &call) {
  if (!hasOtherThreads(call.machine, call.machine.state()))
    return true;
  return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                  "the child of a process with several threads is not followed",
                                  "create processes before threads");
}

bool abandons(LibraryCall &call) {
  std::uint64_t function = 0;
  if (!call.number(0, "a function pointer", function))
    return false;
  call.machine.state().ownSync().abandon = function;
  return true;
}

constexpr LibraryModel kSignalModels[] = {
    {"raceward_calls", 1, calls},
    {"raceward_handles", 4, handles},
    {"raceward_runs_clean_up", 2, calls},
    {"raceward_alone", 0, alone},
    {"raceward_interrupts", 2, interrupts},
    {"raceward_waits_for_handler", 0, waitsForHandler},
    {"raceward_blocked", 0, blocked},
    {"raceward_blocks", 1, blocks},
    {"raceward_becomes_child", 0, becomesChild},
    {"raceward_abandons", 1, abandons},
};

} // namespace

std::span<const LibraryModel> signals() {
  return kSignalModels;
}

} // namespace raceward::models
