#include "Instrument.h"

#include "../program/AccessNames.h"
#include "../program/assembly/Lower.h"
#include "AtomicCalls.h"
#include "Embed.h"
#include "Frames.h"
#include "Hooks.h"
#include "LibraryCalls.h"
#include "Numbering.h"
#include "PrivateAccesses.h"
#include "SiteTable.h"
#include "UnseenCalls.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/LibraryState.h"
#include "raceward/program/Program.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace raceward {

namespace {

/// Instruments one translation unit, as the front end left it, before any optimisation.
///
/// A hook is inserted before each operation that other threads may observe: loads, stores, atomic
/// operations, fences, copies, and the certain accesses of library calls (LibraryCalls.h). Accesses
/// that provably only one thread can see get no hook (PrivateAccesses). Calls of the thread library
/// need no hook, as the runtime intercepts them; they only record their site. Calls that may lead
/// to code without hooks, and inline assembly, get a hook that reports this.
///
/// Invariants: a hook comes directly before its access (after a call whose result decides the
/// size), so that the order of hooks is the order of accesses; each hook has a site with the source
/// position, by which results of the provers are applied to the native program; the pass adds no
/// access that other threads can see.
class UnitInstrumenter {
public:
  explicit UnitInstrumenter(llvm::Module &module)
      : module_(module), numbers_(numberInstructions(module)), private_(module, numbers_),
        sites_(module, numbers_), hooks_(module) {
    attachAccessNames(module);
  }

  void run();
  void finish(const std::string &bitcode);

private:
  void tellOfAssembly() const;
  void visitFunction(llvm::Function &function);
  void visit(llvm::Instruction &instruction);
  void visitLoad(llvm::LoadInst &load);
  void visitStore(llvm::StoreInst &store);
  void visitExchange(llvm::AtomicRMWInst &exchange);
  void visitCompare(llvm::AtomicCmpXchgInst &compare);
  void visitCopy(llvm::MemTransferInst &copy);
  void visitCall(llvm::CallBase &call);
  void visitAtomicCall(llvm::CallBase &call, const AtomicCall &atomic);
  void hookArguments(llvm::CallBase &call);
  void hookExceptionCount(llvm::CallBase &call);
  void hookLibraryState(llvm::CallBase &call);
  /// A byte that represents state of a library, one for the whole program.
  llvm::GlobalVariable *standIn(llvm::StringRef name);

  bool isPrivate(const llvm::Instruction &instruction, unsigned operand) {
    return private_.isPrivate(numbers_.lookup(&instruction), operand);
  }
  /// The site of an access through that operand.
  llvm::Constant *siteOf(const llvm::Instruction &access, unsigned nameIndex);
  llvm::Value *bytesOf(llvm::IRBuilder<> &at, llvm::Type *type) {
    return at.getInt64(module_.getDataLayout().getTypeStoreSize(type).getKnownMinValue());
  }
  llvm::Value *orderOf(llvm::IRBuilder<> &at, llvm::AtomicOrdering ordering) {
    return at.getInt32(hookOrder(ordering));
  }

  llvm::Module &module_;
  InstructionNumbers numbers_;
  PrivateAccesses private_;
  SiteTable sites_;
  Hooks hooks_;
  std::vector<const llvm::CallBase *> assembly_; ///< that may access memory
  std::vector<MarkedCall> calls_;                ///< of the current function
  bool hasHooks_ = false;
};

std::string nameOfCallee(const llvm::CallBase &call) {
  const auto *callee =
      llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
  return callee ? callee->getName().str() : std::string();
}

/// How much an access orders; of assembly, as much as it may: a race must be one all the same.
llvm::AtomicOrdering strictest(const llvm::Instruction &access, llvm::AtomicOrdering own) {
  return assembly::strictOrdering(access).value_or(own);
}

llvm::Constant *UnitInstrumenter::siteOf(const llvm::Instruction &access, unsigned nameIndex) {
  hasHooks_ = true;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&access);
  return sites_.add(access, attachedName(access, nameIndex),
                    call && !llvm::isa<llvm::IntrinsicInst>(call) ? nameOfCallee(*call)
                                                                  : std::string());
}

void UnitInstrumenter::visitLoad(llvm::LoadInst &load) {
  if (isPrivate(load, llvm::LoadInst::getPointerOperandIndex()))
    return;
  llvm::IRBuilder<> at(&load);
  llvm::Value *bytes = bytesOf(at, load.getType());
  if (const llvm::AtomicOrdering ordering = strictest(load, load.getOrdering());
      ordering != llvm::AtomicOrdering::NotAtomic)
    hooks_.atomic(at, "read", load.getPointerOperand(), bytes, orderOf(at, ordering),
                  siteOf(load, 0));
  else
    hooks_.read(at, load.getPointerOperand(), bytes, siteOf(load, 0));
}

