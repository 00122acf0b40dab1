// The front ends: from files to a Program.
//
// C is compiled by clang in a separate process, at a level where no shared access is merged, moved
// or removed. Bitcode and textual IR are untrusted: they are read and verified in a separate
// process as well, so that damaged input is an Error and never a crash of ours.
//
// Each file becomes a module; clang's known defects and losses are repaired per module
// (AtomicSteps.h, ZeroWidthFields.h), the modules are linked, and the result is normalised
// (Normalise.h) and decoded (Decoder.h). Invariant: from then on a Program does not change, and
// equal bitcode gives equal numbers of functions, instructions and sites in every process.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/EntryDriver.h"
#include "raceward/program/Entry.h"
#include "raceward/program/Program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// What a call of a function stands for that has neither body nor model nor row.
enum class UnknownCalls : std::uint8_t {
  Gap,       ///< anything
  Arguments, ///< what the contract says (docs/use/assumptions.md)
};

enum class LibraryKind : std::uint8_t {
  Glibc, ///< what glibc shares
  Posix, ///< what POSIX allows to be shared: a program that is right then is right everywhere
};

struct LoadRequest {
  std::vector<std::string> files; ///< .c, .i, .ll, .bc
  DataModel dataModel = DataModel::LP64;
  std::vector<std::string> compilerFlags; ///< given by the user after --

  /// Folder of a compile_commands.json; empty without one. `files` then selects entries (none:
  /// all).
  std::string compileCommands;
  /// Only entries of this build target (CMake's name of the executable or library).
  std::string target;

  /// Models of library functions, as C files (include/raceward_model.h), and the folders that have
  /// the headers for them. They take precedence over the tool's own models.
  std::vector<std::string> models;
  std::vector<std::string> modelHeaders;

  UnknownCalls unknownCalls = UnknownCalls::Gap;

  /// Which state functions of the C library may share without a lock.
  LibraryKind library = LibraryKind::Glibc;
  /// Functions that take the place of main.
  EntryRequest entry;
  /// The driver that was written for them, for a native build.
  std::optional<EntryDriver> driver;

  /// Needed to send Program::linkedBitcode() to another process.
  bool keepBitcode = false;

  bool colour = false;                              ///< of the compiler's messages
  std::function<void(std::string_view)> onWarnings; ///< the compiler's warnings, unchanged
  std::function<void(std::string_view)> onProgress; ///< "compiling queue.c" …
};

Result<Program> loadProgram(const LoadRequest &request);

/// A module that this process made, hence trusted. It has a main.
Result<Program> programFromModule(std::unique_ptr<llvm::LLVMContext> context,
                                  std::unique_ptr<llvm::Module> module);

/// One C file of a program, and how it is compiled.
struct CompileUnit {
  std::string file;
  std::string directory;          ///< where the compiler runs; empty: the current folder
  std::vector<std::string> flags; ///< flags of this unit, before the user's own
  std::string prelude{};          ///< declarations before its text (Tolerance.h)
  bool isMember = false;          ///< of a static library: linked only if something needs it
};

/// The executables of the build whose compile_commands.json lies in the folder, by the names of
/// their targets.
Result<std::vector<std::string>> programTargets(const std::string &folder);

/// The C files that the request denotes; LLVM IR among them is an Error.
Result<std::vector<CompileUnit>> sourceUnits(const LoadRequest &request);

/// What clang says when it compiles these, with the request's own flags. Errors are among it.
Result<std::string> compilerMessages(const LoadRequest &request);

/// A library of our own, as bitcode from our build: functions without a main. Read in this process,
/// because it is trusted. Aligned to 4 bytes.
Result<Program> loadLibrary(const std::string &name, std::string_view bitcode);

/// The path of the clang that loadProgram() would use.
Result<std::string> findClang();

} // namespace raceward
