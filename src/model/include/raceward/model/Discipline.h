// Discipline: which lock guards which variable, and which locks functions need, take and give back,
// as far as it was proved. By declaration, for attributes in the source.
#pragma once

#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// A lock as code calls it: a parameter of a function and the way on from it, or a global.
struct LockInCode {
  std::optional<std::uint32_t> parameter; ///< counted from 0
  std::string text;                       ///< "->lock" after the parameter; else "pool.lock"
  bool exclusive = true;
  auto operator<=>(const LockInCode &) const = default;
};

/// A variable, or a member of a struct, that a lock guards while there are threads that could
/// reach it.
struct GuardedVariable {
  std::string name;        ///< as AccessSite::variable: "total", "struct queue.head"
  std::string declarator;  ///< "head"
  SourcePosition declared; ///< the line of the declaration
  bool pointee = false;    ///< not the variable itself: what it points to
  std::string lock;        ///< "m"; of the same object: the member "lock"
  bool sameObject = false;
  SourcePosition lockDeclared;
  /// Declares the lock ahead of its definition: "static pthread_mutex_t m;". Empty for a member.
  std::string lockDeclaration;
  /// The lock is held at all reads and writes of this memory, by whatever name; at writes
  /// exclusively.
  bool proved = false;
  std::uint64_t holds = 0;  ///< places that hold it
  std::uint64_t places = 0; ///< where other threads could be there as well
  /// The others, of this name or of another one for the same memory.
  std::vector<SourcePosition> without;
  /// There the object ends, without the lock, and that comes not certainly after all accesses. No
  /// attribute speaks of that.
  std::vector<SourcePosition> ended;
  /// No lock is needed there: no other thread exists yet, or none knows the object.
  std::vector<SourcePosition> early;
  /// Why no attribute can say it; empty: one can.
  std::string problem;
};

/// Locks that each call of a function finds, leaves or lets go. Calls before there are threads are
/// not asked for what they find.
struct FunctionDiscipline {
  std::string name;
  SourcePosition declared;
  std::vector<LockInCode> needs;     ///< held at each call and at each return
  std::vector<LockInCode> takes;     ///< not held before, held afterwards
  std::vector<LockInCode> releases;  ///< the other way round
  std::vector<LockInCode> sometimes; ///< at some returns only
};

struct Discipline {
  std::vector<GuardedVariable> variables; ///< sorted by name
  std::vector<FunctionDiscipline> functions;
  std::vector<std::string> lockFunctions; ///< of the library, that the program calls; sorted
  /// Functions that a thread may execute, by the line of their name.
  std::vector<std::pair<std::string, SourcePosition>> executed;
  std::vector<std::string> files;        ///< that were compiled
  std::vector<std::string> headers;      ///< that were read
  std::vector<std::string> unknownCalls; ///< functions of which nothing is known
  /// The declaration of each type of locks, by its name: a program may declare them itself.
  std::vector<std::pair<std::string, SourcePosition>> lockTypes;
};

} // namespace raceward