void UnitInstrumenter::visitStore(llvm::StoreInst &store) {
  if (isPrivate(store, llvm::StoreInst::getPointerOperandIndex()))
    return;
  llvm::IRBuilder<> at(&store);
  llvm::Value *bytes = bytesOf(at, store.getValueOperand()->getType());
  if (const llvm::AtomicOrdering ordering = strictest(store, store.getOrdering());
      ordering != llvm::AtomicOrdering::NotAtomic)
    hooks_.atomic(at, "write", store.getPointerOperand(), bytes, orderOf(at, ordering),
                  siteOf(store, 0));
  else
    hooks_.write(at, store.getPointerOperand(), bytes, siteOf(store, 0));
}

void UnitInstrumenter::visitExchange(llvm::AtomicRMWInst &exchange) {
  if (isPrivate(exchange, llvm::AtomicRMWInst::getPointerOperandIndex()))
    return;
  llvm::IRBuilder<> at(&exchange);
  hooks_.atomic(at, "update", exchange.getPointerOperand(), bytesOf(at, exchange.getType()),
                orderOf(at, strictest(exchange, exchange.getOrdering())), siteOf(exchange, 0));
}

void UnitInstrumenter::visitCompare(llvm::AtomicCmpXchgInst &compare) {
  if (isPrivate(compare, llvm::AtomicCmpXchgInst::getPointerOperandIndex()))
    return;
  llvm::IRBuilder<> at(&compare);
  hooks_.compare(at, compare.getPointerOperand(),
                 bytesOf(at, compare.getNewValOperand()->getType()),
                 orderOf(at, strictest(compare, compare.getSuccessOrdering())),
                 orderOf(at, strictest(compare, compare.getFailureOrdering())), siteOf(compare, 0));
  llvm::IRBuilder<> after(compare.getNextNode());
  hooks_.compared(after, after.CreateExtractValue(&compare, 1));
}

/// A copy is one step, unless only one side of it is visible to other threads.
void UnitInstrumenter::visitCopy(llvm::MemTransferInst &copy) {
  const bool reads = !isPrivate(copy, 1);
  const bool writes = !isPrivate(copy, 0);
  if (!reads && !writes)
    return;
  llvm::IRBuilder<> at(&copy);
  llvm::Constant *site = siteOf(copy, writes ? 0 : 1);
  if (reads && writes)
    hooks_.copy(at, copy.getDest(), copy.getSource(), copy.getLength(), site);
  else if (reads)
    hooks_.read(at, copy.getSource(), copy.getLength(), site);
  else
    hooks_.write(at, copy.getDest(), copy.getLength(), site);
}

/// The place right after the call, if it returns normally; null if that block has other
/// predecessors.
llvm::Instruction *placeAfter(llvm::CallBase &call) {
  if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BasicBlock *next = invoke->getNormalDest();
    return next->getSinglePredecessor() ? &*next->getFirstInsertionPt() : nullptr;
  }
  return call.isTerminator() || call.isMustTailCall() ? nullptr : call.getNextNode();
}

void UnitInstrumenter::hookArguments(llvm::CallBase &call) {
  llvm::IRBuilder<> at(&call);
  for (unsigned argument = 0; argument < call.arg_size(); ++argument)
    if (call.isByValArgument(argument) && !isPrivate(call, argument))
      hooks_.read(at, call.getArgOperand(argument), bytesOf(at, call.getParamByValType(argument)),
                  siteOf(call, argument));
  for (const SureAccess &access : sureAccesses(call)) {
    llvm::Instruction *place = access.afterwards ? placeAfter(call) : &call;
    if (!place || isPrivate(call, access.argument))
      continue;
    llvm::IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::Value *address = call.getArgOperand(access.argument);
    if (access.offset)
      address = builder.CreatePtrAdd(address, access.offset(builder));
    if (access.what == ArgumentEffect::What::Reads)
      hooks_.read(builder, address, access.bytes(builder), siteOf(call, access.argument));
    else
      hooks_.write(builder, address, access.bytes(builder), siteOf(call, access.argument));
  }
}

