// Blocks, their names, dominance and conflict edges.
#include "Texts.h"

#include "raceward/cele/Dominance.h"
#include "raceward/cele/FlowSteps.h"
#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Graph {
public:
  explicit Graph(std::string_view text, std::uint32_t bound = 1)
      : source(*unroll(parsed(text), bound)), flow(buildFlow(source)) {}

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < flow.blocks.size(); ++i)
      all.push_back(flow.name(FlowBlockId(i)));
    return all;
  }
  FlowBlockId find(std::string_view name) const {
    for (std::size_t i = 0; i < flow.blocks.size(); ++i)
      if (flow.name(FlowBlockId(i)) == name)
        return FlowBlockId(i);
    ADD_FAILURE() << "no block " << name;
    return {};
  }
  std::vector<std::string> named(const std::vector<FlowBlockId> &blocks) const {
    std::vector<std::string> all;
    for (const FlowBlockId block : blocks)
      all.push_back(flow.name(block));
    return all;
  }
  std::vector<std::string> conflicts() const {
    std::vector<std::string> all;
    for (const Conflict &it : findConflicts(source, *findSteps(source, flow)))
      all.push_back(flow.name(it.write) + ">" + flow.name(it.use) + ":" +
                    source.at(it.variable).name);
    return all;
  }

  Source source;
  Flow flow;
};

TEST(Flow, StatementsAreOneBlockOutsideOfForksAndOneEachInside) {
  const Graph graph("a = 1; b = 2; fork { a = 1; b = 2; } and { }; c = 1; d = 1;");
  EXPECT_THAT(graph.names(),
              ElementsAre("start", "1", "2", "2.1.1", "2.1.2", "2.join", "3", "end"));
  EXPECT_EQ(graph.flow.at(graph.find("1")).statements.size(), 2U);
  EXPECT_THAT(graph.named(graph.flow.at(graph.find("2")).successors),
              ElementsAre("2.1.1", "2.join"));
}

TEST(Flow, NamesTellWhereABlockStands) {
  const Graph graph("a = 1; if (a > 0) { fork { if (a > 1) { b = 1; }; } and { c = 1; }; } "
                    "else { d = 1; }; e = 1;");
  EXPECT_THAT(graph.names(), ElementsAre("start", "1", "2", "2.then.1", "2.then.1.1.1",
                                         "2.then.1.1.1.then.1", "2.then.1.1.1.end", "2.then.1.2.1",
                                         "2.then.1.join", "2.else.1", "2.end", "3", "end"));
}

TEST(Flow, UnrolledLoopsAreBranchesInBranches) {
  EXPECT_THAT(Graph("while (read(1) > 0) { a = 1; };").names(),
              ElementsAre("start", "1", "1.then.1", "1.then.2", "1.then.2.then.1", "1.then.2.end",
                          "1.end", "end"));
}

TEST(Flow, ConflictsAreBetweenThreadsOnly) {
  EXPECT_THAT(Graph("a = 1; fork { a = 2; b = a; } and { c = a + 1; a = 3; }; d = a;").conflicts(),
              ElementsAre("2.1.1>2.2.1:a", "2.2.2>2.1.2:a"));
  // Branches of one thread are not concurrent, nor is what a `when` in it reads.
  EXPECT_THAT(Graph("if (b) { a = 1; } else { c = a; }; when (a == 0);").conflicts(), IsEmpty());
  EXPECT_THAT(Graph("fork { a = 1; } and { when (a == 1); };").conflicts(),
              ElementsAre("1.1.1>1.2.1:a"));
  // Threads of different forks, one inside of the other.
  EXPECT_THAT(Graph("fork { fork { a = 1; } and { b = a; }; c = a; } and { d = a; };").conflicts(),
              ElementsAre("1.1.1.1.1>1.1.1.2.1:a", "1.1.1.1.1>1.2.1:a"));
}

TEST(Dominance, FrontiersAreWhereBranchesMeet) {
  const Graph graph("a = 1; if (a > 0) { if (a > 1) { b = 1; }; } else { c = 1; }; d = 1;");
  const Dominance dominance_ = dominance(graph.flow);
  const auto frontier = [&](std::string_view name) {
    return graph.named(dominance_.frontier[graph.find(name).index()]);
  };
  EXPECT_THAT(frontier("2.then.1.then.1"), ElementsAre("2.then.1.end"));
  EXPECT_THAT(frontier("2.then.1"), ElementsAre("2.end"));
  EXPECT_THAT(frontier("2.then.1.end"), ElementsAre("2.end"));
  EXPECT_THAT(frontier("2.else.1"), ElementsAre("2.end"));
  EXPECT_THAT(frontier("2"), IsEmpty());
  EXPECT_EQ(graph.flow.name(dominance_.immediate[graph.find("2.end").index()]), "2");
  EXPECT_TRUE(dominance_.dominates(graph.find("2"), graph.find("end")));
  EXPECT_TRUE(dominance_.dominates(graph.find("2.end"), graph.find("2.end")));
  EXPECT_FALSE(dominance_.dominates(graph.find("2.then.1"), graph.find("2.end")));
}

} // namespace
} // namespace raceward::cele
