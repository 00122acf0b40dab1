// Constraints of library calls, from the table of effects.
#include "Constraints.h"
#include "raceward/program/Formats.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace raceward::points {

namespace {

/// How many bytes are written, if the call says so.
std::uint64_t writtenBytes(const llvm::CallBase &call, const Extent &extent) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const std::uint64_t bytes = constantBytes(call, extent).value_or(0);
  return bytes == 0 || bytes > kMost ? kUnknownBytes : bytes;
}

} // namespace

const llvm::Value *Constraints::pointerArgument(const llvm::CallBase &call, unsigned i) const {
  return i < call.arg_size() && carries(*call.getArgOperand(i)) ? call.getArgOperand(i) : nullptr;
}

void Constraints::visitLibraryCall(const llvm::CallBase &call, const LibraryFunction &library) {
  if (library.contract != ContractStep::None) {
    visitContract(call, library.contract);
    return;
  }
  // Walks ask where a lock lies that is taken or let go, also where nothing flows from it.
  for (const llvm::Use &argument : call.args())
    if (carries(*argument) && !mutated(ProverMutation::PointsUnmoved))
      (void)nodeOf(*argument);
  const auto watchThread = [&](unsigned entry, unsigned argument) {
    if (call.arg_size() > argument && carries(*call.getArgOperand(entry)))
      watch(*call.getArgOperand(entry),
            {Watch::Kind::Thread, &call, call.getArgOperand(argument), nullptr});
  };
  if (library.sync == SyncEffect::CreateThread)
    watchThread(2, 3);
  if (library.sync == SyncEffect::CreateC11Thread)
    watchThread(1, 2);
  if (library.sync == SyncEffect::JoinThread)
    if (const llvm::Value *result = pointerArgument(call, 1))
      inclusion_.addStore(nodeOf(*result), kept_, wordBytes_);

  for (const unsigned callBack : library.callsBack)
    if (const llvm::Value *callee = pointerArgument(call, callBack))
      watch(*callee, {Watch::Kind::CallBack, &call, nullptr, &library});
  for (const unsigned keeps : library.keeps)
    if (const llvm::Value *value = pointerArgument(call, keeps);
        value && !mutated(ProverMutation::PointsKept))
      inclusion_.addCopy(nodeOf(*value), kept_);
  for (const auto &[of, into] : library.storesPointer) {
    const llvm::Value *value = pointerArgument(call, of);
    const llvm::Value *place = pointerArgument(call, into);
    if (!value || !place || mutated(ProverMutation::PointsStored))
      continue;
    const NodeIndex inside = inclusion_.addNode();
    inclusion_.addShift(nodeOf(*value), inside, kAnywhere);
    inclusion_.addStore(nodeOf(*place), inside, wordBytes_);
  }

  if (library.storesFresh)
    if (const llvm::Value *place = pointerArgument(call, *library.storesFresh)) {
      const NodeIndex fresh = inclusion_.addNode();
      const ObjectIndex object = newObject({AbstractObject::Kind::Heap, &call}, Layout());
      inclusion_.addPlace(fresh, inclusion_.places().startOf(object));
      inclusion_.addStore(nodeOf(*place), fresh, wordBytes_);
    }

  // An address that is printed (%p) may return as an integer.
  for (const ArgumentEffect &effect : library.effects)
    if (effect.what == ArgumentEffect::What::Reads)
      visitPrinted(call, effect);

  if (library.sync == SyncEffect::None)
    visitLibraryMoves(call, library);
  if (carries(call))
    visitLibraryResult(call, library);
}

void Constraints::visitPrinted(const llvm::CallBase &call, const ArgumentEffect &effect) {
  const auto print = [&](unsigned argument) {
    if (const llvm::Value *printed = pointerArgument(call, argument))
      printed_.push_back(nodeOf(*printed));
  };
  if (effect.format) {
    if (formattedList(call, effect).isPrinted)
      print(effect.argument);
  } else if (effect.andAllAfter) {
    if (const auto arguments = formattedArguments(call, effect)) {
      for (const FormattedArgument &each : *arguments)
        if (each.isPrinted)
          print(each.argument);
    } else {
      for (unsigned i = effect.argument; i < call.arg_size(); ++i)
        print(i);
    }
  }
}

