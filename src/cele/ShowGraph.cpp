#include "ShowGraph.h"

#include "StaticUses.h"

namespace raceward::cele {

namespace {

class GraphBuilder {
public:
  GraphBuilder(const Source &source, const Cssa &cssa, Picture picture)
      : source_(source), cssa_(cssa), picture_(picture),
        names_(picture == Picture::Cfg   ? plainNames(source)
               : picture == Picture::Ssa ? versionNames(source, cssa.ssa)
                                         : piNames(source, cssa)) {}

  ShowGraph run() {
    for (std::size_t i = 0; i < cssa_.flow.blocks.size(); ++i)
      add(FlowBlockId(i));
    for (const Conflict &conflict : findConflicts(source_, cssa_.steps)) {
      const std::string &variable = source_.at(conflict.variable).name;
      std::vector<ShowGraph::Edge> &edges = graph_.conflicts;
      if (!edges.empty() && edges.back().from == conflict.write && edges.back().to == conflict.use)
        edges.back().label += ", " + variable;
      else
        edges.push_back({conflict.write, conflict.use, variable});
    }
    return std::move(graph_);
  }

private:
  void add(FlowBlockId id) {
    const FlowBlock &block = cssa_.flow.at(id);
    ShowGraph::Node node{id, cssa_.flow.name(id), {}};
    if (picture_ != Picture::Cfg)
      for (const VersionId version : cssa_.ssa.atBlock[id.index()])
        addFunction(node, version);
    if (block.kind == FlowBlock::Kind::Straight || block.kind == FlowBlock::Kind::Branch)
      for (const StatementId statement : block.statements) {
        addPis(node, source_.at(statement));
        node.lines.push_back(showStatement(source_, statement, names_));
      }
    else if (block.kind == FlowBlock::Kind::Fork)
      node.lines.emplace_back("fork");
    graph_.nodes.push_back(std::move(node));
    for (std::size_t i = 0; i < block.successors.size(); ++i)
      graph_.edges.push_back({id, block.successors[i],
                              block.kind != FlowBlock::Kind::Branch ? ""
                              : i == 0                              ? "then"
                                                                    : "else"});
  }

  std::string list(const std::vector<VersionId> &versions) const {
    std::string text;
    for (const VersionId version : versions)
      text += (text.empty() ? "" : ", ") + versionName(source_, cssa_.ssa, version);
    return text;
  }

  void addFunction(ShowGraph::Node &node, VersionId version) {
    const Version &it = cssa_.ssa.at(version);
    const bool isJoin = it.kind == Version::Kind::Join;
    // Versions that nothing needs are omitted.
    if (!cssa_.needed[version.index()] && (isJoin || picture_ == Picture::Cssa))
      return;
    const bool asPi = isJoin && picture_ == Picture::Cssa;
    node.lines.push_back(
        versionName(source_, cssa_.ssa, version) + " = " +
        (asPi     ? "π("
         : isJoin ? "join("
                  : "φ(") +
        list(asPi ? cssa_.pis[cssa_.ofJoin[version.index()]].candidates : it.arguments) + ")");
  }

  void addPis(ShowGraph::Node &node, const Statement &statement) {
    if (picture_ != Picture::Cssa)
      return;
    visitUses(source_, statement, [&](ExpressionId use) {
      const std::uint32_t pi = cssa_.ofUse[use.index()];
      if (pi != Cssa::kNoPi)
        node.lines.push_back(piName(source_, cssa_, pi) + " = π(" + list(cssa_.pis[pi].candidates) +
                             ")");
    });
  }

  const Source &source_;
  const Cssa &cssa_;
  Picture picture_;
  ShowNames names_;
  ShowGraph graph_;
};

} // namespace

ShowGraph makeGraph(const Source &source, const Cssa &cssa, Picture picture) {
  return GraphBuilder(source, cssa, picture).run();
}

} // namespace raceward::cele
