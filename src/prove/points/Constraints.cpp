#include "Constraints.h"

#include "Arithmetic.h"
#include "raceward/base/Check.h"
#include "raceward/program/ExternalObjects.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward::points {

namespace {

/// Declared here, but not an alias of any object of the program.
bool isStream(const llvm::GlobalVariable &global) {
  const llvm::StringRef name = global.getName();
  return name == "stdin" || name == "stdout" || name == "stderr";
}

/// Variables of the C library that hold its own memory or that of the environment, unless the
/// program assigns them itself. C reserves these names. (`optarg` points to an argument of the
/// program: a call of getopt() is a gap.)
bool holdsOutsideMemory(const llvm::GlobalVariable &global) {
  const llvm::StringRef name = global.getName();
  return isStream(global) || name == "optarg" || name == "environ";
}

/// Pointers are moved as integers of every size: as uintptr_t, byte by byte, in the members of
/// unions, in the target of a memcpy, and in the registers in which clang passes and returns
/// structs. Following only some of them lost races, and following all of them costs no proof of the
/// SV-COMP corpus. Truth values are exempt.
bool mayHoldPointers(const llvm::Type &type) {
  if (mutated(ProverMutation::PointsNumbers))
    return !type.isIntOrIntVectorTy() && type.isSized();
  return type.isSized() && !type.isIntOrIntVectorTy(1);
}

std::optional<std::uint64_t> constantOf(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return constant ? constant->getValue().tryZExtValue() : std::nullopt;
}

Layout layoutOf(const AllocatedSize &size, std::uint64_t wordBytes) {
  if (size.head > 0)
    return Layout::withHead(size.head, size.element, wordBytes);
  return Layout::ofBytes(size.bytes, size.element > 1 ? std::optional(size.element) : std::nullopt,
                         wordBytes);
}

} // namespace

Constraints::Constraints(const Program &program, FlowLog *log)
    : program_(program), layout_(program.module().getDataLayout()),
      wordBytes_(std::max(1u, layout_.getPointerSize())), inclusion_(wordBytes_, log),
      live_(program), wrappers_(program), lent_(program), indices_(layout_) {
  inclusion_.onTarget = [this](std::uint32_t tag, ObjectIndex object) { onTarget(tag, object); };
  wild_ = newObject({AbstractObject::Kind::Anything, nullptr}, Layout());
  RW_CHECK(wild_ == 0); // Inclusion relies on this number
  inclusion_.markUnknown(wild_);
  outside_ = newObject({AbstractObject::Kind::Library, nullptr}, Layout());
  ofCallingThread_ = newObject({AbstractObject::Kind::Other, nullptr}, Layout());
  kept_ = inclusion_.addNode();
  told_ = inclusion_.addNode();
  passedOn_ = inclusion_.addNode();
  inclusion_.addCopy(kept_, told_);
  toOutside_ = inclusion_.addNode();
  inclusion_.addPlace(toOutside_, inclusion_.places().anywhereIn(outside_));
  inclusion_.addStoreAnywhere(toOutside_, toOutside_);
  inclusion_.addLoad(toOutside_, told_, kUnknownBytes);
  toWild_ = inclusion_.addNode();
  inclusion_.addPlace(toWild_, inclusion_.places().anywhereIn(wild_));

  prepareContracts();
  visitGlobals();
  for (const llvm::Argument &argument : program.entry().origin->args())
    if (argument.getType()->isPointerTy()) // argv and the environment
      inclusion_.addCopy(toOutside_, nodeOf(argument));
  for (const Function &function : program.functions())
    if (function.hasBody && live_.has(*function.origin))
      visitFunction(function);
  // Also where nothing flows from what is accessed: memset() of zeros.
  for (const AccessSite &site : program.sites())
    if (const llvm::Value &pointer = *program.placeOf(site.id).pointer;
        carries(pointer) && !mutated(ProverMutation::PointsUnmoved))
      (void)nodeOf(pointer);
  bindConstants();
  do
    inclusion_.solve();
  while (connectWildPointers());
}

ObjectIndex Constraints::newObject(AbstractObject object, Layout layout) {
  objects_.push_back(object);
  functionOfObject_.push_back(nullptr);
  return inclusion_.addObject(std::move(layout));
}

