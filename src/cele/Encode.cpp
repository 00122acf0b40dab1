#include "raceward/cele/Encode.h"

#include "StaticUses.h"

#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward::cele {

namespace {

OrderTheory theoryOf(Encoding encoding) {
  switch (encoding) {
  case Encoding::Pi:
    return OrderTheory::AnyWrite;
  case Encoding::Edges:
    return OrderTheory::Pairs;
  case Encoding::OneEdge:
    return OrderTheory::OneReader;
  case Encoding::Exact:
    return OrderTheory::Clocks;
  }
  RW_CHECK(!"an encoding");
  return OrderTheory::Clocks;
}

} // namespace

Encoder::Encoder(TermArena &arena, const Source &unrolled, const Cssa &cssa, std::uint32_t width,
                 Encoding encoding, const std::vector<std::int64_t> &inputDomain)
    : arena_(arena), source_(unrolled), cssa_(cssa), width_(width), encoding_(encoding),
      inputDomain_(inputDomain), isCandidate_(cssa.ssa.versions.size()) {
  for (const Pi &pi : cssa.pis)
    for (const VersionId candidate : pi.candidates)
      isCandidate_[candidate.index()] = true;
}

Term Encoder::input(ExpressionId id, std::vector<Term> &constraints) {
  const auto [found, isNew] = inputs_.emplace(id, Term());
  const std::string name = "input." + std::to_string(id.index());
  if (inputDomain_.empty()) {
    if (isNew)
      found->second = arena_.variable(name, Sort::bits(kInputBits));
    return arena_.sext(found->second, width_);
  }
  if (isNew) {
    found->second = arena_.variable(name, Sort::bits(width_));
    Term any = arena_.boolean(false);
    for (const std::int64_t value : inputDomain_)
      any = arena_.lor(any,
                       arena_.equal(found->second,
                                    arena_.constant(BitVector(64, static_cast<std::uint64_t>(value))
                                                        .sext(std::max(64U, width_))
                                                        .extract(width_ - 1, 0))));
    constraints.push_back(any);
  }
  return found->second;
}

Term Encoder::tracked(Term guard, const std::string &name, std::vector<Term> &constraints) {
  const TermKind kind = arena_.kind(guard);
  if (kind == TermKind::True || kind == TermKind::False || kind == TermKind::Variable)
    return guard;
  const auto [found, isNew] = tracking_.emplace(guard, Term());
  if (isNew) {
    found->second = arena_.variable(name, Sort::boolean());
    constraints.push_back(arena_.equal(found->second, guard));
  }
  return found->second;
}

/// Visits the blocks in order and keeps the guard of the current position. For each step it adds a
/// term for whether it happens, for each π-function an access that the order theory constrains.
class RunEncoder {
public:
  RunEncoder(Encoder &shared, std::string_view suffix)
      : shared_(shared), arena_(shared.arena_), source_(shared.source_), cssa_(shared.cssa_),
        suffix_(suffix), out_(cssa_.flow.blocks.size()), condition_(out_.size()),
        parts_(out_.size()), cells_(cssa_.ssa.versions.size()),
        accessesOf_(cssa_.ssa.versions.size()) {
    run_.useValue.resize(source_.expressions.size());
    run_.happens.resize(cssa_.steps.steps.size());
    run_.reached.resize(source_.statements.size());
  }

  EncodedRun run() {
    for (std::size_t i = 0; i < cssa_.flow.blocks.size(); ++i)
      encode(FlowBlockId(i));
    for (const auto &[read, pi] : reads_)
      for (const VersionId candidate : pi->candidates)
        run_.accesses[read].from.insert(run_.accesses[read].from.end(),
                                        accessesOf_[candidate.index()].begin(),
                                        accessesOf_[candidate.index()].end());
    run_.order = constrainOrder(arena_, cssa_.steps.order, run_.accesses,
                                theoryOf(shared_.encoding_), suffix_);
    run_.constraints.insert(run_.constraints.end(), run_.order.constraints.begin(),
                            run_.order.constraints.end());
    return std::move(run_);
  }

private:
  using Cells = std::vector<Term>; ///< one per element of an array; otherwise one

  // Control.
  void encode(FlowBlockId id);
  Term guardInto(FlowBlockId id);
  void encodeJoin(FlowBlockId id, VersionId version);
  void encode(FlowBlockId block, StatementId id);
  void encodeWhen(StatementId id, const std::string &name);