/// The atomic access comes right before the call, so that no other thread runs between the two.
void UnitInstrumenter::visitAtomicCall(llvm::CallBase &call, const AtomicCall &atomic) {
  const auto plain = [&](llvm::IRBuilder<> &at, std::optional<unsigned> argument, bool writes) {
    if (!argument || isPrivate(call, *argument))
      return;
    llvm::Value *address = call.getArgOperand(*argument);
    if (writes)
      hooks_.write(at, address, atomic.bytes, siteOf(call, *argument));
    else
      hooks_.read(at, address, atomic.bytes, siteOf(call, *argument));
  };
  llvm::IRBuilder<> at(&call);
  plain(at, atomic.taken, false);
  plain(at, atomic.expected, false);
  llvm::Value *object = call.getArgOperand(atomic.object);
  llvm::Value *order = hookOrderOf(at, call.getArgOperand(atomic.order));
  llvm::Constant *site = siteOf(call, atomic.object);
  switch (atomic.kind) {
  case AtomicCallKind::Read:
    hooks_.atomic(at, "read", object, atomic.bytes, order, site);
    break;
  case AtomicCallKind::Write:
    hooks_.atomic(at, "write", object, atomic.bytes, order, site);
    break;
  case AtomicCallKind::Update:
    hooks_.atomic(at, "update", object, atomic.bytes, order, site);
    break;
  case AtomicCallKind::Compare:
    hooks_.compare(at, object, atomic.bytes, order,
                   hookOrderOf(at, call.getArgOperand(atomic.failureOrder)), site);
    break;
  }
  // These functions do not throw: they are never invoked.
  if (llvm::Instruction *place = placeAfter(call)) {
    llvm::IRBuilder<> after(place);
    after.SetCurrentDebugLocation(call.getDebugLoc());
    if (atomic.kind == AtomicCallKind::Compare)
      hooks_.compared(after, &call);
    plain(after, atomic.result, true);
  }
}

/// The C++ library counts the references to an exception, and the last owner destroys it: uses by
/// the others come before. One counter represents those of all exceptions.
void UnitInstrumenter::hookExceptionCount(llvm::CallBase &call) {
  llvm::IRBuilder<> at(&call);
  hooks_.atomic(at, "update", standIn("__raceward_exceptions"), at.getInt64(1),
                orderOf(at, llvm::AtomicOrdering::AcquireRelease),
                sites_.add(call, "<exception>", nameOfCallee(call)));
  hasHooks_ = true;
}

llvm::GlobalVariable *UnitInstrumenter::standIn(llvm::StringRef name) {
  if (llvm::GlobalVariable *known = module_.getGlobalVariable(name))
    return known;
  llvm::Type *type = llvm::Type::getInt8Ty(module_.getContext());
  auto *byte = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::LinkOnceODRLinkage,
                                        llvm::ConstantInt::get(type, 0), name);
  byte->setComdat(module_.getOrInsertComdat(name));
  return byte;
}

/// The state of strtok() or localtime() is accessed by every call, whatever its arguments.
void UnitInstrumenter::hookLibraryState(llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return;
  llvm::IRBuilder<> at(&call);
  for (const StateAccess &access : statesOf(callee->getName().str())) {
    if (!access.isSure)
      continue;
    llvm::GlobalVariable *state = standIn(symbolOfState(access.state));
    llvm::Constant *site = sites_.add(call, nameOfState(access.state), callee->getName().str());
    if (access.writes)
      hooks_.write(at, state, at.getInt64(1), site);
    else
      hooks_.read(at, state, at.getInt64(1), site);
    hasHooks_ = true;
  }
}

bool countsExceptions(llvm::StringRef callee) {
  return callee == "__cxa_end_catch" || callee == "__cxa_rethrow" ||
         callee == "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv" ||
         callee == "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv" ||
         callee == "_ZSt17current_exceptionv" ||
         callee == "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE";
}

bool isDelete(llvm::StringRef callee) {
  return callee.starts_with("_Zdl") || callee.starts_with("_Zda");
}

