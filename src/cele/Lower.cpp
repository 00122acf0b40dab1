#include "raceward/cele/Lower.h"

#include "LowerDebug.h"
#include "raceward/program/Load.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

namespace raceward::cele {

namespace {

/// Not one of the reserved names that are removed from modules before they become programs.
constexpr const char *kStepMetadata = "cele.step";
constexpr unsigned kWordBytes = 8;

class Lowering {
public:
  Lowering(const Source &source, const LowerOptions &options)
      : source_(source), options_(options), context_(std::make_unique<llvm::LLVMContext>()),
        module_(std::make_unique<llvm::Module>(source.file, *context_)), builder_(*context_),
        debug_(*module_, source), word_(builder_.getInt64Ty()), pointer_(builder_.getPtrTy()) {}

  Result<Lowered> run() {
    module_->setTargetTriple("x86_64-unknown-linux-gnu");
    module_->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:"
                           "32:64-S128");
    for (const Variable &variable : source_.variables)
      variables_.push_back(globalFor(variable));
    lowerMain();
    debug_.finalise();
    std::vector<ExpressionId> inputs = std::move(inputs_);
    Result<Program> program = programFromModule(std::move(context_), std::move(module_));
    if (!program)
      return fail(program.error());
    Lowered lowered{std::move(*program), std::move(inputs), {}};
    std::map<std::string, GlobalId, std::less<>> byName;
    for (const Global &global : lowered.program.globals())
      byName.emplace(global.name, global.id);
    for (const auto &[use, name] : seen_)
      lowered.seen.emplace(use, byName.at(name));
    return lowered;
  }

private:
  llvm::Type *memoryType(Type type) {
    return type == Type::Boolean ? builder_.getInt8Ty() : builder_.getInt64Ty();
  }

  llvm::GlobalVariable *globalFor(const Variable &variable) {
    llvm::Type *type = memoryType(variable.type);
    if (variable.isArray())
      type = llvm::ArrayType::get(type, variable.length);
    auto *global =
        new llvm::GlobalVariable(*module_, type, false, llvm::GlobalValue::ExternalLinkage,
                                 llvm::Constant::getNullValue(type), "v." + variable.name);
    global->setAlignment(llvm::Align(kWordBytes));
    debug_.describe(*global, variable);
    return global;
  }

  llvm::GlobalVariable *newCell(llvm::Type *type, const std::string &name) {
    return new llvm::GlobalVariable(*module_, type, false, llvm::GlobalValue::InternalLinkage,
                                    llvm::Constant::getNullValue(type), name);
  }

  llvm::FunctionCallee library(const char *name, llvm::Type *result,
                               llvm::ArrayRef<llvm::Type *> parameters) {
    return module_->getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }
  void beginSection() {
    builder_.CreateCall(library("__VERIFIER_atomic_begin", builder_.getVoidTy(), {}));
  }
  void endSection() {
    builder_.CreateCall(library("__VERIFIER_atomic_end", builder_.getVoidTy(), {}));
  }
  void assume(llvm::Value *condition) {
    builder_.CreateCall(library("__VERIFIER_assume", builder_.getVoidTy(), {builder_.getInt32Ty()}),
                        {builder_.CreateZExt(condition, builder_.getInt32Ty())});
  }

  /// Further instructions belong to this position of the text.
  void stand(Place at) { builder_.SetCurrentDebugLocation(debug_.location(at, *function_)); }

  template <typename I> I *markedAs(I *instruction, const Step &step) {
    const auto number = [&](std::uint32_t value) {
      return llvm::ConstantAsMetadata::get(builder_.getInt32(value));
    };
    llvm::Metadata *parts[] = {
        number(step.use.valid() ? 1 : 0),
        number(step.use.valid() ? step.use.index() : step.statement.index())};
    instruction->setMetadata(kStepMetadata, llvm::MDNode::get(*context_, parts));
    return instruction;
  }

  llvm::BasicBlock *newBlock(const char *name) {
    return llvm::BasicBlock::Create(*context_, name, function_);
  }

