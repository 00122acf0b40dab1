#include "LowerDebug.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace raceward::cele {

namespace {

constexpr std::uint64_t kWordBits = 64;
constexpr std::uint64_t kByteBits = 8;

} // namespace

LowerDebug::LowerDebug(llvm::Module &module, const Source &source)
    : builder_(module), file_(builder_.createFile(source.file, "")),
      unit_(builder_.createCompileUnit(llvm::dwarf::DW_LANG_C11, file_, "raceward", false, "", 0)) {
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

llvm::DIType *LowerDebug::typeOf(const Variable &variable) {
  const bool isBoolean = variable.type == Type::Boolean;
  llvm::DIType *element =
      isBoolean ? builder_.createBasicType("bool", kByteBits, llvm::dwarf::DW_ATE_boolean)
                : builder_.createBasicType("integer", kWordBits, llvm::dwarf::DW_ATE_signed);
  if (!variable.isArray())
    return element;
  llvm::Metadata *range = builder_.getOrCreateSubrange(0, variable.length);
  return builder_.createArrayType(std::uint64_t{variable.length} *
                                      (isBoolean ? kByteBits : kWordBits),
                                  0, element, builder_.getOrCreateArray(range));
}

void LowerDebug::describe(llvm::GlobalVariable &global, const Variable &variable) {
  global.addDebugInfo(builder_.createGlobalVariableExpression(
      unit_, variable.name, global.getName(), file_, variable.first.line, typeOf(variable), false));
}

void LowerDebug::describe(llvm::Function &function, const std::string &name, Place at) {
  llvm::DISubroutineType *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  function.setSubprogram(builder_.createFunction(file_, name, function.getName(), file_, at.line,
                                                 type, at.line, llvm::DINode::FlagZero,
                                                 llvm::DISubprogram::SPFlagDefinition));
}

llvm::DebugLoc LowerDebug::location(Place at, const llvm::Function &function) {
  return llvm::DILocation::get(function.getContext(), at.line, at.column, function.getSubprogram());
}

} // namespace raceward::cele
