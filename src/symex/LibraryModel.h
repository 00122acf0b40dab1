// Library models: what a function without a body does in the machine.
//
// To add one: a function in the file of its family under models/, and a row in that
// file's table. What walks strings or calls back is easier written in C, under library/:
// it is compiled into a program of its own and executed like any other.
#pragma once

#include "Interpreter.h"

#include <span>
#include <string_view>

namespace raceward {

/// One call that is executed. Arguments are scalars, in order.
struct LibraryCall {
  Interpreter &machine;
  const Step &step;
  const CallDetail &detail;
  std::string_view name;
  std::vector<Value> values; ///< of the arguments
  /// The model went somewhere else; otherwise the next instruction follows.
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
  /// Gives back a value; ignored if nobody takes it.
  bool give(const Value &value) {
    if (!detail.widths.empty())
      machine.frame().registers()[step.result] = value;
    return true;
  }
  /// What the call has written is an event of its own, if others may use it: true if the call
  /// has to be performed again for that.
  bool comesBackToTell() {
    if (!machine.writesVisibly(*step.source))
      return false;
    machine.thread().part = CallPart::Done;
    machine.comeBack();
    return moved = true;
  }
  /// The second time: all is done and told.
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

/// Null if there is none.
const LibraryModel *findModel(std::string_view name);
/// All of them, sorted by name.
std::vector<const LibraryModel *> allModels();

/// All that the function does is to give a value from outside: it needs no model.
bool isOnlyInput(const LibraryFunction &row);

namespace models {
// One per family, each in the file of that name.
std::span<const LibraryModel> allocation();
std::span<const LibraryModel> process();
std::span<const LibraryModel> verifier();
std::span<const LibraryModel> output();
std::span<const LibraryModel> jumps();
std::span<const LibraryModel> mutexes();
std::span<const LibraryModel> threads();
std::span<const LibraryModel> readWriteLocks();
std::span<const LibraryModel> semaphores();
std::span<const LibraryModel> barriers();
std::span<const LibraryModel> onceControls();
std::span<const LibraryModel> keys();
std::span<const LibraryModel> input();
std::span<const LibraryModel> mathematics();
std::span<const LibraryModel> floatText();
} // namespace models

} // namespace raceward