  // Ends of a thread. The builder continues in an unreachable block.

  void stopForGood() {
    beginSection();
    assume(builder_.getFalse());
    builder_.CreateUnreachable();
  }

  void leaveOut(const std::string &why) {
    builder_.CreateCall(library("raceward_left_out", builder_.getVoidTy(), {pointer_}),
                        {builder_.CreateGlobalString(why)});
    builder_.CreateUnreachable();
  }

  /// Continues if the condition holds; otherwise the thread has failed.
  void require(llvm::Value *condition, const std::string &what) {
    llvm::BasicBlock *good = newBlock("good");
    llvm::BasicBlock *bad = newBlock("bad");
    builder_.CreateCondBr(condition, good, bad);
    builder_.SetInsertPoint(bad);
    if (options_.failuresAreFaults) {
      builder_.CreateCall(library("raceward_check_failed", builder_.getVoidTy(),
                                  {pointer_, pointer_, builder_.getInt32Ty()}),
                          {builder_.CreateGlobalString(what),
                           builder_.CreateGlobalString(source_.file), builder_.getInt32(0)});
      builder_.CreateUnreachable();
    } else {
      stopForGood();
    }
    builder_.SetInsertPoint(good);
  }

  // Expressions. In the condition of a `when` nothing fails: an expression that cannot be evaluated
  // makes the condition false, which `holds_` collects.

  void check(llvm::Value *condition, const std::string &what) {
    if (holds_ == nullptr)
      require(condition, what);
    else
      holds_ = builder_.CreateAnd(holds_, condition);
  }

  llvm::Value *valueOf(ExpressionId id) {
    const Expression &expression = source_.at(id);
    switch (expression.kind) {
    case Expression::Kind::Integer:
      return builder_.getInt64(static_cast<std::uint64_t>(expression.number));
    case Expression::Kind::Boolean:
      return builder_.getInt1(expression.number != 0);
    case Expression::Kind::Variable:
      return use(id, variables_[expression.variable.index()]);
    case Expression::Kind::Element: {
      llvm::Value *index = checkedIndex(expression.variable, valueOf(expression.left));
      stand(expression.at);
      return use(id, elementAt(expression.variable, index));
    }
    case Expression::Kind::Input:
      stand(expression.at);
      return builder_.CreateSExt(builder_.CreateLoad(builder_.getIntNTy(kInputBits), cellOf(id)),
                                 word_);
    case Expression::Kind::Unary:
      return unary(expression);
    case Expression::Kind::Binary:
      return binary(expression);
    }
    return nullptr;
  }

  llvm::Value *unary(const Expression &expression) {
    llvm::Value *operand = valueOf(expression.left);
    stand(expression.at);
    if (expression.op == Operator::Not)
      return builder_.CreateNot(operand);
    return withinRange(llvm::Intrinsic::ssub_with_overflow, builder_.getInt64(0), operand);
  }

  llvm::Value *binary(const Expression &expression) {
    llvm::Value *left = valueOf(expression.left);
    llvm::Value *right = valueOf(expression.right);
    stand(expression.at);
    switch (expression.op) {
    case Operator::Add:
      return withinRange(llvm::Intrinsic::sadd_with_overflow, left, right);
    case Operator::Subtract:
      return withinRange(llvm::Intrinsic::ssub_with_overflow, left, right);
    case Operator::Multiply:
      return withinRange(llvm::Intrinsic::smul_with_overflow, left, right);
    case Operator::Divide:
    case Operator::Remainder:
      return division(expression.op, left, right);
    case Operator::Less:
      return builder_.CreateICmpSLT(left, right);
    case Operator::LessEqual:
      return builder_.CreateICmpSLE(left, right);
    case Operator::Greater:
      return builder_.CreateICmpSGT(left, right);
    case Operator::GreaterEqual:
      return builder_.CreateICmpSGE(left, right);
    case Operator::Equal:
      return builder_.CreateICmpEQ(left, right);
    case Operator::NotEqual:
      return builder_.CreateICmpNE(left, right);
    case Operator::And:
      return builder_.CreateAnd(left, right);
    case Operator::Or:
      return builder_.CreateOr(left, right);
    case Operator::Negate:
    case Operator::Not:
      break;
    }
    return nullptr;
  }

