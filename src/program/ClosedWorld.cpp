#include "raceward/program/ClosedWorld.h"

#include "Normalise.h"
#include "StartUp.h"
#include "closed/Rules.h"
#include "raceward/program/ExternalObjects.h"
#include "raceward/program/Program.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <iterator>

namespace raceward {

using closed::judged;

namespace {

Gap unsupported(std::string message, SourcePosition at) {
  return {GapKind::UnsupportedInstruction, std::move(message), std::move(at), {}};
}

/// Number of metadata kinds with a fixed number in LLVM.
constexpr unsigned kFixedMetadata = std::size({
#define LLVM_FIXED_MD_KIND(id, name, value) value,
#include <llvm/IR/FixedMetadataKinds.def>
#undef LLVM_FIXED_MD_KIND
});

using Attached = llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>>;

closed::Why whyMetadata(const Attached &attached, llvm::LLVMContext &context) {
  for (const auto &[kind, node] : attached) {
    const closed::Listed listed = closed::ofMetadata(kind);
    if (kind >= kFixedMetadata || (listed && listed->care != closed::Care::Gap))
      continue;
    llvm::SmallVector<llvm::StringRef> names;
    context.getMDKindNames(names);
    return judged(listed, "metadata", names[kind]);
  }
  return std::nullopt;
}

closed::Why whyName(const llvm::GlobalValue &value) {
  if (value.getName().starts_with("\1"))
    return "the name '" + value.getName().drop_front().str() +
           "' is given as the linker sees it, and may be that of another symbol";
  return std::nullopt;
}

bool isOnlyRead(const llvm::Value &pointer) {
  return std::ranges::all_of(pointer.users(), [](const llvm::User *user) {
    if (llvm::isa<llvm::LoadInst>(user))
      return true;
    return llvm::isa<llvm::GEPOperator>(user) && isOnlyRead(*user);
  });
}

/// Module-level assembly may define variables and functions, or give them other names.
std::optional<Gap> moduleAssemblyGap(const llvm::Module &module) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(module.getModuleInlineAsm()).split(lines, '\n');
  const bool isHarmless = std::ranges::all_of(lines, [](llvm::StringRef line) {
    line = line.trim();
    // Symbol versions, and information for readers of the object file.
    return line.empty() || line.starts_with("#") || line.starts_with(".ident") ||
           line.starts_with(".symver") || line.starts_with(".file");
  });
  if (isHarmless)
    return std::nullopt;
  return Gap{GapKind::InlineAssembly,
             "assembly outside of functions may define variables, or give them other names",
             {},
             "define them in C"};
}

closed::Why whyLayout(const llvm::DataLayout &layout) {
  if (layout.isBigEndian())
    return "the program is for a machine that stores the highest byte first";
  if (layout.getAllocaAddrSpace() != 0 || layout.getProgramAddressSpace() != 0 ||
      layout.getDefaultGlobalsAddressSpace() != 0)
    return "the program is for a machine with several address spaces";
  if (layout.getIndexSize(0) != layout.getPointerSize(0))
    return "the program is for a machine whose pointers are more than addresses";
  return std::nullopt;
}

/// Lists made by the compiler, with known purposes.
bool isKnownList(llvm::StringRef name) {
  return name == "llvm.global_ctors" || name == "llvm.global_dtors" || name == "llvm.used" ||
         name == "llvm.compiler.used" || name == "llvm.global.annotations";
}

/// An alias for an address inside a function.
closed::Why whyAlias(const llvm::GlobalAlias &alias) {
  const llvm::DataLayout &layout = alias.getParent()->getDataLayout();
  const auto *function = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject());
  if (!function)
    return std::nullopt;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(alias.getType()), 0);
  const llvm::Value *base = &alias;
  while (const auto *next = llvm::dyn_cast<llvm::GlobalAlias>(base))
    base = next->getAliasee()->stripAndAccumulateConstantOffsets(layout, offset,
                                                                 /*AllowNonInbounds=*/true);
  if (base == function && offset.isZero())
    return std::nullopt;
  return "the name '" + alias.getName().str() + "' is for a place inside of a function";
}

/// The address that the instruction accesses, if there is only one.
const llvm::Value *accessedBy(const llvm::Instruction &instruction) {
  if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction))
    return pointer;
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::MemIntrinsic>(instruction))
    return instruction.getOperand(0);
  return nullptr;
}

} // namespace

