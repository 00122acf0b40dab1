#include "Contracts.h"

#include "DebugTypes.h"
#include "LibraryModels.h"
#include "closed/Marks.h"
#include "raceward/program/Contracts.h"
#include "raceward/program/DebugInfo.h"
#include "raceward/program/Effects.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace raceward {

namespace {

namespace dwarf = llvm::dwarf;

constexpr const char *kContractAttribute = "raceward-contract";
constexpr const char *kThreadFunction = "raceward.contract.thread";
constexpr const char *kPointerFunction = "raceward.contract.function";
/// The name that reports show for what is done between calls.
constexpr const char *kNoFunction = "a function with a call-back";
constexpr const char *kAnyFunction = "functions that these give";
constexpr int kDeepestRecord = 16;

// Types.

/// Objects of the thread library: who gets one may lock, unlock or reset it.
constexpr auto kSyncTypes = std::to_array<llvm::StringRef>(
    {"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_spinlock_t",
     "pthread_barrier_t", "pthread_once_t", "sem_t", "mtx_t", "cnd_t", "once_flag"});
constexpr auto kThreadTypes = std::to_array<llvm::StringRef>({"pthread_t", "thrd_t"});
constexpr auto kAddressTypes = std::to_array<llvm::StringRef>({"uintptr_t", "intptr_t"});

/// Whether the type, before typedefs are removed, has one of these names.
template <std::size_t N>
bool isNamed(const llvm::DIType *type, const std::array<llvm::StringRef, N> &names) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || derived->getTag() == dwarf::DW_TAG_pointer_type)
      return false;
    if (derived->getTag() == dwarf::DW_TAG_typedef &&
        std::ranges::find(names, derived->getName()) != names.end())
      return true;
    type = derived->getBaseType();
  }
  return false;
}

/// Whether a value of the type, or one that it points to, is the handle of a thread.
bool mentionsThread(const llvm::DIType *type, int depth = 0) {
  if (!type || depth > kDeepestRecord)
    return depth > kDeepestRecord;
  if (isNamed(type, kThreadTypes))
    return true;
  if (const llvm::DIType *to = pointeeOf(type))
    return depth == 0 && mentionsThread(to, depth + 1);
  if (const llvm::DICompositeType *array = arrayOf(type))
    return mentionsThread(array->getBaseType(), depth + 1);
  const llvm::DICompositeType *record = recordOf(type);
  return record && std::ranges::any_of(elementsOf(*record), [&](const llvm::MDOperand &element) {
           const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element.get());
           return member && mentionsThread(member->getBaseType(), depth + 1);
         });
}

/// Numbers, and structs and arrays of numbers. Characters count: text is what is mostly passed.
bool isNumbers(const llvm::DIType *type, int depth = 0) {
  if (depth > kDeepestRecord || isNamed(type, kSyncTypes) || isNamed(type, kThreadTypes) ||
      isNamed(type, kAddressTypes))
    return false;
  const llvm::DIType *plain = strippedType(type);
  if (!plain)
    return false; // void
  if (llvm::isa<llvm::DIBasicType>(plain))
    return true;
  if (const llvm::DICompositeType *array = arrayOf(plain))
    return isNumbers(array->getBaseType(), depth + 1);
  if (plain->getTag() == dwarf::DW_TAG_enumeration_type)
    return true;
  const llvm::DICompositeType *record = recordOf(plain);
  if (!record || record->isForwardDecl() || record->getSizeInBits() == 0)
    return false;
  return std::ranges::all_of(elementsOf(*record), [&](const llvm::MDOperand &element) {
    const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element.get());
    return member && isNumbers(member->getBaseType(), depth + 1);
  });
}

bool isConstantType(const llvm::DIType *type) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || derived->getTag() == dwarf::DW_TAG_pointer_type)
      return false;
    if (derived->getTag() == dwarf::DW_TAG_const_type)
      return true;
    type = derived->getBaseType();
  }
  return false;
}

/// What a function may do with an argument.
enum class Role : std::uint8_t {
  Nothing,  ///< a number that cannot be an address
  Number,   ///< an address only if the caller visibly made it from one
  Function, ///< call it
  Texts,    ///< read numbers there
  Constant, ///< read there, and reach on
  Numbers,  ///< read and write numbers there
  Anything,
};

/// The roles of the parameters of a function, by its debug information.
class Roles {
public:
  explicit Roles(const llvm::Function &function)
      : function_(function), shift_(function.hasStructRetAttr() ? 1 : 0) {
    const llvm::DISubprogram *described = function.getSubprogram();
    if (!described || !described->getType())
      return;
    const llvm::DITypeRefArray types = described->getType()->getTypeArray();
    for (unsigned i = 1; i < types.size(); ++i) {
      if (!types[i] && i + 1 == types.size())
        break; // `...`
      // A struct may be passed as several values, or as none.
      if (!types[i] || recordOf(types[i]) || arrayOf(types[i])) {
        types_.clear();
        return;
      }
      types_.push_back(types[i]);
    }
    if (types_.size() + shift_ != function.getFunctionType()->getNumParams())
      types_.clear();
  }

