#include "raceward/cele/OrderFree.h"

#include "StaticUses.h"

#include <algorithm>
#include <vector>

namespace raceward::cele {

namespace {

/// One fork on the path from the program's body to a statement, and the branch taken.
struct Turn {
  StatementId fork;
  std::size_t branch = 0;
  bool operator==(const Turn &) const = default;
};
using Way = std::vector<Turn>;

/// Two branches of one fork. A fork in a loop waits for all its threads before the next iteration.
bool concurrent(const Way &a, const Way &b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (!(a[i] == b[i]))
      return a[i].fork == b[i].fork;
  return false;
}

/// The variables that a statement writes and uses, and those that decide whether it is executed.
struct Doing {
  Way way;
  VariableId written; ///< invalid if it writes nothing
  std::set<VariableId> used;
  std::set<VariableId> decidedBy; ///< variables of the conditions around it
};

class Reading {
public:
  explicit Reading(const Source &text) : text_(text) { readBlock(text.body, {}, {}); }

  /// Variables whose value may depend on the order of threads.
  [[nodiscard]] std::set<VariableId> shaken() const {
    std::set<VariableId> shaken;
    for (const Doing &writer : doings_)
      if (writer.written.valid() && std::ranges::any_of(doings_, [&](const Doing &other) {
            return concurrent(writer.way, other.way) &&
                   (other.written == writer.written || other.used.contains(writer.written));
          }))
        shaken.insert(writer.written);
    const auto isShaken = [&](VariableId variable) { return shaken.contains(variable); };
    for (std::size_t before = shaken.size() + 1; before != shaken.size();) {
      before = shaken.size();
      for (const Doing &writer : doings_)
        if (writer.written.valid() && (std::ranges::any_of(writer.used, isShaken) ||
                                       std::ranges::any_of(writer.decidedBy, isShaken)))
          shaken.insert(writer.written);
    }
    return shaken;
  }

private:
  void readBlock(const Block &block, const Way &way, const std::set<VariableId> &decidedBy) {
    for (const StatementId id : block) {
      const Statement &statement = text_.at(id);
      Doing doing{way, {}, {}, decidedBy};
      // An event only delays; a use after it has the same value, or is not executed.
      if (statement.kind != Statement::Kind::When)
        visitUses(text_, statement,
                  [&](ExpressionId use) { doing.used.insert(text_.at(use).variable); });
      if (isWrite(statement))
        doing.written = statement.variable;
      std::set<VariableId> inner = decidedBy;
      if (statement.kind == Statement::Kind::If || statement.kind == Statement::Kind::While)
        inner.insert(doing.used.begin(), doing.used.end());
      for (std::size_t i = 0; i < statement.blocks.size(); ++i) {
        Way further = way;
        if (statement.kind == Statement::Kind::Fork)
          further.push_back({id, i});
        readBlock(statement.blocks[i], further, inner);
      }
      doings_.push_back(std::move(doing));
    }
  }

  const Source &text_;
  std::vector<Doing> doings_;
};

} // namespace

std::set<ExpressionId> usesOf(const Source &text) {
  std::set<ExpressionId> uses;
  for (const Statement &statement : text.statements)
    if (statement.kind != Statement::Kind::When)
      visitUses(text, statement, [&](ExpressionId use) { uses.insert(use); });
  return uses;
}

std::set<ExpressionId> orderFreeUses(const Source &text) {
  const std::set<VariableId> shaken = Reading(text).shaken();
  std::set<ExpressionId> free;
  for (const ExpressionId use : usesOf(text)) {
    // The index decides which element it is.
    bool isFree = true;
    visitEvaluated(text, use, [&](ExpressionId part) {
      isFree &= !isUse(text.at(part)) || !shaken.contains(text.at(part).variable);
    });
    if (isFree)
      free.insert(use);
  }
  return free;
}

} // namespace raceward::cele
