#include "AccessNames.h"

#include "BitFields.h"
#include "DebugTypes.h"
#include "NumberText.h"
#include "Place.h"
#include "PointerAccesses.h"
#include "raceward/program/Effects.h"
#include "raceward/program/LibraryState.h"
#include "raceward/program/Program.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <unordered_map>

namespace raceward {

namespace {

constexpr const char *kMetadata = "raceward.name";
constexpr const char *kVariableMetadata = "raceward.variable";
/// Maximum depth of an expression; deeper ones are cut: `a->b->c->…`.
constexpr int kDeepestName = 12;
constexpr const char *kTooDeep = "…";
/// Maximum number of operands visited for one expression.
constexpr int kMostSteps = 64;

/// A C expression for a value, and its C type if known.
struct Expression {
  std::string text;
  const llvm::DIType *type = nullptr;
  std::string variable = {}; ///< that it is the value of, as in Place::Names
  /// Precedence of the outermost operator; primary and postfix expressions bind tightest.
  int binds = 100;
};

struct BinaryOperatorText {
  std::string_view text;
  int binds = 0; ///< as in Expression
};

class Namer {
public:
  Namer(const llvm::Module &module, const RecordsByName &records)
      : layout_(module.getDataLayout()), records_(records) {}

  void enterFunction(const llvm::Function &function);

  Place placeAt(const llvm::Value &pointer) {
    steps_ = 0;
    return placeOf(pointer, 0);
  }
  [[nodiscard]] AccessShape shapeOf(llvm::Type *type) const;
  [[nodiscard]] unsigned pointerBytes() const { return layout_.getPointerSize(); }

private:
  Place placeOf(const llvm::Value &pointer, int depth);
  Place placeOfElement(const llvm::GEPOperator &gep, int depth);
  [[nodiscard]] Place placeOfTemporary(const llvm::AllocaInst &local) const;
  std::optional<std::string> listOfVaArg(const llvm::PHINode &next, int depth);
  Expression binaryExpression(const llvm::Value &left, const llvm::Value &right,
                              const BinaryOperatorText &symbol, int depth);
  Expression comparison(const llvm::CmpInst &compare, int depth);
  Expression choice(const llvm::Value &condition, const llvm::Value &yes, const llvm::Value &no,
                    int depth);
  Expression choiceOf(const llvm::PHINode &phi, int depth);
  Expression expressionFor(const llvm::Value &value, int depth);
  Expression expressionForInstruction(const llvm::Instruction &value, int depth);
  const llvm::DILocalVariable *variableOf(const llvm::Value &value) const;

