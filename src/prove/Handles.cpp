#include "Handles.h"

#include "HandleFinder.h"
#include "PrivateMemory.h"
#include "raceward/base/Check.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

void HandleFinder::findCreations() {
  for (const Function &function : program_.functions()) {
    if (!threads_.isReachable(function.id))
      continue;
    for (const CreateSite &site : calls_.createsIn(function.id)) {
      Creation creation{site.at, site.call, {}, false};
      for (std::size_t t = 0; t < threads_.templates().size(); ++t)
        if (const auto &created = threads_.templates()[t].createdAt;
            created && created->at == site.at)
          creation.templates.push_back(t);
      out_.creations_.push_back(std::move(creation));
    }
  }
  places_.resize(out_.creations_.size());
  mayCreate_.resize(program_.functions().size());
}

void HandleFinder::findWriters() {
  for (const AccessSite &site : program_.sites()) {
    const SitePlace &place = program_.placeOf(site.id);
    if (!writes(site.kind) || !threads_.isReachable(place.function))
      continue;
    const InstructionRef at{place.function, place.instruction};
    const Instruction &code = codeAt(at);
    const bool isHandle = code.op == Op::LibraryCall && code.library &&
                          createsThread(code.library->sync) && callAt(at).arg_size() > 0 &&
                          callAt(at).getArgOperand(0) == place.pointer;
    writers_.push_back({&place, isHandle, isHandle ? std::optional(handleBytes_) : site.bytes,
                        single_.placeOf(*place.pointer), linearPointer(program_, *place.pointer)});
    allWriters_.push_back(static_cast<std::uint32_t>(allWriters_.size()));
  }
}

void HandleFinder::findJoins() {
  for (const Function &function : program_.functions())
    if (threads_.isReachable(function.id))
      for (std::uint32_t i = 0; i < function.code.instructions.size(); ++i)
        if (const Instruction &code = function.code.instructions[i];
            code.op == Op::LibraryCall && code.library &&
            code.library->sync == SyncEffect::JoinThread)
          joins_.push_back({function.id, i});
}

/// Finds threads that detach themselves, and whether any thread may be detached.
void HandleFinder::findDetached() {
  detachesItself_.assign(threads_.templates().size(), false);
  const auto isOwnHandle = [&](const llvm::Value &value) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee->getName() == "pthread_self" || callee->getName() == "thrd_current") &&
           callee->isDeclaration();
  };
  for (const Function &function : program_.functions()) {
    if (!threads_.isReachable(function.id))
      continue;
    for (const Instruction &code : function.code.instructions) {
      if (code.op != Op::LibraryCall || !code.library)
        continue;
      const auto &call = llvm::cast<llvm::CallBase>(*code.origin);
      if (code.library->name == "pthread_attr_setdetachstate") {
        // PTHREAD_CREATE_JOINABLE is zero.
        const auto *state = call.arg_size() > 1
                                ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1))
                                : nullptr;
        attributesMayDetach_ = attributesMayDetach_ || !state || !state->isZero();
      }
      if (code.library->sync != SyncEffect::DetachThread ||
          (mutated(ProverMutation::ContractDetaches) && !modelledFunction(*code.origin).empty()))
        continue;
      if (call.arg_size() == 0 || !isOwnHandle(*call.getArgOperand(0))) {
        anyDetach_ = true;
        continue;
      }
      for (const std::size_t thread : threadsOf(function.id)) {
        detachesItself_[thread] = true;
        if (threads_.templates()[thread].runsInOthers())
          anyDetach_ = true; // whichever thread runs it
      }
    }
  }
}

/// Finds joins by threads other than the creator: the creator's own join may then fail, because the
/// thread was joined before, or because the joining thread waits for the creator (a deadlock that
/// the library reports).
void HandleFinder::findForeignJoins() {
  foreignJoins_.assign(threads_.templates().size(), false);
  for (const InstructionRef join : joins_)
    for (const std::size_t thread : threadsOf(join.function))
      if (!foreignJoins_[thread] && !joinsOwnChild(join, thread))
        foreignJoins_[thread] = true;
}

