// Functions, blocks and values.
#include "Executor.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <llvm/ADT/MapVector.h>

#include <algorithm>

namespace raceward {

namespace {

using Kind = SymbolicValue::Kind;

constexpr std::size_t kMostHeaps = 160; ///< of one block, in one walk through its function
constexpr std::uint64_t kMostSteps = 400'000;

} // namespace

Executor::Executor(const Facts &facts, Shapes &shapes, ProgramEffects &effects,
                   const NodeShapes &nodes, const Scope &scope)
    : facts_(facts), program_(facts.program), shapes_(shapes), effects_(effects), nodes_(nodes),
      scope_(scope), owned_(program_.sites().size()), strayed_(program_.sites().size()),
      loose_(program_.sites().size()) {
  for (const auto &[variable, id] : nodes.variables)
    constants_[variable] = id;
}

bool Executor::fail() {
  failed_ = true;
  return false;
}

bool Executor::run() {
  for (const ThreadTemplate &threads : facts_.threads.templates())
    for (const FunctionId root : threads.roots) {
      const Function &first = program_.function(root);
      if (!scope_.followed[root.index()])
        continue;
      if (threads.runsInOthers() && !mutated(ProverMutation::ContainersHandlers))
        return false;
      if (threads.runsInOthers())
        continue;
      SymbolicHeap heap(nodes_);
      heap.frames.push_back({static_cast<std::uint32_t>(root.index()), {}});
      heap.alone = threads.kind == ThreadTemplate::Kind::Main;
      if (heap.alone)
        holdVariables(heap);
      for (Exit &exit : function(first, std::move(heap)))
        if (!exit.heap.alone && !endsAlone(first))
          publish(nullptr, exit.heap);
      if (failed_)
        return false;
    }
  return true;
}

/// Whether nobody is there who could use a container when the function has returned.
bool Executor::endsAlone(const Function &function) const {
  const std::vector<Instruction> &code = function.code.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i)
    if (code[i].op == Op::Return && !facts_.parallel.alwaysAlone({function.id, i}))
      return false;
  return facts_.threads.onlyInMain(function.id);
}

/// Containers in variables belong to the main thread at first, with what is in them then.
void Executor::holdVariables(SymbolicHeap &heap) {
  for (unsigned i = 0; i < nodes_.containers.size(); ++i)
    for (const LockPlace &place : nodes_.containers[i].locks) {
      const auto *variable =
          llvm::dyn_cast_or_null<llvm::GlobalVariable>(facts_.pointsTo.object(place.object).origin);
      if (!variable || !nodes_.containers[i].usable || place.period != 0) // those are in order
        continue;
      HeldContainer first{
          i, SymbolicValue::pointer(idOf(*variable), place.offset), true, false, {}};
      for (const ContainerRoot &root : nodes_.containers[i].roots)
        first.roots.push_back(
            initialOf(heap, root.variable ? *root.variable : *variable,
                      root.variable ? root.distance : place.offset + root.distance, root.bytes));
      heap.held.push_back(std::move(first));
    }
}

SymbolicValue Executor::initialOf(SymbolicHeap &heap, const llvm::GlobalVariable &variable,
                                  std::int64_t from, std::uint64_t bytes) {
  const llvm::DataLayout &layout = program_.module().getDataLayout();
  if (isZero(variable, from, bytes, layout))
    return SymbolicValue::constant(0);
  llvm::Type *address = llvm::PointerType::get(variable.getContext(), 0);
  if (!variable.hasInitializer() || bytes != layout.getPointerSize())
    return {};
  const llvm::Constant *value = llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant *>(variable.getInitializer()), address,
      llvm::APInt(64, static_cast<std::uint64_t>(from)), layout);
  return value ? valueOf(heap, *value) : SymbolicValue();
}

