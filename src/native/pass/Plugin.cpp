// raceward-pass.so: the plugin that `raceward cc` loads into clang.
#include "Instrument.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

/// At the very beginning of the pipeline, at every optimisation level: the pass sees each access of
/// the source, as `check` does, and later passes cannot add accesses between the hooks.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    return raceward::instrument(module) ? llvm::PreservedAnalyses::none()
                                        : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void registerCallbacks(llvm::PassBuilder &builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(InstrumentPass());
      });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "raceward", LLVM_VERSION_STRING, registerCallbacks};
}
