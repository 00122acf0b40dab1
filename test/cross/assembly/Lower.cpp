// Rewrites the assembly of a module as programs under test are rewritten: `lower IN.bc OUT.bc`.
//
// Prints the assembly that is left, with the reason. Exit status 1 if there is any.
#include "assembly/Lower.h"
#include "raceward/program/Assembly.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

/// What assembly leaves open is zero here, so that both runs of a program can be compared.
llvm::Function *zeroOf(llvm::Module &module, llvm::Type *type) {
  auto *function = llvm::Function::Create(llvm::FunctionType::get(type, false),
                                          llvm::GlobalValue::InternalLinkage, "zero", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", function));
  builder.CreateRet(llvm::Constant::getNullValue(type));
  return function;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(arguments[1], problem, context);
  if (!module) {
    problem.print(arguments[0], llvm::errs());
    return 2;
  }
  raceward::assembly::lowerAssembly(*module, raceward::assembly::Purpose::Check,
                                    [&](llvm::Type *type) { return zeroOf(*module, type); });
  bool isLeft = false;
  for (const llvm::Function &function : *module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && call->isInlineAsm()) {
        isLeft = true;
        llvm::outs() << function.getName() << ": " << raceward::assemblyGap(*call).message << "\n";
      }
  if (llvm::verifyModule(*module, &llvm::errs()))
    return 2;
  std::error_code failed;
  llvm::raw_fd_ostream out(arguments[2], failed);
  if (failed)
    return 2;
  llvm::WriteBitcodeToFile(*module, out);
  return isLeft ? 1 : 0;
}
