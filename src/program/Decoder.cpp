#include "Decoder.h"

#include "Normalise.h"
#include "Sites.h"
#include "StartUp.h"
#include "closed/Lists.h"
#include "raceward/base/Check.h"
#include "raceward/program/Assembly.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Operator.h>

namespace raceward {

namespace {

// Larger constants stay in their LLVM form: `<1000000000 x i8> splat (i8 1)` is short to write and
// huge to expand.
constexpr unsigned kMostElements = 1 << 16;
constexpr unsigned kDeepestConstant = 256;

/// Phi nodes become moves on edges; debug intrinsics are dropped.
bool isDecoded(const llvm::Instruction &instruction) {
  return !llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction);
}

Op opFor(const llvm::Instruction &instruction) {
  using I = llvm::Instruction;
  if (llvm::isa<llvm::BinaryOperator>(instruction))
    return Op::Binary;
  if (llvm::isa<llvm::CastInst>(instruction))
    return Op::Cast;
  switch (instruction.getOpcode()) {
  case I::Br:
    return llvm::cast<llvm::BranchInst>(instruction).isConditional() ? Op::Branch : Op::Jump;
  case I::Switch:
    return Op::Switch;
  case I::IndirectBr:
    return Op::IndirectJump;
  case I::Ret:
    return Op::Return;
  case I::Unreachable:
    return Op::Unreachable;
  case I::Alloca:
    return Op::Allocate;
  case I::Load:
    return Op::Load;
  case I::Store:
    return Op::Store;
  case I::AtomicRMW:
    return Op::Exchange;
  case I::AtomicCmpXchg:
    return Op::CompareExchange;
  case I::Fence:
    return Op::Fence;
  case I::GetElementPtr:
    return Op::Address;
  case I::FNeg:
    return Op::Unary;
  case I::ICmp:
  case I::FCmp:
    return Op::Compare;
  case I::Select:
    return Op::Select;
  case I::Freeze:
    return Op::Freeze;
  case I::ExtractValue:
    return Op::ExtractValue;
  case I::InsertValue:
    return Op::InsertValue;
  case I::ExtractElement:
  case I::InsertElement:
  case I::ShuffleVector:
    return Op::VectorElement;
  case I::VAArg:
    return Op::VariadicNext;
  default:
    return Op::Unsupported; // C++ exceptions, `asm goto`
  }
}

/// The function that is certainly called; null for a call through a pointer.
const llvm::Function *directCallee(const llvm::CallBase &call) {
  const llvm::Value *called = call.getCalledOperand()->stripPointerCasts();
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(called))
    called = alias->getAliaseeObject();
  return llvm::dyn_cast_or_null<llvm::Function>(called);
}

/// True if the call has all arguments that the row describes, with suitable types. Implicit
/// declarations let a program pass anything; applying the row would then miss an access or a
/// pointer.
bool fits(const llvm::CallBase &call, const LibraryFunction &row) {
  const auto isPointer = [&](unsigned argument) {
    if (argument >= call.arg_size())
      return false;
    const llvm::Value *value = call.getArgOperand(argument);
    const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
    return value->getType()->isPointerTy() || (number && number->isZero()); // NULL
  };
  // A struct returned through memory is written there, and shifts all arguments.
  if (call.hasStructRetAttr())
    return false;
  for (const ArgumentEffect &effect : row.effects)
    if (!effect.andAllAfter && !isPointer(effect.argument))
      return false;
  if (call.arg_size() < argumentsOf(row.sync) || (row.frees && !isPointer(*row.frees)))
    return false;
  const bool givesPointer =
      row.returns == ReturnEffect::FreshMemory || row.returns == ReturnEffect::FreshOrArgument ||
      row.returns == ReturnEffect::Argument || row.returns == ReturnEffect::Listed;
  return !givesPointer || call.getType()->isPointerTy() || call.use_empty();
}

} // namespace

void Decoder::run() {
  declareFunctions();
  declareGlobals();
  for (Function &function : program_.functions_)
    if (function.hasBody)
      decodeBody(function);
  const llvm::Function *start = program_.module_->getFunction(kStartFunction);
  const Function *main = program_.functionOf(start ? start : program_.module_->getFunction("main"));
  RW_CHECK(main || isLibrary_);
  if (main)
    program_.entry_ = main->id;
  for (const llvm::Function *function : constructorsOf(*program_.module_))
    if (const Function *known = program_.functionOf(function))
      program_.constructors_.push_back(known->id);
  for (const llvm::Function *function : destructorsOf(*program_.module_))
    if (const Function *known = program_.functionOf(function))
      program_.destructors_.push_back(known->id);
}

