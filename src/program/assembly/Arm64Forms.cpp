// The table of instructions of 64-bit ARM.
#include "assembly/Arm64.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace raceward::assembly {

namespace {

using Arm64Update = llvm::AtomicRMWInst;

constexpr std::uint8_t kArm64Simple = Arm64Form::Simple;
constexpr std::uint8_t kArm64Flags = Arm64Form::Flags;
constexpr std::uint8_t kArm64Reads = Arm64Form::Reads;
constexpr std::uint8_t kArm64Access = Arm64Form::Memory | Arm64Form::Sized;
constexpr std::uint8_t kArm64Update = Arm64Form::Memory | Arm64Form::Sized | Arm64Form::Ordered;

constexpr auto kArm64Forms = std::to_array<Arm64Form>({
    // name, operands, traits, detail, translation

    // -- nothing
    {"nop", 0, 0, kArm64Simple, 0, arm64::nothing},
    {"yield", 0, 0, kArm64Simple, 0, arm64::nothing},
    {"wfe", 0, 0, kArm64Simple, 0, arm64::nothing}, // may return at once
    {"sev", 0, 0, kArm64Simple, 0, arm64::nothing},
    {"sevl", 0, 0, kArm64Simple, 0, arm64::nothing},
    {"isb", 0, 1, kArm64Reads, 0, arm64::nothing},
    {"hint", 1, 1, kArm64Reads, 0, arm64::nothing},
    {"clrex", 0, 1, kArm64Reads, 0, arm64::nothing},
    {"prfm", 2, 2, kArm64Reads, 0, arm64::nothing}, // not an access

    // -- order
    {"dmb", 1, 1, kArm64Reads, 0, arm64::barrier},
    {"dsb", 1, 1, kArm64Reads, 0, arm64::barrier},

    // -- registers
    {"mov", 2, 2, kArm64Simple, arm64::Move, arm64::unary},
    {"mvn", 2, 2, kArm64Simple, arm64::Complement, arm64::unary},
    {"neg", 2, 2, kArm64Simple, arm64::Negate, arm64::unary},
    {"rev", 2, 2, kArm64Simple, arm64::SwapBytes, arm64::unary},
    {"rev16", 2, 2, kArm64Simple, arm64::SwapIn16, arm64::unary},
    {"rev32", 2, 2, kArm64Simple, arm64::SwapIn32, arm64::unary},
    {"rbit", 2, 2, kArm64Simple, arm64::ReverseBits, arm64::unary},
    {"clz", 2, 2, kArm64Simple, arm64::LeadingZeros, arm64::unary},
    {"add", 3, 3, kArm64Flags, arm64::Add, arm64::binary},
    {"sub", 3, 3, kArm64Flags, arm64::Subtract, arm64::binary},
    {"and", 3, 3, kArm64Flags, arm64::And, arm64::binary},
    {"orr", 3, 3, kArm64Simple, arm64::Or, arm64::binary},
    {"eor", 3, 3, kArm64Simple, arm64::Xor, arm64::binary},
    {"bic", 3, 3, kArm64Flags, arm64::AndNot, arm64::binary},
    {"orn", 3, 3, kArm64Simple, arm64::OrNot, arm64::binary},
    {"lsl", 3, 3, kArm64Simple, arm64::ShiftLeft, arm64::binary},
    {"lsr", 3, 3, kArm64Simple, arm64::ShiftRight, arm64::binary},
    {"asr", 3, 3, kArm64Simple, arm64::ShiftRightSigned, arm64::binary},
    {"ror", 3, 3, kArm64Simple, arm64::Rotate, arm64::binary},
    {"mul", 3, 3, kArm64Simple, arm64::Multiply, arm64::binary},
    {"umulh", 3, 3, kArm64Simple, arm64::MultiplyHigh, arm64::binary},
    {"smulh", 3, 3, kArm64Simple, arm64::MultiplyHighSigned, arm64::binary},
    {"udiv", 3, 3, kArm64Simple, arm64::Divide, arm64::binary},
    {"sdiv", 3, 3, kArm64Simple, arm64::DivideSigned, arm64::binary},
    {"cmp", 2, 2, kArm64Reads, arm64::Subtract, arm64::compare},
    {"cmn", 2, 2, kArm64Reads, arm64::Add, arm64::compare},
    {"tst", 2, 2, kArm64Reads, arm64::And, arm64::compare},
    {"cset", 2, 2, kArm64Simple, 0, arm64::setIf},
    {"csel", 4, 4, kArm64Simple, 0, arm64::chooseIf},

    // -- accesses
    {"ldr", 2, 2, kArm64Access, 0, arm64::load},
    {"ldar", 2, 2, kArm64Access, 1, arm64::load},
    {"ldapr", 2, 2, kArm64Access, 2, arm64::load},
    {"str", 2, 2, kArm64Access, 0, arm64::store},
    {"stlr", 2, 2, kArm64Access, 1, arm64::store},

    // -- atomic updates
    {"ldadd", 3, 3, kArm64Update, Arm64Update::Add, arm64::update},
    {"ldclr", 3, 3, kArm64Update, Arm64Update::Nand, arm64::update}, // and with the complement
    {"ldset", 3, 3, kArm64Update, Arm64Update::Or, arm64::update},
    {"ldeor", 3, 3, kArm64Update, Arm64Update::Xor, arm64::update},
    {"ldsmax", 3, 3, kArm64Update, Arm64Update::Max, arm64::update},
    {"ldsmin", 3, 3, kArm64Update, Arm64Update::Min, arm64::update},
    {"ldumax", 3, 3, kArm64Update, Arm64Update::UMax, arm64::update},
    {"ldumin", 3, 3, kArm64Update, Arm64Update::UMin, arm64::update},
    {"swp", 3, 3, kArm64Update, Arm64Update::Xchg, arm64::update},
    {"stadd", 2, 2, kArm64Update, Arm64Update::Add, arm64::updateOnly},
    {"stclr", 2, 2, kArm64Update, Arm64Update::Nand, arm64::updateOnly},
    {"stset", 2, 2, kArm64Update, Arm64Update::Or, arm64::updateOnly},
    {"steor", 2, 2, kArm64Update, Arm64Update::Xor, arm64::updateOnly},
    {"cas", 3, 3, kArm64Update, 0, arm64::compareExchange},

    // -- the processor
    {"mrs", 2, 2, kArm64Simple, 0, arm64::systemRegister},

    // -- only in registers; what they compute is not known
    {"crc32b", 3, 3, kArm64Simple, 0, nullptr},
    {"crc32h", 3, 3, kArm64Simple, 0, nullptr},
    {"crc32w", 3, 3, kArm64Simple, 0, nullptr},
    {"crc32x", 3, 3, kArm64Simple, 0, nullptr},
    {"cls", 2, 2, kArm64Simple, 0, nullptr},
    {"madd", 4, 4, kArm64Simple, 0, nullptr},
    {"msub", 4, 4, kArm64Simple, 0, nullptr},
    {"extr", 4, 4, kArm64Simple, 0, nullptr},
    {"adc", 3, 3, kArm64Simple, 0, nullptr},
    {"adcs", 3, 3, kArm64Simple, 0, nullptr},
    {"sbc", 3, 3, kArm64Simple, 0, nullptr},
    {"sbcs", 3, 3, kArm64Simple, 0, nullptr},
    {"fsqrt", 2, 2, kArm64Simple, 0, nullptr},
});

bool readRest(const Arm64Form &form, llvm::StringRef rest, Arm64Instruction &at) {
  if ((form.traits & Arm64Form::Ordered) != 0) {
    at.isAcquire = rest.consume_front("a");
    at.isRelease = rest.consume_front("l");
  }
  if ((form.traits & Arm64Form::Sized) != 0 && rest.size() == 1) {
    at.bits = rest == "b" ? 8 : rest == "h" ? 16 : 0;
    return at.bits != 0;
  }
  if ((form.traits & Arm64Form::Flags) != 0 && rest == "s") {
    at.detail |= arm64::kSetsFlags;
    return true;
  }
  return rest.empty();
}

} // namespace

FoundArm64Form findArm64Form(const Statement &statement) {
  const llvm::StringRef name = statement.mnemonic;
  for (const bool wantsExact : {true, false})
    for (const Arm64Form &form : kArm64Forms) {
      FoundArm64Form found;
      found.instruction.text = &statement;
      found.instruction.detail = form.detail;
      if (statement.operands.size() < form.least || statement.operands.size() > form.most ||
          !name.starts_with(form.name) || (name.size() == form.name.size()) != wantsExact ||
          !readRest(form, name.drop_front(form.name.size()), found.instruction))
        continue;
      found.form = &form;
      return found;
    }
  return {};
}

} // namespace raceward::assembly
