// Writes, releases and creations of threads, by function.
#include "ProgramEffects.h"
#include "BitFieldRuns.h"
#include "MadePointers.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Support/AtomicOrdering.h>

#include <algorithm>

namespace raceward {

ProgramEffects::ProgramEffects(const Facts &facts, ReachedMemory &memory)
    : facts_(facts), program_(facts.program), memory_(memory) {
  const std::size_t count = program_.functions().size();
  written_.resize(count);
  released_.resize(count);
  waited_.resize(count);
  writesWhileParallel_.resize(facts_.pointsTo.objects().size());
  writes_.resize(facts_.pointsTo.objects().size());
  endsSection_.assign(count, false);
  createsThreads_.assign(count, false);
  numbersMakePointers_ =
      makesPointersOfNumbers(program_) && !mutated(ProverMutation::OwnedMadePointers);
  mayHaveBitFields_ = widestBitFieldRun(program_) != std::optional<std::uint64_t>(0);
  findWrites();
  findReleases();
  addThoseOfCallees();
}

void ProgramEffects::findWrites() {
  for (const AccessSite &site : program_.sites()) {
    const SitePlace &place = program_.placeOf(site.id);
    if (isAtomic(site) &&
        !(site.order == MemoryOrder::SeqCst || site.order == MemoryOrder::AcquireRelease ||
          (site.order == MemoryOrder::Release && site.kind == AccessKind::Write) ||
          (site.order == MemoryOrder::Acquire && site.kind == AccessKind::Read)))
      weakAtomics_ = true;
    // On failure it may read without any order.
    if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(place.origin);
        exchange && !llvm::isAcquireOrStronger(exchange->getFailureOrdering()))
      weakAtomics_ = true;
    if (!writes(site.kind) || !facts_.threads.isReachable(place.function) ||
        facts_.calls.isOfNoCall(*place.pointer))
      continue;
    const Reached &memory = memory_.reachedBy(*place.pointer);
    written_[place.function.index()].add(memory);
    writesAnything_ = writesAnything_ || memory.anything;
    for (const unsigned object : memory.objects)
      writes_[object].push_back(site.id);
    if (facts_.threads.interrupting()[place.function.index()] &&
        !mutated(ProverMutation::ValuesInterrupts))
      interruptWrites_.add(memory);
    if (facts_.parallel.alwaysAlone({place.function, place.instruction}))
      continue;
    parallelWrites_.add(memory);
    for (const unsigned object : memory.objects)
      writesWhileParallel_[object].push_back(site.id);
  }
}

void ProgramEffects::findReleases() {
  for (const Function &function : program_.functions()) {
    if (!facts_.calls.givenIn(function.id).empty()) // others may call them from here on
      createsThreads_[function.id.index()] = true;
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library)
        continue;
      const SyncEffect effect = instruction.library->sync;
      const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
      if (effect == SyncEffect::SectionBegin || effect == SyncEffect::SectionEnd)
        endsSection_[function.id.index()] = true;
      if (createsThread(effect))
        createsThreads_[function.id.index()] = true;
      if ((effect == SyncEffect::Unlock || effect == SyncEffect::RwUnlock ||
           effect == SyncEffect::SemaphorePost) &&
          call.arg_size() > 0 &&
          !(instruction.library->contract != ContractStep::None &&
            mutated(ProverMutation::ContractUnlocks)))
        released_[function.id.index()].add(memory_.reachedBy(*call.getArgOperand(0)));
      if (effect == SyncEffect::CondWait && call.arg_size() > 1)
        waited_[function.id.index()].add(memory_.reachedBy(*call.getArgOperand(1)));
    }
  }
}

void ProgramEffects::addThoseOfCallees() {
  const std::size_t count = program_.functions().size();
  // Callees first, so that only recursion needs more than one round.
  const std::vector<std::uint32_t> numbers = facts_.calls.bottomUp();
  std::vector<FunctionId> order(count);
  for (std::size_t i = 0; i < count; ++i)
    order[numbers[i]] = FunctionId(i);
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId caller : order)
      for (const CallTargets &call : facts_.calls.callsIn(caller))
        for (const FunctionId callee : call.callees) {
          const std::size_t from = callee.index();
          const std::size_t to = caller.index();
          if (from == to)
            continue;
          changed = written_[to].add(written_[from]) || changed;
          changed = released_[to].add(released_[from]) || changed;
          changed = waited_[to].add(waited_[from]) || changed;
          changed = changed || (endsSection_[from] && !endsSection_[to]) ||
                    (createsThreads_[from] && !createsThreads_[to]);
          endsSection_[to] = endsSection_[to] || endsSection_[from];
          createsThreads_[to] = createsThreads_[to] || createsThreads_[from];
        }
  }
}

