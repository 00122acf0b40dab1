// HandleFinder: fills in Handles. Handles.cpp finds creations and joins and matches them;
// HandleWatch.cpp finds what may change a handle in between. Private to prove.
#pragma once

#include "HandleCounts.h"
#include "Handles.h"

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace raceward {

/// The place where a creation stores its handles.
struct HandlePlace {
  std::optional<FixedPlace> fixed;
  std::optional<Slots> slots;
  std::optional<CountedHandles> counted; ///< may be known as well as slots

  /// The array with the handles.
  [[nodiscard]] const Elements *elements() const {
    return slots ? &*slots : counted ? &counted->elements : nullptr;
  }
  /// The loop that fills it.
  [[nodiscard]] const llvm::Loop *loop() const {
    return slots ? slots->loop.loop : counted ? counted->loop : nullptr;
  }
};

/// Memory that must not change while threads of a creation are alive.
struct Watched {
  CreationIndex creation = 0;
  bool isHandle = false;
  bool isCount = false;
  std::optional<FixedPlace> fixed;
  const llvm::Value *pointer = nullptr;  ///< into the memory
  const llvm::Value *accessed = nullptr; ///< a pointer to all of it, and nothing else
  std::uint64_t bytes = 0;               ///< size of one handle, or of the variable
  std::int64_t offset = 0;
  std::uint64_t stride = 0;           ///< distance of the elements of an array of handles
  std::vector<std::int64_t> elements; ///< offsets in a variable, if the array has few elements
  bool isPrivate = false;
  bool isAbove = false; ///< no element of the array lies before `offset`
};

/// A site that writes, prepared once.
struct HandleWriter {
  const SitePlace *place = nullptr;
  bool isHandle = false;              ///< writes the handle of a new thread
  std::optional<std::uint64_t> bytes; ///< size of the write, if known
  std::optional<FixedPlace> fixed;
  std::optional<LinearPointer> linear;
};

class HandleFinder {
public:
  HandleFinder(const Program &program, const PointsTo &pointsTo, const Calls &calls,
               const Threads &threads, Handles &out)
      : program_(program), pointsTo_(pointsTo), calls_(calls), threads_(threads), out_(out),
        single_(program, pointsTo, threads),
        handleBytes_(program.dataModel() == DataModel::LP64 ? 8 : 4) {}

  void run() {
    findCreations();
    if (out_.creations_.empty())
      return;
    findWriters();
    findJoins();
    findDetached();
    findForeignJoins();
    findPlaces();
    for (CreationIndex c = 0; c < places_.size(); ++c)
      chooseArray(c);
    watchMemory();
    for (CreationIndex c = 0; c < places_.size(); ++c)
      if (isTracked(c))
        addLoopAndFrame(c);
    for (const InstructionRef join : joins_)
      matchJoin(join);
    for (const auto &[at, list] : out_.joined_)
      out_.withEffects_.insert(at.function);
    for (const auto &[at, list] : out_.lost_)
      out_.withEffects_.insert(at.function);
    for (const auto &[function, list] : out_.ofFrame_)
      out_.withEffects_.insert(function);
    for (const auto &[edge, effect] : out_.edges_)
      out_.withEffects_.insert(edge.first.function);
  }

private:
  [[nodiscard]] const Instruction &codeAt(InstructionRef at) const {
    return program_.function(at.function).code.instructions[at.index];
  }
  [[nodiscard]] const llvm::CallBase &callAt(InstructionRef at) const {
    return llvm::cast<llvm::CallBase>(*codeAt(at).origin);
  }
  [[nodiscard]] bool isTracked(CreationIndex c) const {
    return places_[c].fixed || places_[c].elements();
  }
  void forget(CreationIndex c) { places_[c] = {}; }
  [[nodiscard]] CreationIndex creationAt(InstructionRef at) const {
    return static_cast<CreationIndex>(std::ranges::find(out_.creations_, at, &Creation::at) -
                                      out_.creations_.begin());
  }

  void findCreations();
  void findWriters();
  void findJoins();
  void findDetached();
  void findForeignJoins();
  [[nodiscard]] bool joinsOwnChild(InstructionRef join, std::size_t thread) const;
  void findPlaces();
  [[nodiscard]] int joinsOf(CreationIndex c);
  void chooseArray(CreationIndex c);
  void watchMemory();
  void watchHandles(CreationIndex c);
  void watchVariable(CreationIndex c, const StableValue &value);
  void watchCount(CreationIndex c);
  /// If the value is computed again, it differs.
  void watchComputed(CreationIndex c, const llvm::Value *value);
  void watchLifetime(CreationIndex c, const llvm::Value *object);
  void watch(const Watched &watched);
  [[nodiscard]] bool writesAbove(const HandleWriter &writer, CreationIndex c);
  [[nodiscard]] bool liesBehind(const HandleWriter &writer, CreationIndex c) const;
  [[nodiscard]] bool isFree(const HandleWriter &writer) const;
  [[nodiscard]] bool setsCount(const HandleWriter &writer, const Watched &count) const;
  const std::vector<std::uint32_t> &writersOf(const llvm::Value *object);
  [[nodiscard]] bool mayTouch(const HandleWriter &writer, const Watched &watched) const;
  [[nodiscard]] std::vector<std::int64_t> elementsOf(const HandleWriter &writer,
                                                     const llvm::Value *object) const;
  [[nodiscard]] bool inOtherField(const HandleWriter &writer, const Watched &watched) const;
  void addLoopAndFrame(CreationIndex c);
  void addFrameOf(CreationIndex c, const llvm::Value *value);
  void matchJoin(InstructionRef join);
  void addSameNumbers(InstructionRef join, const Slots &visited);
  /// The elements whose threads a loop joins, each of them.
  [[nodiscard]] std::optional<Slots> slotsOfJoin(InstructionRef join);
  [[nodiscard]] bool coversCounted(const Slots &visited, InstructionRef join, CreationIndex c);
  [[nodiscard]] const llvm::LoadInst *handleOf(const llvm::CallBase &join) const;
  [[nodiscard]] bool createsNothing(const llvm::Loop &loop, FunctionId function);

  /// Templates that may execute the function.
  [[nodiscard]] std::vector<std::size_t> threadsOf(FunctionId function) const;
  /// The only thread that executes the function, if it is unique.
  [[nodiscard]] std::optional<std::size_t> onlyThreadOf(FunctionId function) const;
  [[nodiscard]] bool mayMeet(const llvm::Value &a, const llvm::Value &b) const {
    return pointsTo_.objectsOf(a).empty() || pointsTo_.objectsOf(b).empty() ||
           pointsTo_.mayMeet(a, b);
  }

  [[nodiscard]] HandleCounts countsIn(FunctionId function) {
    return {program_, single_, calls_, loopsOf(function)};
  }
  const FunctionLoops &loopsOf(FunctionId function);
  const llvm::DenseMap<const llvm::Instruction *, std::uint32_t> &indexOf(FunctionId function);
  std::optional<std::uint32_t> firstOf(FunctionId function, const llvm::BasicBlock &block);
  std::optional<InstructionRef> whereComputed(const llvm::Instruction &value);
  void addLost(InstructionRef at, CreationIndex c);

  const Program &program_;
  const PointsTo &pointsTo_;
  const Calls &calls_;
  const Threads &threads_;
  Handles &out_;
  const SinglePlaces single_;
  const std::uint64_t handleBytes_;
  std::vector<HandlePlace> places_; ///< by creation
  std::vector<HandleWriter> writers_;
  std::vector<std::uint32_t> allWriters_;
  llvm::DenseMap<const llvm::Value *, std::vector<std::uint32_t>> writersOf_;
  std::vector<InstructionRef> joins_;
  bool anyDetach_ = false;           ///< an unknown thread may be detached
  std::vector<bool> detachesItself_; ///< by template
  bool attributesMayDetach_ = false;
  std::vector<bool> foreignJoins_; ///< by template: may join threads that others created
  std::map<FunctionId, std::unique_ptr<FunctionLoops>> loops_;
  std::map<FunctionId, llvm::DenseMap<const llvm::Instruction *, std::uint32_t>> indices_;
  std::vector<std::optional<bool>> mayCreate_; ///< by function: it, or a callee, may create threads
};

} // namespace raceward
