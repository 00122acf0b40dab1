#include "raceward/smt/BitVector.h"

#include "raceward/base/Check.h"

#include <bit>
#include <string_view>

namespace raceward {

BitVector::BitVector(std::uint32_t width, std::uint64_t value) : width_(width), low_(value) {
  RW_CHECK(width > 0);
  rest_.resize(words() - 1);
  dropUnusedBits();
}

BitVector BitVector::ones(std::uint32_t width) {
  return BitVector(width, 0).bitNot();
}

BitVector BitVector::signedMin(std::uint32_t width) {
  return BitVector(width, 1).shiftedLeft(width - 1);
}

std::optional<BitVector> BitVector::parse(std::string_view digits, unsigned base) {
  RW_CHECK(base == 2 || base == 16);
  const unsigned bits = base == 2 ? 1 : 4;
  if (digits.empty() || digits.size() > UINT32_MAX / 8)
    return std::nullopt;
  BitVector result(static_cast<std::uint32_t>(digits.size()) * bits, 0);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[i];
    unsigned digit = 16;
    if (c >= '0' && c <= '9')
      digit = static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<unsigned>(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
      digit = static_cast<unsigned>(c - 'A') + 10;
    if (digit >= base)
      return std::nullopt;
    const auto at = static_cast<std::uint32_t>(digits.size() - 1 - i) * bits;
    result.wordAt(at / 64) |= std::uint64_t{digit} << (at % 64);
  }
  return result;
}

bool BitVector::isZero() const {
  if (low_ != 0)
    return false;
  for (const std::uint64_t word : rest_)
    if (word != 0)
      return false;
  return true;
}

bool BitVector::fits64() const {
  for (const std::uint64_t word : rest_)
    if (word != 0)
      return false;
  return true;
}

bool BitVector::isOne() const {
  return low_ == 1 && fits64();
}

std::optional<std::uint32_t> BitVector::log2() const {
  std::optional<std::uint32_t> found;
  for (std::uint32_t i = 0; i < words(); ++i) {
    if (word(i) == 0)
      continue;
    if (found || !std::has_single_bit(word(i)))
      return std::nullopt;
    found = i * 64 + static_cast<std::uint32_t>(std::countr_zero(word(i)));
  }
  return found;
}

std::optional<std::uint32_t> BitVector::lowMask() const {
  if (isOnes())
    return width_;
  return add(BitVector(width_, 1)).log2();
}

BitVector BitVector::bitNot() const {
  BitVector result = *this;
  for (std::uint32_t i = 0; i < words(); ++i)
    result.wordAt(i) = ~word(i);
  result.dropUnusedBits();
  return result;
}

BitVector BitVector::neg() const {
  return bitNot().add(BitVector(width_, 1));
}

BitVector BitVector::bitAnd(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::uint32_t i = 0; i < words(); ++i)
    result.wordAt(i) &= other.word(i);
  return result;
}

BitVector BitVector::bitOr(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::uint32_t i = 0; i < words(); ++i)
    result.wordAt(i) |= other.word(i);
  return result;
}

BitVector BitVector::bitXor(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  BitVector result = *this;
  for (std::uint32_t i = 0; i < words(); ++i)
    result.wordAt(i) ^= other.word(i);
  return result;
}

BitVector BitVector::add(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  BitVector result = *this;
  std::uint64_t carry = 0;
  for (std::uint32_t i = 0; i < words(); ++i) {
    const std::uint64_t sum = word(i) + other.word(i);
    const std::uint64_t total = sum + carry;
    carry = static_cast<std::uint64_t>(sum < word(i)) | static_cast<std::uint64_t>(total < sum);
    result.wordAt(i) = total;
  }
  result.dropUnusedBits();
  return result;
}

BitVector BitVector::sub(const BitVector &other) const {
  return add(other.neg());
}

