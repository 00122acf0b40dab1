// The flow graph of an unrolled program: blocks, branches, forks, and conflict edges between
// blocks that may run at the same time.
//
// Inside of a fork every statement is a block of its own, since another thread may come between
// any two. There are no loops, so the order of the blocks is an order of the graph, too.
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
    Straight, ///< statements one after the other, none with parts
    Branch,   ///< the condition of an `if`; successors: then, else
    Merge,    ///< where both meet; predecessors: end of then, end of else
    Fork,     ///< successors: one per thread
    Join,     ///< predecessors: one per thread
    End,
  };
  Kind kind = Kind::Straight;
  /// Of a branch and a merge the `if`, of a fork and a join the `fork`.
  std::vector<StatementId> statements;
  std::vector<FlowBlockId> successors;
  std::vector<FlowBlockId> predecessors;
  /// Of a merge its branch, of a join its fork; and the other way round.
  FlowBlockId partner;

  // Where it stands, for its name.
  FlowBlockId parent;       ///< the branch or fork that it is inside of
  std::uint32_t part = 0;   ///< of the parent: which thread or branch, from 1
  std::uint32_t number = 0; ///< among the blocks there, from 1
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
