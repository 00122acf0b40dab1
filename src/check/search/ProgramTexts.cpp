#include "ProgramTexts.h"

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
  void visit(const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
      return;
    const bool compares = callee->getName().contains_insensitive("cmp");
    const bool parses = callee->getName().starts_with("getopt");
    for (const llvm::Value *argument : call.args()) {
      if ((compares || parses) && argument->getType()->isPointerTy())
        visitText(*argument, parses);
      if (parses)
        visitOptions(*argument);
    }
  }

  [[nodiscard]] std::vector<std::string> all() const { return {texts_.begin(), texts_.end()}; }

private:
  void visitText(const llvm::Value &value, bool isLetters) {
    llvm::StringRef text;
    if (!llvm::getConstantStringInfo(&value, text))
      return;
    if (!isLetters)
      add(text.str());
    for (const char c : isLetters ? text : llvm::StringRef())
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        add(std::string("-") + c);
  }

  /// A table of struct option: names first.
  void visitOptions(const llvm::Value &value) {
    const auto *table = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    if (!table || !table->hasInitializer())
      return;
    for (const llvm::Use &use : table->getInitializer()->operands())
      if (const auto *option = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
          option && option->getNumOperands() > 0)
        if (llvm::StringRef name; llvm::getConstantStringInfo(option->getOperand(0), name))
          add("--" + name.str());
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
  for (const llvm::Function &function : program.module())
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        finder.visit(*call);
  return finder.all();
}

} // namespace raceward
