// Positions of threads, as queries for their futures (Machine::mayStillDo).
#include "Parts.h"

#include <algorithm>

namespace raceward {

namespace {

const Future &nothing() {
  static const Future none;
  return none;
}

/// The instruction that a frame is at. Steps before an operation belong to it.
const Instruction *instructionAt(const Frame &frame) {
  const std::vector<Step> &steps = frame.code->steps;
  return steps[frame.at + (steps[frame.at].op == Micro::Visible ? 1 : 0)].source;
}

/// False if the position has no name.
bool placeOf(const Program &program, const Frame *top, ThreadPlace &place) {
  bool inclusive = true;
  for (const Frame *frame = top; frame != nullptr; frame = frame->caller.get()) {
    if (frame->code->program != &program) {
      inclusive = true; // the library's own code; the call into it is still in progress
      continue;
    }
    const Instruction *at = instructionAt(*frame);
    const std::vector<Instruction> &code = frame->code->function->code.instructions;
    if (at == nullptr || code.empty() || at < code.data() || at > &code.back())
      return false;
    place.frames.push_back(
        {frame->code->function->id, static_cast<std::uint32_t>(at - code.data()), inclusive});
    inclusive = frame->comesBack;
  }
  return !place.frames.empty();
}

} // namespace

void ThreadedMachine::guideBy(FutureGuide guide) {
  parts_->guide = std::move(guide);
  const std::vector<std::uint64_t> &globals = parts_->interpreter->images.front().globals;
  for (std::size_t i = 0; i < globals.size(); ++i)
    parts_->globalAt.emplace(globals[i], GlobalId(i));
}

ObjectId ThreadedMachine::nameOfGlobal(GlobalId global) {
  return parts_->objectAt(parts_->state().memory,
                          parts_->interpreter->images.front().globals[global.index()]);
}

ObjectId ThreadedMachine::nameOfLock(GlobalId global, std::int64_t offset) {
  return parts_->mutexAt(parts_->interpreter->images.front().globals[global.index()] +
                         static_cast<std::uint64_t>(offset));
}

const Future &ThreadedMachine::mayStillDo(ThreadId t) const {
  Parts &parts = *parts_;
  if (!parts.guide.from)
    return anyFuture();
  const Pending &pending = parts.pendingOf(t.index());
  if (pending.kind == Pending::Kind::Stuck) // it stays there, whatever others do
    return nothing();
  ThreadPlace place;
  const MachineThread &thread = parts.state().threads[t.index()];
  if (!placeOf(*parts.program, thread.top.get(), place))
    return anyFuture();
  const auto holds = [&](std::uint64_t address, bool exclusive) {
    const MemoryObject *object = parts.state().memory.objectAt(address);
    if (object == nullptr)
      return;
    if (const auto global = parts.globalAt.find(object->base()); global != parts.globalAt.end())
      place.locks.push_back(
          {global->second, static_cast<std::int64_t>(address - object->base()), exclusive});
  };
  for (const auto &[mutex, holder] : parts.state().heldMutexes)
    if (holder == t.index())
      holds(mutex, true);
  for (const auto &[lock, reader] : parts.state().readers)
    if (reader == t.index())
      holds(lock, false);
  if (thread.isWaiting) // its current call takes it again
    holds(pending.mutex, true);
  std::sort(place.locks.begin(), place.locks.end());
  place.locks.erase(std::unique(place.locks.begin(), place.locks.end()), place.locks.end());
  return parts.guide.from(place);
}

SiteId ThreadedMachine::accessSiteAt(PositionId at) const {
  if (!at.valid() || at.index() >= parts_->instructions.size() ||
      parts_->instructions[at.index()]->siteCount != 1)
    return {};
  const AccessSite *site = siteAt(at);
  return site == nullptr ? SiteId() : site->id;
}

bool ThreadedMachine::areSuspects(SiteId a, SiteId b) const {
  return !parts_->guide.areSuspects || parts_->guide.areSuspects(a, b);
}

} // namespace raceward
