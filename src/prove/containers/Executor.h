// Executor: walks through all threads with the heaps that they own, and holds the containers
// against what the program does. Private to prove.
//
// Concurrent separation logic (O'Hearn, TCS 2007; Brookes, TCS 2007): a thread has a heap of its
// own; the lock of a container has another one, described by an invariant: lists of nodes. Who
// takes the lock gets that heap besides his own, and who lets it go must be able to give such a
// heap away. If every thread does, no two threads ever own one object, so that an access to what is
// owned races with no other such access.
//
// Calls are followed with the heaps at the call, so that each function is walked through once for
// each of them. What an access may not touch is noted and not proved; whether that could change
// what owners believe of their memory is asked at the end (`believed`, `strayed`).
#pragma once

#include "SymbolicHeap.h"
#include "walk/ProgramEffects.h"
#include "walk/Shapes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <set>
#include <vector>

namespace raceward {

class Executor {
public:
  /// Code that this analysis must follow, by function.
  struct Scope {
    std::vector<bool> followed;
    std::set<const llvm::Value *> distrusted; ///< loads by these pointers give anything
  };

  Executor(const Facts &facts, Shapes &shapes, ProgramEffects &effects, const NodeShapes &nodes,
           const Scope &scope);

  /// False if it came to something that it does not follow.
  bool run();

  [[nodiscard]] const std::vector<Weakness> &weaknesses() const { return weaknesses_; }
  /// By site: every execution of it is of what the thread owns; some is not.
  [[nodiscard]] const std::vector<bool> &owned() const { return owned_; }
  [[nodiscard]] const std::vector<bool> &strayed() const { return strayed_; }
  /// By site: it may write what somebody owns without his notice.
  [[nodiscard]] const std::vector<bool> &loose() const { return loose_; }
  /// Loads of which the result was taken to be what the owner had put there.
  [[nodiscard]] const std::vector<const llvm::LoadInst *> &believed() const { return believed_; }

private:
  using Heaps = std::vector<SymbolicHeap>;
  struct Exit {
    SymbolicHeap heap;
    SymbolicValue value;
  };
  struct Flow {
    std::vector<llvm::DenseSet<const llvm::Value *>> liveIn; ///< by block
    llvm::DenseMap<const llvm::Value *, unsigned> numberOf;
  };

  // Executor.cpp: functions, blocks, values
  [[nodiscard]] bool endsAlone(const Function &function) const;
  void holdVariables(SymbolicHeap &heap);
  SymbolicValue initialOf(SymbolicHeap &heap, const llvm::GlobalVariable &variable,
                          std::int64_t from, std::uint64_t bytes);
  const Flow &flowOf(const Function &function);
  std::vector<Exit> function(const Function &function, SymbolicHeap heap);
  void enterBlock(const Function &function, const llvm::BasicBlock &from,
                  const llvm::BasicBlock &to, SymbolicHeap &heap);
  static llvm::DenseSet<const llvm::Value *> liveAfter(const Flow &flow, const FlowShape &shape,
                                                       const llvm::BasicBlock &block);
  std::vector<const llvm::BasicBlock *> nextBlocks(const llvm::Instruction &end,
                                                   SymbolicHeap &heap);
  void keepLive(const Function &function, const llvm::Instruction &call, SymbolicHeap &heap);
  SymbolicValue valueOf(SymbolicHeap &heap, const llvm::Value &value);
  void setValue(SymbolicHeap &heap, const llvm::Instruction &instruction, SymbolicValue value);
  SymbolicValue addressOf(SymbolicHeap &heap, const llvm::GEPOperator &address);
  int idOf(const llvm::Value &constant);
  Heaps step(Here here, SymbolicHeap heap);
  bool fail();

  // Instructions.cpp: what single instructions do
  Heaps load(Here here, SymbolicHeap heap);
  Heaps store(Here here, SymbolicHeap heap);
  Heaps compare(const llvm::ICmpInst &compare, SymbolicHeap heap);
  Heaps compareLength(const llvm::ICmpInst &compare, SymbolicHeap heap, const SymbolicValue &length,
                      std::int64_t number, unsigned predicate);
  void compute(const llvm::Instruction &instruction, SymbolicHeap &heap);
  SymbolicValue arithmetic(const llvm::BinaryOperator &operation, SymbolicHeap &heap);
  Heaps touch(Here here, SymbolicHeap heap);
  Heaps moveMemory(Here here, SymbolicHeap heap);
  Heaps reach(Here here, SymbolicHeap heap, const llvm::Value &pointer);
  void note(SiteId site, bool owned);
  SymbolicValue *rootAt(SymbolicHeap &heap, const SymbolicValue &address, std::uint64_t bytes);
  SymbolicValue believe(SymbolicHeap &heap, const llvm::LoadInst &load, const SymbolicValue &value);

  // Synchronising.cpp: calls of the library, and containers
  Heaps call(Here here, SymbolicHeap heap);
  Heaps libraryCall(Here here, SymbolicHeap heap);
  Heaps synchronise(Here here, SymbolicHeap heap);
  void makeNew(Here here, SymbolicHeap &heap, const llvm::Value &lock);
  void end(SymbolicHeap &heap, const llvm::Value &lock);
  Heaps lock(SymbolicHeap heap, const llvm::Value &lock);
  void unlock(SymbolicHeap &heap, const llvm::Value &lock);
  Heaps allocate(Here here, SymbolicHeap heap);
  Heaps release(Here here, SymbolicHeap heap, const llvm::Value &pointer);
  std::optional<std::pair<unsigned, SymbolicValue>>
  containerAt(const SymbolicHeap &heap, const llvm::Value &pointer, const SymbolicValue &address);
  Heaps holdAlone(SymbolicHeap heap, const llvm::Value &pointer);
  std::optional<unsigned> containerOf(const llvm::Value &lock) const;
  void distrustContainers(const llvm::Value &lock);
  std::vector<PlacedContainer> containersIn(const llvm::Instruction &origin) const;
  void publish(const Here *here, SymbolicHeap &heap);
  void publishCell(SymbolicHeap &heap, int id);
  void publishContainer(SymbolicHeap &heap, const HeapCell &cell, unsigned container,
                        const SymbolicValue &lock);
  void giveAway(SymbolicHeap &heap, std::size_t held);

  const Facts &facts_;
  const Program &program_;
  Shapes &shapes_;
  ProgramEffects &effects_;
  const NodeShapes &nodes_;
  const Scope &scope_;
  std::map<FunctionId, Flow> flows_;
  llvm::DenseMap<const llvm::Value *, int> constants_;
  std::vector<FunctionId> path_;                 ///< functions that are being walked through
  std::vector<const llvm::Instruction *> calls_; ///< the calls between them
  std::vector<Weakness> weaknesses_;
  std::vector<bool> owned_;
  std::vector<bool> strayed_;
  std::vector<bool> loose_;
  std::vector<const llvm::LoadInst *> believed_;
  std::uint64_t steps_ = 0;
  bool failed_ = false;
  bool ends_ = false;    ///< a container was left in disorder when its lock ended
  bool madeNew_ = false; ///< a lock begins in memory that was there before
};

} // namespace raceward
