// What models in C are made of (include/raceward_model.h). Reading a text is in library/string.c.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool reads(LibraryCall &call) {
  std::uint64_t bytes = 0;
  return call.number(1, "the size of memory that a library reads", bytes) &&
         call.machine.lookAt(call.argument(0), bytes);
}

bool writes(LibraryCall &call) {
  std::uint64_t bytes = 0;
  return call.number(1, "the size of memory that a library writes", bytes) &&
         call.machine.overwrite(call.argument(0), bytes);
}

/// The rest of the object from there on.
bool restOf(LibraryCall &call, std::uint64_t &bytes) {
  std::uint64_t address = 0;
  if (!call.number(0, "memory that a library uses", address))
    return false;
  const MemoryObject *object = call.machine.state().memory.objectAt(address);
  bytes = object != nullptr ? object->size() - (address - object->base()) : 1;
  return true;
}

bool readsAll(LibraryCall &call) {
  std::uint64_t bytes = 0;
  return restOf(call, bytes) && call.machine.lookAt(call.argument(0), bytes);
}

bool writesAll(LibraryCall &call) {
  std::uint64_t bytes = 0;
  return restOf(call, bytes) && call.machine.overwrite(call.argument(0), bytes);
}

bool keeps(LibraryCall & /*call*/) {
  return true;
}

bool kept(LibraryCall &call) {
  return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                  "a pointer that a library kept is not known to the machine");
}

bool reasonOf(LibraryCall &call, std::string &text) {
  std::uint64_t at = 0;
  if (!call.number(0, "a text of a model", at))
    return false;
  if (const MemoryObject *object = call.machine.state().memory.objectAt(at))
    for (std::uint64_t i = at - object->base();
         i < object->size() && object->areNumbers(i, 1) && object->bytes()[i] != 0; ++i)
      text += static_cast<char>(object->bytes()[i]);
  return true;
}

bool gap(LibraryCall &call) {
  std::string text;
  return reasonOf(call, text) && call.machine.stopWithGap(GapKind::UnmodelledCall, text);
}

bool bound(LibraryCall &call) {
  std::string text;
  if (!reasonOf(call, text))
    return false;
  call.machine.noteGap(GapKind::Bound, text);
  return true;
}

/// What is left out is a gap, and the run goes on without it.
bool more(LibraryCall &call) {
  return bound(call) && call.give(0);
}

constexpr LibraryModel kPrimitiveModels[] = {
    {"raceward_reads", 2, reads},        {"raceward_writes", 2, writes},
    {"raceward_reads_all", 1, readsAll}, {"raceward_writes_all", 1, writesAll},
    {"raceward_keeps", 1, keeps},        {"raceward_kept", 0, kept},
    {"raceward_not_executed", 1, gap},   {"raceward_gap", 1, gap},
    {"raceward_bound", 1, bound},        {"raceward_more", 1, more},
};

} // namespace

std::span<const LibraryModel> primitives() {
  return kPrimitiveModels;
}

} // namespace raceward::models
