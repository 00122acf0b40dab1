// The text of inline assembly.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/program/Assembly.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  llvm::LLVMContext context;
  llvm::Module module("fuzz", context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "main", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  const std::string text(raceward::fuzz::asText(data, size));
  const llvm::CallInst *call =
      builder.CreateCall(llvm::InlineAsm::get(type, text, "", /*hasSideEffects=*/true));
  // Harmless text has none of the characters that address memory.
  if (text.find_first_of("(),%$[]@") != std::string::npos)
    RW_CHECK(raceward::assemblyMayTouchMemory(*call));
  return 0;
}