  const llvm::DataLayout &layout_;
  const RecordsByName &records_;
  std::unordered_map<const llvm::Value *, const llvm::DILocalVariable *> variables_;
  int steps_ = 0; ///< steps spent on the current name
};

/// The storage of a variable, or its value. On i386 the result of a function is described as a
/// dereference of a stack slot that is written once, at function entry. Any other computed location
/// is not a value that the code uses.
const llvm::Value *homeOf(const llvm::Value *location, const llvm::DIExpression &expression) {
  if (expression.getNumElements() == 0)
    return location;
  if (!location || !llvm::isa<llvm::AllocaInst>(location) || !expression.isDeref())
    return nullptr;
  for (const llvm::User *user : location->users())
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getValueOperand();
  return nullptr;
}

void Namer::enterFunction(const llvm::Function &function) {
  variables_.clear();
  // A variable's storage (declare, assign) or its value (value, in optimised bitcode); the first
  // mention wins.
  const auto add = [&](const llvm::Value *location, const llvm::DIExpression &expression,
                       const llvm::DILocalVariable *variable) {
    if (const llvm::Value *home = homeOf(location, expression); home && variable)
      variables_.try_emplace(home, variable);
  };
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    for (const llvm::DbgVariableRecord &record :
         llvm::filterDbgVars(const_cast<llvm::Instruction &>(instruction).getDbgRecordRange())) {
      if (record.isDbgAssign())
        add(record.getAddress(), *record.getAddressExpression(), record.getVariable());
      if (record.getNumVariableLocationOps() == 1)
        add(record.getVariableLocationOp(0), *record.getExpression(), record.getVariable());
    }
    if (const auto *old = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
      if (old->getNumVariableLocationOps() == 1)
        add(old->getVariableLocationOp(0), *old->getExpression(), old->getVariable());
  }
}

const llvm::DILocalVariable *Namer::variableOf(const llvm::Value &value) const {
  const auto at = variables_.find(&value);
  return at == variables_.end() ? nullptr : at->second;
}

AccessShape Namer::shapeOf(llvm::Type *type) const {
  AccessShape shape;
  if (!type->isSized())
    return shape;
  shape.bytes = layout_.getTypeStoreSize(type).getKnownMinValue();
  shape.isScalar = true;
  shape.isPointer = type->isPointerTy();
  shape.isFloat = type->isFloatingPointTy();
  return shape;
}

/// A string literal, shortened for a message.
std::string literalText(const llvm::GlobalVariable &global) {
  if (!global.hasInitializer())
    return {};
  const auto *data = llvm::dyn_cast<llvm::ConstantDataArray>(global.getInitializer());
  if (!data || !data->isString())
    return {};
  std::string text = "\"";
  for (const char c : data->getAsString()) {
    if (text.size() > 20) {
      text += "…";
      break;
    }
    if (c == '\n')
      text += "\\n";
    else if (c >= 32 && c < 127)
      text += c;
  }
  return text + "\"";
}

/// "total"; "buffer of main" for what only that function knows by the name.
std::string inItsFunction(const llvm::DIVariable &variable) {
  const auto *scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(variable.getScope());
  const llvm::DISubprogram *function = scope ? scope->getSubprogram() : nullptr;
  return variable.getName().str() + (function ? " of " + function->getName().str() : "");
}

Place placeOfVariable(const llvm::DIVariable &variable) {
  Place place = Place::object(variable.getName().str(), variable.getType());
  place.belongsTo(inItsFunction(variable));
  return place;
}

Place placeOfGlobal(const llvm::GlobalVariable &global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  global.getDebugInfo(described);
  if (!described.empty()) {
    const llvm::DIGlobalVariable *variable = described.front()->getVariable();
    if (!variable->getName().empty()) {
      Place place = placeOfVariable(*variable);
      // Optimisers split structs into separate variables.
      if (const auto part = described.front()->getExpression()->getFragmentInfo())
        place.moveBy(static_cast<std::int64_t>(part->OffsetInBits / 8));
      return place;
    }
  }
  std::string literal = global.hasPrivateLinkage() ? literalText(global) : std::string();
  return Place::object(literal.empty() ? global.getName().str() : literal, nullptr);
}

/// The name of an alias: the program used it here.
Place placeOfAlias(const llvm::GlobalAlias &alias) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(alias.getAliasee());
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  if (global)
    global->getDebugInfo(described);
  return Place::object(alias.getName().str(),
                       described.empty() ? nullptr : described.front()->getVariable()->getType());
}

Place Namer::placeOfTemporary(const llvm::AllocaInst &local) const {
  if (local.getName().starts_with("retval"))
    return Place::object("<result>", nullptr);
  if (!local.getName().starts_with(".compoundliteral"))
    return Place::object("<temporary>", nullptr);
  const auto *record = llvm::dyn_cast<llvm::StructType>(local.getAllocatedType());
  const llvm::DICompositeType *type = record ? records_.find(*record) : nullptr;
  if (!type)
    return Place::object("<compound literal>", nullptr);
  return Place::object("(" + spelled(*type, plainNameOf(*record)) + "){…}", type);
}

/// va_arg on x86-64 selects its argument from one of two areas of the list. Returns the name of the
/// list if `next` is that selection.
std::optional<std::string> Namer::listOfVaArg(const llvm::PHINode &next, int depth) {
  if (!next.getName().starts_with("vaarg.addr"))
    return std::nullopt;
  for (const llvm::Value *area : next.incoming_values()) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(area->stripInBoundsOffsets());
    if (const auto *field =
            load ? llvm::dyn_cast<llvm::GEPOperator>(load->getPointerOperand()) : nullptr)
      return placeOf(*field->getPointerOperand()->stripInBoundsConstantOffsets(), depth + 1)
          .nameFor({});
  }
  return std::nullopt;
}

