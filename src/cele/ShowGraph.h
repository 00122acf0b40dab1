// The flow graph in a form common to text and drawing.
#pragma once

#include "ShowNames.h"

#include "raceward/cele/Show.h"

namespace raceward::cele {

struct ShowGraph {
  struct Node {
    FlowBlockId block;
    std::string name;
    std::vector<std::string> lines;
  };
  struct Edge {
    FlowBlockId from;
    FlowBlockId to;
    std::string label; ///< of a conflict: the variables
  };
  std::vector<Node> nodes; ///< by block
  std::vector<Edge> edges;
  std::vector<Edge> conflicts; ///< from a write to a use in another thread
};

/// Not for Picture::Constraints.
ShowGraph makeGraph(const Source &source, const Cssa &cssa, Picture picture);

} // namespace raceward::cele
