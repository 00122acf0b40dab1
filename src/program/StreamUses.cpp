#include "StreamUses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace raceward {

namespace {

/// A program that calls one of them sees more of its streams.
constexpr auto kShowing =
    std::to_array<llvm::StringRef>({"flockfile", "ftrylockfile", "_IO_flockfile", "fmemopen",
                                    "open_memstream", "open_wmemstream", "fopencookie"});
/// The same if a buffer is given, as the second argument.
constexpr auto kGivingBuffer = std::to_array<llvm::StringRef>({"setvbuf", "setbuf", "setbuffer"});

constexpr unsigned kInput = 100;  ///< no argument: standard input
constexpr unsigned kOutput = 101; ///< standard output
constexpr unsigned kErrors = 102;

struct StreamUse {
  llvm::StringRef function;
  unsigned stream; ///< the argument
};

constexpr auto kUses = std::to_array<StreamUse>({
    {"fprintf", 0},
    {"vfprintf", 0},
    {"__fprintf_chk", 0},
    {"__vfprintf_chk", 0},
    {"fwprintf", 0},
    {"vfwprintf", 0},
    {"__fwprintf_chk", 0},
    {"__vfwprintf_chk", 0},
    {"fflush", 0},
    {"fgetc", 0},
    {"getc", 0},
    {"_IO_getc", 0},
    {"feof", 0},
    {"ferror", 0},
    {"clearerr", 0},
    {"fscanf", 0},
    {"__isoc99_fscanf", 0},
    {"__isoc23_fscanf", 0},
    {"vfscanf", 0},
    {"__isoc99_vfscanf", 0},
    {"__isoc23_vfscanf", 0},
    {"fseek", 0},
    {"fseeko", 0},
    {"fseeko64", 0},
    {"ftell", 0},
    {"ftello", 0},
    {"ftello64", 0},
    {"rewind", 0},
    {"fgetpos", 0},
    {"fgetpos64", 0},
    {"fsetpos", 0},
    {"fsetpos64", 0},
    {"getw", 0},
    {"fgetwc", 0},
    {"getwc", 0},
    {"fwide", 0},
    {"fclose", 0},
    {"pclose", 0},
    {"setlinebuf", 0},
    {"fputs", 1},
    {"fputc", 1},
    {"putc", 1},
    {"_IO_putc", 1},
    {"ungetc", 1},
    {"putw", 1},
    {"fputwc", 1},
    {"putwc", 1},
    {"fputws", 1},
    {"ungetwc", 1},
    {"fgets", 2},
    {"getline", 2},
    {"__getline", 2},
    {"fgetws", 2},
    {"freopen", 2},
    {"freopen64", 2},
    {"fread", 3},
    {"fwrite", 3},
    {"getdelim", 3},
    {"__getdelim", 3},
    {"__fgets_chk", 3},
    {"__fgetws_chk", 3},
    {"__fread_chk", 4},
    {"getchar", kInput},
    {"gets", kInput},
    {"scanf", kInput},
    {"vscanf", kInput},
    {"__isoc99_scanf", kInput},
    {"__isoc23_scanf", kInput},
    {"__isoc99_vscanf", kInput},
    {"__isoc23_vscanf", kInput},
    {"getwchar", kInput},
    {"printf", kOutput},
    {"vprintf", kOutput},
    {"puts", kOutput},
    {"putchar", kOutput},
    {"__printf_chk", kOutput},
    {"__vprintf_chk", kOutput},
    {"wprintf", kOutput},
    {"vwprintf", kOutput},
    {"__wprintf_chk", kOutput},
    {"__vwprintf_chk", kOutput},
    {"putwchar", kOutput},
    {"perror", kErrors},
});

bool givesBuffer(const llvm::Function &function) {
  return std::ranges::any_of(function.users(), [](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return !call || call->arg_size() < 2 ||
           !llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1));
  });
}

bool isCalled(const llvm::Module &module, llvm::StringRef name) {
  const llvm::Function *function = module.getFunction(name);
  return function && function->isDeclaration() && !function->use_empty();
}

/// Whether streams have memory of the program as their buffer.
bool givesBuffers(const llvm::Module &module) {
  return std::ranges::any_of(kGivingBuffer, [&](llvm::StringRef name) {
    return isCalled(module, name) && givesBuffer(*module.getFunction(name));
  });
}

