// Walk: abstract interpretation of all threads of a program. Private to prove.
//
// Each thread is interpreted on its own, interprocedurally. A context is a function together with
// the facts that certainly hold where it is entered: held locks, known arguments, flags seen, owned
// objects. Inside it, each block has a few groups of paths, distinguished by the locks that are
// held on them (after Das, Lerner, Seigle: ESP, PLDI 2002), so that `if (trylock(m) == 0)` and `if
// (shared) lock(m); … if (shared) unlock(m);` are handled precisely. Limits on contexts, groups and
// steps join or give up; ranges are widened at loop heads.
//
// Invariant: Knowledge holds in every execution that reaches the point on that group of paths
// (ownership: up to the first race). Some rules depend on the whole program (a lock is only
// released by its holder, a flag never returns to zero): they are assumed, violations are collected
// during the walk, and record() drops the facts that rest on a violated one. Nothing is recorded
// before the fixed point.
#pragma once

#include "Knowledge.h"
#include "raceward/prove/Facts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>

#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace raceward {

/// Size of pthread_once_t, which is an int in all C libraries.
constexpr std::uint64_t kOnceBytes = 4;

/// Alignment of the address that a load, a store or an atomic operation accesses; otherwise zero.
std::uint64_t alignmentOf(const llvm::Instruction &instruction);

class Walk {
public:
  explicit Walk(const Facts &facts);

  /// False if a limit was exceeded; then nothing is known.
  bool run();
  void record(Visits &visits);

private:
  using ContextIndex = std::uint32_t;

  /// A return of a function, on one group of paths.
  struct Exit {
    Knowledge knowledge;
    ExpressionId value; ///< the returned value, if it is the same on all paths
    ValueRange range;
  };

  struct BlockState {
    std::vector<Knowledge> ways;
    unsigned joins = 0;
    bool collapsed = false; ///< too many groups: one stands for all
  };

  struct Context {
    FunctionId function;
    Knowledge entry;
    std::vector<BlockState> blocks; ///< by number of the block
    std::vector<Exit> exits;
    bool exitsCollapsed = false;
    unsigned exitJoins = 0;
    std::set<std::pair<ContextIndex, unsigned>> callers; ///< with the block of the call
    std::set<unsigned> open;                             ///< blocks to process, by number
    bool active = false;
    bool queued = false;
  };

  /// Control-flow facts of a function, shared by all its contexts.
  struct Shape {
    std::vector<const llvm::BasicBlock *> blocks; ///< in reverse post-order
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> numberOf;
    std::vector<std::uint32_t> firstInstruction; ///< by block
    std::vector<bool> onCycle;                   ///< by block
    std::vector<bool> isLoopHead;                ///< by block
    std::optional<bool> runsOnce;                ///< the function is entered at most once
  };

  /// The current position of the walk.
  struct Here {
    ContextIndex context = 0;
    const Function *function = nullptr;
    std::uint32_t index = 0; ///< index of the instruction
    bool onCycle = false;
  };

  /// Objects that pointers may point to.
  struct Reached {
    llvm::SparseBitVector<> objects;
    bool anything = false; ///< an integer that became a pointer: all exposed objects
    bool anyExposed = false;

    [[nodiscard]] bool meets(const Reached &other) const {
      return (anything && (other.anything || other.anyExposed)) || (other.anything && anyExposed) ||
             objects.intersects(other.objects);
    }
    bool add(const Reached &other);
  };
  const Reached &reachedBy(const llvm::Value &pointer);
  bool mayMeet(const llvm::Value &a, const llvm::Value &b) {
    return reachedBy(a).meets(reachedBy(b));
  }
  /// The number of the set of objects that the pointer may point to.
  std::uint32_t memoryOf(const llvm::Value &pointer);
  [[nodiscard]] bool mayLieIn(const KnownLock &lock, const Reached &memory) const;
  KnownLock lockAt(ExpressionId address, KnownLock::Kind kind, bool exclusive, std::uint64_t bytes,
                   const llvm::Value &pointer) {
    return {address, kind, exclusive, bytes, &pointer, {memoryOf(pointer)}};
  }
  void forgetAfter(FunctionId callee, Knowledge &knowledge, bool sectionMayEnd);
  [[nodiscard]] bool mayBeReleased(FunctionId callee, const KnownLock &lock);
  [[nodiscard]] bool mayLetGo(FunctionId callee, const KnownLock &lock);

  // Walk.cpp: contexts and blocks
  void findEffects();
  bool runsOnce(const llvm::Instruction &instruction);
  Shape &shapeOf(const Function &function);
  ContextIndex contextFor(FunctionId function, Knowledge entry);
  void settle(ContextIndex index);
  void walkBlock(ContextIndex index, unsigned block);
  void leaveBlock(Here here, const Knowledge &knowledge);
  void enterBlock(ContextIndex index, unsigned from, unsigned to, Knowledge knowledge);
  void addExit(ContextIndex index, Exit exit);
  void queue(ContextIndex index);
  std::vector<ContextIndex> roots();

