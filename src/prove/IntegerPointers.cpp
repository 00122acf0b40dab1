#include "IntegerPointers.h"

#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace raceward {

namespace {

bool isIntegerComputation(const llvm::Value &value) {
  if (!value.getType()->isIntOrIntVectorTy())
    return false;
  if (llvm::isa<llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(value))
    return true;
  const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value);
  return cast && cast->isIntegerCast();
}

const llvm::DIType *unqualified(const llvm::DIType *type) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || derived->getTag() == llvm::dwarf::DW_TAG_pointer_type)
      return type;
    type = derived->getBaseType();
  }
  return nullptr; // of itself, so of nothing
}

/// A union in which a pointer and an integer of its size share their bytes.
bool hasUnionOfPointerAndInteger(const llvm::Module &module) {
  const unsigned pointerBits = module.getDataLayout().getPointerSizeInBits();
  if (module.debug_compile_units_begin() == module.debug_compile_units_end())
    return true; // nobody can tell
  for (const llvm::DIType *type : debugTypesOf(module)) {
    const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (!record || record->getTag() != llvm::dwarf::DW_TAG_union_type)
      continue;
    bool pointer = false;
    bool integer = false;
    for (const llvm::MDOperand &element : elementsOf(*record)) {
      const llvm::DIType *member = unqualified(llvm::dyn_cast_or_null<llvm::DIType>(element.get()));
      if (!member)
        continue;
      pointer = pointer || member->getTag() == llvm::dwarf::DW_TAG_pointer_type;
      integer = integer ||
                (llvm::isa<llvm::DIBasicType>(member) && member->getSizeInBits() >= pointerBits);
    }
    if (pointer && integer)
      return true;
  }
  return false;
}

} // namespace

IntegerPointers::IntegerPointers(const Program &program) {
  const llvm::Module &module = program.module();
  const unsigned pointerBits = module.getDataLayout().getPointerSizeInBits();
  const bool unions = hasUnionOfPointerAndInteger(module);
  for (const llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::PtrToIntInst>(instruction))
        add(&instruction);
      else if (llvm::isa<llvm::IntToPtrInst>(instruction))
        add(instruction.getOperand(0));
    }
    addCopies(function, 8);
    if (unions)
      addCopies(function, pointerBits);
  }
  while (!open_.empty()) {
    const llvm::Value *value = open_.back();
    open_.pop_back();
    spreadForward(*value);
    spreadBackward(*value);
  }
}

bool IntegerPointers::mayCarry(const llvm::Value &value) const {
  return carrying_.contains(&value);
}

void IntegerPointers::add(const llvm::Value *value) {
  if (llvm::isa<llvm::Constant>(value) || !value->getType()->isIntOrIntVectorTy())
    return;
  if (carrying_.insert(value).second)
    open_.push_back(value);
}

/// Integers of that width that are stored as they came: from memory, or from a caller
/// that took them from memory (structs are passed and returned as integers, too).
void IntegerPointers::addCopies(const llvm::Function &function, unsigned copiedBits) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (!store || !store->getValueOperand()->getType()->isIntegerTy(copiedBits))
      continue;
    if (llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::SelectInst, llvm::Argument, llvm::CallBase>(
            store->getValueOperand()))
      add(store->getValueOperand());
  }
}

void IntegerPointers::spreadForward(const llvm::Value &value) {
  for (const llvm::Use &use : value.uses()) {
    const llvm::User *user = use.getUser();
    if (isIntegerComputation(*user)) {
      add(user);
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (!call->isArgOperand(&use))
        continue;
      const unsigned number = call->getArgOperandNo(&use);
      if (const llvm::Function *callee = call->getCalledFunction()) {
        if (number < callee->arg_size())
          add(callee->getArg(number));
      } else {
        // Through a pointer: any function whose address is taken may be meant.
        for (const llvm::Function &candidate : *call->getModule())
          if (candidate.hasAddressTaken() && number < candidate.arg_size())
            add(candidate.getArg(number));
      }
    } else if (const auto *result = llvm::dyn_cast<llvm::ReturnInst>(user)) {
      for (const llvm::User *caller : result->getFunction()->users())
        if (llvm::isa<llvm::CallBase>(caller))
          add(caller);
      if (result->getFunction()->hasAddressTaken())
        for (const llvm::Function &other : *result->getModule())
          for (const llvm::Instruction &instruction : llvm::instructions(other))
            if (const auto *through = llvm::dyn_cast<llvm::CallBase>(&instruction))
              if (through->isIndirectCall())
                add(through);
    }
  }
}

void IntegerPointers::spreadBackward(const llvm::Value &value) {
  if (isIntegerComputation(value)) {
    for (const llvm::Use &operand : llvm::cast<llvm::User>(value).operands())
      add(operand.get());
  } else if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    const llvm::Function *function = argument->getParent();
    const auto addActual = [&](const llvm::CallBase &caller) {
      if (argument->getArgNo() < caller.arg_size())
        add(caller.getArgOperand(argument->getArgNo()));
    };
    for (const llvm::User *user : function->users())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        addActual(*call);
    if (function->hasAddressTaken())
      for (const llvm::Function &other : *function->getParent())
        for (const llvm::Instruction &instruction : llvm::instructions(other))
          if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
            if (call->isIndirectCall())
              addActual(*call);
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&value)) {
    const llvm::Function *callee = call->getCalledFunction();
    const auto addResults = [&](const llvm::Function &function) {
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (const auto *result = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
          if (result->getReturnValue())
            add(result->getReturnValue());
    };
    if (callee) {
      addResults(*callee);
    } else {
      for (const llvm::Function &candidate : *call->getModule())
        if (candidate.hasAddressTaken())
          addResults(candidate);
    }
  }
}

} // namespace raceward