/// Written data may be read data: pointers move from argument to argument.
void Constraints::visitLibraryMoves(const llvm::CallBase &call, const LibraryFunction &library) {
  struct Written {
    const llvm::Value *at;
    std::uint64_t bytes;
  };
  std::vector<const llvm::Value *> read;
  std::vector<Written> written;
  for (const ArgumentEffect &effect : library.effects) {
    if (const auto arguments =
            effect.andAllAfter ? formattedArguments(call, effect) : std::nullopt) {
      for (const FormattedArgument &each : *arguments)
        if (const llvm::Value *place = pointerArgument(call, each.argument)) {
          if (each.isRead)
            read.push_back(place);
          if (each.isWritten)
            written.push_back({place, each.bytes.value_or(kUnknownBytes)});
        }
      continue;
    }
    const unsigned end = effect.andAllAfter ? call.arg_size() : effect.argument + 1;
    for (unsigned i = effect.argument; i < end; ++i)
      if (const llvm::Value *place = pointerArgument(call, i)) {
        if (effect.what == ArgumentEffect::What::Writes)
          written.push_back({place, writtenBytes(call, effect.extent)});
        else
          read.push_back(place);
      }
  }
  // A copy of bytes at equal offsets.
  const std::vector<ArgumentEffect> &effects = library.effects;
  if (!library.isInput && read.size() == 1 && written.size() == 1 && effects.size() == 2 &&
      effects[0].extent.kind == Extent::Kind::Argument &&
      effects[1].extent.kind == Extent::Kind::Argument &&
      effects[0].extent.value == effects[1].extent.value &&
      effects[0].extent.value < call.arg_size()) {
    visitTransfer(*written.front().at, *read.front(), call.getArgOperand(effects[0].extent.value));
    return;
  }
  // What the library reads may come back from outside: a pipe, a file.
  for (const llvm::Value *place : read)
    inclusion_.addLoad(nodeOf(*place), told_, kUnknownBytes);
  if (library.isInput) { // the written data is external, and does not come from the text
    const NodeIndex data = inclusion_.addNode();
    inclusion_.addCopy(toWild_, data);
    inputs_.emplace_back(data, &call);
    for (const Written &place : written)
      inclusion_.addStore(nodeOf(*place.at), data, place.bytes);
    return;
  }
  if (written.empty() && library.returns != ReturnEffect::FreshMemory)
    return;
  // Everything, including partial pointers, from everywhere to everywhere. A function that calls
  // back may also move data inside the memory it writes (qsort).
  const NodeIndex between = inclusion_.addNode();
  inclusion_.addShift(between, between, kAnywhere);
  for (const llvm::Value *place : read)
    inclusion_.addLoad(nodeOf(*place), between, kUnknownBytes);
  if (!library.callsBack.empty())
    for (const Written &place : written)
      inclusion_.addLoad(nodeOf(*place.at), between, kUnknownBytes);
  for (const Written &place : written)
    inclusion_.addStore(nodeOf(*place.at), between, kUnknownBytes);
  if (library.returns == ReturnEffect::FreshMemory && carries(call)) // strdup
    inclusion_.addStore(nodeOf(call), between, kUnknownBytes);
}

/// All that a va_list holds. It is a pointer to the arguments, or an array that holds one and is
/// itself passed as a pointer (System V on 64 bits).
void Constraints::visitListed(const llvm::Value &list, NodeIndex element) {
  if (mutated(ProverMutation::PointsVariadic))
    return;
  const NodeIndex all = inclusion_.addNode();
  inclusion_.addLoad(nodeOf(list), all, kUnknownBytes);
  if (wordBytes_ != 4) {
    const NodeIndex arguments = inclusion_.addNode();
    inclusion_.addLoad(nodeOf(list), arguments, kUnknownBytes);
    inclusion_.addLoad(arguments, all, kUnknownBytes);
  }
  // The numbers in the list are no addresses; connectWildPointers() adds pointers of unknown
  // origin.
  Shift known;
  known.dropsWild = true;
  inclusion_.addShift(all, element, known);
  listed_.push_back(element);
}

void Constraints::visitLibraryResult(const llvm::CallBase &call, const LibraryFunction &library) {
  switch (library.returns) {
  case ReturnEffect::Value: // an external pointer
    inclusion_.addCopy(toWild_, nodeOf(call));
    return;
  case ReturnEffect::FreshMemory:
    addHeapObject(call);
    return;
  case ReturnEffect::FreshOrArgument:
    addHeapObject(call);
    if (const llvm::Value *old = pointerArgument(call, library.returnArgument)) {
      const NodeIndex fresh = inclusion_.addNode();
      inclusion_.addPlace(fresh, inclusion_.places().startOf(objectOf_.find(&call)->second));
      if (!mutated(ProverMutation::PointsRealloc))
        inclusion_.addTransfer(fresh, nodeOf(*old), kUnknownBytes, true);
      flow(call, *old);
    }
    return;
  case ReturnEffect::Argument:
    if (const llvm::Value *value = pointerArgument(call, library.returnArgument))
      flowShifted(call, *value, kAnywhere);
    return;
  case ReturnEffect::StaticMemory: // the same for every call: getenv and the environment
    inclusion_.addCopy(toOutside_, nodeOf(call));
    return;
  case ReturnEffect::ThreadMemory: // the same for every call of a thread
    inclusion_.addPlace(nodeOf(call), inclusion_.places().anywhereIn(ofCallingThread_));
    return;
  case ReturnEffect::Kept:
    inclusion_.addCopy(kept_, nodeOf(call));
    return;
  case ReturnEffect::Listed:
    if (const llvm::Value *list = pointerArgument(call, library.returnArgument))
      visitListed(*list, nodeOf(call));
    return;
  }
}

} // namespace raceward::points
