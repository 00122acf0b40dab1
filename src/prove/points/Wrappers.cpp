#include "Wrappers.h"
#include "Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <optional>

namespace raceward::points {

namespace {

/// Maximum nesting of wrappers: memory is named by the outermost call, and visible to all within.
constexpr unsigned kDeepest = 4;

/// All calls whose results the function may return; empty if it may return anything else.
std::optional<std::vector<const llvm::CallBase *>> returnedCalls(const llvm::Function &function) {
  std::vector<const llvm::Value *> open;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
        end && end->getReturnValue())
      open.push_back(end->getReturnValue());
  std::vector<const llvm::CallBase *> calls;
  llvm::SmallPtrSet<const llvm::Value *, 8> seen;
  while (!open.empty()) {
    const llvm::Value *value = open.back();
    open.pop_back();
    if (!seen.insert(value).second || llvm::isa<llvm::ConstantPointerNull>(value))
      continue;
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      open.insert(open.end(), phi->op_begin(), phi->op_end());
    } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      open.push_back(select->getTrueValue());
      open.push_back(select->getFalseValue());
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(value);
               call && call->getCalledFunction()) {
      calls.push_back(call);
    } else if (!mutated(ProverMutation::PointsWrappers)) {
      return std::nullopt;
    }
  }
  return calls;
}

} // namespace

Wrappers::Wrappers(const Program &program) {
  struct Candidate {
    const llvm::Function *function;
    std::vector<const llvm::CallBase *> calls;
  };
  std::vector<Candidate> open;
  for (const Function &function : program.functions())
    if (function.hasBody && function.origin->getReturnType()->isPointerTy())
      if (auto calls = returnedCalls(*function.origin); calls && !calls->empty())
        open.push_back({function.origin, std::move(*calls)});

  const auto returnsFresh = [&](const llvm::CallBase *call) {
    const Function *callee = program.functionOf(call->getCalledFunction());
    if (!callee)
      return false;
    if (callee->hasBody)
      return isWrapper(*callee->origin);
    return callee->library && callee->library->returns == ReturnEffect::FreshMemory;
  };
  // Wrappers of wrappers are found in later rounds; recursive ones never are.
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    std::vector<Candidate> found;
    std::vector<Candidate> rest;
    for (Candidate &candidate : open) {
      const bool isOne = std::all_of(candidate.calls.begin(), candidate.calls.end(), returnsFresh);
      (isOne ? found : rest).push_back(std::move(candidate));
    }
    for (Candidate &candidate : found)
      sources_[candidate.function] = std::move(candidate.calls);
    open = std::move(rest);
  }
}

bool Wrappers::isAllocation(const llvm::CallBase &call) {
  constexpr std::array<llvm::StringLiteral, 3> names{"malloc", "calloc", "aligned_alloc"};
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && std::ranges::count(names, callee->getName()) != 0;
}

bool Wrappers::allocatesOnce(const llvm::Function &wrapper) const {
  const std::vector<const llvm::CallBase *> &sources = sourcesOf(wrapper);
  if ((sources.size() > 1 || !isOutsideOfLoops(*sources.front())) &&
      !mutated(ProverMutation::PointsTwoBlocks))
    return false;
  const llvm::Function &callee = *sources.front()->getCalledFunction();
  return isWrapper(callee) ? allocatesOnce(callee) : isAllocation(*sources.front());
}

} // namespace raceward::points
