// Portable names of ids, for machines in other processes.
#include "Parts.h"
#include "raceward/symex/ThreadedMachine.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/xxhash.h>

namespace raceward {

namespace {

constexpr std::pair<unsigned, unsigned> kMain{0, UINT32_MAX};

} // namespace

ThreadNames ThreadedMachine::threadNames() const {
  ThreadNames names(parts_->nextThreadNumber, kMain);
  for (const auto &[name, number] : parts_->threadNumbers)
    names[number] = name;
  return names;
}

void ThreadedMachine::startNames(const ThreadNames &names) {
  Parts &parts = *parts_;
  parts.threadNumbers.clear();
  parts.threadNumbers[kMain] = 0;
  parts.nextThreadNumber = 1;
  for (std::size_t i = 1; i < names.size(); ++i)
    parts.threadNumbers.try_emplace(names[i], parts.nextThreadNumber++);
  parts.objects.clear();
  parts.positions.clear();
  parts.instructions.clear();
  parts.outcomeNames.clear();
  parts.outcomeMeanings.clear();
  parts.outcomeFor(0); // the empty choice
}

std::uint64_t ThreadedMachine::meaningOf(Outcome outcome) const {
  return parts_->outcomeMeanings[outcome.name];
}

Outcome ThreadedMachine::outcomeMeaning(std::uint64_t name) {
  return parts_->outcomeFor(name);
}

/// By the function, and the number of the instruction in it.
std::uint64_t ThreadedMachine::meaningOf(PositionId at) const {
  if (!at.valid())
    return 0;
  const llvm::Instruction *origin = parts_->instructions[at.index()]->origin;
  const llvm::Function *function = origin->getFunction();
  std::uint64_t number = 0;
  for (const llvm::Instruction &each : llvm::instructions(*function)) {
    if (&each == origin)
      break;
    ++number;
  }
  return llvm::xxh3_64bits(function->getName()) + number;
}

} // namespace raceward