bool Constraints::carries(const llvm::Value &value) {
  return mayHoldPointers(*value.getType()) && !llvm::isa<llvm::ConstantData>(value);
}

std::uint64_t Constraints::storeBytes(llvm::Type &type) const {
  if (!type.isSized())
    return kUnknownBytes;
  const llvm::TypeSize size = layout_.getTypeStoreSize(&type);
  return size.isScalable() ? kUnknownBytes : size.getFixedValue();
}

NodeIndex Constraints::nodeFor(const llvm::Value &value) const {
  const auto at = nodeOf_.find(&value);
  return at == nodeOf_.end() ? kNoNode : at->second;
}

NodeIndex Constraints::nodeOf(const llvm::Value &value) {
  if (const auto at = nodeOf_.find(&value); at != nodeOf_.end())
    return at->second;
  const NodeIndex node = inclusion_.addNode();
  nodeOf_[&value] = node;
  if (!value.getType()->isPtrOrPtrVectorTy() && !value.getType()->isAggregateType())
    numbers_.push_back(node);
  // Bound later by a worklist, not by recursion: constants can be nested deeply.
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
      constant && !llvm::isa<llvm::ConstantData>(constant))
    unboundConstants_.emplace_back(constant, node);
  return node;
}

void Constraints::bindConstants() {
  while (!unboundConstants_.empty()) {
    const auto [constant, node] = unboundConstants_.back();
    unboundConstants_.pop_back();
    bindConstant(*constant, node);
  }
}

/// Connects a constant with the globals and functions that it mentions.
void Constraints::bindConstant(const llvm::Constant &constant, NodeIndex node) {
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
    const Function *known = program_.functionOf(function);
    if (!known)
      return;
    const ObjectIndex object = newObject({AbstractObject::Kind::Function, function}, Layout());
    functionOfObject_[object] = known;
    inclusion_.markCode(object);
    inclusion_.addPlace(node, inclusion_.places().startOf(object));
    return;
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    inclusion_.addPlace(node, inclusion_.places().startOf(objectOf_.find(global)->second));
    bindOtherNames(*global, node);
    return;
  }
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) {
    inclusion_.addCopy(nodeOf(*alias->getAliasee()), node);
    return;
  }
  if (llvm::isa<llvm::GEPOperator>(&constant)) {
    visitAddress(constant, node);
    return;
  }
  bool isMoved = true;
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    isMoved = !expression->isCast() || expression->getOpcode() == llvm::Instruction::Trunc;
    if (expression->getOpcode() == llvm::Instruction::IntToPtr) {
      const bool isFixed = llvm::isa<llvm::ConstantInt>(expression->getOperand(0));
      inclusion_.addCopy(isFixed ? toOutside_ : toWild_, node);
    }
  } else if (llvm::isa<llvm::ConstantAggregate>(constant)) {
    isMoved = false;
  }
  // Expressions and aggregates: all their operands.
  for (const llvm::Use &operand : constant.operands())
    if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand);
        part && !llvm::isa<llvm::ConstantData>(part)) {
      if (isMoved)
        inclusion_.addShift(nodeOf(*part), node, kAnywhere);
      else
        inclusion_.addCopy(nodeOf(*part), node);
    }
}

/// A variable that is only declared may be another one, or an address among several.
void Constraints::bindOtherNames(const llvm::GlobalVariable &global, NodeIndex node) {
  constexpr std::size_t most = 256;
  const std::vector<const llvm::GlobalVariable *> others = mayBeTheSameAs(global);
  if (mutated(ProverMutation::PointsOtherNames))
    return;
  if (others.size() > most)
    inclusion_.addCopy(toWild_, node);
  else
    for (const llvm::GlobalVariable *other : others)
      inclusion_.addPlace(node, inclusion_.places().anywhereIn(objectOf_.find(other)->second));
}

void Constraints::visitGlobals() {
  for (const llvm::GlobalVariable &global : program_.module().globals()) {
    AbstractObject object{global.isThreadLocal() ? AbstractObject::Kind::ThreadLocal
                                                 : AbstractObject::Kind::Global,
                          &global};
    object.isExternal = global.isDeclaration() && definedBy(global) != DefinedBy::Library;
    hasHiddenAddresses_ = hasHiddenAddresses_ || object.isExternal;
    objectOf_[&global] =
        newObject(object, Layout::ofType(*global.getValueType(), layout_, wordBytes_));
  }
  for (const llvm::GlobalVariable &global : program_.module().globals()) {
    // Defined elsewhere: it may hold whatever its owner stored there.
    if (global.isDeclaration())
      inclusion_.addStoreAnywhere(nodeOf(global),
                                  holdsOutsideMemory(global) ? toOutside_ : toWild_);
    bindInitializer(global);
  }
}