  // Values.
  Term evaluate(ExpressionId id);
  Term use(ExpressionId id, Term index);
  Term binary(const Expression &expression, Term a, Term b);
  Term select(const Cells &cells, Term index);
  void write(StatementId id, Term index, Cells values);
  void addAccess(OrderedAccess::Kind kind, ClockId clock, VariableId variable, Term guard,
                 Term index, Term value);
  void addInitial(VersionId version);
  Term number(std::uint64_t value) const { return arena_.constant(shared_.width_, value); }
  Term isInside(Term index, VariableId array) {
    return arena_.ult(index, number(source_.at(array).length));
  }
  Sort sortOf(Type type) const {
    return type == Type::Boolean ? Sort::boolean() : Sort::bits(shared_.width_);
  }
  Term fresh(const std::string &name, Sort sort) { return arena_.variable(name + suffix_, sort); }
  /// The condition under which the thread continues.
  void goOnIf(Term condition) {
    if (inWhen_)
      whenHolds_ = arena_.land(whenHolds_, condition);
    else
      guard_ = arena_.land(guard_, condition);
  }

  Encoder &shared_;
  TermArena &arena_;
  const Source &source_;
  const Cssa &cssa_;
  std::string suffix_;
  EncodedRun run_;
  Term guard_;
  std::vector<Term> out_;       ///< by block: whether a thread passes its end
  std::vector<Term> condition_; ///< by branch
  struct Parts {
    Term then, otherwise;
  };
  std::vector<Parts> parts_;                              ///< by branch: whether each is entered
  std::vector<Cells> cells_;                              ///< by version, if needed
  std::vector<std::vector<std::size_t>> accessesOf_;      ///< by version: positions of its writes
  std::vector<std::pair<std::size_t, const Pi *>> reads_; ///< by position of the access
  bool inWhen_ = false;
  Term whenHolds_;
};

EncodedRun Encoder::encode(std::string_view suffix) {
  return RunEncoder(*this, suffix).run();
}

// --- control -----------------------------------------------------------------------------------

Term RunEncoder::guardInto(FlowBlockId id) {
  const FlowBlock &block = cssa_.flow.at(id);
  const auto after = [&](FlowBlockId predecessor, bool then) {
    if (cssa_.flow.at(predecessor).kind != FlowBlock::Kind::Branch)
      return out_[predecessor.index()];
    const Parts &parts = parts_[predecessor.index()];
    return then ? parts.then : parts.otherwise;
  };
  switch (block.kind) {
  case FlowBlock::Kind::Start:
    return arena_.boolean(true);
  case FlowBlock::Kind::Merge: {
    const Term then = after(block.predecessors.front(), true);
    const Term otherwise = after(block.predecessors.back(), false);
    const Parts &parts = parts_[block.partner.index()];
    // No thread stopped inside either part.
    if (then == parts.then && otherwise == parts.otherwise)
      return out_[block.partner.index()];
    return arena_.lor(then, otherwise);
  }
  case FlowBlock::Kind::Join: {
    Term all = out_[block.partner.index()];
    for (const FlowBlockId end : block.predecessors)
      if (end != block.partner)
        all = arena_.land(all, out_[end.index()]);
    return all;
  }
  default:
    return after(block.predecessors.front(), block.part == 1);
  }
}

void RunEncoder::encode(FlowBlockId id) {
  const FlowBlock &block = cssa_.flow.at(id);
  guard_ = guardInto(id);
  if (arena_.kind(guard_) != TermKind::Variable)
    guard_ = shared_.tracked(guard_, "ran." + cssa_.flow.name(id) + suffix_, run_.constraints);
  if (block.kind == FlowBlock::Kind::Join)
    run_.happens[cssa_.steps.ofStatement[block.statements.front().index()].index()] = guard_;
  if (block.kind == FlowBlock::Kind::Start) {
    run_.happens.front() = guard_;
    for (std::size_t version = 0; version < source_.variables.size(); ++version)
      addInitial(VersionId(version));
  }
  for (const VersionId version : cssa_.ssa.atBlock[id.index()])
    encodeJoin(id, version);
  if (block.kind == FlowBlock::Kind::Straight)
    for (const StatementId statement : block.statements)
      encode(id, statement);
  if (block.kind == FlowBlock::Kind::Branch) {
    const StatementId branch = block.statements.front();
    run_.reached[branch.index()] = guard_;
    const Term condition = evaluate(source_.at(branch).value);
    condition_[id.index()] = condition;
    guard_ = shared_.tracked(guard_, "decided." + cssa_.flow.name(id) + suffix_, run_.constraints);
    const std::string name = cssa_.flow.name(id);
    parts_[id.index()] = {shared_.tracked(arena_.land(guard_, condition),
                                          "ran." + name + ".then" + suffix_, run_.constraints),
                          shared_.tracked(arena_.land(guard_, arena_.lnot(condition)),
                                          "ran." + name + ".else" + suffix_, run_.constraints)};
  }
  if (block.kind == FlowBlock::Kind::Fork)
    run_.reached[block.statements.front().index()] = guard_;
  out_[id.index()] = guard_;
}

