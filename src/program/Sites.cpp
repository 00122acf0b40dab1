#include "Sites.h"

#include "MemoryCalls.h"
#include "raceward/program/Formats.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/MemoryOrders.h"
#include "raceward/program/Program.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

MemoryOrder orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
  case llvm::AtomicOrdering::Unordered: // not an order that C has
    return MemoryOrder::Plain;
  case llvm::AtomicOrdering::Monotonic:
    return MemoryOrder::Relaxed;
  case llvm::AtomicOrdering::Acquire:
    return MemoryOrder::Acquire;
  case llvm::AtomicOrdering::Release:
    return MemoryOrder::Release;
  case llvm::AtomicOrdering::AcquireRelease:
    return MemoryOrder::AcquireRelease;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return MemoryOrder::SeqCst;
  }
  return MemoryOrder::Plain;
}

namespace {

/// String literals and initialisers of local arrays: they cannot be written.
bool isCompilerConstant(const llvm::Value &pointer) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer));
  return global && global->isConstant() && global->hasPrivateLinkage();
}

/// A standard stream of the library: its life does not end, and it locks itself.
bool isStandardStream(const llvm::Value &pointer) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&pointer);
  const auto *variable =
      load ? llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()) : nullptr;
  return variable && variable->isDeclaration() &&
         (variable->getName() == "stdin" || variable->getName() == "stdout" ||
          variable->getName() == "stderr");
}

/// The call of a primitive of contracts that the value is, and its step; null if it is none.
struct ContractCall {
  const llvm::CallBase *call = nullptr;
  ContractStep step = ContractStep::None;

  explicit ContractCall(const llvm::Value &value) {
    const auto *some = llvm::dyn_cast<llvm::CallBase>(&value);
    const auto *callee = some ? llvm::dyn_cast<llvm::Function>(some->getCalledOperand()) : nullptr;
    const LibraryFunction *row = callee ? findLibraryFunction(callee->getName().str()) : nullptr;
    if (row && row->contract != ContractStep::None) {
      call = some;
      step = row->contract;
    }
  }
  [[nodiscard]] const llvm::Value &given() const { return *call->getArgOperand(0); }
  /// The name of the only argument, if it has one.
  [[nodiscard]] std::string nameGiven() const {
    return call->arg_size() == 1 && !ContractCall(given()).call ? attachedName(*call, 0)
                                                                : std::string();
  }
};

/// The name of memory that a function by contract touches: of the argument, if that is it.
std::string nameByContract(const llvm::Value &pointer) {
  ContractCall from(pointer);
  if (from.step == ContractStep::Touches && ContractCall(from.given()).call)
    from = ContractCall(from.given());
  if (from.step == ContractStep::Kept || from.step == ContractStep::KeptWritable)
    return "<what such functions were given>";
  const std::string name = from.call ? from.nameGiven() : std::string();
  if (name.empty())
    return "<what it is given>";
  const bool reaches =
      from.step == ContractStep::Reaches || from.step == ContractStep::ReachesNumbers;
  return reaches ? "<what " + name + " leads to>" : name;
}

class Finder {
public:
  Finder(const Instruction &instruction, const llvm::DataLayout &layout)
      : instruction_(instruction), origin_(*instruction.origin), layout_(layout) {}

  std::vector<FoundSite> run();

private:
  struct Details {
    MemoryOrder order = MemoryOrder::Plain;
    bool isVolatile = false;
    std::string call;
  };

  void add(AccessKind kind, const llvm::Value &pointer, unsigned nameIndex,
           std::optional<std::uint64_t> bytes, const Details &details);
  void addArgument(AccessKind kind, const llvm::CallBase &call, unsigned argument,
                   std::optional<std::uint64_t> bytes, const Details &details);
  bool addFormatted(const llvm::CallBase &call, const ArgumentEffect &effect,
                    const Details &details);
  void addListed(const llvm::CallBase &call, const ArgumentEffect &effect, const Details &details);
  void addLibraryCall(const llvm::CallBase &call, const LibraryFunction &library);
  void addStructsPassedByValue(const llvm::CallBase &call);
  void addMemoryIntrinsic(const llvm::CallBase &call);
  [[nodiscard]] std::uint64_t storeSize(llvm::Type *type) const {
    return layout_.getTypeStoreSize(type).getKnownMinValue();
  }

