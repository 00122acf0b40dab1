#include "LibraryStateAccesses.h"

#include "raceward/program/LibraryState.h"

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace raceward {

namespace {

llvm::GlobalVariable &stateNamed(llvm::Module &module, const std::string &name) {
  if (llvm::GlobalVariable *known = module.getNamedGlobal(name))
    return *known;
  llvm::Type *byte = llvm::Type::getInt8Ty(module.getContext());
  return *new llvm::GlobalVariable(module, byte, /*isConstant=*/false,
                                   llvm::GlobalValue::InternalLinkage,
                                   llvm::Constant::getNullValue(byte), name);
}

} // namespace

void showLibraryState(llvm::Module &module) {
  std::vector<std::pair<llvm::CallBase *, StateAccess>> accesses;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration())
      continue;
    for (const StateAccess &access : libraryStateOf(function.getName()))
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
            call && call->getCalledOperand() == &function)
          accesses.emplace_back(call, access);
  }
  for (const auto &[call, access] : accesses) {
    llvm::GlobalVariable &state = stateNamed(module, nameOfState(access.state));
    llvm::IRBuilder<> builder(call);
    if (access.writes)
      builder.CreateStore(builder.getInt8(0), &state);
    else
      builder.CreateLoad(builder.getInt8Ty(), &state);
  }
}

} // namespace raceward
