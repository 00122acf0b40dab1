#include "UnseenCalls.h"

#include "../program/assembly/Marks.h"
#include "raceward_control.h"
#include "replay/SeenCalls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace raceward {

bool mayLeadToUnseen(const llvm::CallBase &call) {
  const auto *callee =
      llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
  if (!callee)
    return true;
  const auto *function = llvm::dyn_cast<llvm::Function>(callee);
  // An alias or an indirect function leads to another function of this unit.
  if (!function)
    return false;
  if (function->isIntrinsic() || function->doesNotAccessMemory())
    return false;
  // A weak function may be replaced by another one of that name.
  if (!function->isDeclaration() && !function->hasWeakAnyLinkage() &&
      !function->hasFnAttribute(llvm::Attribute::Naked))
    return false;
  return !isSeenCall(function->getName());
}

bool mayMatter(const llvm::CallBase &call) {
  constexpr std::array<std::string_view, 9> kHarmlessInstructions{
      "", "pause", "rep", "nop", "rep nop", "rdtsc", "rdtscp", "cpuid", "endbr64"};
  const auto *text = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!text)
    return true;
  if (assembly::isHarmless(call))
    return false;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  const std::string whole = llvm::StringRef(text->getAsmString()).str();
  llvm::SplitString(whole, lines, "\n;");
  return !std::all_of(lines.begin(), lines.end(), [&](llvm::StringRef line) {
    return std::find(kHarmlessInstructions.begin(), kHarmlessInstructions.end(),
                     std::string_view(line.trim())) != kHarmlessInstructions.end();
  });
}

void markInstrumented(llvm::Function &function) {
  if (!function.hasPrefixData())
    function.setPrefixData(llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()),
                                                  RW_INSTRUMENTED_MARK));
}

} // namespace raceward
