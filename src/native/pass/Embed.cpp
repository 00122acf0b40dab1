#include "Embed.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace raceward {

std::string bitcodeOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::WriteBitcodeToFile(module, out);
  return text;
}

void embedBitcode(llvm::Module &module, const std::string &bitcode, std::uint64_t sites) {
  llvm::LLVMContext &context = module.getContext();
  const auto number = [&](std::uint64_t value) -> llvm::Constant * {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
  };
  const auto bytes = [&](llvm::StringRef text) {
    return llvm::ConstantDataArray::getString(context, text, false);
  };
  llvm::Constant *piece = llvm::ConstantStruct::getAnon(
      {bytes("RWBITCD1"), number(bitcode.size()), number(sites), bytes(bitcode)});
  auto *global = new llvm::GlobalVariable(module, piece->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, piece, "raceward.bc");
  global->setSection(".raceward.bc");
  global->setAlignment(llvm::Align(8));
  llvm::appendToUsed(module, {global});
}

} // namespace raceward
