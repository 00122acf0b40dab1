// Reads LLVM IR, textual or bitcode. Private to program.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/base/Result.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <string_view>

namespace raceward {

/// LLVM's readers hang on some damaged files; no valid one takes this long.
inline constexpr ProcessLimits kReaderLimits{.wallSeconds = 300, .memoryBytes = {}};

/// Reads untrusted IR in a separate process, and returns it as bitcode that our own LLVM wrote
/// after verifying it. A string, not a view: LLVM reads up to the terminating zero.
Result<std::string> validatedBitcode(const std::string &name, const std::string &content,
                                     const ProcessLimits &limits);

/// Reads bitcode that came from our compiler or from validatedBitcode().
Result<std::unique_ptr<llvm::Module>>
readTrustedBitcode(const std::string &name, std::string_view bitcode, llvm::LLVMContext &context);

std::string bitcodeFrom(const llvm::Module &module);

} // namespace raceward
