// The front ends: files in, Program out.
//
// C is compiled by clang in a process of its own, at a level where no shared access is
// merged, moved or removed. Bitcode and textual IR come from outside and may be
// anything: they are read and verified in a process of their own, too, so that damaged
// input is an Error and never our crash.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct LoadRequest {
  std::vector<std::string> files; ///< .c, .i, .ll, .bc
  DataModel dataModel = DataModel::LP64;
  std::vector<std::string> compilerFlags; ///< what the user gave after --

  /// Folder of a compile_commands.json; empty if there is none. `files` then selects
  /// entries (none: all).
  std::string compileCommands;
  /// Only entries of this build target (CMake's name of the executable or library).
  std::string target;

  /// So that Program::linkedBitcode() can be sent to another process.
  bool keepBitcode = false;

  bool colour = false;                              ///< of the compiler's messages
  std::function<void(std::string_view)> onWarnings; ///< the compiler's warnings, as they are
  std::function<void(std::string_view)> onProgress; ///< "compiling queue.c" …
};

Result<Program> loadProgram(const LoadRequest &request);

/// A module that this process made: no reader has to be feared. It has a main.
Result<Program> programFromModule(std::unique_ptr<llvm::LLVMContext> context,
                                  std::unique_ptr<llvm::Module> module);

/// One C file of a program, and how it is compiled.
struct CompileUnit {
  std::string file;
  std::string directory;          ///< where the compiler runs; empty for here
  std::vector<std::string> flags; ///< of this unit, before the user's own
};

/// The C files that the request stands for; LLVM IR among them is an Error.
Result<std::vector<CompileUnit>> sourceUnits(const LoadRequest &request);

/// A library of our own, as bitcode that our build made: functions without a main. Read in
/// this process, because nobody else had a hand in it. Aligned to 4 bytes.
Result<Program> loadLibrary(const std::string &name, std::string_view bitcode);

/// The clang that loadProgram() would use: its path.
Result<std::string> findClang();

} // namespace raceward
