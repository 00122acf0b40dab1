#include "AccessNames.h"

#include "DebugTypes.h"
#include "NumberText.h"
#include "Place.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <unordered_map>

namespace raceward {

namespace {

constexpr const char *kMetadata = "raceward.name";
/// Deeper expressions are cut: `a->b->c->…`.
constexpr int kDeepest = 12;
constexpr const char *kTooDeep = "…";
/// And so are wider ones, where every operand has operands.
constexpr int kMostSteps = 64;

/// A C expression for a value, and its C type if it is known.
struct Expression {
  std::string text;
  const llvm::DIType *type = nullptr;
};

/// Bits of its unit that a load or store of a bit-field means, read off the masks and
/// shifts that clang puts around it.
std::optional<std::pair<unsigned, unsigned>> bitsRead(const llvm::LoadInst &load) {
  using namespace llvm::PatternMatch;
  const auto *unit = llvm::dyn_cast<llvm::IntegerType>(load.getType());
  if (!unit)
    return std::nullopt;
  const unsigned width = unit->getBitWidth();
  for (const llvm::User *user : load.users()) {
    // Shifts by the width or more mean nothing.
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    if (match(user, m_Shl(m_Specific(&load), m_ConstantInt(left))) && user->hasOneUse()) {
      if (match(*user->user_begin(), m_AShr(m_Specific(user), m_ConstantInt(right))) &&
          left <= right && right < width)
        return std::pair(unsigned(right - left), unsigned(width - right));
    } else if (match(user, m_AShr(m_Specific(&load), m_ConstantInt(right))) && right < width) {
      return std::pair(unsigned(right), unsigned(width - right));
    } else if (match(user, m_LShr(m_Specific(&load), m_ConstantInt(right))) && right < width) {
      const llvm::APInt *mask = nullptr;
      if (user->hasOneUse() && match(*user->user_begin(), m_And(m_Specific(user), m_APInt(mask))) &&
          mask->isMask())
        return std::pair(unsigned(right), unsigned(mask->popcount()));
      return std::pair(unsigned(right), unsigned(width - right));
    } else if (const llvm::APInt *mask = nullptr;
               match(user, m_And(m_Specific(&load), m_APInt(mask)))) {
      if (mask->isMask())
        return std::pair(0u, unsigned(mask->popcount()));
      const llvm::APInt hole = ~*mask; // the first half of a read-modify-write
      if (hole.isShiftedMask())
        return std::pair(unsigned(hole.countr_zero()), unsigned(hole.popcount()));
    }
  }
  return std::nullopt;
}

std::optional<std::pair<unsigned, unsigned>> bitsWritten(const llvm::StoreInst &store) {
  using namespace llvm::PatternMatch;
  const llvm::APInt *mask = nullptr;
  if (match(
          store.getValueOperand(),
          m_c_Or(m_And(m_Load(m_Specific(store.getPointerOperand())), m_APInt(mask)), m_Value()))) {
    const llvm::APInt hole = ~*mask;
    if (hole.isShiftedMask())
      return std::pair(unsigned(hole.countr_zero()), unsigned(hole.popcount()));
  }
  return std::nullopt;
}

class Namer {
public:
  Namer(const llvm::Module &module, const RecordsByName &records)
      : layout_(module.getDataLayout()), records_(records) {}

  void enterFunction(const llvm::Function &function);

  std::string nameOf(const llvm::Value &pointer, const AccessShape &shape) {
    steps_ = 0;
    return placeOf(pointer, 0).nameFor(shape);
  }
  [[nodiscard]] AccessShape shapeOf(llvm::Type *type) const;

private:
  Place placeOf(const llvm::Value &pointer, int depth);
  Place placeOfElement(const llvm::GEPOperator &gep, int depth);
  Expression expressionFor(const llvm::Value &value, int depth);
  Expression expressionForInstruction(const llvm::Instruction &value, int depth);
  const llvm::DILocalVariable *variableOf(const llvm::Value &value) const;

