// Floating point in the machine against the processor: the same code, in both.
#include "Machines.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

// Becomes code here, and text for the machine.
#define RW_BOTH(...)                                                                               \
  const char *const kCode = #__VA_ARGS__;                                                          \
  __VA_ARGS__

namespace raceward {
namespace {

using test::Executed;

RW_BOTH(
    static uint64_t bitsOfDouble(double value) {
      uint64_t bits = 1;
      if (value == value) // any NaN is as good as another
        memcpy(&bits, &value, 8);
      return bits;
    }

    static uint64_t bitsOfFloat(float value) {
      uint32_t bits = 1;
      if (value == value)
        memcpy(&bits, &value, 4);
      return bits;
    }

    static uint64_t compute(const uint64_t *in, int count, uint64_t *out) {
      uint64_t n = 0;
      for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) {
          double a;
          double b;
          memcpy(&a, &in[i], 8);
          memcpy(&b, &in[j], 8);
          const float x = (float)a;
          const float y = (float)b;
          const long double p = (long double)a;
          const long double q = (long double)b;
          out[n++] = bitsOfDouble(a + b);
          out[n++] = bitsOfDouble(a - b);
          out[n++] = bitsOfDouble(a * b);
          out[n++] = bitsOfDouble(a / b);
          out[n++] = bitsOfDouble(-a);
          out[n++] = bitsOfFloat(x + y);
          out[n++] = bitsOfFloat(x * y);
          out[n++] = bitsOfFloat(x / y);
          out[n++] = bitsOfDouble((double)(p + q));
          out[n++] = bitsOfDouble((double)(p * q));
          out[n++] = bitsOfDouble((double)(p / q));
          out[n++] = bitsOfDouble((double)x);
          out[n++] = (uint64_t)((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
                                (a == b) << 4 | (a != b) << 5 | (x < y) << 6 | (x == y) << 7 |
                                (p < q) << 8 | (p >= q) << 9 | (p != q) << 10);
          out[n++] = bitsOfDouble((double)(int64_t)in[i]);
          out[n++] = bitsOfDouble((double)in[i]);
          out[n++] = bitsOfFloat((float)(int32_t)in[i]);
          out[n++] = bitsOfFloat((float)in[i]);
          out[n++] = bitsOfDouble((double)((long double)in[i] + q));
          if (a > -1e9 && a < 1e9) {
            out[n++] = (uint64_t)(int64_t)a;
            out[n++] = (uint64_t)(int32_t)x;
            out[n++] = (uint64_t)(int64_t)(p * 3);
            if (a >= 0)
              out[n++] = (uint64_t)(uint32_t)a + (uint64_t)p;
          }
        }
      return n;
    }) // RW_BOTH

const std::vector<std::uint64_t> kInputs{0x0000000000000000, 0x8000000000000000, 0x3FF0000000000000,
                                         0xC008000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF,
                                         0x0000000000000001, 0x7FF0000000000000, 0xFFF0000000000000,
                                         0x7FF8000000000000, 0x41DFFFFFFFC00000, 0x3810000000000001,
                                         0x400921FB54442D18, 0xC1CDCD6500000000};

TEST(Floats, AsTheProcessorComputesThem) {
  std::string text = kCode;
  const std::size_t room = kInputs.size() * kInputs.size() * 22;
  text += "\nuint64_t out[" + std::to_string(room) + "]; uint64_t used;\nstatic uint64_t in[] = {";
  for (const std::uint64_t input : kInputs)
    text += std::to_string(input) + "ull, ";
  text += "};\nint main(void) { used = compute(in, " + std::to_string(kInputs.size()) +
          ", out); return 0; }\n";
  std::vector<std::uint64_t> wanted(room);
  const std::uint64_t used =
      compute(kInputs.data(), static_cast<int>(kInputs.size()), wanted.data());
  for (const DataModel dataModel : {DataModel::LP64, DataModel::ILP32}) {
    Executed executed = Executed::c(text, {.dataModel = dataModel, .checkChoices = false});
    executed.run();
    EXPECT_TRUE(executed.gaps().empty()) << *executed.gaps().begin();
    ASSERT_EQ(executed.ends().size(), 1u);
    const State &state = executed.ends()[0].state;
    std::uint64_t found = 0;
    std::memcpy(&found, executed.global(state, "used").bytes(), 8);
    ASSERT_EQ(found, used);
    for (std::uint64_t i = 0; i < used; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, executed.global(state, "out").bytes() + 8 * i, 8);
      ASSERT_EQ(bits, wanted[i]) << "result " << i;
    }
  }
}

TEST(Floats, HalfAndQuad) {
  Executed executed = Executed::c(
      "int main(void) { volatile float f = 1.0009765625f; _Float16 h = (_Float16)f;\n"
      "assert((float)h == 1.0009765625f); volatile _Float16 k = (_Float16)2049.0f;\n"
      "assert((float)k == 2048.0f); assert((float)(h + k) == 2048.0f || (float)(h + k) == "
      "2050.0f);\n"
      "volatile __float128 q = 1; q = q / 3; assert(q * 3 != 0 && (double)q == 1.0 / 3);\n"
      "assert(q > 0.3333 && q < 0.3334); return 0; }");
  executed.run();
  EXPECT_TRUE(executed.findings().empty()) << *executed.findings().begin();
  EXPECT_TRUE(executed.gaps().empty()) << *executed.gaps().begin();
}

TEST(Floats, OfInputsAreAGap) {
  Executed executed =
      Executed::c("int main(void) { double d = __VERIFIER_nondet_int(); return d > 1; }");
  executed.run();
  EXPECT_EQ(executed.count(Stop::Why::Gap), 1u);
}

} // namespace
} // namespace raceward