  [[nodiscard]] Role of(unsigned argument, const llvm::Value &value) const {
    llvm::Type &type = *value.getType();
    const llvm::DIType *known = typeOf(argument);
    if (type.isPtrOrPtrVectorTy()) {
      const auto *pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strippedType(known));
      if (!type.isPointerTy() || !pointer || pointer->getTag() != dwarf::DW_TAG_pointer_type)
        return Role::Anything;
      const llvm::DIType *to = pointer->getBaseType();
      if (llvm::isa_and_nonnull<llvm::DISubroutineType>(strippedType(to)))
        return Role::Function;
      const bool numbers = isNumbers(to);
      if (isConstantType(to))
        return numbers ? Role::Texts : Role::Constant;
      return numbers ? Role::Numbers : Role::Anything;
    }
    if (type.isFPOrFPVectorTy())
      return Role::Nothing;
    if (type.isIntegerTy()) {
      if (type.getIntegerBitWidth() < 8 * function_.getDataLayout().getPointerSize())
        return Role::Nothing;
      const bool isParameter = argument < function_.getFunctionType()->getNumParams();
      return (known || !isParameter) && !isNamed(known, kAddressTypes) ? Role::Number
                                                                       : Role::Anything;
    }
    return Role::Anything;
  }

  [[nodiscard]] bool takesThread() const {
    return std::ranges::any_of(types_,
                               [](const llvm::DIType *type) { return mentionsThread(type); });
  }

private:
  [[nodiscard]] const llvm::DIType *typeOf(unsigned argument) const {
    return argument >= shift_ && argument - shift_ < types_.size() ? types_[argument - shift_]
                                                                   : nullptr;
  }

  const llvm::Function &function_;
  unsigned shift_;
  std::vector<const llvm::DIType *> types_; ///< empty if they do not fit the parameters
};

// Code.

/// A text of the program: nothing can be written there, and nothing reached.
bool isText(const llvm::Value &value) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripInBoundsConstantOffsets());
  return global && global->isConstant() && global->hasPrivateLinkage() &&
         global->hasDefinitiveInitializer() &&
         llvm::isa<llvm::ConstantData>(global->getInitializer());
}

/// Writes what a call does.
class ContractWriter {
public:
  ContractWriter(llvm::IRBuilder<> &builder, llvm::StringRef function)
      : builder_(builder), module_(*builder.GetInsertBlock()->getModule()), function_(function) {}

  void begin() {
    step("begins", {});
    touchKept();
  }
  void detach() { step("detaches", {builder_.getInt64(0)}); }

  void give(Role role, llvm::Value &value) {
    if (llvm::isa<llvm::ConstantData>(value) || isText(value))
      return;
    switch (role) {
    case Role::Nothing:
      return;
    case Role::Number:
      hidden_.push_back(&value);
      return;
    case Role::Function:
      called_.push_back(&value);
      step("lends", {&value});
      return;
    case Role::Texts:
      called_.push_back(&value);
      step("reads", {step("touches", {&value})});
      numbers_.push_back(step("lends", {&value}));
      return;
    case Role::Constant: {
      called_.push_back(&value);
      llvm::Value *object = step("object", {&value});
      step("reads", {step("touches", {object})});
      anything_.push_back(step("lends", {object}));
      return;
    }
    case Role::Numbers:
      numbers_.push_back(&value);
      return;
    case Role::Anything:
      anything_.push_back(&value);
      return;
    }
  }

  /// A struct that is passed by value: the caller makes a copy, and what that holds is given.
  void giveCopy(llvm::Value &value, llvm::Type &type) {
    const std::uint64_t bytes = module_.getDataLayout().getTypeStoreSize(&type).getKnownMinValue();
    llvm::Type *size = module_.getDataLayout().getIntPtrType(module_.getContext());
    sign(builder_.CreateCall(module_.getOrInsertFunction("raceward_reads", builder_.getVoidTy(),
                                                         builder_.getPtrTy(), size),
                             {&value, llvm::ConstantInt::get(size, bytes)}));
    anything_.push_back(step("content", {&value}));
  }

