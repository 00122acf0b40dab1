// AbsentThreads: what the creator does with the part of memory of a thread that is not there.
// Private to prove.
//
//   for (i = 0; i < n; i++) {                      for (i = 0; i < n; i++) {
//     w[i].id = i;                                   pthread_join(w[i].thread, NULL);
//     pthread_create(&w[i].thread, ..., &w[i]);      sum += w[i].result;
//   }                                              }
//
// Each thread has its own part, by its number (ThreadSlices.h). The creator touches the part of the
// thread number i before it is created, and after it was joined; all threads that are there then
// have other numbers. So the creator's access is one to the part of a thread, too: to that of a
// thread of which no access can race with it.
#pragma once

#include "Expressions.h"
#include "Here.h"
#include "SinglePlaces.h"
#include "ThreadSlices.h"

namespace raceward {

class AbsentThreads {
public:
  AbsentThreads(const Facts &facts, Expressions &expressions, ThreadSlices &slices)
      : facts_(facts), expressions_(expressions), slices_(slices),
        places_(facts.program, facts.pointsTo, facts.threads) {}

  /// The address in terms of the number of a thread that is not there, in place of the variable
  /// that counts; invalid if it is not known to be absent.
  ExpressionId addressFor(Here here, ExpressionId address);
  /// The accessed address with the object in place of a pointer that only ever points to it.
  ExpressionId withObject(ExpressionId address);

private:
  struct Thread {
    const llvm::CallBase *creation;
    const llvm::PHINode *number; ///< what counts the threads where they are created
  };
  [[nodiscard]] std::optional<Thread> absentAt(Here here, const llvm::PHINode &round);

  const Facts &facts_;
  Expressions &expressions_;
  ThreadSlices &slices_;
  const SinglePlaces places_;
};

} // namespace raceward
