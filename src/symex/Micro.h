// Micro code: the input of the interpreter loop.
//
// Generated from Program's pre-decoded code, function by function, at the first call. Every operand
// is a slot: a register of the frame, or, with the highest bit set, a constant of the function.
// Widths, masks, sizes and strides are computed here, so that the loop needs no look-up.
#pragma once

#include "Scalars.h"
#include "raceward/program/Program.h"
#include "raceward/symex/Value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

struct LibraryModel;

// clang-format off
enum class Micro : std::uint8_t {
  // control
  Jump, Branch, Switch, IndirectJump, Return, Unreachable, Call, CallPointer, Library,
  // memory
  Allocate, Load, LoadParts, Store, StoreParts, Exchange, CompareExchange,
  Address, AddressSum, CopyMemory, SetMemory, ThreadLocalAddress,
  Visible,  ///< the next step is one that another thread could observe
  Lifetime, ///< of a local variable: begins (detail 1) or ends
  // numbers
  Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
  Equal, NotEqual, ULess, ULessEqual, SLess, SLessEqual,
  ComparePointers,
  Truncate, ZeroExtend, SignExtend,
  // floating point
  FloatBinary, FloatCompare, FloatCast, FloatNegate, FloatIntrinsic,
  // moving values
  Move, MoveMany, Select, SelectMany, Repack, Pick, Put,
  FreshInput, Intrinsic,
  VariadicStart, VariadicCopy, VariadicEnd,
  HideParts,   ///< the last step may have read a part of an address, or the next one leave it
  NoteAddress, ///< the next step looks at the number behind an address (AddressUses.h)
  Nothing, Gap,
};
// clang-format on

inline constexpr std::uint32_t kConstantBit = 1U << 31;

struct Step {
  Micro op = Micro::Gap;
  std::uint8_t detail = 0; ///< opcode of LLVM, ScalarKind …, depending on the op
  std::uint16_t width = 0; ///< bits of the operands (Truncate, ZeroExtend …: of the source)
  std::uint32_t result = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t extra = 0; ///< index into a side table; bytes of a Load or Store
  std::uint64_t mask = 0;  ///< of the result; Address: the constant part
  const Instruction *source = nullptr;

  [[nodiscard]] bool isCall() const {
    return op == Micro::Call || op == Micro::CallPointer || op == Micro::Library;
  }
  /// To memory, and nothing else.
  [[nodiscard]] bool isAccess() const {
    switch (op) {
    case Micro::Load:
    case Micro::Store:
    case Micro::LoadParts:
    case Micro::StoreParts:
    case Micro::CompareExchange:
    case Micro::Exchange:
    case Micro::CopyMemory:
    case Micro::SetMemory:
      return true;
    default:
      return false;
    }
  }
};

struct SlotMove {
  std::uint32_t target = 0;
  std::uint32_t source = 0;
};

struct MicroEdge {
  std::uint32_t target = 0; ///< index into steps
  std::uint32_t firstMove = 0;
  std::uint32_t moveCount = 0;
  bool sequential = true; ///< no move reads a register that an earlier one wrote
};

/// Address of an element: `a` + constant + the sum of index times scale.
struct ScaledIndex {
  std::uint32_t slot = 0;
  std::uint16_t width = 0;
  std::uint64_t scale = 0;
};

/// One scalar of a struct or vector that is read from or written to memory.
struct Part {
  std::uint32_t slot = 0;
  std::uint32_t width = 0;
  std::uint64_t offset = 0;
};

struct Argument {
  std::uint32_t slot = 0;
  std::uint32_t width = 0;
  /// A struct passed by value through memory: its size; the callee gets a copy.
  std::uint64_t byValue = 0;
  /// First scalar of an argument; alignment in a variable argument list.
  bool starts = true;
  std::uint16_t align = 1;
  std::uint64_t offset = 0; ///< of this scalar in its argument, in memory
};

struct CallDetail {
  const Function *callee = nullptr; ///< null if through a pointer (Step::a)
  const LibraryModel *model = nullptr;
  std::vector<Argument> arguments;
  std::vector<std::uint32_t> widths; ///< of the result's scalars
};

struct SwitchDetail {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cases; ///< sorted: value, edge
  std::uint32_t defaultEdge = 0;
};

struct MicroFunction {
  const Program *program = nullptr;
  const Function *function = nullptr;
  std::uint32_t registerCount = 0;
  std::vector<Step> steps;
  std::vector<Value> constants;
  std::vector<MicroEdge> edges;
  std::vector<SlotMove> moves;
  std::vector<ScaledIndex> indices;
  std::vector<Part> parts;
  std::vector<CallDetail> calls;
  std::vector<SwitchDetail> switches;
  std::vector<std::string> gaps; ///< why a step cannot be executed
  std::vector<std::uint32_t> parameterWidths;
  std::vector<std::uint32_t> resultWidths;
  std::vector<std::uint32_t> blocks; ///< first step of each block, for indirect jumps
  bool isVariadic = false;
  bool hasLoop = false; ///< an edge leads backwards

  /// That a Load, a Store, or one in parts accesses.
  [[nodiscard]] std::uint64_t bytesOf(const Step &step) const;
};

} // namespace raceward