bool HandleFinder::joinsOwnChild(InstructionRef join, std::size_t thread) const {
  const llvm::CallBase &call = callAt(join);
  const auto *load =
      call.arg_size() > 0 ? llvm::dyn_cast<llvm::LoadInst>(call.getArgOperand(0)) : nullptr;
  if (!load)
    return false;
  const llvm::Value &pointer = *load->getPointerOperand();
  const std::optional<LinearPointer> linear = linearPointer(program_, pointer);
  const bool isPrivate = linear && isPrivateMemory(program_, *linear->base);
  const bool isSingle = threads_.templates()[thread].single;
  const std::optional<FixedPlace> fixed = single_.placeOf(pointer);
  for (const HandleWriter &writer : writers_) {
    if (isPrivate && writer.linear) {
      if (writer.linear->base != linear->base)
        continue;
    } else if (fixed && writer.fixed ? fixed->object != writer.fixed->object
                                     : !mayMeet(*writer.place->pointer, pointer)) {
      continue;
    }
    const Instruction &code = codeAt({writer.place->function, writer.place->instruction});
    const bool isFree = code.op == Op::LibraryCall && code.library && code.library->frees;
    if (!writer.isHandle && !isFree)
      return false;
    if (!isPrivate && !isFree &&
        (!isSingle || onlyThreadOf(writer.place->function) != std::optional(thread)))
      return false;
  }
  return isPrivate || isSingle;
}

void HandleFinder::findPlaces() {
  for (CreationIndex c = 0; c < out_.creations_.size(); ++c) {
    const Creation &creation = out_.creations_[c];
    const LibraryFunction &library = *codeAt(creation.at).library;
    if ((anyDetach_ && !mutated(ProverMutation::HandlesDetached)) || creation.call->arg_size() == 0)
      continue;
    if (library.sync == SyncEffect::CreateThread &&
        (creation.call->arg_size() < 4 ||
         (attributesMayDetach_ && !mutated(ProverMutation::HandlesAttributes) &&
          !llvm::isa<llvm::ConstantPointerNull>(creation.call->getArgOperand(1)))))
      continue;
    if (std::any_of(creation.templates.begin(), creation.templates.end(),
                    [&](std::size_t t) { return detachesItself_[t]; }) &&
        !mutated(ProverMutation::HandlesSelfDetached))
      continue;
    const std::vector<std::size_t> creators = threadsOf(creation.at.function);
    bool mayFail = false; // the join may fail
    for (std::size_t thread = 0; thread < foreignJoins_.size(); ++thread)
      if (foreignJoins_[thread] && !mutated(ProverMutation::HandlesForeignJoins))
        mayFail =
            mayFail || creators != std::vector{thread} || !threads_.templates()[thread].single;
    for (const std::size_t creator : creators)
      mayFail = mayFail || threads_.templates()[creator].runsInOthers();
    if (mayFail)
      continue;

    const llvm::Value &pointer = *creation.call->getArgOperand(0);
    places_[c].fixed = single_.placeOf(pointer);
    if (places_[c].fixed)
      continue;
    const auto isWide = [&](const Elements &elements) {
      return static_cast<std::uint64_t>(std::abs(elements.stride)) >= handleBytes_;
    };
    std::optional<Slots> slots = loopsOf(creation.at.function).slotsOf(*creation.call, pointer);
    if (slots && !slots->loop.from && isWide(*slots))
      places_[c].slots = std::move(slots);
    auto counted = countsIn(creation.at.function).find(creation.at, *creation.call);
    if (counted && isWide(counted->elements))
      places_[c].counted = std::move(counted);
  }
}

