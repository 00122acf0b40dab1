#include "raceward/smt/BitVector.h"

#include <gtest/gtest.h>

#include <random>

namespace raceward {
namespace {

using Wide = unsigned __int128;

BitVector fromWide(std::uint32_t width, Wide value) {
  const BitVector both = BitVector(64, static_cast<std::uint64_t>(value >> 64))
                             .concat(BitVector(64, static_cast<std::uint64_t>(value)));
  return both.extract(width - 1, 0);
}

Wide cut(std::uint32_t width, Wide value) {
  return width == 128 ? value : value & ((Wide{1} << width) - 1);
}

TEST(BitVector, AgreesWithMachineArithmeticUpTo128Bits) {
  const std::uint64_t seed = 20240517;
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20000; ++round) {
    const auto width = static_cast<std::uint32_t>(1 + random() % 128);
    const auto draw = [&] {
      Wide value = (Wide{random()} << 64) | random();
      if (random() % 3 == 0)
        value >>= random() % 128;
      return cut(width, value);
    };
    const Wide a = draw();
    const Wide b = random() % 8 == 0 ? 0 : draw();
    const BitVector x = fromWide(width, a);
    const BitVector y = fromWide(width, b);
    SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                 x.toString() + " " + y.toString());
    const auto same = [&](const BitVector &got, Wide want) {
      EXPECT_EQ(got, fromWide(width, cut(width, want)));
    };
    same(x.add(y), a + b);
    same(x.sub(y), a - b);
    same(x.mul(y), a * b);
    same(x.udiv(y), b == 0 ? ~Wide{0} : a / b);
    same(x.urem(y), b == 0 ? a : a % b);
    same(x.bitAnd(y), a & b);
    same(x.bitOr(y), a | b);
    same(x.bitXor(y), a ^ b);
    const auto amount = static_cast<std::uint32_t>(random() % (width + 3));
    const BitVector shift = fromWide(width, cut(width, amount));
    if (cut(width, amount) == amount) {
      same(x.shl(shift), amount >= width ? 0 : a << amount);
      same(x.lshr(shift), amount >= width ? 0 : a >> amount);
    }
    EXPECT_EQ(x.ult(y), a < b);
    const auto extended = [&](Wide v) {
      const bool negative = ((v >> (width - 1)) & 1) != 0;
      return static_cast<__int128>(negative && width < 128 ? v | (~Wide{0} << width) : v);
    };
    EXPECT_EQ(x.slt(y), extended(a) < extended(b));
    EXPECT_EQ(x.sext(128), fromWide(128, static_cast<Wide>(extended(a))));
    const bool overflow = extended(b) == -1 && x == BitVector::signedMin(width);
    if (b != 0 && !overflow) {
      same(x.sdiv(y), static_cast<Wide>(extended(a) / extended(b)));
      same(x.srem(y), static_cast<Wide>(extended(a) % extended(b)));
    }
    const std::string text = x.toString();
    EXPECT_EQ(BitVector::parse(text.substr(2), text[1] == 'x' ? 16 : 2), x);
  }
}

TEST(BitVector, DividesByZeroAsSmtLibSays) {
  const BitVector zero(8, 0);
  EXPECT_EQ(BitVector(8, 5).udiv(zero), BitVector(8, 255));
  EXPECT_EQ(BitVector(8, 5).urem(zero), BitVector(8, 5));
  EXPECT_EQ(BitVector(8, 5).sdiv(zero), BitVector(8, 255));
  EXPECT_EQ(BitVector(8, 251).sdiv(zero), BitVector(8, 1));
  EXPECT_EQ(BitVector(8, 251).srem(zero), BitVector(8, 251));
  EXPECT_EQ(BitVector(8, 128).sdiv(BitVector(8, 255)), BitVector(8, 128));
}

TEST(BitVector, RefusesDigitsThatAreNone) {
  EXPECT_EQ(BitVector::parse("", 2), std::nullopt);
  EXPECT_EQ(BitVector::parse("012", 2), std::nullopt);
  EXPECT_EQ(BitVector::parse("0g", 16), std::nullopt);
}

} // namespace
} // namespace raceward