void Decoder::declareFunctions() {
  for (const llvm::Function &origin : *program_.module_) {
    if (origin.isIntrinsic() || origin.getName().starts_with(kFreshInputPrefix))
      continue;
    Function function;
    function.id = FunctionId(program_.functions_.size());
    function.origin = &origin;
    function.name = origin.getName().str();
    if (const llvm::DISubprogram *described = origin.getSubprogram())
      function.name = described->getName().str();
    // A call of the built-in function also describes the one that is linked.
    if (function.name == "__builtin_" + origin.getName().str())
      function.name = origin.getName().str();
    function.at = positionOf(origin);
    function.hasBody = !origin.isDeclaration();
    if (!function.hasBody)
      function.library = findLibraryFunction(origin.getName().str());
    function.isAtomicSection = function.hasBody && isAtomicSectionName(function.name);
    program_.functionIds_[&origin] = function.id;
    program_.functions_.push_back(std::move(function));
  }
}

void Decoder::declareGlobals() {
  const llvm::DataLayout &layout = program_.module_->getDataLayout();
  for (const llvm::GlobalVariable &origin : program_.module_->globals()) {
    Global global;
    global.id = GlobalId(program_.globals_.size());
    global.origin = &origin;
    global.name = origin.getName().str();
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
    origin.getDebugInfo(described);
    if (!described.empty()) {
      const llvm::DIGlobalVariable *variable = described.front()->getVariable();
      global.name = variable->getName().str();
      global.at = positionOf(*variable);
    }
    if (origin.getValueType()->isSized())
      global.bytes = layout.getTypeAllocSize(origin.getValueType()).getKnownMinValue();
    global.isConstant = origin.isConstant();
    global.isThreadLocal = origin.isThreadLocal();
    globalIds_[&origin] = global.id;
    program_.globals_.push_back(std::move(global));
  }
}

void Decoder::decodeBody(Function &function) {
  current_ = &function;
  numberRegisters(*function.origin);
  numberInstructions(*function.origin);
  for (const llvm::BasicBlock &block : *function.origin)
    for (const llvm::Instruction &instruction : block)
      if (isDecoded(instruction))
        decode(instruction);
  current_ = nullptr;
}

void Decoder::numberRegisters(const llvm::Function &function) {
  registers_.clear();
  for (const llvm::Argument &argument : function.args())
    registers_[&argument] = current_->code.registerCount++;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (!instruction.getType()->isVoidTy())
      registers_[&instruction] = current_->code.registerCount++;
}

void Decoder::numberInstructions(const llvm::Function &function) {
  blockStarts_.clear();
  incoming_.clear();
  std::uint32_t next = 0;
  for (const llvm::BasicBlock &block : function) {
    blockStarts_[&block] = next;
    for (const llvm::PHINode &phi : block.phis())
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        incoming_[{&phi, phi.getIncomingBlock(i)}] = phi.getIncomingValue(i);
    for (const llvm::Instruction &instruction : block)
      next += isDecoded(instruction) ? 1 : 0;
  }
  current_->code.instructions.reserve(next);
}

void Decoder::decode(const llvm::Instruction &origin) {
  Instruction out;
  out.origin = &origin;
  out.op = opFor(origin);
  out.hasOpenOrder = origin.mayReadOrWriteMemory() && strictOrderOf(origin).has_value();
  if (!origin.getType()->isVoidTy())
    out.result = registers_.lookup(&origin);
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&origin))
    decodeIntrinsic(*intrinsic, out);
  else if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&origin))
    decodeCall(*call, out);
  addOperands(origin, out);
  if (origin.isTerminator())
    addEdges(origin, out);

  out.firstSite = static_cast<std::uint32_t>(program_.sites_.size());
  const auto index = static_cast<std::uint32_t>(current_->code.instructions.size());
  for (FoundSite &found : sitesOf(out, program_.module_->getDataLayout())) {
    found.site.id = SiteId(program_.sites_.size());
    program_.sites_.push_back(std::move(found.site));
    program_.places_.push_back({current_->id, index, &origin, found.pointer});
    ++out.siteCount;
  }
  current_->code.instructions.push_back(out);
}

void Decoder::decodeCall(const llvm::CallBase &call, Instruction &out) {
  if (call.isInlineAsm()) {
    out.op = Op::Assembly; // what does nothing was left out
    return;
  }
  const llvm::Function *callee = directCallee(call);
  if (!callee) {
    out.op = Op::Call;
    return;
  }
  if (callee->getName().starts_with(kFreshInputPrefix)) {
    out.op = Op::FreshInput;
    return;
  }
  const Function *known = program_.functionOf(callee);
  RW_CHECK(known);
  out.callee = known->id;
  out.op = known->hasBody ? Op::Call : Op::LibraryCall;
  out.library = known->library && fits(call, *known->library) ? known->library : nullptr;
}

