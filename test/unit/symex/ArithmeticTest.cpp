// Integer operations three ways: LLVM's APInt as the reference, the machine on numbers, and
// the machine on terms that are then evaluated for the same numbers.
#include "Machines.h"

#include <gtest/gtest.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallString.h>

#include <functional>
#include <random>

namespace raceward {
namespace {

using llvm::APInt;
using test::Executed;

struct Arithmetic {
  std::string name;
  /// IR of a function body that computes %r of type iW from %a and %b; W is the width.
  std::string body;
  std::function<APInt(const APInt &, const APInt &)> reference;
  std::string declares; ///< intrinsics
};

APInt bit(unsigned width, bool set) {
  return APInt(width, set ? 1 : 0);
}

std::vector<Arithmetic> binaryOperations() {
  const auto safe = [](const APInt &b) { return b | 1; };
  const auto amount = [](const APInt &b) {
    return b.urem(APInt(b.getBitWidth(), b.getBitWidth()));
  };
  const std::string divisor = "  %d = or iW %b, ONE\n";
  const std::string shift = "  %s = urem iW %b, WIDTH\n";
  return {
      {"add", "  %r = add iW %a, %b\n", [](auto &a, auto &b) { return a + b; }, {}},
      {"sub", "  %r = sub iW %a, %b\n", [](auto &a, auto &b) { return a - b; }, {}},
      {"mul", "  %r = mul iW %a, %b\n", [](auto &a, auto &b) { return a * b; }, {}},
      {"and", "  %r = and iW %a, %b\n", [](auto &a, auto &b) { return a & b; }, {}},
      {"or", "  %r = or iW %a, %b\n", [](auto &a, auto &b) { return a | b; }, {}},
      {"xor", "  %r = xor iW %a, %b\n", [](auto &a, auto &b) { return a ^ b; }, {}},
      {"udiv",
       divisor + "  %r = udiv iW %a, %d\n",
       [=](auto &a, auto &b) { return a.udiv(safe(b)); },
       {}},
      {"sdiv",
       divisor + "  %r = sdiv iW %a, %d\n",
       [=](auto &a, auto &b) { return a.sdiv(safe(b)); },
       {}},
      {"urem",
       divisor + "  %r = urem iW %a, %d\n",
       [=](auto &a, auto &b) { return a.urem(safe(b)); },
       {}},
      {"srem",
       divisor + "  %r = srem iW %a, %d\n",
       [=](auto &a, auto &b) { return a.srem(safe(b)); },
       {}},
      {"shl",
       shift + "  %r = shl iW %a, %s\n",
       [=](auto &a, auto &b) { return a.shl(amount(b)); },
       {}},
      {"lshr",
       shift + "  %r = lshr iW %a, %s\n",
       [=](auto &a, auto &b) { return a.lshr(amount(b)); },
       {}},
      {"ashr",
       shift + "  %r = ashr iW %a, %s\n",
       [=](auto &a, auto &b) { return a.ashr(amount(b)); },
       {}},
      {"select",
       "  %c = icmp ult iW %a, %b\n  %r = select i1 %c, iW %b, iW %a\n",
       [](auto &a, auto &b) { return a.ult(b) ? b : a; },
       {}},
      {"zext",
       "  %x = zext iW %a to i130\n  %y = zext iW %b to i130\n  %z = sub i130 %x, %y\n"
       "  %h = lshr i130 %z, 1\n  %r = trunc i130 %h to iW\n",
       [](auto &a, auto &b) { return (a.zext(130) - b.zext(130)).lshr(1).trunc(a.getBitWidth()); },
       {}},
      {"sext",
       "  %x = sext iW %a to i130\n  %y = sext iW %b to i130\n  %z = sub i130 %x, %y\n"
       "  %h = lshr i130 %z, 1\n  %r = trunc i130 %h to iW\n",
       [](auto &a, auto &b) { return (a.sext(130) - b.sext(130)).lshr(1).trunc(a.getBitWidth()); },
       {}},
      // Through memory, and with a phi that swaps.
      {"memory",
       "  %p = alloca iW\n  store iW %a, ptr %p\n  %x = load iW, ptr %p\n"
       "  store iW %b, ptr %p\n  %y = load iW, ptr %p\n  %r = sub iW %x, %y\n",
       [](auto &a, auto &b) { return a - b; },
       {}},
      {"swap",
       "  br label %l\nl:\n  %x = phi iW [ %a, %0 ], [ %y, %l ]\n"
       "  %y = phi iW [ %b, %0 ], [ %x, %l ]\n  %i = phi i8 [ 0, %0 ], [ %n, %l ]\n"
       "  %n = add i8 %i, 1\n  %c = icmp ult i8 %i, 2\n"
       "  br i1 %c, label %l, label %e\ne:\n  %r = sub iW %x, %y\n",
       [](auto &a, auto &b) { return a - b; },
       {}},
      {"struct",
       "  %s = insertvalue { i8, { iW, iW } } undef, iW %a, 1, 0\n"
       "  %t = insertvalue { i8, { iW, iW } } %s, iW %b, 1, 1\n"
       "  %x = extractvalue { i8, { iW, iW } } %t, 1, 0\n"
       "  %y = extractvalue { i8, { iW, iW } } %t, 1, 1\n  %r = sub iW %y, %x\n",
       [](auto &a, auto &b) { return b - a; },
       {}},
      {"vector",
       "  %s = insertelement <2 x iW> undef, iW %a, i32 0\n"
       "  %t = insertelement <2 x iW> %s, iW %b, i32 1\n"
       "  %u = shufflevector <2 x iW> %t, <2 x iW> %t, <2 x i32> <i32 1, i32 2>\n"
       "  %v = sub <2 x iW> %t, %u\n"
       "  %x = extractelement <2 x iW> %v, i32 0\n"
       "  %y = extractelement <2 x iW> %v, i32 1\n  %r = xor iW %y, %x\n",
       [](auto &a, auto &b) { return (a - b) ^ (b - a); },
       {}},
      {"pieces",
       "  %v = bitcast iW %a to <W x i1>\n  %u = bitcast iW %b to <W x i1>\n"
       "  %w = xor <W x i1> %v, %u\n  %r = bitcast <W x i1> %w to iW\n",
       [](auto &a, auto &b) { return a ^ b; },
       {}},
  };
}

std::vector<Arithmetic> comparisons() {
  std::vector<Arithmetic> all;
  const auto add = [&](const std::string &predicate,
                       const std::function<bool(const APInt &, const APInt &)> &holds) {
    all.push_back(
        {"icmp_" + predicate,
         "  %c = icmp " + predicate + " iW %a, %b\n  %r = zext i1 %c to iW\n",
         [holds](const APInt &a, const APInt &b) { return bit(a.getBitWidth(), holds(a, b)); },
         {}});
  };
  add("eq", [](auto &a, auto &b) { return a == b; });
  add("ne", [](auto &a, auto &b) { return a != b; });
  add("ult", [](auto &a, auto &b) { return a.ult(b); });
  add("ule", [](auto &a, auto &b) { return a.ule(b); });
  add("ugt", [](auto &a, auto &b) { return a.ugt(b); });
  add("uge", [](auto &a, auto &b) { return a.uge(b); });
  add("slt", [](auto &a, auto &b) { return a.slt(b); });
  add("sle", [](auto &a, auto &b) { return a.sle(b); });
  add("sgt", [](auto &a, auto &b) { return a.sgt(b); });
  add("sge", [](auto &a, auto &b) { return a.sge(b); });
  if (!all.empty()) // i1 to i1 is no extension
    for (Arithmetic &each : all)
      each.body =
          each.body.substr(0, each.body.find("  %r")) + "  %r = select i1 %c, iW ONE, iW ZERO\n";
  return all;
}

std::vector<Arithmetic> intrinsics() {
  std::vector<Arithmetic> all;
  const auto binary = [&](const std::string &name,
                          const std::function<APInt(const APInt &, const APInt &)> &reference) {
    all.push_back({name, "  %r = call iW @llvm." + name + ".iW(iW %a, iW %b)\n", reference,
                   "declare iW @llvm." + name + ".iW(iW, iW)\n"});
  };
  const auto unary = [&](const std::string &name, const std::string &more,
                         const std::function<APInt(const APInt &)> &reference) {
    all.push_back({name, "  %r = call iW @llvm." + name + ".iW(iW %a" + more + ")\n",
                   [reference](const APInt &a, const APInt &) { return reference(a); },
                   "declare iW @llvm." + name + ".iW(iW" + (more.empty() ? "" : ", i1") + ")\n"});
  };
  const auto overflow =
      [&](const std::string &name,
          const std::function<APInt(const APInt &, const APInt &, bool &)> &reference) {
        const std::string full = "llvm." + name + ".with.overflow";
        for (const bool wantsBit : {false, true})
          all.push_back({name + (wantsBit ? "_overflows" : "_value"),
                         "  %p = call { iW, i1 } @" + full + ".iW(iW %a, iW %b)\n" +
                             (wantsBit ? "  %o = extractvalue { iW, i1 } %p, 1\n"
                                         "  %r = select i1 %o, iW ONE, iW ZERO\n"
                                       : "  %r = extractvalue { iW, i1 } %p, 0\n"),
                         [reference, wantsBit](const APInt &a, const APInt &b) {
                           bool overflows = false;
                           const APInt value = reference(a, b, overflows);
                           return wantsBit ? bit(a.getBitWidth(), overflows) : value;
                         },
                         "declare { iW, i1 } @" + full + ".iW(iW, iW)\n"});
      };
  overflow("sadd", [](auto &a, auto &b, bool &o) { return a.sadd_ov(b, o); });
  overflow("uadd", [](auto &a, auto &b, bool &o) { return a.uadd_ov(b, o); });
  overflow("ssub", [](auto &a, auto &b, bool &o) { return a.ssub_ov(b, o); });
  overflow("usub", [](auto &a, auto &b, bool &o) { return a.usub_ov(b, o); });
  overflow("smul", [](auto &a, auto &b, bool &o) { return a.smul_ov(b, o); });
  overflow("umul", [](auto &a, auto &b, bool &o) { return a.umul_ov(b, o); });
  binary("sadd.sat", [](auto &a, auto &b) { return a.sadd_sat(b); });
  binary("uadd.sat", [](auto &a, auto &b) { return a.uadd_sat(b); });
  binary("ssub.sat", [](auto &a, auto &b) { return a.ssub_sat(b); });
  binary("usub.sat", [](auto &a, auto &b) { return a.usub_sat(b); });
  binary("smax", [](auto &a, auto &b) { return a.sgt(b) ? a : b; });
  binary("smin", [](auto &a, auto &b) { return a.slt(b) ? a : b; });
  binary("umax", [](auto &a, auto &b) { return a.ugt(b) ? a : b; });
  binary("umin", [](auto &a, auto &b) { return a.ult(b) ? a : b; });
  unary("abs", ", i1 false", [](auto &a) { return a.abs(); });
  unary("bitreverse", "", [](auto &a) { return a.reverseBits(); });
  unary("ctpop", "", [](auto &a) { return APInt(a.getBitWidth(), a.popcount()); });
  unary("ctlz", ", i1 false", [](auto &a) { return APInt(a.getBitWidth(), a.countl_zero()); });
  unary("cttz", ", i1 false", [](auto &a) { return APInt(a.getBitWidth(), a.countr_zero()); });
  for (const bool left : {true, false})
    all.push_back(
        {left ? "fshl" : "fshr",
         std::string("  %x = xor iW %a, %b\n  %r = call iW @llvm.") + (left ? "fshl" : "fshr") +
             ".iW(iW %a, iW %b, iW %x)\n",
         [left](const APInt &a, const APInt &b) {
           const unsigned width = a.getBitWidth();
           const APInt amount = (a ^ b).urem(APInt(width, width)).zext(2 * width);
           const APInt whole = a.concat(b);
           return left ? whole.shl(amount).extractBits(width, width)
                       : whole.lshr(amount).extractBits(width, 0);
         },
         std::string("declare iW @llvm.") + (left ? "fshl" : "fshr") + ".iW(iW, iW, iW)\n"});
  return all;
}

std::string text(const APInt &number) {
  llvm::SmallString<64> digits;
  number.toStringUnsigned(digits);
  if (number.getBitWidth() == 1)
    return number.isZero() ? "false" : "true";
  return std::string(digits);
}

std::vector<std::pair<APInt, APInt>> vectors(unsigned width, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto any = [&] {
    const std::uint64_t words[3] = {random(), random(), random()};
    return APInt(width, words);
  };
  const APInt low = APInt::getSignedMinValue(width);
  std::vector<std::pair<APInt, APInt>> all{{APInt(width, 0), APInt(width, 0)},
                                           {low, APInt::getAllOnes(width)},
                                           {APInt::getAllOnes(width), low},
                                           {APInt(width, 1), APInt(width, width % 8)}};
  for (int i = 0; i < 4; ++i)
    all.emplace_back(any(), any());
  const APInt same = any();
  all.emplace_back(same, same);
  return all;
}

BitVector toBits(const APInt &number) {
  BitVector bits(number.getBitWidth(), number.getRawData()[0]);
  for (unsigned word = 1; word < number.getNumWords(); ++word)
    bits = bits.bitOr(BitVector(bits.width(), number.getRawData()[word])
                          .shl(BitVector(bits.width(), std::uint64_t{64} * word)));
  return bits;
}

std::string replaced(std::string body, const std::string &width) {
  for (const auto &[from, to] : {std::pair<std::string, std::string>("iW", "i" + width),
                                 {"<W x", "<" + width + " x"},
                                 {"WIDTH", width == "1" ? "true" : width},
                                 {"ONE", width == "1" ? "true" : "1"},
                                 {"ZERO", width == "1" ? "false" : "0"}})
    for (std::size_t at = 0; (at = body.find(from, at)) != std::string::npos; at += to.size())
      body.replace(at, from.size(), to);
  return body;
}

void compare(unsigned width, const std::vector<Arithmetic> &operations) {
  const std::string w = std::to_string(width);
  const auto inputs = vectors(width, width);
  std::string program;
  std::string main =
      "define i32 @main() {\n  %a = freeze i" + w + " undef\n  %b = freeze i" + w + " undef\n";
  for (const Arithmetic &operation : operations) {
    if (const std::string declares = replaced(operation.declares, w);
        program.find(declares) == std::string::npos)
      program += declares;
    program += "define i" + w + " @" + operation.name + "(i" + w + " %a, i" + w + " %b) {\n" +
               replaced(operation.body, w) + "  ret i" + w + " %r\n}\n";
    const std::string result = "result." + operation.name;
    program += "@" + result + ".s = global i" + w + " 0\n";
    main += "  %s." + operation.name + " = call i" + w + " @" + operation.name + "(i" + w +
            " %a, i" + w + " %b)\n  store i" + w + " %s." + operation.name + ", ptr @" + result +
            ".s\n";
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::string n = std::to_string(i);
      program += "@" + result + "." + n + " = global i" + w + " 0\n";
      main += "  %c" + n + "." + operation.name + " = call i" + w + " @" + operation.name + "(i" +
              w + " " + text(inputs[i].first) + ", i" + w + " " + text(inputs[i].second) +
              ")\n  store i" + w + " %c" + n + "." + operation.name + ", ptr @" + result + "." + n +
              "\n";
    }
  }
  main += "  ret i32 0\n}\n";
  Executed executed = Executed::ir(program + main);
  executed.run();
  for (const std::string &gap : executed.gaps())
    ADD_FAILURE() << "i" << w << ": " << gap;
  EXPECT_TRUE(executed.findings().empty());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::size_t paths = 0;
    for (const test::PathEnd &end : executed.ends()) {
      ASSERT_EQ(end.stop.why, Stop::Why::Finished);
      // The first two inputs are %a and %b.
      std::vector<Term> variables;
      for (const Input *input = end.state.inputs.get(); input; input = input->before.get())
        variables.insert(variables.begin(), input->variable);
      ASSERT_GE(variables.size(), 2u);
      Model model;
      model.set(variables[0], toBits(inputs[i].first));
      model.set(variables[1], toBits(inputs[i].second));
      Evaluator evaluator(executed.machine().arena(), model);
      bool isThis = true;
      for (const Term constraint : end.state.pathCondition())
        isThis &= evaluator.holds(constraint);
      if (!isThis)
        continue;
      ++paths;
      for (const Arithmetic &operation : operations) {
        const std::string result = "result." + operation.name;
        const APInt wanted = operation.reference(inputs[i].first, inputs[i].second);
        std::vector<std::uint8_t> bytes;
        for (unsigned low = 0; low < width; low += 8)
          bytes.push_back(static_cast<std::uint8_t>(
              wanted.extractBits(std::min(8U, width - low), low).getZExtValue()));
        const auto numbers = executed.bytes(end.state, result + "." + std::to_string(i), model);
        const auto terms = executed.bytes(end.state, result + ".s", model);
        const auto what = [&] {
          return operation.name + " i" + w + " " + text(inputs[i].first) + ", " +
                 text(inputs[i].second);
        };
        EXPECT_EQ(std::vector<std::uint8_t>(numbers.begin(),
                                            numbers.begin() + static_cast<long>(bytes.size())),
                  bytes)
            << "on numbers: " << what();
        EXPECT_EQ(std::vector<std::uint8_t>(terms.begin(),
                                            terms.begin() + static_cast<long>(bytes.size())),
                  bytes)
            << "on terms: " << what();
      }
    }
    EXPECT_EQ(paths, 1u) << "one path for each input";
  }
}

