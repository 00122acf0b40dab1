#include "Translate.h"

#include "AddressUses.h"
#include "HandleUses.h"
#include "raceward/base/Check.h"
#include "raceward/model/Gap.h"
#include "raceward/program/ClosedWorld.h"
#include "raceward/program/ExternalObjects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace raceward {

namespace {

class Translator {
public:
  Translator(const Image &image, const Function &function, TermArena &arena, FindModel findModel)
      : image_(image), function_(function), findModel_(findModel), constants_(image, arena),
        layout_(image.program->module().getDataLayout()),
        addressUses_(*function.origin,
                     image.addressesTravel ? AddressUses::Travel::Yes : AddressUses::Travel::No),
        out_(std::make_unique<MicroFunction>()), flushesToZero_(mayFlushToZero(*function.origin)) {}

  std::unique_ptr<MicroFunction> run() {
    out_->program = image_.program;
    out_->function = &function_;
    out_->isVariadic = function_.origin->isVarArg();
    numberRegisters();
    emitRoomForCopies();
    const llvm::BasicBlock *block = nullptr;
    for (const Instruction &instruction : function_.code.instructions) {
      if (instruction.origin->getParent() != block) {
        block = instruction.origin->getParent();
        blockStarts_[block] = here();
      }
      current_ = &instruction;
      gap_.clear();
      const std::uint32_t before = here();
      if (!image_.isLibrary)
        refuseUnknown(*instruction.origin);
      emitAddressChecks(*instruction.origin);
      translate(*instruction.origin);
      if (!image_.isLibrary)
        emitChecks(addressUses_.checksAfter(*instruction.origin));
      if (!gap_.empty()) {
        // Discard its steps.
        out_->steps.resize(before);
        emitGap(gap_, gapKind_);
      }
    }
    finishEdges();
    for (const llvm::BasicBlock &each : *function_.origin) {
      const auto at = blockStarts_.find(&each);
      out_->blocks.push_back(at == blockStarts_.end() ? 0 : at->second);
    }
    return std::move(out_);
  }

private:
  using I = llvm::Instruction;

  struct PendingEdge {
    std::uint32_t edge = 0;
    const llvm::BasicBlock *from = nullptr;
    const llvm::BasicBlock *to = nullptr;
    const Instruction *source = nullptr;
  };

  std::uint32_t here() const { return static_cast<std::uint32_t>(out_->steps.size()); }

  void unsupported(std::string why, GapKind kind = GapKind::UnsupportedInstruction) {
    if (gap_.empty()) {
      gap_ = std::move(why);
      gapKind_ = kind;
    }
  }

  /// Unknown constructs are not executed: the run would be one of a different program.
  void refuseUnknown(const llvm::Instruction &origin) {
    const bool isFirst = current_ == &function_.code.instructions.front();
    std::optional<Gap> gap = isFirst ? world_.gapOf(*function_.origin) : std::nullopt;
    if (!gap)
      gap = world_.gapAt(origin);
    if (gap)
      return unsupported(std::move(gap->message), gap->kind);
    if (const auto *real = llvm::dyn_cast<llvm::FPMathOperator>(&origin);
        real && (real->getFastMathFlags().any() || flushesToZero_))
      unsupported("floating point that compilers may compute in several ways",
                  GapKind::SymbolicFloat);
  }

  /// Code for va_arg accesses the list, whose layout depends on the system.
  static bool hasListsOfSystemV(const llvm::Module &module) {
    const llvm::Triple triple(module.getTargetTriple());
    return triple.getArch() == llvm::Triple::UnknownArch ||
           (triple.isX86() && !triple.isOSWindows());
  }

  /// Whether denormal numbers may become zero.
  static bool mayFlushToZero(const llvm::Function &function) {
    return function.getDenormalModeRaw() != llvm::DenormalMode::getIEEE() ||
           function.getDenormalModeF32Raw().isValid();
  }

  void emitGap(const std::string &why, GapKind kind) {
    Step &step = emit(Micro::Gap);
    step.detail = static_cast<std::uint8_t>(kind);
    step.extra = static_cast<std::uint32_t>(out_->gaps.size());
    out_->gaps.push_back(why);
  }

  Step &emit(Micro op) {
    Step &step = out_->steps.emplace_back();
    step.op = op;
    step.source = current_;
    return step;
  }

  [[nodiscard]] bool hasVisibleSite() const {
    for (std::uint32_t i = 0; i < current_->siteCount; ++i)
      if (image_.visible[current_->firstSite + i])
        return true;
    return false;
  }

  /// Makes the thread stop before the next step, if others could observe it.
  void emitVisible() {
    if (!image_.visible.empty() && hasVisibleSite())
      emit(Micro::Visible);
  }

  /// The same for a library call: its effects on threads, and on memory.
  void emitVisibleCall() {
    if (image_.visible.empty())
      return;
    if (current_->callee.valid() && image_.program->function(current_->callee).isAtomicSection)
      emit(Micro::Visible);
    if (current_->library == nullptr) {
      if (current_->op == Op::LibraryCall && !current_->callee.valid())
        emit(Micro::Visible); // a trap ends the process
      return;
    }
    switch (current_->library->sync) {
    case SyncEffect::None:
    case SyncEffect::SyncObject:
      if (hasVisibleSite())
        emit(Micro::Visible);
      return;
    case SyncEffect::Assume:
      return;
    default:
      emit(Micro::Visible);
    }
  }

  /// Whether other threads could observe the caller's read of an argument passed by value.
  [[nodiscard]] bool passesVisibly(const llvm::CallBase &call, unsigned argument) const {
    return !image_.visible.empty() && hasVisibleSite() && call.isByValArgument(argument);
  }