/// What a primitive of models gives is the library's own (include/raceward_model.h): "<pipe>".
std::string nameOfPrimitive(const llvm::CallBase &call) {
  constexpr std::string_view prefix = "raceward_";
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !callee->getName().starts_with(prefix))
    return {};
  std::string words = callee->getName().drop_front(prefix.size()).str();
  std::ranges::replace(words, '_', ' ');
  return "<" + words + ">";
}

Place Namer::placeOf(const llvm::Value &pointer, int depth) {
  if (depth > kDeepestName || ++steps_ > kMostSteps)
    return Place::object(kTooDeep, nullptr);
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer))
    return placeOfGlobal(*global);
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&pointer))
    return placeOfAlias(*alias);
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer))
    return placeOfElement(*gep, depth);
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) {
    if (const llvm::DILocalVariable *variable = variableOf(*local))
      return placeOfVariable(*variable);
    return placeOfTemporary(*local);
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&pointer)) {
    const llvm::DILocalVariable *variable = variableOf(*argument);
    // A struct passed by value: the argument is its storage.
    if (variable && (argument->hasByValAttr() || argument->hasByRefAttr()))
      return placeOfVariable(*variable);
    // A local variable that the function returns is stored there as well.
    if (argument->hasStructRetAttr())
      return variable && variable->getArg() == 0 ? placeOfVariable(*variable)
                                                 : Place::object("<result>", nullptr);
  }
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&pointer)) {
    if (call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      return placeOf(*call->getArgOperand(0), depth + 1);
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&pointer))
    if (const std::string name = nameOfPrimitive(*call); !name.empty())
      return Place::object(name, nullptr);
  if (const auto *cast = llvm::dyn_cast<llvm::Operator>(&pointer)) {
    if (cast->getOpcode() == llvm::Instruction::BitCast ||
        cast->getOpcode() == llvm::Instruction::AddrSpaceCast)
      return placeOf(*cast->getOperand(0), depth + 1);
  }
  if (const auto *next = llvm::dyn_cast<llvm::PHINode>(&pointer))
    if (std::optional<std::string> list = listOfVaArg(*next, depth))
      return Place::object("va_arg(" + *list + ")", nullptr);
  const Expression expression = expressionFor(pointer, depth + 1);
  Place place = Place::pointedToBy(expression.text, pointeeOf(expression.type));
  if (!expression.variable.empty())
    place.belongsTo("*" + expression.variable);
  return place;
}

Place Namer::placeOfElement(const llvm::GEPOperator &gep, int depth) {
  Place place = placeOf(*gep.getPointerOperand(), depth + 1);
  bool first = true;
  for (auto step = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); step != end; ++step) {
    const llvm::Value *index = step.getOperand();
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (llvm::StructType *record = step.getStructTypeOrNull()) {
      if (!constant)
        return Place::object(kTooDeep, nullptr); // vectors of pointers
      if (const llvm::DICompositeType *view = records_.find(*record);
          view && place.needsView(plainNameOf(*record)))
        place.viewAs(view, plainNameOf(*record));
      const auto field = static_cast<unsigned>(constant->getZExtValue());
      const llvm::StructLayout *fields = layout_.getStructLayout(record);
      place.field(plainNameOf(*record), fields->getSizeInBytes().getKnownMinValue(),
                  fields->getElementOffset(field).getKnownMinValue(),
                  layout_.getTypeAllocSize(record->getElementType(field)).getKnownMinValue());
    } else {
      const std::uint64_t stride = step.getSequentialElementStride(layout_).getKnownMinValue();
      if (constant && constant->isZero() && gep.getNumIndices() == 1) {
        place.firstElement(stride);
      } else if (constant && constant->getBitWidth() <= 64) {
        place.moveBy(static_cast<std::uint64_t>(constant->getSExtValue()) * stride);
      } else {
        if (auto *element = llvm::dyn_cast<llvm::StructType>(step.getIndexedType());
            element && first)
          if (const llvm::DICompositeType *view = records_.find(*element);
              view && place.needsView(plainNameOf(*element)))
            place.viewAs(view, plainNameOf(*element));
        place.subscript(expressionFor(*index, depth + 1).text, stride);
      }
    }
    first = false;
  }
  return place;
}

