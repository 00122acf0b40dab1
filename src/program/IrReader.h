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

/// LLVM's readers hang on some damaged files; no honest one takes this long.
inline constexpr ProcessLimits kReaderLimits{.wallSeconds = 300, .memoryBytes = {}};

/// Reads IR that nobody vouches for, in a process of its own, and gives it back as
/// bitcode that our own LLVM wrote after verifying it. A string and no view: LLVM reads
/// up to the zero at its end.
Result<std::string> validatedBitcode(const std::string &name, const std::string &content,
                                     const ProcessLimits &limits);

/// Reads bitcode that came from our compiler or from validatedBitcode().
Result<std::unique_ptr<llvm::Module>>
readTrustedBitcode(const std::string &name, std::string_view bitcode, llvm::LLVMContext &context);

std::string bitcodeFrom(const llvm::Module &module);

} // namespace raceward
