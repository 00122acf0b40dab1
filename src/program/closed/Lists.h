// The closed lists: every construct of LLVM IR, and the component that handles it. A construct in
// none of these lists is a gap: docs/develop/closed-world.md.
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
  Handled, ///< one engine, or all of them, implement it
  Promise, ///< restricts the program's behaviour or code generation: engines may ignore it
  Gap,     ///< its effect is unknown
};

struct Ruling {
  Care care = Care::Gap;
  std::string_view words; ///< the handler, the promise, or the reason for the gap
};

/// Empty for a construct that is not listed.
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
/// String attributes: compilers and targets invent them, and LLVM may ignore them. Only those with
/// a known further meaning are listed.
Listed ofTextAttribute(llvm::StringRef name);
Listed ofLinkage(llvm::GlobalValue::LinkageTypes linkage);
Listed ofCallingConvention(unsigned convention);
Listed ofType(llvm::Type::TypeID type);
/// A kind of constant, by its number in llvm/IR/Value.def.
Listed ofConstant(unsigned valueId);
/// A constant expression by its opcode.
Listed ofExpression(unsigned opcode);
Listed ofBundle(llvm::StringRef tag);
/// Metadata with a fixed number. Other kinds may be dropped without a change of meaning.
Listed ofMetadata(unsigned kind);
/// Sections that the system, not the program, reads. Others are ordinary memory.
Listed ofSection(llvm::StringRef name);
/// Named metadata of the module.
Listed ofNamedMetadata(llvm::StringRef name);

/// True if calls of it compute values from values, without effects on memory.
bool onlyComputes(llvm::Intrinsic::ID intrinsic, llvm::LLVMContext &context);

} // namespace raceward::closed
