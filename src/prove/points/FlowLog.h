// FlowLog: the flows of addresses between nodes, for explanations.
//
// The solver merges nodes and resolves loads and stores while it works, and does not keep how an
// address came somewhere. With a log, each flow that it is told or finds is written down between
// the nodes as they were at that time. It costs memory, so that only explanations ask for it.
#pragma once

#include "Place.h"

#include <cstdint>
#include <vector>

namespace raceward::points {

using NodeIndex = std::uint32_t;

struct FlowLog {
  struct Flow {
    NodeIndex from = 0;
    NodeIndex to = 0;
    bool dropsWild = false; ///< not the object of number 0
  };
  struct Origin {
    NodeIndex node = 0;
    ObjectIndex object = 0;
  };
  std::vector<Flow> flows;
  std::vector<Origin> origins; ///< where the address of an object enters
};

} // namespace raceward::points
