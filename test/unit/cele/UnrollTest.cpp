#include "raceward/cele/Unroll.h"

#include "Texts.h"

#include <set>

namespace raceward::cele {
namespace {

std::string shape(const Source &source, const Block &block) {
  std::string text;
  for (const StatementId id : block) {
    const Statement &it = source.at(id);
    switch (it.kind) {
    case Statement::Kind::If:
      text += "if{" + shape(source, it.blocks[0]) + "}" +
              (it.blocks[1].empty() ? "" : "{" + shape(source, it.blocks[1]) + "}");
      break;
    case Statement::Kind::Fork:
      text += "fork";
      for (const Block &thread : it.blocks)
        text += "{" + shape(source, thread) + "}";
      break;
    case Statement::Kind::While:
      text += "while{" + shape(source, it.blocks[0]) + "}";
      break;
    case Statement::Kind::Cut:
      text += "cut;";
      break;
    default:
      text += source.at(it.variable).name + ";";
    }
  }
  return text;
}

std::string unrolledShape(std::string_view text, std::uint32_t bound) {
  const std::optional<Source> unrolled = unroll(parsed(text), bound);
  return unrolled ? shape(*unrolled, unrolled->body) : "too large";
}

TEST(CeleUnroll, asItsHeaderShows) {
  const std::string_view text = "a = 1; while (a < 5) { b = 1; }; c = 1;";
  EXPECT_EQ(unrolledShape(text, 0), "a;if{cut;}c;");
  EXPECT_EQ(unrolledShape(text, 2), "a;if{b;if{b;if{cut;}}}c;");
}

TEST(CeleUnroll, nestedLoopsAndThreads) {
  EXPECT_EQ(unrolledShape("while (a) { while (b) { c = 1; }; };", 1), "if{if{c;if{cut;}}if{cut;}}");
  EXPECT_EQ(unrolledShape(
                "if (a) { fork { b = 1; } and { while (a) { c = 1; }; }; } else { d = 1; };", 1),
            "if{fork{b;}{if{c;if{cut;}}}}{d;}");
}

TEST(CeleUnroll, everyCopyIsAnOccurrenceOfItsOwn) {
  const Source text = parsed("while (a[i] < 3) { a = [a[0] + 1, read(1)]; a[i] = i; };");
  const Source unrolled = *unroll(text, 2);
  EXPECT_FALSE(hasLoops(unrolled));
  EXPECT_TRUE(hasLoops(text));
  std::multiset<ExpressionId> origins;
  std::set<ExpressionId> parts;
  for (const Expression &expression : unrolled.expressions) {
    origins.insert(expression.origin);
    EXPECT_EQ(expression.kind, text.at(expression.origin).kind);
    EXPECT_EQ(expression.at, text.at(expression.origin).at);
    for (const ExpressionId part : {expression.left, expression.right}) {
      if (part.valid()) {
        EXPECT_TRUE(parts.insert(part).second);
      }
    }
  }
  const Statement &loop = text.at(text.body.front());
  EXPECT_EQ(origins.count(loop.value), 3U);
  const Statement &inside = text.at(loop.blocks.front().front());
  EXPECT_EQ(origins.count(inside.elements.front()), 2U);
  const Statement &first = unrolled.at(unrolled.body.front());
  EXPECT_EQ(first.origin, text.body.front());
  EXPECT_EQ(first.kind, Statement::Kind::If);
}

TEST(CeleUnroll, tooLargeIsRefused) {
  const Source text = parsed("while (a < 5) { a = a + 1; };");
  EXPECT_TRUE(unroll(text, 100, 202));
  EXPECT_FALSE(unroll(text, 100, 201));
  EXPECT_TRUE(unroll(text, kDeepestUnrolled - 1));
  EXPECT_FALSE(unroll(text, kDeepestUnrolled));
  EXPECT_FALSE(unroll(text, UINT32_MAX));
}

} // namespace
} // namespace raceward::cele
