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
//
// Walk has the contexts, their order, and the effect of one instruction. What an instruction means
// for values, locks, flags, frames and thread numbers is in a class of its own each.
#pragma once

#include "Departures.h"
#include "Distrust.h"
#include "Frames.h"
#include "Here.h"
#include "Invalidation.h"
#include "Knowledge.h"
#include "Locking.h"
#include "ProgramEffects.h"
#include "ReachedMemory.h"
#include "RegionFacts.h"
#include "RisingFlags.h"
#include "Shapes.h"
#include "ThreadSlices.h"
#include "Values.h"
#include "VisitRecorder.h"
#include "raceward/prove/Facts.h"

#include <deque>
#include <map>
#include <set>
#include <vector>

namespace raceward {

class Walk {
public:
  explicit Walk(const Facts &facts);

  /// False if a limit was exceeded; then nothing is known.
  bool run();
  void record(Visits &visits);

private:
  struct BlockState {
    std::vector<Knowledge> ways;
    unsigned joins = 0;
    bool collapsed = false; ///< too many groups: one stands for all
  };

  struct Context {
    FunctionId function;
    Knowledge entry;
    std::vector<BlockState> blocks; ///< by number of the block
    std::vector<FunctionExit> exits;
    bool exitsCollapsed = false;
    unsigned exitJoins = 0;
    std::set<std::pair<ContextIndex, unsigned>> callers; ///< with the block of the call
    std::set<unsigned> open;                             ///< blocks to process, by number
    bool active = false;
    bool queued = false;
  };

  // Walk.cpp: contexts and blocks
  ContextIndex contextFor(FunctionId function, Knowledge entry);
  void settle(ContextIndex index);
  void walkBlock(ContextIndex index, unsigned block);
  void leaveBlock(Here here, const Knowledge &knowledge);
  void enterBlock(ContextIndex index, unsigned from, unsigned to, Knowledge knowledge);
  void addExit(ContextIndex index, FunctionExit exit);
  void queue(ContextIndex index);
  void reach(ContextIndex context);
  std::vector<ContextIndex> roots();
  void findThreads();

  // Steps.cpp: one instruction
  void step(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void load(Here here, Knowledge &knowledge);
  void write(Here here, Knowledge &knowledge);
  void writeSites(Here here, Knowledge &knowledge);

  // Calling.cpp
  void escapeFormatted(Here here, Knowledge &knowledge);
  void libraryCall(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void enter(Here here, ContextIndex callee);
  void call(Here here, Knowledge knowledge, const std::vector<FunctionId> &callees,
            std::vector<Knowledge> &after);
  void callBack(Here here, Knowledge &knowledge, const std::vector<FunctionId> &callees,
                const std::optional<KnownLock> &once);
  void create(Here here, Knowledge &knowledge);
  void createOrNot(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  bool saysWhether(Here here, Knowledge &knowledge, bool created);
  void contract(Here here, Knowledge &knowledge);

  [[nodiscard]] bool insideSection(const Here &here) const {
    return facts_.sections.alwaysInside({here.function->id, here.index});
  }

  const Facts &facts_;
  const Program &program_;
  Shapes shapes_;
  Expressions expressions_;
  ReachedMemory memory_;
  ProgramEffects effects_;
  Values values_;
  Distrust distrust_;
  Departures departures_;
  RisingFlags flags_;
  ThreadSlices slices_;
  AbsentThreads absent_;
  HeldObjects held_;
  ListRegions listRegions_;
  RegionFacts regions_;
  VisitRecorder recorder_;
  Invalidation invalidation_;
  Locking locking_;
  Frames frames_;

  std::deque<Context> contexts_;
  std::vector<std::map<std::vector<std::uint32_t>, ContextIndex>> known_; ///< by function
  std::vector<ContextIndex> general_;                                     ///< by function
  std::deque<ContextIndex> queue_;
  unsigned depth_ = 0;
  std::uint64_t steps_ = 0;
  bool gaveUp_ = false;
  bool recording_ = false;
  std::set<ContextIndex> reached_;                                ///< while recording
  std::set<std::pair<ContextIndex, InstructionRef>> threadRoots_; ///< with the creation
  std::vector<SingleThread> threads_; ///< by context: the only one that comes there
  std::deque<ContextIndex> toRecord_;
};

} // namespace raceward
