#include "Assumptions.h"

#include "raceward/base/Text.h"
#include "raceward/program/Effects.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace raceward {

namespace {

/// Properties of the program's code that assumptions depend on.
struct Uses {
  bool allocates = false;
  bool prints = false;
  bool ignoresCreation = false; ///< of a thread: its success is not checked
  bool triesWeakly = false;     ///< a weak compare-and-swap
  bool locks = false;
  bool locksForReading = false;
  bool setsUpLocks = false;
  bool usesSharedState = false; ///< of the C library, which POSIX does not protect
};

template <std::size_t N>
bool isOneOfThese(std::string_view name, const std::array<std::string_view, N> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 12> kPrinters = {"printf", "fprintf", "vprintf", "vfprintf",
                                                        "puts",   "fputs",   "putc",    "putchar",
                                                        "fputc",  "fwrite",  "fflush",  "write"};
/// The program does not check whether the thread was created.
bool isIgnored(const llvm::Function &creation) {
  return std::any_of(creation.user_begin(), creation.user_end(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call == nullptr || call->getCalledOperand() != &creation || call->use_empty();
  });
}

/// A function counts if it is referenced, as it may be called through a pointer.
void noteFunction(const Function &function, Uses &uses) {
  const LibraryFunction *library = function.library;
  if (library == nullptr || function.origin->use_empty())
    return;
  using S = SyncEffect;
  uses.allocates |= library->returns == ReturnEffect::FreshMemory ||
                    library->returns == ReturnEffect::FreshOrArgument;
  uses.prints |= isOneOfThese(library->name, kPrinters);
  uses.usesSharedState |= isSharedByPosix(library->name);
  uses.ignoresCreation |= createsThread(library->sync) && isIgnored(*function.origin);
  uses.locks |= library->sync == S::Lock || library->sync == S::WriteLock;
  uses.locksForReading |= library->sync == S::ReadLock;
  uses.setsUpLocks |= library->sync == S::SyncObject;
}

/// By functions whose models are part of this one.
bool usesSharedState(const Function &function) {
  return std::ranges::any_of(function.code.instructions, [](const Instruction &instruction) {
    const std::string_view modelled =
        instruction.origin ? modelledFunction(*instruction.origin) : std::string_view();
    return !modelled.empty() && isSharedByPosix(modelled);
  });
}

bool triesWeakly(const Function &function) {
  return std::ranges::any_of(function.code.instructions, [](const Instruction &instruction) {
    const auto *exchange = llvm::dyn_cast_or_null<llvm::AtomicCmpXchgInst>(instruction.origin);
    return exchange != nullptr && exchange->isWeak();
  });
}

bool hasRemoved(const Ledger &ledger, const std::set<std::string_view> &engines) {
  return std::ranges::any_of(ledger.engines, [&](const EngineRecord &engine) {
    return engine.removed > 0 && engines.contains(engine.engine);
  });
}

} // namespace

Assumption contractAssumption(std::vector<std::string> functions) {
  const bool one = functions.size() == 1;
  std::string words = counted(functions.size(), "function") +
                      (one ? " that is not known touches only what it is given: "
                           : " that are not known touch only what they are given: ") +
                      shownFunctions(functions);
  return {std::string(kUnknownCallsAssumption), std::move(words), std::move(functions)};
}

Assumption addressAssumption() {
  return {"addresses-are-not-guessed",
          "a number is used as an address only if the program has turned that address into a "
          "number, printed it or given it to the library",
          {}};
}

std::vector<Assumption> assumptionsOf(const Program &program, const Ledger &ledger,
                                      bool allocationSucceeds) {
  Uses uses;
  for (const Function &function : program.functions()) {
    noteFunction(function, uses);
    uses.triesWeakly |= triesWeakly(function);
    uses.usesSharedState = uses.usesSharedState || usesSharedState(function);
  }
  uses.usesSharedState &= !showsPosixStates(program.module());
  const bool isExecuted = hasRemoved(ledger, {"explorer"});
  const bool restsOnLocks = hasRemoved(ledger, {"locks", "flags"});
  std::vector<Assumption> assumptions;
  if (program.driver())
    assumptions = program.driver()->assumptions;
  const auto assume = [&](bool condition, std::string_view name, std::string_view words) {
    if (condition)
      assumptions.push_back({std::string(name), std::string(words), {}});
  };
  assume(isExecuted && uses.allocates && allocationSucceeds, "allocation-succeeds",
         "there is memory for every allocation");
  assume(isExecuted && uses.ignoresCreation, "thread-creation-succeeds",
         "every thread can be created where the program does not ask whether it was");
  assume(isExecuted && uses.prints, "output-is-written", "what the program prints can be written");
  assume(isExecuted && uses.triesWeakly, "weak-exchange-is-strong",
         "a weak compare-and-swap fails only if the values differ");
  assume(restsOnLocks && (uses.locks || uses.locksForReading), "locking-succeeds",
         "locking a mutex that the program has set up succeeds");
  assume(isExecuted && uses.locksForReading, "readers-first",
         "readers of a read-write lock do not wait for writers that wait, as with glibc");
  assume(
      (isExecuted || restsOnLocks) && uses.setsUpLocks, "set-up-in-time",
      "locks and other objects of the thread library are set up before other threads use them, and "
      "destroyed when no other does");
  assume(
      uses.usesSharedState, "library-keeps-order",
      "the C library keeps its own data in order, as glibc does, where POSIX does not ask for it");
  return assumptions;
}

} // namespace raceward