void UnitInstrumenter::visitCall(llvm::CallBase &call) {
  if (call.isInlineAsm()) {
    if (mayMatter(call)) {
      assembly_.push_back(&call);
      llvm::IRBuilder<> at(&call);
      hooks_.assembly(at, siteOf(call, 0));
    }
    return;
  }
  if (const std::optional<AtomicCall> atomic = atomicCallOf(call))
    visitAtomicCall(call, *atomic);
  else
    hookArguments(call);
  if (countsExceptions(nameOfCallee(call)))
    hookExceptionCount(call);
  hookLibraryState(call);
  // The runtime's events for a lock or a free() have the name of its object.
  const LibraryFunction *row = libraryRowOf(call);
  std::string object;
  if (row && row->sync != SyncEffect::None)
    object = attachedName(call, 0);
  else if (row && row->frees)
    object = attachedName(call, *row->frees);
  else if (isDelete(nameOfCallee(call)) && call.arg_size() > 0)
    object = attachedName(call, 0);
  llvm::Constant *site = sites_.add(call, object, nameOfCallee(call));
  calls_.push_back({&call, site});
  const std::vector<unsigned> unsure = unsureArguments(call);
  if (mayLeadToUnseen(call) || std::any_of(unsure.begin(), unsure.end(), [&](unsigned argument) {
        return !isPrivate(call, argument);
      })) {
    llvm::IRBuilder<> at(&call);
    hooks_.unseenCall(at, call.getCalledOperand(), site);
  }
}

void UnitInstrumenter::visit(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    visitLoad(*load);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    visitStore(*store);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    visitExchange(*exchange);
  } else if (auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    visitCompare(*compare);
  } else if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    // A fence for signal handlers orders nothing between threads.
    if (fence->getSyncScopeID() == llvm::SyncScope::SingleThread)
      return;
    llvm::IRBuilder<> at(fence);
    hooks_.fence(at, fence->getOrdering(), siteOf(*fence, 0));
  } else if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    visitCopy(*copy);
  } else if (auto *set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    if (isPrivate(*set, 0))
      return;
    llvm::IRBuilder<> at(set);
    hooks_.set(at, set->getDest(), set->getLength(), siteOf(*set, 0));
  } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!llvm::isa<llvm::IntrinsicInst>(call))
      visitCall(*call);
  }
}

void UnitInstrumenter::visitFunction(llvm::Function &function) {
  calls_.clear();
  hasHooks_ = false;
  std::vector<llvm::Instruction *> instructions;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    instructions.push_back(&instruction);
  for (llvm::Instruction *instruction : instructions)
    visit(*instruction);
  if (hasHooks_ || !calls_.empty())
    addFrame(function, calls_);
}

/// A resolver runs before dynamic linking is complete: the runtime does not work yet.
bool isResolver(const llvm::Function &function, const llvm::Module &module) {
  for (const llvm::GlobalIFunc &indirect : module.ifuncs())
    if (indirect.getResolverFunction() == &function)
      return true;
  return false;
}

void UnitInstrumenter::run() {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module_)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::Naked) &&
        !function.hasAvailableExternallyLinkage() && !isResolver(function, module_))
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    visitFunction(*function);
    markInstrumented(*function);
  }
}

/// Removes the metadata of attachAccessNames(), which is not needed any more.
void detachNames(llvm::Module &module) {
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  module.getMDKindNames(kinds);
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      instruction.eraseMetadataIf(
          [&](unsigned kind, llvm::MDNode *) { return kinds[kind].starts_with("raceward."); });
}

/// One line for all of them, in the form of a compiler diagnostic.
void UnitInstrumenter::tellOfAssembly() const {
  if (assembly_.empty())
    return;
  if (const llvm::DebugLoc &location = assembly_.front()->getDebugLoc())
    llvm::errs() << location->getFilename() << ':' << location.getLine() << ": ";
  llvm::errs() << "note: raceward does not see what inline assembly touches";
  if (assembly_.size() > 1)
    llvm::errs() << " (" << assembly_.size() << " places)";
  llvm::errs() << '\n';
}

void UnitInstrumenter::finish(const std::string &bitcode) {
  tellOfAssembly();
  detachNames(module_);
  embedBitcode(module_, bitcode, sites_.size());
  sites_.finish();
}

/// Options of the compiler wrapper for the pass: words separated by commas.
bool isAskedFor(std::string_view word) {
  const char *options = std::getenv("RACEWARD_PASS");
  return options && std::string_view(options).find(word) != std::string_view::npos;
}

} // namespace

bool instrument(llvm::Module &module) {
  if (module.getDataLayout().getPointerSize() != 8) {
    module.getContext().emitError("raceward: only 64-bit programs can run under control");
    return false;
  }
  // First of all, so that hooks and the embedded bitcode see the same instructions. No inputs are
  // made for a processor.
  assembly::lowerAssembly(module, assembly::Purpose::Native,
                          [](llvm::Type *) -> llvm::Function * { return nullptr; });
  const std::string bitcode = isAskedFor("no-embed") ? std::string() : bitcodeOf(module);
  UnitInstrumenter unit(module);
  unit.run();
  unit.finish(bitcode);
  return true;
}

} // namespace raceward
