// The implementation of ThreadedMachine. The next operation of a thread is determined in
// Describe.cpp; steps of several instructions are in Burst.cpp, spinning loops in Spinning.cpp.
#pragma once

#include "../MemoryUses.h"
#include "../World.h"
#include "Pending.h"
#include "Spin.h"
#include "WeakOrders.h"
#include "raceward/symex/ThreadedMachine.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace raceward {

/// The progress of a thread when it last unlocked a mutex.
struct UnlockLog : Counted {
  struct Entry {
    unsigned thread = 0;
    ObjectId mutex;
    std::uint64_t progress = 0;
  };
  std::vector<Entry> entries; ///< sorted; flat, since it is copied more often than searched

  std::uint64_t &progressOf(unsigned thread, ObjectId mutex) {
    const auto place =
        std::ranges::lower_bound(entries, std::pair(thread, mutex), {}, [](const Entry &entry) {
          return std::pair(entry.thread, entry.mutex);
        });
    if (place != entries.end() && place->thread == thread && place->mutex == mutex)
      return place->progress;
    return entries.insert(place, {thread, mutex, 0})->progress;
  }
};
/// Number of visits of a thread at a position.
struct VisitLog : Counted {
  std::map<std::pair<unsigned, PositionId>, std::uint32_t> count;
};

/// Every few steps may contain a solver query.
inline constexpr std::uint64_t kStepsBetweenLooks = 1'000;

/// Why a thread stays.
inline constexpr const char *kRefused = "an assumption of the program does not hold";

/// A copy for modification.
template <typename T> Ref<T> ownCopy(const Ref<T> &shared) {
  return shared ? Ref<T>(new T(*shared)) : Ref<T>(new T());
}

/// The object itself, for modification: a copy only if a snapshot has it as well.
template <typename T> T &ownInPlace(Ref<T> &shared) {
  if (!shared.unique())
    shared = ownCopy(shared);
  return *shared;
}

/// Everything that a mark saves.
struct ThreadedSnapshot {
  explicit ThreadedSnapshot(State initial) : state(std::move(initial)) {}

  State state;
  std::vector<Ref<Pending>> pending; ///< by thread; null: not computed yet
  std::vector<Ref<Spin>> spins;      ///< by thread
  std::vector<std::uint32_t> events; ///< number performed, by thread
  Ref<UnlockLog> unlocks;
  Ref<PastAccess> past;
  /// Before the last step, without the later assumptions of the thread.
  Ref<PathNode> pathBefore;
  Ref<Witness> witnessBefore;
  Ref<VisitLog> visits;      ///< if loops are bounded
  Ref<StopReason> end;       ///< of the process; null while it goes on
  std::uint64_t version = 0; ///< unique to the state
  bool over = false;

  /// Null if the event has no entry: an access at one exact address.
  [[nodiscard]] const PastAccess *findPast(const Event &event) const;
  void endProcess(Ref<StopReason> why) {
    over = true;
    end = std::move(why);
  }
};

struct ThreadedMachine::Parts {
  const Program *program = nullptr;
  std::vector<bool> visible;
  MemoryModel model = MemoryModel::C11;
  ThreadBounds bounds;
  WeakOrders weakOrders;
  std::optional<MemoryUses> uses; ///< with ThreadBounds::shared
  bool showsQuiet = false;
  bool hasTryLock = false; ///< somewhere in the program, for mutexes or read-write locks
  std::unique_ptr<SymbolicMachine> machine;
  Interpreter *interpreter = nullptr;
  std::unique_ptr<ThreadedSnapshot> now;
  /// Entries beyond markCount are kept to reuse their memory.
  std::vector<ThreadedSnapshot> marks;
  std::size_t markCount = 0;
  std::vector<Gap> gaps;
  std::vector<Finding> findings;
  std::optional<Error> broken; ///< the solver failed where no result can report it
  std::uint64_t steps = 0;
  std::uint64_t operations = 0; ///< number performed
  std::uint64_t versions = 0;
  Ref<Witness> raceWitness; ///< inputs for which two accesses with symbolic addresses overlap
  Term raceCondition;       ///< that they overlap, on the path of that query
  Ref<PathNode> racePath;

  // Names that mean the same in every run.
  std::map<std::pair<unsigned, unsigned>, unsigned> threadNumbers;
  unsigned nextThreadNumber = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, ObjectId> objects; ///< key, offset in it
  std::unordered_map<std::uint64_t, std::uint32_t> outcomeNames;
  std::vector<std::uint64_t> outcomeMeanings; ///< by name
  std::unordered_map<const Instruction *, PositionId> positions;
  std::vector<const Instruction *> instructions; ///< by position

  bool known = false; ///< enabled and disabled are up to date
  std::vector<ThreadId> enabled;
  std::vector<ThreadId> disabled;
  std::vector<Outcome> outcomes;
  FutureGuide guide;
  std::unordered_map<std::uint64_t, GlobalId> globalAt; ///< by address

