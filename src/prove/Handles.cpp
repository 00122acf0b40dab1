#include "Handles.h"

#include "PrivateMemory.h"
#include "raceward/base/Check.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

namespace {

/// The place where a creation stores its handles.
struct HandlePlace {
  std::optional<FixedPlace> fixed;
  std::optional<Slots> slots;
};

/// Memory that must not change while threads of a creation are alive.
struct Watched {
  CreationIndex creation = 0;
  bool isHandle = false;
  std::optional<FixedPlace> fixed;
  const llvm::Value *pointer = nullptr; ///< into the memory
  std::uint64_t bytes = 0;              ///< size of one handle, or of the variable
  std::int64_t offset = 0;
  std::uint64_t stride = 0;           ///< distance of the elements of an array of handles
  std::vector<std::int64_t> elements; ///< offsets in a variable, if the array has few elements
  bool isPrivate = false;
};

/// A site that writes, prepared once.
struct Writer {
  const SitePlace *place = nullptr;
  bool isHandle = false;              ///< writes the handle of a new thread
  std::optional<std::uint64_t> bytes; ///< size of the write, if known
  std::optional<FixedPlace> fixed;
  std::optional<LinearPointer> linear;
};

/// Whether byte ranges overlap; the size of the second may be unknown.
bool overlap(std::int64_t at, std::uint64_t bytes, std::int64_t other,
             std::optional<std::uint64_t> otherBytes) {
  // Unsigned: addresses wrap around.
  const std::uint64_t distance = static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(other);
  return distance < otherBytes.value_or(UINT64_MAX) || 0 - distance < bytes;
}

std::uint64_t remainder(std::int64_t value, std::uint64_t by) {
  const auto divisor = static_cast<std::int64_t>(by);
  return static_cast<std::uint64_t>(((value % divisor) + divisor) % divisor);
}

} // namespace

class HandleFinder {
public:
  HandleFinder(const Program &program, const PointsTo &pointsTo, const Calls &calls,
               const Threads &threads, Handles &out)
      : program_(program), pointsTo_(pointsTo), calls_(calls), threads_(threads), out_(out),
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
    return places_[c].fixed || places_[c].slots;
  }
  void forget(CreationIndex c) { places_[c] = {}; }

  void findCreations();
  void findWriters();
  void findJoins();
  void findDetached();
  void findForeignJoins();
  [[nodiscard]] bool joinsOwnChild(InstructionRef join, std::size_t thread) const;
  void findPlaces();
  void watchMemory();
  void watch(Watched watched);
  const std::vector<std::uint32_t> &writersOf(const llvm::Value *object);
  [[nodiscard]] bool mayTouch(const Writer &writer, const Watched &watched) const;
  [[nodiscard]] std::vector<std::int64_t> elementsOf(const Writer &writer,
                                                     const llvm::Value *object) const;
  [[nodiscard]] bool inOtherField(const Writer &writer, const Watched &watched) const;
  void addLoopAndFrame(CreationIndex c);
  void matchJoin(InstructionRef join);
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
  const std::uint64_t handleBytes_;
  std::vector<HandlePlace> places_; ///< by creation
  std::vector<Writer> writers_;
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
                        fixedPlaceOf(program_, *place.pointer),
                        linearPointer(program_, *place.pointer)});
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
  const std::optional<FixedPlace> fixed = fixedPlaceOf(program_, pointer);
  for (const Writer &writer : writers_) {
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
    places_[c].fixed = fixedPlaceOf(program_, pointer);
    if (places_[c].fixed)
      continue;
    std::optional<Slots> slots = loopsOf(creation.at.function).slotsOf(*creation.call, pointer);
    if (slots && static_cast<std::uint64_t>(std::abs(slots->stride)) >= handleBytes_)
      places_[c].slots = std::move(slots);
  }
}