  /// A struct that is passed by value is read by the caller, before any effect of the call: an
  /// atomic section, a thread, code behind a pointer. So the read is a separate step, a copy into
  /// memory of the caller. One copy per position in the code suffices, however often it is
  /// executed.
  void emitRoomForCopies() {
    if (image_.visible.empty())
      return;
    for (const Instruction &instruction : function_.code.instructions) {
      current_ = &instruction;
      const auto *call = llvm::dyn_cast<llvm::CallBase>(instruction.origin);
      if (call == nullptr || (instruction.op != Op::Call && instruction.op != Op::LibraryCall))
        continue;
      for (unsigned i = 0; i < call->arg_size(); ++i) {
        if (!passesVisibly(*call, i))
          continue;
        const std::uint32_t copy = newRegisters(1);
        copies_[&call->getArgOperandUse(i)] = copy;
        const std::uint32_t one = numberSlot(1);
        Step &step = emit(Micro::Allocate);
        step.width = 64;
        step.a = one;
        step.result = copy;
        step.mask = bytesByValue(*call, i);
      }
    }
  }

  std::uint32_t emitCopy(const llvm::Use &argument, std::uint32_t original, std::uint64_t bytes) {
    const std::uint32_t copy = copies_.lookup(&argument);
    const std::uint32_t size = numberSlot(bytes);
    emit(Micro::Visible);
    Step &step = emit(Micro::CopyMemory);
    step.a = copy;
    step.b = original;
    step.c = size;
    step.width = 64;
    return copy;
  }

  [[nodiscard]] std::uint64_t bytesByValue(const llvm::CallBase &call, unsigned argument) const {
    return layout_.getTypeAllocSize(call.getParamByValType(argument)).getFixedValue();
  }

  std::uint32_t numberSlot(std::uint64_t number) {
    out_->constants.push_back({number, {}});
    return static_cast<std::uint32_t>(out_->constants.size() - 1) | kConstantBit;
  }

  /// The variables of main live until the process ends, which is later than its return. The markers
  /// there only mean that the outermost block is left.
  bool isEndOfMain(const llvm::LifetimeIntrinsic &marker) const {
    if (&function_ != &image_.program->entry() ||
        marker.getIntrinsicID() != llvm::Intrinsic::lifetime_end)
      return false;
    for (const llvm::Instruction *next = marker.getNextNode(); next != nullptr;
         next = next->getNextNode())
      if (!llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic, llvm::ReturnInst>(next))
        return false;
    return true;
  }

  void emitAddressChecks(const llvm::Instruction &origin) {
    // The machine's own functions compare bytes without revealing them.
    if (!(image_.isLibrary && llvm::isa<llvm::LoadInst>(origin)))
      emitChecks(addressUses_.checksBefore(origin));
    emitChecks(handleChecksBefore(origin, image_.handleUses));
  }

  void emitChecks(const llvm::SmallVector<AddressCheck, 2> &checks) {
    for (const AddressCheck &check : checks) {
      const std::uint32_t a = check.a ? slot(check.a) : 0;
      const std::uint32_t b = check.b ? slot(check.b) : 0;
      Step &step = emit(Micro::NoteAddress);
      step.detail = static_cast<std::uint8_t>(check.kind);
      step.a = a;
      step.b = b;
      step.c = check.b != nullptr ? 1 : 0;
      step.mask = check.bits;
    }
  }

  std::uint32_t newRegisters(std::size_t count) {
    const std::uint32_t first = out_->registerCount;
    out_->registerCount += static_cast<std::uint32_t>(count);
    return first;
  }

  Layout layoutOf(llvm::Type *type) {
    Layout parts;
    if (!layOut(layout_, type, parts))
      unsupported("a value of a type that C does not have");
    return parts;
  }

  void numberRegisters() {
    const auto number = [&](const llvm::Value &value, std::vector<std::uint32_t> *widths) {
      Layout parts;
      if (!layOut(layout_, value.getType(), parts))
        parts.scalars.clear(); // any use of it is a gap
      slots_[&value] = newRegisters(parts.scalars.size());
      if (widths != nullptr)
        for (const Scalar &scalar : parts.scalars)
          widths->push_back(scalar.width);
    };
    for (const llvm::Argument &argument : function_.origin->args())
      number(argument, &out_->parameterWidths);
    for (const llvm::Instruction &instruction : llvm::instructions(*function_.origin))
      if (!instruction.getType()->isVoidTy())
        number(instruction, nullptr);
    Layout result;
    if (layOut(layout_, function_.origin->getReturnType(), result))
      for (const Scalar &scalar : result.scalars)
        out_->resultWidths.push_back(scalar.width);
  }

  // -- operands ------------------------------------------------------------------------

  /// The first slot of a value; a struct has one for each of its scalars after it.
  std::uint32_t slot(const llvm::Value *value) {
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
      return constantSlot(*constant);
    const auto at = slots_.find(value);
    if (at == slots_.end()) {
      unsupported("an operand that is neither a value nor a constant");
      return 0;
    }
    return at->second;
  }

  std::uint32_t constantSlot(const llvm::Constant &constant) {
    if (const auto at = constantSlots_.find(&constant); at != constantSlots_.end())
      return at->second;
    std::vector<Value> values;
    std::vector<bool> defined;
    if (!constants_.scalars(constant, values, defined))
      return computedConstant(constant);
    const auto first = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
    if (std::find(defined.begin(), defined.end(), false) == defined.end()) {
      out_->constants.insert(out_->constants.end(), values.begin(), values.end());
      constantSlots_[&constant] = first;
      return first;
    }
    // Undefined: a new value each time.
    const Layout parts = layoutOf(constant.getType());
    const std::uint32_t registers = newRegisters(values.size());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (!defined[i]) {
        emitFresh(registers + i, parts.scalars[i].width);
        continue;
      }
      Step &step = emit(Micro::Move);
      step.a = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
      step.result = registers + i;
      out_->constants.push_back(values[i]);
    }
    return registers;
  }

