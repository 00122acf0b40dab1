#include "SiteTable.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace raceward {

namespace {

/// Before the constructors of the program, those with a priority included.
constexpr int kFirst = 1;

std::string pathOf(const llvm::DIFile *file) {
  if (!file || file->getFilename().empty())
    return {};
  llvm::SmallString<256> path;
  if (!llvm::sys::path::is_absolute(file->getFilename()))
    path = file->getDirectory();
  llvm::sys::path::append(path, file->getFilename());
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

std::string nameOf(const llvm::DISubprogram &function) {
  return (function.getLinkageName().empty() ? function.getName() : function.getLinkageName()).str();
}

} // namespace

SiteTable::SiteTable(llvm::Module &module, const InstructionNumbers &numbers)
    : module_(module), numbers_(numbers) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *number = llvm::Type::getInt32Ty(context);
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  type_ = llvm::StructType::get(
      context, {number, number, number, number, pointer, pointer, pointer, pointer});
  standIn_ =
      new llvm::GlobalVariable(module, llvm::ArrayType::get(type_, 0), false,
                               llvm::GlobalValue::ExternalLinkage, nullptr, "raceward.sites");
}

llvm::Constant *SiteTable::text(llvm::StringRef text) {
  llvm::Constant *&known = texts_[text];
  if (!known) {
    llvm::Constant *value = llvm::ConstantDataArray::getString(module_.getContext(), text);
    auto *global = new llvm::GlobalVariable(
        module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value, "raceward.text");
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    global->setAlignment(llvm::Align(1));
    known = global;
  }
  return known;
}

llvm::Constant *SiteTable::add(const llvm::Instruction &instruction, const std::string &object,
                               const std::string &callee) {
  const llvm::Function &function = *instruction.getFunction();
  const llvm::DISubprogram *described = function.getSubprogram();
  std::string file = described ? pathOf(described->getFile()) : std::string();
  std::uint32_t line = described ? described->getLine() : 0;
  std::uint32_t column = 0;
  std::string name = described ? nameOf(*described) : function.getName().str();
  if (const llvm::DebugLoc &location = instruction.getDebugLoc()) {
    // Line 0 is clang's own code: where the function begins is the best that can be said.
    if (location.getLine() != 0) {
      file = pathOf(location->getFile());
      line = location.getLine();
      column = location.getCol();
    }
    if (const llvm::DISubprogram *inner = location->getScope()->getSubprogram())
      name = nameOf(*inner);
  }
  const auto number = [&](std::uint32_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), value);
  };
  rows_.push_back(llvm::ConstantStruct::get(
      type_, {number(0), number(line), number(column), number(numbers_.lookup(&instruction)),
              text(file), text(name), text(object), text(callee)}));
  const std::uint64_t bytes = module_.getDataLayout().getTypeAllocSize(type_);
  return llvm::ConstantExpr::getGetElementPtr(
      llvm::Type::getInt8Ty(module_.getContext()), standIn_,
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()),
                             bytes * (rows_.size() - 1)));
}

void SiteTable::finish() {
  llvm::LLVMContext &context = module_.getContext();
  auto *type = llvm::ArrayType::get(type_, rows_.size());
  auto *table =
      new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::PrivateLinkage,
                               llvm::ConstantArray::get(type, rows_), "raceward.site_table");
  standIn_->replaceAllUsesWith(table);
  standIn_->eraseFromParent();

  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *nothing = llvm::Type::getVoidTy(context);
  auto *constructor =
      llvm::Function::Create(llvm::FunctionType::get(nothing, false),
                             llvm::GlobalValue::InternalLinkage, "raceward.register", module_);
  constructor->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", constructor));
  builder.CreateCall(module_.getOrInsertFunction("__raceward_register", nothing, pointer, pointer),
                     {table, builder.CreateConstGEP1_64(type, table, 1)});
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module_, constructor, kFirst);
}

} // namespace raceward
