// Attributes of functions, parameters and results.
#include "Lists.h"
#include "Marks.h"

#include <algorithm>
#include <iterator>

namespace raceward::closed {

namespace {

using Attr = llvm::Attribute;

/// Promises that no engine relies on.
constexpr Attr::AttrKind kAboutValues[] = {Attr::NoAlias,
                                           Attr::NoCapture,
                                           Attr::NoFree,
                                           Attr::NoSync,
                                           Attr::NoUndef,
                                           Attr::NonNull,
                                           Attr::ReadNone,
                                           Attr::ReadOnly,
                                           Attr::WriteOnly,
                                           Attr::Writable,
                                           Attr::Returned,
                                           Attr::Alignment,
                                           Attr::Dereferenceable,
                                           Attr::DereferenceableOrNull,
                                           Attr::Memory,
                                           Attr::NoFPClass,
                                           Attr::Range,
                                           Attr::Initializes,
                                           Attr::DeadOnUnwind,
                                           Attr::AllocAlign,
                                           Attr::AllocatedPointer,
                                           Attr::AllocKind,
                                           Attr::AllocSize,
                                           Attr::VScaleRange,
                                           Attr::Speculatable};

/// Code generation.
constexpr Attr::AttrKind kCompilation[] = {Attr::AlwaysInline,
                                           Attr::Builtin,
                                           Attr::Cold,
                                           Attr::Convergent,
                                           Attr::DisableSanitizerInstrumentation,
                                           Attr::ElementType,
                                           Attr::FnRetThunkExtern,
                                           Attr::Hot,
                                           Attr::HybridPatchable,
                                           Attr::ImmArg,
                                           Attr::InlineHint,
                                           Attr::JumpTable,
                                           Attr::MinSize,
                                           Attr::NoBuiltin,
                                           Attr::NoCfCheck,
                                           Attr::NoDuplicate,
                                           Attr::NoImplicitFloat,
                                           Attr::NoInline,
                                           Attr::NoMerge,
                                           Attr::NoProfile,
                                           Attr::NoRedZone,
                                           Attr::NoSanitizeBounds,
                                           Attr::NoSanitizeCoverage,
                                           Attr::NonLazyBind,
                                           Attr::OptForFuzzing,
                                           Attr::OptimizeForDebugging,
                                           Attr::OptimizeForSize,
                                           Attr::OptimizeNone,
                                           Attr::SafeStack,
                                           Attr::SanitizeAddress,
                                           Attr::SanitizeHWAddress,
                                           Attr::SanitizeMemTag,
                                           Attr::SanitizeMemory,
                                           Attr::SanitizeNumericalStability,
                                           Attr::SanitizeThread,
                                           Attr::ShadowCallStack,
                                           Attr::SkipProfile,
                                           Attr::SpeculativeLoadHardening,
                                           Attr::StackProtect,
                                           Attr::StackProtectReq,
                                           Attr::StackProtectStrong,
                                           Attr::UWTable};

template <std::size_t count>
constexpr bool contains(const Attr::AttrKind (&list)[count], Attr::AttrKind kind) {
  return std::find(std::begin(list), std::end(list), kind) != std::end(list);
}

constexpr Listed rulingOf(Attr::AttrKind kind) {
  switch (kind) {
  // Passing values.
  case Attr::ByVal:
    return by("Sites.cpp, points-to and the machine, as a copy by the caller");
  case Attr::StructRet:
  case Attr::ByRef:
  case Attr::SwiftSelf:
  case Attr::SwiftAsync:
    return by("all engines, as a pointer like others; a mismatch at a call is a gap");
  case Attr::InReg:
  case Attr::SExt:
  case Attr::ZExt:
  case Attr::StackAlignment:
    return promise("in which registers arguments are");
  case Attr::Nest:
    return gap("a caller may pass it to a function that does not name it");
  case Attr::InAlloca:
  case Attr::Preallocated:
    return gap("its arguments lie in memory that is not followed");
  case Attr::SwiftError:
    return gap("it is a variable in a register that two functions share");
  // Functions whose IR is not all that they do.
  case Attr::Naked:
    return gap("the function is what assembly makes of it");
  case Attr::PresplitCoroutine:
  case Attr::CoroDestroyOnlyWhenComplete:
    return gap("coroutines are not followed");
  case Attr::NullPointerIsValid:
    return by("the walk: an access at address zero is a gap");
  case Attr::ReturnsTwice:
    return by("Normalise.cpp, which keeps variables in memory");
  // LLVM removes code after calls that do not return: executing it is undefined.
  case Attr::NoReturn:
  case Attr::NoUnwind:
  case Attr::NoRecurse:
  case Attr::NoCallback:
  case Attr::WillReturn:
  case Attr::MustProgress:
    return promise("about how the function ends and what it calls");
  case Attr::StrictFP: // its operations are separate intrinsics
    return by("the list of intrinsics");
  default:
    if (contains(kAboutValues, kind))
      return promise("about values and memory, and no engine relies on it");
    if (contains(kCompilation, kind))
      return promise("how it is compiled");
    return std::nullopt;
  }
}

/// LLVM numbers its attributes from one.
constexpr unsigned firstUnlisted() {
  unsigned kind = Attr::None + 1;
  while (kind < Attr::EndAttrKinds && rulingOf(static_cast<Attr::AttrKind>(kind)))
    ++kind;
  return kind;
}
static_assert(firstUnlisted() == Attr::EndAttrKinds, "an attribute of LLVM is not listed");

} // namespace

Listed ofAttribute(Attr::AttrKind kind) {
  return rulingOf(kind);
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