void Constraints::bindInitializer(const llvm::GlobalVariable &global) {
  if (!global.hasInitializer() || mutated(ProverMutation::PointsInitial))
    return;
  const ObjectIndex object = objectOf_.find(&global)->second;
  std::vector<std::pair<const llvm::Constant *, std::int64_t>> open{{global.getInitializer(), 0}};
  while (!open.empty()) {
    const auto [constant, offset] = open.back();
    open.pop_back();
    if (llvm::isa<llvm::ConstantData>(constant))
      continue;
    const auto *record = llvm::dyn_cast<llvm::StructType>(constant->getType());
    const auto *array = llvm::dyn_cast<llvm::ArrayType>(constant->getType());
    if (llvm::isa<llvm::ConstantAggregate>(constant) && (record || array)) {
      for (unsigned i = 0; i < constant->getNumOperands(); ++i) {
        const std::uint64_t inside =
            record ? layout_.getStructLayout(const_cast<llvm::StructType *>(record))
                         ->getElementOffset(i)
                         .getFixedValue()
                   : i * layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
        open.emplace_back(llvm::cast<llvm::Constant>(constant->getOperand(i)),
                          offset + static_cast<std::int64_t>(inside));
      }
      continue;
    }
    const NodeIndex place = inclusion_.addNode();
    inclusion_.addPlace(place, inclusion_.places().indexOf({object, offset, offset, 0}));
    inclusion_.addStore(place, nodeOf(*constant), storeBytes(*constant->getType()));
  }
}

NodeIndex Constraints::returnNode(const llvm::Function &function) {
  if (const auto at = returnNodes_.find(&function); at != returnNodes_.end())
    return at->second;
  const NodeIndex node = inclusion_.addNode();
  returnNodes_[&function] = node;
  return node;
}

/// The memory that holds the variadic arguments of a function.
ObjectIndex Constraints::variadicObject(const llvm::Function &function) {
  if (const auto at = variadicObjects_.find(&function); at != variadicObjects_.end())
    return at->second;
  const ObjectIndex object = newObject({AbstractObject::Kind::Other, &function}, Layout());
  variadicObjects_[&function] = object;
  return object;
}

void Constraints::flow(const llvm::Value &destination, const llvm::Value &source) {
  if (carries(destination) && carries(source))
    inclusion_.addCopy(nodeOf(source), nodeOf(destination));
}

void Constraints::flowShifted(const llvm::Value &destination, const llvm::Value &source,
                              const Shift &shift) {
  if (carries(destination) && carries(source))
    inclusion_.addShift(nodeOf(source), nodeOf(destination), shift);
}

void Constraints::visitFunction(const Function &function) {
  for (const Instruction &instruction : function.code.instructions)
    visitInstruction(function, instruction);
  for (const llvm::Instruction &instruction : llvm::instructions(*function.origin))
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      for (const llvm::Use &incoming : phi->incoming_values())
        flow(*phi, *incoming);
}

void Constraints::visitAddress(const llvm::Value &value, NodeIndex node) {
  const auto &address = llvm::cast<llvm::GEPOperator>(value);
  const llvm::Value &base = *address.getPointerOperand();
  if (carries(base)) {
    const Shift shift = shiftOf(address, layout_, indices_);
    if (shift == Shift{})
      inclusion_.addCopy(nodeOf(base), node);
    else
      inclusion_.addShift(nodeOf(base), node, shift);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(base))
    inclusion_.addCopy(toWild_, node); // (char *)0 + address
  // Pointers relative to others: base + (other - base).
  Shift distance = kAnywhere;
  distance.dropsWild = true;
  for (const llvm::Use &index : address.indices())
    if (carries(*index) && mayBeDistance(*index) && !mutated(ProverMutation::PointsDistances))
      inclusion_.addShift(nodeOf(*index), node, distance);
}

