// ProverMutation: a condition of a prover that a test build can leave out.
//
// Each condition is there because without it some racy program would be called race-free. With
// RW_MUTATIONS the test `prover_mutations` leaves each out in turn, and reports the program or test
// that notices (docs/develop/prover-mutations.md has the table). The environment variable
// RACEWARD_PROVER_MUTATION, with the name of one, does the same for any program of that build. In
// every other build mutated() is a constant false and costs nothing.
#pragma once

#include <cstdint>
#ifdef RW_MUTATIONS
#include <cstdlib>
#include <string_view>
#endif

namespace raceward {

// Name, and the wrong belief of the provers without the condition.
// clang-format off: a row is a line, whatever its length.
#define RW_PROVER_MUTATION_LIST(X) \
  X(PointsNumbers, "points-to: numbers hold no pointers") \
  X(PointsParts, "points-to: a pointer of which a part is written points where it did") \
  X(PointsFromNowhere, "points-to: a number of unknown origin becomes no pointer to anything") \
  X(PointsArithmetic, "points-to: arithmetic on a number leaves a pointer where it is") \
  X(PointsDistances, "points-to: an index is not the distance to another object") \
  X(PointsOtherNames, "points-to: a variable that is only declared is not another one") \
  X(PointsInitial, "points-to: variables hold nothing at the beginning") \
  X(PointsVariadic, "points-to: variadic arguments are not passed on") \
  X(PointsByValue, "points-to: a struct that is passed by value is empty") \
  X(PointsThreadResults, "points-to: what a thread returns is lost") \
  X(PointsCallBacks, "points-to: the library calls back without arguments") \
  X(PointsExposed, "points-to: objects whose address is exposed keep contents of their own") \
  X(PointsPrinted, "points-to: an address that is printed does not come back") \
  X(PointsTurned, "points-to: an address that becomes a number is not guessed") \
  X(PointsTold, "points-to: an address that the library reads does not come back") \
  X(PointsUnmoved, "points-to: what nothing flows from points nowhere") \
  X(PointsCompared, "points-to: comparing with a number does not tell an address") \
  X(PointsKept, "points-to: the library keeps nothing") \
  X(PointsStored, "points-to: the library stores no pointers into arguments") \
  X(PointsRealloc, "points-to: realloc does not move what was there") \
  X(PointsLive, "points-to: what only variables mention is never executed") \
  X(PointsWrappers, "points-to: a function that may also return older memory is a wrapper") \
  X(PointsGivenAllocator, "points-to: what a wrapper gets through a pointer is not its result") \
  X(PointsReturnedArgument, "points-to: what a wrapper returns is never its argument") \
  X(LentStored, "lent memory: an address that is stored stays") \
  X(LentCallees, "lent memory: functions do not pass on what they get") \
  X(LentReturned, "lent memory: functions do not return what they get") \
  X(LentKept, "lent memory: the library keeps and passes on nothing") \
  X(LentPrinted, "lent memory: an address that is printed stays") \
  X(LentNumbers, "lent memory: an address that becomes a number stays") \
  X(LentInside, "lent memory: what may be another address is compared and subtracted, too") \
  X(PlacesUnknownLength, "places: an access of unknown length is one byte long") \
  X(PlacesAnything, "places: a pointer from nowhere meets nothing") \
  X(PlacesBothSides, "places: a row is overlapped from one side only") \
  X(PlacesEnd, "places: an index of unknown range is not larger than zero") \
  X(IndexStep, "indices: a loop may count without a comparison") \
  X(IndexUser, "indices: the bound of a loop also holds after it") \
  X(IndexWraps, "indices: a counter does not wrap around") \
  X(BitFieldRunsLength, "bit-fields: each is a location of its own") \
  X(BitFieldUnits, "bit-fields: the unit of a bit-field begins with the run") \
  X(BitFieldsUndescribed, "bit-fields: there are none without debug information") \
  X(SharingArguments, "sharing: a thread is not handed anything") \
  X(SharingKept, "sharing: what the library keeps is not shared") \
  X(SharingExposed, "sharing: what is exposed cannot be reached by a pointer from nowhere") \
  X(SharingUnknown, "sharing: unknown memory is not shared") \
  X(SharingThroughMemory, "sharing: pointers in shared memory are not followed") \
  X(ThreadsLoops, "threads: what stands in a loop runs once") \
  X(ThreadsCallers, "threads: a function with two callers runs once") \
  X(ThreadsRecursion, "threads: recursion ends with the first call") \
  X(ThreadsCallBacks, "threads: the library calls back once") \
  X(ThreadsJumps, "threads: nothing runs again after setjmp") \
  X(ThreadsHandlers, "threads: nothing runs at the end of threads") \
  X(OneThreadSeveral, "one-thread: several threads of one kind are one") \
  X(ParallelCreating, "parallel: the handle is written before the thread starts") \
  X(ParallelSiblings, "parallel: threads of one creator are never beside each other") \
  X(ParallelDescendants, "parallel: threads start no further threads") \
  X(ParallelLeftBehind, "parallel: a thread that is joined leaves no thread behind") \
  X(ParallelExit, "parallel: pthread_exit leaves no thread behind") \
  X(ParallelEndings, "parallel: handlers at ends are beside no thread") \
  X(ParallelInterrupts, "parallel: handlers of signals create no threads") \
  X(ParallelJumps, "parallel: setjmp comes back once") \
  X(ParallelStates, "parallel: the ninth state is taken for the eighth") \
  X(ParallelBland, "parallel: a function that starts and joins no thread has its first caller's state") \
  X(HandlesSecond, "handles: a second thread in one place is joined with the first") \
  X(HandlesLoopAgain, "handles: a loop that fills an array again loses nothing") \
  X(HandlesOverwritten, "handles: a write into a handle leaves it as it is") \
  X(HandlesBehind, "handles: what else is written in the memory of the array lies before it") \
  X(HandlesOthersWrite, "handles: no other thread writes them") \
  X(HandlesFrames, "handles: a variable of a call is there after it") \
  X(HandlesComputed, "handles: a place that is computed anew is the same one") \
  X(HandlesDetached, "handles: a detached thread is joined") \
  X(HandlesSelfDetached, "handles: a thread that detaches itself is joined") \
  X(HandlesAttributes, "handles: attributes do not detach") \
  X(HandlesForeignJoins, "handles: no other thread joins a thread") \
  X(HandlesEveryRound, "handles: a join in some rounds of a loop is one in all") \
  X(HandlesCreatedMeanwhile, "handles: nothing is created in a loop that joins") \
  X(CountsStart, "counts: a loop over the last elements is one over all") \
  X(CountsSuccess, "counts: a thread that was started and not counted is joined") \
  X(CountsAfterSuccess, "counts: a count in memory steps when a thread was started") \
  X(CountsEveryRound, "counts: a count in memory steps in every round") \
  X(CountsTogether, "counts: two variables of a loop step together") \
  X(CountsOuterLoop, "counts: a count of the round before is the one of this round") \
  X(CountsBefore, "counts: a number from before the threads is their count") \
  X(CountsReadEarlier, "counts: a step adds to the last count") \
  X(CountsSet, "counts: a count is never set to something else") \
  X(CountsWritten, "counts: a number is written down before anybody reads it") \
  X(CountsWithoutLoop, "counts: who writes the number down has come from the loop") \
  X(CountsOnlyWritten, "counts: a number that was written before the loop stays") \
  X(AbsentCreated, "slices: the creator touches the part of a thread before it is there, always") \
  X(AbsentJoined, "slices: the creator touches the part of a thread after it has ended, always") \
  X(AbsentLost, "slices: a join ends the thread of its number, whatever was written since") \
  X(PlacesSingle, "places: an allocation is made once") \
  X(PlacesOnly, "places: a pointer has one target") \
  X(PointsTwoBlocks, "places: a wrapper allocates one block") \
  X(HandlesReadEarlier, "handles: what is written after the handle was read does not matter") \
  X(HandlesOtherField, "handles: a write to any element is one to another member") \
  X(LoopsBound, "counted loops: every loop goes as far as any other") \
  X(LoopsStart, "counted loops: all begin with the same element") \
  X(LoopsStep, "counted loops: all take the same steps") \
  X(LoopsArray, "counted loops: all go through the same array") \
  X(LoopsRepeat, "counted loops: nothing is executed twice in a round") \
  X(LoopsCutIndex, "counted loops: an index that is cut off is the same") \
  X(PrivateStored, "private memory: an address that is stored stays private") \
  X(PrivatePassed, "private memory: an address that is passed to a function stays private") \
  X(PrivateHanded, "private memory: what a thread is handed stays private") \
  X(SectionsOnePath, "atomic sections: inside on one path is inside") \
  X(SectionsCallees, "atomic sections: a callee ends none") \
  X(SectionsPlain, "atomic sections: one of the two inside is enough") \
  X(DisjointExternal, "disjoint: an object that is defined elsewhere has one name") \
  X(LocksReaders, "locks: readers exclude each other") \
  X(LocksTwice, "locks: of a lock that is taken twice the stronger counts") \
  X(LocksUnlockOther, "locks: an unlock of an unknown lock releases none") \
  X(LocksUnlockNotHeld, "locks: a thread that does not hold a lock does not release it") \
  X(LocksWaitNotHeld, "locks: a thread that does not hold a lock does not wait with it") \
  X(LocksMadeNew, "locks: a lock that is made new is still held") \
  X(LocksSemaphoreRoom, "locks: a semaphore has room for one") \
  X(LocksAttempts, "locks: a trylock takes the lock") \
  X(LocksInterrupted, "locks: no signal ends the wait for a semaphore") \
  X(LocksCalleeReleases, "locks: a callee releases none of its caller's") \
  X(LocksOnePath, "locks: held on one path is held") \
  X(LocksComputed, "locks: a lock whose address is computed anew is the same one") \
  X(LocksOnePlace, "locks: a lock that may lie in several places lies in the first") \
  X(LocksWhereJoined, "locks: where a lock may lie is known from the first path") \
  X(LocksOwnOfThread, "locks: locks of several threads by one name are one") \
  X(LocksBesideData, "locks: a lock that goes with the data is the same for accesses that overlap") \
  X(WordsPlainWrites, "locks of words: a plain write leaves them held") \
  X(WordsOthersWrite, "locks of words: an atomic write by others leaves them held") \
  X(WordsSizes, "locks of words: words of several sizes in one place are apart") \
  X(WordsFree, "locks of words: a thread that takes one need not find it free") \
  X(WordsAcquire, "locks of words: taking one need not acquire") \
  X(WordsRelease, "locks of words: giving one back need not release") \
  X(WordsKeySize, "locks of words: the size is not a part of the name") \
  X(DeparturesParts, "departures: who writes a part of the variable leaves it as it is") \
  X(DeparturesFirst, "departures: all writes before the threads are of the first value") \
  X(DeparturesSet, "departures: the first value is written as soon as there is memory") \
  X(DeparturesLock, "departures: no lock is needed to write another value") \
  X(DeparturesOthers, "departures: other threads may be the first to write another value") \
  X(DeparturesBefore, "departures: all that main does comes before it writes another value") \
  X(FlagsFall, "flags: no thread sets a flag back") \
  X(FlagsSizes, "flags: a write of another size also sets the flag") \
  X(FlagsReaders, "flags: a reader's section comes before or after any other") \
  X(FlagsSectionEnds, "flags: a section lasts after its lock was let go") \
  X(FlagsWait, "flags: a wait for a condition does not end a section") \
  X(FlagsWaitInCallee, "flags: a wait in a callee does not end a section") \
  X(FlagsLockTrust, "flags: where the lock of a flag may lie is known from its first reader") \
  X(FlagsOnePath, "flags: seen on one path is seen") \
  X(OwnedStored, "owned: an address that is stored is known to no other thread") \
  X(OwnedExchanged, "owned: an address that an atomic operation stores is known to no other thread") \
  X(OwnedPassed, "owned: the library passes no address on") \
  X(OwnedByCallee, "owned: a callee passes no address on") \
  X(OwnedMerged, "owned: an address that is merged with another one is known by its old name") \
  X(OwnedCreating, "owned: the creating call writes before the thread starts") \
  X(CreatedNothing, "creations: a number other than zero says that there is a thread") \
  X(OwnedWeakAtomics, "owned: an atomic that orders nothing publishes nothing") \
  X(OwnedUnknownValue, "owned: a value of unknown origin is not an address") \
  X(OwnedMadePointers, "made pointers: numbers that are added to a pointer stay in its object") \
  X(OwnedResults, "owned: of two results of a function both are known") \
  X(HeldStores, "held: an address is stored in one place") \
  X(HeldOnce, "held: the address of each object is stored once") \
  X(HeldHandedOver, "held: no thread gets an address from the library") \
  X(ContainersGiven, "containers: a node that was put in stays with the thread") \
  X(ContainersChain, "containers: a list need not end") \
  X(ContainersLast, "containers: the last node is the last one") \
  X(ContainersBack, "containers: links back lead to the node before") \
  X(ContainersCount, "containers: the count is right") \
  X(ContainersPayload, "containers: what goes with a node is the thread's") \
  X(ContainersUnnoticed, "containers: nobody else writes links") \
  X(ContainersSometimes, "containers: what is owned at times is owned") \
  X(ContainersRecursive, "containers: no holder takes a lock again") \
  X(ContainersHandlers, "containers: handlers leave them alone") \
  X(ContainersTried, "containers: an attempt takes the lock") \
  X(ContainersUnlock, "containers: only the holder lets a lock go") \
  X(ContainersMadeNew, "containers: nobody has a lock that is initialised") \
  X(RegionsAnything, "regions: a write to anywhere leaves the links of lists") \
  X(RegionsMoved, "regions: memory that is moved keeps its address") \
  X(RegionsInitialised, "regions: no lists exist when the program starts") \
  X(RegionsBesideRoot, "regions: what lies beside a root belongs to it") \
  X(RegionsMovedRoot, "regions: a link that leads beside a root leads to it") \
  X(RegionsUnknown, "regions: a pointer of which nothing is known may be linked anywhere") \
  X(RegionsLinked, "regions: a node may be linked to a second list") \
  X(RegionsWrites, "regions: whatever writes a link keeps to the rule") \
  X(RegionsCallees, "regions: a callee links nothing that it was given") \
  X(SlicesWrap, "own slices: no multiple of the stride wraps around") \
  X(SlicesWidened, "own slices: numbers are made wider without wrapping around") \
  X(SlicesEveryRound, "own slices: a thread is created in every round") \
  X(SlicesDirection, "own slices: numbers count in one direction") \
  X(SlicesBitFields, "own slices: bit-fields of neighbours are apart") \
  X(SlicesRepeat, "own slices: a variable that counts has no value twice") \
  X(SlicesOncePerRound, "own slices: one thread is created in a round") \
  X(SlicesLoopOnce, "own slices: the loop that creates runs once") \
  X(SlicesMovingBound, "own slices: the bound of the loop does not move") \
  X(SlicesEnd, "own slices: a slice ends before the next one begins") \
  X(SlicesOfNobody, "own slices: no thread has the number of a part that main uses") \
  X(SlicesOrigin, "own slices: slices of two arrays lie alike") \
  X(SlicesNull, "own slices: a thread's object is not null") \
  X(ValuesWeak, "values: the address of a weak symbol is not null") \
  X(ValuesOthersWrite, "values: a variable holds only constants that are stored into it") \
  X(ValuesOtherSizes, "values: a write of another size leaves a variable as it is") \
  X(ValuesWrittenAnywhere, "values: a pointer to anywhere writes nowhere") \
  X(ValuesWrap, "values: sums do not wrap around") \
  X(ValuesUnsigned, "values: comparisons without sign are those with one") \
  X(ValuesInterrupts, "values: handlers of signals write nothing") \
  X(ValuesParallelWrites, "values: memory keeps its value despite parallel writes") \
  X(ValuesWritten, "values: a write leaves what is known of the memory") \
  X(ValuesCallees, "values: a callee leaves what is known of the memory") \
  X(ValuesSectionEnds, "values: what a section read holds after it") \
  X(ValuesAnew, "values: an instruction in a loop gives one value") \
  X(AloneAfterCall, "first: a callee creates no threads") \
  X(AloneAfterCallBack, "first: a function that the library calls creates no threads") \
  X(AloneHandlers, "first: handlers at ends run before any thread exists") \
  X(AloneOnePath, "first: no thread on one path means no thread") \
  X(ExecutedJumps, "never executed: setjmp comes back as it was left") \
  X(VisitsOnce, "visits: every creation starts one thread") \
  X(PlacesKnown, "visits: known places of one variable are apart") \
  X(VisitsMany, "visits: of many ways to an access the first ones count") \
  X(ContextsMany, "contexts: of many entries of a function the first for the rest counts") \
  X(KeyAlone, "key of contexts: without whether a thread exists") \
  X(KeyLocks, "key of contexts: without locks") \
  X(KeyExclusive, "key of contexts: without whether a lock is held exclusively") \
  X(KeyLockSize, "key of contexts: without sizes of locks") \
  X(KeyLockMemory, "key of contexts: without where locks may lie") \
  X(KeyArguments, "key of contexts: without what arguments are") \
  X(KeyFlags, "key of contexts: without flags") \
  X(KeyFlagSize, "key of contexts: without sizes of flags") \
  X(KeyOwned, "key of contexts: without what is owned") \
  X(KeyRegions, "key of contexts: without the regions of arguments") \
  X(KeyTrust, "key of trust: without where a lock may lie") \
  X(KeyNumbers, "key of thread numbers: without the variable that counts") \
  X(KeyNull, "key of thread objects: without whether it may be null") \
  X(FuturesReaders, "futures: readers exclude each other") \
  X(FuturesNotHeld, "futures: an unlock of what is not held releases nothing") \
  X(FuturesAttempts, "futures: a trylock takes the lock") \
  X(FuturesJoins, "futures: joins do not fail") \
  X(FuturesLocals, "futures: locals do not end") \
  X(FuturesWaiting, "futures: loops end") \
  X(FuturesCallees, "futures: a callee does nothing") \
  X(FuturesExits, "futures: a callee returns with the locks that it first returned with") \
  X(KeyFutures, "key of futures: without the locks held") \
  X(ContractThroughMemory, "contracts: pointers in memory that is given are not followed") \
  X(ContractThroughConstant, "contracts: pointers in constant memory are not followed") \
  X(ContractKeeps, "contracts: what is given is not kept") \
  X(ContractTouchesKept, "contracts: what is kept is touched by nobody later") \
  X(ContractAmong, "contracts: what is kept races with nothing that such functions do") \
  X(ContractKeepsLent, "contracts: constant memory that is given is not kept") \
  X(ContractStores, "contracts: no addresses are stored into what is given") \
  X(ContractHidden, "contracts: numbers that are given are not addresses") \
  X(ContractAnswers, "contracts: no address comes back") \
  X(ContractShares, "contracts: what is given is not shared") \
  X(ContractCallBackArguments, "contracts: functions are called without arguments") \
  X(ContractCallBackResults, "contracts: what functions return is not touched") \
  X(ContractFunctions, "contracts: functions that come back are those of the program") \
  X(ContractThreads, "contracts: functions are called by threads of the program only") \
  X(ContractInterrupts, "contracts: functions are called by other threads only") \
  X(ContractStarts, "contracts: functions that main gives do not run beside it") \
  X(ContractEnds, "contracts: no thread ends in a call") \
  X(ContractUnlocks, "contracts: locks that are given are left alone") \
  X(ContractDetaches, "contracts: threads that are given are left alone")
// clang-format on

enum class ProverMutation : std::uint16_t {
  None,
#define RW_PROVER_MUTATION_NAME(name, text) name,
  RW_PROVER_MUTATION_LIST(RW_PROVER_MUTATION_NAME)
#undef RW_PROVER_MUTATION_NAME
};

#ifdef RW_MUTATIONS
inline ProverMutation proverMutationOfEnvironment() {
  const char *wanted = std::getenv("RACEWARD_PROVER_MUTATION");
  if (wanted == nullptr)
    return ProverMutation::None;
#define RW_PROVER_MUTATION_IF(name, text)                                                          \
  if (std::string_view(wanted) == #name)                                                           \
    return ProverMutation::name;
  RW_PROVER_MUTATION_LIST(RW_PROVER_MUTATION_IF)
#undef RW_PROVER_MUTATION_IF
  std::abort(); // results for another list would be meaningless
}

/// The mutation that is active; only a test build has this global state.
inline ProverMutation activeProverMutation = proverMutationOfEnvironment();
[[nodiscard]] inline bool mutated(ProverMutation mutation) {
  return mutation == activeProverMutation;
}

/// Called whenever provers begin with a program; a test may use it to run several.
inline void (*onStartOfProving)() = nullptr;
inline void startProving() {
  if (onStartOfProving != nullptr)
    onStartOfProving();
}
#else
[[nodiscard]] constexpr bool mutated(ProverMutation /*mutation*/) {
  return false;
}
inline void startProving() {}
#endif

} // namespace raceward
