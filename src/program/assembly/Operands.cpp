#include "assembly/Operands.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward::assembly {

namespace {

using Constraint = llvm::InlineAsm::ConstraintInfo;

/// What a letter allows.
struct Letters {
  llvm::StringRef registers;
  llvm::StringRef memory;
  llvm::StringRef numbers;
  llvm::StringRef others; ///< registers that do not hold whole numbers
};

Letters lettersOf(Processor processor) {
  if (processor == Processor::X86)
    return {"rqQRlA", "moV", "ineZIJKLMNO", "ftuxvy"};
  return {"r", "moVQ", "inZIJKLMN", "wxy"};
}

class Reader {
public:
  Reader(const llvm::CallBase &call, Processor processor,
         const std::vector<llvm::Value *> &arguments)
      : call_(call), letters_(lettersOf(processor)), arguments_(arguments) {}
  Operands run();

private:
  void fail(std::string problem) {
    if (out_.problem.empty())
      out_.problem = std::move(problem);
  }
  void read(const Constraint &constraint);
  void readCodes(const Constraint &constraint, const std::vector<std::string> &codes,
                 Operand &operand);
  void readCode(const std::string &code, Operand &operand);
  void takeArgument(Operand &operand) {
    if (argument_ >= arguments_.size())
      return;
    operand.original = call_.getArgOperand(argument_);
    operand.given = arguments_[argument_++];
  }
  [[nodiscard]] llvm::Type *resultType(unsigned result) const;

  const llvm::CallBase &call_;
  Letters letters_;
  const std::vector<llvm::Value *> &arguments_;
  unsigned argument_ = 0;
  unsigned results_ = 0;
  bool mayBeRegister_ = false; ///< of the operand that is read
  Operands out_;
};

llvm::Type *Reader::resultType(unsigned result) const {
  llvm::Type *type = call_.getType();
  if (auto *several = llvm::dyn_cast<llvm::StructType>(type))
    return result < several->getNumElements() ? several->getElementType(result) : nullptr;
  return result == 0 && !type->isVoidTy() ? type : nullptr;
}

void Reader::readCode(const std::string &code, Operand &operand) {
  llvm::StringRef name = code;
  if (name.consume_front("{") && name.consume_back("}")) {
    if (name.consume_front("@cc")) {
      operand.kind = Operand::Kind::Flag;
      operand.condition = name.str();
      return;
    }
    operand.fixedRegister = name.lower();
    mayBeRegister_ = true;
    return;
  }
  if (code.size() != 1)
    return fail("the constraint '" + code + "' is not known");
  const char letter = code.front();
  if (letter == 'g' || letter == 'X') {
    mayBeRegister_ = operand.mayBeMemory = operand.mayBeNumber = true;
    return;
  }
  const bool isRegister = letters_.registers.contains(letter);
  const bool isMemory = letters_.memory.contains(letter);
  const bool isNumber = letters_.numbers.contains(letter);
  mayBeRegister_ |= isRegister;
  operand.mayBeMemory |= isMemory;
  operand.mayBeNumber |= isNumber;
  operand.isEitherOfTwo |= letter == 'A';
  if (isRegister || isMemory || isNumber)
    return;
  if (!letters_.others.contains(letter))
    return fail("the constraint '" + code + "' is not known");
  operand.isOtherRegister = mayBeRegister_ = true;
}

void Reader::readCodes(const Constraint &constraint, const std::vector<std::string> &codes,
                       Operand &operand) {
  mayBeRegister_ = false;
  for (const std::string &code : codes) {
    unsigned tied = 0;
    if (llvm::StringRef(code).getAsInteger(10, tied)) {
      readCode(code, operand);
      continue;
    }
    if (constraint.Type != llvm::InlineAsm::isInput || operand.tiedTo || tied >= out_.list.size() ||
        !out_.list[tied].isOutput)
      return fail("an input is tied to what is not an output");
    operand.tiedTo = tied;
    mayBeRegister_ = true;
  }
  if (operand.isEitherOfTwo && codes.size() > 1)
    fail("an operand has several constraints");
  if (!operand.fixedRegister.empty() && codes.size() > 1)
    fail("an operand has several constraints");
}

void Reader::read(const Constraint &constraint) {
  if (constraint.Type == llvm::InlineAsm::isClobber) {
    for (llvm::StringRef name : constraint.Codes) {
      name.consume_front("{");
      name.consume_back("}");
      out_.clobbersMemory |= name == "memory";
      out_.clobbers.push_back(name.lower());
    }
    return;
  }
  if (constraint.Type == llvm::InlineAsm::isLabel)
    return fail("assembly that jumps is not followed");
  Operand operand;
  operand.isOutput = constraint.Type == llvm::InlineAsm::isOutput;
  operand.isEarlyClobber = constraint.isEarlyClobber;
  std::vector<std::string> codes(constraint.Codes.begin(), constraint.Codes.end());
  if (constraint.isMultipleAlternative) {
    codes.clear();
    for (const auto &alternative : constraint.multipleAlternatives)
      codes.insert(codes.end(), alternative.Codes.begin(), alternative.Codes.end());
  }
  readCodes(constraint, codes, operand);
  if (constraint.isIndirect) {
    operand.type = call_.getParamElementType(argument_);
    takeArgument(operand);
    if (operand.given == nullptr || operand.type == nullptr ||
        !operand.given->getType()->isPointerTy())
      return fail("an operand in memory has no type");
    // A value that may also be in memory is computed and then stored, wherever it is meanwhile.
    if (mayBeRegister_ && !operand.isOutput)
      return fail("it is not known whether an input is in memory");
    if (mayBeRegister_) {
      operand.storedAt = operand.given;
      operand.given = nullptr;
    } else {
      operand.kind = Operand::Kind::Memory;
    }
  } else if (operand.isOutput) {
    operand.result = results_++;
    operand.type = resultType(*operand.result);
    if (operand.type == nullptr)
      return fail("an output has no type");
  } else {
    takeArgument(operand);
    if (operand.given == nullptr)
      return fail("an input has no value");
    operand.type = operand.given->getType();
    if (operand.mayBeNumber && !mayBeRegister_ && !operand.mayBeMemory)
      operand.kind = Operand::Kind::Number;
  }
  out_.list.push_back(std::move(operand));
}

Operands Reader::run() {
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call_.getCalledOperand());
  for (const Constraint &constraint : assembly->ParseConstraints())
    if (out_.problem.empty())
      read(constraint);
  return std::move(out_);
}

} // namespace

Operands operandsOf(const llvm::CallBase &call, Processor processor,
                    const std::vector<llvm::Value *> &arguments) {
  return Reader(call, processor, arguments).run();
}

} // namespace raceward::assembly
