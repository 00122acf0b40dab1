// Instructions, atomic orders and operations, and constant expressions.
#include "Lists.h"

#include <llvm/IR/Instruction.h>

namespace raceward::closed {

Listed ofOpcode(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::Ret:
  case I::Br:
  case I::Switch:
  case I::IndirectBr:
  case I::Unreachable:
    return by("all engines, as edges of the decoder");
  case I::Alloca:
  case I::Load:
  case I::Store:
  case I::GetElementPtr:
  case I::Fence:
  case I::AtomicCmpXchg:
  case I::AtomicRMW:
    return by("all engines, as accesses and addresses");
  case I::FNeg:
  case I::Add:
  case I::FAdd:
  case I::Sub:
  case I::FSub:
  case I::Mul:
  case I::FMul:
  case I::UDiv:
  case I::SDiv:
  case I::FDiv:
  case I::URem:
  case I::SRem:
  case I::FRem:
  case I::Shl:
  case I::LShr:
  case I::AShr:
  case I::And:
  case I::Or:
  case I::Xor:
  case I::Trunc:
  case I::ZExt:
  case I::SExt:
  case I::FPToUI:
  case I::FPToSI:
  case I::UIToFP:
  case I::SIToFP:
  case I::FPTrunc:
  case I::FPExt:
  case I::PtrToInt:
  case I::IntToPtr:
  case I::BitCast:
  case I::ICmp:
  case I::FCmp:
  case I::PHI:
  case I::Select:
  case I::ExtractElement:
  case I::InsertElement:
  case I::ShuffleVector:
  case I::ExtractValue:
  case I::InsertValue:
  case I::Freeze:
    return by("all engines, as values made from values");
  case I::Call:
    return by("all engines; what is called is ruled on by itself");
  case I::VAArg:
    return by("provers; the machine stops");
  case I::AddrSpaceCast:
    return gap("address spaces are not distinguished");
  case I::Invoke:
  case I::Resume:
  case I::CleanupRet:
  case I::CatchRet:
  case I::CatchSwitch:
  case I::CleanupPad:
  case I::CatchPad:
  case I::LandingPad:
    return gap("exceptions are not followed");
  case I::CallBr:
    return gap("assembly that jumps is not followed");
  case I::UserOp1:
  case I::UserOp2:
    return gap("only passes of LLVM know what it is");
  default:
    return std::nullopt;
  }
}

Listed ofOrdering(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
  case llvm::AtomicOrdering::Monotonic:
  case llvm::AtomicOrdering::Acquire:
  case llvm::AtomicOrdering::Release:
  case llvm::AtomicOrdering::AcquireRelease:
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return by("all engines, as orders of C11");
  case llvm::AtomicOrdering::Unordered:
    return gap("it is an order that C does not have");
  }
  return std::nullopt;
}

Listed ofUpdate(llvm::AtomicRMWInst::BinOp update) {
  using R = llvm::AtomicRMWInst;
  switch (update) {
  case R::Xchg:
  case R::Add:
  case R::Sub:
  case R::And:
  case R::Nand:
  case R::Or:
  case R::Xor:
  case R::Max:
  case R::Min:
  case R::UMax:
  case R::UMin:
  case R::UIncWrap:
  case R::UDecWrap:
    return by("all engines");
  case R::FAdd:
  case R::FSub:
  case R::FMax:
  case R::FMin:
    return by("provers; the machine stops");
  default:
    return std::nullopt;
  }
}

Listed ofExpression(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::GetElementPtr:
  case I::Trunc:
  case I::PtrToInt:
  case I::IntToPtr:
  case I::BitCast:
  case I::Add:
  case I::Sub:
  case I::Mul:
  case I::Xor:
    return by("all engines");
  case I::Shl:
  case I::ZExt:
  case I::SExt:
  case I::ICmp:
  case I::FCmp:
  case I::ExtractElement:
  case I::InsertElement:
  case I::ShuffleVector:
    return by("provers, as made of their operands; the machine stops");
  case I::AddrSpaceCast:
    return gap("address spaces are not distinguished");
  default:
    return std::nullopt;
  }
}

} // namespace raceward::closed
