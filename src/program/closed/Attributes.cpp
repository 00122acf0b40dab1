// Attributes of functions, parameters and results.
#include "Lists.h"
#include "Marks.h"

namespace raceward::closed {

Listed ofAttribute(llvm::Attribute::AttrKind kind) {
  using A = llvm::Attribute;
  switch (kind) {
  // Passing values.
  case A::ByVal:
    return by("Sites.cpp, points-to and the machine, as a copy by the caller");
  case A::StructRet:
  case A::ByRef:
  case A::SwiftSelf:
  case A::SwiftAsync:
    return by("all engines, as a pointer like others; a mismatch at a call is a gap");
  case A::InReg:
  case A::SExt:
  case A::ZExt:
  case A::StackAlignment:
    return promise("in which registers arguments are");
  case A::Nest:
    return gap("a caller may pass it to a function that does not name it");
  case A::InAlloca:
  case A::Preallocated:
    return gap("its arguments lie in memory that is not followed");
  case A::SwiftError:
    return gap("it is a variable in a register that two functions share");
  // Functions whose IR is not all that they do.
  case A::Naked:
    return gap("the function is what assembly makes of it");
  case A::PresplitCoroutine:
  case A::CoroDestroyOnlyWhenComplete:
    return gap("coroutines are not followed");
  case A::NullPointerIsValid:
    return by("the walk: an access at address zero is a gap");
  case A::ReturnsTwice:
    return by("Normalise.cpp, which keeps variables in memory");
  // Promises that no engine relies on.
  case A::NoAlias:
  case A::NoCapture:
  case A::NoFree:
  case A::NoSync:
  case A::NoUndef:
  case A::NonNull:
  case A::ReadNone:
  case A::ReadOnly:
  case A::WriteOnly:
  case A::Writable:
  case A::Returned:
  case A::Alignment:
  case A::Dereferenceable:
  case A::DereferenceableOrNull:
  case A::Memory:
  case A::NoFPClass:
  case A::Range:
  case A::Initializes:
  case A::DeadOnUnwind:
  case A::AllocAlign:
  case A::AllocatedPointer:
  case A::AllocKind:
  case A::AllocSize:
  case A::VScaleRange:
  case A::Speculatable:
    return promise("about values and memory, and no engine relies on it");
  // LLVM removes code after calls that do not return: executing it is undefined.
  case A::NoReturn:
  case A::NoUnwind:
  case A::NoRecurse:
  case A::NoCallback:
  case A::WillReturn:
  case A::MustProgress:
    return promise("about how the function ends and what it calls");
  case A::StrictFP: // its operations are separate intrinsics
    return by("the list of intrinsics");
  // Code generation.
  case A::AlwaysInline:
  case A::Builtin:
  case A::Cold:
  case A::Convergent:
  case A::DisableSanitizerInstrumentation:
  case A::ElementType:
  case A::FnRetThunkExtern:
  case A::Hot:
  case A::HybridPatchable:
  case A::ImmArg:
  case A::InlineHint:
  case A::JumpTable:
  case A::MinSize:
  case A::NoBuiltin:
  case A::NoCfCheck:
  case A::NoDuplicate:
  case A::NoImplicitFloat:
  case A::NoInline:
  case A::NoMerge:
  case A::NoProfile:
  case A::NoRedZone:
  case A::NoSanitizeBounds:
  case A::NoSanitizeCoverage:
  case A::NonLazyBind:
  case A::OptForFuzzing:
  case A::OptimizeForDebugging:
  case A::OptimizeForSize:
  case A::OptimizeNone:
  case A::SafeStack:
  case A::SanitizeAddress:
  case A::SanitizeHWAddress:
  case A::SanitizeMemTag:
  case A::SanitizeMemory:
  case A::SanitizeNumericalStability:
  case A::SanitizeThread:
  case A::ShadowCallStack:
  case A::SkipProfile:
  case A::SpeculativeLoadHardening:
  case A::StackProtect:
  case A::StackProtectReq:
  case A::StackProtectStrong:
  case A::UWTable:
    return promise("how it is compiled");
  case A::None:
  case A::EndAttrKinds:
  case A::EmptyKey:
  case A::TombstoneKey:
    break;
  }
  return std::nullopt;
}

Listed ofTextAttribute(llvm::StringRef name) {
  if (name == "interrupt" || name == "interrupt_handler" || name == "signal")
    return gap("the hardware calls it at any moment");
  if (name == llvm::StringRef(kIfuncAttribute))
    return gap("code that runs before the program decides which function it is");
  if (name == llvm::StringRef(kOtherBodyAttribute))
    return gap("another file has a different inline definition of the function");
  return promise("how it is compiled");
}

} // namespace raceward::closed
