// Inputs, assumptions and assertions.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool input(LibraryCall &call) {
  return call.detail.widths.size() != 1 ||
         call.give(call.machine.fresh(call.resultWidth(), call.name));
}

bool inputMemory(LibraryCall &call) {
  std::uint64_t size = 0;
  std::uint64_t base = 0;
  if (!call.number(1, "the size of an input", size) ||
      !call.number(0, "the address of an input", base))
    return false;
  for (std::uint64_t i = 0; i < size; ++i)
    if (!call.machine.store({base + i, {}}, 8, call.machine.fresh(8, call.name)))
      return false;
  return true;
}

bool assume(LibraryCall &call) {
  Interpreter &machine = call.machine;
  const unsigned width = call.width(0);
  Term condition = machine.toTerm(call.argument(0), width);
  if (width > 1)
    condition = machine.arena().distinct(condition,
                                         machine.arena().constant(BitVector(width, 0)));
  return machine.assume(condition);
}

bool error(LibraryCall &call) {
  return call.machine.stopWithFinding(FindingKind::AssertionFailed,
                                      std::string(call.name) + "() is called");
}

/// The text that an assertion was written as, if it can be read.
bool assertFailed(LibraryCall &call) {
  std::string text;
  const Value &at = call.argument(0);
  if (at.isNumber())
    if (const MemoryObject *object = call.machine.state().memory.objectAt(at.bits))
      for (std::uint64_t i = at.bits - object->base();
           i < object->size() && object->areNumbers(i, 1) && object->bytes()[i] != 0; ++i)
        text += static_cast<char>(object->bytes()[i]);
  return call.machine.stopWithFinding(FindingKind::AssertionFailed,
                                      text.empty() ? "an assertion fails"
                                                   : "the assertion `" + text + "` fails");
}

#define RW_INPUT(type) LibraryModel{"__VERIFIER_nondet_" type, 0, input}
constexpr LibraryModel kModels[] = {
    RW_INPUT("bool"),         RW_INPUT("_Bool"),         RW_INPUT("char"),
    RW_INPUT("schar"),        RW_INPUT("uchar"),         RW_INPUT("short"),
    RW_INPUT("ushort"),       RW_INPUT("int"),           RW_INPUT("uint"),
    RW_INPUT("long"),         RW_INPUT("ulong"),         RW_INPUT("longlong"),
    RW_INPUT("ulonglong"),    RW_INPUT("u8"),            RW_INPUT("u16"),
    RW_INPUT("u32"),          RW_INPUT("u64"),           RW_INPUT("u128"),
    RW_INPUT("int128"),       RW_INPUT("uint128"),       RW_INPUT("float"),
    RW_INPUT("double"),       RW_INPUT("longdouble"),    RW_INPUT("size_t"),
    RW_INPUT("loff_t"),       RW_INPUT("unsigned"),      RW_INPUT("unsigned_int"),
    RW_INPUT("unsigned_char"), RW_INPUT("sector_t"),     RW_INPUT("time32_t"),
    RW_INPUT("time_t"),       RW_INPUT("S8"),            RW_INPUT("U8"),
    RW_INPUT("U32"),
    {"__VERIFIER_nondet_memory", 2, inputMemory},
    {"__VERIFIER_assume", 1, assume},
    {"__VERIFIER_error", 0, error},
    {"reach_error", 0, error},
    {"__assert_fail", 1, assertFailed},
    {"__assert", 1, assertFailed},
};
#undef RW_INPUT

} // namespace

std::span<const LibraryModel> verifier() {
  return kModels;
}

} // namespace raceward::models
