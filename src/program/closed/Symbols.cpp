// Linkage, visibility and sections of symbols, and calling conventions.
#include "Lists.h"

#include <llvm/IR/CallingConv.h>

#include <algorithm>
#include <array>

namespace raceward::closed {

Listed ofLinkage(llvm::GlobalValue::LinkageTypes linkage) {
  using G = llvm::GlobalValue;
  switch (linkage) {
  case G::ExternalLinkage:
  case G::InternalLinkage:
  case G::PrivateLinkage:
  case G::CommonLinkage:
    return by("LLVM's linker, and ExternalObjects.cpp for those without a definition");
  case G::WeakAnyLinkage:
  case G::WeakODRLinkage:
  case G::LinkOnceAnyLinkage:
  case G::LinkOnceODRLinkage:
    return by("LLVM's linker; the files given are the program");
  case G::AvailableExternallyLinkage:
    return by("the body that is there, and InlineCopies.cpp where there are two");
  case G::ExternalWeakLinkage:
    return by("mayBeMissing() in ExternalObjects.cpp");
  case G::AppendingLinkage: // the walk checks their names
    return by("StartUp.cpp");
  }
  return std::nullopt;
}

Listed ofCallingConvention(unsigned convention) {
  namespace C = llvm::CallingConv;
  switch (convention) {
  case C::C:
  case C::Fast:
  case C::Cold:
  case C::PreserveMost:
  case C::PreserveAll:
  case C::PreserveNone:
  case C::Tail:
  case C::Swift:
  case C::SwiftTail:
  case C::CXX_FAST_TLS:
  case C::X86_StdCall:
  case C::X86_FastCall:
  case C::X86_ThisCall:
  case C::X86_VectorCall:
  case C::X86_RegCall:
  case C::X86_64_SysV:
  case C::Win64: // variadic lists differ there: the walk checks
  case C::Intel_OCL_BI:
  case C::ARM_APCS:
  case C::ARM_AAPCS:
  case C::ARM_AAPCS_VFP:
  case C::AArch64_VectorCall:
  case C::AArch64_SVE_VectorCall:
  case C::RISCV_VectorCall:
  case C::M68k_RTD:
  case C::MSP430_BUILTIN:
  case C::AVR_BUILTIN:
    return promise("in which registers arguments are");
  case C::GHC:
  case C::HiPE:
  case C::GRAAL:
  case C::AnyReg:
  case C::CFGuard_Check:
  case C::DUMMY_HHVM:
  case C::DUMMY_HHVM_C:
  case C::WASM_EmscriptenInvoke:
  case C::ARM64EC_Thunk_X64:
  case C::ARM64EC_Thunk_Native:
  case C::AArch64_SME_ABI_Support_Routines_PreserveMost_From_X0:
  case C::AArch64_SME_ABI_Support_Routines_PreserveMost_From_X1:
  case C::AArch64_SME_ABI_Support_Routines_PreserveMost_From_X2:
    return gap("a runtime of another language is called in this way");
  case C::MSP430_INTR:
  case C::X86_INTR:
  case C::AVR_INTR:
  case C::AVR_SIGNAL:
  case C::M68k_INTR:
    return gap("the hardware calls it at any moment");
  case C::PTX_Kernel:
  case C::PTX_Device:
  case C::SPIR_FUNC:
  case C::SPIR_KERNEL:
  case C::AMDGPU_VS:
  case C::AMDGPU_GS:
  case C::AMDGPU_PS:
  case C::AMDGPU_CS:
  case C::AMDGPU_KERNEL:
  case C::AMDGPU_HS:
  case C::AMDGPU_LS:
  case C::AMDGPU_ES:
  case C::AMDGPU_Gfx:
  case C::AMDGPU_CS_Chain:
  case C::AMDGPU_CS_ChainPreserve:
    return gap("it runs on another processor, in many threads");
  default:
    return std::nullopt;
  }
}

Listed ofSection(llvm::StringRef name) {
  if (name.starts_with(".init_array") || name.starts_with(".fini_array") ||
      name.starts_with(".preinit_array"))
    return by("StartUp.cpp");
  constexpr std::array<llvm::StringRef, 4> walked{".ctors", ".dtors", ".init", ".fini"};
  const bool isWalked = std::ranges::any_of(walked, [&](llvm::StringRef each) {
    return name.starts_with(each) && (name == each || name[each.size()] == '.');
  });
  // Sections of other systems are included.
  if (isWalked || name.starts_with(".CRT$") || name.starts_with(".tls$") ||
      name.contains("mod_init_func") || name.contains("mod_term_func"))
    return gap("what lies there is called before main, or after it");
  return by("ExternalObjects.cpp, as a place in memory");
}

} // namespace raceward::closed