const Executor::Flow &Executor::flowOf(const Function &function) {
  const auto [known, isNew] = flows_.try_emplace(function.id);
  Flow &flow = known->second;
  if (!isNew)
    return flow;
  const FlowShape &shape = shapes_.shapeOf(function);
  for (const llvm::Argument &argument : function.origin->args())
    flow.numberOf[&argument] = static_cast<unsigned>(flow.numberOf.size());
  for (const llvm::BasicBlock *block : shape.blocks)
    for (const llvm::Instruction &instruction : *block)
      flow.numberOf[&instruction] = static_cast<unsigned>(flow.numberOf.size());
  flow.liveIn.resize(shape.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = shape.blocks.size(); i-- > 0;) {
      const llvm::BasicBlock &block = *shape.blocks[i];
      llvm::DenseSet<const llvm::Value *> live = liveAfter(flow, shape, block);
      for (auto at = block.rbegin(); at != block.rend(); ++at) {
        live.erase(&*at);
        if (!llvm::isa<llvm::PHINode>(*at))
          for (const llvm::Use &use : at->operands())
            if (flow.numberOf.contains(use.get()))
              live.insert(use.get());
      }
      if (live.size() != flow.liveIn[i].size()) {
        flow.liveIn[i] = std::move(live);
        changed = true;
      }
    }
  }
  return flow;
}

/// Values that are needed after the block.
llvm::DenseSet<const llvm::Value *> Executor::liveAfter(const Flow &flow, const FlowShape &shape,
                                                        const llvm::BasicBlock &block) {
  llvm::DenseSet<const llvm::Value *> live;
  for (const llvm::BasicBlock *next : llvm::successors(&block)) {
    const auto at = shape.numberOf.find(next);
    if (at == shape.numberOf.end())
      continue;
    live.insert(flow.liveIn[at->second].begin(), flow.liveIn[at->second].end());
    for (const llvm::PHINode &phi : next->phis())
      if (const llvm::Value *value = phi.getIncomingValueForBlock(&block);
          flow.numberOf.contains(value))
        live.insert(value);
  }
  return live;
}

std::vector<Executor::Exit> Executor::function(const Function &function, SymbolicHeap heap) {
  const FlowShape &shape = shapes_.shapeOf(function);
  std::vector<Exit> exits;
  if (std::ranges::count(path_, function.id) > 0 ||
      function.origin->callsFunctionThatReturnsTwice() || shape.blocks.empty()) {
    fail();
    return exits;
  }
  path_.push_back(function.id);
  std::vector<std::set<std::vector<std::int64_t>>> seen(shape.blocks.size());
  std::set<std::vector<std::int64_t>> left;
  std::map<unsigned, Heaps> open;
  const auto enter = [&](unsigned block, SymbolicHeap &&entered) {
    entered.tidy(shape.isLoopHead[block]);
    if (seen[block].size() > kMostHeaps)
      fail();
    else if (seen[block].insert(entered.key()).second)
      open[block].push_back(std::move(entered));
  };
  enter(0, std::move(heap));
  while (!open.empty() && !failed_) {
    const unsigned block = open.begin()->first;
    Heaps heaps{std::move(open.begin()->second.back())};
    open.begin()->second.pop_back();
    if (open.begin()->second.empty())
      open.erase(open.begin());
    std::uint32_t i = shape.firstInstruction[block];
    const std::vector<Instruction> &code = function.code.instructions;
    for (; !code[i].origin->isTerminator() && !heaps.empty(); ++i) {
      Heaps after;
      for (SymbolicHeap &each : heaps) {
        if (failed_ || ++steps_ > kMostSteps) {
          fail();
          break;
        }
        Heaps next = step({0, &function, i, shape.onCycle[block]}, std::move(each));
        std::ranges::move(next, std::back_inserter(after));
      }
      heaps = std::move(after);
    }
    const llvm::Instruction &end = *code[i].origin;
    for (SymbolicHeap &each : heaps) {
      if (failed_)
        break;
      if (const auto *leaves = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
        Exit exit{std::move(each), {}};
        if (leaves->getReturnValue())
          exit.value = valueOf(exit.heap, *leaves->getReturnValue());
        std::erase_if(exit.heap.cells, [&](const auto &cell) {
          return !cell.second.isHeap && cell.second.depth == exit.heap.frames.size();
        });
        exit.heap.frames.back().values.clear();
        if (exit.value.kind != Kind::Unknown)
          exit.heap.frames.back().values[0] = exit.value;
        exit.heap.tidy(false);
        if (left.insert(exit.heap.key()).second)
          exits.push_back(std::move(exit));
        continue;
      }
      for (const llvm::BasicBlock *next : nextBlocks(end, each))
        if (const auto at = shape.numberOf.find(next); at != shape.numberOf.end()) {
          SymbolicHeap entered = each;
          enterBlock(function, *end.getParent(), *next, entered);
          enter(at->second, std::move(entered));
        }
    }
  }
  path_.pop_back();
  return exits;
}

