// Debug information of a lowered program: positions in the text, names of its variables.
#pragma once

#include "raceward/cele/Ast.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <string>

namespace raceward::cele {

class LowerDebug {
public:
  LowerDebug(llvm::Module &module, const Source &source);

  void describe(llvm::GlobalVariable &global, const Variable &variable);
  void describe(llvm::Function &function, const std::string &name, Place at);
  llvm::DebugLoc location(Place at, const llvm::Function &function);
  /// Call it once, after everything else.
  void finalise() { builder_.finalize(); }

private:
  llvm::DIType *typeOf(const Variable &variable);

  llvm::DIBuilder builder_;
  llvm::DIFile *file_;
  llvm::DICompileUnit *unit_;
};

} // namespace raceward::cele
