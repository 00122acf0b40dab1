// PointsTo: the memory that a pointer may point to.
//
// Inclusion-based (Andersen 1994), flow-insensitive; fields are distinguished by their offset,
// elements of arrays with a variable index are not, heap objects are named by their allocation site
// (and by the call of the function that wraps it).
//
// Pointers that are moved as integers are followed, whatever the type: values of all types count as
// pointers here. An integer that is converted to a pointer may, once dereferenced, point to every
// object whose address was ever stored or printed (rule R11).
//
// Calls through pointers are resolved during solving; Calls.h offers the result.
#pragma once

#include "raceward/base/Id.h"
#include "raceward/program/Program.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

struct ObjectTag;
using ObjectId = Id<ObjectTag>;
struct TargetSetTag;
/// A set of places that pointers may have; equal sets have equal ids.
using TargetSetId = Id<TargetSetTag>;

/// A piece of memory that the program creates.
struct AbstractObject {
  enum class Kind : std::uint8_t {
    Anything, ///< target of a pointer of unknown origin: all exposed objects
    Global,
    ThreadLocal,
    Local,
    Heap,
    Library, ///< library memory that all threads share
    Function,
    Other, ///< arguments of variadic calls, copies of structs, memory of one thread
  };
  Kind kind = Kind::Other;
  const llvm::Value *origin = nullptr;
  /// Its address was converted to an integer, printed or given to the library: a pointer converted
  /// from an integer may point to it.
  bool isExposed = false;
  /// It is defined elsewhere, and may be another object by another name.
  bool isExternal = false;
  /// A local variable whose address only ever goes down into calls: no other thread has it.
  bool isLent = false;
  /// Each execution of `origin` makes one such object at most.
  bool isOnePerOrigin = false;

  /// It may stand for many objects of a run, so that two pointers to it may differ.
  [[nodiscard]] bool mayBeMany() const { return kind != Kind::Global && kind != Kind::Function; }
};

/// A possible target of a pointer.
struct Target {
  ObjectId object;
  std::optional<std::int64_t> offset; ///< empty: any of several offsets
  auto operator<=>(const Target &) const = default;
};

/// Possible targets at a fixed distance: from `first` to `last`, `period` apart; 0: only `first`.
/// INT64_MAX as `last`: up to the end of the object, and possibly before `first`.
struct TargetRow {
  ObjectId object;
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::uint64_t period = 0;
};

class PointsTo {
public:
  explicit PointsTo(const Program &program);
  ~PointsTo();
  PointsTo(PointsTo &&) noexcept;

  [[nodiscard]] const std::vector<AbstractObject> &objects() const;
  [[nodiscard]] const AbstractObject &object(ObjectId id) const { return objects()[id.index()]; }

  /// The possible targets of a pointer value, sorted.
  [[nodiscard]] std::vector<Target> targetsOf(const llvm::Value &pointer) const;
  /// The same with what is known of offsets that vary, sorted.
  [[nodiscard]] std::vector<TargetRow> rowsOf(const llvm::Value &pointer) const;
  /// The only target, if there is one and its offset is known.
  [[nodiscard]] std::optional<Target> onlyTargetOf(const llvm::Value &pointer) const;
  /// The objects among them, sorted. Empty if it points to no object of the program.
  [[nodiscard]] std::vector<ObjectId> objectsOf(const llvm::Value &pointer) const;
  /// By object: whether it is reachable from these through memory, themselves included. Variables
  /// that are only lent are not.
  [[nodiscard]] std::vector<bool> reachableFrom(const std::vector<ObjectId> &objects) const;
  /// Some access goes through a pointer converted from an integer of unknown origin.
  [[nodiscard]] bool anythingIsAccessed() const;
  /// At most one instruction stores pointers to the object into memory, and nothing copies memory
  /// that may hold one.
  [[nodiscard]] bool isStoredOnce(ObjectId object) const;
  /// Targets of pointers that the library keeps: thread-specific data, results of threads, what
  /// functions by contract were given.
  [[nodiscard]] std::vector<ObjectId> keptByLibrary() const;

  /// False if the two never point into the same object.
  [[nodiscard]] bool mayMeet(const llvm::Value &a, const llvm::Value &b) const;
  /// False if accesses of these sizes (nullopt: unknown) never touch the same byte. Ignores that
  /// adjacent bit-fields are one location: see the other overload.
  [[nodiscard]] bool mayOverlap(const llvm::Value &a, std::optional<std::uint64_t> bytesA,
                                const llvm::Value &b, std::optional<std::uint64_t> bytesB) const;

  /// An id for the set of places that a site may access.
  [[nodiscard]] TargetSetId targetSetOf(SiteId site) const;
  [[nodiscard]] const std::vector<ObjectId> &objectsOf(TargetSetId set) const;
  [[nodiscard]] std::size_t placeCountOf(TargetSetId set) const;
  /// As above; offsets less than `together` apart count as overlapping. `among`, if not null, says
  /// by object whether it counts.
  [[nodiscard]] bool mayOverlap(TargetSetId a, std::optional<std::uint64_t> bytesA, TargetSetId b,
                                std::optional<std::uint64_t> bytesB, std::uint64_t together,
                                const std::vector<bool> *among = nullptr) const;
  [[nodiscard]] bool mayMeet(TargetSetId a, TargetSetId b, const std::vector<bool> &among) const;

  /// Functions of the program that a pointer may point to, sorted.
  [[nodiscard]] std::vector<FunctionId> functionsBehind(const llvm::Value &pointer) const;

private:
  class State;
  std::unique_ptr<State> state_;
};

} // namespace raceward