/// How many joins end the threads, if they are found like that.
int HandleFinder::joinsOf(CreationIndex c) {
  int found = 0;
  for (const InstructionRef join : joins_)
    if (const std::optional<Slots> visited = slotsOfJoin(join))
      found += coversCounted(*visited, join, c) ||
                       (places_[c].slots && covers(*visited, *places_[c].slots))
                   ? 1
                   : 0;
  return found;
}

/// A bound may outlive the call that creates where a count does not, or the other way round; and so
/// may a count that is written down where the index does not. What more joins ask for is kept.
void HandleFinder::chooseArray(CreationIndex c) {
  const HandlePlace all = places_[c];
  if (!all.counted)
    return;
  std::vector<HandlePlace> choices;
  if (all.slots)
    choices.push_back({std::nullopt, all.slots, std::nullopt});
  choices.push_back({std::nullopt, std::nullopt, all.counted});
  if (!all.counted->written.empty()) {
    choices.push_back(choices.back());
    choices.back().counted->forgetWritten();
  }
  int most = -1;
  HandlePlace best;
  for (const HandlePlace &choice : choices) {
    places_[c] = choice;
    if (const int joins = joinsOf(c); joins > most) {
      most = joins;
      best = choice;
    }
  }
  places_[c] = best;
}

void HandleFinder::addLoopAndFrame(CreationIndex c) {
  Creation &creation = out_.creations_[c];
  const FunctionId function = creation.at.function;
  const HandlePlace &place = places_[c];
  if (place.fixed)
    addFrameOf(c, place.fixed->object);
  if (place.slots) {
    addFrameOf(c, place.slots->loop.bound.value);
    addFrameOf(c, place.slots->loop.bound.variable.object);
  }
  if (place.counted) {
    addFrameOf(c, place.counted->count ? place.counted->count->object : place.counted->index);
  }
  if (const Elements *elements = place.elements()) {
    addFrameOf(c, elements->array.value);
    addFrameOf(c, elements->array.variable.object);
    creation.fillsArray = true;
  }
  if (place.loop()) {
    const llvm::BasicBlock *header = place.loop()->getHeader();
    const std::optional<std::uint32_t> target = firstOf(function, *header);
    const auto &indices = indexOf(function);
    for (const llvm::BasicBlock *before : llvm::predecessors(header)) {
      if (place.loop()->contains(before))
        continue;
      const auto from = indices.find(before->getTerminator());
      RW_CHECK(target && from != indices.end());
      out_.edges_[{{function, from->second}, *target}].enter.push_back(c);
    }
  }
}

/// A variable of a frame is lost with it; memory that was allocated is there after the call.
void HandleFinder::addFrameOf(CreationIndex c, const llvm::Value *value) {
  if (!value || llvm::isa<llvm::Constant>(value) || mutated(ProverMutation::HandlesFrames) ||
      (llvm::isa<llvm::CallBase>(value) && single_.isSingle(*value)))
    return;
  const auto *argument = llvm::dyn_cast<llvm::Argument>(value);
  const Function *function = program_.functionOf(
      argument ? argument->getParent() : llvm::cast<llvm::Instruction>(value)->getFunction());
  RW_CHECK(function);
  Handles::Creations &list = out_.ofFrame_[function->id];
  if (std::ranges::find(list, c) == list.end())
    list.push_back(c);
}

/// The load of the joined handle, if the join uses it directly.
const llvm::LoadInst *HandleFinder::handleOf(const llvm::CallBase &join) const {
  const auto *load =
      join.arg_size() > 0 ? llvm::dyn_cast<llvm::LoadInst>(join.getArgOperand(0)) : nullptr;
  if (!load || load->getParent() != join.getParent() ||
      program_.module().getDataLayout().getTypeStoreSize(load->getType()) != handleBytes_)
    return nullptr;
  for (const llvm::Instruction *at = load->getNextNode(); at && at != &join; at = at->getNextNode())
    if (at->mayWriteToMemory() && !llvm::isa<llvm::LifetimeIntrinsic>(at) &&
        !mutated(ProverMutation::HandlesReadEarlier))
      return nullptr;
  return load;
}

