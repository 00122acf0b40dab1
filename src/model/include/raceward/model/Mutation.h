// Mutation: a rule of the search that a test build can switch off.
//
// A rule whose absence no test notices is not tested. With RW_MUTATIONS the test `mutations`
// switches each rule off in turn and reports the random program that detected it
// (docs/develop/search.md has the table). In every other build mutated() is a constant false and
// costs nothing.
#pragma once

#include <cstdint>

namespace raceward {

// Name, and the behaviour of the search without the rule.
#define RW_MUTATION_LIST(X)                                                                        \
  X(DependencyOfMutexes, "dependency: operations on one mutex are independent")                    \
  X(DependencyOfMemory, "dependency: conflicting accesses are independent")                        \
  X(DependencyOfPlain, "dependency: conflicting plain accesses are independent")                   \
  X(DependencyOfAtomics, "dependency: atomics are independent when any race is asked for")         \
  X(DependencyOfAwait, "dependency: an await depends on nothing")                                  \
  X(DependencyOfFailures, "dependency: failed trylocks depend on each other")                      \
  X(DependencyOfReadersAndWriters, "dependency: readers and writers are independent")              \
  X(DependencyOfReadersAndFailures, "dependency: readers and failed trylocks are independent")     \
  X(DependencyOfWaits, "dependency: waits of one semaphore are independent")                       \
  X(DependencyOfPosts, "dependency: a post and a wait are independent")                            \
  X(DependencyOfLooks, "dependency: a look at a semaphore depends on nothing")                     \
  X(DependencyOfArrivals, "dependency: arrivals at one barrier are independent")                   \
  X(DependencyInThread, "dependency: steps of one thread are independent")                         \
  X(ConflictOfEitherWrite, "conflict: only a write on the second side counts")                     \
  X(ClockOfCreation, "both orders: creation orders nothing")                                       \
  X(ClockOfJoin, "both orders: join orders nothing")                                               \
  X(CausalLockReversal, "causal order: acquisitions are not reversed")                             \
  X(CausalAttempts, "causal order: trylocks are not reversed with what they are next to")          \
  X(CausalLockEdge, "causal order: a mutex orders nothing")                                        \
  X(CausalPass, "causal order: a pass follows no arrival")                                         \
  X(CausalReaders, "causal order: a writer is not reversed with readers")                          \
  X(CausalWaits, "causal order: waits are not reversed with earlier waits")                        \
  X(CausalMemoryEdge, "causal order: conflicts order nothing")                                     \
  X(CausalLockBetween, "causal order: acquisitions are reversed against other orders")             \
  X(CausalMemoryBetween, "causal order: accesses are reversed across what stands between")         \
  X(HappensUnlockToLock, "happens-before: unlock and lock order nothing")                          \
  X(HappensReadUnlock, "happens-before: a reader's unlock orders nothing")                         \
  X(HappensReaders, "happens-before: a reader's unlock orders later readers")                      \
  X(HappensPost, "happens-before: a post orders nothing")                                          \
  X(HappensLastPost, "happens-before: a wait follows the last post only")                          \
  X(HappensWait, "happens-before: a wait orders later waits")                                      \
  X(HappensLook, "happens-before: a look at a semaphore orders nothing")                           \
  X(HappensPass, "happens-before: a barrier orders nothing")                                       \
  X(HappensLastArrival, "happens-before: a pass follows the last arrival only")                    \
  X(HappensReleaseFence, "happens-before: a release fence orders nothing")                         \
  X(HappensAcquireFence, "happens-before: an acquire fence orders nothing")                        \
  X(HappensAcquire, "happens-before: no read acquires")                                            \
  X(HappensOnlyAcquire, "happens-before: every atomic read acquires")                              \
  X(HappensOnlyRelease, "happens-before: every atomic write releases")                             \
  X(HappensReleaseSequence, "happens-before: updates end a release sequence")                      \
  X(HappensOwnSequence, "happens-before: a write by the same thread ends its release sequence")    \
  X(HappensLastWrite, "happens-before: a read sees all earlier writes")                            \
  X(HappensFailedAttempt, "happens-before: a failed trylock orders nothing")                       \
  X(HappensSections, "happens-before: sections do not order each other")                           \
  X(HappensSectionsAndAtomics, "happens-before: sections and atomics do not order each other")     \
  X(PendingLocks, "R8: locks that wait at the end are not reversed")                               \
  X(PendingAtExit, "R8: nor are those that wait when the process ends")                            \
  X(PendingAfter, "R8: what is still blocked comes before readers and posts that stay")            \
  X(AmbiguousAttempts, "readings: what is open orders for certain")                                \
  X(GuessedRaces, "guesses: a race that depends on one is a race")                                 \
  X(AsleepReversals, "R3, R5: threads asleep are reversed with what woke them")                    \
  X(AsleepAnyway, "R3, R5: nothing else wakes a thread asleep")                                    \
  X(OverlapAsked, "R7: ranges that meet overlap")                                                  \
  X(ReadersTogether, "R8: a writer is reversed with one reader alone")                             \
  X(SleepOutcomes, "R6: a thread sleeps with all its outcomes")                                    \
  X(SleepPartly, "R6: a thread that is partly asleep is taken alone")                              \
  X(SleepWaking, "sleep: nothing wakes")                                                           \
  X(SleepInherited, "sleep: nothing is inherited")                                                 \
  X(SleepTaken, "sleep: steps that were taken stay awake")                                         \
  X(ClassicSleepingAlone, "Flanagan-Godefroid: a sleeping thread is taken alone")                  \
  X(ClassicNeeded, "Flanagan-Godefroid: not enabled: any one thread")                              \
  X(ClassicAll, "Flanagan-Godefroid: not enabled, nothing needed: none")                           \
  X(SourceInitials, "Source: any thread of the sequence, not only initials")                       \
  X(SourceSecondInitial, "Source: the second event is always an initial")                          \
  X(SourceOneSuffices, "Source: an initial is added though one is there")                          \
  X(SourceSleepers, "Source: a thread that sleeps as another step is an initial")                  \
  X(OptimalSleepTest, "Optimal: sequences that a sleeping step begins are added")                  \
  X(OptimalOldPairs, "Optimal: pairs of an earlier run are not looked at again")                   \
  X(OptimalNotAfter, "Optimal: events after the first one stay in the sequence")                   \
  X(OptimalRestOfRun, "Optimal: the sequence ends with the second event")                          \
  X(OptimalExit, "Optimal: the end of the process stays in the sequence")                          \
  X(OptimalSections, "Optimal: goes on after a step that may become another")                      \
  X(OptimalPending, "Optimal: goes on when readers or waits are blocked")                          \
  X(WakeupDependency, "wakeup: any step of the sequence is an initial")                            \
  X(WakeupIndependent, "wakeup: a step outside of the sequence is not an initial")                 \
  X(WakeupOutcomes, "wakeup: outcomes do not count")                                               \
  X(WakeupSubtrees, "wakeup: what follows a branch is forgotten")                                  \
  X(WakeupLeaves, "wakeup: a leaf is extended")                                                    \
  X(LazyConflicts, "lazy: sections commute whatever data they touch")                              \
  X(LazyPlain, "lazy: sections commute whatever else they do")                                     \
  X(LazyInputs, "lazy, Optimal: sections with inputs commute")                                     \
  X(LazyRaces, "lazy: the order of sections that commute hides races")                             \
  X(LazyEndsWithRace, "lazy: goes on after a race")                                                \
  X(LazyTakesAll, "lazy: after a race open nodes take no further threads")                         \
  X(LazyUnsettled, "lazy: sections open at an old node are not looked at again")                   \
  X(LazyAttempts, "lazy: sections commute despite attempts to lock")                               \
  X(LazyAwaits, "lazy: sections commute despite waits for their writes")                           \
  X(LazyMeetings, "lazy: goes on with read-write locks and semaphores")                            \
  X(LazyTails, "lazy: open sections of a confirming run stay where they are")                      \
  X(PruningBranches, "futures: branches go one way")                                               \
  X(PruningHeld, "futures: what is locked stays locked")                                           \
  X(PruningCreated, "futures: threads that may be created do nothing")                             \
  X(PruningReaders, "pruning: readers exclude each other")                                         \
  X(PruningPaths, "pruning: one path to an access speaks for all")                                 \
  X(PruningPast, "pruning: accesses that were made cannot meet")                                   \
  X(PruningHidden, "R1: what may still be done is not held against earlier events")                \
  X(PruningDisabled, "R1: a thread that is disabled there is left out")                            \
  X(PruningAsleep, "R1: a thread that came asleep is taken alone")                                 \
  X(PruningNewcomers, "R1: a thread that is not there yet is left out")                            \
  X(ItemDemands, "R9: reversals for nodes above an item are forgotten")                            \
  X(ItemEarlier, "R9: an item does not sleep on what was taken before it")                         \
  X(ItemLater, "R9: an item also sleeps on what is taken later")                                   \
  X(ItemOutcomes, "R9: outcomes that were not begun are forgotten")                                \
  X(ItemPrefixSleep, "R9: sleep sets begin empty where an item begins")                            \
  X(ItemAllThreads, "R9: all threads are demanded, and one is taken")

enum class Mutation : std::uint8_t {
  None,
#define RW_MUTATION_NAME(name, text) name,
  RW_MUTATION_LIST(RW_MUTATION_NAME)
#undef RW_MUTATION_NAME
};

#ifdef RW_MUTATIONS
/// The mutation that is active; only a test build has this global state.
inline Mutation activeMutation = Mutation::None;
[[nodiscard]] inline bool mutated(Mutation mutation) {
  return mutation == activeMutation;
}
#else
[[nodiscard]] constexpr bool mutated(Mutation /*mutation*/) {
  return false;
}
#endif

} // namespace raceward
