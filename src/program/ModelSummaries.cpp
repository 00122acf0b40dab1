// Which models are gaps, and why: for the documentation.
#include "LibraryModels.h"
#include "ModelEffects.h"
#include "raceward/base/Check.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>

namespace raceward {

namespace {

class SummaryReader {
public:
  explicit SummaryReader(ModelSummary &summary) : summary_(summary) {}

  void run(const llvm::Function &model) {
    summary_.isGap = !returns(model) && !summary_.gaps.empty();
    for (std::vector<std::string> *texts : {&summary_.gaps, &summary_.unordered}) {
      std::ranges::sort(*texts);
      texts->erase(std::ranges::unique(*texts).begin(), texts->end());
    }
  }

private:
  /// Whether it can come back, behind what is modelled. Large models call others.
  bool returns(const llvm::Function &model) {
    if (const auto known = returns_.find(&model); known != returns_.end())
      return known->second;
    returns_[&model] = true; // a call of itself
    bool comesBack = false;
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
    std::vector<const llvm::BasicBlock *> open{&model.getEntryBlock()};
    while (!open.empty()) {
      const llvm::BasicBlock *at = open.back();
      open.pop_back();
      if (!seen.insert(at).second || !leaves(*at))
        continue;
      comesBack |= llvm::isa<llvm::ReturnInst>(at->getTerminator());
      for (const llvm::BasicBlock *next : llvm::successors(at))
        open.push_back(next);
    }
    return returns_[&model] = comesBack;
  }

  /// Whether a run gets to the end of the block.
  bool leaves(const llvm::BasicBlock &block) {
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee)
        continue;
      llvm::StringRef why;
      const bool isGap = callee->getName() == "raceward_gap";
      if (isGap || callee->getName() == "raceward_not_executed") {
        llvm::getConstantStringInfo(call->getArgOperand(0), why);
        (isGap ? summary_.gaps : summary_.unordered).push_back(why.str());
      }
      if (isGap || (!callee->isDeclaration() && !returns(*callee)))
        return false;
    }
    return true;
  }

  ModelSummary &summary_;
  std::map<const llvm::Function *, bool> returns_;
};

} // namespace

std::vector<ModelSummary> summariseModels() {
  std::vector<std::string_view> names;
  for (const ModelInC &model : modelsInC())
    names.push_back(model.function);
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> models = modelsAlone(context, names);
  std::vector<ModelSummary> summaries;
  for (const ModelInC &each : modelsInC()) {
    const llvm::Function *model = models->getFunction(llvm::StringRef(each.function));
    RW_CHECK(model && !model->isDeclaration());
    ModelSummary summary;
    summary.effects = effectsOf(*model);
    summary.file = each.file;
    SummaryReader(summary).run(*model);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

} // namespace raceward
