// ScriptedMachine: runs a Script behind the Machine interface.
//
// The whole state is one row of numbers, and each change is logged, so that going back
// to a mark costs as much as the steps that are undone. How threads wait for writes, and
// whether an index is known, can be had as the machines of real programs have it, and as it is
// defined: the search is held against the definition.
#pragma once

#include "Script.h"
#include "ScriptedFutures.h"
#include "raceward/model/Machine.h"

namespace raceward::test {

enum class Waiting : std::uint8_t {
  Asleep, ///< a section or loop that failed is disabled until what it read is written
  Busy,   ///< it can fail any number of times
};
enum class Indices : std::uint8_t {
  Ranges, ///< an access to the array is one to all of it; canOverlap() knows better
  Known,
};

class ScriptedMachine : public Machine {
public:
  explicit ScriptedMachine(const Script &script, Waiting waiting = Waiting::Asleep,
                           Indices indices = Indices::Ranges);
  ScriptedMachine(const ScriptedMachine &) = delete; // its futures ask it

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override;
  std::span<const ThreadId> disabled() override;
  const Operation &next(ThreadId t) const override;
  const Operation &next(ThreadId t, Outcome outcome) const override;
  Result<std::span<const Outcome>> outcomes(ThreadId t) override;
  [[nodiscard]] bool fixed(ThreadId t) const override {
    const Decoded &decoded = at(t.index());
    return !decoded.dataDecides && decoded.statement.op != Op::CompareAndSwap;
  }
  Result<bool> canOverlap(const Event &earlier, const Event &later) override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  const Future &mayStillDo(ThreadId t) const override;
  MarkId mark() override { return MarkId(log_.size()); }
  Result<void> rewind(MarkId mark) override;

  /// Variables, registers and where each thread stands: equal states, equal text.
  [[nodiscard]] std::string state() const;
  /// Some thread waits and none can move.
  [[nodiscard]] bool deadlocked();
  /// Whether the step would begin a loop or be a section that fails. Whoever does that twice in
  /// one state learns nothing new.
  [[nodiscard]] bool mayChangeNothing(ThreadId t, Outcome outcome) const;

private:
  /// What the machine knows about a statement before any run.
  struct Decoded {
    Statement statement;
    Operation operation;
    Operation failure;             ///< of a compare-and-swap that finds another value
    std::uint32_t after = 0;       ///< the statement that follows; a section's end included
    std::vector<Outcome> outcomes; ///< all it can have
    bool dataDecides = false;      ///< what a section does, and whether it can
    bool beginsLoop = false;
  };
  /// What a section would do.
  struct Attempt {
    std::vector<MemoryAccess> accesses;
    std::vector<std::pair<std::size_t, int>> changes; ///< slots
    bool fails = false;
  };
  /// Which of the elements an event touched.
  struct Index {
    ThreadId thread;
    std::uint32_t event;
    int index;
    std::size_t mark;
  };
  struct Change {
    std::uint32_t slot;
    int before;
  };