  /// Integers of the language are unbounded; these are not.
  llvm::Value *withinRange(llvm::Intrinsic::ID operation, llvm::Value *left, llvm::Value *right) {
    llvm::Value *both = builder_.CreateBinaryIntrinsic(operation, left, right);
    leaveOutIf(builder_.CreateExtractValue(both, 1));
    return builder_.CreateExtractValue(both, 0);
  }

  void leaveOutIf(llvm::Value *tooLarge) {
    llvm::BasicBlock *large = newBlock("large");
    llvm::BasicBlock *fits = newBlock("fits");
    builder_.CreateCondBr(tooLarge, large, fits);
    builder_.SetInsertPoint(large);
    leaveOut("a number grows beyond 64 bits");
    builder_.SetInsertPoint(fits);
  }

  llvm::Value *division(Operator op, llvm::Value *left, llvm::Value *right) {
    llvm::Value *possible = builder_.CreateICmpNE(right, builder_.getInt64(0));
    check(possible, "the divisor is not 0");
    if (holds_ != nullptr)
      right = builder_.CreateSelect(possible, right, builder_.getInt64(1));
    // The smallest number divided by -1 is the only other overflow.
    leaveOutIf(
        builder_.CreateAnd(builder_.CreateICmpEQ(left, builder_.getInt64(std::uint64_t{1} << 63)),
                           builder_.CreateICmpEQ(right, builder_.getInt64(UINT64_MAX))));
    return op == Operator::Divide ? builder_.CreateSDiv(left, right)
                                  : builder_.CreateSRem(left, right);
  }

  llvm::Value *checkedIndex(VariableId array, llvm::Value *index) {
    llvm::Value *inside =
        builder_.CreateICmpULT(index, builder_.getInt64(source_.at(array).length));
    check(inside, "the index is within the array " + source_.at(array).name);
    return holds_ == nullptr ? index : builder_.CreateSelect(inside, index, builder_.getInt64(0));
  }

  llvm::Value *elementAt(VariableId array, llvm::Value *index) {
    llvm::GlobalVariable *global = variables_[array.index()];
    return builder_.CreateInBoundsGEP(global->getValueType(), global,
                                      {builder_.getInt64(0), index});
  }

  llvm::Value *use(ExpressionId id, llvm::Value *place) {
    const Expression &expression = source_.at(id);
    stand(expression.at);
    llvm::Type *type = memoryType(expression.type);
    llvm::LoadInst *load = builder_.CreateAlignedLoad(type, place, alignmentOf(type));
    load->setAtomic(llvm::AtomicOrdering::SequentiallyConsistent);
    if (holds_ == nullptr) {
      markedAs(load, {id, {}});
      const std::string name = "seen." + std::to_string(id.index());
      seen_.emplace(id, name);
      builder_.CreateStore(builder_.CreateZExt(load, word_), newCell(word_, name));
    }
    return expression.type == Type::Boolean ? builder_.CreateTrunc(load, builder_.getInt1Ty())
                                            : load;
  }

  static llvm::Align alignmentOf(llvm::Type *type) {
    return llvm::Align(type->isIntegerTy(8) ? 1 : kWordBytes);
  }

  llvm::StoreInst *write(llvm::Value *value, llvm::Value *place) {
    if (value->getType()->isIntegerTy(1))
      value = builder_.CreateZExt(value, builder_.getInt8Ty());
    llvm::StoreInst *store =
        builder_.CreateAlignedStore(value, place, alignmentOf(value->getType()));
    store->setAtomic(llvm::AtomicOrdering::SequentiallyConsistent);
    return store;
  }