bool HandleFinder::createsNothing(const llvm::Loop &loop, FunctionId function) {
  for (const CreateSite &site : calls_.createsIn(function))
    if (loop.contains(site.call))
      return false;
  for (const CallTargets &call : calls_.callsIn(function)) {
    if (!loop.contains(codeAt(call.at).origin))
      continue;
    for (const FunctionId callee : call.callees) {
      std::optional<bool> &known = mayCreate_[callee.index()];
      if (!known) {
        known = false;
        const std::vector<bool> reached = calls_.reachableFrom(callee);
        for (std::size_t f = 0; f < reached.size(); ++f)
          if (reached[f] && !calls_.createsIn(FunctionId(f)).empty())
            known = true;
      }
      if (*known)
        return false;
    }
  }
  return true;
}

std::optional<Slots> HandleFinder::slotsOfJoin(InstructionRef join) {
  const llvm::CallBase &call = callAt(join);
  const llvm::LoadInst *load = handleOf(call);
  if (!load)
    return std::nullopt;
  const FunctionLoops &loops = loopsOf(join.function);
  std::optional<Slots> slots = loops.slotsOf(call, *load->getPointerOperand());
  if (!slots || (!loops.inEveryIteration(call) && !mutated(ProverMutation::HandlesEveryRound)) ||
      (!createsNothing(*slots->loop.loop, join.function) &&
       !mutated(ProverMutation::HandlesCreatedMeanwhile)))
    return std::nullopt;
  return slots;
}

bool HandleFinder::coversCounted(const Slots &visited, InstructionRef join, CreationIndex c) {
  const FunctionId creator = out_.creations_[c].at.function;
  return places_[c].counted &&
         countsIn(creator).covers(visited, *places_[c].counted, creator == join.function);
}

void HandleFinder::addSameNumbers(InstructionRef join, const Slots &visited) {
  for (CreationIndex c = 0; c < places_.size(); ++c) {
    const HandlePlace &place = places_[c];
    const Elements *elements = place.elements();
    const llvm::PHINode *number = place.slots     ? place.slots->loop.index
                                  : place.counted ? place.counted->index
                                                  : nullptr;
    const bool isSame = elements && visited == *elements;
    if (number && isSame)
      out_.sameNumbers_.push_back({{join, visited.loop.index, out_.creations_[c].call, number}, c});
  }
}

void HandleFinder::matchJoin(InstructionRef join) {
  const llvm::CallBase &call = callAt(join);
  const llvm::LoadInst *load = handleOf(call);
  if (!load)
    return;
  const llvm::Value &pointer = *load->getPointerOperand();
  if (const std::optional<FixedPlace> place = single_.placeOf(pointer)) {
    for (CreationIndex c = 0; c < places_.size(); ++c)
      if (places_[c].fixed == place) {
        out_.joined_[join].push_back(c);
        out_.joins_[join].push_back(c);
      }
    return;
  }
  const std::optional<Slots> slots = slotsOfJoin(join);
  if (!slots)
    return;
  addSameNumbers(join, *slots);
  const auto &indices = indexOf(join.function);
  const auto from = indices.find(slots->loop.loop->getHeader()->getTerminator());
  const std::optional<std::uint32_t> target = firstOf(join.function, *slots->loop.after);
  if (from == indices.end() || !target)
    return;
  Handles::Creations joined;
  for (CreationIndex c = 0; c < places_.size(); ++c) {
    if ((places_[c].slots && covers(*slots, *places_[c].slots)) || coversCounted(*slots, join, c)) {
      joined.push_back(c);
    } else if (places_[c].fixed && slots->array.value == places_[c].fixed->object &&
               places_[c].fixed->object) {
      const std::vector<std::int64_t> elements = fixedElements(*slots);
      if (std::find(elements.begin(), elements.end(), places_[c].fixed->offset) != elements.end())
        joined.push_back(c);
    }
  }
  if (joined.empty())
    return;
  Handles::Creations &list = out_.edges_[{{join.function, from->second}, *target}].joined;
  list.insert(list.end(), joined.begin(), joined.end());
  out_.joins_[join] = std::move(joined);
}

