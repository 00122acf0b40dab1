// Barriers. Arriving is a separate step, which the driver performs; a thread gets here when all
// others of its round have arrived.
#include "SyncLife.h"

namespace raceward::models {

namespace {

constexpr std::string_view kBarrier = "barrier";
constexpr std::uint64_t kSerialThread = UINT64_MAX; // PTHREAD_BARRIER_SERIAL_THREAD
constexpr std::uint64_t kTooMany = 0x7FFFFFFF;      // in glibc

bool barrierAddress(LibraryCall &call, std::uint64_t &barrier) {
  return placeOf(call, 0, kBarrier, barrier);
}

bool isBarrierFree(LibraryCall &call, std::uint64_t barrier) {
  const auto &all = call.machine.state().sync().barriers;
  const auto at = all.find(barrier);
  return at == all.end() || at->second.count == 0 || at->second.waiting() == 0 ||
         misuse(call, kBarrier, "is initialised or destroyed while threads wait at it");
}

bool initialiseBarrier(LibraryCall &call) {
  std::uint64_t barrier = 0;
  std::uint64_t count = 0;
  Value attribute;
  if (!barrierAddress(call, barrier) || !readAttribute(call, attribute) ||
      !call.number(2, "the number of threads at a barrier", count) || !isBarrierFree(call, barrier))
    return false;
  if (count == 0 || count >= kTooMany)
    return call.give(kInvalid);
  if (!beginLife(call, barrier, kBarrier))
    return false;
  BarrierState &state = call.machine.state().ownSync().barriers[barrier];
  state.count = static_cast<std::uint32_t>(count);
  state.since = state.arrivals;
  call.machine.noteChange();
  return call.give(0);
}

bool destroyBarrier(LibraryCall &call) {
  std::uint64_t barrier = 0;
  return barrierAddress(call, barrier) && isBarrierFree(call, barrier) &&
         endLife(call, barrier, kBarrier) && call.give(0);
}

bool waitForBarrier(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t barrier = 0;
  if (!barrierAddress(call, barrier))
    return false;
  if (!machine.thread().hasArrived) {
    if (!isAlive(call, barrier, kBarrier))
      return false;
    return machine.state().sync().barriers.contains(barrier)
               ? machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here")
               : misuse(call, kBarrier, "is used before it was initialised");
  }
  machine.thread().hasArrived = false;
  machine.noteChange();
  return call.give(machine.thread().round.isLast ? kSerialThread : 0);
}

constexpr LibraryModel kBarrierModels[] = {
    {"pthread_barrier_init", 3, initialiseBarrier},
    {"pthread_barrier_destroy", 1, destroyBarrier},
    {"pthread_barrier_wait", 1, waitForBarrier},
    {"pthread_barrierattr_init", 1, initialiseAttribute},
    {"pthread_barrierattr_destroy", 1, rewriteAttribute},
    {"pthread_barrierattr_setpshared", 2, setFlag},
};

} // namespace

std::span<const LibraryModel> barriers() {
  return kBarrierModels;
}

} // namespace raceward::models
