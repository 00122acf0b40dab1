#include "raceward/program/Assembly.h"

#include "assembly/Marks.h"
#include "assembly/Text.h"
#include "raceward/base/Text.h"
#include "raceward/program/MemoryOrders.h"
#include "raceward/program/Program.h"

#include <llvm/IR/InlineAsm.h>

namespace raceward {

bool assemblyMayTouchMemory(const llvm::CallBase &call) {
  return !assembly::isHarmless(call);
}

Gap assemblyGap(const llvm::CallBase &call) {
  const auto *text = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  std::string message = "what the inline assembly";
  if (text != nullptr)
    message += " '" + sanitizedUtf8(assembly::shortText(text->getAsmString())) + "'";
  message += " does is not known";
  if (const std::string why = assembly::whyUnknown(call); !why.empty())
    message += ": " + why;
  return {GapKind::InlineAssembly, message, positionOf(call),
          "use C11 atomics or builtins of the compiler instead"};
}

std::optional<MemoryOrder> strictOrderOf(const llvm::Instruction &access) {
  const std::optional<llvm::AtomicOrdering> ordering = assembly::strictOrdering(access);
  return ordering ? std::optional(orderOf(*ordering)) : std::nullopt;
}

bool isFenceOfAssembly(const llvm::Instruction &fence) {
  const auto *made = llvm::dyn_cast<llvm::FenceInst>(&fence);
  return made != nullptr && assembly::isExtraFence(*made);
}

} // namespace raceward
