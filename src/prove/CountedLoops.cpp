#include "CountedLoops.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

/// Maximum number of elements to enumerate.
constexpr std::size_t kMostElements = 4096;
/// Maximum distance of elements; no real program has wider ones.
constexpr std::int64_t kWidest = std::int64_t{1} << 32;

bool keepsOrder(llvm::CmpInst::Predicate predicate) {
  return predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_ULT;
}

/// The constant that a loop's index is compared with, if it is one.
std::optional<llvm::APInt> fixedBound(const CountedLoop &loop) {
  if (loop.bound.kind != StableValue::Kind::Constant || !loop.bound.casts.empty())
    return std::nullopt;
  if (!loop.bound.value)
    return llvm::APInt(64, loop.bound.number);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(loop.bound.value);
  return constant ? std::optional(constant->getValue()) : std::nullopt;
}

/// Whether the condition to stay holds in `all` whenever it holds in `some`.
bool boundCovers(const CountedLoop &all, const CountedLoop &some) {
  if (all.bound == some.bound || mutated(ProverMutation::LoopsBound))
    return true;
  const std::optional<llvm::APInt> high = fixedBound(all);
  const std::optional<llvm::APInt> low = fixedBound(some);
  if (!high || !low || high->getBitWidth() != low->getBitWidth() || !keepsOrder(all.stay))
    return false;
  return all.stay == llvm::CmpInst::ICMP_SLT ? low->sle(*high) : low->ule(*high);
}

bool goesAsFar(const Slots &all, const Slots &some) {
  return all.offset == some.offset && all.stride == some.stride && all.casts == some.casts &&
         all.loop.start.getBitWidth() == some.loop.start.getBitWidth() && !all.loop.from &&
         !some.loop.from &&
         (all.loop.start == some.loop.start || mutated(ProverMutation::LoopsStart)) &&
         (all.loop.step == some.loop.step || mutated(ProverMutation::LoopsStep)) &&
         all.loop.stay == some.loop.stay && all.loop.indexCasts == some.loop.indexCasts &&
         boundCovers(all.loop, some.loop);
}

} // namespace

bool repeatsInIteration(const llvm::Loop &loop, const llvm::BasicBlock &block) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  std::vector<const llvm::BasicBlock *> open{&block};
  while (!open.empty()) {
    const llvm::BasicBlock *at = open.back();
    open.pop_back();
    for (const llvm::BasicBlock *next : llvm::successors(at)) {
      if (next == &block)
        return true;
      if (next != loop.getHeader() && loop.contains(next) && seen.insert(next).second)
        open.push_back(next);
    }
  }
  return false;
}

bool covers(const Slots &all, const Slots &some) {
  if (all.array != some.array && !mutated(ProverMutation::LoopsArray))
    return false;
  if (goesAsFar(all, some))
    return true;
  std::vector<std::int64_t> needed = fixedElements(some);
  std::vector<std::int64_t> given = fixedElements(all);
  std::sort(needed.begin(), needed.end());
  std::sort(given.begin(), given.end());
  return !needed.empty() && std::includes(given.begin(), given.end(), needed.begin(), needed.end());
}

std::vector<std::int64_t> fixedElements(const Slots &slots) {
  const CountedLoop &loop = slots.loop;
  const std::optional<llvm::APInt> bound = fixedBound(loop);
  if (!bound || loop.from || !loop.indexCasts.empty() ||
      bound->getBitWidth() != loop.start.getBitWidth())
    return {};
  std::vector<std::int64_t> elements;
  for (llvm::APInt index = loop.start; llvm::ICmpInst::compare(index, *bound, loop.stay);
       index += loop.step) {
    if (elements.size() == kMostElements || index.getBitWidth() > 64 || index.isNegative())
      return {}; // for other indices signed and unsigned are the same
    const std::optional<std::int64_t> distance =
        (index.zext(128) * llvm::APInt(128, static_cast<std::uint64_t>(slots.stride), true) +
         llvm::APInt(128, static_cast<std::uint64_t>(slots.offset), true))
            .trySExtValue();
    if (!distance)
      return {};
    elements.push_back(*distance);
  }
  return elements;
}

