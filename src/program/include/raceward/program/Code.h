// Pre-decoded code: LLVM IR in a form suited to an interpreter.
//
// Every operand is resolved once, to a register of the frame, a constant, a global or a function,
// so that executing an instruction needs no map look-up. Branches carry the index of their target
// instruction and the moves that its phi nodes require. The LLVM instruction stays reachable
// through `origin` for rare needs.
#pragma once

#include "raceward/base/Id.h"
#include "raceward/model/Access.h"
#include "raceward/program/Effects.h"

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace llvm {
class Constant;
class Function;
class GlobalVariable;
class Instruction;
class Type;
} // namespace llvm

namespace raceward {

struct FunctionTag;
using FunctionId = Id<FunctionTag>;
struct GlobalTag;
using GlobalId = Id<GlobalTag>;
struct ConstantTag;
using ConstantId = Id<ConstantTag>;

struct Operand {
  enum class Kind : std::uint8_t { Register, Constant };
  Kind kind = Kind::Register;
  std::uint32_t index = 0;
};

inline constexpr std::uint32_t kNoRegister = UINT32_MAX;

/// A closed list. Unsupported is decoded as well: reaching it is a gap, loading it is not.
enum class Op : std::uint8_t {
  // control
  Jump,
  Branch, ///< operand 0 is the condition; edges: true, false
  Switch, ///< edges: default first, then one per case constant (operands 1…)
  IndirectJump,
  Return,
  Unreachable,
  Call, ///< a function of the program, or through a pointer (the last operand)
  LibraryCall,
  // memory
  Allocate, ///< a stack object
  Load,
  Store,
  Exchange,        ///< atomicrmw
  CompareExchange, ///< cmpxchg
  Fence,
  Address, ///< getelementptr
  CopyMemory,
  MoveMemory,
  SetMemory,
  // values
  Unary,
  Binary,
  Compare,
  Cast,
  Select,
  Freeze,
  ExtractValue,
  InsertValue,
  VectorElement, ///< extractelement, insertelement, shufflevector
  Intrinsic,     ///< an LLVM intrinsic that only computes
  FreshInput,    ///< a local variable before its first write: any value
  VariadicStart,
  VariadicEnd,
  VariadicCopy,
  VariadicNext,
  Nothing, ///< lifetime markers, annotations
  Assembly,
  Unsupported,
};

std::string_view toString(Op op);

struct Move {
  std::uint32_t target = 0; ///< register
  Operand source;
};

/// A way out of a block. The moves are parallel (all sources are read first).
struct Edge {
  std::uint32_t target = 0; ///< index into Code::instructions
  std::uint32_t firstMove = 0;
  std::uint32_t moveCount = 0;
};

struct Instruction {
  Op op = Op::Unsupported;
  std::uint32_t result = kNoRegister;
  std::uint32_t firstOperand = 0;
  std::uint32_t operandCount = 0;
  std::uint32_t firstEdge = 0;
  std::uint32_t edgeCount = 0;
  std::uint32_t firstSite = 0; ///< id of the first access site
  std::uint32_t siteCount = 0;
  FunctionId callee;                        ///< Call: invalid if through a pointer
  const LibraryFunction *library = nullptr; ///< LibraryCall: null if not modelled
  const llvm::Instruction *origin = nullptr;
  /// An access of inline assembly that may order more than it says: strictOrderOf() in Assembly.h.
  bool hasOpenOrder = false;
};

struct Code {
  std::uint32_t registerCount = 0; ///< the first ones are the parameters
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<Edge> edges;
  std::vector<Move> moves;

  [[nodiscard]] std::span<const Operand> operandsOf(const Instruction &instruction) const {
    return std::span(operands).subspan(instruction.firstOperand, instruction.operandCount);
  }
  [[nodiscard]] std::span<const Edge> edgesOf(const Instruction &instruction) const {
    return std::span(edges).subspan(instruction.firstEdge, instruction.edgeCount);
  }
  [[nodiscard]] std::span<const Move> movesOf(const Edge &edge) const {
    return std::span(moves).subspan(edge.firstMove, edge.moveCount);
  }
};

// Constants, resolved once.
struct NullPointer {};
struct UndefinedValue {};
struct ZeroValue {}; ///< of any aggregate type
struct GlobalAddress {
  GlobalId global;
  std::int64_t offset = 0;
};
struct FunctionAddress {
  FunctionId function;
};
struct FloatBits {
  llvm::APInt bits;
};
struct AggregateValue {
  std::vector<ConstantId> elements;
};
/// Any other constant expression; evaluated from its LLVM form.
struct ExpressionValue {};

struct Constant {
  std::variant<llvm::APInt, FloatBits, NullPointer, UndefinedValue, ZeroValue, GlobalAddress,
               FunctionAddress, AggregateValue, ExpressionValue>
      value;
  const llvm::Constant *origin = nullptr;
};

struct Function {
  FunctionId id;
  std::string name; ///< C name
  SourcePosition at;
  const llvm::Function *origin = nullptr;
  /// Set for a modelled function without a body; null otherwise.
  const LibraryFunction *library = nullptr;
  bool hasBody = false;
  bool isAtomicSection = false; ///< __VERIFIER_atomic_…: the whole body is one section
  Code code;
};

struct Global {
  GlobalId id;
  std::string name;
  SourcePosition at;
  const llvm::GlobalVariable *origin = nullptr;
  std::uint64_t bytes = 0;
  bool isConstant = false;
  bool isThreadLocal = false;
};

} // namespace raceward