  [[nodiscard]] std::size_t pcSlot(std::size_t t) const { return t; }
  [[nodiscard]] std::size_t startedSlot(std::size_t t) const { return code_.size() + t; }
  [[nodiscard]] std::size_t registerSlot(std::size_t t, int r) const {
    return registers_ + t * Script::kRegisters + static_cast<std::size_t>(r);
  }
  [[nodiscard]] std::size_t variableSlot(int v) const {
    return variables_ + static_cast<std::size_t>(v);
  }
  /// What a kind of meeting point has: where its objects and its slots begin, and how many.
  struct Points {
    std::size_t count = 0;
    std::size_t slots = 0;
    std::size_t objects = 0;
    [[nodiscard]] std::size_t slot(int number) const {
      return slots + static_cast<std::size_t>(number);
    }
    [[nodiscard]] ObjectId object(int number) const {
      return ObjectId(objects + static_cast<std::size_t>(number));
    }
    void need(int number) { count = std::max(count, static_cast<std::size_t>(number) + 1); }
  };
  /// The thread that has it locked, plus one; 0 if none has.
  [[nodiscard]] std::size_t mutexSlot(int m) const { return mutexes_.slot(m); }
  /// How many times a thread has it locked as a reader.
  [[nodiscard]] std::size_t readerSlot(std::size_t t, int m) const {
    return readers_ + t * mutexes_.count + static_cast<std::size_t>(m);
  }
  /// The number of its arrival at the barrier that a thread waits at, plus one; else 0.
  [[nodiscard]] std::size_t arrivalSlot(std::size_t t) const { return arrivals_ + t; }
  [[nodiscard]] ObjectId pointOf(const Statement &statement) const;
  [[nodiscard]] std::vector<MemoryAccess> accessesAt(std::size_t t, std::size_t pc) const;
  [[nodiscard]] bool hasReaders(int m) const;
  [[nodiscard]] bool isFree(int m) const { return slots_[mutexSlot(m)] == 0 && !hasReaders(m); }
  [[nodiscard]] Pass passOf(std::size_t t, int barrier) const;
  [[nodiscard]] bool canMeet(std::size_t t, const Statement &statement) const;
  [[nodiscard]] Action meeting(std::size_t t, const Statement &statement) const;
  void meet(std::size_t t, const Statement &statement);

  /// A variable, or one of the two elements after them.
  [[nodiscard]] std::size_t versionSlot(std::size_t location) const { return versions_ + location; }
  [[nodiscard]] std::size_t seenSlot(std::size_t t, std::size_t location) const {
    return versions_ + (t + 1) * locations() + location;
  }
  /// What a thread that failed waits for, as bits.
  [[nodiscard]] std::size_t waitsSlot(std::size_t t) const {
    return versions_ + (code_.size() + 1) * locations() + t;
  }
  [[nodiscard]] std::size_t eventsSlot(std::size_t t) const { return waitsSlot(t) + code_.size(); }
  [[nodiscard]] std::size_t overSlot() const { return versions_ - 1; }
  [[nodiscard]] std::size_t locations() const { return variableCount_ + 2; }
  [[nodiscard]] const Decoded &at(std::size_t t) const {
    return code_[t][static_cast<std::size_t>(slots_[pcSlot(t)])];
  }

  [[nodiscard]] Address element(int index) const;
  [[nodiscard]] Attempt attempt(std::size_t t, Outcome outcome) const;
  void write(std::size_t location, int value);
  int read(std::size_t t, std::size_t location);
  void decode(const Script &script);
  void decodeStatement(const ThreadScript &thread, std::size_t at, Decoded &decoded);
  void set(std::size_t slot, int value);
  [[nodiscard]] int valueOf(std::size_t t, const Value &value) const;
  [[nodiscard]] bool finished(std::size_t t) const;
  [[nodiscard]] bool canMove(std::size_t t) const;
  [[nodiscard]] bool wokenUp(std::size_t t, std::uint32_t locations) const;
  void perform(std::size_t t, const Statement &statement);
  void performSection(std::size_t t, Outcome outcome);
  void jump(std::size_t t, std::uint32_t pc);
  void findThreads();

  Waiting waiting_;
  Indices indices_;
  std::vector<std::vector<Decoded>> code_;
  std::vector<int> slots_;
  std::vector<int> initial_;
  std::size_t registers_ = 0;
  std::size_t variables_ = 0;
  Points mutexes_, semaphores_, barriers_, onces_;
  std::size_t readers_ = 0;
  std::size_t arrivals_ = 0;
  std::size_t versions_ = 0; ///< and all that state() does not show
  std::size_t variableCount_ = 0;
  std::vector<Change> log_;
  std::vector<Index> indicesUsed_;
  mutable std::vector<std::vector<Operation>> operations_; ///< what next() handed out
  mutable ScriptedFutures futures_;
  bool known_ = false; ///< enabled_ and disabled_ are of this state
  std::vector<ThreadId> enabled_;
  std::vector<ThreadId> disabled_;
};

} // namespace raceward::test
