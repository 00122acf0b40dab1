// Types, constants, operand bundles and metadata.
#include "Lists.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Value.h>

namespace raceward::closed {

Listed ofType(llvm::Type::TypeID type) {
  using T = llvm::Type;
  switch (type) {
  case T::HalfTyID:
  case T::BFloatTyID:
  case T::FloatTyID:
  case T::DoubleTyID:
  case T::X86_FP80TyID:
  case T::FP128TyID:
  case T::IntegerTyID:
  case T::PointerTyID: // the walk requires the default address space
  case T::StructTyID:
  case T::ArrayTyID:
  case T::FixedVectorTyID:
  case T::VoidTyID:
  case T::LabelTyID:
  case T::FunctionTyID:
    return by("all engines");
  case T::MetadataTyID:
    return promise("it is not a value");
  case T::PPC_FP128TyID:
  case T::X86_MMXTyID:
  case T::X86_AMXTyID:
    return by("provers, by its size; the machine stops");
  case T::TokenTyID:
    return gap("tokens tie instructions together that are not followed");
  case T::ScalableVectorTyID:
    return gap("its size is known only when the program runs");
  case T::TypedPointerTyID:
  case T::TargetExtTyID:
    return gap("only its target knows what it is");
  }
  return std::nullopt;
}

Listed ofConstant(unsigned valueId) {
  using V = llvm::Value;
  switch (valueId) {
  case V::FunctionVal:
  case V::GlobalVariableVal:
  case V::GlobalAliasVal:
    return by("all engines; the module is ruled on by itself");
  case V::GlobalIFuncVal:
    return by("Normalise.cpp, as a function without a body");
  case V::BlockAddressVal:
  case V::ConstantArrayVal:
  case V::ConstantStructVal:
  case V::ConstantVectorVal:
  case V::UndefValueVal:
  case V::PoisonValueVal:
  case V::ConstantAggregateZeroVal:
  case V::ConstantDataArrayVal:
  case V::ConstantDataVectorVal:
  case V::ConstantIntVal:
  case V::ConstantFPVal:
  case V::ConstantPointerNullVal:
    return by("all engines");
  case V::ConstantExprVal:
    return by("all engines, by its opcode");
  case V::DSOLocalEquivalentVal:
  case V::NoCFIValueVal:
    return by("provers, as the function that it stands for; the machine stops");
  case V::ConstantPtrAuthVal:
    return gap("signed pointers are not followed");
  case V::ConstantTargetNoneVal:
  case V::ConstantTokenNoneVal:
    return gap("only its target or its instruction knows what it is");
  default:
    return std::nullopt;
  }
}

Listed ofMetadata(unsigned kind) {
  using C = llvm::LLVMContext;
  switch (kind) {
  case C::MD_dbg:
  case C::MD_DIAssignID:
    return by("the reports");
  case C::MD_tbaa:
  case C::MD_tbaa_struct:
  case C::MD_range:
  case C::MD_invariant_load:
  case C::MD_alias_scope:
  case C::MD_noalias:
  case C::MD_mem_parallel_loop_access:
  case C::MD_access_group:
  case C::MD_nonnull:
  case C::MD_dereferenceable:
  case C::MD_dereferenceable_or_null:
  case C::MD_invariant_group:
  case C::MD_align:
  case C::MD_noundef:
  case C::MD_callees:
    return promise("about values, and no engine relies on it");
  case C::MD_prof:
  case C::MD_fpmath:
  case C::MD_nontemporal:
  case C::MD_make_implicit:
  case C::MD_unpredictable:
  case C::MD_loop:
  case C::MD_section_prefix:
  case C::MD_irr_loop:
  case C::MD_preserve_access_index:
  case C::MD_annotation:
  case C::MD_nosanitize:
  case C::MD_func_sanitize:
  case C::MD_exclude:
  case C::MD_memprof:
  case C::MD_callsite:
  case C::MD_kcfi_type:
  case C::MD_pcsections:
    return promise("for optimisers, profilers and code generators");
  case C::MD_type:
  case C::MD_vcall_visibility:
  case C::MD_callback:
  case C::MD_associated:
  case C::MD_absolute_symbol: // a variable that is only declared: it may be any (ExternalObjects)
    return promise("about symbols, and no engine relies on it");
  case C::MD_coro_outside_frame:
    return gap("coroutines are not followed");
  case C::MD_mmra:
    return gap("it takes away order between threads");
  default:
    return std::nullopt;
  }
}

Listed ofBundle(llvm::StringRef tag) {
  if (tag == "kcfi" || tag == "cfguardtarget")
    return promise("the call is checked before it is made");
  if (tag == "deopt" || tag == "gc-transition" || tag == "gc-live")
    return gap("a runtime may take over at the call");
  if (tag == "funclet")
    return gap("exceptions are not followed");
  if (tag == "preallocated")
    return gap("its arguments lie in memory that is not followed");
  if (tag == "clang.arc.attachedcall")
    return gap("another function is called with it");
  if (tag == "ptrauth")
    return gap("signed pointers are not followed");
  if (tag == "convergencectrl")
    return gap("it is for machines whose threads run in step");
  return std::nullopt;
}

Listed ofNamedMetadata(llvm::StringRef name) {
  if (name == "llvm.linker.options")
    return gap("options for the linker may give symbols other names");
  return promise("the meaning of the module is the same without it");
}

} // namespace raceward::closed
