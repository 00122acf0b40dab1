#include "IrReader.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace raceward {

namespace {

llvm::StringRef asRef(std::string_view text) {
  return {text.data(), text.size()};
}

/// Body of the reader process: writes verified bitcode to `fd`, or returns 1 with a message on
/// standard error.
int readAndVerify(const std::string &name, const std::string &content, int fd) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const llvm::MemoryBufferRef buffer(asRef(content), name);
  const std::unique_ptr<llvm::Module> module = llvm::parseIR(buffer, diagnostic, context);
  if (!module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    diagnostic.print(nullptr, stream, /*ShowColors=*/false);
    writeAll(2, text);
    return 1;
  }
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(*module, &stream, &brokenDebugInfo)) {
    writeAll(2, "the module is not well formed: " + problems);
    return 1;
  }
  if (brokenDebugInfo || !debugNamesAreText(*module))
    llvm::StripDebugInfo(*module);
  return writeAll(fd, bitcodeFrom(*module)) ? 0 : 1;
}

} // namespace

Result<std::string> validatedBitcode(const std::string &name, const std::string &content,
                                     const ProcessLimits &limits) {
  std::string bitcode;
  std::string messages;
  ProcessWatch watch;
  watch.limits = limits;
  watch.onOutput = [&](std::string_view text) { bitcode += text; };
  watch.onErrors = [&](std::string_view text) {
    if (messages.size() < 8192)
      messages += text;
  };
  const auto end = runForked([&](int fd) { return readAndVerify(name, content, fd); }, watch);
  if (!end)
    return fail(end.error());
  if (end->succeeded() && !bitcode.empty())
    return bitcode;

  Error error{Error::Kind::Input, {}, {}, "make it anew: clang-19 -g -O0 -emit-llvm -c FILE.c"};
  if (end->kind == ProcessEnd::Kind::Exited && end->code == 1) {
    error.message = "'" + name + "' is not LLVM IR that LLVM 19 can read";
    error.details = sanitizedUtf8(trim(messages)) + "\n";
  } else if (end->kind == ProcessEnd::Kind::MemoryLimit) {
    error.kind = Error::Kind::Resource;
    error.message = "reading '" + name + "' took more memory than there is";
    error.hint = "raise --memory-limit";
  } else {
    error.message =
        "'" + name + "' is damaged: LLVM's reader gave up on it (" + describe(*end) + ")";
  }
  return fail(std::move(error));
}

std::string bitcodeFrom(const llvm::Module &module) {
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream out(bitcode);
  llvm::WriteBitcodeToFile(module, out);
  return {bitcode.data(), bitcode.size()};
}

Result<std::unique_ptr<llvm::Module>>
readTrustedBitcode(const std::string &name, std::string_view bitcode, llvm::LLVMContext &context) {
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(asRef(bitcode), name), context);
  if (!module)
    return fail(Error::Kind::Input,
                "cannot read the bitcode of '" + name + "': " + llvm::toString(module.takeError()));
  return std::move(*module);
}

} // namespace raceward
