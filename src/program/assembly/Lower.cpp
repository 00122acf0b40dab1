#include "assembly/Lower.h"

#include "assembly/Arm64.h"
#include "assembly/X86.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <memory>

namespace raceward::assembly {

namespace {

std::optional<Processor> processorOf(const llvm::Module &module) {
  const llvm::Triple triple(module.getTargetTriple());
  if (triple.isX86() && module.getDataLayout().getPointerSizeInBits() ==
                            (triple.getArch() == llvm::Triple::x86_64 ? 64u : 32u))
    return Processor::X86;
  // Elsewhere ';' begins a comment.
  if (triple.isAArch64(64) && triple.isLittleEndian() && triple.isOSBinFormatELF())
    return Processor::Arm64;
  return std::nullopt;
}

Syntax syntaxOf(Processor processor, const llvm::InlineAsm &assembly) {
  if (processor == Processor::Arm64)
    return Syntax::Arm64;
  return assembly.getDialect() == llvm::InlineAsm::AD_Intel ? Syntax::Intel : Syntax::Att;
}

/// Assembly that computes in registers only, whatever it computes: the results may be any values.
class HarmlessCheck {
public:
  HarmlessCheck(Processor processor, unsigned wordBits, const Operands &operands)
      : processor_(processor), wordBits_(wordBits), operands_(operands) {}

  [[nodiscard]] bool holds(const std::vector<Statement> &statements) const {
    // An output in memory would have to be written.
    return operands_.problem.empty() &&
           std::ranges::none_of(operands_.list,
                                [](const Operand &operand) {
                                  return operand.isOutput &&
                                         (operand.kind == Operand::Kind::Memory ||
                                          operand.storedAt != nullptr);
                                }) &&
           std::ranges::all_of(statements, [&](const Statement &statement) {
             return statement.label.empty() && statement.prefixes.empty() && holds(statement);
           });
  }

private:
  /// Which operands the instruction writes; nothing if it may do more than write them.
  [[nodiscard]] std::optional<std::vector<std::size_t>> written(const Statement &statement) const {
    const std::size_t count = statement.operands.size();
    if (processor_ == Processor::Arm64) {
      const Arm64Form *form = findArm64Form(statement).form;
      if (form == nullptr || (form->traits & Arm64Form::Memory) != 0)
        return std::nullopt;
      return count == 0 || (form->traits & Arm64Form::Reads) != 0 ? std::vector<std::size_t>()
                                                                  : std::vector<std::size_t>{0};
    }
    const X86Form *form = findX86Form(statement).form;
    if (form == nullptr || (form->traits & (X86Form::Implicit | X86Form::Fixed)) != 0)
      return std::nullopt;
    if (count == 0 || (form->traits & X86Form::Reads) != 0)
      return std::vector<std::size_t>();
    return (form->traits & X86Form::WritesTwo) != 0 ? std::vector<std::size_t>{0, 1}
                                                    : std::vector<std::size_t>{count - 1};
  }

  /// One name for all that a register has.
  [[nodiscard]] std::string canonical(const std::string &given) const {
    if (processor_ == Processor::Arm64)
      return given.starts_with("w") ? "x" + given.substr(1) : given;
    const X86Register known = x86Register(given, wordBits_);
    return known.canonical.empty() ? given : known.canonical;
  }

  [[nodiscard]] bool isDeclared(const std::string &given) const {
    const std::string name = canonical(given);
    return std::ranges::any_of(
               operands_.clobbers,
               [&](const std::string &other) { return canonical(other) == name; }) ||
           std::ranges::any_of(operands_.list, [&](const Operand &operand) {
             return operand.isOutput && canonical(operand.fixedRegister) == name;
           });
  }

  [[nodiscard]] bool mayBeWritten(const TextOperand &operand) const {
    if (const auto *reference = std::get_if<Reference>(&operand))
      return operands_.list[reference->number].isOutput;
    if (const auto *name = std::get_if<RegisterName>(&operand))
      return isDeclared(name->name);
    const auto *word = std::get_if<Word>(&operand);
    return word != nullptr && isDeclared(word->text);
  }

