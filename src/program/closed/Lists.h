// What LLVM IR consists of, and who of us takes care of each part. What is in none of these
// lists is a gap: docs/closed-world.md.
#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace raceward::closed {

enum class Care : std::uint8_t {
  Handled, ///< an engine, or all of them, do what it says
  Promise, ///< it restricts what the program does, or how it is compiled: nobody needs to look
  Gap,     ///< nobody knows what it does
};

struct Ruling {
  Care care = Care::Gap;
  std::string_view words; ///< who handles it, what it promises, why it is a gap
};

/// Nothing for what is not in the list.
using Listed = std::optional<Ruling>;

constexpr Ruling by(std::string_view whom) {
  return {Care::Handled, whom};
}
constexpr Ruling promise(std::string_view what) {
  return {Care::Promise, what};
}
constexpr Ruling gap(std::string_view why) {
  return {Care::Gap, why};
}

Listed ofOpcode(unsigned opcode);
Listed ofOrdering(llvm::AtomicOrdering ordering);
Listed ofUpdate(llvm::AtomicRMWInst::BinOp update);
Listed ofIntrinsic(llvm::Intrinsic::ID intrinsic, llvm::LLVMContext &context);
Listed ofAttribute(llvm::Attribute::AttrKind kind);
/// Attributes that are texts: compilers and targets invent them, and LLVM may ignore them. Only
/// those that are known to say more are listed.
Listed ofTextAttribute(llvm::StringRef name);
Listed ofLinkage(llvm::GlobalValue::LinkageTypes linkage);
Listed ofCallingConvention(unsigned convention);
Listed ofType(llvm::Type::TypeID type);
/// A kind of constant by its number in llvm/IR/Value.def.
Listed ofConstant(unsigned valueId);
/// A constant expression by its opcode.
Listed ofExpression(unsigned opcode);
Listed ofBundle(llvm::StringRef tag);
/// Metadata with a fixed number. Other kinds may be dropped without a change of meaning.
Listed ofMetadata(unsigned kind);
/// Sections that the system, and not the program, looks into. Others are places in memory.
Listed ofSection(llvm::StringRef name);
/// Metadata of the module, by its name.
Listed ofNamedMetadata(llvm::StringRef name);

/// True if calls of it compute values from values, and do nothing to memory.
bool onlyComputes(llvm::Intrinsic::ID intrinsic, llvm::LLVMContext &context);

} // namespace raceward::closed
