// Instructions of x86 that ask about the processor, its time and its modes.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace raceward::assembly {

void giveAnswersValues(llvm::Module &module, AnyValues any) {
  llvm::GlobalVariable *answers = module.getGlobalVariable(kProcessorAnswers, true);
  if (answers == nullptr)
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *table = llvm::cast<llvm::ArrayType>(answers->getValueType());
  auto *row = llvm::cast<llvm::ArrayType>(table->getElementType());
  auto *fill = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
      llvm::GlobalValue::InternalLinkage, std::string(kProcessorAnswers) + ".fill", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", fill));
  llvm::Function *anyAnswer = any(row->getElementType());
  for (unsigned i = 0; i < table->getNumElements(); ++i)
    for (unsigned part = 0; part < row->getNumElements(); ++part)
      builder.CreateStore(
          builder.CreateCall(anyAnswer),
          builder.CreateConstInBoundsGEP2_32(
              row, builder.CreateConstInBoundsGEP2_32(table, answers, 0, i), 0, part));
  builder.CreateRetVoid();
  // A list in IR from elsewhere may have any form.
  const llvm::GlobalVariable *list = module.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr ||
      (list->hasInitializer() && llvm::isa<llvm::ConstantArray>(list->getInitializer())))
    return llvm::appendToGlobalCtors(module, fill, 0);
  if (llvm::Function *main = module.getFunction("main"); main != nullptr && !main->isDeclaration())
    llvm::CallInst::Create(fill, "", main->getEntryBlock().getFirstInsertionPt());
}

} // namespace raceward::assembly

namespace raceward::assembly::x86 {

namespace {

using Value = llvm::Value *;

// -- what the processor is -------------------------------------------------------------------

/// The answers of `cpuid` for the first leaves of both kinds, and the extended control register.
/// They are inputs, and do not change while the program runs (giveAnswersValues).
constexpr unsigned kLeaves = 32;
constexpr unsigned kControlRow = 2 * kLeaves;
constexpr std::uint64_t kExtendedLeaf = 0x80000000;

llvm::GlobalVariable *answersIn(X86Translation &t) {
  llvm::Module &module = t.module();
  if (llvm::GlobalVariable *known = module.getGlobalVariable(kProcessorAnswers, true))
    return known;
  llvm::Type *type = llvm::ArrayType::get(llvm::ArrayType::get(t.type(32), 4), kControlRow + 1);
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                  llvm::Constant::getNullValue(type), kProcessorAnswers);
}

Value answer(X86Translation &t, Value row, unsigned part) {
  llvm::GlobalVariable *answers = answersIn(t);
  Value at = t.builder().CreateInBoundsGEP(
      answers->getValueType(), answers, {t.builder().getInt32(0), row, t.builder().getInt32(part)});
  return t.load(at, t.type(32), Touch::Part);
}

// -- its modes -------------------------------------------------------------------------------

/// The state of a thread that instructions read and set; threads begin with `initial`.
llvm::GlobalVariable *modeOf(X86Translation &t, const char *name, unsigned bits,
                             std::uint64_t initial) {
  llvm::Module &module = t.module();
  if (llvm::GlobalVariable *known = module.getGlobalVariable(name, true))
    return known;
  return new llvm::GlobalVariable(module, t.type(bits), false, llvm::GlobalValue::InternalLinkage,
                                  t.integer(bits, initial), name, nullptr,
                                  llvm::GlobalValue::GeneralDynamicTLSModel);
}

struct Mode {
  const char *name;
  unsigned bits;
  std::uint64_t initial; ///< what the system begins with
  std::uint64_t notes;   ///< bits that computing sets
};

constexpr Mode kControlWord{"raceward.x87-control", 16, 0x037f, 0};
constexpr Mode kControlStatus{"raceward.mxcsr", 32, 0x1f80, 0x3f};

const Mode &modeNamed(unsigned detail) {
  return detail == 0 ? kControlWord : kControlStatus;
}

} // namespace

/// `rdtsc`, `rdtscp`, `rdpmc`: any time at every call, as clocks of several processors may differ.
/// The detail: whether the processor tells its number, too.
void timeStamp(X86Translation &t, Instruction at) {
  for (const char *name : {"ax", "dx", "cx"}) {
    if (name[0] == 'c' && at.detail == 0)
      break;
    const unsigned location = t.locationOf(name);
    t.writeLocation(location, 32, t.anyValue(32));
    t.at(location).isAny = true;
  }
}

/// `rdrand`, `rdseed`: any number, or none.
void random(X86Translation &t, Instruction at) {
  const X86Place to = t.placeOf(at.operand(0), at.bits);
  if (to.kind != X86Place::Kind::Register || to.mayBeMemory || at.bits == 8)
    return t.fail("a random number goes to memory");
  Value done = t.anyValue(1);
  Value number = t.anyValue(at.bits);
  t.write(to, at.bits, t.builder().CreateSelect(done, number, t.integer(at.bits, 0)), Touch::Alone);
  setLogicFlags(t, t.integer(8, 1));
  t.flags().zero = t.flags().sign = t.flags().parity = t.flags().overflow;
  t.flags().carry = [done] { return done; };
}

