// Library models: the behaviour of functions without a body in the machine.
//
// To add one: a function in the file of its family under models/, and a row in that file's table.
// Functions that walk strings or call back are easier to write in C, under library/: these are
// compiled into a separate program and executed like any other.
#pragma once

#include "FindModel.h"
#include "Interpreter.h"

#include <span>
#include <string_view>

namespace raceward {

/// One call in execution. Arguments are scalars, in order.
struct LibraryCall {
  Interpreter &machine;
  const Step &step;
  const CallDetail &detail;
  std::string_view name;
  std::vector<Value> values; ///< values of the arguments
  /// The model changed the control flow; otherwise the next instruction follows.
  bool moved = false;

  [[nodiscard]] std::size_t count() const { return values.size(); }
  [[nodiscard]] const Value &argument(std::size_t i) const { return values[i]; }
  [[nodiscard]] unsigned width(std::size_t i) const { return detail.arguments[i].width; }
  [[nodiscard]] unsigned resultWidth() const {
    return detail.widths.empty() ? 0 : detail.widths.front();
  }
  bool number(std::size_t i, std::string_view what, std::uint64_t &out) {
    return machine.numberOf(argument(i), width(i), what, out);
  }
  /// Returns a value; ignored if the call has no result.
  bool give(const Value &value) {
    if (!detail.widths.empty())
      machine.frame().registers()[step.result] = value;
    return true;
  }
  /// The call's write is a separate event, if others may use the memory: true if the call has to be
  /// performed again for that.
  bool comesBackToTell() {
    if (!machine.writesVisibly(*step.source))
      return false;
    machine.thread().part = CallPart::Done;
    machine.comeBack();
    return moved = true;
  }
  /// Second visit: the write was already announced.
  bool isTold() {
    const bool told = machine.thread().part == CallPart::Done;
    if (told)
      machine.thread().part = CallPart::Start;
    return told;
  }
  bool give(std::uint64_t bits) { return give(Value{bits & maskOf(resultWidth()), {}}); }
};

struct LibraryModel {
  std::string_view name;
  std::size_t leastArguments = 0;
  bool (*run)(LibraryCall &call) = nullptr;
  bool takesBool = false; ///< its arguments may be single bits
};

/// All of them, sorted by name.
std::vector<const LibraryModel *> allModels();

/// Whether the function only returns an external value: it needs no model.
bool isOnlyInput(const LibraryFunction &row);

/// The families: each has a function of this name in the file of that name under models/.
#define RW_MODEL_FAMILIES(X)                                                                       \
  X(allocation)                                                                                    \
  X(process)                                                                                       \
  X(verifier)                                                                                      \
  X(output)                                                                                        \
  X(jumps)                                                                                         \
  X(mutexes)                                                                                       \
  X(threads)                                                                                       \
  X(readWriteLocks)                                                                                \
  X(semaphores)                                                                                    \
  X(barriers)                                                                                      \
  X(onceControls)                                                                                  \
  X(keys)                                                                                          \
  X(input)                                                                                         \
  X(mathematics)                                                                                   \
  X(floatText)                                                                                     \
  X(primitives)                                                                                    \
  X(cancellation)                                                                                  \
  X(signals)                                                                                       \
  X(descriptors)                                                                                   \
  X(pipes)                                                                                         \
  X(connections)                                                                                   \
  X(watchModels)

namespace models {
#define RW_DECLARE_FAMILY(family) std::span<const LibraryModel> family();
RW_MODEL_FAMILIES(RW_DECLARE_FAMILY)
#undef RW_DECLARE_FAMILY
} // namespace models

} // namespace raceward