void HandleFinder::watchMemory() {
  const auto variable = [&](CreationIndex c, const StableValue &value) {
    Watched watched;
    watched.creation = c;
    watched.fixed = value.variable;
    watched.pointer = value.variable.object;
    watched.bytes = value.variableBytes;
    watched.isPrivate = isPrivateMemory(program_, *value.variable.object);
    watch(std::move(watched));
  };
  const auto computed = [&](CreationIndex c, const llvm::Value *value) {
    // If the value is computed again, it differs.
    if (const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
        instruction && !mutated(ProverMutation::HandlesComputed)) {
      if (const std::optional<InstructionRef> at = whereComputed(*instruction))
        addLost(*at, c);
      else
        forget(c);
    }
  };
  const auto lifetime = [&](CreationIndex c, const llvm::Value *object) {
    for (const llvm::User *user : object->users())
      if (const auto *marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user))
        computed(c, marker);
  };
  for (CreationIndex c = 0; c < places_.size(); ++c) {
    const HandlePlace place = places_[c];
    Watched handle;
    handle.creation = c;
    handle.isHandle = true;
    handle.bytes = handleBytes_;
    if (place.fixed) {
      handle.fixed = place.fixed;
      handle.pointer = place.fixed->object;
      handle.isPrivate = isPrivateMemory(program_, *place.fixed->object);
      watch(std::move(handle));
      computed(c, place.fixed->object);
      lifetime(c, place.fixed->object);
    } else if (place.slots) {
      const StableValue &array = place.slots->array;
      handle.offset = place.slots->offset;
      handle.stride = static_cast<std::uint64_t>(std::abs(place.slots->stride));
      if (array.kind == StableValue::Kind::Variable) {
        handle.pointer = array.reads.front();
        variable(c, array);
        lifetime(c, array.variable.object);
        computed(c, array.variable.object);
      } else {
        handle.pointer = array.value;
        handle.isPrivate = isPrivateMemory(program_, *array.value);
        if (fixedPlaceOf(program_, *array.value) == FixedPlace{array.value, 0})
          handle.elements = fixedElements(*place.slots);
        computed(c, array.value);
        lifetime(c, array.value);
      }
      watch(std::move(handle));
      const StableValue &bound = place.slots->loop.bound;
      if (bound.kind == StableValue::Kind::Variable) {
        variable(c, bound);
        lifetime(c, bound.variable.object);
        computed(c, bound.variable.object);
      } else {
        computed(c, bound.value);
      }
    }
  }
}

/// Writers that name the object, and those that name none.
const std::vector<std::uint32_t> &HandleFinder::writersOf(const llvm::Value *object) {
  std::vector<std::uint32_t> &list = writersOf_[object];
  if (list.empty())
    for (const std::uint32_t i : allWriters_)
      if (!writers_[i].fixed || writers_[i].fixed->object == object)
        list.push_back(i);
  return list;
}

/// Records every write to the memory; gives up if another thread may write there.
void HandleFinder::watch(Watched watched) {
  const CreationIndex c = watched.creation;
  if (!isTracked(c))
    return;
  const std::optional<std::size_t> owner = onlyThreadOf(out_.creations_[c].at.function);
  const std::vector<std::uint32_t> &candidates =
      watched.fixed ? writersOf(watched.fixed->object) : allWriters_;
  for (const std::uint32_t candidate : candidates) {
    const Writer &writer = writers_[candidate];
    const InstructionRef at{writer.place->function, writer.place->instruction};
    if (watched.isHandle && writer.isHandle && at == out_.creations_[c].at)
      continue;
    if (!mayTouch(writer, watched))
      continue;
    if (!watched.isPrivate && (!owner || onlyThreadOf(at.function) != owner) &&
        !mutated(ProverMutation::HandlesOthersWrite)) {
      forget(c);
      return;
    }
    if (!mutated(ProverMutation::HandlesOverwritten))
      addLost(at, c);
  }
  // Several threads share one array, or one variable that holds its length.
  if (!watched.isPrivate && !owner && watched.isHandle)
    forget(c);
}

bool HandleFinder::mayTouch(const Writer &writer, const Watched &watched) const {
  if (watched.fixed || !watched.elements.empty()) {
    const llvm::Value *object = watched.fixed ? watched.fixed->object : watched.pointer;
    if (writer.fixed && writer.fixed->object != object)
      return false;
    // Elements of one variable, compared from both sides.
    const std::vector<std::int64_t> others =
        writer.fixed ? std::vector{writer.fixed->offset} : elementsOf(writer, object);
    const auto isTouched = [&](std::int64_t at) {
      return std::any_of(others.begin(), others.end(), [&](std::int64_t other) {
        return overlap(at, watched.bytes, other, writer.bytes);
      });
    };
    if (!others.empty())
      return watched.fixed
                 ? isTouched(watched.fixed->offset)
                 : std::any_of(watched.elements.begin(), watched.elements.end(), isTouched);
  }
  if (watched.isPrivate && writer.linear) {
    if (writer.linear->base != watched.pointer)
      return false;
  } else if (!mayMeet(*writer.place->pointer, *watched.pointer)) {
    return false;
  }
  return !inOtherField(writer, watched);
}