BinaryOperatorText operatorText(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::Mul:
    return {" * ", 9};
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
    return {" / ", 9};
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem:
    return {" % ", 9};
  case llvm::Instruction::Add:
    return {" + ", 8};
  case llvm::Instruction::Sub:
    return {" - ", 8};
  case llvm::Instruction::Shl:
    return {" << ", 7};
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    return {" >> ", 7};
  case llvm::Instruction::And:
    return {" & ", 4};
  case llvm::Instruction::Xor:
    return {" ^ ", 3};
  case llvm::Instruction::Or:
    return {" | ", 2};
  default:
    return {};
  }
}

BinaryOperatorText comparisonText(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
  case llvm::CmpInst::FCMP_OEQ:
    return {" == ", 5};
  case llvm::CmpInst::ICMP_NE:
  case llvm::CmpInst::FCMP_UNE:
    return {" != ", 5};
  case llvm::CmpInst::ICMP_SGT:
  case llvm::CmpInst::ICMP_UGT:
  case llvm::CmpInst::FCMP_OGT:
    return {" > ", 6};
  case llvm::CmpInst::ICMP_SGE:
  case llvm::CmpInst::ICMP_UGE:
  case llvm::CmpInst::FCMP_OGE:
    return {" >= ", 6};
  case llvm::CmpInst::ICMP_SLT:
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::FCMP_OLT:
    return {" < ", 6};
  case llvm::CmpInst::ICMP_SLE:
  case llvm::CmpInst::ICMP_ULE:
  case llvm::CmpInst::FCMP_OLE:
    return {" <= ", 6};
  default:
    return {};
  }
}

Expression Namer::binaryExpression(const llvm::Value &left, const llvm::Value &right,
                                   const BinaryOperatorText &symbol, int depth) {
  if (symbol.text.empty())
    return {"(…)", nullptr};
  const auto operand = [&](const llvm::Value &value, int atLeast) {
    const Expression expression = expressionFor(value, depth + 1);
    return expression.binds < atLeast ? "(" + expression.text + ")" : expression.text;
  };
  std::string_view text = symbol.text;
  std::string second = operand(right, symbol.binds + 1);
  if (text == " + " && second.starts_with("-")) { // `n - 1` is `n + -1` in LLVM
    text = " - ";
    second.erase(0, 1);
  }
  return {operand(left, symbol.binds) + std::string(text) + second, nullptr, {}, symbol.binds};
}

Expression Namer::comparison(const llvm::CmpInst &compare, int depth) {
  const auto *zero = llvm::dyn_cast<llvm::Constant>(compare.getOperand(1));
  if (compare.getPredicate() == llvm::CmpInst::ICMP_NE && zero && zero->isNullValue())
    return expressionFor(*compare.getOperand(0), depth + 1); // `if (n)`
  return binaryExpression(*compare.getOperand(0), *compare.getOperand(1),
                          comparisonText(compare.getPredicate()), depth);
}

Expression Namer::choice(const llvm::Value &condition, const llvm::Value &yes,
                         const llvm::Value &no, int depth) {
  const Expression then = expressionFor(yes, depth + 1);
  return {expressionFor(condition, depth + 1).text + " ? " + then.text + " : " +
              expressionFor(no, depth + 1).text,
          then.type,
          {},
          1};
}

/// `c ? a : b`, compiled to a branch.
Expression Namer::choiceOf(const llvm::PHINode &phi, int depth) {
  if (phi.getNumIncomingValues() != 2)
    return {"(…)", nullptr};
  const llvm::BasicBlock *first = phi.getIncomingBlock(0);
  const llvm::BasicBlock *second = phi.getIncomingBlock(1);
  const llvm::BasicBlock *above = first->getSinglePredecessor();
  const auto *branch = above && above == second->getSinglePredecessor()
                           ? llvm::dyn_cast<llvm::BranchInst>(above->getTerminator())
                           : nullptr;
  if (!branch || !branch->isConditional())
    return {"(…)", nullptr};
  const bool inOrder = branch->getSuccessor(0) == first;
  return choice(*branch->getCondition(), *phi.getIncomingValue(inOrder ? 0 : 1),
                *phi.getIncomingValue(inOrder ? 1 : 0), depth);
}

