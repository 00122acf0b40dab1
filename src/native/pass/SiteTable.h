// The sites of one translation unit (struct rw_site in raceward_control.h).
#pragma once

#include "Numbering.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace raceward {

class SiteTable {
public:
  SiteTable(llvm::Module &module, const InstructionNumbers &numbers);

  /// The address of a new site for that instruction. `object` is the accessed object in C syntax;
  /// `callee` the name of the function if it is a direct call.
  llvm::Constant *add(const llvm::Instruction &instruction, const std::string &object,
                      const std::string &callee);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// Emits the table and a constructor that registers it before all others run.
  void finish();

private:
  llvm::Constant *text(llvm::StringRef text);

  llvm::Module &module_;
  const InstructionNumbers &numbers_;
  llvm::StructType *type_;
  llvm::GlobalVariable *standIn_; ///< for the table while its size is not known
  std::vector<llvm::Constant *> rows_;
  llvm::StringMap<llvm::Constant *> texts_;
};

} // namespace raceward