/// Offsets in a variable that a creation writes in a loop, if they are few.
std::vector<std::int64_t> HandleFinder::elementsOf(const Writer &writer,
                                                   const llvm::Value *object) const {
  for (CreationIndex c = 0; writer.isHandle && c < places_.size(); ++c)
    if (places_[c].slots && places_[c].slots->array.value == object &&
        out_.creations_[c].at == InstructionRef{writer.place->function, writer.place->instruction})
      return fixedElements(*places_[c].slots);
  return {};
}

/// Both are elements of one array of structs, but different members of it.
bool HandleFinder::inOtherField(const Writer &writer, const Watched &watched) const {
  if (watched.stride == 0 || !writer.linear || !writer.bytes)
    return false;
  if (writer.linear->base != watched.pointer) {
    // The array is found through a variable that is read repeatedly.
    const auto *mine = llvm::dyn_cast<llvm::LoadInst>(watched.pointer);
    const auto *other = llvm::dyn_cast<llvm::LoadInst>(writer.linear->base);
    if (!mine || !other || other->getParent() != writer.place->origin->getParent())
      return false;
    const std::optional<FixedPlace> here = fixedPlaceOf(program_, *mine->getPointerOperand());
    if (!here || here != fixedPlaceOf(program_, *other->getPointerOperand()))
      return false;
    for (const llvm::Instruction *at = other; at && at != writer.place->origin;
         at = at->getNextNode())
      if (at->mayWriteToMemory())
        return false;
  }
  if (mutated(ProverMutation::HandlesOtherField))
    return true;
  for (const auto &[value, factor] : writer.linear->terms)
    if (remainder(factor, watched.stride) != 0)
      return false;
  const auto apart = static_cast<std::int64_t>(static_cast<std::uint64_t>(writer.linear->offset) -
                                               static_cast<std::uint64_t>(watched.offset));
  const std::uint64_t distance = remainder(apart, watched.stride);
  return distance >= watched.bytes && *writer.bytes <= watched.stride - distance;
}

void HandleFinder::addLoopAndFrame(CreationIndex c) {
  Creation &creation = out_.creations_[c];
  const FunctionId function = creation.at.function;
  const HandlePlace &place = places_[c];
  const auto isLocal = [](const llvm::Value *value) {
    return value && !llvm::isa<llvm::Constant>(value);
  };
  bool ofFrame = false;
  if (place.fixed)
    ofFrame = isLocal(place.fixed->object);
  if (place.slots) {
    const Slots &slots = *place.slots;
    for (const StableValue &value : {slots.array, slots.loop.bound})
      ofFrame = ofFrame || isLocal(value.value) || isLocal(value.variable.object);
    creation.fillsArray = true;
    const llvm::BasicBlock *header = slots.loop.loop->getHeader();
    const std::optional<std::uint32_t> target = firstOf(function, *header);
    const auto &indices = indexOf(function);
    for (const llvm::BasicBlock *before : llvm::predecessors(header)) {
      if (slots.loop.loop->contains(before))
        continue;
      const auto from = indices.find(before->getTerminator());
      RW_CHECK(target && from != indices.end());
      out_.edges_[{{function, from->second}, *target}].enter.push_back(c);
    }
  }
  if (ofFrame && !mutated(ProverMutation::HandlesFrames))
    out_.ofFrame_[function].push_back(c);
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

void HandleFinder::matchJoin(InstructionRef join) {
  const llvm::CallBase &call = callAt(join);
  const llvm::LoadInst *load = handleOf(call);
  if (!load)
    return;
  const llvm::Value &pointer = *load->getPointerOperand();
  if (const std::optional<FixedPlace> place = fixedPlaceOf(program_, pointer)) {
    for (CreationIndex c = 0; c < places_.size(); ++c)
      if (places_[c].fixed == place) {
        out_.joined_[join].push_back(c);
        out_.joins_[join].push_back(c);
      }
    return;
  }
  const FunctionLoops &loops = loopsOf(join.function);
  const std::optional<Slots> slots = loops.slotsOf(call, pointer);
  if (!slots || (!loops.inEveryIteration(call) && !mutated(ProverMutation::HandlesEveryRound)) ||
      (!createsNothing(*slots->loop.loop, join.function) &&
       !mutated(ProverMutation::HandlesCreatedMeanwhile)))
    return;
  const auto &indices = indexOf(join.function);
  const auto from = indices.find(slots->loop.loop->getHeader()->getTerminator());
  const std::optional<std::uint32_t> target = firstOf(join.function, *slots->loop.after);
  if (from == indices.end() || !target)
    return;
  Handles::Creations joined;
  for (CreationIndex c = 0; c < places_.size(); ++c) {
    if (places_[c].slots && covers(*slots, *places_[c].slots)) {
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
    loops = std::make_unique<FunctionLoops>(program_, *program_.function(function).origin);
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
