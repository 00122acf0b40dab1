#include "ProgramTexts.h"

#include "raceward/program/LibraryModels.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <cctype>
#include <set>

namespace raceward {

namespace {

constexpr std::size_t kLongest = 15; ///< as arguments of main have it

class TextFinder {
public:
  void visit(const llvm::Instruction &instruction) {
    const std::string_view modelled = modelledFunction(instruction);
    if (modelled.starts_with("getopt")) // its model is inlined
      for (const llvm::Value *operand : instruction.operands())
        addLetters(*operand);
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!modelled.empty() || !callee || !callee->getName().contains_insensitive("cmp"))
      return;
    for (const llvm::Value *argument : call->args())
      if (llvm::StringRef text; llvm::getConstantStringInfo(argument, text))
        add(text.str());
  }

  /// A table of struct option: a name, two numbers with a pointer between them.
  void visit(const llvm::GlobalVariable &variable) {
    if (!variable.hasInitializer())
      return;
    for (const llvm::Use &use : variable.getInitializer()->operands()) {
      const auto *option = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
      if (!option || option->getNumOperands() < 4 ||
          !option->getOperand(0)->getType()->isPointerTy())
        continue;
      if (llvm::StringRef name; llvm::getConstantStringInfo(option->getOperand(0), name))
        add("--" + name.str());
    }
  }

  [[nodiscard]] std::vector<std::string> all() const { return {texts_.begin(), texts_.end()}; }

private:
  void addLetters(const llvm::Value &operand) {
    llvm::StringRef text;
    if (!operand.getType()->isPointerTy() || !llvm::getConstantStringInfo(&operand, text))
      return;
    for (const char c : text)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        add(std::string("-") + c);
  }

  void add(std::string text) {
    if (!text.empty() && text.size() <= kLongest)
      texts_.insert(std::move(text));
  }

  std::set<std::string> texts_;
};

} // namespace

std::vector<std::string> comparedTexts(const Program &program) {
  TextFinder finder;
  for (const llvm::GlobalVariable &variable : program.module().globals())
    finder.visit(variable);
  for (const llvm::Function &function : program.module())
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      finder.visit(instruction);
  return finder.all();
}

} // namespace raceward