void Constraints::visitCast(const llvm::Instruction &cast) {
  const llvm::Value &from = *cast.getOperand(0);
  if (llvm::isa<llvm::IntToPtrInst>(cast)) {
    if (llvm::isa<llvm::ConstantInt>(from)) {
      inclusion_.addCopy(toOutside_, nodeOf(cast));
      return;
    }
    // The origin of the integer decides; an integer that was not made from a pointer may be any
    // address.
    flow(cast, from);
    if (!mutated(ProverMutation::PointsFromNowhere))
      inclusion_.addCopy(toWild_, nodeOf(cast));
    return;
  }
  const bool keepsAll =
      llvm::isa<llvm::PtrToIntInst, llvm::BitCastInst, llvm::ZExtInst, llvm::SExtInst>(cast) &&
      storeBytes(*cast.getType()) >= std::min(wordBytes_, storeBytes(*from.getType()));
  if (keepsAll)
    flow(cast, from);
  else
    flowShifted(cast, from, kAnywhere);
}

void Constraints::visitBinary(const llvm::Instruction &binary) {
  const llvm::Value &left = *binary.getOperand(0);
  const llvm::Value &right = *binary.getOperand(1);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&right);
  const bool isAdd = binary.getOpcode() == llvm::Instruction::Add;
  const bool isSubtract = binary.getOpcode() == llvm::Instruction::Sub;
  if (constant && (isAdd || isSubtract) && constant->getBitWidth() == 8 * wordBytes_) {
    if (const std::optional<std::int64_t> value = constant->getValue().trySExtValue();
        value && *value != INT64_MIN) {
      flowShifted(binary, left, Shift{isAdd ? *value : -*value, 0, std::nullopt, false});
      return;
    }
  }
  const Shift moved = mutated(ProverMutation::PointsArithmetic) ? Shift{} : kAnywhere;
  flowShifted(binary, left, moved);
  flowShifted(binary, right, moved);
}

void Constraints::visitExchange(const llvm::AtomicRMWInst &exchange) {
  const NodeIndex pointer = nodeOf(*exchange.getPointerOperand());
  const NodeIndex before = nodeOf(exchange);
  const llvm::Value &value = *exchange.getValOperand();
  const std::uint64_t bytes = storeBytes(*value.getType());
  inclusion_.addLoad(pointer, before, bytes);
  if (exchange.getOperation() == llvm::AtomicRMWInst::Xchg) {
    inclusion_.addStore(pointer, carries(value) ? nodeOf(value) : kNoNode, bytes);
    return;
  }
  const NodeIndex after = inclusion_.addNode();
  inclusion_.addShift(before, after, kAnywhere);
  if (carries(value))
    inclusion_.addShift(nodeOf(value), after, kAnywhere);
  inclusion_.addStore(pointer, after, bytes);
}

void Constraints::visitCompareExchange(const llvm::AtomicCmpXchgInst &compare) {
  const NodeIndex pointer = nodeOf(*compare.getPointerOperand());
  const llvm::Value &value = *compare.getNewValOperand();
  const std::uint64_t bytes = storeBytes(*value.getType());
  inclusion_.addLoad(pointer, nodeOf(compare), bytes);
  // The program may look at no more than whether it was equal.
  const llvm::Value &expected = *compare.getCompareOperand();
  if (!value.getType()->isPointerTy())
    numbers_.push_back(nodeOf(compare));
  else if (carries(expected))
    compared_.emplace_back(nodeOf(compare), nodeOf(expected));
  inclusion_.addStore(pointer, carries(value) ? nodeOf(value) : kNoNode, bytes);
}

void Constraints::visitLocal(const llvm::AllocaInst &local) {
  const bool isOne = !local.isArrayAllocation();
  AbstractObject made{AbstractObject::Kind::Local, &local};
  made.isOnePerOrigin = isOne;
  made.isLent = lent_.isLent(local);
  const ObjectIndex object =
      newObject(made, isOne ? Layout::ofType(*local.getAllocatedType(), layout_, wordBytes_)
                            : layoutOf(allocatedBy(local, layout_), wordBytes_));
  inclusion_.addPlace(nodeOf(local), inclusion_.places().startOf(object));
}