Expression Namer::expressionForInstruction(const llvm::Instruction &value, int depth) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    AccessShape shape = shapeOf(load->getType());
    shape.bits = bitsRead(*load);
    const llvm::Value &pointer = *load->getPointerOperand();
    const Place place = placeOf(pointer, depth + 1);
    Place::Names names = place.namesFor(shape);
    // A local pointer is a way to memory, and says nothing about it.
    return {std::move(names.name), place.typeFor(shape),
            llvm::isa<llvm::AllocaInst>(pointer) ? std::string() : std::move(names.variable)};
  }
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
    Expression inner = expressionFor(*cast->getOperand(0), depth + 1);
    inner.type = nullptr;
    return inner;
  }
  if (const auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&value))
    return expressionFor(*freeze->getOperand(0), depth + 1);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&value)) {
    const llvm::Function *callee = call->getCalledFunction();
    if (!callee)
      return {"<call>", nullptr};
    const llvm::DISubprogram *subprogram = callee->getSubprogram();
    const llvm::DIType *type = nullptr;
    if (subprogram && subprogram->getType() && subprogram->getType()->getTypeArray().size() > 0)
      type = subprogram->getType()->getTypeArray()[0];
    return {callee->getName().str() + (call->arg_empty() ? "()" : "(…)"), type};
  }
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&value))
    return binaryExpression(*binary->getOperand(0), *binary->getOperand(1),
                            operatorText(binary->getOpcode()), depth);
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&value))
    return comparison(*compare, depth);
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return choice(*select->getCondition(), *select->getTrueValue(), *select->getFalseValue(),
                  depth);
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value))
    return choiceOf(*phi, depth);
  return {"(…)", nullptr};
}

Expression Namer::expressionFor(const llvm::Value &value, int depth) {
  if (depth > kDeepestName || ++steps_ > kMostSteps)
    return {kTooDeep, nullptr};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return {numberText(number->getValue()), nullptr};
  if (llvm::isa<llvm::ConstantPointerNull>(value))
    return {"NULL", nullptr};
  // In optimised bitcode only a value may remain of a variable.
  if (!llvm::isa<llvm::AllocaInst>(value))
    if (const llvm::DILocalVariable *variable = variableOf(value))
      return {variable->getName().str(), variable->getType()};
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&value))
    return {function->getName().str(), nullptr};
  if (llvm::isa<llvm::GlobalVariable, llvm::GlobalAlias, llvm::AllocaInst, llvm::GEPOperator>(
          value)) {
    const Place place = placeOf(value, depth + 1);
    return {"&" + place.nameFor({}), nullptr, {}, 50};
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return {argument->hasName() ? argument->getName().str()
                                : "<argument " + std::to_string(argument->getArgNo() + 1) + ">",
            nullptr};
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value))
    return expressionForInstruction(*instruction, depth);
  return {"(…)", nullptr};
}

void attach(llvm::Instruction &instruction, std::vector<Place::Names> operands) {
  for (Place::Names &each : operands)
    if (const std::string state = stateNamed(each.name); !state.empty())
      each.name = each.variable = nameOfState(state); // its parts have no names in the library
  llvm::LLVMContext &context = instruction.getContext();
  const auto list = [&](std::string Place::Names::*text) {
    std::vector<llvm::Metadata *> strings;
    for (const Place::Names &each : operands)
      strings.push_back(llvm::MDString::get(context, each.*text));
    return llvm::MDNode::get(context, strings);
  };
  instruction.setMetadata(kMetadata, list(&Place::Names::name));
  instruction.setMetadata(kVariableMetadata, list(&Place::Names::variable));
}

std::string attached(const llvm::Instruction &instruction, const char *metadata, unsigned operand) {
  const llvm::MDNode *texts = instruction.getMetadata(metadata);
  if (!texts || operand >= texts->getNumOperands())
    return {};
  const auto *text = llvm::dyn_cast_or_null<llvm::MDString>(texts->getOperand(operand));
  return text ? text->getString().str() : std::string();
}

const LibraryFunction *rowOf(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() ? findLibraryFunction(callee->getName().str()) : nullptr;
}

