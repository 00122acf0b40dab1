#include "raceward/cele/Unroll.h"

#include <algorithm>
#include <utility>

namespace raceward::cele {

namespace {

class Unroller {
public:
  Unroller(const Source &from, std::uint32_t bound, std::size_t mostStatements)
      : from_(from), bound_(bound), mostStatements_(mostStatements) {
    to_.file = from.file;
    to_.variables = from.variables;
    to_.comments = from.comments;
  }

  std::optional<Source> run() {
    if (!block(from_.body, to_.body))
      return std::nullopt;
    return std::move(to_);
  }

private:
  // Recursion as deep as the expression, which the parser limits.
  ExpressionId copy(ExpressionId id) {
    if (!id.valid())
      return id;
    Expression copied = from_.at(id);
    copied.left = copy(copied.left);
    copied.right = copy(copied.right);
    const ExpressionId fresh(to_.expressions.size());
    to_.expressions.push_back(copied);
    return fresh;
  }

  /// Reserves a number for a statement before its parts; empty if there are too many.
  std::optional<StatementId> reserve() {
    if (to_.statements.size() >= mostStatements_ || to_.expressions.size() / 50 > mostStatements_)
      return std::nullopt;
    const StatementId fresh(to_.statements.size());
    to_.statements.emplace_back();
    return fresh;
  }

  bool block(const Block &from, Block &to) {
    for (const StatementId id : from)
      if (!statement(id, to))
        return false;
    return true;
  }

  bool statement(StatementId id, Block &to) {
    const Statement &from = from_.at(id);
    if (from.kind == Statement::Kind::While)
      return loop(from, 0, to);
    const std::optional<StatementId> fresh = reserve();
    if (!fresh)
      return false;
    to.push_back(*fresh);
    Statement copied = from;
    copied.index = copy(from.index);
    copied.value = copy(from.value);
    for (ExpressionId &element : copied.elements)
      element = copy(element);
    for (std::size_t i = 0; i < from.blocks.size(); ++i) {
      copied.blocks[i].clear();
      if (!nested(from.blocks[i], copied.blocks[i]))
        return false;
    }
    to_.statements[fresh->index()] = std::move(copied);
    return true;
  }

  bool nested(const Block &from, Block &to) {
    if (depth_ == kDeepestUnrolled)
      return false;
    ++depth_;
    const bool done = block(from, to);
    --depth_;
    return done;
  }

  /// The loop from iteration `iteration` on. Each iteration is nested in the one before.
  bool loop(const Statement &from, std::uint32_t iteration, Block &to) {
    const std::optional<StatementId> fresh = reserve();
    if (!fresh || depth_ == kDeepestUnrolled)
      return false;
    to.push_back(*fresh);
    Statement copied = from;
    copied.kind = Statement::Kind::If;
    copied.value = copy(from.value);
    copied.blocks.assign(2, {});
    ++depth_;
    Block &body = copied.blocks.front();
    const bool done = iteration == bound_
                          ? cut(from, body)
                          : block(from.blocks.front(), body) && loop(from, iteration + 1, body);
    --depth_;
    to_.statements[fresh->index()] = std::move(copied);
    return done;
  }

  bool cut(const Statement &loop, Block &to) {
    const std::optional<StatementId> fresh = reserve();
    if (!fresh)
      return false;
    Statement cut;
    cut.kind = Statement::Kind::Cut;
    cut.at = loop.at;
    cut.end = loop.end;
    cut.origin = loop.origin;
    to_.statements[fresh->index()] = std::move(cut);
    to.push_back(*fresh);
    return true;
  }

  const Source &from_;
  std::uint32_t bound_;
  std::size_t mostStatements_;
  std::uint32_t depth_ = 0; ///< current nesting of blocks
  Source to_;
};

} // namespace

std::optional<Source> unroll(const Source &source, std::uint32_t bound,
                             std::size_t mostStatements) {
  return Unroller(source, bound, mostStatements).run();
}

bool hasLoops(const Source &source) {
  return std::any_of(source.statements.begin(), source.statements.end(),
                     [](const Statement &it) { return it.kind == Statement::Kind::While; });
}

} // namespace raceward::cele