/// A value computed from values.
void Constraints::visitComputation(const llvm::Instruction &origin) {
  if (!carries(origin))
    return;
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&origin)) {
    // An address that is not derived from another one: that of a frame, of code.
    if (origin.getType()->isPtrOrPtrVectorTy() &&
        std::ranges::none_of(call->args(), [](const llvm::Use &argument) {
          return argument->getType()->isPtrOrPtrVectorTy();
        })) {
      inclusion_.addCopy(toWild_, nodeOf(origin));
      hasHiddenAddresses_ = true;
    }
    for (const llvm::Use &argument : call->args())
      if (!llvm::isa<llvm::MetadataAsValue>(argument))
        flowShifted(origin, *argument, kAnywhere);
    return;
  }
  for (const llvm::Use &operand : origin.operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(operand))
      flowShifted(origin, *operand, kAnywhere);
}

void Constraints::visitTransfer(const llvm::Value &destination, const llvm::Value &source,
                                const llvm::Value *length) {
  if (!carries(destination) || !carries(source))
    return;
  const std::uint64_t bytes = length ? constantOf(*length).value_or(kUnknownBytes) : kUnknownBytes;
  inclusion_.addTransfer(nodeOf(destination), nodeOf(source), bytes, !length || isInWords(*length));
}

/// Whether the length is always a multiple of the word size.
bool Constraints::isInWords(const llvm::Value &length) const {
  const unsigned zeros = llvm::computeKnownBits(&length, layout_).countMinTrailingZeros();
  return (std::uint64_t{1} << std::min(20u, zeros)) >= wordBytes_;
}

void Constraints::visitInstruction(const Function &function, const Instruction &decoded) {
  const llvm::Instruction &origin = *decoded.origin;
  switch (decoded.op) {
  case Op::Allocate:
    visitLocal(llvm::cast<llvm::AllocaInst>(origin));
    return;
  case Op::Load:
    if (carries(origin))
      inclusion_.addLoad(nodeOf(*origin.getOperand(0)), nodeOf(origin),
                         storeBytes(*origin.getType()));
    return;
  case Op::Store: {
    const auto &store = llvm::cast<llvm::StoreInst>(origin);
    const llvm::Value &value = *store.getValueOperand();
    const std::uint64_t bytes = storeBytes(*value.getType());
    inclusion_.addStore(nodeOf(*store.getPointerOperand()),
                        carries(value) ? nodeOf(value) : kNoNode, bytes);
    return;
  }
  case Op::Exchange:
    visitExchange(llvm::cast<llvm::AtomicRMWInst>(origin));
    return;
  case Op::CompareExchange:
    visitCompareExchange(llvm::cast<llvm::AtomicCmpXchgInst>(origin));
    return;
  case Op::Address:
    if (carries(origin))
      visitAddress(origin, nodeOf(origin));
    return;
  case Op::CopyMemory:
  case Op::MoveMemory:
    visitTransfer(*origin.getOperand(0), *origin.getOperand(1), origin.getOperand(2));
    return;
  case Op::SetMemory:
    if (const auto bytes = constantOf(*origin.getOperand(2));
        bytes || !isInWords(*origin.getOperand(2)))
      inclusion_.addStore(nodeOf(*origin.getOperand(0)), kNoNode, bytes.value_or(kUnknownBytes));
    return;
  case Op::VariadicStart: {
    const NodeIndex arguments = inclusion_.addNode();
    inclusion_.addPlace(arguments,
                        inclusion_.places().anywhereIn(variadicObject(*function.origin)));
    inclusion_.addStoreAnywhere(nodeOf(*origin.getOperand(0)), arguments);
    return;
  }
  case Op::VariadicCopy:
    visitTransfer(*origin.getOperand(0), *origin.getOperand(1), nullptr);
    return;
  case Op::VariadicNext: {
    const NodeIndex arguments = inclusion_.addNode();
    inclusion_.addLoad(nodeOf(*origin.getOperand(0)), arguments, kUnknownBytes);
    inclusion_.addLoad(arguments, nodeOf(origin), kUnknownBytes);
    return;
  }
  case Op::FreshInput: // what a variable held before it was written is not used as an address
    return;
  case Op::Cast:
    visitCast(origin);
    return;
  case Op::Binary:
    visitBinary(origin);
    return;
  case Op::Compare:
    if (const llvm::Value &left = *origin.getOperand(0), &right = *origin.getOperand(1);
        left.getType()->isPtrOrPtrVectorTy() && carries(left) && carries(right))
      compared_.emplace_back(nodeOf(left), nodeOf(right));
    return;
  case Op::Return:
    if (const llvm::Value *value = llvm::cast<llvm::ReturnInst>(origin).getReturnValue();
        value && carries(*value))
      inclusion_.addCopy(nodeOf(*value), returnNode(*function.origin));
    return;
  case Op::Call:
    if (decoded.callee.valid())
      visitCall(llvm::cast<llvm::CallBase>(origin), program_.function(decoded.callee));
    else
      watch(*llvm::cast<llvm::CallBase>(origin).getCalledOperand(),
            {Watch::Kind::Call, llvm::cast<llvm::CallBase>(&origin), nullptr, nullptr});
    return;
  case Op::LibraryCall:
    if (decoded.library && decoded.callee.valid())
      visitLibraryCall(llvm::cast<llvm::CallBase>(origin), *decoded.library);
    return;
  case Op::Select: // its condition is a truth value, which carries nothing
  case Op::Freeze:
  case Op::ExtractValue:
  case Op::InsertValue:
  case Op::VectorElement:
    for (const llvm::Use &operand : origin.operands())
      flow(origin, *operand);
    return;
  case Op::Assembly:
    if (origin.getType()->isPointerTy()) // possibly from an integer in a register
      inclusion_.addCopy(toWild_, nodeOf(origin));
    [[fallthrough]];
  default:
    visitComputation(origin);
  }
}

