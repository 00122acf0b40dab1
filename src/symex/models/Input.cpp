// The base of the models in C (library/): standard input, and giving up.
#include "../LibraryModel.h"

#include "../World.h"

namespace raceward::models {

namespace {

bool inputIsAny(LibraryCall &call) {
  return call.give(call.machine.world().read ? 0 : 1);
}

/// Whether there is another byte. Arbitrary input may end before each of them.
bool inputEnds(LibraryCall &call) {
  World &world = call.machine.world();
  if (world.read) {
    if (!world.ahead)
      world.ahead = world.read();
    return call.give(*world.ahead < 0 ? 1 : 0);
  }
  const Value ends = call.machine.fresh(1, kEndOfInput);
  if (ends.isNumber()) // a single execution without given input
    return call.give(1);
  TermArena &arena = call.machine.arena();
  const unsigned width = call.resultWidth();
  return call.give(call.machine.toValue(
      arena.ite(ends.term, arena.constant(width, 1), arena.constant(width, 0))));
}

/// Only after a test for the end.
bool inputByte(LibraryCall &call) {
  World &world = call.machine.world();
  if (!world.read)
    return call.give(call.machine.fresh(8, call.name));
  const int byte = world.ahead.value_or(0);
  world.ahead.reset();
  return call.give(static_cast<std::uint64_t>(byte));
}

/// A constant of a model.
bool textOf(LibraryCall &call, std::string &out) {
  std::uint64_t at = 0;
  if (!call.number(0, "a text of the machine", at))
    return false;
  for (;; ++at) {
    Value byte;
    if (!call.machine.load({at, {}}, 8, byte))
      return false;
    if (!byte.isNumber() || byte.bits == 0)
      return true;
    out += static_cast<char>(byte.bits);
  }
}

bool cannot(LibraryCall &call) {
  std::string text;
  return textOf(call, text) && call.machine.stopWithGap(GapKind::UnmodelledCall, text);
}

bool noteBound(LibraryCall &call) {
  std::string text;
  if (!textOf(call, text))
    return false;
  call.machine.noteGap(GapKind::Bound, text);
  return true;
}

/// Whether there has never been another thread: threads that have ended exist.
bool isFirst(LibraryCall &call) {
  const auto &threads = call.machine.state().threads;
  for (unsigned other = 0; other < threads.size(); ++other)
    if (other != call.machine.threadNumber() && threads[other].exists)
      return call.give(0);
  return call.give(1);
}

constexpr LibraryModel kInputModels[] = {
    {"__raceward_input_is_any", 0, inputIsAny}, {"__raceward_input_ends", 0, inputEnds},
    {"__raceward_input_byte", 0, inputByte},    {"__raceward_cannot", 1, cannot},
    {"__raceward_note_bound", 1, noteBound},    {"__raceward_is_first", 0, isFirst},
};

} // namespace

std::span<const LibraryModel> input() {
  return kInputModels;
}

} // namespace raceward::models
