// The flow graph of an unrolled program: blocks, branches, forks, and conflict edges between
// blocks that may run at the same time.
//
// Inside a fork every statement is a separate block, since another thread may come between any two.
// There are no loops, so the order of the blocks is a topological order.
#pragma once

#include "raceward/cele/Ast.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward::cele {

struct FlowBlockTag;
using FlowBlockId = Id<FlowBlockTag>;

struct FlowBlock {
  enum class Kind : std::uint8_t {
    Start,
    Straight, ///< simple statements in sequence
    Branch,   ///< the condition of an `if`; successors: then, else
    Merge,    ///< where both meet; predecessors: end of then, end of else
    Fork,     ///< successors: one per thread
    Join,     ///< predecessors: one per thread
    End,
  };
  Kind kind = Kind::Straight;
  /// For a branch and a merge the `if`, for a fork and a join the `fork`.
  std::vector<StatementId> statements;
  std::vector<FlowBlockId> successors;
  std::vector<FlowBlockId> predecessors;
  /// The branch of a merge, the fork of a join; and vice versa.
  FlowBlockId partner;

  // Its position, for its name.
  FlowBlockId parent;       ///< the enclosing branch or fork
  std::uint32_t part = 0;   ///< number of the thread or branch in the parent, from 1
  std::uint32_t number = 0; ///< number among the blocks there, from 1
};

/// A write that a use in another thread may see.
struct Conflict {
  FlowBlockId write;
  FlowBlockId use;
  VariableId variable;
  auto operator<=>(const Conflict &) const = default;
};

struct Flow {
  std::vector<FlowBlock> blocks;

  [[nodiscard]] const FlowBlock &at(FlowBlockId id) const { return blocks[id.index()]; }
  /// "3.1.2": second block of the first thread of the fork 3; "4.then.1"; "4.end"; "3.join".
  [[nodiscard]] std::string name(FlowBlockId id) const;
};

Flow buildFlow(const Source &unrolled);

} // namespace raceward::cele
