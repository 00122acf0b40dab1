// Variable arguments.
//
// All of them are in one object, laid out as the ABI does in memory after those in registers; the
// va_list says that no registers are left. clang's code for va_arg then finds them.
#include "CallStack.h"

namespace raceward {

bool CallStack::addVariadic(std::span<const Argument> arguments, std::uint64_t &area) {
  const bool wide = pointerBits() == 64;
  const std::uint64_t unit = wide ? 8 : 4;
  std::uint64_t start = 0;
  std::uint64_t size = 0;
  std::vector<std::uint64_t> offsets;
  for (const Argument &argument : arguments) {
    const std::uint64_t align = wide && argument.align >= 16 ? 16 : unit;
    if (argument.starts)
      start = size = (size + align - 1) / align * align;
    // Parts of one argument, such as the elements of a vector, are laid out as in memory.
    offsets.push_back(start + argument.offset);
    const std::uint64_t bytes = argument.byValue != 0 ? argument.byValue : (argument.width + 7) / 8;
    size = (offsets.back() + bytes + unit - 1) / unit * unit;
  }
  const std::optional<std::uint64_t> base =
      allocate(ObjectKind::Arguments, size, MemoryObject::Fill::Unknown);
  if (!base)
    return stopWithGap(GapKind::MemoryLimit, "no room for the arguments of a call");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value at{*base + offsets[i], {}};
    const Value value = get(arguments[i].slot);
    const bool done = arguments[i].byValue != 0 ? copy(at, value, {arguments[i].byValue, {}}, 64)
                                                : store(at, arguments[i].width, value);
    if (!done)
      return false;
  }
  area = *base;
  return true;
}

bool CallStack::variadicStart(const Step &step) {
  const Value list = get(step.a);
  std::uint64_t at = 0;
  if (!numberOf(list, pointerBits(), "the address of a va_list", at))
    return false;
  const Value area{frame_->variadicArea, {}};
  if (pointerBits() == 32)
    return store({at, {}}, 32, area);
  // { gp_offset, fp_offset, overflow_arg_area, reg_save_area }
  return store({at, {}}, 32, {48, {}}) && store({at + 4, {}}, 32, {176, {}}) &&
         store({at + 8, {}}, 64, area) && store({at + 16, {}}, 64, {0, {}});
}

bool CallStack::variadicCopy(const Step &step) {
  return copy(get(step.a), get(step.b), {variadicListBytes(), {}}, 64);
}

/// C lets va_end change the list (7.16.1.3), so other threads must see a write. The content
/// afterwards is irrelevant: the program must not read it.
bool CallStack::variadicEnd(const Step &step) {
  Place place;
  return touches_ == nullptr || resolve(get(step.a), variadicListBytes(), true, place);
}

} // namespace raceward