void Constraints::visitCall(const llvm::CallBase &call, const Function &callee) {
  const llvm::Function &function = *callee.origin;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value &actual = *call.getArgOperand(i);
    if (!carries(actual))
      continue;
    if (i >= function.arg_size()) {
      if (!function.isVarArg() || mutated(ProverMutation::PointsVariadic))
        continue;
      const NodeIndex arguments = inclusion_.addNode();
      inclusion_.addPlace(arguments, inclusion_.places().anywhereIn(variadicObject(function)));
      NodeIndex value = nodeOf(actual);
      if (!actual.getType()->isIntOrIntVectorTy() && !actual.getType()->isFPOrFPVectorTy())
        inclusion_.addCopy(value, passedOn_);
      if (call.isByValArgument(i)) { // the struct itself is passed
        value = inclusion_.addNode();
        inclusion_.addLoad(nodeOf(actual), value, storeBytes(*call.getParamByValType(i)));
        inclusion_.addCopy(value, passedOn_);
      }
      inclusion_.addStore(arguments, value, kUnknownBytes);
      continue;
    }
    const llvm::Argument &formal = *function.getArg(i);
    if (formal.hasByValAttr()) { // a private copy
      if (!objectOf_.contains(&formal)) {
        objectOf_[&formal] =
            newObject({AbstractObject::Kind::Other, &formal},
                      Layout::ofType(*formal.getParamByValType(), layout_, wordBytes_));
        inclusion_.addPlace(nodeOf(formal),
                            inclusion_.places().startOf(objectOf_.find(&formal)->second));
      }
      if (!mutated(ProverMutation::PointsByValue))
        inclusion_.addTransfer(nodeOf(formal), nodeOf(actual), kUnknownBytes, true);
    } else {
      flow(formal, actual);
    }
  }
  if (!carries(call))
    return;
  if (call.getType()->isPointerTy() && visitWrapper(call, function))
    return;
  inclusion_.addCopy(returnNode(function), nodeOf(call));
}

/// Binds the result of a call of a wrapper; false if the function is none.
bool Constraints::visitWrapper(const llvm::CallBase &call, const llvm::Function &function) {
  const Wrappers::Results *results = wrappers_.resultsOf(function);
  // The memory of a function that is called in one place has one name already.
  if (!results || live_.callsOnce(function))
    return false;
  for (const unsigned argument : results->arguments)
    if (argument < call.arg_size() && !mutated(ProverMutation::PointsReturnedArgument))
      flow(call, *call.getArgOperand(argument));
  for (const llvm::CallBase *other : results->others)
    if (!mutated(ProverMutation::PointsGivenAllocator))
      flow(call, *other);
  if (results->sources.empty())
    return true;
  const ObjectIndex object = cloneFor(call, function);
  for (const std::int64_t offset : wrappers_.offsetsOf(function))
    inclusion_.addPlace(nodeOf(call), inclusion_.places().indexOf({object, offset, offset, 0}));
  const NodeIndex fresh = inclusion_.addNode();
  inclusion_.addPlace(fresh, inclusion_.places().startOf(object));
  for (const unsigned argument : results->moved)
    if (argument < call.arg_size() && carries(*call.getArgOperand(argument)) &&
        !mutated(ProverMutation::PointsRealloc))
      inclusion_.addTransfer(fresh, nodeOf(*call.getArgOperand(argument)), kUnknownBytes, true);
  return true;
}

