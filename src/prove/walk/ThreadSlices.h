// ThreadSlices: parts of memory that belong to a thread by its number, or by the object that it was
// given. Private to prove.
//
// Threads that one call in a loop creates differ in the variable that counts the rounds. An address
// `origin + stride * number + rest` then lies in a part of memory of its own, if the rest stays
// below the stride and no multiple of the stride wraps around.
#pragma once

#include "Here.h"
#include "Knowledge.h"
#include "Shapes.h"
#include "Values.h"
#include "raceward/prove/Visits.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace raceward {

class ThreadSlices {
public:
  ThreadSlices(const Program &program, Expressions &expressions, Shapes &shapes, Values &values,
               const ProgramEffects &effects)
      : program_(program), expressions_(expressions), shapes_(shapes), values_(values),
        effects_(effects) {}

  /// Whether the variable has another value each time that the call is made, in the whole run.
  [[nodiscard]] bool isNumberOf(const Function &function, const llvm::PHINode &counter,
                                const llvm::CallBase &call);
  ExpressionId numbered(Here here, const Knowledge &knowledge, ExpressionId argument);
  /// The part of a thread in which so many bytes at the address lie; nullopt: an unknown number.
  std::optional<OwnSlice> sliceOf(const Knowledge &knowledge, ExpressionId address,
                                  std::optional<std::uint64_t> bytes);
  /// The part at a constant place, as that of a thread whose number no thread has. Of the main
  /// thread only: two threads could have it.
  std::optional<OwnSlice> partOfNobody(ExpressionId address, std::optional<std::uint64_t> bytes);

private:
  using Terms = std::vector<std::pair<SymbolId, std::int64_t>>;
  /// Parts of memory that threads were given: at these terms plus so many bytes for each number.
  struct Parts {
    SymbolId term; ///< the number, or a widened one
    std::int64_t factor = 0;
    Terms origin;
    auto operator<=>(const Parts &) const = default;
  };
  [[nodiscard]] SymbolId numberIn(SymbolId term) const;
  std::uint32_t originOf(Terms origin, std::int64_t factor);
  void addNumbers(SymbolId number, const ValueRange &range, bool inEveryRound);
  [[nodiscard]] std::uint64_t mostApart(SymbolId term) const;
  [[nodiscard]] bool mayWrapAround(SymbolId term, std::uint64_t stride, std::int64_t gap = 0) const;
  [[nodiscard]] std::optional<std::pair<SymbolId, std::int64_t>>
  threadTerm(ExpressionId address) const;
  [[nodiscard]] bool isPlacedBy(ExpressionId told, SymbolId number) const;

  /// Values of a variable that counts threads.
  struct Numbers {
    std::int64_t low = INT64_MAX;
    std::int64_t high = INT64_MIN;
    bool inEveryRound = true; ///< no value is skipped
  };

  const Program &program_;
  Expressions &expressions_;
  Shapes &shapes_;
  Values &values_;
  const ProgramEffects &effects_;
  std::map<SymbolId, Numbers> numbers_;
  std::map<Terms, std::uint32_t> origins_;
  std::set<Parts> parts_;
};

} // namespace raceward
