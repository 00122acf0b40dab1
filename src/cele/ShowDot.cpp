#include "ShowGraph.h"

#include <set>

namespace raceward::cele {

namespace {

/// Escapes names, which come from the program.
std::string inQuotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\l"; // left-aligned line
    else
      result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return result + "\"";
}

std::string nodeId(FlowBlockId block) {
  return "b" + std::to_string(block.index());
}

constexpr const char *kHead = "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
                              "  edge [fontname=\"sans-serif\", fontsize=9];\n";
constexpr const char *kConflict = "style=dashed, color=firebrick, fontcolor=firebrick, "
                                  "constraint=false";

class GraphWriter {
public:
  GraphWriter(const Cssa &cssa, const ShowGraph &graph) : cssa_(cssa), graph_(graph) {}

  std::string run() {
    text_ = std::string("digraph cele {\n") + kHead;
    writeNodes();
    for (const ShowGraph::Edge &edge : graph_.edges)
      text_ += "  " + nodeId(edge.from) + " -> " + nodeId(edge.to) +
               (edge.label.empty() ? "" : " [label=" + inQuotes(edge.label) + "]") + ";\n";
    for (const ShowGraph::Edge &edge : graph_.conflicts)
      text_ += "  " + nodeId(edge.from) + " -> " + nodeId(edge.to) +
               " [label=" + inQuotes(edge.label) + ", " + kConflict + "];\n";
    return text_ + "}\n";
  }

private:
  /// Blocks in order; each thread of a fork in a separate frame. A block whose parent is not the
  /// open one closes frames.
  void writeNodes() {
    struct Frame {
      FlowBlockId fork;
      std::uint32_t thread;
    };
    std::vector<Frame> open;
    for (const ShowGraph::Node &node : graph_.nodes) {
      const std::vector<Frame> wanted = framesOf<Frame>(node.block);
      std::size_t same = 0;
      while (same < open.size() && same < wanted.size() && open[same].fork == wanted[same].fork &&
             open[same].thread == wanted[same].thread)
        ++same;
      for (; open.size() > same; open.pop_back())
        text_ += "  }\n";
      for (; open.size() < wanted.size(); open.push_back(wanted[open.size()])) {
        const Frame &frame = wanted[open.size()];
        const std::string name = cssa_.flow.name(frame.fork) + "." + std::to_string(frame.thread);
        text_ += "  subgraph " + inQuotes("cluster " + name) +
                 " {\n  label=" + inQuotes("thread " + name) +
                 "; labeljust=l; fontsize=9; fontname=\"sans-serif\"; color=gray;\n";
      }
      writeNode(node);
    }
    for (; !open.empty(); open.pop_back())
      text_ += "  }\n";
  }

  template <typename Frame> std::vector<Frame> framesOf(FlowBlockId block) const {
    std::vector<Frame> frames;
    while (cssa_.flow.at(block).parent.valid()) {
      const FlowBlock &it = cssa_.flow.at(block);
      if (cssa_.flow.at(it.parent).kind == FlowBlock::Kind::Fork)
        frames.insert(frames.begin(), {it.parent, it.part});
      block = it.parent;
    }
    return frames;
  }

  void writeNode(const ShowGraph::Node &node) {
    std::string label = node.name + "\n";
    for (const std::string &line : node.lines)
      label += line + "\n";
    text_ += "  " + nodeId(node.block) + " [label=" + inQuotes(label);
    switch (cssa_.flow.at(node.block).kind) {
    case FlowBlock::Kind::Start:
    case FlowBlock::Kind::End:
      text_ += ", shape=oval";
      break;
    case FlowBlock::Kind::Fork:
    case FlowBlock::Kind::Join:
      text_ += ", style=filled, fillcolor=gray92";
      break;
    case FlowBlock::Kind::Branch:
      text_ += ", style=rounded";
      break;
    default:
      break;
    }
    text_ += "];\n";
  }

  const Cssa &cssa_;
  const ShowGraph &graph_;
  std::string text_;
};

/// The steps of all π-functions, in program order, and the writes that each may see.
std::string choicesDot(const Source &source, const Cssa &cssa) {
  std::set<ClockId> steps;
  std::string choices;
  const auto id = [](ClockId clock) { return "c" + std::to_string(clock.index()); };
  for (const Pi &pi : cssa.pis) {
    steps.insert(pi.clock);
    for (const VersionId candidate : pi.candidates) {
      const ClockId from = cssa.clockOf(candidate);
      steps.insert(from);
      choices += "  " + id(from) + " -> " + id(pi.clock) +
                 " [label=" + inQuotes(versionName(source, cssa.ssa, candidate)) + ", " +
                 (cssa.steps.order.concurrent(from, pi.clock) ? kConflict
                                                              : "style=dashed, constraint=false") +
                 "];\n";
    }
  }
  std::string text = std::string("digraph cele {\n") + kHead;
  const ShowNames names = piNames(source, cssa);
  const std::vector<ClockId> all(steps.begin(), steps.end());
  for (const ClockId clock : all) {
    const FlowStep &step = cssa.steps.at(clock);
    std::string label = "clock " + std::to_string(clock.index()) + "\n";
    switch (step.kind) {
    case FlowStep::Kind::Initial:
      label += "start";
      break;
    case FlowStep::Kind::Use:
      label += "use " + showUse(source, step.use);
      break;
    case FlowStep::Kind::Join:
      label += "join " + cssa.flow.name(step.block);
      break;
    case FlowStep::Kind::Write:
    case FlowStep::Kind::Pass:
      label += cssa.flow.name(step.block) + "  " + showStatement(source, step.statement, names);
      break;
    }
    text += "  " + id(clock) + " [label=" + inQuotes(label + "\n") + "];\n";
    for (const ClockId before : cssa.steps.order.latestBefore(clock, all))
      text += "  " + id(before) + " -> " + id(clock) + ";\n";
  }
  return text + choices + "}\n";
}

} // namespace

Result<std::string> showDot(const Source &unrolled, Picture picture) {
  const Result<Cssa> cssa = buildCssa(unrolled);
  if (!cssa)
    return fail(cssa.error());
  if (picture == Picture::Constraints)
    return choicesDot(unrolled, *cssa);
  return GraphWriter(*cssa, makeGraph(unrolled, *cssa, picture)).run();
}

} // namespace raceward::cele
