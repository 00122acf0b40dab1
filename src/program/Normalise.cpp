#include "Normalise.h"

#include "AccessNames.h"
#include "Contracts.h"
#include "FoldModels.h"
#include "LibraryAtomics.h"
#include "LibraryModels.h"
#include "MemoryCalls.h"
#include "PointerAccesses.h"
#include "PointerResults.h"
#include "PromoteLocals.h"
#include "ShowProcesses.h"
#include "StartUp.h"
#include "assembly/Lower.h"
#include "raceward/program/LibraryPointers.h"

#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>

namespace raceward {

namespace {

/// Names and metadata that start with "raceward." are reserved. Untrusted IR may contain some, by
/// accident or on purpose; they lose their meaning here.
void dropReservedNames(llvm::Module &module) {
  constexpr llvm::StringRef reserved = "raceward.";
  llvm::SmallVector<llvm::StringRef> kinds;
  module.getMDKindNames(kinds);
  std::vector<unsigned> ours;
  for (unsigned kind = 0; kind < kinds.size(); ++kind)
    if (kinds[kind].starts_with(reserved))
      ours.push_back(kind);
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getName().starts_with(reserved))
      variable.setName("given." + variable.getName());
  for (llvm::Function &function : module) {
    if (function.getName().starts_with(reserved))
      function.setName("given." + function.getName());
    for (llvm::Instruction &instruction : llvm::instructions(function))
      for (const unsigned kind : ours)
        instruction.setMetadata(kind, nullptr);
  }
}

/// The target of an ifunc is chosen by code that runs while the program is loaded. The ifunc
/// becomes a function without a body, under a name that no library has, so that it is unmodelled
/// for every engine and a gap of the program (ClosedWorld.h).
void replaceIfuncs(llvm::Module &module) {
  while (!module.ifunc_empty()) {
    llvm::GlobalIFunc &ifunc = *module.ifunc_begin();
    auto *type = llvm::dyn_cast<llvm::FunctionType>(ifunc.getValueType());
    llvm::Function *function = llvm::Function::Create(
        type ? type : llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), true),
        llvm::GlobalValue::ExternalLinkage, "", module);
    function->setName(ifunc.getName() + " (ifunc)");
    function->addFnAttr(llvm::StringRef(kIfuncAttribute));
    ifunc.replaceAllUsesWith(function);
    ifunc.eraseFromParent();
  }
}

} // namespace

void normalise(llvm::Module &module, bool isLibrary) {
  dropReservedNames(module);
  FreshInputs inputs(module);
  assembly::lowerAssembly(module, assembly::Purpose::Check,
                          [&](llvm::Type *type) { return inputs.of(type); });
  callStartUp(module);
  replaceIfuncs(module);
  if (!isLibrary) {
    askForLibraryFunctions(module);
    givePointerResults(module);
    showProcesses(module);
    addLibraryModels(module, inputs);
  }
  unifyMemoryCalls(module);
  lowerLibraryAtomics(module);
  applyContracts(module);
  attachAccessNames(module);
  restorePointerAccesses(module);
  std::vector<llvm::Function *> defined;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      defined.push_back(&function);
  for (llvm::Function *function : defined)
    promoteLocals(*function, inputs);
  for (llvm::Function *function : defined)
    foldModels(*function);
}

} // namespace raceward