  /// Not memory, also not by a modifier: `%a0` is the memory that a register points to.
  [[nodiscard]] bool isInRegister(const Reference &reference) const {
    const llvm::StringRef sizes = processor_ == Processor::Arm64 ? "wxbhsdq" : "bhwkq";
    return reference.number < operands_.list.size() &&
           operands_.list[reference.number].kind != Operand::Kind::Memory &&
           (reference.modifier == 0 || sizes.contains(reference.modifier));
  }

  [[nodiscard]] bool holds(const Statement &statement) const {
    for (const TextOperand &operand : statement.operands) {
      const auto *reference = std::get_if<Reference>(&operand);
      if (std::holds_alternative<MemoryText>(operand) ||
          (reference != nullptr && !isInRegister(*reference)))
        return false;
    }
    const auto places = written(statement);
    return places && std::ranges::all_of(*places, [&](std::size_t place) {
             return mayBeWritten(statement.operands[place]);
           });
  }

  Processor processor_;
  unsigned wordBits_;
  const Operands &operands_;
};

/// Whether the text is only instructions without effect, so that nothing would replace it.
bool doesNothing(const std::vector<Statement> &statements, Processor processor) {
  return std::ranges::all_of(statements, [&](const Statement &statement) {
    if (processor == Processor::Arm64) {
      const FoundArm64Form found = findArm64Form(statement);
      return found.form != nullptr && found.form->translate == arm64::nothing;
    }
    const FoundX86Form found = findX86Form(statement);
    return found.form != nullptr && found.form->translate == x86::nothing;
  });
}

class Lowering {
public:
  Lowering(llvm::Module &module, Purpose purpose, AnyValues any)
      : module_(module), purpose_(purpose), any_(any), processor_(processorOf(module)) {}
  void run();

private:
  void lower(llvm::CallInst &call);
  void lowerParsed(llvm::CallInst &call, Processor processor,
                   const std::vector<Statement> &statements);
  void lowerFence(llvm::CallInst &call, llvm::AtomicOrdering ordering);
  static void replace(llvm::CallInst &call, llvm::Function &by);
  void dropUnused();