/// `cpuid`. It also waits for all that comes before it.
void identify(X86Translation &t, Instruction /*at*/) {
  if (t.isFor(Purpose::Native))
    return t.fail("its result is not computed");
  llvm::IRBuilder<> &builder = t.builder();
  t.fence(llvm::AtomicOrdering::SequentiallyConsistent);
  Value leaf = t.readRegister("ax", 32);
  const Location &second = t.at(t.locationOf("cx"));
  Value isBasic = builder.CreateICmpULT(leaf, t.integer(32, kLeaves));
  Value above = builder.CreateSub(leaf, t.integer(32, kExtendedLeaf));
  Value isExtended = builder.CreateICmpULT(above, t.integer(32, kLeaves));
  Value isKnown = builder.CreateOr(isBasic, isExtended);
  // Leaves with several parts say more than this table has.
  if (second.value != nullptr && second.known >= 32)
    isKnown = builder.CreateAnd(isKnown, builder.CreateIsNull(t.readRegister("cx", 32)));
  Value row =
      builder.CreateSelect(isExtended, builder.CreateAdd(above, t.integer(32, kLeaves)), leaf);
  row = builder.CreateSelect(isKnown, row, t.integer(32, 0));
  unsigned part = 0;
  for (const char *name : {"ax", "bx", "cx", "dx"}) {
    Value known = t.hasFailed() ? t.madeUp(32) : answer(t, row, part);
    t.writeRegister(name, 32, builder.CreateSelect(isKnown, known, t.anyValue(32)));
    ++part;
  }
}

/// `xgetbv`
void extendedControl(X86Translation &t, Instruction /*at*/) {
  t.readRegister("cx", 32);
  if (t.isFor(Purpose::Native))
    t.fail("its result is not computed");
  if (t.hasFailed())
    return;
  t.writeRegister("ax", 32, answer(t, t.integer(32, kControlRow), 0));
  t.writeRegister("dx", 32, answer(t, t.integer(32, kControlRow), 1));
}

/// `fnstcw`, `stmxcsr`
void storeControl(X86Translation &t, Instruction at) {
  if (t.isFor(Purpose::Native))
    return t.fail("its result is not computed");
  const Mode &mode = modeNamed(at.detail);
  const X86Place to = t.placeOf(at.operand(0), 0);
  if (to.kind != X86Place::Kind::Memory)
    return t.fail("a mode goes to a register");
  if (t.hasFailed())
    return;
  llvm::GlobalVariable *state = modeOf(t, mode.name, mode.bits, mode.initial);
  Value value = t.load(t.builder().CreateThreadLocalAddress(state), t.type(mode.bits), Touch::Part);
  if (mode.notes != 0)
    value = t.builder().CreateOr(
        value, t.builder().CreateAnd(t.anyValue(mode.bits), t.integer(mode.bits, mode.notes)));
  t.write(to, mode.bits, value, Touch::Part);
}

/// `fldcw`, `ldmxcsr`: engines compute in the mode that programs begin with, and stop where it
/// changes, at assembly that touches registers only.
void loadControl(X86Translation &t, Instruction at) {
  if (t.isFor(Purpose::Native))
    return t.fail("its effect is not modelled");
  llvm::IRBuilder<> &builder = t.builder();
  const Mode &mode = modeNamed(at.detail);
  const X86Place from = t.placeOf(at.operand(0), 0);
  if (from.kind != X86Place::Kind::Memory)
    return t.fail("a mode comes from a register");
  Value value = t.read(from, mode.bits, Touch::Part);
  if (t.hasFailed())
    return;
  Value settings = builder.CreateAnd(value, t.integer(mode.bits, ~mode.notes));
  Value changes = builder.CreateICmpNE(settings, t.integer(mode.bits, mode.initial));
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  auto *changed = llvm::BasicBlock::Create(builder.getContext(), "", function);
  auto *after = llvm::BasicBlock::Create(builder.getContext(), "", function);
  builder.CreateCondBr(changes, changed, after);
  builder.SetInsertPoint(changed);
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), {t.type(mode.bits)}, false);
  llvm::CallInst *stop = builder.CreateCall(
      llvm::InlineAsm::get(type, at.text->mnemonic + " $0", "r", /*hasSideEffects=*/true), {value});
  markHarmless(*stop);
  builder.CreateStore(
      settings, builder.CreateThreadLocalAddress(modeOf(t, mode.name, mode.bits, mode.initial)));
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

void nothing(X86Translation & /*t*/, Instruction /*at*/) {}

/// The detail: which accesses it keeps in order.
void fence(X86Translation &t, Instruction at) {
  t.fence(static_cast<llvm::AtomicOrdering>(at.detail));
}

/// `ud2`
void trap(X86Translation &t, Instruction /*at*/) {
  t.builder().CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
}

} // namespace raceward::assembly::x86
