// setjmp and longjmp. The buffer holds the numbers of the frame and of the call in it.
#include "Jumps.h"

namespace raceward::models {

namespace {

bool setJump(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t buffer = 0;
  if (!call.number(0, "the address of a jmp_buf", buffer))
    return false;
  return machine.store({buffer, {}}, 32, {machine.frame().serial, {}}) &&
         machine.store({buffer + 4, {}}, 32, {machine.frame().at, {}}) && call.give(0);
}

/// The program may have written anything into the buffer.
bool isSetter(const MicroFunction &code, std::uint64_t at) {
  if (at >= code.steps.size())
    return false;
  const Step &step = code.steps[at];
  if (step.op == Micro::CallPointer)
    return true;
  return step.op == Micro::Library && code.calls[step.extra].model != nullptr &&
         code.calls[step.extra].model->run == setJump;
}

bool jump(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t buffer = 0;
  if (!call.number(0, "the address of a jmp_buf", buffer))
    return false;
  Value value = call.argument(1);
  const unsigned width = call.width(1);
  if (value.isNumber()) {
    value.bits = value.bits == 0 ? 1 : value.bits;
  } else {
    TermArena &arena = machine.arena();
    value = machine.toValue(arena.ite(arena.equal(value.term, arena.constant(width, 0)),
                                      arena.constant(width, 1), value.term));
  }
  return jumpTo(call, buffer, value);
}

constexpr LibraryModel kJumpModels[] = {
    {"setjmp", 1, setJump},      {"_setjmp", 1, setJump}, {"sigsetjmp", 1, setJump},
    {"__sigsetjmp", 1, setJump}, {"longjmp", 2, jump},    {"_longjmp", 2, jump},
    {"siglongjmp", 2, jump},
};

} // namespace

bool jumpTo(LibraryCall &call, std::uint64_t buffer, const Value &value) {
  Interpreter &machine = call.machine;
  Value serial;
  Value at;
  if (!machine.load({buffer, {}}, 32, serial) || !machine.load({buffer + 4, {}}, 32, at))
    return false;
  if (serial.isNumber() && machine.wouldNotComeBack(static_cast<std::uint32_t>(serial.bits)))
    return machine.stopWithGap(GapKind::UnmodelledCall,
                               "longjmp out of a function that is called once");
  if (!areNumbers(serial, at) || !machine.unwindTo(static_cast<std::uint32_t>(serial.bits)))
    return machine.stopWithFault(FaultKind::Misuse,
                                 "longjmp to a place whose function has returned");
  Frame &frame = machine.frame();
  if (!isSetter(*frame.code, at.bits))
    return machine.stopWithFault(FaultKind::Misuse,
                                 "longjmp with a buffer that setjmp did not fill");
  frame.at = static_cast<std::uint32_t>(at.bits);
  const Step &setter = frame.code->steps[frame.at];
  if (!frame.code->calls[setter.extra].widths.empty())
    frame.registers()[setter.result] = value;
  ++frame.at;
  call.moved = true;
  return true;
}

std::span<const LibraryModel> jumps() {
  return kJumpModels;
}

} // namespace raceward::models