  // Steps.cpp: one instruction
  void step(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void load(Here here, Knowledge &knowledge);
  void write(Here here, Knowledge &knowledge);
  void writeSites(Here here, Knowledge &knowledge);
  void forgetWritten(Here here, Knowledge &knowledge, ExpressionId value = {});
  void escapeOperands(Here here, Knowledge &knowledge);
  void escape(Knowledge &knowledge, ExpressionId value) const;
  [[nodiscard]] bool isFixed(Here here, bool byAnyone);
  void redefine(Here here, Knowledge &knowledge, const llvm::Value &value);

  // Locking.cpp
  bool synchronise(Here here, Knowledge &knowledge, std::vector<Knowledge> &after);
  void acquire(Knowledge &knowledge, const llvm::Value &lock, bool exclusive);
  void release(Knowledge &knowledge, const llvm::Value &lock);
  void requireHeld(Here here, const Knowledge &knowledge, const llvm::Value &lock);
  void tryAcquire(Here here, Knowledge knowledge, bool exclusive, std::vector<Knowledge> &after);
  void writeWord(Here here, Knowledge &knowledge, const llvm::Value &pointer, std::uint64_t bytes,
                 ExpressionId oldValue, ExpressionId newValue);
  void writePlainly(Here here, Knowledge &knowledge, const llvm::Value &pointer);
  void exchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void compareExchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void distrustAlways(const llvm::Value &lock, ExpressionId address, KnownLock::Kind kind);
  void distrustOtherSizes(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                          ExpressionId address, std::uint64_t bytes);
  void distrust(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                ExpressionId address, KnownLock::Kind kind);

  [[nodiscard]] bool isOwned(const Knowledge &knowledge, ExpressionId address) const;
  [[nodiscard]] bool isAddress(SymbolId symbol) const;

  // Flags.cpp
  [[nodiscard]] bool canBeFlag(ExpressionId address) const;
  void addFlag(const FlagPlace &flag, const llvm::Value &pointer);
  void addPhaseLock(const KnownLock &lock);
  void readFlag(Knowledge &knowledge, const llvm::Instruction &load, ExpressionId address,
                const llvm::Value &pointer);
  void noteFlags(Knowledge &knowledge);
  std::optional<KnownLock> onceAt(Here here, const Knowledge &knowledge);
  void writeFlags(Knowledge &knowledge, const llvm::Value &pointer, ExpressionId address,
                  std::optional<std::uint64_t> bytes, ExpressionId value);

  // Calling.cpp
  void libraryCall(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void enter(Here here, ContextIndex callee);
  ExpressionId numbered(Here here, const Knowledge &knowledge, ExpressionId argument);
  bool isOncePerRun(const Function &function, const llvm::BasicBlock &block);
  void call(Here here, Knowledge knowledge, const std::vector<FunctionId> &callees,
            std::vector<Knowledge> &after);
  void callBack(Here here, Knowledge &knowledge, const std::vector<FunctionId> &callees,
                const std::optional<KnownLock> &once);
  Knowledge entryOf(Here here, const Knowledge &caller, const Function &callee);
  void create(Here here, Knowledge &knowledge);
  void loseSightOf(Knowledge &caller, ExpressionId result,
                   const std::map<SymbolId, ExpressionId> &actual) const;
  std::optional<Knowledge> returned(Here here, const Knowledge &caller, const Function &callee,
                                    const Exit &exit);

  // Values.cpp
  ValueRange everWritten(ExpressionId address, std::uint64_t bytes, unsigned bits);
  void boundByWrites(Knowledge &knowledge, const llvm::Value &value, const llvm::Value &pointer);
  ExpressionId valueOf(const Knowledge &knowledge, const llvm::Value &value);
  ExpressionId resolve(const Knowledge &knowledge, ExpressionId e);
  ValueRange rangeOf(const Knowledge &knowledge, ExpressionId e) const;
  ValueRange rangeOf(const Knowledge &knowledge, SymbolId s) const;
  std::optional<bool> compare(const Knowledge &knowledge, unsigned predicate, ExpressionId a,
                              ExpressionId b) const;
  /// False if the condition is impossible.
  bool assume(Knowledge &knowledge, ExpressionId condition, bool holds);
  bool assumeComparison(Knowledge &knowledge, unsigned predicate, ExpressionId a, ExpressionId b);
  bool narrow(Knowledge &knowledge, ExpressionId e, const ValueRange &range);

  // Recording.cpp
  void reach(ContextIndex context);
  std::uint32_t numberOf(const KnownLock &lock);
  FlagKeyId flagKeyOf(const FlagPhase &phase);
  void recordSites(Here here, const Knowledge &knowledge);
  LockKeyId intern(const KnownLock &lock, std::int64_t numerator, std::int64_t denominator,
                   const Sum &rest, SiteId site);
  std::vector<HeldKey> keysOf(const KnownLock &lock, ExpressionId address, SiteId site);
  [[nodiscard]] std::string nameOfLock(const KnownLock &lock, bool relative, const Sum &rest) const;
  std::optional<OwnSlice> sliceOf(const Knowledge &knowledge, ExpressionId address, SiteId site);
  [[nodiscard]] bool isDistrusted(const KnownLock &lock);
  [[nodiscard]] std::optional<std::pair<SymbolId, std::int64_t>>
  threadTerm(ExpressionId address) const;
  [[nodiscard]] bool isPlacedBy(ExpressionId told, SymbolId number) const;

  // Slices.cpp
  void addNumbers(SymbolId number, const ValueRange &range, bool inEveryRound);
  [[nodiscard]] std::uint64_t mostApart(SymbolId term) const;
  [[nodiscard]] bool mayWrapAround(SymbolId term, std::uint64_t stride) const;

  [[nodiscard]] std::uint64_t bytesOf(const llvm::Value &value) const {
    return program_.module().getDataLayout().getTypeStoreSize(value.getType()).getKnownMinValue();
  }
  [[nodiscard]] bool insideSection(const Here &here) const {
    return facts_.sections.alwaysInside({here.function->id, here.index});
  }
  const Instruction &instruction(const Here &here) const {
    return here.function->code.instructions[here.index];
  }

  const Facts &facts_;
  const Program &program_;
  Expressions expressions_;
  std::deque<Context> contexts_;
  std::vector<std::map<std::vector<std::uint32_t>, ContextIndex>> known_; ///< by function
  std::vector<ContextIndex> general_;                                     ///< by function
  std::vector<std::optional<Shape>> shapes_;
  std::deque<ContextIndex> queue_;
  unsigned depth_ = 0;
  std::uint64_t steps_ = 0;
  bool gaveUp_ = false;
  bool recording_ = false;

  // By function, including its callees: memory that is written, locks that are released, and locks
  // that are released temporarily, by waiting for a condition.
  std::vector<Reached> written_;
  std::vector<Reached> released_;
  std::vector<Reached> waited_;
  std::vector<bool> endsSection_;
  std::vector<bool> createsThreads_;
  std::vector<std::vector<SiteId>> writesWhileParallel_; ///< by object
  std::vector<std::vector<SiteId>> writes_;              ///< by object, at any time
  bool writesAnything_ = false;
  /// By address, bytes and bits of the value.
  std::map<std::tuple<ExpressionId, std::uint64_t, unsigned>, ValueRange> everWritten_;
  Reached parallelWrites_;
  std::map<SiteId, bool> fixed_;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Reached>> reachedBy_;
  std::vector<Reached> memories_; ///< by number
  std::map<std::vector<unsigned>, std::uint32_t> memoryNumbers_;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> memoryOf_;
  bool mayHaveBitFields_ = true;
  bool numbersMakePointers_ = true; ///< an address may be computed from any integers
  bool weakAtomics_ = false;        ///< a relaxed atomic may publish a new object

  struct Distrusted {
    const llvm::Value *pointer;
    ExpressionId address;
    KnownLock::Kind kind;
    /// Non-zero: a word of that size is taken or released correctly, which only affects locks of
    /// another size.
    std::uint64_t asWordOf = 0;
    bool aligned = false;
    auto operator<=>(const Distrusted &) const = default;
  };
  [[nodiscard]] bool isHitBy(const KnownLock &lock, const Distrusted &by);
  std::vector<Distrusted> distrusted_;
  std::set<Distrusted> distrustedPlaces_;

  std::set<FlagPlace> flags_;
  std::map<unsigned, std::vector<FlagPlace>> flagsIn_; ///< by object
  std::map<std::pair<ExpressionId, KnownLock::Kind>, KnownLock> phaseLocks_;
  std::map<std::pair<FlagPlace, std::pair<ExpressionId, KnownLock::Kind>>, FlagKeyId> flagKeys_;
  std::set<FlagPlace> fallingFlags_; ///< flags that may be set back to zero

  /// Values of a variable that counts threads.
  struct Numbers {
    std::int64_t low = INT64_MAX;
    std::int64_t high = INT64_MIN;
    bool inEveryRound = true; ///< no value is skipped
  };
  std::map<SymbolId, Numbers> numbers_;

  /// A visit before it is known which locks can be trusted.
  struct RawVisit {
    std::vector<std::pair<FlagPhase, std::uint32_t>> phases; ///< with the number of the lock
    std::vector<std::pair<HeldKey, std::uint32_t>> locks;    ///< with the number of the lock
    Visit rest;
    auto operator<=>(const RawVisit &) const = default;
  };
  std::set<ContextIndex> reached_; ///< while recording
  std::deque<ContextIndex> toRecord_;
  std::vector<std::set<RawVisit>> raw_; ///< by site
  std::vector<bool> executed_;          ///< by site: some thread reaches it
  std::vector<KnownLock> lockTable_;
  /// By address, kind, bytes and possible locations.
  std::map<std::tuple<ExpressionId, KnownLock::Kind, std::uint64_t, std::vector<std::uint32_t>>,
           std::uint32_t>
      lockNumbers_;
  std::map<std::vector<std::int64_t>, LockKeyId> keys_;
  std::map<std::vector<std::pair<SymbolId, std::int64_t>>, std::uint32_t> origins_;
  std::vector<std::string> keyNames_;
  std::map<std::pair<SiteId, LockKeyId>, std::string> keyNamesAt_;
};

} // namespace raceward
