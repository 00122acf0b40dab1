#include "Translate.h"

#include "HandleUses.h"
#include "ValueTranslator.h"
#include "raceward/program/Assembly.h"
#include "raceward/program/ClosedWorld.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace raceward {

namespace {

class Translator : public ValueTranslator {
public:
  Translator(const Image &image, const Function &function, TermArena &arena, FindModel findModel)
      : ValueTranslator(image, function, arena), findModel_(findModel),
        flushesToZero_(mayFlushToZero(*function.origin)) {}

  std::unique_ptr<MicroFunction> run() {
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
      emitChecksAfter(*instruction.origin);
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

  /// The same for a library call: its effects on threads, and on memory.
  void emitVisibleCall() {
    if (image_.visible.empty())
      return;
    if (current_->callee.valid() && image_.program->function(current_->callee).isAtomicSection)
      emit(Micro::Visible);
    if (current_->library == nullptr) {
      const bool isTrap = current_->op == Op::LibraryCall && !current_->callee.valid();
      if (isTrap || keepsState()) // a trap ends the process
        emit(Micro::Visible);
      return;
    }
    switch (current_->library->sync) {
    case SyncEffect::None:
    case SyncEffect::SyncObject:
      if (hasVisibleSite() || keepsState())
        emit(Micro::Visible);
      return;
    case SyncEffect::Assume:
      return;
    default:
      emit(Micro::Visible);
    }
  }

  /// Whether the library has a model of the function that uses state of all threads.
  [[nodiscard]] bool keepsState() const {
    return current_->callee.valid() &&
           image_.keepState.contains(image_.program->function(current_->callee).name);
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

  void emitChecksAfter(const llvm::Instruction &origin) {
    llvm::SmallVector<AddressCheck, 2> checks = addressUses_.checksAfter(origin);
    if (image_.isLibrary)
      llvm::erase_if(checks, [](const AddressCheck &check) { return !isAboutParts(check.kind); });
    // Whether bytes are equal does not reveal them.
    if (!(image_.isLibrary && function_.name == "memcmp"))
      emitChecks(checks);
  }

  void emitChecks(const llvm::SmallVector<AddressCheck, 2> &checks) {
    for (const AddressCheck &check : checks) {
      const std::uint32_t a = check.a ? slot(check.a) : 0;
      const std::uint32_t b = check.b ? slot(check.b) : 0;
      Step &step = emit(isAboutParts(check.kind) ? Micro::HideParts : Micro::NoteAddress);
      step.detail = static_cast<std::uint8_t>(check.kind);
      step.a = a;
      step.b = b;
      step.c = check.b != nullptr ? 1 : 0;
      step.mask = check.bits;
    }
  }

  // -- instructions --------------------------------------------------------------------

  void translate(const llvm::Instruction &origin) {
    const std::uint32_t result = origin.getType()->isVoidTy() ? 0 : slots_.lookup(&origin);
    switch (current_->op) {
    case Op::Jump:
      emit(Micro::Jump).extra = edge(origin, 0);
      return;
    case Op::Branch:
      return translateBranch(llvm::cast<llvm::BranchInst>(origin));
    case Op::Switch:
      return translateSwitch(llvm::cast<llvm::SwitchInst>(origin));
    case Op::IndirectJump:
      return translateIndirectJump(llvm::cast<llvm::IndirectBrInst>(origin));
    case Op::Return:
      return translateReturn(llvm::cast<llvm::ReturnInst>(origin));
    case Op::Unreachable:
      emit(Micro::Unreachable);
      return;
    case Op::Call:
    case Op::LibraryCall:
      return translateCall(llvm::cast<llvm::CallBase>(origin), result);
    case Op::Allocate:
      return translateLocal(llvm::cast<llvm::AllocaInst>(origin), result);
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
      return translateBlock(Micro::CopyMemory, llvm::cast<llvm::CallBase>(origin));
    case Op::SetMemory:
      return translateBlock(Micro::SetMemory, llvm::cast<llvm::CallBase>(origin));
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
    case Op::ExtractValue:
      return translateExtract(llvm::cast<llvm::ExtractValueInst>(origin), result);
    case Op::InsertValue:
      return translateInsert(llvm::cast<llvm::InsertValueInst>(origin), result);
    case Op::VectorElement:
      return translateVector(origin, result);
    case Op::Intrinsic:
      return translateIntrinsic(llvm::cast<llvm::CallBase>(origin), result);
    case Op::FreshInput:
      return translateFresh(origin.getType(), result);
    case Op::VariadicStart:
      if (!hasListsOfSystemV(image_.program->module()))
        return unsupported("a list of arguments as another system has it");
      return translateList(Micro::VariadicStart, llvm::cast<llvm::CallBase>(origin));
    case Op::VariadicCopy:
      return translateList(Micro::VariadicCopy, llvm::cast<llvm::CallBase>(origin));
    case Op::VariadicEnd:
      return translateList(Micro::VariadicEnd, llvm::cast<llvm::CallBase>(origin));
    case Op::Nothing:
      return translateMarker(origin);
    case Op::Fence:
      return translateFence(llvm::cast<llvm::FenceInst>(origin));
    case Op::VariadicNext:
      return unsupported("va_arg as an instruction");
    case Op::Assembly:
      return unsupported(assemblyGap(llvm::cast<llvm::CallBase>(origin)).message,
                         GapKind::InlineAssembly);
    case Op::Unsupported:
      return unsupported("the instruction " + std::string(origin.getOpcodeName()));
    }
  }

  // -- control -------------------------------------------------------------------------

  void translateBranch(const llvm::BranchInst &origin) {
    const std::uint32_t condition = slot(origin.getCondition());
    const std::uint32_t taken = edge(origin, 0);
    const std::uint32_t other = edge(origin, 1);
    Step &step = emit(Micro::Branch);
    step.a = condition;
    step.width = 1;
    step.b = taken;
    step.c = other;
  }

  void translateIndirectJump(const llvm::IndirectBrInst &origin) {
    const std::uint32_t target = slot(origin.getOperand(0));
    const auto firstEdge = static_cast<std::uint32_t>(out_->edges.size());
    for (unsigned i = 0; i < origin.getNumDestinations(); ++i)
      edge(origin, i);
    // Selects the edge to a label by the label's number.
    SwitchDetail detail;
    for (unsigned i = 0; i < origin.getNumDestinations(); ++i)
      detail.cases.emplace_back(blockOffset(*origin.getDestination(i)), firstEdge + i);
    std::sort(detail.cases.begin(), detail.cases.end());
    Step &step = emit(Micro::IndirectJump);
    step.a = target;
    step.extra = static_cast<std::uint32_t>(out_->switches.size());
    out_->switches.push_back(std::move(detail));
  }

  void translateReturn(const llvm::ReturnInst &origin) {
    const llvm::Value *value = origin.getReturnValue();
    const std::uint32_t first = value ? slot(value) : 0;
    if (!image_.visible.empty() && &function_ == &image_.program->entry())
      emit(Micro::Visible); // the end of the process
    Step &step = emit(Micro::Return);
    step.a = first;
    step.extra = value ? static_cast<std::uint32_t>(layoutOf(value->getType()).scalars.size()) : 0;
  }

  void translateFence(const llvm::FenceInst &origin) {
    // A fence for signal handlers does not affect threads.
    if (image_.stopsAtFences && origin.getSyncScopeID() != llvm::SyncScope::SingleThread)
      emit(Micro::Visible);
    emit(Micro::Nothing);
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

  // -- memory --------------------------------------------------------------------------

  void translateLocal(const llvm::AllocaInst &origin, std::uint32_t result) {
    if (layout_.getTypeAllocSize(origin.getAllocatedType()).isScalable())
      return unsupported("a type whose size is not known");
    const std::uint32_t count = slot(origin.getArraySize());
    Step &step = emit(Micro::Allocate);
    step.width = static_cast<std::uint16_t>(origin.getArraySize()->getType()->getIntegerBitWidth());
    step.a = count;
    step.result = result;
    step.mask = layout_.getTypeAllocSize(origin.getAllocatedType()).getKnownMinValue();
  }

  /// The scope of a local variable begins or ends; other markers have no effect.
  void translateMarker(const llvm::Instruction &origin) {
    const auto *marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&origin);
    if (marker == nullptr || isEndOfMain(*marker)) {
      emit(Micro::Nothing);
      return;
    }
    const std::uint32_t local = slot(marker->getArgOperand(1));
    Step &step = emit(Micro::Lifetime);
    step.a = local;
    step.detail = marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start ? 1 : 0;
  }

  /// memcpy(), memmove() or memset().
  void translateBlock(Micro op, const llvm::CallBase &origin) {
    const std::uint32_t a = slot(origin.getArgOperand(0));
    const std::uint32_t b = slot(origin.getArgOperand(1));
    const std::uint32_t c = slot(origin.getArgOperand(2));
    emitVisible();
    Step &step = emit(op);
    step.a = a;
    step.b = b;
    step.c = c;
    step.width =
        static_cast<std::uint16_t>(origin.getArgOperand(2)->getType()->getIntegerBitWidth());
  }

  /// va_start(), va_copy() or va_end().
  void translateList(Micro op, const llvm::CallBase &origin) {
    const std::uint32_t list = slot(origin.getArgOperand(0));
    const std::uint32_t from = op == Micro::VariadicCopy ? slot(origin.getArgOperand(1)) : 0;
    emitVisible();
    Step &step = emit(op);
    step.a = list;
    step.b = from;
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
      step.detail = scalar.kind == ScalarKind::Pointer ? 1 : 0;
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

  FindModel findModel_;
  llvm::DenseMap<const llvm::Use *, std::uint32_t> copies_; ///< registers with their addresses
  ClosedWorld world_;
  const bool flushesToZero_;
};

} // namespace

std::unique_ptr<MicroFunction> translate(const Image &image, const Function &function,
                                         TermArena &arena, FindModel findModel) {
  return Translator(image, function, arena, findModel).run();
}

} // namespace raceward
