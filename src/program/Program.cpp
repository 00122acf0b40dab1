#include "raceward/program/Program.h"

#include "Decoder.h"
#include "raceward/base/Check.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <filesystem>

namespace raceward {

namespace {

/// The path shown to users: relative if the file is below the current folder, otherwise absolute.
std::string pathOf(const llvm::DIFile *file) {
  namespace fs = std::filesystem;
  if (!file || file->getFilename().empty())
    return {};
  const fs::path name(file->getFilename().str());
  const fs::path folder(file->getDirectory().str());
  if (name.is_absolute() || folder.empty())
    return name.string();
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  if (folder == here)
    return name.lexically_normal().string();
  const fs::path full = (folder / name).lexically_normal();
  const fs::path relative = full.lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..")
    return full.string();
  return relative.string();
}

} // namespace

Program Program::fromModule(std::unique_ptr<llvm::LLVMContext> context,
                            std::unique_ptr<llvm::Module> module, std::string linkedBitcode) {
  Program program = decoded(std::move(context), std::move(module), /*isLibrary=*/false);
  program.linkedBitcode_ = std::move(linkedBitcode);
  return program;
}

Program Program::libraryFromModule(std::unique_ptr<llvm::LLVMContext> context,
                                   std::unique_ptr<llvm::Module> module) {
  return decoded(std::move(context), std::move(module), /*isLibrary=*/true);
}

Program Program::decoded(std::unique_ptr<llvm::LLVMContext> context,
                         std::unique_ptr<llvm::Module> module, bool isLibrary) {
  Program program;
  program.context_ = std::move(context);
  program.module_ = std::move(module);
  Decoder(program, isLibrary).run();
  return program;
}

const Function &Program::entry() const {
  RW_CHECK(entry_.valid());
  return functions_[entry_.index()];
}

DataModel Program::dataModel() const {
  return module_->getDataLayout().getPointerSize() == 4 ? DataModel::ILP32 : DataModel::LP64;
}

const Function *Program::functionOf(const llvm::Function *origin) const {
  const auto at = functionIds_.find(origin);
  return at == functionIds_.end() ? nullptr : &functions_[at->second.index()];
}

SourcePosition positionOf(const llvm::Instruction &instruction) {
  const llvm::DebugLoc &location = instruction.getDebugLoc();
  return location ? positionOf(*location) : SourcePosition{};
}

SourcePosition positionOf(const llvm::DILocation &location) {
  return {pathOf(location.getFile()), location.getLine(), location.getColumn()};
}

SourcePosition positionOf(const llvm::DIGlobalVariable &variable) {
  return {pathOf(variable.getFile()), variable.getLine(), 0};
}

SourcePosition positionOf(const llvm::Function &function) {
  const llvm::DISubprogram *described = function.getSubprogram();
  if (!described)
    return {};
  return {pathOf(described->getFile()), described->getLine(), 0};
}

} // namespace raceward