  const Instruction &instruction_;
  const llvm::Instruction &origin_;
  const llvm::DataLayout &layout_;
  std::vector<FoundSite> found_;
};

void Finder::add(AccessKind kind, const llvm::Value &pointer, unsigned nameIndex,
                 std::optional<std::uint64_t> bytes, const Details &details) {
  if (llvm::isa<llvm::ConstantPointerNull>(pointer) || bytes == 0u)
    return;
  if (kind == AccessKind::Read && isCompilerConstant(pointer))
    return;
  FoundSite found;
  found.pointer = &pointer;
  AccessSite &site = found.site;
  site.kind = kind;
  site.order = details.order;
  site.isVolatile = details.isVolatile;
  const std::string_view modelled = modelledFunction(origin_);
  site.call = modelled.empty() ? details.call : std::string(modelled);
  site.bytes = bytes;
  site.at = positionOf(origin_);
  if (!site.at.known()) // clang's own code at the beginning of a function
    site.at = positionOf(*origin_.getFunction());
  site.name = attachedName(origin_, nameIndex);
  site.variable = attachedVariable(origin_, nameIndex);
  site.function = origin_.getFunction()->getName().str();
  if (const llvm::DebugLoc &location = origin_.getDebugLoc()) {
    if (const auto *scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(location->getScope()))
      if (const llvm::DISubprogram *function = scope->getSubprogram())
        site.function = function->getName().str();
    for (const llvm::DILocation *outer = location->getInlinedAt(); outer;
         outer = outer->getInlinedAt())
      site.inlinedAt.push_back(positionOf(*outer));
  }
  found_.push_back(std::move(found));
}

void Finder::addArgument(AccessKind kind, const llvm::CallBase &call, unsigned argument,
                         std::optional<std::uint64_t> bytes, const Details &details) {
  // Calls through an implicit declaration may have fewer arguments, or other types.
  if (argument < call.arg_size() && call.getArgOperand(argument)->getType()->isPointerTy())
    add(kind, *call.getArgOperand(argument), argument, bytes, details);
}

/// Adds the arguments of a known format; false if it is unknown, or refers to more arguments.
bool Finder::addFormatted(const llvm::CallBase &call, const ArgumentEffect &effect,
                          const Details &details) {
  const auto arguments = formattedArguments(call, effect);
  if (!arguments)
    return false;
  for (const FormattedArgument &each : *arguments) {
    if (each.isRead)
      addArgument(AccessKind::Read, call, each.argument, each.bytes, details);
    if (each.isWritten)
      addArgument(AccessKind::Write, call, each.argument, each.bytes, details);
  }
  return true;
}

/// An argument that stands for all that a va_list holds.
void Finder::addListed(const llvm::CallBase &call, const ArgumentEffect &effect,
                       const Details &details) {
  const FormattedArgument list = formattedList(call, effect);
  const std::size_t before = found_.size();
  if (list.isRead)
    addArgument(AccessKind::Read, call, effect.argument, std::nullopt, details);
  if (list.isWritten)
    addArgument(AccessKind::Write, call, effect.argument, std::nullopt, details);
  for (std::size_t i = before; i < found_.size(); ++i) { // which of them is not known
    found_[i].site.name = "(…)";
    found_[i].site.variable.clear();
  }
}

void Finder::addLibraryCall(const llvm::CallBase &call, const LibraryFunction &library) {
  const Details details{MemoryOrder::Plain, false, library.name};
  for (const ArgumentEffect &effect : library.effects) {
    const AccessKind kind =
        effect.what == ArgumentEffect::What::Reads ? AccessKind::Read : AccessKind::Write;
    if (effect.format) {
      addListed(call, effect, details);
      continue;
    }
    if (effect.extent.kind == Extent::Kind::Stream && effect.argument < call.arg_size() &&
        isStandardStream(*call.getArgOperand(effect.argument)))
      continue;
    if (!effect.andAllAfter) {
      addArgument(kind, call, effect.argument, constantBytes(call, effect.extent), details);
      continue;
    }
    if (addFormatted(call, effect, details))
      continue;
    for (unsigned argument = effect.argument; argument < call.arg_size(); ++argument) {
      addArgument(kind, call, argument, constantBytes(call, effect.extent), details);
      // The format may contain a %n.
      if (kind == AccessKind::Read && !isCompilerConstant(*call.getArgOperand(argument)))
        addArgument(AccessKind::Write, call, argument, std::nullopt, details);
    }
  }
  if (library.frees)
    addArgument(AccessKind::Write, call, *library.frees, std::nullopt, details);
  if (library.contract != ContractStep::None && !found_.empty()) {
    found_.back().site.name = nameByContract(*found_.back().pointer);
    found_.back().site.variable.clear();
  }
}

