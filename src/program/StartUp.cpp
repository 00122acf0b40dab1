#include "StartUp.h"

#include "raceward/program/ExternalObjects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

namespace raceward {

namespace {

constexpr unsigned kLastPriority = 65535; // functions without a priority

struct StartUpEntry {
  unsigned priority = kLastPriority;
  const llvm::Function *function = nullptr;
};

const llvm::Function *functionIn(const llvm::Value *value) {
  value = value->stripPointerCasts();
  // An address as an integer.
  if (const auto *number = llvm::dyn_cast<llvm::PtrToIntOperator>(value))
    return functionIn(number->getPointerOperand());
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(value))
    value = alias->getAliasee()->stripPointerCastsAndAliases(); // but not to an address inside a
                                                                // function
  return llvm::dyn_cast_or_null<llvm::Function>(value);
}

/// Null entries and the marks at both ends of older lists are not called.
bool isMark(const llvm::Constant &constant) {
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant);
  return constant.isNullValue() || (number && number->isMinusOne());
}

/// The entries that start-up code finds: functions, and others that are not known to be functions.
struct StartUpLists {
  std::vector<StartUpEntry> entries;
  std::vector<const llvm::Constant *> unknown;
};

void addEntry(unsigned priority, const llvm::Constant &constant, StartUpLists &lists) {
  if (const llvm::Function *function = functionIn(&constant))
    lists.entries.push_back({priority, function});
  else if (!isMark(constant))
    lists.unknown.push_back(&constant);
}

/// llvm.global_ctors and llvm.global_dtors: { priority, function, data }.
void addList(const llvm::Module &module, llvm::StringRef name, StartUpLists &lists) {
  const llvm::GlobalVariable *list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer())
    return;
  const auto *array = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  if (!array) { // an empty list
    if (!list->getInitializer()->isNullValue())
      lists.unknown.push_back(list->getInitializer());
    return;
  }
  for (const llvm::Use &element : array->operands()) {
    const auto *entry = llvm::dyn_cast<llvm::ConstantStruct>(element);
    const auto *priority =
        entry ? llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0)) : nullptr;
    if (priority)
      addEntry(static_cast<unsigned>(priority->getZExtValue()), *entry->getOperand(1), lists);
    else if (!llvm::cast<llvm::Constant>(element)->isNullValue())
      lists.unknown.push_back(llvm::cast<llvm::Constant>(element));
  }
}

/// Pointers that the program puts into the section that start-up code walks: alone, in arrays, in
/// structs, as integers.
void addSection(const llvm::Module &module, llvm::StringRef section, StartUpLists &lists) {
  for (const llvm::GlobalVariable &global : module.globals())
    for (llvm::StringRef name : sectionsOf(global)) {
      if (!name.consume_front(section) || !global.hasInitializer())
        continue;
      unsigned priority = kLastPriority;
      if (name.consume_front("."))
        name.getAsInteger(10, priority);
      std::vector<const llvm::Constant *> open{global.getInitializer()};
      while (!open.empty()) {
        const llvm::Constant *constant = open.back();
        open.pop_back();
        if (!llvm::isa<llvm::ConstantAggregate>(constant)) {
          addEntry(priority, *constant, lists);
          continue;
        }
        for (unsigned i = constant->getNumOperands(); i > 0; --i) // so that the first is popped
                                                                  // next
          open.push_back(llvm::cast<llvm::Constant>(constant->getOperand(i - 1)));
      }
    }
}

StartUpLists earlyLists(const llvm::Module &module) {
  StartUpLists lists;
  addSection(module, ".preinit_array", lists);
  return lists;
}

StartUpLists constructorLists(const llvm::Module &module) {
  StartUpLists lists;
  addList(module, "llvm.global_ctors", lists);
  addSection(module, ".init_array", lists);
  return lists;
}

StartUpLists destructorLists(const llvm::Module &module) {
  StartUpLists lists;
  addList(module, "llvm.global_dtors", lists);
  addSection(module, ".fini_array", lists);
  return lists;
}