BitVector BitVector::mul(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  BitVector result(width_, 0);
  for (std::uint32_t i = 0; i < words(); ++i) {
    unsigned __int128 carry = 0;
    for (std::uint32_t j = 0; i + j < words(); ++j) {
      carry += static_cast<unsigned __int128>(word(i)) * other.word(j) + result.word(i + j);
      result.wordAt(i + j) = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  result.dropUnusedBits();
  return result;
}

struct BitVector::Division {
  BitVector quotient;
  BitVector remainder;
};

BitVector::Division BitVector::divide(const BitVector &divisor) const {
  RW_CHECK(width_ == divisor.width_);
  if (divisor.isZero())
    return {ones(width_), *this};
  if (width_ <= 64)
    return {BitVector(width_, low_ / divisor.low_), BitVector(width_, low_ % divisor.low_)};
  // Bit by bit, one bit wider so that the shifted remainder fits. Rarely used.
  const BitVector d = divisor.zext(width_ + 1);
  BitVector quotient(width_, 0);
  BitVector remainder(width_ + 1, 0);
  for (std::uint32_t i = width_; i-- > 0;) {
    remainder = remainder.shiftedLeft(1);
    remainder.low_ |= bit(i) ? 1 : 0;
    if (!remainder.ult(d)) {
      remainder = remainder.sub(d);
      quotient.wordAt(i / 64) |= std::uint64_t{1} << (i % 64);
    }
  }
  return {quotient, remainder.extract(width_ - 1, 0)};
}

BitVector BitVector::udiv(const BitVector &other) const {
  return divide(other).quotient;
}

BitVector BitVector::urem(const BitVector &other) const {
  return divide(other).remainder;
}

BitVector BitVector::sdiv(const BitVector &other) const {
  const BitVector left = isNegative() ? neg() : *this;
  const BitVector right = other.isNegative() ? other.neg() : other;
  const BitVector quotient = left.udiv(right);
  return isNegative() == other.isNegative() ? quotient : quotient.neg();
}

BitVector BitVector::srem(const BitVector &other) const {
  const BitVector left = isNegative() ? neg() : *this;
  const BitVector right = other.isNegative() ? other.neg() : other;
  const BitVector remainder = left.urem(right);
  return isNegative() ? remainder.neg() : remainder;
}

BitVector BitVector::shl(const BitVector &amount) const {
  if (!amount.fits64() || amount.low_ >= width_)
    return BitVector(width_, 0);
  return shiftedLeft(static_cast<std::uint32_t>(amount.low_));
}

BitVector BitVector::lshr(const BitVector &amount) const {
  if (!amount.fits64() || amount.low_ >= width_)
    return BitVector(width_, 0);
  return shiftedRight(static_cast<std::uint32_t>(amount.low_));
}

BitVector BitVector::ashr(const BitVector &amount) const {
  return isNegative() ? bitNot().lshr(amount).bitNot() : lshr(amount);
}

bool BitVector::ult(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  return *this < other;
}

bool BitVector::slt(const BitVector &other) const {
  RW_CHECK(width_ == other.width_);
  return isNegative() != other.isNegative() ? isNegative() : *this < other;
}

BitVector BitVector::concat(const BitVector &lower) const {
  const std::uint32_t total = width_ + lower.width_;
  return zext(total).shiftedLeft(lower.width_).bitOr(lower.zext(total));
}

BitVector BitVector::extract(std::uint32_t high, std::uint32_t low) const {
  RW_CHECK(low <= high && high < width_);
  const BitVector shifted = shiftedRight(low);
  BitVector result(high - low + 1, 0);
  for (std::uint32_t i = 0; i < result.words(); ++i)
    result.wordAt(i) = shifted.word(i);
  result.dropUnusedBits();
  return result;
}

BitVector BitVector::zext(std::uint32_t width) const {
  RW_CHECK(width >= width_);
  BitVector result(width, 0);
  for (std::uint32_t i = 0; i < words(); ++i)
    result.wordAt(i) = word(i);
  return result;
}

BitVector BitVector::sext(std::uint32_t width) const {
  return isNegative() ? bitNot().zext(width).bitNot() : zext(width);
}

std::string BitVector::toString() const {
  const std::uint32_t bits = width_ % 4 == 0 ? 4 : 1;
  std::string text = bits == 4 ? "#x" : "#b";
  for (std::uint32_t at = width_; at > 0; at -= bits)
    text += "0123456789abcdef"[(word((at - bits) / 64) >> ((at - bits) % 64)) &
                               ((std::uint64_t{1} << bits) - 1)];
  return text;
}

std::strong_ordering BitVector::operator<=>(const BitVector &other) const {
  if (width_ != other.width_)
    return width_ <=> other.width_;
  for (std::uint32_t i = words(); i-- > 0;)
    if (word(i) != other.word(i))
      return word(i) <=> other.word(i);
  return std::strong_ordering::equal;
}

std::size_t BitVector::hash() const {
  std::uint64_t h = width_;
  for (std::uint32_t i = 0; i < words(); ++i)
    h = (h ^ word(i)) * 0x9E3779B97F4A7C15U;
  return h ^ (h >> 32);
}

void BitVector::dropUnusedBits() {
  if (width_ % 64 != 0)
    wordAt(words() - 1) &= (std::uint64_t{1} << (width_ % 64)) - 1;
}

BitVector BitVector::shiftedLeft(std::uint32_t amount) const {
  BitVector result(width_, 0);
  const std::uint32_t skip = amount / 64;
  const std::uint32_t bits = amount % 64;
  for (std::uint32_t i = skip; i < words(); ++i) {
    std::uint64_t value = word(i - skip) << bits;
    if (bits != 0 && i > skip)
      value |= word(i - skip - 1) >> (64 - bits);
    result.wordAt(i) = value;
  }
  result.dropUnusedBits();
  return result;
}

BitVector BitVector::shiftedRight(std::uint32_t amount) const {
  BitVector result(width_, 0);
  const std::uint32_t skip = amount / 64;
  const std::uint32_t bits = amount % 64;
  for (std::uint32_t i = 0; i + skip < words(); ++i) {
    std::uint64_t value = word(i + skip) >> bits;
    if (bits != 0)
      value |= word(i + skip + 1) << (64 - bits);
    result.wordAt(i) = value;
  }
  return result;
}

} // namespace raceward
