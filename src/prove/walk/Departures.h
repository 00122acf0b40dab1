// Departures: variables that leave their first value in the main thread. Private to prove.
//
//   main: pool->started++;                        worker: lock(m);
//         lock(m); pool->shutdown = 2; unlock(m);         while (!pool->shutdown) wait(c, m);
//                                                         pool->started--;
//
// A variable has a value when the first thread is created. The main thread is the first to write
// another one, and holds a lock then; any other thread that writes another one has seen under that
// lock that it was no longer the first. So whoever sees under the lock that the first value has
// gone comes after the main thread's first write of another one, and after all that the main thread
// did before. The variable may have its first value again later.
//
// It is found by its place, which exists once in a run (SinglePlaces.h). What the program writes
// there is recorded, and judged at the end.
#pragma once

#include "Here.h"
#include "Knowledge.h"
#include "ReachedMemory.h"
#include "Shapes.h"
#include "Values.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace raceward {

class Departures {
public:
  Departures(const Facts &facts, Shapes &shapes, Expressions &expressions, ReachedMemory &memory,
             ProgramEffects &effects, Values &values);

  void startRecording() { recording_ = true; }

  /// The variable that a load reads, if it can be such a one, in words of the whole program.
  [[nodiscard]] std::optional<FlagPlace> placeOf(const llvm::Instruction &load,
                                                 const llvm::Value &pointer);
  /// The same for a lock that is held.
  [[nodiscard]] ExpressionId placeOf(const KnownLock &lock);
  /// Before the writes of an instruction.
  void write(Here here, const Knowledge &knowledge);

  /// Whether all that was recorded keeps to the rule.
  [[nodiscard]] bool holds(const FlagPhase &left);
  /// Whether the main thread executes the instruction only before it wrote another value.
  [[nodiscard]] bool isBefore(InstructionRef at, const FlagPhase &left);

private:
  struct Write {
    InstructionRef at;
    bool byMain = false;
    bool isFirst = false;              ///< no other thread can be there, or know the memory
    std::optional<std::int64_t> value; ///< empty: any
    std::vector<std::pair<ExpressionId, KnownLock::Kind>> locks; ///< held exclusively
    std::vector<FlagPhase> seen;
    auto operator<=>(const Write &) const = default;
  };
  struct Variable {
    FixedPlace place;
    std::uint64_t bytes = 0;
    std::set<Write> writes;
    std::map<std::int64_t, bool> startsWith;                      ///< by value
    std::map<std::int64_t, std::vector<std::vector<bool>>> after; ///< by value, function, index
  };

  [[nodiscard]] bool canBe(const FixedPlace &place, std::uint64_t bytes,
                           const llvm::Value &pointer);
  [[nodiscard]] bool isWholeWrite(SiteId site, const FixedPlace &place, std::uint64_t bytes) const;
  [[nodiscard]] bool startsWith(Variable &variable, std::int64_t value);
  [[nodiscard]] bool isSetFirst(const Variable &variable, std::int64_t value) const;
  const std::vector<std::vector<bool>> &afterOf(Variable &variable, std::int64_t first);
  void follow(std::vector<InstructionRef> open, std::vector<std::vector<bool>> &after);

  const Facts &facts_;
  Shapes &shapes_;
  Expressions &expressions_;
  ReachedMemory &memory_;
  ProgramEffects &effects_;
  Values &values_;
  SinglePlaces places_;
  bool recording_ = false;
  bool returnsTwice_ = false; ///< some function does, so that code is not followed
  std::map<std::pair<FixedPlace, std::uint64_t>, std::optional<FlagPlace>> known_;
  std::map<FlagPlace, Variable> variables_;
  std::map<SiteId, std::vector<FlagPlace>> writers_;
  std::vector<std::vector<InstructionRef>> callers_; ///< by function
};

} // namespace raceward
