// The table of instructions of x86.
#include "assembly/X86.h"

#include <llvm/Support/AtomicOrdering.h>

#include <algorithm>
#include <array>

namespace raceward::assembly {

namespace {

using Suffix = X86Form::Suffix;

constexpr std::uint8_t kX86Simple = X86Form::Simple;
constexpr std::uint8_t kX86Lockable = X86Form::Lockable;
constexpr std::uint8_t kX86Repeatable = X86Form::Repeatable;
constexpr std::uint8_t kX86Implicit = X86Form::Implicit;
constexpr std::uint8_t kX86Fixed = X86Form::Fixed;
constexpr std::uint8_t kX86Reads = X86Form::Reads;
constexpr std::uint8_t kX86WritesTwo = X86Form::WritesTwo;

constexpr unsigned orderDetail(llvm::AtomicOrdering ordering) {
  return static_cast<unsigned>(ordering);
}
constexpr unsigned extension(bool isSigned, unsigned from, unsigned to) {
  return (isSigned ? 1u : 0u) | from << 8 | to << 16;
}

/// Names that are complete come before those that take suffixes: `movsl` is not `movs` with one.
constexpr auto kX86Forms = std::to_array<X86Form>({
    // name, what may follow, operands, traits, detail, translation

    // -- nothing
    {"nop", Suffix::None, 0, 0, kX86Repeatable, 0, x86::nothing},
    {"pause", Suffix::None, 0, 0, kX86Simple, 0, x86::nothing},
    {"endbr64", Suffix::None, 0, 0, kX86Simple, 0, x86::nothing},
    {"endbr32", Suffix::None, 0, 0, kX86Simple, 0, x86::nothing},
    {"cld", Suffix::None, 0, 0, kX86Simple, 0, x86::nothing},       // as every function finds it
    {"prefetcht0", Suffix::None, 1, 1, kX86Reads, 0, x86::nothing}, // not accesses
    {"prefetcht1", Suffix::None, 1, 1, kX86Reads, 0, x86::nothing},
    {"prefetcht2", Suffix::None, 1, 1, kX86Reads, 0, x86::nothing},
    {"prefetchnta", Suffix::None, 1, 1, kX86Reads, 0, x86::nothing},
    {"prefetchw", Suffix::None, 1, 1, kX86Reads, 0, x86::nothing},
    {"ud2", Suffix::None, 0, 0, kX86Simple, 0, x86::trap},

    // -- order
    {"mfence", Suffix::None, 0, 0, kX86Simple,
     orderDetail(llvm::AtomicOrdering::SequentiallyConsistent), x86::fence},
    {"lfence", Suffix::None, 0, 0, kX86Simple, orderDetail(llvm::AtomicOrdering::Acquire),
     x86::fence},
    {"sfence", Suffix::None, 0, 0, kX86Simple, orderDetail(llvm::AtomicOrdering::Release),
     x86::fence},

    // -- strings
    {"stosb", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 8, x86::fill},
    {"stosw", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 16, x86::fill},
    {"stosl", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 32, x86::fill},
    {"stosd", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 32, x86::fill},
    {"stosq", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 64, x86::fill},
    {"movsb", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 8, x86::copy},
    {"movsw", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 16, x86::copy},
    {"movsl", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 32, x86::copy},
    {"movsd", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 32, x86::copy},
    {"movsq", Suffix::None, 0, 0, kX86Repeatable | kX86Implicit, 64, x86::copy},

    // -- moves
    {"movzbw", Suffix::None, 2, 2, kX86Simple, extension(false, 8, 16), x86::extend},
    {"movzbl", Suffix::None, 2, 2, kX86Simple, extension(false, 8, 32), x86::extend},
    {"movzbq", Suffix::None, 2, 2, kX86Simple, extension(false, 8, 64), x86::extend},
    {"movzwl", Suffix::None, 2, 2, kX86Simple, extension(false, 16, 32), x86::extend},
    {"movzwq", Suffix::None, 2, 2, kX86Simple, extension(false, 16, 64), x86::extend},
    {"movsbw", Suffix::None, 2, 2, kX86Simple, extension(true, 8, 16), x86::extend},
    {"movsbl", Suffix::None, 2, 2, kX86Simple, extension(true, 8, 32), x86::extend},
    {"movsbq", Suffix::None, 2, 2, kX86Simple, extension(true, 8, 64), x86::extend},
    {"movswl", Suffix::None, 2, 2, kX86Simple, extension(true, 16, 32), x86::extend},
    {"movswq", Suffix::None, 2, 2, kX86Simple, extension(true, 16, 64), x86::extend},
    {"movslq", Suffix::None, 2, 2, kX86Simple, extension(true, 32, 64), x86::extend},
    {"movzb", Suffix::None, 2, 2, kX86Simple, extension(false, 8, 0), x86::extend},
    {"movzw", Suffix::None, 2, 2, kX86Simple, extension(false, 16, 0), x86::extend},
    {"movzx", Suffix::None, 2, 2, kX86Simple, extension(false, 0, 0), x86::extend},
    {"movsx", Suffix::None, 2, 2, kX86Simple, extension(true, 0, 0), x86::extend},
    {"movsxd", Suffix::None, 2, 2, kX86Simple, extension(true, 32, 0), x86::extend},
    {"movabs", Suffix::Size, 2, 2, kX86Simple, 0, x86::move},
    {"mov", Suffix::Size, 2, 2, kX86Simple, 0, x86::move},
    {"lea", Suffix::Size, 2, 2, kX86Simple, 0, x86::loadAddress},
    {"xchg", Suffix::Size, 2, 2, kX86Lockable | kX86WritesTwo, 0, x86::exchange},
    {"push", Suffix::Size, 1, 1, kX86Implicit, 0, x86::push},
    {"pop", Suffix::Size, 1, 1, kX86Implicit, 0, x86::pop},
    {"cbtw", Suffix::None, 0, 0, kX86Fixed, 16, x86::signExtend},
    {"cbw", Suffix::None, 0, 0, kX86Fixed, 16, x86::signExtend},
    {"cwtl", Suffix::None, 0, 0, kX86Fixed, 32, x86::signExtend},
    {"cwde", Suffix::None, 0, 0, kX86Fixed, 32, x86::signExtend},
    {"cltq", Suffix::None, 0, 0, kX86Fixed, 64, x86::signExtend},
    {"cdqe", Suffix::None, 0, 0, kX86Fixed, 64, x86::signExtend},
    {"cwtd", Suffix::None, 0, 0, kX86Fixed, 0x100 | 16, x86::signExtend},
    {"cwd", Suffix::None, 0, 0, kX86Fixed, 0x100 | 16, x86::signExtend},
    {"cltd", Suffix::None, 0, 0, kX86Fixed, 0x100 | 32, x86::signExtend},
    {"cdq", Suffix::None, 0, 0, kX86Fixed, 0x100 | 32, x86::signExtend},
    {"cqto", Suffix::None, 0, 0, kX86Fixed, 0x100 | 64, x86::signExtend},
    {"cqo", Suffix::None, 0, 0, kX86Fixed, 0x100 | 64, x86::signExtend},

    // -- arithmetic
    {"add", Suffix::Size, 2, 2, kX86Lockable, x86::Add, x86::binary},
    {"adc", Suffix::Size, 2, 2, kX86Simple, x86::AddCarry, x86::binary},
    {"sub", Suffix::Size, 2, 2, kX86Lockable, x86::Subtract, x86::binary},
    {"sbb", Suffix::Size, 2, 2, kX86Simple, x86::SubtractBorrow, x86::binary},
    {"and", Suffix::Size, 2, 2, kX86Lockable, x86::And, x86::binary},
    {"or", Suffix::Size, 2, 2, kX86Lockable, x86::Or, x86::binary},
    {"xor", Suffix::Size, 2, 2, kX86Lockable, x86::Xor, x86::binary},
    {"cmp", Suffix::Size, 2, 2, kX86Reads, x86::Subtract, x86::compare},
    {"test", Suffix::Size, 2, 2, kX86Reads, x86::And, x86::compare},
    {"inc", Suffix::Size, 1, 1, kX86Lockable, x86::Increment, x86::unary},
    {"dec", Suffix::Size, 1, 1, kX86Lockable, x86::Decrement, x86::unary},
    {"neg", Suffix::Size, 1, 1, kX86Simple, x86::Negate, x86::unary},
    {"not", Suffix::Size, 1, 1, kX86Lockable, x86::Complement, x86::unary},
    {"clc", Suffix::None, 0, 0, kX86Simple, 0, x86::setCarry},
    {"stc", Suffix::None, 0, 0, kX86Simple, 1, x86::setCarry},
    {"cmc", Suffix::None, 0, 0, kX86Simple, 2, x86::setCarry},
    {"mul", Suffix::Size, 1, 1, kX86Fixed, 0, x86::multiply},
    {"imul", Suffix::Size, 1, 3, kX86Fixed, 0, x86::multiplySigned},
    {"mulx", Suffix::Size, 3, 3, kX86Fixed, 0, x86::multiplyWithoutFlags},
    {"div", Suffix::Size, 1, 1, kX86Fixed, 0, x86::divide},
    {"idiv", Suffix::Size, 1, 1, kX86Fixed, 1, x86::divide},

    // -- exchanges
    {"xadd", Suffix::Size, 2, 2, kX86Lockable | kX86WritesTwo, 0, x86::exchangeAdd},
    {"cmpxchg8b", Suffix::None, 1, 1, kX86Lockable | kX86Fixed, 32, x86::compareExchangePair},
    {"cmpxchg16b", Suffix::None, 1, 1, kX86Lockable | kX86Fixed, 64, x86::compareExchangePair},
    {"cmpxchg", Suffix::Size, 2, 2, kX86Lockable | kX86Fixed, 0, x86::compareExchange},

    // -- bits
    {"shl", Suffix::Size, 1, 2, kX86Simple, x86::Left, x86::shift},
    {"sal", Suffix::Size, 1, 2, kX86Simple, x86::Left, x86::shift},
    {"shr", Suffix::Size, 1, 2, kX86Simple, x86::Right, x86::shift},
    {"sar", Suffix::Size, 1, 2, kX86Simple, x86::RightSigned, x86::shift},
    {"rol", Suffix::Size, 1, 2, kX86Simple, x86::RotateLeft, x86::shift},
    {"ror", Suffix::Size, 1, 2, kX86Simple, x86::RotateRight, x86::shift},
    {"shld", Suffix::Size, 3, 3, kX86Simple, x86::Left, x86::doubleShift},
    {"shrd", Suffix::Size, 3, 3, kX86Simple, x86::Right, x86::doubleShift},
    {"bt", Suffix::Size, 2, 2, kX86Reads, x86::Test, x86::bit},
    {"bts", Suffix::Size, 2, 2, kX86Lockable, x86::Set, x86::bit},
    {"btr", Suffix::Size, 2, 2, kX86Lockable, x86::Reset, x86::bit},
    {"btc", Suffix::Size, 2, 2, kX86Lockable, x86::Flip, x86::bit},
    {"bsf", Suffix::Size, 2, 2, kX86Repeatable, x86::Forward, x86::scan},
    {"bsr", Suffix::Size, 2, 2, kX86Simple, x86::Backward, x86::scan},
    {"tzcnt", Suffix::Size, 2, 2, kX86Simple, x86::TrailingZeros, x86::scan},
    {"lzcnt", Suffix::Size, 2, 2, kX86Simple, x86::LeadingZeros, x86::scan},
    {"popcnt", Suffix::Size, 2, 2, kX86Simple, x86::Ones, x86::scan},
    {"bswap", Suffix::Size, 1, 1, kX86Simple, 0, x86::swapBytes},

    // -- conditions
    {"set", Suffix::Condition, 1, 1, X86Form::Byte, 0, x86::setIf},
    {"cmov", Suffix::Condition, 2, 2, kX86Simple, 0, x86::moveIf},

    // -- the processor
    {"rdtsc", Suffix::None, 0, 0, kX86Fixed, 0, x86::timeStamp},
    {"rdtscp", Suffix::None, 0, 0, kX86Fixed, 1, x86::timeStamp},
    {"rdpmc", Suffix::None, 0, 0, kX86Fixed, 0, x86::timeStamp},
    {"rdrand", Suffix::Size, 1, 1, kX86Simple, 0, x86::random},
    {"rdseed", Suffix::Size, 1, 1, kX86Simple, 0, x86::random},
    {"cpuid", Suffix::None, 0, 0, kX86Fixed, 0, x86::identify},
    {"xgetbv", Suffix::None, 0, 0, kX86Fixed, 0, x86::extendedControl},
    {"fnstcw", Suffix::None, 1, 1, kX86Simple, 0, x86::storeControl},
    {"fstcw", Suffix::None, 1, 1, kX86Simple, 0, x86::storeControl},
    {"stmxcsr", Suffix::None, 1, 1, kX86Simple, 1, x86::storeControl},
    {"fldcw", Suffix::None, 1, 1, kX86Simple, 0, x86::loadControl},
    {"ldmxcsr", Suffix::None, 1, 1, kX86Simple, 1, x86::loadControl},

    // -- only in registers; what they compute is not known
    {"crc32", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"pext", Suffix::Size, 3, 3, kX86Simple, 0, nullptr},
    {"pdep", Suffix::Size, 3, 3, kX86Simple, 0, nullptr},
    {"adcx", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"adox", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"rcl", Suffix::Size, 1, 2, kX86Simple, 0, nullptr},
    {"rcr", Suffix::Size, 1, 2, kX86Simple, 0, nullptr},
    {"andn", Suffix::Size, 3, 3, kX86Simple, 0, nullptr},
    {"rdpid", Suffix::None, 1, 1, kX86Simple, 0, nullptr},
    {"aesenc", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"aesenclast", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"aesdec", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"aesdeclast", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"pclmulqdq", Suffix::None, 3, 3, kX86Simple, 0, nullptr},
    {"pshufd", Suffix::None, 3, 3, kX86Simple, 0, nullptr},
    {"pxor", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"movd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"cvttsd2si", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"cvtsd2si", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"cvttss2si", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"cvtss2si", Suffix::Size, 2, 2, kX86Simple, 0, nullptr},
    {"sqrtsd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"sqrtss", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"addsd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"subsd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"mulsd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"divsd", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"addss", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"mulss", Suffix::None, 2, 2, kX86Simple, 0, nullptr},
    {"fsqrt", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
    {"fsin", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
    {"fcos", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
    {"frndint", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
    {"emms", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
    {"fninit", Suffix::None, 0, 0, kX86Simple, 0, nullptr},
});

bool fitsForm(const X86Form &form, const Statement &statement) {
  return statement.operands.size() >= form.least && statement.operands.size() <= form.most;
}

unsigned bitsOfSuffix(char suffix) {
  switch (suffix) {
  case 'b':
    return 8;
  case 'w':
    return 16;
  case 'l':
    return 32;
  case 'q':
    return 64;
  default:
    return 0;
  }
}

/// What follows the name of a form; nothing if it does not fit.
bool readSuffix(const X86Form &form, llvm::StringRef rest, FoundX86Form &found) {
  found.bits = 0;
  found.condition.clear();
  if (form.suffix == Suffix::Condition) {
    if (!isX86Condition(rest)) {
      if (rest.empty() || !isX86Condition(rest.drop_back()))
        return false;
      found.bits = bitsOfSuffix(rest.back());
      if (found.bits == 0 || ((form.traits & X86Form::Byte) != 0 && found.bits != 8))
        return false;
      rest = rest.drop_back();
    }
    found.condition = rest.str();
    return true;
  }
  if (rest.empty())
    return true;
  if (form.suffix == Suffix::None || rest.size() != 1)
    return false;
  found.bits = bitsOfSuffix(rest.front());
  return found.bits != 0;
}

} // namespace

FoundX86Form findX86Form(const Statement &statement) {
  const llvm::StringRef name = statement.mnemonic;
  FoundX86Form found;
  for (const bool wantsExact : {true, false})
    for (const X86Form &form : kX86Forms) {
      if (!fitsForm(form, statement) || !name.starts_with(form.name) ||
          (name.size() == form.name.size()) != wantsExact ||
          !readSuffix(form, name.drop_front(form.name.size()), found))
        continue;
      found.form = &form;
      return found;
    }
  return {};
}

} // namespace raceward::assembly