  const llvm::DataLayout &layout_;
  const RecordsByName &records_;
  std::unordered_map<const llvm::Value *, const llvm::DILocalVariable *> variables_;
  int steps_ = 0; ///< of the name that is being made
};

void Namer::enterFunction(const llvm::Function &function) {
  variables_.clear();
  // Where a variable lives (declare) or which value it has (value, in optimised
  // bitcode); the first mention wins.
  const auto add = [&](const llvm::Value *value, const llvm::DILocalVariable *variable) {
    if (value && variable)
      variables_.try_emplace(value, variable);
  };
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    for (const llvm::DbgVariableRecord &record :
         llvm::filterDbgVars(const_cast<llvm::Instruction &>(instruction).getDbgRecordRange()))
      if (record.getNumVariableLocationOps() == 1)
        add(record.getVariableLocationOp(0), record.getVariable());
    if (const auto *old = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
      if (old->getNumVariableLocationOps() == 1)
        add(old->getVariableLocationOp(0), old->getVariable());
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
  shape.isPointer = type->isPointerTy();
  shape.isFloat = type->isFloatingPointTy();
  return shape;
}

/// A string literal, shortened to what fits into a message.
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

Place placeOfGlobal(const llvm::GlobalVariable &global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  global.getDebugInfo(described);
  if (!described.empty()) {
    const llvm::DIGlobalVariable *variable = described.front()->getVariable();
    if (!variable->getName().empty())
      return Place::object(variable->getName().str(), variable->getType());
  }
  std::string literal = global.hasPrivateLinkage() ? literalText(global) : std::string();
  return Place::object(literal.empty() ? global.getName().str() : literal, nullptr);
}

Place Namer::placeOf(const llvm::Value &pointer, int depth) {
  if (depth > kDeepest || ++steps_ > kMostSteps)
    return Place::object(kTooDeep, nullptr);
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer))
    return placeOfGlobal(*global);
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer))
    return placeOfElement(*gep, depth);
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) {
    if (const llvm::DILocalVariable *variable = variableOf(*local))
      return Place::object(variable->getName().str(), variable->getType());
    return Place::object("<temporary>", nullptr);
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&pointer)) {
    const llvm::DILocalVariable *variable = variableOf(*argument);
    // A struct that was passed by value: the argument is where it lives.
    if (variable && (argument->hasByValAttr() || argument->hasByRefAttr()))
      return Place::object(variable->getName().str(), variable->getType());
    if (argument->hasStructRetAttr())
      return Place::object("<result>", nullptr);
  }
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&pointer)) {
    if (call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      return placeOf(*call->getArgOperand(0), depth + 1);
  }
  if (const auto *cast = llvm::dyn_cast<llvm::Operator>(&pointer)) {
    if (cast->getOpcode() == llvm::Instruction::BitCast ||
        cast->getOpcode() == llvm::Instruction::AddrSpaceCast)
      return placeOf(*cast->getOperand(0), depth + 1);
  }
  const Expression expression = expressionFor(pointer, depth + 1);
  return Place::pointedToBy(expression.text, pointeeOf(expression.type));
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
        place.viewAs(view);
      const auto field = static_cast<unsigned>(constant->getZExtValue());
      place.moveBy(layout_.getStructLayout(record)->getElementOffset(field).getKnownMinValue());
    } else {
      const std::uint64_t stride = step.getSequentialElementStride(layout_).getKnownMinValue();
      if (constant && constant->getBitWidth() <= 64) {
        place.moveBy(static_cast<std::uint64_t>(constant->getSExtValue()) * stride);
      } else {
        if (auto *element = llvm::dyn_cast<llvm::StructType>(step.getIndexedType());
            element && first)
          if (const llvm::DICompositeType *view = records_.find(*element);
              view && place.needsView(plainNameOf(*element)))
            place.viewAs(view);
        place.subscript(expressionFor(*index, depth + 1).text, stride);
      }
    }
    first = false;
  }
  return place;
}

