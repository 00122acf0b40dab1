// Descriptors that wait for events, for the models of epoll in C (share/raceward/models/libc/
// waiting.c).
//
// Which descriptors are ready is up to the environment. A hunted run stands for itself, and may
// take any one of them; a search would have to follow all, which it does not. An event comes only
// to the thread that asked for it, or was asked for before there were other threads: handing it to
// another thread orders the two, which is not followed.
#include "../LibraryModel.h"
#include "../World.h"

#include <algorithm>

namespace raceward::models {

namespace {

enum Operation : std::uint8_t { kAdd = 1, kRemove = 2, kChange = 3 }; // as <sys/epoll.h> has them
constexpr std::uint32_t kOnce = 1U << 30;                             // EPOLLONESHOT

/// Standard input is, unless it was closed.
bool isOpen(const State &state, std::uint64_t number) {
  const auto last =
      std::find_if(state.descriptors.rbegin(), state.descriptors.rend(), [&](const auto &each) {
        return each.number.isNumber() && each.number.bits == number;
      });
  return last != state.descriptors.rend() ? !last->closedBy && !last->isChannel : number == 0;
}

/// Those of a descriptor that was closed are gone.
void forgetClosed(State &state) {
  std::erase_if(state.watches, [&](const Watch &watch) {
    return !isOpen(state, watch.descriptor) || !isOpen(state, watch.epoll);
  });
}

/// (epoll, operation, descriptor, events, data, beyond)
bool watches(LibraryCall &call) {
  Interpreter &machine = call.machine;
  if (!machine.world().drawn)
    return true;
  State &state = machine.state();
  forgetClosed(state);
  for (std::size_t i = 0; i < 6; ++i)
    if (!call.argument(i).isNumber())
      return true; // it is never ready
  const std::uint64_t epoll = call.argument(0).bits;
  const std::uint64_t descriptor = call.argument(2).bits;
  std::erase_if(state.watches, [&](const Watch &watch) {
    return watch.epoll == epoll && watch.descriptor == descriptor;
  });
  if (call.argument(1).bits == kAdd || call.argument(1).bits == kChange)
    state.watches.push_back({epoll, descriptor, static_cast<std::uint32_t>(call.argument(3).bits),
                             call.argument(4).bits,
                             static_cast<std::uint32_t>(call.argument(5).bits),
                             machine.threadNumber(), state.threads.size() == 1});
  return true;
}

/// The number of one that is ready, from 1 on; 0: none is.
bool chooses(LibraryCall &call) {
  Interpreter &machine = call.machine;
  if (!machine.world().drawn || !call.argument(0).isNumber())
    return machine.stopWithGap(
        GapKind::UnmodelledCall,
        "which descriptors epoll_wait() reports depends on what was added and closed, which is not "
        "followed; poll() is modelled");
  State &state = machine.state();
  forgetClosed(state);
  std::vector<std::uint64_t> ready{0};
  for (std::size_t i = 0; i < state.watches.size(); ++i)
    if (const Watch &watch = state.watches[i];
        watch.epoll == call.argument(0).bits && watch.events != 0 &&
        (watch.isBeforeThreads || watch.thread == machine.threadNumber()))
      ready.push_back(i + 1);
  const Value any = machine.fresh(32, call.name);
  return call.give(any.isNumber() ? ready[any.bits % ready.size()] : 0);
}

const Watch *watchOf(LibraryCall &call) {
  const Value &number = call.argument(0);
  const std::vector<Watch> &all = call.machine.state().watches;
  return number.isNumber() && number.bits >= 1 && number.bits <= all.size() ? &all[number.bits - 1]
                                                                            : nullptr;
}

bool eventsOf(LibraryCall &call) {
  const Watch *watch = watchOf(call);
  const std::uint32_t events = watch != nullptr ? watch->events : 0;
  if ((events & kOnce) != 0)
    call.machine.state().watches[call.argument(0).bits - 1].events = 0;
  return call.give(events);
}

bool dataOf(LibraryCall &call) {
  const Watch *watch = watchOf(call);
  return call.give(watch != nullptr ? watch->data : 0);
}

bool beyondOf(LibraryCall &call) {
  const Watch *watch = watchOf(call);
  return call.give(watch != nullptr ? watch->beyond : 0);
}

constexpr LibraryModel kWatchModels[] = {
    {"raceward_watches", 6, watches},       {"raceward_chooses_watch", 1, chooses},
    {"raceward_watch_events", 1, eventsOf}, {"raceward_watch_data", 1, dataOf},
    {"raceward_watch_beyond", 1, beyondOf},
};

} // namespace

std::span<const LibraryModel> watchModels() {
  return kWatchModels;
}

} // namespace raceward::models