std::optional<LinearPointer> linearPointer(const Program &program, const llvm::Value &pointer) {
  if (!pointer.getType()->isPointerTy())
    return std::nullopt;
  const llvm::DataLayout &layout = program.module().getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(pointer.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> terms;
  llvm::APInt offset(bits, 0);
  const llvm::Value *base = &pointer;
  while (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (!address->collectOffset(layout, bits, terms, offset))
      return std::nullopt;
    base = address->getPointerOperand();
  }
  LinearPointer linear{base, 0, {}};
  const std::optional<std::int64_t> fixed = offset.trySExtValue();
  if (!fixed)
    return std::nullopt;
  linear.offset = *fixed;
  for (const auto &[value, factor] : terms) {
    const std::optional<std::int64_t> times = factor.trySExtValue();
    if (!times)
      return std::nullopt;
    linear.terms.emplace_back(value, *times);
  }
  return linear;
}

// LLVM's analyses take mutable functions, although these two only read.
FunctionLoops::FunctionLoops(const Program &program, const SinglePlaces &places,
                             const llvm::Function &function)
    : program_(program), places_(places), dominators_(const_cast<llvm::Function &>(function)),
      loops_(dominators_) {}

std::optional<StableValue> FunctionLoops::stable(const llvm::Value &value,
                                                 const llvm::Loop *loop) const {
  const auto isRepeated = [loop](const llvm::Instruction *instruction) {
    return loop && loop->contains(instruction);
  };
  StableValue stable;
  const llvm::Value *at = &value;
  while (const auto *cast = llvm::dyn_cast<llvm::CastInst>(at)) {
    if (!isRepeated(cast))
      break;
    stable.casts.emplace_back(cast->getOpcode(), cast->getType());
    at = cast->getOperand(0);
  }
  if (llvm::isa<llvm::Constant>(at)) {
    // A thread-local variable differs per thread; a declared one may have another name elsewhere.
    if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(at)) {
      const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
      if (!variable || variable->isThreadLocal() || variable->isDeclaration())
        return std::nullopt;
    } else if (!llvm::isa<llvm::ConstantInt>(at)) {
      return std::nullopt;
    }
    stable.kind = StableValue::Kind::Constant;
    stable.value = at;
    return stable;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(at);
  if (llvm::isa<llvm::Argument>(at) || (instruction && !isRepeated(instruction))) {
    stable.kind = StableValue::Kind::Value;
    stable.value = at;
    return stable;
  }
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(at)) {
    const std::optional<FixedPlace> place = places_.placeOf(*load->getPointerOperand());
    if (!place)
      return std::nullopt;
    stable.kind = StableValue::Kind::Variable;
    stable.variable = *place;
    stable.variableBytes =
        program_.module().getDataLayout().getTypeStoreSize(load->getType()).getFixedValue();
    stable.reads.push_back(load);
    return stable;
  }
  return std::nullopt;
}