  /// The variable in which main stores the input.
  llvm::GlobalVariable *cellOf(ExpressionId input) {
    llvm::GlobalVariable *&cell = cells_[input];
    if (cell == nullptr) {
      cell = newCell(builder_.getIntNTy(kInputBits), "in." + std::to_string(input.index()));
      inputs_.push_back(input);
    }
    return cell;
  }

  // Statements.

  void lowerBlock(const Block &block) {
    for (const StatementId statement : block)
      lowerStatement(statement);
  }

  void lowerStatement(StatementId id) {
    const Statement &statement = source_.at(id);
    stand(statement.at);
    switch (statement.kind) {
    case Statement::Kind::Assign: {
      llvm::Value *value = valueOf(statement.value);
      stand(statement.at);
      markedAs(write(value, variables_[statement.variable.index()]), {{}, id});
      return;
    }
    case Statement::Kind::AssignElement: {
      llvm::Value *index = valueOf(statement.index);
      llvm::Value *value = valueOf(statement.value);
      stand(statement.at);
      index = checkedIndex(statement.variable, index);
      markedAs(write(value, elementAt(statement.variable, index)), {{}, id});
      return;
    }
    case Statement::Kind::AssignArray:
      return assignArray(id);
    case Statement::Kind::Output:
      valueOf(statement.value);
      return;
    case Statement::Kind::If:
      return branch(statement);
    case Statement::Kind::Fork:
      return fork(statement);
    case Statement::Kind::When:
      return when(id);
    case Statement::Kind::Assert: {
      llvm::Value *condition = valueOf(statement.value);
      stand(statement.at);
      return require(condition, "assert");
    }
    case Statement::Kind::Cut:
      leaveOut("the loop in line " + std::to_string(source_.at(id).at.line) +
               " goes on for longer than it was followed");
      builder_.SetInsertPoint(newBlock("after"));
      return;
    case Statement::Kind::Skip:
      return;
    case Statement::Kind::While:
      RW_CHECK(false && "a loop was not unrolled");
    }
  }

  void assignArray(StatementId id) {
    const Statement &statement = source_.at(id);
    std::vector<llvm::Value *> values;
    for (const ExpressionId element : statement.elements)
      values.push_back(valueOf(element));
    stand(statement.at);
    beginMarkedSection(id);
    for (std::size_t i = 0; i < values.size(); ++i)
      write(values[i], elementAt(statement.variable, builder_.getInt64(i)));
    endSection();
  }

  void beginMarkedSection(StatementId id) {
    markedAs(builder_.CreateCall(library("__VERIFIER_atomic_begin", builder_.getVoidTy(), {})),
             {{}, id});
  }

  void when(StatementId id) {
    const Statement &statement = source_.at(id);
    beginMarkedSection(id);
    holds_ = builder_.getTrue();
    llvm::Value *condition = valueOf(statement.value);
    condition = builder_.CreateAnd(condition, holds_);
    holds_ = nullptr;
    stand(statement.at);
    assume(condition);
    endSection();
  }

  void branch(const Statement &statement) {
    llvm::Value *condition = valueOf(statement.value);
    llvm::BasicBlock *then = newBlock("then");
    llvm::BasicBlock *otherwise = newBlock("else");
    llvm::BasicBlock *after = newBlock("after");
    stand(statement.at);
    builder_.CreateCondBr(condition, then, otherwise);
    builder_.SetInsertPoint(then);
    lowerBlock(statement.blocks[0]);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(otherwise);
    if (statement.blocks.size() > 1)
      lowerBlock(statement.blocks[1]);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }

  void fork(const Statement &statement) {
    std::vector<llvm::Value *> handles;
    const llvm::FunctionCallee create =
        library("pthread_create", builder_.getInt32Ty(), {pointer_, pointer_, pointer_, pointer_});
    const llvm::FunctionCallee join =
        library("pthread_join", builder_.getInt32Ty(), {word_, pointer_});
    llvm::Constant *null = llvm::ConstantPointerNull::get(pointer_);
    for (std::size_t i = 0; i < statement.blocks.size(); ++i) {
      llvm::Function *thread = threadFor(statement, i);
      handles.push_back(newCell(word_, "thread." + std::to_string(threads_++)));
      stand(statement.at);
      builder_.CreateCall(create, {handles.back(), null, thread, null});
    }
    stand(statement.at);
    for (llvm::Value *handle : handles)
      builder_.CreateCall(join, {builder_.CreateLoad(word_, handle), null});
  }

