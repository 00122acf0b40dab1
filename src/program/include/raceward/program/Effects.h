// The one table of library effects.
//
// What a function without a body does, as far as concurrency can tell: which bytes it
// reads and writes through its arguments, what it locks, blocks on, creates and ends,
// what it gives back and which pointers it keeps. Provers, machines and the
// instrumentation pass all read this table, so they cannot disagree about a function.
//
// To add a function: one row in the file of its family under src/program/effects/. A
// function that is in no row is unmodelled, and a check that meets it says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

/// What a call means to the threads of the program. One closed list.
enum class SyncEffect : std::uint8_t {
  None,
  CreateThread,    ///< argument 0: handle, 2: function, 3: its argument (POSIX)
  CreateC11Thread, ///< argument 0: handle, 1: function, 2: its argument
  JoinThread,
  DetachThread,
  ExitThread,
  ExitProcess,
  Lock,
  TryLock, ///< also timed locks: may fail
  Unlock,
  ReadLock,
  TryReadLock,
  WriteLock,
  TryWriteLock,
  RwUnlock,
  CondWait, ///< argument 0: condition, 1: mutex, which it releases and takes again
  CondSignal,
  BarrierWait,
  SemaphoreWait,
  TrySemaphoreWait, ///< also timed waits: may fail
  SemaphorePost,
  SemaphoreValue, ///< argument 1 gets it
  Once,           ///< argument 1 is called, by one of the callers
  SectionBegin,
  SectionEnd,
  Assume,     ///< argument 0 must hold, or the run does not exist
  SyncObject, ///< initialises, destroys or configures a lock, attribute, key …
};

[[nodiscard]] inline bool createsThread(SyncEffect effect) {
  return effect == SyncEffect::CreateThread || effect == SyncEffect::CreateC11Thread;
}

/// How far an access through a pointer argument reaches.
struct Extent {
  enum class Kind : std::uint8_t {
    Bytes,    ///< `value` bytes
    Long,     ///< the size of `long`: handles and results of threads
    Argument, ///< as many bytes as argument `value` says
    Product,  ///< argument `value` times argument `value` + 1
    String,   ///< up to and including the terminating zero
    Object,   ///< an amount that the table does not know: up to the whole object
  };
  Kind kind = Kind::Object;
  unsigned value = 0;
};

struct ArgumentEffect {
  enum class What : std::uint8_t { Reads, Writes };
  What what = What::Reads;
  unsigned argument = 0;
  /// From `argument` on, every further argument that is a pointer (printf, scanf).
  bool andAllAfter = false;
  Extent extent;
};

enum class ReturnEffect : std::uint8_t {
  Value,           ///< any value of its type, no pointer to anything of the program
  FreshMemory,     ///< a new object, or null
  Argument,        ///< a pointer into the object of argument `returnArgument`
  StaticMemory,    ///< a pointer to memory of the library, the same for all threads
  ThreadMemory,    ///< a pointer to memory of the library that belongs to the calling thread
  FreshOrArgument, ///< realloc: a new object with the content of the old, or the old one
  Kept,            ///< a pointer that was handed to a function of this family before
};

struct LibraryFunction {
  std::string name;
  SyncEffect sync = SyncEffect::None;
  std::vector<ArgumentEffect> effects;
  ReturnEffect returns = ReturnEffect::Value;
  unsigned returnArgument = 0;
  bool freshIsZeroed = false; ///< calloc
  bool isInput = false;       ///< its value comes from outside: a fresh input of every run
  bool neverReturns = false;
  bool returnsTwice = false;
  /// Argument whose object's life ends here, a write in the loosest reading.
  std::optional<unsigned> frees;
  /// Arguments that the library keeps a pointer to, so that another thread may get it.
  std::vector<unsigned> keeps;
  /// Arguments that are functions which the call (or the end of a thread or of the
  /// process) may run in the calling thread.
  std::vector<unsigned> callsBack;
  /// What is handed to those functions: objects of these arguments.
  std::vector<unsigned> callBackArguments;
  /// Those functions run later: at the end of some thread or of the process.
  bool callsBackLater = false;
  /// Argument `second` is a pointer to a pointer that is set to point into the object of
  /// argument `first` (the end of what strtol read).
  std::vector<std::pair<unsigned, unsigned>> storesPointer;
};

/// The row of a function, or null if it is not modelled.
const LibraryFunction *findLibraryFunction(std::string_view name);

/// All rows, sorted by name.
const std::vector<LibraryFunction> &libraryFunctions();

/// A function whose whole body is one atomic section by its name.
bool isAtomicSectionName(std::string_view name);

/// "writes argument 1, reads argument 2, …": the row in words.
std::string describe(const LibraryFunction &function);

} // namespace raceward
