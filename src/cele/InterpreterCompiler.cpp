// Compiles the text to instructions of a stack machine.
#include "Interpreter.h"

#include <utility>

namespace raceward::cele {

class Interpreter::Compiler {
public:
  using Code = Instruction::Code;

  explicit Compiler(Interpreter &to) : source_(to.source_), to_(to) {}

  void run() {
    for (const Variable &variable : source_.variables) {
      to_.cells_.push_back(to_.memorySize_);
      to_.memorySize_ += variable.isArray() ? variable.length : 1;
    }
    to_.nestOf_.assign(source_.expressions.size(), 0);
    to_.loopNests_.emplace_back();
    to_.entries_.push_back(0);
    to_.parents_.push_back(0);
    block(source_.body);
    emit({Code::End, {}, {}, 0});
  }

private:
  std::uint32_t emit(Instruction instruction) {
    to_.code_.push_back(instruction);
    return here() - 1;
  }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(to_.code_.size()); }

  // Recursion as deep as the blocks, which parser and unrolling limit.
  void block(const Block &block) {
    for (const StatementId id : block)
      statement(id);
  }

  void statement(StatementId id) {
    const Statement &it = source_.at(id);
    switch (it.kind) {
    case Statement::Kind::Assign:
      expression(it.value);
      emit({Code::Write, {}, id, 0});
      break;
    case Statement::Kind::AssignArray:
      for (const ExpressionId element : it.elements)
        expression(element);
      emit({Code::WriteArray, {}, id, 0});
      break;
    case Statement::Kind::AssignElement:
      expression(it.index);
      expression(it.value);
      emit({Code::WriteElement, {}, id, 0});
      break;
    case Statement::Kind::Output:
      expression(it.value);
      emit({Code::Drop, {}, id, 0});
      break;
    case Statement::Kind::If:
      choice(it);
      break;
    case Statement::Kind::While:
      loop(it);
      break;
    case Statement::Kind::Fork:
      fork(id, it);
      break;
    case Statement::Kind::When:
      nest(it.value);
      emit({Code::When, {}, id, 0});
      break;
    case Statement::Kind::Skip:
      break;
    case Statement::Kind::Assert:
      expression(it.value);
      emit({Code::Assert, {}, id, 0});
      break;
    case Statement::Kind::Cut:
      emit({Code::Cut, {}, id, 0});
      break;
    }
  }

  void choice(const Statement &it) {
    expression(it.value);
    const std::uint32_t toElse = emit({Code::JumpIfNot, {}, {}, 0});
    block(it.blocks[0]);
    const std::uint32_t toEnd = emit({Code::Jump, {}, {}, 0});
    to_.code_[toElse].target = here();
    block(it.blocks[1]);
    to_.code_[toEnd].target = here();
  }

  void loop(const Statement &it) {
    const std::uint32_t number = to_.loopCount_++;
    const std::uint32_t outer = nest_;
    std::vector<std::uint32_t> loops = to_.loopNests_[outer];
    loops.push_back(number);
    nest_ = static_cast<std::uint32_t>(to_.loopNests_.size());
    to_.loopNests_.push_back(std::move(loops));

    const std::uint32_t start = here();
    expression(it.value);
    const std::uint32_t toEnd = emit({Code::JumpIfNot, {}, {}, 0});
    block(it.blocks.front());
    emit({Code::NextIteration, {}, {}, number});
    emit({Code::Jump, {}, {}, start});
    to_.code_[toEnd].target = here();
    emit({Code::LeaveLoop, {}, {}, number});
    nest_ = outer;
  }

  void fork(StatementId id, const Statement &it) {
    const auto first = static_cast<std::uint32_t>(to_.entries_.size());
    emit({Code::Fork, {}, id, first});
    const std::uint32_t toEnd = emit({Code::Jump, {}, {}, 0});
    to_.entries_.resize(first + it.blocks.size());
    to_.parents_.resize(first + it.blocks.size(), thread_);
    const std::uint32_t outer = thread_;
    for (std::size_t i = 0; i < it.blocks.size(); ++i) {
      thread_ = first + static_cast<std::uint32_t>(i);
      to_.entries_[thread_] = here();
      block(it.blocks[i]);
      emit({Code::End, {}, {}, 0});
    }
    thread_ = outer;
    to_.code_[toEnd].target = here();
  }

  // Recursion as deep as the expression, which the parser limits.
  void expression(ExpressionId id) {
    const Expression &it = source_.at(id);
    to_.nestOf_[id.index()] = nest_;
    if (it.left.valid())
      expression(it.left);
    if (it.right.valid())
      expression(it.right);
    emit({codeOf(it.kind), id, {}, 0});
  }

  /// The condition of a `when` is evaluated as a whole.
  void nest(ExpressionId id) {
    if (!id.valid())
      return;
    to_.nestOf_[id.index()] = nest_;
    nest(source_.at(id).left);
    nest(source_.at(id).right);
  }

  static Code codeOf(Expression::Kind kind) {
    switch (kind) {
    case Expression::Kind::Integer:
    case Expression::Kind::Boolean:
      return Code::Literal;
    case Expression::Kind::Variable:
      return Code::Use;
    case Expression::Kind::Element:
      return Code::UseElement;
    case Expression::Kind::Input:
      return Code::Input;
    case Expression::Kind::Unary:
    case Expression::Kind::Binary:
      break;
    }
    return Code::Apply;
  }

  const Source &source_;
  Interpreter &to_;
  std::uint32_t nest_ = 0;
  std::uint32_t thread_ = 0;
};

Interpreter::Interpreter(const Source &source) : source_(source) {
  Compiler(*this).run();
}

} // namespace raceward::cele