/// The callee gets a copy, for which the caller reads the original.
void Finder::addStructsPassedByValue(const llvm::CallBase &call) {
  for (unsigned argument = 0; argument < call.arg_size(); ++argument)
    if (call.isByValArgument(argument))
      addArgument(AccessKind::Read, call, argument, storeSize(call.getParamByValType(argument)),
                  {});
}

void Finder::addMemoryIntrinsic(const llvm::CallBase &call) {
  if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    const std::optional<std::uint64_t> bytes = constantLength(*memory->getLength());
    const Details details{MemoryOrder::Plain, memory->isVolatile(), calledMemoryFunction(call)};
    addArgument(AccessKind::Write, call, 0, bytes, details);
    if (llvm::isa<llvm::MemTransferInst>(memory))
      addArgument(AccessKind::Read, call, 1, bytes, details);
  }
}

std::vector<FoundSite> Finder::run() {
  switch (instruction_.op) {
  case Op::Load: {
    const auto &load = llvm::cast<llvm::LoadInst>(origin_);
    add(AccessKind::Read, *load.getPointerOperand(), 0, storeSize(load.getType()),
        {orderOf(load.getOrdering()), load.isVolatile(), {}});
    break;
  }
  case Op::Store: {
    const auto &store = llvm::cast<llvm::StoreInst>(origin_);
    add(AccessKind::Write, *store.getPointerOperand(), 0,
        storeSize(store.getValueOperand()->getType()),
        {orderOf(store.getOrdering()), store.isVolatile(), {}});
    break;
  }
  case Op::Exchange: {
    const auto &exchange = llvm::cast<llvm::AtomicRMWInst>(origin_);
    add(AccessKind::ReadWrite, *exchange.getPointerOperand(), 0,
        storeSize(exchange.getValOperand()->getType()),
        {orderOf(exchange.getOrdering()), exchange.isVolatile(), {}});
    break;
  }
  case Op::CompareExchange: {
    const auto &compare = llvm::cast<llvm::AtomicCmpXchgInst>(origin_);
    add(AccessKind::ReadWrite, *compare.getPointerOperand(), 0,
        storeSize(compare.getNewValOperand()->getType()),
        {orderOf(compare.getSuccessOrdering()), compare.isVolatile(), {}});
    break;
  }
  case Op::CopyMemory:
  case Op::MoveMemory:
  case Op::SetMemory:
    addMemoryIntrinsic(llvm::cast<llvm::CallBase>(origin_));
    break;
  case Op::VariadicStart:
  case Op::VariadicEnd: // may change the list: C11 7.16.1.3
    addArgument(AccessKind::Write, llvm::cast<llvm::CallBase>(origin_), 0, std::nullopt, {});
    break;
  case Op::VariadicCopy:
    addArgument(AccessKind::Write, llvm::cast<llvm::CallBase>(origin_), 0, std::nullopt, {});
    addArgument(AccessKind::Read, llvm::cast<llvm::CallBase>(origin_), 1, std::nullopt, {});
    break;
  case Op::VariadicNext:
    add(AccessKind::ReadWrite, *origin_.getOperand(0), 0, std::nullopt, {});
    break;
  case Op::LibraryCall:
    if (instruction_.library)
      addLibraryCall(llvm::cast<llvm::CallBase>(origin_), *instruction_.library);
    addStructsPassedByValue(llvm::cast<llvm::CallBase>(origin_));
    break;
  case Op::Call:
    addStructsPassedByValue(llvm::cast<llvm::CallBase>(origin_));
    break;
  default:
    break;
  }
  return std::move(found_);
}

} // namespace

std::vector<FoundSite> sitesOf(const Instruction &instruction, const llvm::DataLayout &layout) {
  return Finder(instruction, layout).run();
}

} // namespace raceward
