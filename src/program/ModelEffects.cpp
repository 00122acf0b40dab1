// Effects of a library function, read off its model in C.
#include "ModelEffects.h"

#include "LibraryModels.h"
#include "raceward/base/Check.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/LibraryState.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <memory>
#include <mutex>

namespace raceward {

namespace {

class EffectsReader {
public:
  EffectsReader(const llvm::Function &model, LibraryFunction &row) : model_(model), row_(row) {}

  void run() {
    row_.neverReturns = true;
    for (const llvm::Instruction &instruction : llvm::instructions(model_)) {
      visited_ = instruction.getParent();
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        add(ArgumentEffect::What::Reads, *load->getPointerOperand(), sizeOf(*load->getType()),
            load->isAtomic());
      else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        visitStore(*store);
      else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        visitCall(*call);
      else if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
        visitReturn(*end);
    }
    for (StateAccess &access : row_.states)
      row_.isPartial |= !(access.isSure = cannotAvoid(blocksOf_[access.state]));
  }

private:
  [[nodiscard]] Extent sizeOf(llvm::Type &type) const {
    const std::uint64_t bytes = model_.getDataLayout().getTypeStoreSize(&type).getKnownMinValue();
    return {Extent::Kind::Bytes, static_cast<unsigned>(bytes)};
  }

  /// The argument that a pointer points into, and whether to its beginning.
  [[nodiscard]] std::optional<unsigned> argumentBehind(const llvm::Value &pointer,
                                                       bool &atBeginning) const {
    atBeginning = pointer.stripPointerCasts() == llvm::getUnderlyingObject(&pointer);
    const auto *argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&pointer));
    return argument ? std::optional(argument->getArgNo()) : std::nullopt;
  }

  void add(ArgumentEffect::What what, const llvm::Value &pointer, Extent extent,
           bool isAtomic = false) {
    bool atBeginning = false;
    const std::optional<unsigned> argument = argumentBehind(pointer, atBeginning);
    if (argument)
      return addArgument(what, *argument, atBeginning ? extent : Extent());
    llvm::SmallVector<const llvm::Value *, 4> objects; // a state, if the caller gave none
    llvm::getUnderlyingObjects(&pointer, objects);
    for (const llvm::Value *object : objects)
      if (const auto *one = llvm::dyn_cast<llvm::Argument>(object))
        addArgument(what, one->getArgNo(), {});
      else
        addObject(*object, what == ArgumentEffect::What::Writes, isAtomic, objects.size() == 1);
  }

  void addArgument(ArgumentEffect::What what, unsigned argument, Extent extent) {
    for (ArgumentEffect &known : row_.effects)
      if (known.what == what && known.argument == argument) {
        if (known.extent.kind != extent.kind || known.extent.value != extent.value)
          known.extent = {}; // several parts of the object
        return;
      }
    row_.effects.push_back({what, argument, false, extent});
  }

  void addObject(const llvm::Value &object, bool writes, bool isAtomic, bool isOnly) {
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
    if (variable && !variable->isThreadLocal() && !isAtomic && addState(*variable, writes, isOnly))
      return;
    row_.isPartial |= !llvm::isa<llvm::AllocaInst>(object) && !isThreadMemory(object) &&
                      !(variable && (variable->isConstant() || variable->isThreadLocal()));
  }

  /// Whether the variable is a state.
  bool addState(const llvm::GlobalVariable &variable, bool writes, bool isOnly) {
    const std::string state = stateNamed({variable.getName().data(), variable.getName().size()});
    if (state.empty())
      return false;
    if (isOnly)
      blocksOf_[state].insert(visited_);
    for (StateAccess &known : row_.states)
      if (known.state == state) {
        known.writes |= writes;
        return true;
      }
    row_.states.push_back({state, writes});
    return true;
  }

  /// Whether each way through the model leads through one of the blocks.
  [[nodiscard]] bool
  cannotAvoid(const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks) const {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
    std::vector<const llvm::BasicBlock *> open{&model_.getEntryBlock()};
    while (!open.empty()) {
      const llvm::BasicBlock *at = open.back();
      open.pop_back();
      if (blocks.contains(at) || !seen.insert(at).second)
        continue;
      if (llvm::isa<llvm::ReturnInst>(at->getTerminator()))
        return false;
      for (const llvm::BasicBlock *next : llvm::successors(at))
        open.push_back(next);
    }
    return true;
  }