std::vector<const llvm::BasicBlock *> Executor::nextBlocks(const llvm::Instruction &end,
                                                           SymbolicHeap &heap) {
  const llvm::Value *condition = nullptr;
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
      branch && branch->isConditional())
    condition = branch->getCondition();
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
  if (choice)
    condition = choice->getCondition();
  if (condition) {
    const SymbolicValue value = valueOf(heap, *condition);
    if (value.kind == Kind::Number && choice) {
      for (const auto &each : choice->cases())
        if (each.getCaseValue()->getSExtValue() == value.number)
          return {each.getCaseSuccessor()};
      return {choice->getDefaultDest()};
    }
    if (value.kind == Kind::Number)
      return {end.getSuccessor(value.number != 0 ? 0 : 1)};
  }
  std::vector<const llvm::BasicBlock *> all;
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i)
    if (std::ranges::count(all, end.getSuccessor(i)) == 0)
      all.push_back(end.getSuccessor(i));
  return all;
}

void Executor::enterBlock(const Function &function, const llvm::BasicBlock &from,
                          const llvm::BasicBlock &to, SymbolicHeap &heap) {
  const Flow &flow = flowOf(function);
  const FlowShape &shape = shapes_.shapeOf(function);
  std::vector<std::pair<unsigned, SymbolicValue>> moves;
  for (const llvm::PHINode &phi : to.phis())
    moves.emplace_back(flow.numberOf.lookup(&phi),
                       valueOf(heap, *phi.getIncomingValueForBlock(&from)));
  std::map<unsigned, SymbolicValue> kept;
  for (const llvm::Value *value : flow.liveIn[shape.numberOf.lookup(&to)]) {
    const unsigned number = flow.numberOf.lookup(value);
    if (const auto at = heap.frames.back().values.find(number);
        at != heap.frames.back().values.end())
      kept[number] = at->second;
  }
  for (auto &[number, value] : moves)
    kept[number] = std::move(value);
  heap.frames.back().values = std::move(kept);
}

/// Forgets the values of the frame that nobody needs after the call.
void Executor::keepLive(const Function &function, const llvm::Instruction &call,
                        SymbolicHeap &heap) {
  const Flow &flow = flowOf(function);
  llvm::DenseSet<const llvm::Value *> live =
      liveAfter(flow, shapes_.shapeOf(function), *call.getParent());
  for (const llvm::Instruction *at = call.getNextNode(); at; at = at->getNextNode())
    for (const llvm::Use &use : at->operands())
      live.insert(use.get());
  std::set<unsigned> numbers;
  for (const llvm::Value *value : live)
    if (const auto at = flow.numberOf.find(value); at != flow.numberOf.end())
      numbers.insert(at->second);
  std::erase_if(heap.frames.back().values,
                [&](const auto &entry) { return !numbers.contains(entry.first); });
}

int Executor::idOf(const llvm::Value &constant) {
  return constants_.try_emplace(&constant, -static_cast<int>(constants_.size()) - 1).first->second;
}