std::string_view operatorText(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::Add:
    return " + ";
  case llvm::Instruction::Sub:
    return " - ";
  case llvm::Instruction::Mul:
    return " * ";
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
    return " / ";
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem:
    return " % ";
  case llvm::Instruction::And:
    return " & ";
  case llvm::Instruction::Or:
    return " | ";
  case llvm::Instruction::Xor:
    return " ^ ";
  case llvm::Instruction::Shl:
    return " << ";
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    return " >> ";
  default:
    return "";
  }
}

Expression Namer::expressionForInstruction(const llvm::Instruction &value, int depth) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    AccessShape shape = shapeOf(load->getType());
    shape.bits = bitsRead(*load);
    const Place place = placeOf(*load->getPointerOperand(), depth + 1);
    return {place.nameFor(shape), place.typeFor(shape)};
  }
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value))
    return {expressionFor(*cast->getOperand(0), depth + 1).text, nullptr};
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
    return {callee->getName().str() + "()", type};
  }
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
    const std::string_view symbol = operatorText(binary->getOpcode());
    if (!symbol.empty())
      return {expressionFor(*binary->getOperand(0), depth + 1).text + std::string(symbol) +
                  expressionFor(*binary->getOperand(1), depth + 1).text,
              nullptr};
  }
  return {"(…)", nullptr};
}

Expression Namer::expressionFor(const llvm::Value &value, int depth) {
  if (depth > kDeepest || ++steps_ > kMostSteps)
    return {kTooDeep, nullptr};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return {numberText(number->getValue()), nullptr};
  if (llvm::isa<llvm::ConstantPointerNull>(value))
    return {"NULL", nullptr};
  // In optimised bitcode a value may be all that is left of a variable.
  if (!llvm::isa<llvm::AllocaInst>(value))
    if (const llvm::DILocalVariable *variable = variableOf(value))
      return {variable->getName().str(), variable->getType()};
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&value))
    return {function->getName().str(), nullptr};
  if (llvm::isa<llvm::GlobalVariable, llvm::AllocaInst, llvm::GEPOperator>(value)) {
    const Place place = placeOf(value, depth + 1);
    return {"&" + place.nameFor({}), nullptr};
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return {argument->hasName() ? argument->getName().str()
                                : "<argument " + std::to_string(argument->getArgNo() + 1) + ">",
            nullptr};
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value))
    return expressionForInstruction(*instruction, depth);
  return {"(…)", nullptr};
}

void attach(llvm::Instruction &instruction, const std::vector<std::string> &names) {
  llvm::LLVMContext &context = instruction.getContext();
  std::vector<llvm::Metadata *> strings;
  strings.reserve(names.size());
  for (const std::string &name : names)
    strings.push_back(llvm::MDString::get(context, name));
  instruction.setMetadata(kMetadata, llvm::MDNode::get(context, strings));
}

void nameAccess(llvm::Instruction &instruction, Namer &namer) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    AccessShape shape = namer.shapeOf(load->getType());
    shape.bits = bitsRead(*load);
    attach(instruction, {namer.nameOf(*load->getPointerOperand(), shape)});
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    AccessShape shape = namer.shapeOf(store->getValueOperand()->getType());
    shape.bits = bitsWritten(*store);
    attach(instruction, {namer.nameOf(*store->getPointerOperand(), shape)});
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    attach(instruction, {namer.nameOf(*exchange->getPointerOperand(),
                                      namer.shapeOf(exchange->getValOperand()->getType()))});
  } else if (auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    attach(instruction, {namer.nameOf(*compare->getPointerOperand(),
                                      namer.shapeOf(compare->getNewValOperand()->getType()))});
  } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call))
      return;
    std::vector<std::string> names;
    bool any = false;
    for (const llvm::Use &argument : call->args()) {
      const bool pointer = argument->getType()->isPointerTy();
      any = any || pointer;
      names.push_back(pointer ? namer.nameOf(*argument, {}) : std::string());
    }
    if (any)
      attach(instruction, names);
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
  const llvm::MDNode *names = instruction.getMetadata(kMetadata);
  if (!names || operand >= names->getNumOperands())
    return {};
  const auto *name = llvm::dyn_cast_or_null<llvm::MDString>(names->getOperand(operand));
  return name ? name->getString().str() : std::string();
}

} // namespace raceward