std::optional<CountedLoop> FunctionLoops::counted(const llvm::Loop &loop) const {
  const llvm::BasicBlock *header = loop.getHeader();
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(header->getTerminator());
  if (!branch || !branch->isConditional())
    return std::nullopt;
  const bool staysIfTrue = loop.contains(branch->getSuccessor(0));
  if (staysIfTrue == loop.contains(branch->getSuccessor(1)))
    return std::nullopt;
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (!compare || compare->getParent() != header)
    return std::nullopt;

  CountedLoop counted;
  counted.loop = &loop;
  counted.after = branch->getSuccessor(staysIfTrue ? 1 : 0);
  for (const bool swapped : {false, true}) {
    counted.indexCasts.clear();
    const llvm::Value *at = compare->getOperand(swapped ? 1 : 0);
    while (const auto *cast = llvm::dyn_cast<llvm::CastInst>(at)) {
      counted.indexCasts.emplace_back(cast->getOpcode(), cast->getType());
      at = cast->getOperand(0);
    }
    const auto *index = llvm::dyn_cast<llvm::PHINode>(at);
    if (!index || index->getParent() != header || !index->getType()->isIntegerTy())
      continue;
    std::optional<StableValue> bound = stable(*compare->getOperand(swapped ? 0 : 1), &loop);
    if (!bound)
      return std::nullopt;
    counted.bound = std::move(*bound);
    counted.index = index;
    counted.stay = swapped ? compare->getSwappedPredicate() : compare->getPredicate();
    if (!staysIfTrue)
      counted.stay = llvm::CmpInst::getInversePredicate(counted.stay);
    break;
  }
  if (!counted.index)
    return std::nullopt;

  // One start and one step.
  const llvm::Value *start = nullptr;
  const llvm::ConstantInt *step = nullptr;
  for (unsigned i = 0; i < counted.index->getNumIncomingValues(); ++i) {
    const llvm::Value *value = counted.index->getIncomingValue(i);
    if (!loop.contains(counted.index->getIncomingBlock(i))) {
      if (start && start != value)
        return std::nullopt;
      start = value;
      continue;
    }
    const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!next || next->getOpcode() != llvm::Instruction::Add ||
        next->getOperand(0) != counted.index)
      return std::nullopt;
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    if (!constant || (step && step != constant))
      return std::nullopt;
    step = constant;
  }
  if (!start || !step || step->isZero())
    return std::nullopt;
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(start);
  counted.start =
      constant ? constant->getValue() : llvm::APInt(start->getType()->getIntegerBitWidth(), 0);
  counted.from = constant ? nullptr : start;
  counted.step = step->getValue();
  return counted;
}

std::optional<Slots> FunctionLoops::slotsOf(const llvm::Instruction &user,
                                            const llvm::Value &pointer) const {
  const llvm::Loop *loop = loops_.getLoopFor(user.getParent());
  // In the header, an iteration that is not entered would use its element as well.
  if (!loop || user.getParent() == loop->getHeader() ||
      (repeatsInIteration(*loop, *user.getParent()) && !mutated(ProverMutation::LoopsRepeat)))
    return std::nullopt;
  const std::optional<LinearPointer> linear = linearPointer(program_, pointer);
  if (linear && linear->terms.empty())
    return walked(*loop, *linear);
  std::optional<CountedLoop> counted = this->counted(*loop);
  auto element = elementAt(user, pointer);
  if (!counted || !element || element->second != counted->index)
    return std::nullopt;
  return Slots{std::move(element->first), std::move(*counted)};
}

std::optional<std::pair<Elements, const llvm::Value *>>
FunctionLoops::elementAt(const llvm::Instruction &user, const llvm::Value &pointer) const {
  std::optional<LinearPointer> linear = linearPointer(program_, pointer);
  if (!linear || linear->terms.size() != 1)
    return std::nullopt;
  const std::int64_t stride = linear->terms[0].second;
  if (stride == 0 || stride > kWidest || stride < -kWidest)
    return std::nullopt;
  Elements elements;
  const unsigned addressBits =
      program_.module().getDataLayout().getIndexTypeSizeInBits(pointer.getType());
  const llvm::Value *index = linear->terms[0].first;
  if (index->getType()->getScalarSizeInBits() > addressBits &&
      !mutated(ProverMutation::LoopsCutIndex))
    return std::nullopt; // truncated: different numbers may become equal
  while (const auto *cast = llvm::dyn_cast<llvm::CastInst>(index)) {
    if (!llvm::isa<llvm::SExtInst>(cast) && !llvm::isa<llvm::ZExtInst>(cast))
      return std::nullopt;
    elements.casts.emplace_back(cast->getOpcode(), cast->getType());
    index = cast->getOperand(0);
  }
  // One array has one name, however it is reached.
  if (const std::optional<FixedPlace> single = places_.placeOf(*linear->base);
      single && places_.isSingle(*single->object)) {
    linear->base = single->object;
    linear->offset += single->offset;
  }
  std::optional<StableValue> array = stable(*linear->base, loopAround(*user.getParent()));
  if (!array || !array->casts.empty())
    return std::nullopt;
  elements.array = std::move(*array);
  elements.offset = linear->offset;
  elements.stride = stride;
  return std::pair(std::move(elements), index);
}

