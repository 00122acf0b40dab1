#include "Wrappers.h"
#include "Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <set>

namespace raceward::points {

namespace {

/// Maximum nesting of wrappers: memory is named by the outermost call, and visible to all within.
constexpr unsigned kDeepest = 4;

void insert(std::vector<unsigned> &sorted, unsigned number) {
  const auto at = std::ranges::lower_bound(sorted, number);
  if (at == sorted.end() || *at != number)
    sorted.insert(at, number);
}

/// The values that a function returns, each with the distance from it.
class Returned {
public:
  explicit Returned(const llvm::Function &function)
      : layout_(function.getParent()->getDataLayout()) {
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
          end && end->getReturnValue())
        add(*end->getReturnValue(), 0);
  }

  /// False if a value is returned at two distances from itself.
  [[nodiscard]] bool isPlain() const { return isPlain_; }
  void add(const llvm::Value &value, std::int64_t offset) {
    const auto [at, isNew] = offsets_.try_emplace(&value, offset);
    isPlain_ = isPlain_ && at->second == offset;
  }
  /// The next that is neither null nor a choice among others; null after the last.
  const llvm::Value *next() {
    while (next_ < offsets_.size()) {
      const auto [value, offset] = *(offsets_.begin() + static_cast<std::ptrdiff_t>(next_++));
      offset_ = offset;
      if (llvm::isa<llvm::ConstantPointerNull>(value) && offset == 0)
        continue;
      if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(value)) {
        for (const llvm::Use &incoming : phi->incoming_values())
          add(*incoming, offset);
      } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(value)) {
        add(*select->getTrueValue(), offset);
        add(*select->getFalseValue(), offset);
      } else if (const std::optional<std::int64_t> distance = distanceOf(*value)) {
        add(*llvm::cast<llvm::GEPOperator>(value)->getPointerOperand(), offset + *distance);
      } else {
        return value;
      }
    }
    return nullptr;
  }
  [[nodiscard]] std::int64_t offset() const { return offset_; }

private:
  [[nodiscard]] std::optional<std::int64_t> distanceOf(const llvm::Value &value) const {
    const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&value);
    if (!address || !address->getType()->isPointerTy())
      return std::nullopt;
    llvm::APInt distance(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    constexpr std::int64_t greatest = 1 << 20;
    if (!address->accumulateConstantOffset(layout_, distance) || !distance.isSignedIntN(32) ||
        distance.abs().sgt(greatest))
      return std::nullopt;
    return distance.getSExtValue();
  }

  const llvm::DataLayout &layout_;
  llvm::MapVector<const llvm::Value *, std::int64_t> offsets_;
  std::size_t next_ = 0;
  std::int64_t offset_ = 0;
  bool isPlain_ = true;
};

} // namespace