  /// Addresses of thread-local variables differ between threads.
  std::uint32_t computedConstant(const llvm::Constant &constant) {
    if (!constant.getType()->isPointerTy()) {
      unsupported("a constant expression");
      return 0;
    }
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(constant.getType()), 0);
    const llvm::Value *base =
        constant.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (mayBeMissing(*llvm::cast<llvm::Constant>(base))) {
      unsupported("the address of a weak symbol, which is null if undefined,",
                  GapKind::AddressDependent);
      return 0;
    }
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (global != nullptr && definedBy(*global) == DefinedBy::Linker) {
      unsupported("a place in memory that the linker gives a name", GapKind::AddressDependent);
      return 0;
    }
    if (global == nullptr || !global->isThreadLocal()) {
      unsupported("a constant expression");
      return 0;
    }
    const std::uint32_t result = newRegisters(1);
    emitThreadLocal(*global, result, offset.getZExtValue());
    return result;
  }

  void emitThreadLocal(const llvm::GlobalVariable &global, std::uint32_t result,
                       std::uint64_t offset) {
    const auto at = image_.globalIds.find(&global);
    if (at == image_.globalIds.end())
      return unsupported("a thread-local variable without definition");
    Step &step = emit(Micro::ThreadLocalAddress);
    step.extra = at->second.index();
    step.mask = offset;
    step.result = result;
  }

  void emitFresh(std::uint32_t result, std::uint32_t width) {
    Step &step = emit(Micro::FreshInput);
    step.result = result;
    step.width = static_cast<std::uint16_t>(width);
  }

  static bool isTooWide(std::uint32_t width) { return width > UINT16_MAX; }

  // -- instructions --------------------------------------------------------------------

  void translate(const llvm::Instruction &origin) {
    const std::uint32_t result = origin.getType()->isVoidTy() ? 0 : slots_.lookup(&origin);
    switch (current_->op) {
    case Op::Jump:
      emit(Micro::Jump).extra = edge(origin, 0);
      return;
    case Op::Branch: {
      const auto &branch = llvm::cast<llvm::BranchInst>(origin);
      const std::uint32_t condition = slot(branch.getCondition());
      const std::uint32_t taken = edge(origin, 0);
      const std::uint32_t other = edge(origin, 1);
      Step &step = emit(Micro::Branch);
      step.a = condition;
      step.width = 1;
      step.b = taken;
      step.c = other;
      return;
    }
    case Op::Switch:
      return translateSwitch(llvm::cast<llvm::SwitchInst>(origin));
    case Op::IndirectJump: {
      const std::uint32_t target = slot(origin.getOperand(0));
      const auto &jump = llvm::cast<llvm::IndirectBrInst>(origin);
      const auto firstEdge = static_cast<std::uint32_t>(out_->edges.size());
      for (unsigned i = 0; i < jump.getNumDestinations(); ++i)
        edge(origin, i);
      // Selects the edge to a label by the label's number.
      SwitchDetail detail;
      for (unsigned i = 0; i < jump.getNumDestinations(); ++i)
        detail.cases.emplace_back(blockOffset(*jump.getDestination(i)), firstEdge + i);
      std::sort(detail.cases.begin(), detail.cases.end());
      Step &step = emit(Micro::IndirectJump);
      step.a = target;
      step.extra = static_cast<std::uint32_t>(out_->switches.size());
      out_->switches.push_back(std::move(detail));
      return;
    }
    case Op::Return: {
      const llvm::Value *value = llvm::cast<llvm::ReturnInst>(origin).getReturnValue();
      const std::uint32_t first = value ? slot(value) : 0;
      if (!image_.visible.empty() && &function_ == &image_.program->entry())
        emit(Micro::Visible); // the end of the process
      Step &step = emit(Micro::Return);
      step.a = first;
      step.extra =
          value ? static_cast<std::uint32_t>(layoutOf(value->getType()).scalars.size()) : 0;
      return;
    }
    case Op::Unreachable:
      emit(Micro::Unreachable);
      return;
    case Op::Call:
    case Op::LibraryCall:
      return translateCall(llvm::cast<llvm::CallBase>(origin), result);
    case Op::Allocate: {
      const auto &local = llvm::cast<llvm::AllocaInst>(origin);
      if (layout_.getTypeAllocSize(local.getAllocatedType()).isScalable())
        return unsupported("a type whose size is not known");
      const std::uint32_t count = slot(local.getArraySize());
      Step &step = emit(Micro::Allocate);
      step.width =
          static_cast<std::uint16_t>(local.getArraySize()->getType()->getIntegerBitWidth());
      step.a = count;
      step.result = result;
      step.mask = layout_.getTypeAllocSize(local.getAllocatedType()).getKnownMinValue();
      return;
    }
    case Op::Load:
      return translateAccess(Micro::Load, origin.getOperand(0), origin.getType(), result);
    case Op::Store:
      return translateAccess(Micro::Store, origin.getOperand(1), origin.getOperand(0)->getType(),
                             slot(origin.getOperand(0)));
    case Op::Exchange:
    case Op::CompareExchange:
      return translateAtomic(origin, result);
    case Op::Address:
      return translateAddress(llvm::cast<llvm::GEPOperator>(origin), result);
    case Op::CopyMemory:
    case Op::MoveMemory:
    case Op::SetMemory: {
      const auto &call = llvm::cast<llvm::CallBase>(origin);
      const std::uint32_t a = slot(call.getArgOperand(0));
      const std::uint32_t b = slot(call.getArgOperand(1));
      const std::uint32_t c = slot(call.getArgOperand(2));
      emitVisible();
      Step &step = emit(current_->op == Op::SetMemory ? Micro::SetMemory : Micro::CopyMemory);
      step.a = a;
      step.b = b;
      step.c = c;
      step.width =
          static_cast<std::uint16_t>(call.getArgOperand(2)->getType()->getIntegerBitWidth());
      return;
    }
    case Op::Unary:
    case Op::Binary:
      return translateBinary(origin, result);
    case Op::Compare:
      return translateCompare(llvm::cast<llvm::CmpInst>(origin), result);
    case Op::Cast:
      return translateCast(llvm::cast<llvm::CastInst>(origin), result);
    case Op::Select:
      return translateSelect(llvm::cast<llvm::SelectInst>(origin), result);
    case Op::Freeze:
      return moveMany(result, slot(origin.getOperand(0)),
                      layoutOf(origin.getType()).scalars.size());
    case Op::ExtractValue: {
      const auto &extract = llvm::cast<llvm::ExtractValueInst>(origin);
      const std::uint32_t from = slot(extract.getAggregateOperand());
      return moveMany(
          result,
          from + scalarsBefore(extract.getAggregateOperand()->getType(), extract.getIndices()),
          layoutOf(origin.getType()).scalars.size());
    }
    case Op::InsertValue: {
      const auto &insert = llvm::cast<llvm::InsertValueInst>(origin);
      const std::uint32_t whole = slot(insert.getAggregateOperand());
      const std::uint32_t part = slot(insert.getInsertedValueOperand());
      moveMany(result, whole, layoutOf(origin.getType()).scalars.size());
      return moveMany(result + scalarsBefore(origin.getType(), insert.getIndices()), part,
                      layoutOf(insert.getInsertedValueOperand()->getType()).scalars.size());
    }
    case Op::VectorElement:
      return translateVector(origin, result);
    case Op::Intrinsic:
      return translateIntrinsic(llvm::cast<llvm::CallBase>(origin), result);
    case Op::FreshInput: {
      const Layout parts = layoutOf(origin.getType());
      for (std::uint32_t i = 0; i < parts.scalars.size(); ++i)
        emitFresh(result + i, parts.scalars[i].width);
      if (parts.scalars.empty())
        emit(Micro::Nothing);
      return;
    }
    case Op::VariadicStart: {
      if (!hasListsOfSystemV(image_.program->module()))
        return unsupported("a list of arguments as another system has it");
      const std::uint32_t list = slot(llvm::cast<llvm::CallBase>(origin).getArgOperand(0));
      emitVisible();
      emit(Micro::VariadicStart).a = list;
      return;
    }
    case Op::VariadicCopy: {
      const std::uint32_t to = slot(llvm::cast<llvm::CallBase>(origin).getArgOperand(0));
      const std::uint32_t from = slot(llvm::cast<llvm::CallBase>(origin).getArgOperand(1));
      emitVisible();
      Step &step = emit(Micro::VariadicCopy);
      step.a = to;
      step.b = from;
      return;
    }
    case Op::Nothing:
      if (const auto *marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&origin);
          marker && !isEndOfMain(*marker)) {
        const std::uint32_t local = slot(marker->getArgOperand(1));
        Step &step = emit(Micro::Lifetime);
        step.a = local;
        step.detail = marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start ? 1 : 0;
        return;
      }
      emit(Micro::Nothing);
      return;
    case Op::Fence:
      // A fence for signal handlers does not affect threads.
      if (image_.stopsAtFences &&
          llvm::cast<llvm::FenceInst>(origin).getSyncScopeID() != llvm::SyncScope::SingleThread)
        emit(Micro::Visible);
      emit(Micro::Nothing);
      return;
    case Op::VariadicEnd: {
      const std::uint32_t list = slot(llvm::cast<llvm::CallBase>(origin).getArgOperand(0));
      emitVisible();
      emit(Micro::VariadicEnd).a = list;
      return;
    }
    case Op::VariadicNext:
      return unsupported("va_arg as an instruction");
    case Op::Assembly:
      return unsupported("inline assembly", GapKind::InlineAssembly);
    case Op::Unsupported:
      return unsupported("the instruction " + std::string(origin.getOpcodeName()));
    }
  }

  void translateSwitch(const llvm::SwitchInst &origin) {
    const unsigned width = origin.getCondition()->getType()->getIntegerBitWidth();
    if (width > 64)
      return unsupported("a switch over more than 64 bits");
    const std::uint32_t condition = slot(origin.getCondition());
    SwitchDetail detail;
    for (unsigned i = 0; i < origin.getNumSuccessors(); ++i) {
      const std::uint32_t to = edge(origin, i);
      if (i == 0)
        detail.defaultEdge = to;
      else
        detail.cases.emplace_back(0, to);
    }
    std::size_t next = 0;
    for (const auto &each : origin.cases())
      detail.cases[next++].first = each.getCaseValue()->getZExtValue();
    std::sort(detail.cases.begin(), detail.cases.end());
    Step &step = emit(Micro::Switch);
    step.a = condition;
    step.width = static_cast<std::uint16_t>(width);
    step.extra = static_cast<std::uint32_t>(out_->switches.size());
    out_->switches.push_back(std::move(detail));
  }

  void translateCall(const llvm::CallBase &origin, std::uint32_t result) {
    CallDetail detail;
    for (unsigned i = 0; i < origin.arg_size(); ++i) {
      const llvm::Value *argument = origin.getArgOperand(i);
      if (argument->getType()->isMetadataTy())
        continue;
      const Layout parts = layoutOf(argument->getType());
      std::uint32_t first = slot(argument);
      const std::uint64_t byValue = origin.isByValArgument(i) ? bytesByValue(origin, i) : 0;
      if (byValue != 0 && passesVisibly(origin, i))
        first = emitCopy(origin.getArgOperandUse(i), first, byValue);
      const auto align = static_cast<std::uint16_t>(
          byValue != 0 ? origin.getParamAlign(i).valueOrOne().value()
                       : layout_.getABITypeAlign(argument->getType()).value());
      for (std::uint32_t part = 0; part < parts.scalars.size(); ++part)
        detail.arguments.push_back({first + part, parts.scalars[part].width, byValue, part == 0,
                                    align, parts.scalars[part].offset});
    }
    for (const Scalar &scalar : layoutOf(origin.getType()).scalars)
      detail.widths.push_back(scalar.width);
    std::uint32_t through = 0;
    Micro op = Micro::CallPointer;
    if (current_->callee.valid()) {
      detail.callee = &image_.program->function(current_->callee);
      op = detail.callee->hasBody ? Micro::Call : Micro::Library;
      // Some have no row, because none could express their effects (vprintf), or because no program
      // calls them (helpers of the models in C). A call that does not fit its row has no model.
      if (op == Micro::Library && current_->library != nullptr)
        detail.model = findModel_(current_->library->name);
      else if (op == Micro::Library && detail.callee->library == nullptr)
        detail.model = findModel_(detail.callee->name);
      else if (op == Micro::Library)
        detail.model = nullptr;
    } else if (current_->op == Op::LibraryCall) { // a trap
      op = Micro::Library;
      detail.model = findModel_("abort");
    } else {
      through = slot(origin.getCalledOperand());
    }
    emitVisibleCall();
    Step &step = emit(op);
    step.a = through;
    step.result = result;
    step.extra = static_cast<std::uint32_t>(out_->calls.size());
    out_->calls.push_back(std::move(detail));
  }

  void translateAccess(Micro op, const llvm::Value *pointer, llvm::Type *type,
                       std::uint32_t value) {
    const Layout parts = layoutOf(type);
    if (parts.packedBits)
      return unsupported("a vector of bits in memory");
    const std::uint32_t address = slot(pointer);
    if (parts.scalars.size() == 1 && parts.scalars[0].width <= 64) {
      const Scalar &scalar = parts.scalars[0];
      emitVisible();
      Step &step = emit(op);
      step.a = address;
      if (op == Micro::Load)
        step.result = value;
      else
        step.b = value;
      step.width = static_cast<std::uint16_t>(scalar.width);
      step.extra = scalar.bytes();
      step.mask = maskOf(scalar.width);
      return;
    }
    const auto first = static_cast<std::uint32_t>(out_->parts.size());
    for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
      if (isTooWide(parts.scalars[i].width))
        return unsupported("a very wide integer");
      out_->parts.push_back({value + i, parts.scalars[i].width, parts.scalars[i].offset});
    }
    emitVisible();
    Step &step = emit(op == Micro::Load ? Micro::LoadParts : Micro::StoreParts);
    step.a = address;
    step.extra = first;
    step.c = static_cast<std::uint32_t>(parts.scalars.size());
  }

  void translateAtomic(const llvm::Instruction &origin, std::uint32_t result) {
    const auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&origin);
    const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&origin);
    const llvm::Value *value = swap ? swap->getNewValOperand() : update->getValOperand();
    const Layout parts = layoutOf(value->getType());
    if (parts.scalars.size() != 1 || parts.scalars[0].width > 64)
      return unsupported("an atomic access to more than 64 bits");
    if (update != nullptr &&
        (isFloat(parts.scalars[0].kind) || update->isFloatingPointOperation()) &&
        update->getOperation() != llvm::AtomicRMWInst::Xchg)
      return unsupported("atomic arithmetic on floating point");
    const std::uint32_t address = slot(origin.getOperand(0));
    const std::uint32_t b = slot(origin.getOperand(1));
    const std::uint32_t c = swap ? slot(swap->getNewValOperand()) : 0;
    emitVisible();
    Step &step = emit(swap ? Micro::CompareExchange : Micro::Exchange);
    step.detail = update ? static_cast<std::uint8_t>(update->getOperation()) : 0;
    step.a = address;
    step.b = b;
    step.c = c;
    step.result = result;
    step.width = static_cast<std::uint16_t>(parts.scalars[0].width);
    step.extra = parts.scalars[0].bytes();
    step.mask = maskOf(parts.scalars[0].width);
  }

  void translateAddress(const llvm::GEPOperator &origin, std::uint32_t result) {
    if (origin.getType()->isVectorTy())
      return unsupported("a vector of addresses");
    std::uint64_t constant = 0;
    std::vector<ScaledIndex> scaled;
    for (auto type = llvm::gep_type_begin(origin); type != llvm::gep_type_end(origin); ++type) {
      const llvm::Value *index = type.getOperand();
      if (llvm::StructType *record = type.getStructTypeOrNull()) {
        const auto field = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
        constant += layout_.getStructLayout(record)
                        ->getElementOffset(static_cast<unsigned>(field))
                        .getFixedValue();
        continue;
      }
      const std::uint64_t stride = type.getSequentialElementStride(layout_).getKnownMinValue();
      if (type.getSequentialElementStride(layout_).isScalable())
        return unsupported("a type whose size is not known");
      if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
        if (number->getValue().getSignificantBits() > 64)
          return unsupported("an index of more than 64 bits");
        constant += static_cast<std::uint64_t>(number->getSExtValue()) * stride;
        continue;
      }
      const unsigned width =
          index->getType()->isIntegerTy() ? index->getType()->getIntegerBitWidth() : 65;
      if (width > 64)
        return unsupported("an index of more than 64 bits");
      scaled.push_back({slot(index), static_cast<std::uint16_t>(width), stride});
    }
    const std::uint32_t base = slot(origin.getPointerOperand());
    const bool simple = scaled.empty() || (scaled.size() == 1 && scaled[0].scale <= UINT32_MAX);
    const auto first = static_cast<std::uint32_t>(out_->indices.size());
    Step &step = emit(simple ? Micro::Address : Micro::AddressSum);
    step.a = base;
    step.result = result;
    step.mask = constant;
    if (simple) {
      step.detail = scaled.empty() ? 0 : 1;
      if (!scaled.empty()) {
        step.b = scaled[0].slot;
        step.width = scaled[0].width;
        step.extra = static_cast<std::uint32_t>(scaled[0].scale);
      }
      return;
    }
    step.extra = first;
    step.c = static_cast<std::uint32_t>(scaled.size());
    out_->indices.insert(out_->indices.end(), scaled.begin(), scaled.end());
  }

  static Micro integerOp(unsigned opcode) {
    switch (opcode) {
    case I::Add:
      return Micro::Add;
    case I::Sub:
      return Micro::Sub;
    case I::Mul:
      return Micro::Mul;
    case I::UDiv:
      return Micro::UDiv;
    case I::SDiv:
      return Micro::SDiv;
    case I::URem:
      return Micro::URem;
    case I::SRem:
      return Micro::SRem;
    case I::Shl:
      return Micro::Shl;
    case I::LShr:
      return Micro::LShr;
    case I::AShr:
      return Micro::AShr;
    case I::And:
      return Micro::And;
    case I::Or:
      return Micro::Or;
    case I::Xor:
      return Micro::Xor;
    default:
      return Micro::FloatBinary;
    }
  }

  void translateBinary(const llvm::Instruction &origin, std::uint32_t result) {
    const bool isUnary = origin.getNumOperands() == 1;
    const Layout parts = layoutOf(origin.getType());
    const std::uint32_t a = slot(origin.getOperand(0));
    const std::uint32_t b = isUnary ? 0 : slot(origin.getOperand(1));
    for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
      const Scalar &scalar = parts.scalars[i];
      if (isTooWide(scalar.width))
        return unsupported("a very wide integer");
      Step &step = emit(isUnary ? Micro::FloatNegate : integerOp(origin.getOpcode()));
      step.detail = static_cast<std::uint8_t>(origin.getOpcode());
      step.width = static_cast<std::uint16_t>(scalar.width);
      step.mask = maskOf(scalar.width);
      step.a = a + i;
      step.b = b + i;
      step.extra = static_cast<std::uint32_t>(scalar.kind);
      step.result = result + i;
    }
  }

  void translateCompare(const llvm::CmpInst &origin, std::uint32_t result) {
    const Layout parts = layoutOf(origin.getOperand(0)->getType());
    std::uint32_t a = slot(origin.getOperand(0));
    std::uint32_t b = slot(origin.getOperand(1));
    using P = llvm::CmpInst;
    P::Predicate predicate = origin.getPredicate();
    const bool isInteger = llvm::isa<llvm::ICmpInst>(origin);
    const bool isPointer =
        isInteger && !parts.scalars.empty() &&
        (parts.scalars[0].kind == ScalarKind::Pointer || addressUses_.comparesAddresses(origin));
    if (isInteger && (predicate == P::ICMP_UGT || predicate == P::ICMP_UGE ||
                      predicate == P::ICMP_SGT || predicate == P::ICMP_SGE)) {
      predicate = P::getSwappedPredicate(predicate);
      std::swap(a, b);
    }
    Micro op = Micro::FloatCompare;
    if (isInteger)
      op = predicate == P::ICMP_EQ    ? Micro::Equal
           : predicate == P::ICMP_NE  ? Micro::NotEqual
           : predicate == P::ICMP_ULT ? Micro::ULess
           : predicate == P::ICMP_ULE ? Micro::ULessEqual
           : predicate == P::ICMP_SLT ? Micro::SLess
                                      : Micro::SLessEqual;
    const bool withNull = llvm::isa<llvm::ConstantPointerNull>(origin.getOperand(0)) ||
                          llvm::isa<llvm::ConstantPointerNull>(origin.getOperand(1));
    for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
      if (isTooWide(parts.scalars[i].width))
        return unsupported("a very wide integer");
      Step &step = emit(isPointer && !withNull ? Micro::ComparePointers : op);
      step.detail = isPointer && !withNull ? static_cast<std::uint8_t>(op)
                                           : static_cast<std::uint8_t>(predicate);
      step.width = static_cast<std::uint16_t>(parts.scalars[i].width);
      step.mask = 1;
      step.a = a + i;
      step.b = b + i;
      step.extra = static_cast<std::uint32_t>(parts.scalars[i].kind);
      step.result = result + i;
    }
  }

  void translateCast(const llvm::CastInst &origin, std::uint32_t result) {
    const Layout from = layoutOf(origin.getSrcTy());
    const Layout to = layoutOf(origin.getDestTy());
    const std::uint32_t source = slot(origin.getOperand(0));
    if (origin.getOpcode() == I::BitCast)
      return repack(from, source, to, result);
    if (from.scalars.size() != to.scalars.size())
      return unsupported("a cast between vectors of different length");
    for (std::uint32_t i = 0; i < to.scalars.size(); ++i) {
      const Scalar &a = from.scalars[i];
      const Scalar &b = to.scalars[i];
      if (isTooWide(a.width) || isTooWide(b.width))
        return unsupported("a very wide integer");
      Micro op = Micro::FloatCast;
      switch (origin.getOpcode()) {
      case I::Trunc:
        op = Micro::Truncate;
        break;
      case I::ZExt:
        op = Micro::ZeroExtend;
        break;
      case I::SExt:
        op = Micro::SignExtend;
        break;
      case I::PtrToInt:
      case I::IntToPtr:
        op = b.width < a.width    ? Micro::Truncate
             : b.width == a.width ? Micro::Move
                                  : Micro::ZeroExtend;
        break;
      case I::AddrSpaceCast:
        return unsupported("address spaces");
      default:
        break;
      }
      Step &step = emit(op);
      step.detail = static_cast<std::uint8_t>(origin.getOpcode());
      step.width = static_cast<std::uint16_t>(a.width);
      step.mask = maskOf(b.width);
      step.a = source + i;
      step.b = static_cast<std::uint32_t>(a.kind);
      step.c = static_cast<std::uint32_t>(b.kind);
      step.extra = b.width;
      step.result = result + i;
    }
  }

  void repack(const Layout &from, std::uint32_t source, const Layout &to, std::uint32_t result) {
    const auto sameShape = [&] {
      if (from.scalars.size() != to.scalars.size())
        return false;
      for (std::size_t i = 0; i < to.scalars.size(); ++i)
        if (from.scalars[i].width != to.scalars[i].width)
          return false;
      return true;
    };
    if (sameShape())
      return moveMany(result, source, to.scalars.size());
    const auto first = static_cast<std::uint32_t>(out_->parts.size());
    for (std::uint32_t i = 0; i < from.scalars.size(); ++i)
      out_->parts.push_back({source + i, from.scalars[i].width, 0});
    for (std::uint32_t i = 0; i < to.scalars.size(); ++i)
      out_->parts.push_back({result + i, to.scalars[i].width, 0});
    Step &step = emit(Micro::Repack);
    step.extra = first;
    step.b = static_cast<std::uint32_t>(from.scalars.size());
    step.c = static_cast<std::uint32_t>(to.scalars.size());
  }

  void translateSelect(const llvm::SelectInst &origin, std::uint32_t result) {
    const Layout parts = layoutOf(origin.getType());
    const bool perElement = origin.getCondition()->getType()->isVectorTy();
    const std::uint32_t condition = slot(origin.getCondition());
    const std::uint32_t a = slot(origin.getTrueValue());
    const std::uint32_t b = slot(origin.getFalseValue());
    for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
      Step &step = emit(Micro::Select);
      step.width = static_cast<std::uint16_t>(parts.scalars[i].width);
      step.a = condition + (perElement ? i : 0);
      step.b = a + i;
      step.c = b + i;
      step.result = result + i;
    }
  }

  void moveMany(std::uint32_t to, std::uint32_t from, std::size_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      Step &step = emit(Micro::Move);
      step.a = from + i;
      step.result = to + i;
    }
    if (count == 0)
      emit(Micro::Nothing);
  }

  /// Number of scalars of the type before the part that the indices name.
  std::uint32_t scalarsBefore(llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
    std::uint32_t before = 0;
    for (const unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i)
        before += static_cast<std::uint32_t>(
            layoutOf(llvm::ExtractValueInst::getIndexedType(type, {i})).scalars.size());
      type = llvm::ExtractValueInst::getIndexedType(type, {index});
    }
    return before;
  }

  void translateVector(const llvm::Instruction &origin, std::uint32_t result) {
    if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&origin)) {
      const std::uint32_t a = slot(shuffle->getOperand(0));
      const std::uint32_t b = slot(shuffle->getOperand(1));
      const auto count =
          static_cast<int>(layoutOf(shuffle->getOperand(0)->getType()).scalars.size());
      const Layout parts = layoutOf(origin.getType());
      std::uint32_t target = result;
      for (const int which : shuffle->getShuffleMask()) {
        if (which < 0)
          emitFresh(target, parts.scalars.front().width);
        else
          moveMany(target,
                   which < count ? a + static_cast<std::uint32_t>(which)
                                 : b + static_cast<std::uint32_t>(which - count),
                   1);
        ++target;
      }
      return;
    }
    const bool isInsert = llvm::isa<llvm::InsertElementInst>(origin);
    const llvm::Value *vector = origin.getOperand(0);
    const llvm::Value *index = origin.getOperand(isInsert ? 2 : 1);
    const auto count = static_cast<std::uint32_t>(layoutOf(vector->getType()).scalars.size());
    const std::uint32_t from = slot(vector);
    const std::uint32_t element = isInsert ? slot(origin.getOperand(1)) : 0;
    const auto *number = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (number == nullptr) {
      const std::uint32_t at = slot(index);
      if (isInsert)
        moveMany(result, from, count);
      Step &step = emit(isInsert ? Micro::Put : Micro::Pick);
      step.a = isInsert ? element : from;
      step.b = at;
      step.c = count;
      step.result = result;
      return;
    }
    if (number->getValue().uge(count))
      return unsupported("an element that a vector does not have");
    const auto which = static_cast<std::uint32_t>(number->getZExtValue());
    if (!isInsert)
      return moveMany(result, from + which, 1);
    moveMany(result, from, count);
    moveMany(result + which, element, 1);
  }

  void translateIntrinsic(const llvm::CallBase &origin, std::uint32_t result) {
    const auto id = origin.getIntrinsicID();
    switch (id) {
    case llvm::Intrinsic::threadlocal_address:
      if (const auto *global =
              llvm::dyn_cast<llvm::GlobalVariable>(origin.getArgOperand(0)->stripPointerCasts()))
        return emitThreadLocal(*global, result, 0);
      return unsupported("a thread-local address");
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
      return moveMany(result, slot(origin.getArgOperand(0)),
                      layoutOf(origin.getType()).scalars.size());
    case llvm::Intrinsic::is_constant:
      return moveConstant(result, 0);
    case llvm::Intrinsic::objectsize: // unknown: -1, or 0 if the minimum is requested
      return moveConstant(result, llvm::cast<llvm::ConstantInt>(origin.getArgOperand(1))->isZero()
                                      ? maskOf(origin.getType()->getIntegerBitWidth())
                                      : 0);
    case llvm::Intrinsic::stacksave:
      return moveConstant(result, 0);
    default:
      break;
    }
    const Layout parts = layoutOf(origin.getType());
    const llvm::Type *first = origin.arg_empty() ? nullptr : origin.getArgOperand(0)->getType();
    if (first == nullptr || origin.arg_size() > 3)
      return unsupported("the intrinsic " + origin.getCalledFunction()->getName().str());
    const Layout operand = layoutOf(origin.getArgOperand(0)->getType());
    const bool isVector = first->isVectorTy();
    const std::size_t count = isVector ? operand.scalars.size() : 1;
    if (isVector && parts.scalars.size() != count)
      return unsupported("the intrinsic " + origin.getCalledFunction()->getName().str());
    if (operand.scalars.empty() ||
        (operand.scalars[0].width > 64 && !isFloat(operand.scalars[0].kind)))
      return unsupported("an intrinsic on a wide value");
    std::uint32_t slots[3] = {0, 0, 0};
    bool scalarOperand[3] = {false, false, false};
    for (unsigned i = 0; i < origin.arg_size(); ++i) {
      slots[i] = slot(origin.getArgOperand(i));
      scalarOperand[i] = !origin.getArgOperand(i)->getType()->isVectorTy();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      Step &step =
          emit(isFloat(operand.scalars[0].kind) ? Micro::FloatIntrinsic : Micro::Intrinsic);
      step.detail = static_cast<std::uint8_t>(operand.scalars[0].kind);
      step.width = static_cast<std::uint16_t>(operand.scalars[0].width);
      step.extra = id;
      step.mask = maskOf(parts.scalars.empty() ? 1 : parts.scalars[0].width);
      step.a = slots[0] + (scalarOperand[0] ? 0 : i);
      step.b = slots[1] + (scalarOperand[1] ? 0 : i);
      step.c = slots[2] + (scalarOperand[2] ? 0 : i);
      step.result = result + i;
    }
  }

  void moveConstant(std::uint32_t result, std::uint64_t bits) {
    Step &step = emit(Micro::Move);
    step.a = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
    step.result = result;
    out_->constants.push_back({bits, {}});
  }

  // -- edges ---------------------------------------------------------------------------

  std::uint32_t edge(const llvm::Instruction &terminator, unsigned successor) {
    const auto number = static_cast<std::uint32_t>(out_->edges.size());
    out_->edges.emplace_back();
    pending_.push_back(
        {number, terminator.getParent(), terminator.getSuccessor(successor), current_});
    return number;
  }

  /// Phi nodes, once every block has its position. A source that must be computed (an undefined
  /// value, the address of a thread-local) gets a few steps between the blocks.
  void finishEdges() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const PendingEdge pending = pending_[i];
      current_ = pending.source;
      gap_.clear();
      const std::uint32_t before = here();
      std::vector<SlotMove> moves;
      for (const llvm::PHINode &phi : pending.to->phis()) {
        const llvm::Value *value = phi.getIncomingValueForBlock(pending.from);
        const std::uint32_t source = slot(value);
        const std::uint32_t target = slots_.lookup(&phi);
        const std::size_t count = layoutOf(phi.getType()).scalars.size();
        for (std::uint32_t part = 0; part < count; ++part)
          moves.push_back({target + part, source + part});
      }
      std::uint32_t number = pending.edge;
      if (!gap_.empty()) {
        out_->steps.resize(before);
        out_->edges[number].target = here();
        emitGap(gap_, gapKind_);
        continue;
      }
      if (here() != before) {
        out_->edges[number].target = before;
        number = static_cast<std::uint32_t>(out_->edges.size());
        out_->edges.emplace_back();
        emit(Micro::Jump).extra = number;
      }
      MicroEdge &edge = out_->edges[number];
      edge.target = blockStarts_.lookup(pending.to);
      // Every loop has an edge that does not lead forwards, whatever the order of blocks.
      out_->hasLoop |= edge.target <= blockStarts_.lookup(pending.from);
      edge.firstMove = static_cast<std::uint32_t>(out_->moves.size());
      edge.moveCount = static_cast<std::uint32_t>(moves.size());
      for (std::size_t later = 1; later < moves.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
          if (moves[later].source == moves[earlier].target)
            edge.sequential = false;
      out_->moves.insert(out_->moves.end(), moves.begin(), moves.end());
    }
  }

  const Image &image_;
  const Function &function_;
  FindModel findModel_;
  ConstantReader constants_;
  const llvm::DataLayout &layout_;
  AddressUses addressUses_;
  std::unique_ptr<MicroFunction> out_;

  llvm::DenseMap<const llvm::Value *, std::uint32_t> slots_;
  llvm::DenseMap<const llvm::Constant *, std::uint32_t> constantSlots_;
  llvm::DenseMap<const llvm::Use *, std::uint32_t> copies_; ///< registers with their addresses
  llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> blockStarts_;
  std::vector<PendingEdge> pending_;
  ClosedWorld world_;
  const bool flushesToZero_;
  const Instruction *current_ = nullptr;
  std::string gap_;
  GapKind gapKind_ = GapKind::UnsupportedInstruction;
};

} // namespace

std::unique_ptr<MicroFunction> translate(const Image &image, const Function &function,
                                         TermArena &arena, FindModel findModel) {
  return Translator(image, function, arena, findModel).run();
}

} // namespace raceward
