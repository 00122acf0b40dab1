// The rewrite rules of the simplifier, by name.
//
// Each application is counted, so that a test can verify that its random terms have exercised every
// rule of this list against brute-force evaluation.
#pragma once

#include <cstddef>
#include <cstdint>

// clang-format off
#define RW_SMT_RULES(X)                                                                            \
  X(NotConstant) X(NotNot) X(NotComparison)                                                        \
  X(AndConstant) X(AndSame) X(AndComplement) X(OrConstant) X(OrSame) X(OrComplement)               \
  X(EqualSame) X(EqualConstants) X(EqualBoolConstant) X(EqualComplement) X(EqualAddConstant)       \
  X(EqualNotConstant) X(EqualNegConstant) X(EqualXorConstant) X(EqualZExtConstant)                 \
  X(EqualSExtConstant) X(EqualConcatConstant) X(EqualIteConstants)                                 \
  X(IteConstant) X(IteSame) X(IteNot) X(IteBool) X(IteNested)                                      \
  X(CompareConstants) X(CompareSame) X(UltBounds) X(UleBounds) X(SltBounds) X(SleBounds)           \
  X(UnsignedZExts) X(UnsignedZExtConstant) X(SignedSExts) X(SignedZExts)                           \
  X(FoldUnary) X(FoldBinary) X(BvNotNot) X(NegNeg)                                                 \
  X(BvAndZero) X(BvAndOnes) X(BvAndSame) X(BvAndComplement) X(BvAndLowMask)                        \
  X(BvOrZero) X(BvOrOnes) X(BvOrSame) X(BvOrComplement)                                            \
  X(BvXorZero) X(BvXorOnes) X(BvXorSame) X(ReassociateConstants)                                   \
  X(AddZero) X(AddNegation) X(SubSame) X(SubConstant) X(SubFromZero)                               \
  X(MulZero) X(MulOne) X(MulPowerOfTwo)                                                            \
  X(UDivOne) X(UDivPowerOfTwo) X(URemOne) X(URemPowerOfTwo) X(SDivOne) X(SRemOne)                  \
  X(ShiftByZero) X(ShiftOfZero) X(ShiftTooFar) X(ShiftByConstant)                                  \
  X(ConcatConstants) X(ConcatExtracts) X(ConcatZero) X(ConcatNested)                               \
  X(ExtractWhole) X(ExtractConstant) X(ExtractExtract) X(ExtractConcat) X(ExtractZExt)             \
  X(ExtractSExt) X(ExtractIteConstant) X(ExtractLowArithmetic)                                     \
  X(ExtendByNothing) X(ExtendConstant) X(ZExtZExt) X(SExtSExt) X(SExtZExt)                         \
  X(SelectSameStore) X(SelectOtherStore) X(SelectConstArray) X(StoreStore) X(StoreOwnValue)
// clang-format on

namespace raceward {

enum class Rule : std::uint8_t {
#define RW_SMT_RULE(name) name,
  RW_SMT_RULES(RW_SMT_RULE)
#undef RW_SMT_RULE
};

inline constexpr const char *kRuleNames[] = {
#define RW_SMT_RULE(name) #name,
    RW_SMT_RULES(RW_SMT_RULE)
#undef RW_SMT_RULE
};

inline constexpr std::size_t kRuleCount = sizeof(kRuleNames) / sizeof(kRuleNames[0]);

} // namespace raceward