  llvm::Function *threadFor(const Statement &statement, std::size_t number) {
    llvm::Function *outer = function_;
    const llvm::IRBuilderBase::InsertPoint place = builder_.saveIP();
    const Block &block = statement.blocks[number];
    const std::string name = "branch " + std::to_string(number + 1) + " of the fork in line " +
                             std::to_string(statement.at.line);
    beginFunction(llvm::FunctionType::get(pointer_, {pointer_}, false), name,
                  llvm::GlobalValue::InternalLinkage,
                  block.empty() ? statement.at : source_.at(block.front()).at);
    lowerBlock(block);
    builder_.CreateRet(llvm::ConstantPointerNull::get(pointer_));
    llvm::Function *thread = std::exchange(function_, outer);
    builder_.restoreIP(place);
    return thread;
  }

  void beginFunction(llvm::FunctionType *type, const std::string &name,
                     llvm::GlobalValue::LinkageTypes linkage, Place at) {
    function_ = llvm::Function::Create(type, linkage, name, *module_);
    debug_.describe(*function_, name, at);
    builder_.SetInsertPoint(newBlock("entry"));
    stand(at);
  }

  /// The inputs are known when all else is translated; main reads them first.
  void lowerMain() {
    beginFunction(llvm::FunctionType::get(builder_.getInt32Ty(), false), "main",
                  llvm::GlobalValue::ExternalLinkage, {1, 1});
    llvm::BasicBlock *first = builder_.GetInsertBlock();
    llvm::BasicBlock *body = newBlock("body");
    builder_.SetInsertPoint(body);
    lowerBlock(source_.body);
    builder_.CreateRet(builder_.getInt32(0));
    builder_.SetInsertPoint(first);
    std::sort(inputs_.begin(), inputs_.end());
    for (const ExpressionId input : inputs_)
      ask(input);
    stand({1, 1});
    builder_.CreateBr(body);
  }

  void ask(ExpressionId input) {
    stand(source_.at(input).at);
    llvm::Value *value =
        builder_.CreateCall(library("__VERIFIER_nondet_short", builder_.getIntNTy(kInputBits), {}));
    if (!options_.inputDomain.empty()) {
      llvm::Value *inDomain = builder_.getFalse();
      for (const std::int64_t allowed : options_.inputDomain)
        inDomain = builder_.CreateOr(
            inDomain,
            builder_.CreateICmpEQ(value, builder_.getInt16(static_cast<std::uint16_t>(allowed))));
      assume(inDomain);
    }
    builder_.CreateStore(value, cells_.at(input));
  }

  const Source &source_;
  const LowerOptions &options_;
  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> builder_;
  LowerDebug debug_;
  llvm::IntegerType *word_;
  llvm::PointerType *pointer_;
  llvm::Function *function_ = nullptr;
  llvm::Value *holds_ = nullptr; ///< in the condition of a `when`
  std::vector<llvm::GlobalVariable *> variables_;
  std::map<ExpressionId, llvm::GlobalVariable *> cells_;
  std::vector<ExpressionId> inputs_;
  std::map<ExpressionId, std::string> seen_;
  std::size_t threads_ = 0;
};

} // namespace

Result<Lowered> lower(const Source &unrolled, const LowerOptions &options) {
  return Lowering(unrolled, options).run();
}

std::optional<Step> stepOf(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(kStepMetadata);
  if (node == nullptr)
    return std::nullopt;
  const auto number = [&](unsigned operand) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(operand))->getZExtValue();
  };
  if (number(0) != 0)
    return Step{ExpressionId(number(1)), {}};
  return Step{{}, StatementId(number(1))};
}

} // namespace raceward::cele
