// Accesses to memory that threads are not known to share, in hunted runs (MemoryUses.h).
//
// Single accesses are passed in the interpreter's loop. Calls of the library and copies are
// executed ahead, as always, and taken at once if all that they touch is quiet.
#include "Parts.h"

namespace raceward {

namespace {

std::optional<MemoryUses::Use> plainUse(unsigned t, const Action &action) {
  if (const auto *read = std::get_if<Read>(&action); read != nullptr && read->at.exact)
    return MemoryUses::Use{t, read->at.offset, read->at.bytes, false};
  if (const auto *write = std::get_if<Write>(&action); write != nullptr && write->at.exact)
    return MemoryUses::Use{t, write->at.offset, write->at.bytes, true};
  return std::nullopt;
}

MemoryUses::Use useBy(unsigned t, const Touch &touch) {
  return {t, touch.offset, touch.bytes, touch.isWrite || touch.endsLife};
}

} // namespace

/// Must agree with Interpreter::isQuiet().
bool ThreadedMachine::Parts::isQuiet(unsigned t, const Pending &next, IsEvent isEvent) const {
  const State &state = now->state;
  if (!uses || state.threads.size() == 1 || state.threads[t].signals.depth != 0)
    return false;
  if (next.kind == Pending::Kind::Plain) {
    const MemoryObject *object = next.object == 0 ? nullptr : state.memory.objectAt(next.object);
    const std::optional<MemoryUses::Use> use = plainUse(t, next.operation.action);
    return object != nullptr && use && object->kind() != ObjectKind::ModelState &&
           !((*uses).*isEvent)(*object, *use);
  }
  if (next.kind != Pending::Kind::Burst || !next.isPlain || next.ways.size() != 1 ||
      next.ways.front().end != BurstWay::End::Done)
    return false;
  const BurstWay &way = next.ways.front();
  return std::ranges::none_of(way.touches, [&](const Touch &touch) {
    const MemoryObject *object = state.memory.objectAt(touch.base);
    return touch.endsLife || touch.isModelState || touch.isLate || touch.isFlag ||
           (object != nullptr && ((*uses).*isEvent)(*object, useBy(t, touch)));
  });
}

void ThreadedMachine::Parts::UsesBy::performQuietly(const BurstWay &way) {
  note(way);
  parts.uses->countQuiet(way.source->firstSite,
                         parts.isOfProgram(*way.source) ? way.source->siteCount : 0);
  const std::uint64_t changes = way.changes;
  parts.state() = way.after;
  parts.state().threads.own(t).progress += changes;
}

void ThreadedMachine::Parts::UsesBy::note(const BurstWay &way) {
  const State &state = parts.state();
  if (!parts.uses || state.threads.size() == 1)
    return;
  for (const Touch &touch : way.touches) {
    // What the call has allocated is not in the present state, and nobody else knows it.
    if (const MemoryObject *object = state.memory.objectAt(touch.base))
      parts.uses->note(state.memory, *object, useBy(t, touch));
  }
}

/// Of single accesses those in the loop are noted there; others may be atomic, or at a symbolic
/// address.
void ThreadedMachine::Parts::UsesBy::note(const Pending &performed) {
  const State &state = parts.state();
  if (!parts.uses || performed.object == 0 || state.threads.size() == 1)
    return;
  const MemoryObject *object = state.memory.objectAt(performed.object);
  if (object == nullptr)
    return;
  forEachAccess(performed.operation.action, [&](const MemoryAccess &access) {
    parts.uses->note(state.memory, *object,
                     {t, access.at.offset, access.at.bytes, writes(access.kind)});
  });
}

std::uint64_t ThreadedMachine::quietAccesses() const {
  return parts_->uses ? parts_->uses->quietAccesses() : 0;
}

void ThreadedMachine::showQuietAccesses(bool show) {
  parts_->showsQuiet = show;
}

bool ThreadedMachine::wasNextQuiet(ThreadId t) const {
  return parts_->isQuiet(t.index(), *parts_->now->pending[t.index()], &MemoryUses::wasEvent);
}

bool ThreadedMachine::isNextQuiet(ThreadId t) const {
  return parts_->isQuiet(t.index(), *parts_->now->pending[t.index()]);
}

} // namespace raceward
