// SSA and concurrent SSA as people see them.
#include "Texts.h"

#include "raceward/cele/Show.h"
#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string shown(std::string_view text, Picture picture, Encoding encoding = Encoding::Exact) {
  const Result<std::string> result = showText(*unroll(parsed(text), 1), picture, encoding);
  EXPECT_TRUE(result);
  return *result;
}

TEST(ShowSsa, EveryWriteIsAVersionAndBranchesMeetInAPhi) {
  EXPECT_EQ(shown("x = 1; if (x > 0) { x = x + 1; y = 1; }; z = x;", Picture::Ssa),
            "start: → 1\n"
            "1:\n"
            "    x_1 = 1\n"
            "    → 2\n"
            "2:\n"
            "    if (x_1 > 0)\n"
            "    → then 2.then.1, else 2.end\n"
            "2.then.1:\n"
            "    x_2 = x_1 + 1\n"
            "    y_1 = 1\n"
            "    → 2.end\n"
            "2.end:\n"
            "    x_3 = φ(x_2, x_1)\n"
            "    y_2 = φ(y_1, y_0)\n"
            "    → 3\n"
            "3:\n"
            "    z_1 = x_3\n"
            "    → end\n"
            "end:\n");
}

TEST(ShowSsa, AForkHasAFunctionOnlyIfTwoThreadsWrite) {
  const std::string one = shown("fork { x = 1; } and { y = 1; }; z = x;", Picture::Ssa);
  EXPECT_THAT(one, HasSubstr("z_1 = x_1\n"));
  const std::string two = shown("fork { x = 1; } and { x = 2; }; z = x;", Picture::Ssa);
  EXPECT_THAT(two, HasSubstr("x_3 = join(x_1, x_2)\n"));
  EXPECT_THAT(two, HasSubstr("z_1 = x_3\n"));
}

TEST(ShowCssa, AUseThatAnotherThreadWritesHasAPi) {
  const std::string text = shown("x = 5; x = 1; fork { x = 2; } and { if (y) { x = 3; }; z = x; "
                                 "w = z; };",
                                 Picture::Cssa);
  // Not x_1, which is overwritten in any case.
  EXPECT_THAT(text, HasSubstr("xπ1 = π(x_2, x_3, x_4)\n    z_1 = xπ1\n"));
  EXPECT_THAT(text, HasSubstr("w_1 = z_1\n"));
  EXPECT_THAT(text, HasSubstr("if (y_0)\n"));
  EXPECT_THAT(text, HasSubstr("conflicts:\n    2.1.1 ⇢ 2.2.2  x\n"));
}

TEST(ShowCssa, AJoinHasAPiIfItIsUsed) {
  constexpr std::string_view used = "fork { x = 1; } and { if (y) { x = 2; }; }; z = x;";
  EXPECT_THAT(shown(used, Picture::Cssa), HasSubstr("x_4 = π(x_0, x_1, x_2)\n"));
  EXPECT_THAT(shown("fork { x = 1; } and { x = 2; }; x = 3; z = x;", Picture::Cssa),
              Not(HasSubstr("π")));
  // Inside of a thread of another fork, each use has its own.
  EXPECT_THAT(
      shown("fork { fork { x = 1; } and { x = 2; }; z = x; } and { x = 3; };", Picture::Cssa),
      HasSubstr("xπ1 = π(x_1, x_2, x_4)\n    z_1 = xπ1\n"));
}

TEST(ShowCssa, PartsOfArraysKeepTheRest) {
  EXPECT_THAT(shown("v = [1, 2]; v[0] = 3; fork { v[1] = 4; } and { a = v[0]; };", Picture::Cssa),
              HasSubstr("vπ1 = π(v_1, v_2, v_3)\n    a_1 = vπ1[0]\n"));
  EXPECT_THAT(shown("v = [1, 2]; v[0] = 3; v = [5, 6]; fork { v[1] = 4; } and { a = v[0]; };",
                    Picture::Cssa),
              HasSubstr("vπ1 = π(v_3, v_4)\n"));
}

TEST(ShowConstraints, NameWhatTheSolverIsAsked) {
  const std::string text =
      shown("fork { x = read(7); } and { y = x; }; z = 2;\nw = z;", Picture::Constraints);
  EXPECT_THAT(text, HasSubstr("integers of 16 bits; encoding exact\n"));
  EXPECT_THAT(text, HasSubstr("read(7) at 1:12\n"));
  EXPECT_THAT(text, HasSubstr("x at 1:33: x@1'1 against x@1'2\n"));
  EXPECT_THAT(text, HasSubstr("z at 2:5: the same term, 2\n"));
  EXPECT_THAT(text, HasSubstr("clock.1'1 < clock.2'1"));
  EXPECT_THAT(shown("fork { x = 1; } and { y = x; };", Picture::Constraints, Encoding::Pi),
              Not(HasSubstr("clock.1'1")));
}

TEST(ShowDot, ConflictEdgesAreDashedAndThreadsAreFramed) {
  const Result<std::string> dot =
      showDot(*unroll(parsed("fork { x = 1; } and { y = x; };"), 1), Picture::Cfg);
  ASSERT_TRUE(dot);
  EXPECT_THAT(*dot, HasSubstr("subgraph \"cluster 1.2\""));
  EXPECT_THAT(*dot, HasSubstr("b2 -> b3 [label=\"x\", style=dashed"));
  EXPECT_THAT(*dot, HasSubstr("[label=\"1.1.1\\lx = 1\\l\"]"));
}

} // namespace
} // namespace raceward::cele