bool ProgramEffects::mayBeReleased(FunctionId callee, const KnownLock &lock) const {
  const std::vector<Reached> &gone = lock.kind == KnownLock::Kind::Mutex ? released_ : written_;
  return memory_.mayLieIn(lock, gone[callee.index()]) &&
         !mutated(ProverMutation::LocksCalleeReleases);
}

/// Also if the lock is held again at the return: other threads may have held it meanwhile.
bool ProgramEffects::mayLetGo(FunctionId callee, const KnownLock &lock) const {
  return mayBeReleased(callee, lock) ||
         (lock.kind == KnownLock::Kind::Mutex && memory_.mayLieIn(lock, waited_[callee.index()]) &&
          !mutated(ProverMutation::FlagsWaitInCallee));
}

/// Forgets memory that the callee may have written.
void ProgramEffects::forgetAfter(FunctionId callee, Knowledge &knowledge, bool sectionMayEnd) {
  std::erase_if(knowledge.cells, [&](const KnownCell &cell) {
    return !mutated(ProverMutation::ValuesCallees) &&
           ((cell.untilSectionEnds && sectionMayEnd) || mayWrite(callee, cell));
  });
}

/// Asked for each write where they are few; otherwise the objects decide.
bool ProgramEffects::mayWrite(FunctionId callee, const KnownCell &cell) {
  constexpr std::size_t kFewWrites = 256;
  const Reached &memory = memory_.reachedBy(*cell.pointer);
  const Reached &written = written_[callee.index()];
  if (!written.meets(memory))
    return false;
  std::size_t count = 0;
  for (const unsigned object : memory.objects)
    count += writes_[object].size();
  if (memory.anything || memory.everything || written.anything || written.everything ||
      count > kFewWrites)
    return true;
  const auto [called, isNew] = called_.try_emplace(callee);
  if (isNew)
    called->second = facts_.calls.reachableFrom(callee);
  for (const unsigned object : memory.objects)
    for (const SiteId site : writes_[object]) {
      const SitePlace &place = program_.placeOf(site);
      if (called->second[place.function.index()] &&
          memory_.mayOverlap(*place.pointer, program_.sites()[site.index()].bytes, *cell.pointer,
                             cell.bytes))
        return true;
    }
  return false;
}

/// True if the accessed memory keeps its value while threads run: it is not written, or (unless
/// `byAnyone`) only by the thread that reads.
bool ProgramEffects::isFixed(Here here, bool byAnyone) {
  const Instruction &now = here.instruction();
  if (now.siteCount != 1)
    return false;
  const SiteId site(now.firstSite);
  const Reached &memory = memory_.reachedBy(*program_.placeOf(site).pointer);
  // A handler may run between any two steps of this thread, in this thread.
  if (memory.anything || interruptWrites_.anything || interruptWrites_.meets(memory))
    return false;
  if (!byAnyone && !facts_.sharing.isShared(site))
    return true;
  const auto [known, isNew] = fixed_.try_emplace(site, false);
  if (!isNew)
    return known->second;
  if (!parallelWrites_.meets(memory) || mutated(ProverMutation::ValuesParallelWrites))
    return known->second = true;
  if (parallelWrites_.anything || mayHaveBitFields_)
    return false;
  const auto bytesOf = [&](SiteId id) { return program_.sites()[id.index()].bytes; };
  const PointsTo &pointsTo = facts_.pointsTo;
  for (const unsigned object : memory.objects)
    for (const SiteId writer : writesWhileParallel_[object])
      if (pointsTo.mayOverlap(pointsTo.targetSetOf(site), bytesOf(site),
                              pointsTo.targetSetOf(writer), bytesOf(writer), 1))
        return false;
  return known->second = true;
}

} // namespace raceward
