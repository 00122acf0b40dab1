// Locking: locks of the library, and locks that programs build from a variable. Private to prove.
//
// A variable is a lock if it is zero while free, is taken by changing zero to another value in one
// atomic step, and is only written by its holder. The last condition is known only at the end of
// the walk, so a write that breaks it is recorded, and locks that it may have hit are not trusted
// in the end (Distrust.h). The same applies to a mutex that is unlocked by a thread that does not
// certainly hold it.
#pragma once

#include "Distrust.h"
#include "Here.h"
#include "Invalidation.h"
#include "Knowledge.h"
#include "VisitRecorder.h"

#include <vector>

namespace raceward {

class Locking {
public:
  Locking(Expressions &expressions, ReachedMemory &memory, Values &values, Distrust &distrust,
          Invalidation &invalidation, VisitRecorder &recorder, bool waitsMayFail)
      : expressions_(expressions), memory_(memory), values_(values), distrust_(distrust),
        invalidation_(invalidation), recorder_(recorder), waitsMayFail_(waitsMayFail) {}

  bool synchronise(Here here, Knowledge &knowledge, std::vector<Knowledge> &after);
  void writeWord(Here here, Knowledge &knowledge, const llvm::Value &pointer, std::uint64_t bytes,
                 ExpressionId oldValue, ExpressionId newValue);
  void writePlainly(Here here, Knowledge &knowledge, const llvm::Value &pointer);
  void exchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after);
  void compareExchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after);

private:
  void acquire(Knowledge &knowledge, const llvm::Value &lock, bool exclusive);
  void release(Knowledge &knowledge, const llvm::Value &lock);
  void requireHeld(Here here, const Knowledge &knowledge, const llvm::Value &lock);
  void tryAcquire(Here here, Knowledge knowledge, bool exclusive, std::vector<Knowledge> &after);

  Expressions &expressions_;
  ReachedMemory &memory_;
  Values &values_;
  Distrust &distrust_;
  Invalidation &invalidation_;
  VisitRecorder &recorder_;
  bool waitsMayFail_; ///< a signal ends them
};

} // namespace raceward
