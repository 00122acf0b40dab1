// <ctype.h>, conversions and integers: the models against the library.
#include "Models.h"
#include "Support.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cinttypes>
#include <climits>
#include <ctype.h>
#include <strings.h>
#include <vector>

namespace {

TEST(Characters, HaveTheirClasses) {
  struct Class {
    const char *name;
    int (*model)(int);
    int (*real)(int);
  };
#define CLASS(name) {#name, model_##name, name}
  const Class classes[] = {CLASS(isalpha),  CLASS(isdigit), CLASS(isalnum), CLASS(isspace),
                           CLASS(isupper),  CLASS(islower), CLASS(isprint), CLASS(ispunct),
                           CLASS(isxdigit), CLASS(iscntrl), CLASS(isgraph), CLASS(isblank),
                           CLASS(isascii),  CLASS(toascii), CLASS(toupper), CLASS(tolower)};
#undef CLASS
  for (const Class &one : classes)
    for (int c = -128; c < 256; ++c)
      EXPECT_EQ(one.model(c), one.real(c)) << one.name << "(" << c << ")";
  for (const int c : {-129, 256, 257, 321, 353, 1000, -1000, INT_MAX, INT_MIN}) {
    EXPECT_EQ(model_toupper(c), ::toupper(c)) << c;
    EXPECT_EQ(model_tolower(c), ::tolower(c)) << c;
    EXPECT_EQ(model_isascii(c), ::isascii(c)) << c;
    EXPECT_EQ(model_toascii(c), ::toascii(c)) << c;
  }
}

TEST(Characters, HaveTheTablesOfTheHeader) {
  for (int c = -128; c < 256; ++c) {
    EXPECT_EQ((*model___ctype_b_loc())[c], (*::__ctype_b_loc())[c]) << c;
    EXPECT_EQ((*model___ctype_toupper_loc())[c], (*::__ctype_toupper_loc())[c]) << c;
    EXPECT_EQ((*model___ctype_tolower_loc())[c], (*::__ctype_tolower_loc())[c]) << c;
  }
}

template <typename Value> using Convert = Value (*)(const char *, char **, int);

struct Converted {
  unsigned long long value = 0;
  std::ptrdiff_t end = 0;
  int error = 0;
  bool operator==(const Converted &) const = default;
};

template <typename Value> Converted convert(Convert<Value> function, const char *text, int base) {
  char untouched = 0;
  char *end = &untouched;
  errno = 0;
  const Value value = function(text, &end, base);
  const int error = errno;
  return {static_cast<unsigned long long>(value), end == &untouched ? -1 : end - text, error};
}

template <typename Value>
void compare(const char *name, Convert<Value> model, Convert<Value> real, const char *text,
             int base) {
  const Converted mine = convert(model, text, base);
  const Converted theirs = convert(real, text, base);
  EXPECT_EQ(mine, theirs) << name << "(\"" << text << "\", " << base << "): " << mine.value
                          << " and " << theirs.value << ", end " << mine.end << " and "
                          << theirs.end << ", errno " << mine.error << " and " << theirs.error;
  errno = 0;
  EXPECT_EQ(model(text, nullptr, base), real(text, nullptr, base)) << name << " " << text;
}

void compareAll(const std::string &content, int base) {
  const AtTheEdge text(terminated(content));
  compare<long>("strtol", model_strtol, ::strtol, text, base);
  compare<unsigned long>("strtoul", model_strtoul, ::strtoul, text, base);
  compare<long long>("strtoll", model_strtoll, ::strtoll, text, base);
  compare<unsigned long long>("strtoull", model_strtoull, ::strtoull, text, base);
  compare<std::intmax_t>("strtoimax", model_strtoimax, ::strtoimax, text, base);
  compare<std::uintmax_t>("strtoumax", model_strtoumax, ::strtoumax, text, base);
  EXPECT_EQ(model_atoi(text), ::atoi(text)) << text;
  EXPECT_EQ(model_atol(text), ::atol(text)) << text;
  EXPECT_EQ(model_atoll(text), ::atoll(text)) << text;
}

const std::vector<int> kBases{0, 2, 3, 8, 10, 16, 27, 35, 36};

TEST(Conversions, AgreeOnCorners) {
  for (const char *text : {"",
                           " ",
                           "-",
                           "+",
                           "+-1",
                           "--1",
                           "- 1",
                           "0",
                           "-0",
                           "00",
                           "0x",
                           "0X",
                           "0xg",
                           "-0x",
                           "0x1",
                           "0XfFz",
                           "x1",
                           " \t\n\v\f\r+12",
                           "12 ",
                           "08",
                           "019",
                           "0b1",
                           "0b",
                           "0b2",
                           "\x80",
                           "\xff",
                           "1\xc1",
                           "z",
                           "Zz9",
                           "2147483647",
                           "2147483648",
                           "-2147483648",
                           "-2147483649",
                           "4294967295",
                           "4294967296",
                           "-4294967295",
                           "-4294967296",
                           "9223372036854775806",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551614",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-18446744073709551615",
                           "-18446744073709551616",
                           "0x7fffffffffffffff",
                           "0x8000000000000000",
                           "-0x8000000000000000",
                           "-0x8000000000000001",
                           "0xffffffffffffffff",
                           "0x10000000000000000",
                           "0777777777777777777777",
                           "01777777777777777777777",
                           "02000000000000000000000",
                           "000000000000000000000000000000001",
                           "99999999999999999999999999x",
                           "1111111111111111111111111111111111111111111111111111111111111111",
                           "11111111111111111111111111111111111111111111111111111111111111111",
                           "zzzzzzzzzzzzzzzzzzzzzzzz",
                           "1y2p0ij32e8e7",
                           "1y2p0ij32e8e8",
                           "3w5e11264sgsf",
                           "3w5e11264sgsg"})
    for (const int base : kBases)
      compareAll(text, base);
}

TEST(Conversions, RefuseOtherBases) {
  for (const int base : {-1, 1, 37, INT_MIN, INT_MAX})
    compareAll("1", base);
}

TEST(Conversions, AgreeOnRandomText) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    const std::string text = random.text(" \t", 1) + random.text("+-", 1) + random.text("00x", 2) +
                             random.text("0189abfxzZ", 25);
    compareAll(text, kBases[random.upTo(kBases.size() - 1)]);
  }
}

