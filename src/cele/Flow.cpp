#include "raceward/cele/Flow.h"

namespace raceward::cele {

namespace {

class FlowBuilder {
  using Kind = FlowBlock::Kind;

public:
  explicit FlowBuilder(const Source &source) : source_(source) {}

  Flow run() {
    const FlowBlockId start = add(Kind::Start, {}, 0);
    const FlowBlockId last = sequence(source_.body, start, {});
    connect(last, add(Kind::End, {}, 0));
    return std::move(flow_);
  }

private:
  /// The enclosing position of a list of statements.
  struct Where {
    FlowBlockId parent;
    std::uint32_t part = 0;
    bool inFork = false;
  };

  FlowBlockId add(Kind kind, const Where &where, std::uint32_t number) {
    const FlowBlockId id(flow_.blocks.size());
    FlowBlock block;
    block.kind = kind;
    block.parent = where.parent;
    block.part = where.part;
    block.number = number;
    flow_.blocks.push_back(std::move(block));
    return id;
  }

  void connect(FlowBlockId from, FlowBlockId to) {
    flow_.blocks[from.index()].successors.push_back(to);
    flow_.blocks[to.index()].predecessors.push_back(from);
  }

  /// Adds the statements after `from`; returns the last block.
  FlowBlockId sequence(const Block &statements, FlowBlockId from, const Where &where) {
    FlowBlockId last = from;
    std::uint32_t number = 0;
    bool mayGrow = false; // `last` is a block of this list that accepts further statements
    for (const StatementId id : statements) {
      const Statement &it = source_.at(id);
      if (it.kind == Statement::Kind::If || it.kind == Statement::Kind::Fork) {
        last = divided(id, last, where, ++number);
        mayGrow = false;
        continue;
      }
      if (!mayGrow) {
        const FlowBlockId block = add(Kind::Straight, where, ++number);
        connect(last, block);
        last = block;
        mayGrow = !where.inFork;
      }
      flow_.blocks[last.index()].statements.push_back(id);
    }
    return last;
  }

  FlowBlockId divided(StatementId id, FlowBlockId from, const Where &where, std::uint32_t number) {
    const Statement &it = source_.at(id);
    const bool isFork = it.kind == Statement::Kind::Fork;
    const FlowBlockId begin = add(isFork ? Kind::Fork : Kind::Branch, where, number);
    connect(from, begin);
    std::vector<FlowBlockId> ends;
    std::uint32_t part = 0;
    for (const Block &block : it.blocks)
      ends.push_back(sequence(block, begin, {begin, ++part, where.inFork || isFork}));
    const FlowBlockId end = add(isFork ? Kind::Join : Kind::Merge, where, number);
    for (const FlowBlockId last : ends)
      connect(last, end);
    for (const auto &[one, other] : {std::pair(begin, end), std::pair(end, begin)}) {
      flow_.blocks[one.index()].partner = other;
      flow_.blocks[one.index()].statements = {id};
    }
    return end;
  }

  const Source &source_;
  Flow flow_;
};

} // namespace

std::string Flow::name(FlowBlockId id) const {
  using Kind = FlowBlock::Kind;
  std::vector<std::string> parts; // in reverse order
  switch (at(id).kind) {
  case Kind::Start:
    return "start";
  case Kind::End:
    return "end";
  case Kind::Merge:
    parts.emplace_back("end");
    break;
  case Kind::Join:
    parts.emplace_back("join");
    break;
  default:
    break;
  }
  for (; id.valid(); id = at(id).parent) {
    const FlowBlock &block = at(id);
    parts.push_back(std::to_string(block.number));
    if (block.parent.valid())
      parts.push_back(at(block.parent).kind == Kind::Fork ? std::to_string(block.part)
                      : block.part == 1                   ? "then"
                                                          : "else");
  }
  std::string name;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    name += (name.empty() ? "" : ".") + *part;
  return name;
}

Flow buildFlow(const Source &unrolled) {
  return FlowBuilder(unrolled).run();
}

} // namespace raceward::cele