class Width : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Some, Width, ::testing::Values(1U, 7U, 8U, 32U, 33U, 64U, 65U, 128U),
                         [](const auto &chosen) { return std::to_string(chosen.param); });

TEST_P(Width, BinaryOperationsAndCasts) {
  compare(GetParam(), binaryOperations());
}

TEST_P(Width, Comparisons) {
  compare(GetParam(), comparisons());
}

TEST_P(Width, Intrinsics) {
  if (GetParam() == 1 || GetParam() > 64)
    GTEST_SKIP() << "a gap";
  std::vector<Arithmetic> all = intrinsics();
  if (GetParam() % 16 == 0)
    all.push_back({"bswap", "  %r = call iW @llvm.bswap.iW(iW %a)\n",
                   [](const APInt &a, const APInt &) { return a.byteSwap(); },
                   "declare iW @llvm.bswap.iW(iW)\n"});
  compare(GetParam(), all);
}

TEST(Width, OversizedShiftsGiveAnyValue) {
  for (const std::string operation : {"shl", "lshr", "ashr"}) {
    Executed executed = Executed::ir(
        "define i32 @main() {\n  %n = freeze i32 undef\n  %x = " + operation +
        " i32 1, %n\n  %y = " + operation +
        " i32 1, 40\n  %c = icmp eq i32 %x, 12345\n"
        "  %d = icmp eq i32 %y, 54321\n  %e = and i1 %c, %d\n"
        "  br i1 %e, label %t, label %f\nt:\n  %s = icmp ult i32 %n, 32\n"
        "  br i1 %s, label %never, label %f\nnever:\n  unreachable\nf:\n  ret i32 0\n}\n");
    executed.run();
    EXPECT_EQ(executed.count(Stop::Why::Finished), 2u) << operation;
    EXPECT_TRUE(executed.findings().empty()) << operation;
  }
}