// At the borders of each type, in each base.
TEST(Conversions, AgreeOnBorders) {
  Random random(2);
  for (const unsigned long long border : {(unsigned long long)INT_MAX, (unsigned long long)UINT_MAX,
                                          (unsigned long long)LLONG_MAX, ULLONG_MAX, 1ULL << 63})
    for (int base = 2; base <= 36; ++base)
      for (int distance = -2; distance <= 2; ++distance) {
        std::string digits;
        for (unsigned long long rest = border + static_cast<unsigned long long>(distance);
             rest != 0; rest /= static_cast<unsigned>(base))
          digits.insert(0, 1,
                        "0123456789abcdefghijklmnopqrstuvwxyz"[rest % static_cast<unsigned>(base)]);
        for (const char *front : {"", "-", "000"})
          for (const char *back : {"", "0", "."})
            compareAll(front + digits + back, base);
      }
}

TEST(Conversions, KnowBinarySinceC23) {
  char *end = nullptr;
  EXPECT_EQ(model___isoc23_strtol("-0b101", &end, 0), -5);
  EXPECT_EQ(*end, 0);
  EXPECT_EQ(model___isoc23_strtoul("0B11", &end, 2), 3u);
  EXPECT_EQ(model___isoc23_strtoll("0b2", &end, 0), 0);
  EXPECT_EQ(*end, 'b');
  EXPECT_EQ(model___isoc23_strtoull("0b1", &end, 16), 0xb1u);
  EXPECT_EQ(model___isoc23_strtol("0x1f", &end, 0), 31);
}

TEST(Integers, AreComputed) {
  const std::vector<long long> numbers{0,         1,         -1,        2,         7,         -7,
                                       INT_MAX,   INT_MIN,   UINT_MAX,  1LL << 32, 1LL << 40, 96,
                                       LLONG_MAX, LLONG_MIN, 3LL << 62, -96};
  for (const long long n : numbers) {
    const int narrow = static_cast<int>(n);
    EXPECT_EQ(model_ffsll(n), ::ffsll(n)) << n;
    EXPECT_EQ(model_ffsl(n), ::ffsl(n)) << n;
    EXPECT_EQ(model_ffs(narrow), ::ffs(narrow)) << n;
    const auto magnitude =
        n < 0 ? 0ULL - static_cast<unsigned long long>(n) : static_cast<unsigned long long>(n);
    EXPECT_EQ(static_cast<unsigned long long>(model_llabs(n)), magnitude);
    EXPECT_EQ(static_cast<unsigned long long>(model_labs(n)), magnitude);
    EXPECT_EQ(static_cast<unsigned long long>(model_imaxabs(n)), magnitude);
    const auto narrowMagnitude =
        narrow < 0 ? 0U - static_cast<unsigned>(narrow) : static_cast<unsigned>(narrow);
    EXPECT_EQ(static_cast<unsigned>(model_abs(narrow)), narrowMagnitude);
    for (const long long d : {1LL, 2LL, -3LL, 10LL}) {
      EXPECT_EQ(model_div(narrow, static_cast<int>(d)).quot, narrow / static_cast<int>(d));
      EXPECT_EQ(model_div(narrow, static_cast<int>(d)).rem, narrow % static_cast<int>(d));
      EXPECT_EQ(model_ldiv(n, d).quot, n / d);
      EXPECT_EQ(model_ldiv(n, d).rem, n % d);
      EXPECT_EQ(model_lldiv(n, d).quot, n / d);
      EXPECT_EQ(model_lldiv(n, d).rem, n % d);
    }
  }
}

TEST(Inputs, AreInRange) {
  for (const int input : {0, 1, -1, INT_MAX, INT_MIN, 12345}) {
    setNextInput(input);
    EXPECT_EQ(model_rand(), input & RAND_MAX);
    EXPECT_EQ(model_random(), input & RAND_MAX);
    unsigned seed = 7;
    EXPECT_EQ(model_rand_r(&seed), input & RAND_MAX);
    EXPECT_EQ(seed, static_cast<unsigned>(input));
  }
  static_assert(RAND_MAX == 0x7fffffff);
  setNextInput(1);
  char bytes[] = "####";
  model_raceward_any_bytes(bytes + 1, 2);
  EXPECT_STREQ(bytes, "#\1\2#");
  model___VERIFIER_nondet_memory(bytes + 1, 2);
  EXPECT_STREQ(bytes, "#\3\4#");
  model_raceward_guess_bytes(bytes + 1, 2);
  EXPECT_STREQ(bytes, "#\5\6#");
}

} // namespace
