// Accesses that a hunted run does not stop for (MemoryUses.h).
#include "Interpreter.h"
#include "MemoryUses.h"

#include <algorithm>

namespace raceward {

std::uint64_t MicroFunction::bytesOf(const Step &step) const {
  if (step.op != Micro::LoadParts && step.op != Micro::StoreParts)
    return step.extra;
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < step.c; ++i) {
    const Part &part = parts[step.extra + i];
    bytes = std::max<std::uint64_t>(bytes, part.offset + (part.width + 7) / 8);
  }
  return bytes;
}

/// Null if the access is more than that, or is wrong.
const MemoryObject *Interpreter::plainObjectAt(const Value &address, std::uint64_t bytes,
                                               bool isWrite, std::uint64_t &offset) const {
  const MemoryObject *object = address.isNumber() ? state_->memory.objectAt(address.bits) : nullptr;
  if (object == nullptr || object->kind() == ObjectKind::Function ||
      object->kind() == ObjectKind::ModelState || object->isAsleep() ||
      (isWrite && object->isReadOnly()))
    return nullptr;
  offset = address.bits - object->base();
  return offset <= object->size() && object->size() - offset >= bytes ? object : nullptr;
}

/// Notes the use, whether or not it is quiet.
bool Interpreter::isQuietUse(const Value &address, std::uint64_t bytes, bool isWrite) {
  std::uint64_t offset = 0;
  const MemoryObject *object = plainObjectAt(address, bytes, isWrite, offset);
  if (object == nullptr)
    return false;
  const MemoryUses::Use use{threadNumber_, offset, bytes, isWrite};
  uses_->note(state_->memory, *object, use);
  return !uses_->isEvent(*object, use);
}

bool Interpreter::isQuiet(const Step &step) {
  const bool isRead = step.op == Micro::Load || step.op == Micro::LoadParts;
  const bool isWrite = step.op == Micro::Store || step.op == Micro::StoreParts;
  if (!isRead && !isWrite)
    return false;
  // What a handler does to a flag is not plain (Describe.cpp), and atomics order.
  if (thread_->signals.depth != 0 || uses_->isLongStretch() || step.source->hasOpenOrder ||
      isAtomic(frame_->code->program->sites()[step.source->firstSite]) ||
      !isQuietUse(get(step.a), frame_->code->bytesOf(step), isWrite))
    return false;
  uses_->countQuiet(step.source->firstSite, step.source->siteCount);
  return true;
}

} // namespace raceward