std::vector<std::size_t> HandleFinder::threadsOf(FunctionId function) const {
  std::vector<std::size_t> threads;
  for (std::size_t t = 0; t < threads_.templates().size(); ++t)
    if (threads_.templates()[t].runs[function.index()])
      threads.push_back(t);
  return threads;
}

std::optional<std::size_t> HandleFinder::onlyThreadOf(FunctionId function) const {
  std::optional<std::size_t> only;
  for (std::size_t t = 0; t < threads_.templates().size(); ++t) {
    if (!threads_.templates()[t].runs[function.index()])
      continue;
    if (only || !threads_.templates()[t].single)
      return std::nullopt;
    only = t;
  }
  return only;
}

const FunctionLoops &HandleFinder::loopsOf(FunctionId function) {
  std::unique_ptr<FunctionLoops> &loops = loops_[function];
  if (!loops)
    loops = std::make_unique<FunctionLoops>(program_, single_, *program_.function(function).origin);
  return *loops;
}

const llvm::DenseMap<const llvm::Instruction *, std::uint32_t> &
HandleFinder::indexOf(FunctionId function) {
  auto &indices = indices_[function];
  if (indices.empty()) {
    const std::vector<Instruction> &code = program_.function(function).code.instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i)
      indices.try_emplace(code[i].origin, i);
  }
  return indices;
}

std::optional<std::uint32_t> HandleFinder::firstOf(FunctionId function,
                                                   const llvm::BasicBlock &block) {
  const auto &indices = indexOf(function);
  for (const llvm::Instruction &instruction : block)
    if (const auto at = indices.find(&instruction); at != indices.end())
      return at->second;
  return std::nullopt;
}

/// An instruction that is executed whenever the value is computed. A phi node has no instruction of
/// its own in decoded code.
std::optional<InstructionRef> HandleFinder::whereComputed(const llvm::Instruction &value) {
  const Function *function = program_.functionOf(value.getFunction());
  if (!function)
    return std::nullopt;
  if (llvm::isa<llvm::PHINode>(value)) {
    const std::optional<std::uint32_t> first = firstOf(function->id, *value.getParent());
    return first ? std::optional(InstructionRef{function->id, *first}) : std::nullopt;
  }
  const auto &indices = indexOf(function->id);
  const auto at = indices.find(&value);
  return at != indices.end() ? std::optional(InstructionRef{function->id, at->second})
                             : std::nullopt;
}

void HandleFinder::addLost(InstructionRef at, CreationIndex c) {
  Handles::Creations &list = out_.lost_[at];
  if (std::find(list.begin(), list.end(), c) == list.end())
    list.push_back(c);
}

namespace {
template <typename Map, typename Key>
const Handles::Creations &orNone(const Map &map, const Key &key) {
  static const Handles::Creations none;
  const auto at = map.find(key);
  return at == map.end() ? none : at->second;
}
} // namespace

Handles::Handles(const Program &program, const PointsTo &pointsTo, const Calls &calls,
                 const Threads &threads) {
  HandleFinder(program, pointsTo, calls, threads, *this).run();
}

const Handles::Creations &Handles::joinedAt(InstructionRef at) const {
  return orNone(joined_, at);
}

const Handles::Creations &Handles::lostAt(InstructionRef at) const {
  return orNone(lost_, at);
}

const Handles::Creations &Handles::ofFrame(FunctionId function) const {
  return orNone(ofFrame_, function);
}

const Handles::EdgeEffect *Handles::onEdge(InstructionRef from, std::uint32_t target) const {
  const auto at = edges_.find({from, target});
  return at == edges_.end() ? nullptr : &at->second;
}

bool Handles::hasEffects(FunctionId function) const {
  return withEffects_.contains(function);
}

} // namespace raceward
