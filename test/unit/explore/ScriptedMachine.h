// ScriptedMachine: runs a Script behind the Machine interface.
//
// The whole state is one row of numbers, and each change is logged, so that going back
// to a mark costs as much as the steps that are undone.
#pragma once

#include "Script.h"
#include "raceward/model/Machine.h"

namespace raceward::test {

class ScriptedMachine : public Machine {
public:
  explicit ScriptedMachine(const Script &script);

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override;
  std::span<const ThreadId> disabled() override;
  using Machine::next;
  const Operation &next(ThreadId t) const override;
  Result<std::span<const Outcome>> outcomes(ThreadId t) override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override { return MarkId(log_.size()); }
  Result<void> rewind(MarkId mark) override;

  /// Variables, registers and where each thread stands: equal states, equal text.
  [[nodiscard]] std::string state() const;
  /// Some thread waits and none can move.
  [[nodiscard]] bool deadlocked();

private:
  /// What the machine knows about a statement before any run.
  struct Decoded {
    Statement statement;
    Operation operation;
    Operation failure;             ///< of a compare-and-swap that finds another value
    std::uint32_t after = 0;       ///< the statement that follows; a section's end included
    std::vector<Outcome> outcomes; ///< all it can have
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
  [[nodiscard]] std::size_t mutexSlot(int m) const {
    return mutexes_ + static_cast<std::size_t>(m);
  }

  void decode(const Script &script);
  void decodeStatement(const ThreadScript &thread, std::size_t at, Decoded &decoded);
  void set(std::size_t slot, int value);
  [[nodiscard]] int valueOf(std::size_t t, const Value &value) const;
  [[nodiscard]] bool finished(std::size_t t) const;
  [[nodiscard]] bool canMove(std::size_t t) const;
  void perform(std::size_t t, const Statement &statement);
  void jump(std::size_t t, std::uint32_t pc);
  void findThreads();

  std::vector<std::vector<Decoded>> code_;
  Operation nothing_; ///< an unlock of what the thread does not hold
  std::vector<int> slots_;
  std::vector<int> initial_;
  std::size_t registers_ = 0;
  std::size_t variables_ = 0;
  std::size_t mutexes_ = 0;
  std::size_t variableCount_ = 0;
  std::vector<Change> log_;
  bool known_ = false; ///< enabled_ and disabled_ are of this state
  std::vector<ThreadId> enabled_;
  std::vector<ThreadId> disabled_;
};

} // namespace raceward::test