void RunEncoder::encodeJoin(FlowBlockId id, VersionId version) {
  if (!cssa_.needed[version.index()])
    return;
  const Version &it = cssa_.ssa.at(version);
  Cells &cells = cells_[version.index()];
  if (it.kind == Version::Kind::Phi) {
    const Term condition = condition_[cssa_.flow.at(id).partner.index()];
    const Cells &then = cells_[it.arguments[0].index()];
    const Cells &otherwise = cells_[it.arguments[1].index()];
    for (std::size_t i = 0; i < then.size(); ++i)
      cells.push_back(arena_.ite(condition, then[i], otherwise[i]));
    return;
  }
  const Variable &variable = source_.at(it.variable);
  const Pi &pi = cssa_.pis[cssa_.ofJoin[version.index()]];
  for (std::uint32_t i = 0; i < std::max(1U, variable.length); ++i) {
    std::string name = variable.name + "_" + std::to_string(it.number);
    if (variable.isArray())
      name += "[" + std::to_string(i) + "]";
    cells.push_back(fresh(name, sortOf(variable.type)));
    reads_.emplace_back(run_.accesses.size(), &pi);
    addAccess(OrderedAccess::Kind::Read, pi.clock, it.variable, guard_,
              variable.isArray() ? number(i) : Term(), cells.back());
  }
}

void RunEncoder::encode(FlowBlockId block, StatementId id) {
  const Statement &it = source_.at(id);
  run_.reached[id.index()] = guard_;
  switch (it.kind) {
  case Statement::Kind::Assign:
    return write(id, {}, {evaluate(it.value)});
  case Statement::Kind::AssignArray: {
    Cells values;
    for (const ExpressionId element : it.elements)
      values.push_back(evaluate(element));
    return write(id, {}, std::move(values));
  }
  case Statement::Kind::AssignElement: {
    const Term index = evaluate(it.index);
    const Term value = evaluate(it.value);
    goOnIf(isInside(index, it.variable));
    return write(id, index, {value});
  }
  case Statement::Kind::Output:
    evaluate(it.value);
    return;
  case Statement::Kind::Assert:
    return goOnIf(evaluate(it.value));
  case Statement::Kind::When:
    return encodeWhen(id, cssa_.flow.name(block) + "." + std::to_string(id.index()));
  case Statement::Kind::Cut:
    return goOnIf(arena_.boolean(false));
  case Statement::Kind::Skip:
    return;
  case Statement::Kind::If:
  case Statement::Kind::While:
  case Statement::Kind::Fork:
    RW_CHECK(!"a statement of a straight block");
  }
}

void RunEncoder::encodeWhen(StatementId id, const std::string &name) {
  // Unconstrained: a run may leave a thread waiting, as all its prefixes do.
  guard_ = shared_.tracked(arena_.land(guard_, fresh("passed." + name, Sort::boolean())),
                           "behind." + name + suffix_, run_.constraints);
  run_.happens[cssa_.steps.ofStatement[id.index()].index()] = guard_;
  inWhen_ = true;
  whenHolds_ = arena_.boolean(true);
  const Term condition = evaluate(source_.at(id).value);
  inWhen_ = false;
  run_.constraints.push_back(arena_.implies(guard_, arena_.land(whenHolds_, condition)));
}

// --- values ------------------------------------------------------------------------------------

void RunEncoder::addAccess(OrderedAccess::Kind kind, ClockId clock, VariableId variable, Term guard,
                           Term index, Term value) {
  run_.accesses.push_back({kind, clock, variable.index(), guard, index, value, {}});
}

void RunEncoder::addInitial(VersionId version) {
  const Version &it = cssa_.ssa.at(version);
  const Variable &variable = source_.at(it.variable);
  const Term zero = variable.type == Type::Boolean ? arena_.boolean(false) : number(0);
  if (cssa_.needed[version.index()])
    cells_[version.index()] = Cells(std::max(1U, variable.length), zero);
  if (!shared_.isCandidate_[version.index()])
    return;
  accessesOf_[version.index()].push_back(run_.accesses.size());
  addAccess(OrderedAccess::Kind::Write, ClockId(0), it.variable, arena_.boolean(true), {}, zero);
}