/// Size of a lock in bytes (glibc), so that a lock that is the first member of a struct is named
/// itself. 0 for other functions.
std::uint64_t bytesOfLock(const LibraryFunction &row, unsigned pointerBytes) {
  const bool wide = pointerBytes == 8;
  switch (row.sync) {
  case SyncEffect::Lock:
  case SyncEffect::TryLock:
  case SyncEffect::Unlock:
    if (row.name.starts_with("pthread_spin"))
      return 4;
    return wide ? 40 : 24;
  case SyncEffect::ReadLock:
  case SyncEffect::TryReadLock:
  case SyncEffect::WriteLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::RwUnlock:
    return wide ? 56 : 32;
  default:
    return 0;
  }
}

bool worksOnText(const llvm::CallBase &call) {
  const LibraryFunction *row = rowOf(call);
  return row && std::any_of(row->effects.begin(), row->effects.end(), [](const auto &effect) {
           return effect.extent.kind == Extent::Kind::String;
         });
}

/// The shape of the memory block that a call accesses through an argument.
AccessShape shapeOfArgument(const llvm::CallBase &call, const llvm::Use &argument,
                            const Namer &namer) {
  AccessShape shape;
  const unsigned number = call.getArgOperandNo(&argument);
  if (call.isByValArgument(number)) {
    shape = namer.shapeOf(call.getParamByValType(number));
    shape.isScalar = false;
  } else if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    if (const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength()))
      shape.bytes = length->getLimitedValue();
  } else {
    shape.isText = worksOnText(call);
    if (const LibraryFunction *row = rowOf(call); row && number == 0)
      shape.bytes = bytesOfLock(*row, namer.pointerBytes());
  }
  return shape;
}

/// Whether, by the object's C type, the value accessed there holds a pointer.
Holds holdsAt(const Place &place, const AccessShape &shape) {
  const llvm::DIType *type = place.typeFor(shape);
  if (!type || bytesOf(type) < shape.bytes)
    return Holds::Unknown;
  if (strippedType(type)->getTag() == llvm::dwarf::DW_TAG_pointer_type)
    return Holds::Pointer;
  return containsPointer(type) ? Holds::SomePointer : Holds::NoPointer;
}

void nameAccess(llvm::Instruction &instruction, Namer &namer) {
  const auto name = [&](const llvm::Value &pointer, const AccessShape &shape, llvm::Type *type) {
    const Place place = namer.placeAt(pointer);
    attach(instruction, {place.namesFor(shape)});
    if (!type->isIntegerTy())
      return;
    attachHolds(instruction, holdsAt(place, shape));
    if (const std::optional<BitFieldUnit> unit = place.bitFieldFor(shape))
      attachBitFieldUnit(instruction, *unit);
  };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    AccessShape shape = namer.shapeOf(load->getType());
    shape.bits = bitsRead(*load);
    name(*load->getPointerOperand(), shape, load->getType());
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    AccessShape shape = namer.shapeOf(store->getValueOperand()->getType());
    shape.bits = bitsWritten(*store);
    name(*store->getPointerOperand(), shape, store->getValueOperand()->getType());
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    name(*exchange->getPointerOperand(), namer.shapeOf(exchange->getType()), exchange->getType());
  } else if (auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    llvm::Type *type = compare->getNewValOperand()->getType();
    name(*compare->getPointerOperand(), namer.shapeOf(type), type);
  } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call))
      return;
    std::vector<Place::Names> operands;
    bool any = false;
    for (const llvm::Use &argument : call->args()) {
      const bool pointer = argument->getType()->isPointerTy();
      any = any || pointer;
      operands.push_back(
          pointer ? namer.placeAt(*argument).namesFor(shapeOfArgument(*call, argument, namer))
                  : Place::Names());
    }
    if (any)
      attach(instruction, std::move(operands));
  }
}

} // namespace

void attachAccessNames(llvm::Module &module) {
  const RecordsByName records(module);
  Namer namer(module, records);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    namer.enterFunction(function);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      nameAccess(instruction, namer);
  }
}

std::string attachedName(const llvm::Instruction &instruction, unsigned operand) {
  return attached(instruction, kMetadata, operand);
}

std::string attachedVariable(const llvm::Instruction &instruction, unsigned operand) {
  return attached(instruction, kVariableMetadata, operand);
}

} // namespace raceward