ClosedWorld::Why ClosedWorld::whyType(llvm::Type *type) {
  if (const auto at = types_.find(type); at != types_.end())
    return at->second;
  Why why;
  if (const auto *pointer = llvm::dyn_cast<llvm::PointerType>(type);
      pointer && pointer->getAddressSpace() != 0) {
    why = "a pointer into address space " + std::to_string(pointer->getAddressSpace()) +
          " is not followed";
  } else if (const closed::Listed listed = closed::ofType(type->getTypeID());
             !listed || listed->care == closed::Care::Gap) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    type->print(stream);
    why = judged(listed, "type", name);
  } else {
    for (llvm::Type *part : type->subtypes())
      if ((why = whyType(part)))
        break;
  }
  types_[type] = why;
  return why;
}

ClosedWorld::Why ClosedWorld::whyConstant(const llvm::Constant &whole) {
  // A worklist, not a recursion: constants can be nested deeply.
  std::vector<const llvm::Constant *> open{&whole};
  llvm::SmallVector<const llvm::Constant *> seen;
  for (; !open.empty();) {
    const llvm::Constant &constant = *open.back();
    open.pop_back();
    if (!knownConstants_.insert(&constant).second)
      continue;
    seen.push_back(&constant);
    Why why = whyType(constant.getType());
    const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    const auto listed = closed::ofConstant(constant.getValueID());
    if (!why && (!listed || listed->care == closed::Care::Gap))
      why = judged(listed, "kind of constant", std::to_string(constant.getValueID()));
    if (!why && expression)
      why = judged(closed::ofExpression(expression->getOpcode()), "constant expression",
                   expression->getOpcodeName());
    if (why) {
      for (const llvm::Constant *each : seen) // reported again wherever they occur again
        knownConstants_.erase(each);
      return why;
    }
    if (!llvm::isa<llvm::GlobalValue>(constant))
      for (const llvm::Use &operand : constant.operands())
        if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand))
          open.push_back(part);
  }
  return std::nullopt;
}

ClosedWorld::Why ClosedWorld::whyInstruction(const llvm::Instruction &instruction) {
  if (Why why = judged(closed::ofOpcode(instruction.getOpcode()), "instruction",
                       instruction.getOpcodeName()))
    return why;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Intrinsic::ID intrinsic =
      call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
  if (intrinsic != llvm::Intrinsic::not_intrinsic) {
    if (Why why = judged(closed::ofIntrinsic(intrinsic, instruction.getContext()), "intrinsic",
                         llvm::Intrinsic::getBaseName(intrinsic)))
      return why;
  } else if (call) {
    if (Why why = closed::whyCall(*call))
      return why;
  }
  if (Why why = closed::whyAtomic(instruction))
    return why;
  if (Why why = whyType(instruction.getType()))
    return why;
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (local->isUsedWithInAlloca() || local->isSwiftError())
      return "a local variable is used in a way that is not followed";
    if (Why why = whyType(local->getAllocatedType()))
      return why;
  }
  if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    if (Why why = whyType(address->getSourceElementType()))
      return why;
  for (const llvm::Use &operand : instruction.operands())
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
      if (Why why = whyConstant(*constant))
        return why;
  if (!instruction.hasMetadataOtherThanDebugLoc())
    return std::nullopt;
  Attached attached;
  instruction.getAllMetadataOtherThanDebugLoc(attached);
  return whyMetadata(attached, instruction.getContext());
}

std::optional<Gap> ClosedWorld::gapAt(const llvm::Instruction &instruction) {
  if (Why why = whyInstruction(instruction))
    return unsupported(std::move(*why), positionOf(instruction));
  const llvm::Value *accessed = accessedBy(instruction);
  if (accessed && llvm::isa<llvm::ConstantPointerNull>(accessed) &&
      instruction.getFunction()->nullPointerIsDefined())
    return Gap{GapKind::AddressDependent,
               "address zero is accessed, and the compiler flags say that an object lies there",
               positionOf(instruction),
               {}};
  return std::nullopt;
}

