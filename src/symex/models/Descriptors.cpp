// File descriptors, for the models in C (share/raceward/models/libc/descriptors.c).
//
// Which number a descriptor has is not known: any that no other has that is open. One that another
// thread closed is left out, which is a gap, since the two would have to be ordered by that; and so
// is standard input that is opened again. What comes through one that
// only threads of the program can write to (a channel: a pipe, an event) is not followed, and
// neither is the order that it gives them: a path ends there, since a race that is found behind it
// may be none. Pipes are followed in hunted runs (Pipes.cpp).
#include "../World.h"
#include "OpenDescriptors.h"

#include <algorithm>

namespace raceward::models {

namespace {

constexpr std::uint64_t kFirst = 3; // after the standard streams
constexpr std::uint64_t kEnd = 1024;
constexpr std::int32_t kChannel = -2;  // RACEWARD_CHANNEL
constexpr std::int32_t kAny = -3;      // RACEWARD_ANY
constexpr std::int32_t kAnyOther = -4; // RACEWARD_ANY_OTHER: than the pipes that are followed

bool isStandard(const Value &number) {
  return number.isNumber() && number.bits < kFirst;
}

bool isNone(const Value &number) {
  const auto constant = static_cast<std::int32_t>(number.isNumber() ? number.bits : 0);
  return constant < 0 && constant != kAny && constant != kAnyOther;
}

/// A new number for what `like` is.
void addDescriptor(State &state, const Value &number, const Value &like) {
  Descriptor made;
  made.number = number;
  made.isChannel = mayBeChannel(state, like);
  if (const Descriptor *known = findDescriptor(state, like)) {
    made.pipe = known->pipe;
    made.isWriteEnd = known->isWriteEnd;
  }
  state.descriptors.push_back(made);
}

/// Where numbers that were closed could be given again, but are not.
void noteReuse(Interpreter &machine, const std::vector<Descriptor> &all) {
  const unsigned self = machine.threadNumber();
  if (std::ranges::any_of(all, [&](const Descriptor &each) {
        return each.closedBy && (*each.closedBy != self || isStandard(each.number));
      }))
    machine.noteGap(GapKind::Bound,
                    "descriptors that another thread closed, or of standard streams, were not "
                    "given again");
}

/// The lowest one that no descriptor has, as POSIX says.
std::uint64_t lowestFree(const Interpreter &machine, const std::vector<Descriptor> &all) {
  std::uint64_t number = kFirst;
  while (std::ranges::any_of(all, [&](const Descriptor &each) {
    return isSameNumber(each.number, {number, {}}) && each.closedBy != machine.threadNumber();
  }))
    ++number;
  return number;
}

bool open(LibraryCall &call) {
  Interpreter &machine = call.machine;
  State &state = machine.state();
  TermArena &arena = machine.arena();
  noteReuse(machine, state.descriptors);
  // Whether there is one is learnt, as other inputs are.
  if (machine.world().drawn)
    if (const Value fails = machine.fresh(1, std::string(call.name) + std::string(kFails));
        fails.isNumber()) {
      const Value drawn{fails.bits != 0 ? UINT32_MAX : lowestFree(machine, state.descriptors), {}};
      if (fails.bits == 0)
        addDescriptor(state, drawn, call.argument(0));
      return call.give(drawn);
    }
  Value number = machine.fresh(32, call.name, Decisions::InputKind::NotDrawn);
  if (machine.inputs() == InputPolicy::Concrete) {
    number = {kFirst + state.descriptors.size(), {}};
  } else if (!number.isNumber()) {
    const Term term = number.term;
    Term isNew = arena.land(arena.lnot(arena.ult(term, arena.constant(32, kFirst))),
                            arena.ult(term, arena.constant(32, kEnd)));
    for (const Descriptor &other : state.descriptors)
      if (other.closedBy != machine.threadNumber())
        isNew = arena.land(isNew, arena.distinct(term, machine.toTerm(other.number, 32)));
    const Term fails = arena.equal(term, arena.constant(32, UINT32_MAX));
    if (!machine.constrain(arena.lor(fails, isNew)))
      return false;
  }
  addDescriptor(state, number, call.argument(0));
  return call.give(number);
}

bool refers(LibraryCall &call) {
  State &state = call.machine.state();
  const Value &number = call.argument(0);
  const bool isChannel = mayBeChannel(state, call.argument(1));
  // Where output goes does not matter, as long as no thread waits for it. But there may be more to
  // read than standard input has; a run that stands for itself goes on without.
  const bool isInput = number.isNumber() && number.bits == 0;
  if (isStandard(number) && (isChannel || (isInput && !call.machine.world().drawn)))
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    "a standard stream is replaced, which is not followed");
  losePipe(state, number); // it is closed
  addDescriptor(state, number, call.argument(1));
  return true;
}

bool closes(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::vector<Descriptor> &all = machine.state().descriptors;
  const Value &number = call.argument(0);
  losePipe(machine.state(), number);
  const auto known = std::find_if(all.rbegin(), all.rend(), [&](const Descriptor &each) {
    return isSameNumber(each.number, number) && !each.closedBy;
  });
  if (known != all.rend())
    known->closedBy = machine.threadNumber();
  else if (isStandard(number))
    all.push_back({number, false, machine.threadNumber(), {}, false});
  else if (!isNone(number))
    machine.noteGap(GapKind::Bound, "which descriptor is closed here was not followed");
  return true;
}

bool receives(LibraryCall &call) {
  if (!mayBeChannel(call.machine.state(), call.argument(0)))
    return true;
  return call.machine.stopWithGap(
      GapKind::UnmodelledCall,
      "another thread may have sent what is received here, and what came before is not followed");
}

constexpr LibraryModel kDescriptorModels[] = {
    {"raceward_new_descriptor", 1, open},
    {"raceward_refers", 2, refers},
    {"raceward_closes", 1, closes},
    {"raceward_receives", 1, receives},
};

} // namespace

bool isSameNumber(const Value &a, const Value &b) {
  return a.isNumber() ? b.isNumber() && a.bits == b.bits : !b.isNumber() && a.term == b.term;
}

const Descriptor *findDescriptor(const State &state, const Value &number) {
  for (auto at = state.descriptors.rbegin(); at != state.descriptors.rend(); ++at)
    if (isSameNumber(at->number, number))
      return &*at;
  return nullptr;
}

bool mayBeChannel(const State &state, const Value &number) {
  const auto constant = static_cast<std::int32_t>(number.isNumber() ? number.bits : 0);
  if (isNone(number))
    return constant == kChannel;
  if (const Descriptor *known = findDescriptor(state, number))
    return known->isChannel;
  if (isStandard(number))
    return false;
  return std::ranges::any_of(state.descriptors, [&](const Descriptor &each) {
    return each.isChannel && (constant != kAnyOther || followedPipe(state, each) == nullptr);
  });
}

std::span<const LibraryModel> descriptors() {
  return kDescriptorModels;
}

} // namespace raceward::models
