// The end of a program, and its information about itself.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool endNow(LibraryCall &call) {
  std::uint64_t code = 0;
  if (call.count() > 0 && call.argument(0).isNumber())
    code = call.argument(0).bits;
  call.machine.state().exitCode = static_cast<int>(code & 0xFF);
  return call.machine.stop(Stop::Why::Finished);
}

bool exit(LibraryCall &call) {
  std::uint64_t code = 0;
  if (call.argument(0).isNumber())
    code = call.argument(0).bits;
  call.moved = true; // a function of atexit() may run now, or the next one after it
  return call.machine.endProcess(static_cast<int>(code & 0xFF));
}

bool abort(LibraryCall &call) {
  call.machine.state().exitCode = 134; // as a shell reports SIGABRT
  return call.machine.stop(Stop::Why::Finished);
}

bool atExit(LibraryCall &call) {
  std::uint64_t function = 0;
  if (!call.number(0, "a function pointer", function))
    return false;
  if (call.machine.threadNumber() != 0)
    call.machine.noteGap(GapKind::UnmodelledCall,
                         "a thread calls atexit(): in which order is not followed");
  call.machine.state().atExit.push_back(function);
  return call.give(0);
}

bool errorNumber(LibraryCall &call) {
  std::uint64_t address = 0;
  return call.machine.errorNumber(address) && call.give(address);
}

constexpr LibraryModel kProcessModels[] = {
    {"__errno_location", 0, errorNumber},
    {"exit", 1, exit},
    {"_exit", 1, endNow},
    {"_Exit", 1, endNow},
    {"quick_exit", 1, endNow},
    {"abort", 0, abort},
    {"atexit", 1, atExit},
};

} // namespace

std::span<const LibraryModel> process() {
  return kProcessModels;
}

} // namespace raceward::models
