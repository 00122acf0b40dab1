// Frame: one call of one function.
#pragma once

#include "Micro.h"
#include "raceward/symex/State.h"

#include <new>

namespace raceward {

/// Variadic arguments, as a list in memory.
struct VariadicArguments {
  std::uint64_t area = 0; ///< address of the object that holds them
};

struct Frame {
  /// Allocates room for the registers after it.
  static Frame *make(const MicroFunction &code);
  [[nodiscard]] Frame *clone() const;
  static void destroy(Frame *frame);

  Value *registers() { return reinterpret_cast<Value *>(this + 1); }
  [[nodiscard]] const Value *registers() const { return reinterpret_cast<const Value *>(this + 1); }

  std::uint32_t references = 0;
  std::uint32_t at = 0; ///< the current step, or the call that waits
  std::uint32_t serial = 0;
  const MicroFunction *code = nullptr;
  FrameRef caller;
  std::vector<std::uint64_t> locals; ///< objects that end with this call
  std::uint64_t variadicArea = 0;
  bool comesBack = false; ///< to the call itself, which continues with the rest

private:
  explicit Frame(const MicroFunction &function) : code(&function) {}
  Frame(const Frame &) = default;
};

} // namespace raceward