/// By ascending priority, stable.
std::vector<const llvm::Function *> byPriority(const std::vector<StartUpEntry> &entries) {
  std::map<unsigned, std::vector<const llvm::Function *>> sorted;
  for (const StartUpEntry &entry : entries)
    sorted[entry.priority].push_back(entry.function);
  std::vector<const llvm::Function *> functions;
  for (const auto &[priority, equal] : sorted)
    functions.insert(functions.end(), equal.begin(), equal.end());
  return functions;
}

} // namespace

std::vector<const llvm::Function *> constructorsOf(const llvm::Module &module) {
  std::vector<const llvm::Function *> functions = byPriority(earlyLists(module).entries);
  const std::vector<const llvm::Function *> others = byPriority(constructorLists(module).entries);
  functions.insert(functions.end(), others.begin(), others.end());
  return functions;
}

std::vector<const llvm::Function *> destructorsOf(const llvm::Module &module) {
  std::vector<const llvm::Function *> functions = byPriority(destructorLists(module).entries);
  std::reverse(functions.begin(), functions.end());
  return functions;
}

std::vector<const llvm::Constant *> unknownStartUp(const llvm::Module &module) {
  std::vector<const llvm::Constant *> unknown;
  for (const StartUpLists &lists :
       {earlyLists(module), constructorLists(module), destructorLists(module)})
    unknown.insert(unknown.end(), lists.unknown.begin(), lists.unknown.end());
  return unknown;
}

namespace {

/// Passes main's arguments, as far as the types allow it (glibc passes argc, argv and envp).
void call(llvm::IRBuilder<> &builder, const llvm::Function &callee) {
  const llvm::Function &caller = *builder.GetInsertBlock()->getParent();
  std::vector<llvm::Value *> arguments;
  for (const llvm::Argument &parameter : callee.args()) {
    const unsigned number = parameter.getArgNo();
    const bool same =
        number < caller.arg_size() && caller.getArg(number)->getType() == parameter.getType();
    if (same)
      arguments.push_back(caller.getArg(number));
    else
      arguments.push_back(llvm::UndefValue::get(parameter.getType()));
  }
  builder.CreateCall(const_cast<llvm::Function *>(&callee), arguments);
}

/// A call of exit() through a pointer reaches a wrapper that runs the destructors first.
void replaceAddressOfExit(llvm::Function &exit,
                          const std::vector<const llvm::Function *> &destructors) {
  const auto isAddress = [](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  };
  if (std::none_of(exit.use_begin(), exit.use_end(), isAddress))
    return;
  llvm::Function *same =
      llvm::Function::Create(exit.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                             "raceward.exit", *exit.getParent());
  exit.replaceUsesWithIf(same, [&](llvm::Use &use) { return isAddress(use); });
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(exit.getContext(), "", same));
  for (const llvm::Function *destructor : destructors)
    call(builder, *destructor);
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : same->args())
    arguments.push_back(&argument);
  builder.CreateCall(&exit, arguments);
  builder.CreateUnreachable();
}

void callBeforeExit(llvm::Module &module, const std::vector<const llvm::Function *> &destructors) {
  llvm::Function *exit = module.getFunction("exit");
  if (!exit || !exit->isDeclaration() || destructors.empty())
    return;
  std::vector<llvm::CallInst *> exits;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *found = llvm::dyn_cast<llvm::CallInst>(&instruction);
          found && found->getCalledFunction() == exit)
        exits.push_back(found);
  for (llvm::CallInst *found : exits) {
    llvm::IRBuilder<> builder(found);
    for (const llvm::Function *destructor : destructors)
      call(builder, *destructor);
  }
  replaceAddressOfExit(*exit, destructors);
}

} // namespace

void callStartUp(llvm::Module &module) {
  const std::vector<const llvm::Function *> constructors = constructorsOf(module);
  const std::vector<const llvm::Function *> destructors = destructorsOf(module);
  if (constructors.empty() && destructors.empty())
    return;
  callBeforeExit(module, destructors);
  llvm::Function *main = module.getFunction("main");
  llvm::Function *start = llvm::Function::Create(
      main->getFunctionType(), llvm::GlobalValue::ExternalLinkage, kStartFunction, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", start));
  for (const llvm::Function *constructor : constructors)
    call(builder, *constructor);
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : start->args())
    arguments.push_back(&argument);
  llvm::CallInst *result = builder.CreateCall(main, arguments);
  for (const llvm::Function *destructor : destructors)
    call(builder, *destructor);
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
}

} // namespace raceward