/// The memory that the wrapper returns to this call, also visible to the code inside the wrapper.
ObjectIndex Constraints::cloneFor(const llvm::CallBase &call, const llvm::Function &wrapper) {
  if (!objectOf_.contains(&call)) {
    AbstractObject made{AbstractObject::Kind::Heap, &call};
    made.isOnePerOrigin = wrappers_.allocatesOnce(wrapper);
    objectOf_[&call] = newObject(made, layoutOf(wrappers_.allocatedIn(call, nullptr), wordBytes_));
  }
  const ObjectIndex object = objectOf_.find(&call)->second;
  std::vector<const llvm::Function *> open{&wrapper};
  llvm::SmallPtrSet<const llvm::Function *, 4> seen;
  while (!open.empty()) {
    const llvm::Function *inner = open.back();
    open.pop_back();
    if (!seen.insert(inner).second)
      continue;
    for (const Wrappers::Source &source : wrappers_.resultsOf(*inner)->sources) {
      const llvm::Function *called = source.call->getCalledFunction();
      for (const std::int64_t offset : wrappers_.offsetsOf(*called))
        inclusion_.addPlace(nodeOf(*source.call),
                            inclusion_.places().indexOf({object, offset, offset, 0}));
      if (wrappers_.isWrapper(*called))
        open.push_back(called);
    }
  }
  return object;
}

void Constraints::addHeapObject(const llvm::CallBase &call) {
  AbstractObject made{AbstractObject::Kind::Heap, &call};
  made.isOnePerOrigin = Wrappers::isAllocation(call);
  const ObjectIndex object = newObject(made, layoutOf(allocatedBy(call, nullptr), wordBytes_));
  objectOf_[&call] = object;
  inclusion_.addPlace(nodeOf(call), inclusion_.places().startOf(object));
}

void Constraints::watch(const llvm::Value &callee, Watch watch) {
  watches_.push_back(watch);
  inclusion_.addWatch(nodeOf(callee), static_cast<std::uint32_t>(watches_.size() - 1));
  callees_.push_back(nodeOf(callee));
}

void Constraints::onTarget(std::uint32_t tag, ObjectIndex object) {
  const Function *function = functionOfObject_[object];
  if (!function || !function->hasBody || !resolved_.insert({tag, object}).second)
    return;
  const Watch watch = watches_[tag];
  switch (watch.kind) {
  case Watch::Kind::Call:
    visitCall(*watch.call, *function);
    break;
  case Watch::Kind::Thread:
    visitThreadEntry(*function, watch.argument);
    break;
  case Watch::Kind::CallBack:
    visitCallBack(*function, *watch.call, *watch.library);
    break;
  case Watch::Kind::Contract:
    visitContractCallBack(*function);
    break;
  }
  bindConstants();
}

void Constraints::visitThreadEntry(const Function &function, const llvm::Value *argument) {
  if (argument && function.origin->arg_size() > 0)
    flow(*function.origin->getArg(0), *argument);
  if (!mutated(ProverMutation::PointsThreadResults))
    inclusion_.addCopy(returnNode(*function.origin), kept_);
}

void Constraints::visitCallBack(const Function &function, const llvm::CallBase &call,
                                const LibraryFunction &library) {
  for (const llvm::Argument &formal : function.origin->args()) {
    if (!formal.getType()->isPointerTy())
      continue;
    // Thread-specific data is passed to its destructor.
    inclusion_.addCopy(kept_, nodeOf(formal));
    for (const unsigned argument : library.callBackArguments)
      if (argument < call.arg_size() && !mutated(ProverMutation::PointsCallBacks))
        flowShifted(formal, *call.getArgOperand(argument), kAnywhere);
  }
}

} // namespace raceward::points
