#include "raceward/program/Bundle.h"

#include "IrReader.h"
#include "LoadIr.h"
#include "raceward/base/Check.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>

namespace raceward {

namespace {

/// Hashes while printing: the text of a large module is never in memory as a whole.
class HashStream : public llvm::raw_ostream {
public:
  HashStream() { SetBufferSize(1u << 16); }
  ~HashStream() override { flush(); }

  std::string digits() {
    flush();
    return llvm::toHex(hash_.final(), /*LowerCase=*/true);
  }

private:
  void write_impl(const char *bytes, std::size_t count) override {
    hash_.update(llvm::StringRef(bytes, count));
    written_ += count;
  }
  [[nodiscard]] std::uint64_t current_pos() const override { return written_; }

  llvm::SHA256 hash_;
  std::uint64_t written_ = 0;
};

/// Removes what depends on the folder of the source and on the build of the compiler.
void forgetOrigin(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  module.setModuleIdentifier("");
  module.setSourceFileName("");
  if (llvm::NamedMDNode *compilers = module.getNamedMetadata("llvm.ident"))
    module.eraseNamedMetadata(compilers);
  for (llvm::MDNode *unit : module.debug_compile_units())
    unit->replaceOperandWith(1, llvm::MDString::get(context, "")); // the producer
  // Collected first: a file node may be replaced by another object when it changes.
  std::vector<llvm::DIFile *> files;
  for (const llvm::MDNode *node : debugNodesOf(module))
    if (const auto *file = llvm::dyn_cast<llvm::DIFile>(node))
      files.push_back(const_cast<llvm::DIFile *>(file));
  for (llvm::DIFile *file : files) {
    const std::string name = llvm::sys::path::filename(file->getFilename()).str();
    llvm::MDNode &node = *file;
    node.replaceOperandWith(0, llvm::MDString::get(context, name));
    node.replaceOperandWith(1, llvm::MDString::get(context, "")); // the folder
  }
}

} // namespace

Result<Program> programFromBitcode(const std::string &bitcode) {
  Result<Program> program = loadIr("the program that was sent", bitcode, kReaderLimits);
  if (program)
    return program;
  Error error = program.error();
  if (error.kind == Error::Kind::Input)
    error.hint = "both ends must be of the same version";
  return fail(std::move(error));
}

std::string programHash(const Program &program) {
  // A separate context: metadata of one context belongs to all modules in it.
  llvm::LLVMContext context;
  const Result<std::unique_ptr<llvm::Module>> copy =
      readTrustedBitcode("copy", bitcodeFrom(program.module()), context);
  RW_CHECK(copy.has_value());
  forgetOrigin(**copy);
  HashStream stream;
  (*copy)->print(stream, nullptr);
  return stream.digits();
}

} // namespace raceward