  /// errno
  static bool isThreadMemory(const llvm::Value &object) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&object);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    const LibraryFunction *row = callee ? rowOf(*callee) : nullptr;
    return row && row->returns == ReturnEffect::ThreadMemory;
  }

  static const LibraryFunction *rowOf(const llvm::Function &function) {
    return findLibraryFunction({function.getName().data(), function.getName().size()});
  }

  /// A number of bytes in an argument of a call.
  [[nodiscard]] Extent extentOf(const llvm::Value &bytes) const {
    const llvm::Value *value = &bytes;
    while (const auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
      value = cast->getOperand(0);
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return {Extent::Kind::Bytes, static_cast<unsigned>(number->getZExtValue())};
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
      return {Extent::Kind::Argument, argument->getArgNo()};
    if (const auto *product = llvm::dyn_cast<llvm::MulOperator>(value)) {
      const auto *a = llvm::dyn_cast<llvm::Argument>(product->getOperand(0));
      const auto *b = llvm::dyn_cast<llvm::Argument>(product->getOperand(1));
      if (a && b && (a->getArgNo() + 1 == b->getArgNo() || b->getArgNo() + 1 == a->getArgNo()))
        return {Extent::Kind::Product, std::min(a->getArgNo(), b->getArgNo())};
    }
    return {};
  }

  void visitStore(const llvm::StoreInst &store) {
    add(ArgumentEffect::What::Writes, *store.getPointerOperand(),
        sizeOf(*store.getValueOperand()->getType()), store.isAtomic());
    if (!store.getValueOperand()->getType()->isPointerTy())
      return;
    bool ignored = false;
    const auto of = argumentBehind(*store.getValueOperand(), ignored);
    const auto into = argumentBehind(*store.getPointerOperand(), ignored);
    if (of && into)
      row_.storesPointer.emplace_back(*of, *into);
    else if (of)
      row_.keeps.push_back(*of);
  }

  void visitCall(const llvm::CallBase &call) {
    bool ignored = false;
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee) {
      if (const auto given = argumentBehind(*call.getCalledOperand(), ignored)) {
        row_.callsBack.push_back(*given);
        for (const llvm::Value *argument : call.args())
          if (argument->getType()->isPointerTy())
            if (const auto passed = argumentBehind(*argument, ignored))
              row_.callBackArguments.push_back(*passed);
      }
      return;
    }
    if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      add(ArgumentEffect::What::Writes, *memory->getDest(), extentOf(*memory->getLength()));
      if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        add(ArgumentEffect::What::Reads, *copy->getSource(), extentOf(*copy->getLength()));
      return;
    }
    const LibraryFunction *called = rowOf(*callee);
    if (!called) {
      row_.isPartial |= !callee->isIntrinsic();
      return;
    }
    row_.isInput |= called->isInput;
    const auto pointer = [&](unsigned i) -> const llvm::Value * {
      return i < call.arg_size() && call.getArgOperand(i)->getType()->isPointerTy()
                 ? call.getArgOperand(i)
                 : nullptr;
    };
    for (const ArgumentEffect &effect : called->effects) {
      const llvm::Value *memory = pointer(effect.argument);
      if (!memory)
        continue;
      Extent extent = effect.extent;
      if (extent.kind == Extent::Kind::Argument && extent.value < call.arg_size())
        extent = extentOf(*call.getArgOperand(extent.value));
      else if (extent.kind == Extent::Kind::Product)
        extent = {};
      add(effect.what, *memory, extent);
    }
    if (called->frees)
      if (const llvm::Value *freed = pointer(*called->frees))
        if (const auto argument = argumentBehind(*freed, ignored))
          row_.frees = *argument;
    for (const unsigned kept : called->keeps)
      if (const llvm::Value *value = pointer(kept))
        if (const auto argument = argumentBehind(*value, ignored))
          row_.keeps.push_back(*argument);
    if (createsThread(called->sync)) {
      const unsigned first = called->sync == SyncEffect::CreateThread ? 2 : 1;
      for (const unsigned i : {first, first + 1})
        if (const llvm::Value *value = pointer(i))
          if (const auto argument = argumentBehind(*value, ignored))
            row_.keeps.push_back(*argument);
    }
  }

  void visitReturn(const llvm::ReturnInst &end) {
    row_.neverReturns = false;
    const llvm::Value *value = end.getReturnValue();
    if (!value || !value->getType()->isPointerTy() || llvm::isa<llvm::ConstantPointerNull>(value))
      return;
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(value, objects);
    for (const llvm::Value *object : objects) {
      if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object)) {
        row_.returns = ReturnEffect::Argument;
        row_.returnArgument = argument->getArgNo();
      } else if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
        row_.returns =
            variable->isThreadLocal() ? ReturnEffect::ThreadMemory : ReturnEffect::StaticMemory;
      } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(object)) {
        const llvm::Function *callee = call->getCalledFunction();
        const LibraryFunction *called = callee ? rowOf(*callee) : nullptr;
        if (called && called->returns != ReturnEffect::Argument)
          row_.returns = called->returns;
      }
    }
  }

  const llvm::Function &model_;
  LibraryFunction &row_;
  const llvm::BasicBlock *visited_ = nullptr;
  std::map<std::string, llvm::SmallPtrSet<const llvm::BasicBlock *, 4>> blocksOf_; ///< by state
};

} // namespace

std::vector<StateAccess> statesOf(std::string_view function) {
  const LibraryFunction *row = findEffects(function);
  return row ? row->states : std::vector<StateAccess>();
}

LibraryFunction effectsOf(const llvm::Function &model) {
  LibraryFunction row;
  row.name = model.getName().str();
  EffectsReader(model, row).run();
  return row;
}

const LibraryFunction *findEffects(std::string_view function) {
  if (const LibraryFunction *row = findLibraryFunction(function))
    return row;
  if (!modelFileOf(function))
    return nullptr;
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<LibraryFunction>, std::less<>> known;
  const std::lock_guard guard(mutex);
  if (const auto at = known.find(function); at != known.end())
    return at->second.get();
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> alone = modelsAlone(context, std::span(&function, 1));
  const llvm::Function *model = alone->getFunction(llvm::StringRef(function));
  RW_CHECK(model);
  auto row = std::make_unique<LibraryFunction>(effectsOf(*model));
  return known.emplace(std::string(function), std::move(row)).first->second.get();
}

} // namespace raceward
