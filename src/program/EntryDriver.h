// Writing the driver for functions (Entry.h), and linking it. Private to program.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/EntryDriver.h"
#include "raceward/program/Load.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// A driver and the functions of the program that it needs: they have external linkage until it is
/// linked.
struct WrittenDriver {
  EntryDriver driver;
  std::vector<llvm::Function *> changed;
};

/// Without a name, and nothing is compiled.
Result<WrittenDriver> writeDriver(llvm::Module &program, const EntryRequest &request);

/// Makes the driver the main of the program.
Result<EntryDriver> linkDriver(llvm::Module &program, const LoadRequest &request,
                               const std::string &clang);

} // namespace raceward
