#include "raceward/program/Assembly.h"

#include "raceward/base/Text.h"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <array>

namespace raceward {

bool assemblyMayTouchMemory(const llvm::CallBase &call) {
  const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!assembly)
    return true;
  constexpr std::array<std::string_view, 9> harmless{
      "", "mfence", "lfence", "sfence", "pause", "nop", "rep; nop", "rep;nop", "rep nop"};
  const std::string text = assembly->getAsmString();
  for (const std::string_view line : split(text, '\n'))
    if (std::find(harmless.begin(), harmless.end(), trim(line)) == harmless.end())
      return true;
  return false;
}

} // namespace raceward
