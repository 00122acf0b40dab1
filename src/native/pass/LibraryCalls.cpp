#include "LibraryCalls.h"

#include "../program/FormatString.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace raceward {

namespace {

using What = ArgumentEffect::What;

/// Always reads and writes the number of bytes in its row.
constexpr auto kExact = std::to_array<std::string_view>(
    {"memcpy", "memmove", "mempcpy", "memset", "bzero", "bcopy", "explicit_bzero", "rand_r"});
/// Reads all of its strings, including the terminating zero.
constexpr auto kWholeTexts = std::to_array<std::string_view>(
    {"strlen", "strrchr", "rindex", "strcpy", "stpcpy",  "strcat", "strdup", "__strdup",
     "puts",   "fputs",   "perror", "fopen",  "remove",  "unlink", "open",   "open64",
     "access", "chdir",   "rmdir",  "mkdir",  "chmod",   "chown",  "lchown", "rename",
     "link",   "symlink", "stat",   "lstat",  "readlink"});
/// Reads at least the first byte of each of its strings.
constexpr auto kFirstBytes = std::to_array<std::string_view>(
    {"strcmp", "strcasecmp", "strchr", "index", "strchrnul", "atoi", "atol", "atoll", "atof",
     "strtol", "strtoul", "strtoll", "strtoull", "strtod", "__isoc23_strtol", "__isoc23_strtoul",
     "__isoc23_strtoll", "__isoc23_strtoull"});
/// Reads at least the first byte if the size is not 0.
constexpr auto kFirstOfSize =
    std::to_array<std::string_view>({"memcmp", "bcmp", "strncmp", "strncasecmp", "strnlen"});
/// A positive result is the number of bytes accessed.
constexpr auto kByResult = std::to_array<std::string_view>(
    {"read", "write", "pread", "pread64", "pwrite", "pwrite64", "recv", "send"});

template <typename Names> bool isOneOf(const std::string &name, const Names &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The size of a string with its zero; 0 for a null pointer.
llvm::Function *textBytesFunction(llvm::Module &module) {
  constexpr const char *kName = "__raceward_text_bytes";
  if (llvm::Function *known = module.getFunction(kName))
    return known;
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *number = llvm::Type::getInt64Ty(context);
  auto *function = llvm::Function::Create(llvm::FunctionType::get(number, {pointer}, false),
                                          llvm::GlobalValue::InternalLinkage, kName, module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  auto *entry = llvm::BasicBlock::Create(context, "", function);
  auto *measure = llvm::BasicBlock::Create(context, "", function);
  auto *none = llvm::BasicBlock::Create(context, "", function);
  llvm::IRBuilder<> at(entry);
  at.CreateCondBr(at.CreateIsNull(function->getArg(0)), none, measure);
  at.SetInsertPoint(measure);
  llvm::Value *length =
      at.CreateCall(module.getOrInsertFunction("strlen", number, pointer), {function->getArg(0)});
  at.CreateRet(at.CreateAdd(length, at.getInt64(1)));
  at.SetInsertPoint(none);
  at.CreateRet(at.getInt64(0));
  return function;
}

/// With a precision, less than the whole string may be read, or nothing; a star takes an argument.
bool readsPartly(llvm::StringRef format) {
  for (std::size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    const std::size_t end = format.find_first_not_of("0123456789.+-# 'hlqjztL*", at + 1);
    if (end == llvm::StringRef::npos)
      return true;
    const llvm::StringRef conversion = format.slice(at, end);
    if (conversion.contains('*') || (format[end] == 's' && conversion.contains('.')))
      return true;
    at = end + 1;
  }
  return false;
}

/// Finds the certain accesses of one call.
class SureFinder {
public:
  SureFinder(llvm::CallBase &call, const LibraryFunction &row) : call_(call), row_(row) {}
  std::vector<SureAccess> run();
  std::vector<unsigned> unsure();

private:
  using Bytes = std::function<llvm::Value *(llvm::IRBuilder<> &)>;

  void add(const ArgumentEffect &effect);
  [[nodiscard]] std::optional<std::vector<FormatArgument>>
  formatUses(const ArgumentEffect &effect) const;
  void addFormatted(const ArgumentEffect &effect);
  void addAppended();
  void addEnd(const ArgumentEffect &effect);
  void push(What what, unsigned argument, Bytes bytes, bool afterwards = false);
  [[nodiscard]] bool isPointer(unsigned argument) const {
    return argument < call_.arg_size() && call_.getArgOperand(argument)->getType()->isPointerTy();
  }
  [[nodiscard]] bool isNumber(unsigned argument) const {
    return argument < call_.arg_size() && call_.getArgOperand(argument)->getType()->isIntegerTy();
  }
  Bytes number(std::uint64_t value) {
    return [value](llvm::IRBuilder<> &at) { return at.getInt64(value); };
  }
  Bytes text(unsigned argument);
  Bytes size(const Extent &extent);
  /// From the result: bytes, elements of the size in argument `size`, or characters of which at
  /// most argument `most` were written, with a zero.
  Bytes result();
  Bytes resultTimes(unsigned size);
  Bytes resultText(std::optional<unsigned> most);
  Bytes textOfResult();
  Bytes oneUnlessEmpty(Bytes size);

  llvm::CallBase &call_;
  const LibraryFunction &row_;
  std::vector<SureAccess> found_;
};

void SureFinder::push(What what, unsigned argument, Bytes bytes, bool afterwards) {
  if (bytes && isPointer(argument))
    found_.push_back({what, argument, afterwards, std::move(bytes), nullptr});
}

/// Its length and the zero. Some functions accept a null pointer.
SureFinder::Bytes SureFinder::text(unsigned argument) {
  if (!isPointer(argument))
    return nullptr;
  return [text = call_.getArgOperand(argument)](llvm::IRBuilder<> &at) -> llvm::Value * {
    return at.CreateCall(textBytesFunction(*at.GetInsertBlock()->getModule()), {text});
  };
}

SureFinder::Bytes SureFinder::size(const Extent &extent) {
  switch (extent.kind) {
  case Extent::Kind::Bytes:
    return number(extent.value);
  case Extent::Kind::Long:
    return number(8);
  case Extent::Kind::Argument:
    if (!isNumber(extent.value))
      return nullptr;
    return [value = call_.getArgOperand(extent.value)](llvm::IRBuilder<> &) { return value; };
  case Extent::Kind::Product:
  case Extent::Kind::String:
  case Extent::Kind::Object:
  case Extent::Kind::Stream:
    break;
  }
  return nullptr;
}

SureFinder::Bytes SureFinder::result() {
  if (!call_.getType()->isIntegerTy())
    return nullptr;
  return [result = &call_](llvm::IRBuilder<> &at) -> llvm::Value * {
    llvm::Value *zero = llvm::ConstantInt::get(result->getType(), 0);
    return at.CreateSelect(at.CreateICmpSGT(result, zero), result, zero);
  };
}

SureFinder::Bytes SureFinder::resultTimes(unsigned size) {
  if (!call_.getType()->isIntegerTy(64) || !isNumber(size))
    return nullptr;
  return [result = &call_, bytes = call_.getArgOperand(size)](llvm::IRBuilder<> &at) {
    return at.CreateMul(result, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()));
  };
}

SureFinder::Bytes SureFinder::resultText(std::optional<unsigned> most) {
  if (!call_.getType()->isIntegerTy(32) || (most && !isNumber(*most)))
    return nullptr;
  llvm::Value *limit = most ? call_.getArgOperand(*most) : nullptr;
  return [result = &call_, limit](llvm::IRBuilder<> &at) -> llvm::Value * {
    llvm::Value *wide = at.CreateSExt(result, at.getInt64Ty());
    llvm::Value *bytes = at.CreateAdd(wide, at.getInt64(1));
    if (limit)
      bytes = at.CreateBinaryIntrinsic(llvm::Intrinsic::umin, bytes,
                                       at.CreateZExtOrTrunc(limit, at.getInt64Ty()));
    // A negative result is a failure: the amount written before is not known.
    return at.CreateSelect(at.CreateICmpSLT(wide, at.getInt64(0)), at.getInt64(0), bytes);
  };
}

SureFinder::Bytes SureFinder::textOfResult() {
  if (!call_.getType()->isPointerTy())
    return nullptr;
  return [result = &call_](llvm::IRBuilder<> &at) -> llvm::Value * {
    return at.CreateCall(textBytesFunction(*at.GetInsertBlock()->getModule()), {result});
  };
}

SureFinder::Bytes SureFinder::oneUnlessEmpty(Bytes size) {
  if (!size)
    return nullptr;
  return [size = std::move(size)](llvm::IRBuilder<> &at) -> llvm::Value * {
    return at.CreateZExt(at.CreateIsNotNull(size(at)), at.getInt64Ty());
  };
}

/// The uses of arguments by a constant format of printf(); nothing if they are not certain.
std::optional<std::vector<FormatArgument>>
SureFinder::formatUses(const ArgumentEffect &effect) const {
  llvm::StringRef format;
  if (effect.what != What::Reads || effect.argument == 0 || effect.argument > call_.arg_size() ||
      !llvm::getConstantStringInfo(call_.getArgOperand(effect.argument - 1), format) ||
      readsPartly(format))
    return std::nullopt;
  std::optional<std::vector<FormatArgument>> uses = usesOfPrintf(format);
  if (!uses || effect.argument + uses->size() != call_.arg_size())
    return std::nullopt;
  return uses;
}

void SureFinder::addFormatted(const ArgumentEffect &effect) {
  const std::optional<std::vector<FormatArgument>> uses = formatUses(effect);
  for (unsigned i = 0; uses && i < uses->size(); ++i)
    if ((*uses)[i] == FormatUse::Reads)
      push(What::Reads, effect.argument + i, text(effect.argument + i));
}

/// strcat() overwrites the zero of the first string, and continues from there.
void SureFinder::addAppended() {
  const Bytes before = text(0);
  const Bytes added = text(1);
  if (before && added)
    found_.push_back({What::Writes, 0, false, added, [before](llvm::IRBuilder<> &at) {
                        return at.CreateSub(before(at), at.getInt64(1));
                      }});
}

/// strtol() stores the end of the number, if requested.
void SureFinder::addEnd(const ArgumentEffect &effect) {
  if (!isPointer(effect.argument))
    return;
  llvm::Value *end = call_.getArgOperand(effect.argument);
  push(
      What::Writes, effect.argument,
      [end](llvm::IRBuilder<> &at) {
        return at.CreateSelect(at.CreateIsNull(end), at.getInt64(0), at.getInt64(8));
      },
      true);
}

void SureFinder::add(const ArgumentEffect &effect) {
  const std::string &name = row_.name;
  const auto storesEnd = [&] {
    return std::any_of(row_.storesPointer.begin(), row_.storesPointer.end(),
                       [&](const auto &stored) { return stored.second == effect.argument; });
  };
  if (effect.andAllAfter)
    addFormatted(effect);
  else if (isOneOf(name, kExact))
    push(effect.what, effect.argument, size(effect.extent));
  else if (isOneOf(name, kByResult))
    push(effect.what, effect.argument, result(), true);
  else if (isOneOf(name, kFirstOfSize))
    push(effect.what, effect.argument, oneUnlessEmpty(size(effect.extent)));
  else if (effect.what == What::Writes && (name == "strcpy" || name == "stpcpy"))
    push(What::Writes, 0, text(1));
  else if (effect.what == What::Writes && name == "strcat")
    addAppended();
  else if (effect.what == What::Writes && name == "strncpy")
    push(What::Writes, 0, size(effect.extent));
  else if (effect.what == What::Writes && name == "sprintf")
    push(What::Writes, 0, resultText(std::nullopt), true);
  else if (effect.what == What::Writes && name == "snprintf")
    push(What::Writes, 0, resultText(1), true);
  else if (effect.what == What::Writes && name == "fgets")
    push(What::Writes, 0, textOfResult(), true);
  else if (name == "fread" || name == "fwrite")
    push(effect.what, 0, resultTimes(1), true);
  else if (effect.what == What::Writes && isOneOf(name, kFirstBytes) && storesEnd())
    addEnd(effect);
  else if (effect.extent.kind == Extent::Kind::String && isOneOf(name, kWholeTexts))
    push(What::Reads, effect.argument, text(effect.argument));
  else if (effect.extent.kind == Extent::Kind::String && isOneOf(name, kFirstBytes))
    push(What::Reads, effect.argument, number(1));
}

std::vector<SureAccess> SureFinder::run() {
  for (const ArgumentEffect &effect : row_.effects)
    add(effect);
  return std::move(found_);
}

std::vector<unsigned> SureFinder::unsure() {
  std::vector<unsigned> arguments;
  const auto note = [&](unsigned argument) {
    if (isPointer(argument) && !llvm::isa<llvm::ConstantPointerNull>(call_.getArgOperand(argument)))
      arguments.push_back(argument);
  };
  for (const ArgumentEffect &effect : row_.effects) {
    if (effect.extent.kind == Extent::Kind::Stream) // memory of the library
      continue;
    const std::size_t before = found_.size();
    add(effect);
    if (effect.andAllAfter && !formatUses(effect))
      for (unsigned argument = effect.argument; argument < call_.arg_size(); ++argument)
        note(argument);
    else if (!effect.andAllAfter && found_.size() == before)
      note(effect.argument);
  }
  return arguments;
}

} // namespace

const LibraryFunction *libraryRowOf(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic())
    return nullptr;
  return findEffects(callee->getName().str());
}

std::vector<unsigned> unsureArguments(llvm::CallBase &call) {
  const LibraryFunction *row = libraryRowOf(call);
  if (!row || row->sync != SyncEffect::None)
    return {};
  return SureFinder(call, *row).unsure();
}

std::vector<SureAccess> sureAccesses(llvm::CallBase &call) {
  const LibraryFunction *row = libraryRowOf(call);
  if (!row || row->sync != SyncEffect::None)
    return {};
  return SureFinder(call, *row).run();
}

} // namespace raceward
