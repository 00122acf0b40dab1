// Where a run ended, and why: for reports of what was not reached.
#include "Parts.h"

namespace raceward {

/// At the innermost place of the thread in the user's text unless `at` says more.
Ref<StopReason> ThreadedMachine::Parts::reasonFor(unsigned t, std::string words,
                                                  SourcePosition at) {
  const Frame *frame = state().threads[t].top.get();
  for (; !at.known() && frame != nullptr; frame = frame->caller.get())
    if (const Instruction *source = frame->code->steps[frame->at].source;
        source != nullptr && frame->code->program == program)
      at = raceward::positionOf(*source->origin);
  // Code of a model or before main may have no place in the user's text.
  if (const Frame *innermost = state().threads[t].top.get(); !at.known() && innermost != nullptr)
    words += ", in '" + innermost->code->function->name + "'";
  Ref<StopReason> reason(new StopReason());
  reason->stop = {std::move(at), std::move(words)};
  return reason;
}

std::vector<ThreadStop> ThreadedMachine::stops() {
  Parts &parts = *parts_;
  std::vector<ThreadStop> stops;
  if (!parts.now)
    return stops;
  parts.findThreads();
  if (!parts.enabled.empty())
    return {parts.reasonFor(parts.enabled.front().index(), "the run is long, and was left")->stop};
  if (parts.now->end)
    stops.push_back(parts.now->end->stop);
  for (const ThreadId t : parts.disabled) {
    const Pending &pending = parts.pendingOf(t.index());
    if (pending.reason)
      stops.push_back(pending.reason->stop);
    else if (!parts.now->over && pending.kind != Pending::Kind::Ended)
      stops.push_back(parts
                          .reasonFor(t.index(), pending.kind == Pending::Kind::Burst
                                                    ? kRefused
                                                    : "a thread waits, and no other can go on")
                          ->stop);
  }
  return stops;
}

} // namespace raceward
