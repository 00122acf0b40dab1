// PointsTo: which memory a pointer may point to.
//
// Unification-based (Steensgaard, POPL 1996): every pointer has one class of memory it
// points to, and the classes are disjoint, so that grouping access sites by class gives
// the groups of a SuspectSet. Near-linear in the size of the program. Flow- and
// context-insensitive, fields and array elements are not told apart, heap objects are
// named by their allocation site.
//
// Pointers that travel as numbers are followed, whatever the type: values of all types
// count as pointers here. A number that is turned into a pointer may, once dereferenced,
// point to everything whose address was ever stored or printed (rule R11).
//
// Calls through pointers are resolved on the way; Calls.h offers the result.
#pragma once

#include "raceward/base/Id.h"
#include "raceward/program/Program.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

struct MemoryClassTag;
using MemoryClass = Id<MemoryClassTag>;

/// A piece of memory that the program creates.
struct AbstractObject {
  enum class Kind : std::uint8_t {
    Global,
    ThreadLocal,
    Local,
    Heap,
    Library, ///< memory of the library that all threads share
    Other,   ///< arguments of variadic calls, copies of structs, memory of one thread
  };
  Kind kind = Kind::Other;
  const llvm::Value *origin = nullptr;
};

class PointsTo {
public:
  explicit PointsTo(const Program &program);
  ~PointsTo();
  PointsTo(PointsTo &&) noexcept;

  /// The memory that a pointer value may point to.
  [[nodiscard]] MemoryClass pointedToBy(const llvm::Value &pointer) const;
  /// The memory that pointers stored in that memory may point to; invalid if none is.
  [[nodiscard]] MemoryClass contentOf(MemoryClass memory) const;
  [[nodiscard]] const std::vector<AbstractObject> &objectsOf(MemoryClass memory) const;
  /// False if the two never point into the same object.
  [[nodiscard]] bool mayMeet(const llvm::Value &a, const llvm::Value &b) const;
  /// Functions of the program that a pointer may point to.
  [[nodiscard]] const std::vector<FunctionId> &functionsBehind(const llvm::Value &pointer) const;
  /// Where pointers go that the library keeps: thread-specific data, results of threads.
  [[nodiscard]] MemoryClass keptByLibrary() const;
  [[nodiscard]] std::size_t classCount() const;

private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

} // namespace raceward