ClosedWorld::Why ClosedWorld::whyFunction(const llvm::Function &function) {
  const std::string name = function.getName().str();
  if (Why why = closed::whyAttributes(function.getAttributes()))
    return why;
  if (Why why = judged(closed::ofLinkage(function.getLinkage()), "linkage of function", name))
    return why;
  const unsigned convention = function.getCallingConv();
  if (Why why = judged(closed::ofCallingConvention(convention), "calling convention",
                       std::to_string(convention)))
    return why;
  if (function.isVarArg() && convention == llvm::CallingConv::Win64)
    return "the function '" + name + "' takes its arguments as on another system";
  if (function.hasGC())
    return "the function '" + name + "' is for a collector, which may move objects";
  if (function.hasPrefixData() || function.hasPrologueData())
    return "the function '" + name + "' has data before its code";
  if (const closed::Listed listed = closed::ofSection(function.getSection());
      listed->care == closed::Care::Gap)
    return judged(listed, "section", function.getSection());
  if (Why why = whyName(function))
    return why;
  if (Why why = whyType(function.getFunctionType()))
    return why;
  Attached attached;
  function.getAllMetadata(attached);
  return whyMetadata(attached, function.getContext());
}

std::optional<Gap> ClosedWorld::gapOf(const llvm::Function &function) {
  if (Why why = whyFunction(function))
    return unsupported(std::move(*why), positionOf(function));
  return std::nullopt;
}

std::vector<Gap> ClosedWorld::gapsIn(const llvm::Function &function) {
  std::vector<Gap> gaps;
  if (std::optional<Gap> gap = gapOf(function))
    gaps.push_back(std::move(*gap));
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (std::optional<Gap> gap = gapAt(instruction))
      gaps.push_back(std::move(*gap));
  return gaps;
}

ClosedWorld::Why ClosedWorld::whyVariable(const llvm::GlobalVariable &variable) {
  const std::string name = variable.getName().str();
  if (Why why = judged(closed::ofLinkage(variable.getLinkage()), "linkage of variable", name))
    return why;
  if (variable.hasAppendingLinkage() && !isKnownList(name))
    return "the list '" + name + "' has an unknown purpose";
  if (variable.isExternallyInitialized())
    return "the variable '" + name + "' does not begin with its initial value";
  for (const llvm::StringRef section : sectionsOf(variable))
    if (const closed::Listed listed = closed::ofSection(section); listed->care == closed::Care::Gap)
      return judged(listed, "section", section);
  if (Why why = whyName(variable))
    return why;
  if (definedBy(variable) == DefinedBy::Library && !isOnlyRead(variable))
    return "the program writes '" + name + "' or hands its address on, and the C library reads it";
  if (Why why = whyType(variable.getType()))
    return why;
  if (Why why = whyType(variable.getValueType()))
    return why;
  if (variable.hasInitializer())
    if (Why why = whyConstant(*variable.getInitializer()))
      return why;
  Attached attached;
  variable.getAllMetadata(attached);
  return whyMetadata(attached, variable.getContext());
}

std::vector<Gap> ClosedWorld::gapsOf(const llvm::Module &module) {
  std::vector<Gap> gaps;
  const auto add = [&](Why why) {
    if (why)
      gaps.push_back(unsupported(std::move(*why), {}));
  };
  if (std::optional<Gap> gap = moduleAssemblyGap(module))
    gaps.push_back(std::move(*gap));
  add(whyLayout(module.getDataLayout()));
  for (const llvm::GlobalVariable &variable : module.globals())
    add(whyVariable(variable));
  for (const llvm::GlobalAlias &alias : module.aliases()) {
    add(judged(closed::ofLinkage(alias.getLinkage()), "linkage of alias", alias.getName()));
    add(whyName(alias));
    add(whyAlias(alias));
    add(whyConstant(*alias.getAliasee()));
  }
  for (const llvm::NamedMDNode &node : module.named_metadata())
    if (node.getNumOperands() > 0)
      add(judged(closed::ofNamedMetadata(node.getName()), "metadata", node.getName()));
  if (!unknownStartUp(module).empty())
    gaps.push_back({GapKind::UnresolvedCall,
                    "start-up code may call a function that is not known",
                    {},
                    "put pointers to functions into its sections, and nothing else"});
  for (const llvm::Function &function : module)
    if (function.hasFnAttribute(llvm::StringRef(kIfuncAttribute)) && !function.use_empty())
      gaps.push_back({GapKind::UnresolvedCall,
                      "code that runs before the program decides which function '" +
                          function.getName().str() + "' is",
                      {},
                      "call the function that it chooses"});
  return gaps;
}

} // namespace raceward