bool showsStreams(const llvm::Module &module) {
  return std::ranges::any_of(module, [](const llvm::Function &function) {
    if (!function.isDeclaration() || function.use_empty())
      return false;
    const llvm::StringRef name = function.getName();
    return llvm::is_contained(kShowing, name) || name.ends_with("_unlocked") ||
           (llvm::is_contained(kGivingBuffer, name) && givesBuffer(function));
  });
}

class UseAdder {
public:
  explicit UseAdder(llvm::Module &module)
      : module_(module), pointer_(llvm::PointerType::getUnqual(module.getContext())),
        hasFunctions_(isCalled(module, "fopencookie")),
        hasTexts_(isCalled(module, "open_memstream") || isCalled(module, "open_wmemstream")) {}

  void add(const StreamUse &use) {
    const llvm::Function *function = module_.getFunction(use.function);
    if (!function || !function->isDeclaration())
      return;
    std::vector<llvm::CallBase *> calls;
    for (llvm::User *user : module_.getFunction(use.function)->users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
          call && call->getCalledOperand() == function)
        calls.push_back(call);
    for (llvm::CallBase *call : calls)
      addBefore(*call, use);
  }

  /// What flushes all streams, as the end of the process does: the standard ones are used there.
  void addFlushes(bool ofBuffers) {
    std::vector<llvm::Instruction *> places;
    for (const llvm::StringRef name : {"exit", "fflush"})
      if (const llvm::Function *function = module_.getFunction(name);
          function && function->isDeclaration())
        for (llvm::User *user : module_.getFunction(name)->users())
          if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
              call && call->getCalledOperand() == function &&
              (name == "exit" || isNull(call->getArgOperand(0))))
            places.push_back(call);
    if (llvm::Function *main = module_.getFunction("main"))
      for (llvm::Instruction &instruction : llvm::instructions(*main))
        if (llvm::isa<llvm::ReturnInst>(instruction))
          places.push_back(&instruction);
    for (llvm::Instruction *place : places) {
      llvm::IRBuilder<> builder(place);
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(place);
          call && (hasTexts_ || hasFunctions_) && call->getCalledFunction()->getName() == "fflush")
        builder.CreateCall(function("raceward_flushes_all"), {call->getArgOperand(0)});
      if (!ofBuffers)
        continue;
      for (const unsigned stream : {kInput, kOutput, kErrors})
        builder.CreateCall(function("raceward_uses_stream"),
                           {builder.CreateLoad(pointer_, variable(stream))});
    }
  }

private:
  static bool isNull(const llvm::Value *value) {
    return llvm::isa<llvm::ConstantPointerNull>(value);
  }

  void addBefore(llvm::CallBase &call, const StreamUse &use) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value *stream = nullptr;
    if (use.stream >= kInput)
      stream = builder.CreateLoad(pointer_, variable(use.stream));
    else if (use.stream < call.arg_size() &&
             call.getArgOperand(use.stream)->getType()->isPointerTy())
      stream = call.getArgOperand(use.stream);
    if (!stream)
      return;
    const bool isStandard = use.stream >= kInput;
    const bool ends = use.function == "fclose" || use.function == "freopen";
    builder.CreateCall(function("raceward_uses_stream"), {stream});
    if (hasTexts_ && (ends || use.function == "fflush"))
      builder.CreateCall(function("raceward_flushes_stream"), {stream});
    if (hasFunctions_ && !isStandard) {
      builder.CreateCall(function("raceward_calls_stream"), {stream});
      if (ends)
        builder.CreateCall(function("raceward_closes_stream"), {stream});
    }
  }

  llvm::FunctionCallee function(llvm::StringRef name) {
    return module_.getOrInsertFunction(name, llvm::Type::getVoidTy(module_.getContext()), pointer_);
  }

  llvm::Constant *variable(unsigned stream) {
    const char *name = stream == kInput ? "stdin" : stream == kOutput ? "stdout" : "stderr";
    return module_.getOrInsertGlobal(name, pointer_);
  }

  llvm::Module &module_;
  llvm::Type *pointer_;
  const bool hasFunctions_; ///< of the program
  const bool hasTexts_;     ///< that streams write
};

} // namespace

void showStreamUses(llvm::Module &module) {
  if (!showsStreams(module))
    return;
  UseAdder adder(module);
  for (const StreamUse &use : kUses)
    adder.add(use);
  adder.addFlushes(givesBuffers(module));
}

} // namespace raceward
