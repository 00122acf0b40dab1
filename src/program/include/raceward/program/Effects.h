// The table of library effects.
//
// The effects of a function without a body, as far as they matter for concurrency: the bytes it
// reads and writes through its arguments, what it locks, blocks on, creates and ends, what it
// returns and which pointers it keeps. Provers, machines and the instrumentation pass all read this
// table, so they cannot disagree about a function.
//
// Invariant: a row over-approximates the accesses. An extent that the table cannot express is the
// whole object, and a function whose effects it cannot express has no row.
//
// To add a function: one row in the file of its family under src/program/effects/. A function
// without a row is unmodelled, and a check that reaches it reports that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace raceward {

/// The synchronisation effect of a call: SyncEffects.def, a closed list.
enum class SyncEffect : std::uint8_t {
#define RW_SYNC_EFFECT(effect, ...) effect,
#include "raceward/program/SyncEffects.def"
};

[[nodiscard]] inline bool createsThread(SyncEffect effect) {
  return effect == SyncEffect::CreateThread || effect == SyncEffect::CreateC11Thread;
}

/// Number of arguments that an engine needs for the synchronisation of the effect.
unsigned argumentsOf(SyncEffect effect);
/// Whether a thread may learn by it what another has done, without being ordered after it.
bool tellsWithoutOrdering(SyncEffect effect);

/// The extent of an access through a pointer argument.
struct Extent {
  enum class Kind : std::uint8_t {
    Bytes,    ///< `value` bytes
    Long,     ///< the size of `long`: handles and results of threads
    Argument, ///< number of bytes in argument `value`
    Product,  ///< argument `value` times argument `value` + 1
    String,   ///< up to and including the terminating zero
    Object,   ///< unknown to the table: up to the whole object
    Stream,   ///< what users of a stream read of it: they must not meet the end of its life
  };
  Kind kind = Kind::Object;
  unsigned value = 0;
};

struct ArgumentEffect {
  enum class What : std::uint8_t { Reads, Writes };
  What what = What::Reads;
  unsigned argument = 0;
  /// Applies to `argument` and every later pointer argument (printf, scanf).
  bool andAllAfter = false;
  Extent extent;
  /// The argument that is the format: it decides whether this happens. A format of printf that is
  /// not known, or has a %n, also writes.
  std::optional<unsigned> format = std::nullopt;
};

enum class ReturnEffect : std::uint8_t {
  Value,           ///< any value of its type, not a pointer to an object of the program
  FreshMemory,     ///< a new object, or null
  Argument,        ///< a pointer into the object of argument `returnArgument`
  StaticMemory,    ///< a pointer to library memory, the same for all threads
  ThreadMemory,    ///< a pointer to library memory of the calling thread
  FreshOrArgument, ///< realloc: a new object with the old content, or the old object
  Kept,            ///< a pointer passed to a function of this family before
  Listed,          ///< a pointer in the va_list that is argument `returnArgument`
};

/// A step of what a function without body, model and row does if it is taken by contract
/// (src/program/Contracts.h). Calls of functions of these names stand in place of its own call.
enum class ContractStep : std::uint8_t {
  None,
  Begins,         ///< a call of such a function; the machine goes no further
  Object,         ///< gives all of the object that the argument points into
  Lends,          ///< the argument is kept, and not written; gives the addresses in its memory
  Content,        ///< gives the addresses in the memory of the argument
  Hidden,         ///< gives the addresses that the numbers in the arguments are made of
  ReachesNumbers, ///< gives all that can be reached from the arguments, pointers to numbers
  Reaches,        ///< gives all that can be reached from the arguments, other pointers
  CallsAnytime,   ///< functions among the arguments are called, at any time in any thread
  CalledBack,     ///< gives what those functions return
  Kept,           ///< gives what such functions were given, at any call
  KeptWritable,   ///< the same without what only pointers to constants lead to
  Touches,        ///< gives the memory among what the argument points to
  Reads,          ///< reads it
  Overwrites,     ///< writes it
  ReadsKept,      ///< reads what Kept gives
  OverwritesKept, ///< writes what KeptWritable gives
  Answers,        ///< the result of the call: anything kept, memory of its own, or a number
};

/// An access to state that functions of a library share without a lock (LibraryState.h).
struct StateAccess {
  std::string state; ///< its name
  bool writes = true;
  bool isSure = true; ///< every call that returns makes it
};

struct LibraryFunction {
  std::string name;
  SyncEffect sync = SyncEffect::None;
  std::vector<ArgumentEffect> effects;
  ReturnEffect returns = ReturnEffect::Value;
  unsigned returnArgument = 0;
  bool freshIsZeroed = false; ///< calloc
  bool isInput = false;       ///< an external value: a fresh input of every run
  bool neverReturns = false;
  bool returnsTwice = false;
  /// Argument whose object's lifetime ends here, a write in the loosest reading.
  std::optional<unsigned> frees;
  /// Arguments that the library keeps, so that another thread may obtain them.
  std::vector<unsigned> keeps;
  /// Arguments that are functions which the call (or the end of a thread or of the process) may run
  /// in the calling thread.
  std::vector<unsigned> callsBack;
  /// Arguments whose objects are passed to those functions.
  std::vector<unsigned> callBackArguments;
  /// Those functions run later: at the end of some thread or of the process.
  bool callsBackLater = false;
  /// They run at any time, in any thread: handlers of signals.
  bool interrupts = false;
  /// An argument that is no function of the program (null, SIG_IGN) is not called.
  bool callsFunctionsOnly = false;
  /// Argument that points to a pointer, which is set to new memory.
  std::optional<unsigned> storesFresh;
  /// Argument `second` points to a pointer that is set to point into the object of argument `first`
  /// (the end of the text that strtol read).
  std::vector<std::pair<unsigned, unsigned>> storesPointer;
  ContractStep contract = ContractStep::None;
  /// It also accesses memory that no argument points to (findEffects()).
  bool isPartial = false;
  /// State that it shares with other functions without a lock, if a model says so.
  std::vector<StateAccess> states;
};

/// How many bytes the call accesses, if constants say so. Nothing for a length that says "any":
/// more than any object has.
std::optional<std::uint64_t> constantBytes(const llvm::CallBase &call, const Extent &extent);
std::optional<std::uint64_t> constantLength(const llvm::Value &value);

/// The row of a function, or null if it is not modelled.
const LibraryFunction *findLibraryFunction(std::string_view name);

/// All rows, sorted by name.
const std::vector<LibraryFunction> &libraryFunctions();

/// Begins the names of the steps of calls by contract. No program can call them.
inline constexpr std::string_view kContractPrefix = "raceward.contract.";
[[nodiscard]] inline bool isContractStep(std::string_view name) {
  return name.starts_with(kContractPrefix);
}

/// Whether the name marks the whole body as one atomic section.
bool isAtomicSectionName(std::string_view name);

/// "writes argument 1, reads argument 2, …": the row as text.
std::string describe(const LibraryFunction &function);

} // namespace raceward