  llvm::Module &module_;
  Purpose purpose_;
  AnyValues any_;
  std::optional<Processor> processor_;
};

/// Results that were put together only to be taken apart again, as C does with each of them.
void takeApart(llvm::Value &results) {
  std::vector<llvm::Value *> parts;
  llvm::Value *left = &results;
  while (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(left)) {
    const unsigned index = insert->getIndices().front();
    if (parts.size() <= index)
      parts.resize(index + 1);
    if (parts[index] == nullptr)
      parts[index] = insert->getInsertedValueOperand();
    left = insert->getAggregateOperand();
  }
  for (llvm::User *user : llvm::make_early_inc_range(results.users())) {
    auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (extract == nullptr || extract->getNumIndices() != 1 ||
        extract->getIndices().front() >= parts.size())
      continue;
    if (llvm::Value *part = parts[extract->getIndices().front()]; part != nullptr) {
      extract->replaceAllUsesWith(part);
      extract->eraseFromParent();
    }
  }
  left = &results;
  while (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(left)) {
    if (!insert->use_empty())
      return;
    left = insert->getAggregateOperand();
    insert->eraseFromParent();
  }
}

/// Moves the body of `by`, whose arguments are those of the call, to the place of the call.
void Lowering::replace(llvm::CallInst &call, llvm::Function &by) {
  for (llvm::Argument &argument : by.args())
    argument.replaceAllUsesWith(call.getArgOperand(argument.getArgNo()));
  llvm::ReturnInst *end = nullptr;
  for (llvm::BasicBlock &block : by) {
    for (llvm::Instruction &instruction : block)
      instruction.setDebugLoc(call.getDebugLoc());
    if (auto *found = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      end = found;
  }
  llvm::Value *result = end->getReturnValue();
  llvm::BasicBlock &entry = by.getEntryBlock();
  if (&entry == end->getParent()) {
    call.getParent()->splice(call.getIterator(), &entry, entry.begin(), end->getIterator());
  } else {
    llvm::BasicBlock *head = call.getParent();
    llvm::BasicBlock *tail = head->splitBasicBlock(&call);
    llvm::Function *function = head->getParent();
    head->getTerminator()->setSuccessor(0, &entry);
    llvm::BranchInst::Create(tail, end->getIterator())->setDebugLoc(call.getDebugLoc());
    end->eraseFromParent();
    end = nullptr;
    function->splice(tail->getIterator(), &by);
  }
  if (result != nullptr)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
  by.eraseFromParent();
  if (result != nullptr)
    takeApart(*result);
}

void Lowering::lowerParsed(llvm::CallInst &call, Processor processor,
                           const std::vector<Statement> &statements) {
  if (purpose_ == Purpose::Native && doesNothing(statements, processor))
    return markHarmless(call);
  llvm::Function *into = llvm::Function::Create(
      call.getFunctionType(), llvm::GlobalValue::InternalLinkage, "raceward.assembly", module_);
  std::unique_ptr<Translation> translation;
  if (processor == Processor::Arm64)
    translation = std::make_unique<Arm64Translation>(call, processor, purpose_, any_, *into);
  else
    translation = std::make_unique<X86Translation>(call, processor, purpose_, any_, *into);
  if (translation->run(statements))
    return replace(call, *into);
  into->eraseFromParent();
  const unsigned wordBits = module_.getDataLayout().getPointerSizeInBits();
  if (HarmlessCheck(processor, wordBits, translation->operands()).holds(statements))
    markHarmless(call);
  else
    markUnknown(call, translation->problem());
}

void Lowering::lower(llvm::CallInst &call) {
  const auto &assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const std::string text = assembly.getAsmString();
  // An empty text is the same for all processors.
  std::optional<Processor> processor = processor_;
  if (!processor && llvm::StringRef(text).trim().empty())
    processor = Processor::X86;
  if (!processor)
    return markUnknown(call, "the processor is not known");
  const ParsedText parsed = parseText(text, syntaxOf(*processor, assembly));
  if (!parsed.problem.empty())
    return markUnknown(call, parsed.problem);
  lowerParsed(call, *processor, parsed.statements);
}

/// The same instructions as functions of the compiler.
void Lowering::lowerFence(llvm::CallInst &call, llvm::AtomicOrdering ordering) {
  llvm::IRBuilder<> builder(&call);
  markExtraFence(*builder.CreateFence(ordering));
  call.eraseFromParent();
}

void Lowering::run() {
  std::vector<llvm::CallInst *> calls;
  for (llvm::Function &function : module_)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        calls.push_back(call);
  for (llvm::CallInst *call : calls) {
    if (call->isInlineAsm()) {
      lower(*call);
      continue;
    }
    const llvm::Function *callee = call->getCalledFunction();
    switch (callee != nullptr ? callee->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
    case llvm::Intrinsic::x86_sse2_mfence:
      lowerFence(*call, llvm::AtomicOrdering::SequentiallyConsistent);
      break;
    case llvm::Intrinsic::x86_sse2_lfence:
      lowerFence(*call, llvm::AtomicOrdering::Acquire);
      break;
    case llvm::Intrinsic::x86_sse_sfence:
      lowerFence(*call, llvm::AtomicOrdering::Release);
      break;
    default:
      break;
    }
  }
  if (purpose_ == Purpose::Native)
    return;
  dropUnused();
  giveAnswersValues(module_, any_);
}

/// Variables of translations that were dropped.
void Lowering::dropUnused() {
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module_.globals()))
    if (variable.getName().starts_with("raceward.") && variable.use_empty())
      variable.eraseFromParent();
}

} // namespace

void lowerAssembly(llvm::Module &module, Purpose purpose, AnyValues any) {
  Lowering(module, purpose, any).run();
}

} // namespace raceward::assembly
