// malloc and its family. Memory is never exhausted: a program that checks for null still gets
// memory, and its behaviour on null is not followed (docs/use/assumptions.md). With
// --failing-allocation each call gets null or memory, as an input decides.
#include "../LibraryModel.h"
#include "../World.h"

namespace raceward::models {

namespace {

constexpr std::uint64_t kNoMemory = 12; // ENOMEM

/// Internal allocations of a library function succeed; those for the program may fail.
bool mayFail(const Interpreter &machine) {
  const Function *function = machine.libraryFunction();
  if (function == nullptr)
    return true;
  const LibraryFunction *row = findLibraryFunction(function->name);
  return row != nullptr && row->returns == ReturnEffect::FreshMemory &&
         row->name != "raceward_new"; // of a model, which says itself what can fail
}

/// Null, with an error number.
bool giveNoMemory(LibraryCall &call) {
  std::uint64_t error = 0;
  return call.machine.errorNumber(error) && call.machine.store({error, {}}, 32, {kNoMemory, {}}) &&
         call.give(0);
}

/// Whether the size of an array has too many bits.
bool overflows(const LibraryCall &call, std::uint64_t count, std::uint64_t size) {
  return size != 0 && count > maskOf(call.machine.pointerBits()) / size;
}

/// Whether this allocation fails; sets errno then.
bool findOutWhetherItFails(LibraryCall &call, bool &fails) {
  Interpreter &machine = call.machine;
  fails = false;
  if (!machine.world().failingAllocation || !mayFail(machine))
    return true;
  MachineThread &thread = machine.thread();
  if (!thread.asked)
    thread.asked = machine.fresh(1, std::string(call.name) + std::string(kFails));
  if (!machine.decide(machine.toBool(*thread.asked), fails))
    return false; // the call is repeated with the answer
  thread.asked.reset();
  std::uint64_t error = 0;
  return !fails || (machine.errorNumber(error) && machine.store({error, {}}, 32, {kNoMemory, {}}));
}

bool giveObject(LibraryCall &call, std::uint64_t size, MemoryObject::Fill fill) {
  bool fails = false;
  if (!findOutWhetherItFails(call, fails))
    return false;
  if (fails)
    return call.give(0);
  const std::optional<std::uint64_t> base = call.machine.allocate(ObjectKind::Heap, size, fill);
  if (!base) // null would be a failure that is not the program's fault
    return call.machine.stopWithGap(GapKind::MemoryLimit,
                                    "an allocation that is too large is not followed");
  return call.give(*base);
}

bool allocate(LibraryCall &call) {
  std::uint64_t size = 0;
  return call.number(0, "the size of an allocation", size) &&
         giveObject(call, size, MemoryObject::Fill::Unknown);
}

/// State of the library itself.
bool allocateOwn(LibraryCall &call) {
  std::uint64_t size = 0;
  if (!call.number(0, "the size of an allocation", size))
    return false;
  const std::optional<std::uint64_t> base =
      call.machine.allocate(ObjectKind::ModelState, size, MemoryObject::Fill::Unknown);
  return base ? call.give(*base)
              : call.machine.stopWithGap(GapKind::MemoryLimit,
                                         "an allocation that is too large is not followed");
}

bool allocateZeroed(LibraryCall &call) {
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  if (!call.number(0, "the size of an allocation", count) ||
      !call.number(1, "the size of an allocation", size))
    return false;
  if (overflows(call, count, size))
    return giveNoMemory(call);
  return giveObject(call, count * size, MemoryObject::Fill::Zero);
}

bool allocateAligned(LibraryCall &call) {
  std::uint64_t size = 0;
  return call.number(1, "the size of an allocation", size) &&
         giveObject(call, size, MemoryObject::Fill::Unknown);
}

bool reallocateTo(LibraryCall &call, std::uint64_t size) {
  Interpreter &machine = call.machine;
  std::uint64_t old = 0;
  if (!call.number(0, "the address that is reallocated", old))
    return false;
  if (old == 0)
    return giveObject(call, size, MemoryObject::Fill::Unknown);
  const MemoryObject *object = machine.state().memory.objectAt(old);
  if (object == nullptr || object->base() != old || object->kind() != ObjectKind::Heap)
    return machine.release(call.argument(0)) && call.give(0); // reports the fault
  if (size == 0) // as glibc does; the standard leaves it open (docs/use/assumptions.md)
    return machine.release(call.argument(0)) && call.give(0);
  bool fails = false;
  if (!findOutWhetherItFails(call, fails))
    return false;
  if (fails) // the old object stays
    return call.give(0);
  const std::optional<std::uint64_t> base =
      machine.allocate(ObjectKind::Heap, size, MemoryObject::Fill::Unknown);
  if (!base)
    return machine.stopWithGap(GapKind::MemoryLimit,
                               "an allocation that is too large is not followed");
  const std::uint64_t kept = std::min(size, object->size());
  return machine.copy({*base, {}}, {old, {}}, {kept, {}}, 64) && machine.release({old, {}}) &&
         call.give(*base);
}

bool reallocate(LibraryCall &call) {
  std::uint64_t size = 0;
  return call.number(1, "the size of an allocation", size) && reallocateTo(call, size);
}

bool reallocateArray(LibraryCall &call) {
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  if (!call.number(1, "the size of an allocation", count) ||
      !call.number(2, "the size of an allocation", size))
    return false;
  if (overflows(call, count, size))
    return giveNoMemory(call);
  return reallocateTo(call, count * size);
}

bool release(LibraryCall &call) {
  return call.machine.release(call.argument(0));
}

constexpr LibraryModel kAllocationModels[] = {
    {"malloc", 1, allocate},
    {"calloc", 2, allocateZeroed},
    {"realloc", 2, reallocate},
    {"reallocarray", 3, reallocateArray},
    {"aligned_alloc", 2, allocateAligned},
    {"memalign", 2, allocateAligned},
    {"valloc", 1, allocate},
    {"__raceward_own_memory", 1, allocateOwn},
    {"free", 1, release},
    {"cfree", 1, release},
};

} // namespace

std::span<const LibraryModel> allocation() {
  return kAllocationModels;
}

} // namespace raceward::models