  void forgetRace() {
    raceWitness = {};
    raceCondition = {};
    racePath = {};
  }
  State &state() { return now->state; }
  const Pending &pendingOf(unsigned t) { return *now->pending[t]; }
  void setPending(unsigned t, Ref<Pending> next);
  void note(Gap gap);
  void noteAt(GapKind kind, std::string message, const Instruction *at, std::string hint = {});
  PositionId positionOf(const Instruction *instruction);
  /// Models of library functions are code as well, with their own access sites.
  [[nodiscard]] bool isOfProgram(const Instruction &instruction) const {
    return instruction.origin->getModule() == &program->module();
  }
  ObjectId objectAt(const Memory &memory, std::uint64_t base);
  ObjectId mutexAt(std::uint64_t address);
  /// Where threads meet that cancel this one.
  ObjectId requestTo(unsigned thread);
  Address addressOf(const Memory &memory, const Touch &touch);
  Outcome outcomeFor(std::uint64_t name);

  // ThreadedMachine.cpp
  Result<void> settle(unsigned t);
  Stop runToStop(unsigned t);
  // Interrupts.cpp
  bool isInterrupted(unsigned t, Stop &stop);
  [[nodiscard]] bool isInHandler(unsigned t) const;
  Stop runAlone(unsigned t);
  Result<void> afterStop(unsigned t, Stop &stop);
  Result<bool> takeStop(unsigned t, Stop &stop);
  void findThreads();
  bool canMove(unsigned t);
  Result<void> refresh(unsigned t);
  void found(unsigned t, const Fault &fault);
  Result<void> perform(unsigned t, Outcome outcome);
  Result<void> performOperation(unsigned t, const Pending &pending);
  Result<void> lookAgain(unsigned t);
  void remember(unsigned t, std::vector<Touch> touches, Term offset);
  bool isBounded(unsigned t, const Pending &next);
  void arrive(unsigned t, std::uint64_t barrier);

  // Stops.cpp
  [[nodiscard]] ThreadStop stopOf(unsigned t, std::string_view words, SourcePosition at = {});
  /// Null if nobody asks for it.
  [[nodiscard]] Ref<StopReason> reasonFor(unsigned t, std::string_view words,
                                          const SourcePosition &at = {});

  // Telling.cpp
  Term contentOf(const MemoryObject &object, std::uint64_t offset, std::uint32_t bytes);

  // Describe.cpp, and CallDescriber.h and DescribeSync.cpp for calls. They return null with a stop:
  // a choice comes first, or it cannot be followed.
  class CallDescriber;
  class SyncDescriber;
  static Ref<Pending> pendingAt(Pending::Kind kind, PositionId at);
  Ref<Pending> describe(unsigned t, Stop &stop);
  Ref<Pending> describeNext(unsigned t, Stop &stop);
  Ref<Pending> describeAccess(unsigned t, Stop &stop);
  Ref<Pending> describeCall(unsigned t, Stop &stop);
  Ref<Pending> describeEndOfLife(unsigned t);
  MemoryOrder orderOf(const Instruction &instruction, bool succeeds);
  void noteOpenOrder(const Instruction &instruction);
  void noteWeakOrder(const Instruction &instruction, MemoryOrder order);
  void meetAtomics(const Pending &next);
  [[nodiscard]] bool tellsWithoutOrdering(const LibraryFunction &function) const;
  Ref<Pending> describeFence(const Instruction &fence, Ref<Pending> next);
  void describeAgain(unsigned t);
  std::optional<Fault> faultAhead(State ahead, unsigned t);
  void noteOtherNames(const llvm::GlobalVariable &variable);
  void noteWritesByOtherNames();
  void markShared(State &state, unsigned t, const MemoryObject &object);

  // Burst.cpp
  enum class BurstKind : std::uint8_t { Section, SectionFunction, Call, Instruction };
  Ref<Pending> describeBurst(unsigned t, BurstKind kind, Stop &stop);
  bool followWay(BurstWay &way, unsigned t, BurstKind kind, std::vector<Alternative> &choices);
  bool atBoundary(BurstWay &way, unsigned t, BurstKind kind);
  Operation operationOf(const BurstWay &way, BurstKind kind);
  [[nodiscard]] const Instruction *instructionIn(const State &state, unsigned t);
  Result<void> performBurst(unsigned t, const BurstWay &way);

  // Quiet.cpp
  using IsEvent = bool (MemoryUses::*)(const MemoryObject &, const MemoryUses::Use &) const;
  [[nodiscard]] bool isQuiet(unsigned t, const Pending &next,
                             IsEvent isEvent = &MemoryUses::isEvent) const;
  /// What a thread does to memory, for MemoryUses.
  struct UsesBy {
    Parts &parts;
    unsigned t;
    void performQuietly(const BurstWay &way);
    void note(const Pending &performed);
    void note(const BurstWay &way);
  };

  // Spinning.cpp
  Ref<Pending> sleepIfSpinning(unsigned t, Ref<Pending> next);
  void lookedAt(unsigned t, const Operation &performed);
  void wakeOthers(unsigned t, const Operation &performed, bool hasChanged);
};

} // namespace raceward