/// A pointer that walks from one fixed element of an array to another: equivalent to counting its
/// steps.
std::optional<Slots> FunctionLoops::walked(const llvm::Loop &loop,
                                           const LinearPointer &pointer) const {
  const auto *walker = llvm::dyn_cast<llvm::PHINode>(pointer.base);
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
  if (!walker || walker->getParent() != loop.getHeader() || !branch || !branch->isConditional())
    return std::nullopt;
  const bool staysIfTrue = loop.contains(branch->getSuccessor(0));
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (staysIfTrue == loop.contains(branch->getSuccessor(1)) || !compare)
    return std::nullopt;
  const bool swapped = compare->getOperand(1) == walker;
  if (!swapped && compare->getOperand(0) != walker)
    return std::nullopt;
  llvm::CmpInst::Predicate stay =
      swapped ? compare->getSwappedPredicate() : compare->getPredicate();
  if (!staysIfTrue)
    stay = llvm::CmpInst::getInversePredicate(stay);
  if (stay != llvm::CmpInst::ICMP_ULT && stay != llvm::CmpInst::ICMP_NE)
    return std::nullopt;

  const std::optional<LinearPointer> end =
      linearPointer(program_, *compare->getOperand(swapped ? 0 : 1));
  std::optional<LinearPointer> start;
  std::int64_t step = 0;
  for (unsigned i = 0; i < walker->getNumIncomingValues(); ++i) {
    const std::optional<LinearPointer> value =
        linearPointer(program_, *walker->getIncomingValue(i));
    if (!value || !value->terms.empty())
      return std::nullopt;
    if (loop.contains(walker->getIncomingBlock(i))) {
      if (value->base != walker || (step != 0 && step != value->offset))
        return std::nullopt;
      step = value->offset;
    } else {
      if (start && (start->base != value->base || start->offset != value->offset))
        return std::nullopt;
      start = value;
    }
  }
  if (!start || !end || !end->terms.empty() || start->base != end->base || step <= 0 ||
      step > kWidest || start->offset < 0 || end->offset < start->offset || end->offset > kWidest ||
      pointer.offset > kWidest || pointer.offset < -kWidest)
    return std::nullopt;
  const std::int64_t way = end->offset - start->offset;
  if (stay == llvm::CmpInst::ICMP_NE && way % step != 0)
    return std::nullopt;
  std::optional<StableValue> array = stable(*start->base, &loop);
  if (!array || !array->casts.empty() || array->kind == StableValue::Kind::Variable)
    return std::nullopt;

  Slots slots;
  slots.loop.loop = &loop;
  slots.loop.index = walker;
  slots.loop.start = llvm::APInt(64, 0);
  slots.loop.step = llvm::APInt(64, 1);
  slots.loop.stay = llvm::CmpInst::ICMP_ULT;
  slots.loop.bound.number = static_cast<std::uint64_t>((way + step - 1) / step);
  slots.loop.after = branch->getSuccessor(staysIfTrue ? 1 : 0);
  slots.array = std::move(*array);
  slots.offset = start->offset + pointer.offset;
  slots.stride = step;
  return slots;
}

bool FunctionLoops::inEveryIteration(const llvm::Instruction &instruction) const {
  const llvm::Loop *loop = loops_.getLoopFor(instruction.getParent());
  if (!loop)
    return false;
  llvm::SmallVector<llvm::BasicBlock *> latches;
  loop->getLoopLatches(latches);
  for (const llvm::BasicBlock *latch : latches)
    if (!dominators_.dominates(instruction.getParent(), latch))
      return false;
  return true;
}

} // namespace raceward
