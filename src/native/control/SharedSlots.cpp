#include "SharedSlots.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cstring>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace raceward {

namespace {

constexpr std::uint32_t kMostContexts = 1U << 16;
constexpr std::uint64_t kMostMarks = 1U << 20;
constexpr std::uint64_t kPage = 4096;

std::uint64_t toPages(std::uint64_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

template <std::size_t Size> void copyPath(char (&to)[Size], const std::string &from) {
  const std::size_t bytes = std::min(from.size(), Size - 1);
  std::memcpy(to, from.data(), bytes);
  to[bytes] = 0;
}

} // namespace

Result<SharedSlots> SharedSlots::create(std::uint32_t count, std::uint64_t mostLogged) {
  SharedSlots slots;
  slots.count_ = count;
  slots.mostLogged_ = mostLogged;
  slots.slotBytes_ = toPages(sizeof(rw_control)) + toPages(mostLogged * sizeof(rw_forced)) +
                     toPages(kMostContexts * sizeof(rw_context)) + toPages(kMostMarks) +
                     toPages(mostLogged * sizeof(rw_event));
  slots.descriptor_ = memfd_create("raceward-runs", 0);
  // Only the used part takes memory.
  if (slots.descriptor_ < 0 ||
      ftruncate(slots.descriptor_, static_cast<off_t>(count * slots.slotBytes_)) != 0)
    return fail(Error::Kind::Setup, "cannot create shared memory for native runs");
  void *memory = mmap(nullptr, count * slots.slotBytes_, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, slots.descriptor_, 0);
  if (memory == MAP_FAILED)
    return fail(Error::Kind::Setup, "the shared memory of native runs cannot be mapped");
  slots.memory_ = static_cast<std::byte *>(memory);
  for (std::uint32_t i = 0; i < count; ++i) {
    rw_control &c = *slots.control(i);
    c.version = RW_CONTROL_VERSION;
    c.most_forced = static_cast<std::uint32_t>(mostLogged);
    c.most_contexts = kMostContexts;
    c.most_logged = mostLogged;
    c.marks_bytes = kMostMarks;
    c.forced_at = toPages(sizeof(rw_control));
    c.contexts_at = c.forced_at + toPages(mostLogged * sizeof(rw_forced));
    c.marks_at = c.contexts_at + toPages(kMostContexts * sizeof(rw_context));
    c.log_at = c.marks_at + toPages(kMostMarks);
  }
  return slots;
}

SharedSlots::SharedSlots(SharedSlots &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      memory_(std::exchange(other.memory_, nullptr)), count_(other.count_),
      slotBytes_(other.slotBytes_), mostLogged_(other.mostLogged_) {}

SharedSlots::~SharedSlots() {
  if (memory_ != nullptr)
    munmap(memory_, count_ * slotBytes_);
  if (descriptor_ >= 0)
    close(descriptor_);
}

rw_control *SharedSlots::control(std::uint32_t slot) const {
  return reinterpret_cast<rw_control *>(memory_ + slot * slotBytes_);
}

bool SharedSlots::begin(std::uint32_t slot, const ScheduleOrder &order,
                        const RunSurroundings &around) {
  rw_control &c = *control(slot);
  if (order.forced.size() > mostLogged_ || order.changes.size() > RW_MOST_CHANGES)
    return false;
  c.policy = order.policy;
  c.switch_permille = order.switchPermille;
  c.seed = order.seed;
  c.length = order.length;
  c.depth = order.depth;
  c.most_events = order.mostEvents;
  c.change_count = static_cast<std::uint32_t>(order.changes.size());
  std::copy(order.changes.begin(), order.changes.end(), std::begin(c.changes));
  c.forced_count = static_cast<std::uint32_t>(order.forced.size());
  std::copy(order.forced.begin(), order.forced.end(),
            reinterpret_cast<rw_forced *>(memory_ + slot * slotBytes_ + c.forced_at));
  c.avoided = order.avoided;
  c.only_marked = order.marks ? 1 : 0;
  if (order.marks)
    std::copy_n(order.marks->begin(), std::min<std::uint64_t>(order.marks->size(), kMostMarks),
                reinterpret_cast<std::uint8_t *>(memory_ + slot * slotBytes_ + c.marks_at));
  copyPath(c.directory, around.directory);
  copyPath(c.input, around.input);
  copyPath(c.output, around.output);
  copyPath(c.errors, around.errors);
  c.pid = 0;
  c.state = RW_IDLE;
  c.event_count = 0;
  c.thread_count = 0;
  c.context_count = 0;
  c.enabled = 0;
  c.switches = 0;
  c.signal = 0;
  c.crash_depth = 0;
  c.words[0] = 0;
  c.unseen_count = 0;
  std::fill(std::begin(c.pending), std::end(c.pending), rw_event{});
  __atomic_store_n(&c.go, 1U, __ATOMIC_RELEASE);
  syscall(SYS_futex, &c.go, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  return true;
}

int SharedSlots::processOf(std::uint32_t slot) const {
  return __atomic_load_n(&control(slot)->pid, __ATOMIC_ACQUIRE);
}

/// The program may have written anything here: every number is checked before it is used.
Execution SharedSlots::finished(std::uint32_t slot) const {
  const rw_control &c = *control(slot);
  const std::byte *start = memory_ + slot * slotBytes_;
  Execution run;
  run.state = static_cast<rw_state>(std::min<std::uint32_t>(c.state, RW_REFUSED));
  const auto *events = reinterpret_cast<const rw_event *>(start + slotBytes_ -
                                                          toPages(mostLogged_ * sizeof(rw_event)));
  run.events.assign(events, events + std::min<std::uint64_t>(c.event_count, mostLogged_));
  const std::uint32_t threads = std::min<std::uint32_t>(c.thread_count, RW_MOST_THREADS);
  run.pending.assign(c.pending, c.pending + threads);
  run.starts.assign(c.starts, c.starts + threads);
  const auto *contexts = reinterpret_cast<const rw_context *>(
      start + toPages(sizeof(rw_control)) + toPages(mostLogged_ * sizeof(rw_forced)));
  run.contexts.assign(contexts, contexts + std::min<std::uint32_t>(c.context_count, kMostContexts));
  run.crashedAt.assign(c.crash_stack, c.crash_stack + std::min<std::size_t>(
                                                          c.crash_depth, std::size(c.crash_stack)));
  run.enabled = c.enabled;
  run.switches = c.switches;
  run.signal = c.signal;
  for (std::size_t i = 0; i < std::min<std::size_t>(c.unseen_count, RW_MOST_UNSEEN); ++i) {
    const rw_unseen &unseen = c.unseen[i];
    run.unseen.push_back({unseen.address, unseen.site,
                          std::string(unseen.name, strnlen(unseen.name, sizeof unseen.name))});
  }
  run.words = sanitizedUtf8(std::string(c.words, strnlen(c.words, sizeof c.words)));
  return run;
}

} // namespace raceward