  /// What the function that is written here gets behind its named parameters.
  void giveRest() {
    // As large as a va_list of any of our targets.
    llvm::Value *list = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt64Ty(), 4));
    const auto intrinsic = [&](llvm::Intrinsic::ID id) {
      builder_.CreateCall(llvm::Intrinsic::getDeclaration(&module_, id, {builder_.getPtrTy()}),
                          {list});
    };
    intrinsic(llvm::Intrinsic::vastart);
    // The list leads to the arguments. Where these lie is not given.
    anything_.push_back(step("content", {step("content", {list})}));
    intrinsic(llvm::Intrinsic::vaend);
  }

  /// What earlier calls were given.
  void touchKept() {
    step("reads_kept", {step("touches", {step("kept", {})})});
    step("writes_kept", {step("touches", {step("kept_writable", {})})});
  }

  /// After all arguments were given.
  llvm::Value *end(llvm::Type &result) {
    if (!hidden_.empty())
      anything_.push_back(step("hidden", hidden_));
    llvm::Value *numbers = numbers_.empty() ? nullptr : step("reaches_numbers", numbers_);
    llvm::Value *anything = anything_.empty() ? nullptr : step("reaches", anything_);
    for (llvm::Value *reached : {numbers, anything})
      if (reached)
        called_.push_back(reached);
    if (!called_.empty())
      step("calls", called_);
    if (numbers)
      touch(*numbers, "writes_numbers");
    if (anything)
      touch(*anything, "writes");
    return result.isVoidTy() ? nullptr : step("answers", {}, &result);
  }

  llvm::Value *step(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments,
                    llvm::Type *result = nullptr) {
    // The primitives take whatever is given, and each result has the type of its call.
    auto *declared = llvm::FunctionType::get(builder_.getPtrTy(), true);
    llvm::FunctionCallee callee =
        module_.getOrInsertFunction((llvm::Twine(kContractPrefix) + name).str(), declared);
    auto *type = llvm::FunctionType::get(result ? result : builder_.getPtrTy(), true);
    return sign(builder_.CreateCall(type, callee.getCallee(), arguments));
  }

private:
  llvm::CallInst *sign(llvm::CallInst *call) {
    signModelled(*call, function_);
    return call;
  }

  void touch(llvm::Value &reached, llvm::StringRef writes) {
    llvm::Value *memory = step("touches", {&reached});
    step("reads", {memory});
    step(writes, {memory});
  }

  llvm::IRBuilder<> &builder_;
  llvm::Module &module_;
  std::string function_;
  std::vector<llvm::Value *> called_;
  std::vector<llvm::Value *> hidden_;
  std::vector<llvm::Value *> numbers_;
  std::vector<llvm::Value *> anything_;
};

/// Whether the call passes its arguments as C does.
bool isPlainCall(const llvm::CallInst &call) {
  using A = llvm::Attribute;
  if (call.getCallingConv() != llvm::CallingConv::C || call.hasOperandBundles() ||
      call.hasFnAttr(A::ReturnsTwice))
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    for (const A::AttrKind kind : {A::InAlloca, A::Preallocated, A::Nest, A::SwiftSelf,
                                   A::SwiftError, A::SwiftAsync, A::ByRef})
      if (call.paramHasAttr(i, kind))
        return false;
  return true;
}

bool isUnknown(const llvm::Function &function) {
  const std::string_view name(function.getName().data(), function.getName().size());
  return function.isDeclaration() && function.hasFnAttribute(kContractAttribute) &&
         !function.isIntrinsic() && !function.use_empty() && !findLibraryFunction(name) &&
         !modelFileOf(name) && !name.starts_with("raceward_") && !isAtomicSectionName(name) &&
         !function.hasFnAttribute(llvm::StringRef(kIfuncAttribute)) &&
         !function.hasFnAttribute(llvm::Attribute::ReturnsTwice) &&
         function.getCallingConv() == llvm::CallingConv::C;
}

std::string nameInC(const llvm::Function &function) {
  const llvm::DISubprogram *described = function.getSubprogram();
  return described ? described->getName().str() : function.getName().str();
}

void replaceCall(llvm::CallInst &call, const llvm::Function &callee, const Roles &roles) {
  llvm::IRBuilder<> builder(&call);
  ContractWriter writer(builder, nameInC(callee));
  writer.begin();
  if (roles.takesThread())
    writer.detach();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value &argument = *call.getArgOperand(i);
    if (call.isByValArgument(i))
      writer.giveCopy(argument, *call.getParamByValType(i));
    else
      writer.give(roles.of(i, argument), argument);
  }
  llvm::Value *result = writer.end(*call.getType());
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// For calls through pointers.
void addBody(llvm::Function &function, const Roles &roles) {
  llvm::Module &module = *function.getParent();
  const std::string name = nameInC(function);
  function.setSubprogram(nullptr); // a declaration's
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  function.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  function.setDSOLocal(true);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", &function));
  ContractWriter writer(builder, name);
  writer.begin();
  if (roles.takesThread())
    writer.detach();
  for (llvm::Argument &argument : function.args()) {
    if (argument.hasByValAttr())
      writer.giveCopy(argument, *argument.getParamByValType());
    else
      writer.give(roles.of(argument.getArgNo(), argument), argument);
  }
  if (function.isVarArg())
    writer.giveRest();
  llvm::Value *result = writer.end(*function.getReturnType());
  if (function.doesNotReturn())
    builder.CreateUnreachable();
  else if (result)
    builder.CreateRet(result);
  else
    builder.CreateRetVoid();
}