std::optional<Wrappers::Results> Wrappers::findResults(const Program &program,
                                                       const llvm::Function &function) const {
  Returned returned(function);
  Results results;
  // What is moved must be an argument, for the caller to know it.
  const auto move = [&](const llvm::CallBase &call, unsigned argument) {
    if (argument >= call.arg_size())
      return false;
    const llvm::Value *old = call.getArgOperand(argument);
    const auto *formal = llvm::dyn_cast<llvm::Argument>(old);
    if (formal)
      insert(results.moved, formal->getArgNo());
    return formal || llvm::isa<llvm::ConstantPointerNull>(old);
  };
  while (const llvm::Value *value = returned.next()) {
    if (const auto *formal = llvm::dyn_cast<llvm::Argument>(value)) {
      if (returned.offset() != 0 || formal->hasByValAttr())
        return std::nullopt;
      insert(results.arguments, formal->getArgNo());
      continue;
    }
    const auto *call = llvm::dyn_cast<llvm::CallBase>(value);
    const llvm::Function *called = call ? call->getCalledFunction() : nullptr;
    const Function *callee = called ? program.functionOf(called) : nullptr;
    const Results *inner = called ? resultsOf(*called) : nullptr;
    const LibraryFunction *library = callee && !callee->hasBody ? callee->library : nullptr;
    if (inner) {
      for (const unsigned argument : inner->arguments) {
        if (argument >= call->arg_size())
          return std::nullopt;
        returned.add(*call->getArgOperand(argument), returned.offset());
      }
      for (const unsigned argument : inner->moved)
        if (!move(*call, argument))
          return std::nullopt;
      if (returned.offset() != 0 && !inner->others.empty())
        return std::nullopt;
      results.others.insert(results.others.end(), inner->others.begin(), inner->others.end());
      if (!inner->sources.empty())
        results.sources.push_back({call, returned.offset()});
    } else if (library && library->returns == ReturnEffect::FreshMemory) {
      results.sources.push_back({call, returned.offset()});
    } else if (library && library->returns == ReturnEffect::FreshOrArgument) {
      const unsigned argument = library->returnArgument;
      if (!move(*call, argument))
        return std::nullopt;
      returned.add(*call->getArgOperand(argument), returned.offset());
      results.sources.push_back({call, returned.offset()});
    } else if (call && !called && !call->isInlineAsm() && returned.offset() == 0) {
      results.others.push_back(call);
    } else if (!mutated(ProverMutation::PointsWrappers)) {
      return std::nullopt;
    }
  }
  if (!returned.isPlain() || (results.sources.empty() && results.arguments.empty()))
    return std::nullopt;
  return results;
}

Wrappers::Wrappers(const Program &program) {
  std::vector<const llvm::Function *> open;
  for (const Function &function : program.functions())
    if (function.hasBody && function.origin->getReturnType()->isPointerTy())
      open.push_back(function.origin);
  // Wrappers of wrappers are found in later rounds; recursive ones never are.
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    std::vector<std::pair<const llvm::Function *, Results>> found;
    std::vector<const llvm::Function *> rest;
    for (const llvm::Function *function : open) {
      if (std::optional<Results> results = findResults(program, *function))
        found.emplace_back(function, std::move(*results));
      else
        rest.push_back(function);
    }
    for (auto &[function, results] : found)
      results_[function] = std::move(results);
    open = std::move(rest);
  }
}

std::vector<std::int64_t> Wrappers::offsetsOf(const llvm::Function &function) const {
  if (!isWrapper(function))
    return {0};
  std::set<std::int64_t> offsets;
  for (const Source &source : resultsOf(function)->sources)
    for (const std::int64_t inside : offsetsOf(*source.call->getCalledFunction()))
      offsets.insert(inside + source.offset);
  return {offsets.begin(), offsets.end()};
}

AllocatedSize Wrappers::allocatedIn(const llvm::CallBase &call, const CallPath *path) const {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !isWrapper(*callee))
    return allocatedBy(call, path);
  const CallPath inside{&call, path};
  std::optional<AllocatedSize> all;
  for (const Source &source : resultsOf(*callee)->sources) {
    const AllocatedSize size = allocatedIn(*source.call, &inside);
    all = all ? either(*all, size) : size;
  }
  return all.value_or(AllocatedSize{});
}

bool Wrappers::isAllocation(const llvm::CallBase &call) {
  constexpr std::array<llvm::StringLiteral, 3> names{"malloc", "calloc", "aligned_alloc"};
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && std::ranges::count(names, callee->getName()) != 0;
}

bool Wrappers::allocatesOnce(const llvm::Function &wrapper) const {
  const Results &results = *resultsOf(wrapper);
  const llvm::CallBase &first = *results.sources.front().call;
  if ((results.sources.size() > 1 || !results.arguments.empty() || !isOutsideOfLoops(first)) &&
      !mutated(ProverMutation::PointsTwoBlocks))
    return false;
  const llvm::Function &callee = *first.getCalledFunction();
  return isWrapper(callee) ? allocatesOnce(callee) : isAllocation(first);
}

} // namespace raceward::points
