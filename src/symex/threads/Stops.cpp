// Where a run ended, and why: for reports of what was not reached.
#include "Parts.h"

namespace raceward {

/// At the innermost place of the thread in the user's text unless `at` says more.
ThreadStop ThreadedMachine::Parts::stopOf(unsigned t, std::string_view words, SourcePosition at) {
  const Frame *frame = state().threads[t].top.get();
  for (; !at.known() && frame != nullptr; frame = frame->caller.get())
    if (const Instruction *source = frame->code->steps[frame->at].source;
        source != nullptr && frame->code->program == program)
      at = raceward::positionOf(*source->origin);
  std::string reason(words);
  // Code of a model or before main may have no place in the user's text.
  if (const Frame *innermost = state().threads[t].top.get(); !at.known() && innermost != nullptr)
    reason += ", in '" + innermost->code->function->name + "'";
  return {std::move(at), std::move(reason)};
}

Ref<StopReason> ThreadedMachine::Parts::reasonFor(unsigned t, std::string_view words,
                                                  const SourcePosition &at) {
  if (!bounds.keepsStops)
    return {};
  Ref<StopReason> reason(new StopReason());
  reason->stop = stopOf(t, words, at);
  return reason;
}

std::vector<ThreadStop> ThreadedMachine::stops() {
  Parts &parts = *parts_;
  std::vector<ThreadStop> stops;
  if (!parts.now || !parts.bounds.keepsStops)
    return stops;
  parts.findThreads();
  if (!parts.enabled.empty())
    return {parts.stopOf(parts.enabled.front().index(), "the run is long, and was left")};
  if (parts.now->end)
    stops.push_back(parts.now->end->stop);
  for (const ThreadId t : parts.disabled) {
    const Pending &pending = parts.pendingOf(t.index());
    if (pending.reason)
      stops.push_back(pending.reason->stop);
    else if (!parts.now->over && pending.kind != Pending::Kind::Ended)
      stops.push_back(parts.stopOf(t.index(), pending.kind == Pending::Kind::Burst
                                                  ? kRefused
                                                  : "a thread waits, and no other can go on"));
  }
  return stops;
}

} // namespace raceward