TEST(Width, CountOfZerosOfZeroIsAnythingIfPromised) {
  for (const std::string name : {"ctlz", "cttz"})
    for (const std::string value : {"%n", "0"}) {
      Executed executed =
          Executed::ir("declare i32 @llvm." + name +
                       ".i32(i32, i1)\ndefine i32 @main() {\n"
                       "  %n = freeze i32 undef\n  %x = call i32 @llvm." +
                       name + ".i32(i32 " + value +
                       ", i1 true)\n  %c = icmp eq i32 %x, 77\n  br i1 %c, label %t, label %f\n"
                       "t:\n  unreachable\nf:\n  ret i32 0\n}\n");
      executed.run();
      EXPECT_EQ(executed.findings().size(), 1u) << name << " " << value;
      EXPECT_EQ(executed.count(Stop::Why::Finished), 1u);
    }
}

TEST(Width, DivisionByZeroIsAWayOfItsOwn) {
  for (const std::string operation : {"udiv", "sdiv", "urem", "srem"})
    for (const std::string type : {"i1", "i7", "i32", "i64", "i128"}) {
      Executed executed = Executed::ir(
          "define i32 @main() {\n  %a = freeze " + type + " undef\n  %b = freeze " + type +
          " undef\n  %x = " + operation + " " + type + " %a, %b\n  ret i32 0\n}\n");
      executed.run();
      EXPECT_EQ(executed.findings(), std::set<std::string>{"division-by-zero: division by zero"});
      EXPECT_EQ(executed.count(Stop::Why::Finished), 1u) << operation << " " << type;
    }
}

} // namespace
} // namespace raceward