void RunEncoder::write(StatementId id, Term index, Cells values) {
  const VersionId version = cssa_.ssa.ofWrite[id.index()];
  const Version &it = cssa_.ssa.at(version);
  const ClockId clock = cssa_.steps.ofStatement[id.index()];
  run_.happens[clock.index()] = guard_;
  if (shared_.isCandidate_[version.index()])
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool isWhole = source_.at(id).kind == Statement::Kind::AssignArray;
      accessesOf_[version.index()].push_back(run_.accesses.size());
      addAccess(OrderedAccess::Kind::Write, clock, it.variable, guard_, isWhole ? number(i) : index,
                values[i]);
    }
  if (!cssa_.needed[version.index()])
    return;
  Cells &cells = cells_[version.index()];
  if (!index.valid()) {
    cells = std::move(values);
    return;
  }
  const Cells &before = cells_[it.arguments.front().index()];
  for (std::size_t i = 0; i < before.size(); ++i)
    cells.push_back(arena_.ite(arena_.equal(index, number(i)), values.front(), before[i]));
}

Term RunEncoder::select(const Cells &cells, Term index) {
  Term value = cells.back();
  for (std::size_t i = cells.size() - 1; i-- > 0;)
    value = arena_.ite(arena_.equal(index, number(i)), cells[i], value);
  return value;
}

Term RunEncoder::use(ExpressionId id, Term index) {
  const Expression &expression = source_.at(id);
  const ClockId clock = cssa_.steps.ofUse[id.index()];
  const Pi *pi = cssa_.at(id);
  Term value;
  if (pi == nullptr) {
    const Cells &cells = cells_[cssa_.ssa.ofUse[id.index()].index()];
    value = index.valid() ? select(cells, index) : cells.front();
  } else {
    value = fresh(source_.at(expression.variable).name + "@" + std::to_string(id.index()),
                  sortOf(expression.type));
    reads_.emplace_back(run_.accesses.size(), pi);
    addAccess(OrderedAccess::Kind::Read, clock, expression.variable, guard_, index, value);
  }
  if (!inWhen_) {
    run_.happens[clock.index()] = guard_;
    run_.useValue[id.index()] = value;
  }
  return value;
}

Term RunEncoder::evaluate(ExpressionId id) {
  const Expression &expression = source_.at(id);
  switch (expression.kind) {
  case Expression::Kind::Integer:
    return arena_.constant(BitVector(64, static_cast<std::uint64_t>(expression.number))
                               .zext(std::max(64U, shared_.width_))
                               .extract(shared_.width_ - 1, 0));
  case Expression::Kind::Boolean:
    return arena_.boolean(expression.number != 0);
  case Expression::Kind::Variable:
    return use(id, {});
  case Expression::Kind::Element: {
    const Term index = evaluate(expression.left);
    goOnIf(isInside(index, expression.variable));
    return use(id, index);
  }
  case Expression::Kind::Input:
    return shared_.input(id, run_.constraints);
  case Expression::Kind::Unary: {
    const Term operand = evaluate(expression.left);
    return expression.op == Operator::Not ? arena_.lnot(operand) : arena_.neg(operand);
  }
  case Expression::Kind::Binary: {
    const Term left = evaluate(expression.left);
    const Term right = evaluate(expression.right);
    return binary(expression, left, right);
  }
  }
  RW_CHECK(!"a kind of expression");
  return {};
}

Term RunEncoder::binary(const Expression &expression, Term a, Term b) {
  switch (expression.op) {
  case Operator::Add:
    return arena_.add(a, b);
  case Operator::Subtract:
    return arena_.sub(a, b);
  case Operator::Multiply:
    return arena_.mul(a, b);
  case Operator::Divide:
    goOnIf(arena_.distinct(b, number(0)));
    return arena_.sdiv(a, b);
  case Operator::Remainder:
    goOnIf(arena_.distinct(b, number(0)));
    return arena_.srem(a, b);
  case Operator::Less:
    return arena_.slt(a, b);
  case Operator::LessEqual:
    return arena_.sle(a, b);
  case Operator::Greater:
    return arena_.slt(b, a);
  case Operator::GreaterEqual:
    return arena_.sle(b, a);
  case Operator::Equal:
    return arena_.equal(a, b);
  case Operator::NotEqual:
    return arena_.distinct(a, b);
  case Operator::And:
    return arena_.land(a, b);
  case Operator::Or:
    return arena_.lor(a, b);
  case Operator::Negate:
  case Operator::Not:
    break;
  }
  RW_CHECK(!"an operator of two operands");
  return {};
}

} // namespace raceward::cele