SymbolicValue Executor::valueOf(SymbolicHeap &heap, const llvm::Value &value) {
  if (llvm::isa<llvm::ConstantPointerNull>(value))
    return SymbolicValue::null();
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return number->getBitWidth() == 1    ? SymbolicValue::constant(number->isOne() ? 1 : 0)
           : number->getBitWidth() <= 64 ? SymbolicValue::constant(number->getSExtValue())
                                         : SymbolicValue();
  if (llvm::isa<llvm::GlobalObject>(value))
    return SymbolicValue::pointer(idOf(value));
  if (llvm::isa<llvm::Constant>(value)) {
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&value))
      return addressOf(heap, *address);
    return value.getType()->isPointerTy() ? heap.newPointer() : SymbolicValue();
  }
  const Function *function = program_.functionOf(
      llvm::isa<llvm::Instruction>(value) ? llvm::cast<llvm::Instruction>(value).getFunction()
      : llvm::isa<llvm::Argument>(value)  ? llvm::cast<llvm::Argument>(value).getParent()
                                          : nullptr);
  if (!function)
    return {};
  const auto number = flowOf(*function).numberOf.find(&value);
  if (number == flowOf(*function).numberOf.end())
    return {};
  std::map<unsigned, SymbolicValue> &values = heap.frames.back().values;
  if (const auto known = values.find(number->second); known != values.end())
    return known->second;
  if (!value.getType()->isPointerTy())
    return {};
  return values[number->second] = heap.newPointer();
}

void Executor::setValue(SymbolicHeap &heap, const llvm::Instruction &instruction,
                        SymbolicValue value) {
  const Function &function = *program_.functionOf(instruction.getFunction());
  const unsigned number = flowOf(function).numberOf.lookup(&instruction);
  if (instruction.getType()->isPointerTy() && value.kind == Kind::Number)
    value = value.number == 0 ? SymbolicValue::null() : SymbolicValue();
  if (value.kind == Kind::Unknown)
    heap.frames.back().values.erase(number);
  else
    heap.frames.back().values[number] = std::move(value);
}

SymbolicValue Executor::addressOf(SymbolicHeap &heap, const llvm::GEPOperator &address) {
  SymbolicValue base = valueOf(heap, *address.getPointerOperand());
  const llvm::DataLayout &layout = program_.module().getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  llvm::APInt offset(bits, 0);
  if (!base.isAddress())
    return {};
  llvm::MapVector<llvm::Value *, llvm::APInt> indices;
  bool isKnown = base.kind == Kind::Pointer && address.collectOffset(layout, bits, indices, offset);
  base.number += offset.getSExtValue();
  for (const auto &[index, scale] : indices) {
    const SymbolicValue value = valueOf(heap, *index);
    isKnown = isKnown && value.kind == Kind::Number;
    if (isKnown)
      base.number += value.number * scale.getSExtValue();
  }
  if (isKnown)
    return base;
  // An element of what others use is some address.
  return heap.mayOwn(base.id) ? SymbolicValue{Kind::Within, base.id, 0, {}} : heap.newPointer();
}

Executor::Heaps Executor::step(Here here, SymbolicHeap heap) {
  const Instruction &now = here.instruction();
  const llvm::Instruction &origin = *now.origin;
  switch (now.op) {
  case Op::Load:
    return load(here, std::move(heap));
  case Op::Store:
    return store(here, std::move(heap));
  case Op::Exchange:
  case Op::CompareExchange:
  case Op::Fence:
    publish(&here, heap);
    return touch(here, std::move(heap));
  case Op::Compare:
    if (const auto *compares = llvm::dyn_cast<llvm::ICmpInst>(&origin))
      return compare(*compares, std::move(heap));
    setValue(heap, origin, {});
    break;
  case Op::Call:
    return call(here, std::move(heap));
  case Op::LibraryCall:
    return libraryCall(here, std::move(heap));
  case Op::Allocate: {
    HeapCell cell;
    cell.isHeap = false;
    cell.depth = static_cast<unsigned>(heap.frames.size());
    cell.fresh = containersIn(origin);
    const SymbolicValue address = heap.newPointer();
    heap.cells.emplace(address.id, std::move(cell));
    setValue(heap, origin, address);
    break;
  }
  case Op::SetMemory:
  case Op::CopyMemory:
  case Op::MoveMemory:
    return moveMemory(here, std::move(heap));
  case Op::Nothing:
    break;
  default:
    compute(origin, heap);
    if (now.siteCount > 0)
      return touch(here, std::move(heap));
    break;
  }
  Heaps next;
  next.push_back(std::move(heap));
  return next;
}

} // namespace raceward