void Decoder::decodeIntrinsic(const llvm::IntrinsicInst &call, Instruction &out) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
    out.op = Op::CopyMemory;
    return;
  case llvm::Intrinsic::memmove:
    out.op = Op::MoveMemory;
    return;
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    out.op = Op::SetMemory;
    return;
  case llvm::Intrinsic::vastart:
    out.op = Op::VariadicStart;
    return;
  case llvm::Intrinsic::vaend:
    out.op = Op::VariadicEnd;
    return;
  case llvm::Intrinsic::vacopy:
    out.op = Op::VariadicCopy;
    return;
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::var_annotation:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::x86_sse2_pause: // as in assembly; fences were rewritten with it
  case llvm::Intrinsic::x86_sse2_mfence:
  case llvm::Intrinsic::x86_sse2_lfence:
  case llvm::Intrinsic::x86_sse_sfence:
    out.op = Op::Nothing;
    return;
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
  case llvm::Intrinsic::ubsantrap:
    out.op = Op::LibraryCall;
    out.library = findLibraryFunction("abort");
    return;
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::threadlocal_address:
    out.op = Op::Intrinsic;
    return;
  default: {
    // Intrinsics that are not listed, or are listed with effects beyond computing.
    const closed::Listed listed = closed::ofIntrinsic(call.getIntrinsicID(), call.getContext());
    out.op = listed && listed->care != closed::Care::Gap ? Op::Intrinsic : Op::Unsupported;
  }
  }
}

void Decoder::addOperands(const llvm::Instruction &origin, Instruction &out) {
  Code &code = current_->code;
  out.firstOperand = static_cast<std::uint32_t>(code.operands.size());
  for (const llvm::Use &use : origin.operands()) {
    const llvm::Value *value = use.get();
    if (llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(value))
      continue;
    code.operands.push_back(operandFor(*value));
    ++out.operandCount;
  }
}

void Decoder::addEdges(const llvm::Instruction &terminator, Instruction &out) {
  Code &code = current_->code;
  out.firstEdge = static_cast<std::uint32_t>(code.edges.size());
  const llvm::BasicBlock *from = terminator.getParent();
  for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) {
    const llvm::BasicBlock *to = terminator.getSuccessor(i);
    Edge edge;
    edge.target = blockStarts_.lookup(to);
    edge.firstMove = static_cast<std::uint32_t>(code.moves.size());
    for (const llvm::PHINode &phi : to->phis()) {
      code.moves.push_back({registers_.lookup(&phi), operandFor(*incoming_.lookup({&phi, from}))});
      ++edge.moveCount;
    }
    code.edges.push_back(edge);
    ++out.edgeCount;
  }
}

Operand Decoder::operandFor(const llvm::Value &value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
    return {Operand::Kind::Constant, constantFor(*constant).index()};
  const auto at = registers_.find(&value);
  RW_CHECK(at != registers_.end());
  return {Operand::Kind::Register, at->second};
}

ConstantId Decoder::constantFor(const llvm::Constant &constant) {
  if (const auto at = constants_.find(&constant); at != constants_.end())
    return at->second;
  Constant resolved = resolve(constant); // may add the elements of an aggregate first
  resolved.origin = &constant;
  const ConstantId id(program_.constants_.size());
  program_.constants_.push_back(std::move(resolved));
  constants_[&constant] = id;
  return id;
}

Constant Decoder::resolve(const llvm::Constant &constant) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    return {number->getValue()};
  if (const auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return {FloatBits{real->getValueAPF().bitcastToAPInt()}};
  if (llvm::isa<llvm::ConstantPointerNull>(constant))
    return {NullPointer{}};
  if (llvm::isa<llvm::UndefValue>(constant)) // includes poison
    return {UndefinedValue{}};
  if (llvm::isa<llvm::ConstantAggregateZero>(constant))
    return {ZeroValue{}};
  if (const auto *aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant);
      aggregate && nesting_ < kDeepestConstant) {
    AggregateValue value;
    ++nesting_;
    for (const llvm::Use &element : aggregate->operands())
      value.elements.push_back(constantFor(*llvm::cast<llvm::Constant>(element)));
    --nesting_;
    return {std::move(value)};
  }
  if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant);
      data && data->getNumElements() <= kMostElements) {
    AggregateValue value;
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      value.elements.push_back(constantFor(*data->getElementAsConstant(i)));
    return {std::move(value)};
  }
  if (constant.getType()->isPointerTy()) {
    const llvm::DataLayout &layout = program_.module_->getDataLayout();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(constant.getType()), 0);
    const llvm::Value *base =
        constant.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    // LLVM stops at an alias that another file could replace; here the program is complete.
    while (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(base))
      base = alias->getAliasee()->stripAndAccumulateConstantOffsets(layout, offset,
                                                                    /*AllowNonInbounds=*/true);
    if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(base);
        function && offset.isZero())
      if (const Function *known = program_.functionOf(function))
        return {FunctionAddress{known->id}};
    const auto at = globalIds_.find(base);
    if (const auto bytes = offset.trySExtValue(); bytes && at != globalIds_.end())
      return {GlobalAddress{at->second, *bytes}};
  }
  return {ExpressionValue{}};
}

} // namespace raceward