/// What a function does that such a function gives to the program.
void addFunction(llvm::Module &module) {
  llvm::Function *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::PointerType::get(module.getContext(), 0), true),
      llvm::GlobalValue::InternalLinkage, kPointerFunction, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", function));
  ContractWriter writer(builder, kAnyFunction);
  writer.begin();
  writer.giveRest();
  builder.CreateRet(writer.end(*function->getReturnType()));
}

/// What such functions do when they call back, whenever that is: with what they keep, and with the
/// results.
void addThread(llvm::Module &module) {
  llvm::Function *thread = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false),
      llvm::GlobalValue::InternalLinkage, kThreadFunction, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", thread));
  ContractWriter writer(builder, kNoFunction);
  writer.touchKept();
  writer.give(Role::Anything, *writer.step("called_back", {}));
  writer.end(*builder.getVoidTy());
  builder.CreateRetVoid();
}

using Functions = llvm::DenseSet<const llvm::Function *>;

/// Functions that main leads to, or whose address is used. What only others call is dead: a
/// function there is not worth an assumption. (It stays a gap where it is called, so that nothing
/// rests on this.)
Functions usedFunctions(const llvm::Module &module) {
  const auto isCalled = [](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call && call->isCallee(&use);
  };
  Functions used;
  std::vector<const llvm::Function *> work;
  const auto add = [&](const llvm::Function *function) {
    if (function && !function->isDeclaration() && used.insert(function).second)
      work.push_back(function);
  };
  for (const llvm::Function &function : module)
    if (function.getName() == "main" || !llvm::all_of(function.uses(), isCalled))
      add(&function);
  while (!work.empty()) {
    const llvm::Function *function = work.back();
    work.pop_back();
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        add(llvm::dyn_cast<llvm::Function>(call->getCalledOperand()));
  }
  return used;
}

/// Whether something was taken by contract.
bool apply(llvm::Function &function, const Functions &used) {
  const Roles roles(function);
  std::vector<llvm::CallInst *> calls;
  bool hasOtherUses = false;
  for (const llvm::Use &use : function.uses()) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    const bool isCall = call && call->isCallee(&use);
    if (isCall && !used.contains(call->getFunction()))
      continue;
    if (isCall && isPlainCall(*call))
      calls.push_back(call);
    else
      hasOtherUses = true;
  }
  for (llvm::CallInst *call : calls)
    replaceCall(*call, function, roles);
  // The address of a weak symbol may be null, which that of a body is not.
  if (hasOtherUses && !function.hasExternalWeakLinkage())
    addBody(function, roles);
  return !calls.empty() || hasOtherUses;
}

} // namespace

void takeByContract(llvm::Module &program) {
  for (llvm::Function &function : program)
    if (function.isDeclaration() && !function.isIntrinsic())
      function.addFnAttr(kContractAttribute);
}

void dropContractMarks(llvm::Module &program) {
  for (llvm::Function &function : program)
    function.removeFnAttr(kContractAttribute);
}

void applyContracts(llvm::Module &module) {
  std::vector<llvm::Function *> unknown;
  for (llvm::Function &function : module)
    if (isUnknown(function))
      unknown.push_back(&function);
  const Functions used = usedFunctions(module);
  bool isAny = false;
  for (llvm::Function *function : unknown)
    isAny = apply(*function, used) || isAny;
  if (isAny) {
    addThread(module);
    addFunction(module);
  }
  dropContractMarks(module);
}

namespace {

const Function *functionNamed(const Program &program, const char *name) {
  const llvm::Function *function = program.module().getFunction(name);
  return function ? program.functionOf(function) : nullptr;
}

} // namespace

const Function *contractThread(const Program &program) {
  return functionNamed(program, kThreadFunction);
}

const Function *contractFunction(const Program &program) {
  return functionNamed(program, kPointerFunction);
}

std::string_view calledByContract(const Instruction &instruction) {
  const bool begins = instruction.op == Op::LibraryCall && instruction.library &&
                      instruction.library->contract == ContractStep::Begins;
  return begins ? modelledFunction(*instruction.origin) : std::string_view();
}

} // namespace raceward
