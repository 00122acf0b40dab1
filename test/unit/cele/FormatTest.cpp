#include "raceward/cele/Format.h"

#include "Texts.h"

#include <gtest/gtest.h>

namespace raceward::cele {
namespace {

/// Formatting once is enough.
std::string formatted(std::string_view text) {
  parsed(text);
  std::string once = format(text);
  EXPECT_EQ(format(once), once);
  return once;
}

TEST(CeleFormat, everyStatement) {
  EXPECT_EQ(formatted("a=[1,- 2,read ( 3 )];a[0]=-a[ 1 ]*(2+3)- -1;write( 1 ,a[0]);skip;"
                      "if(!b&&c==d){skip;}else{};while(true){a[0]=1;};when(b||c);assert (b);"
                      "fork{skip;}and{}and{b=true;};"),
            R"(a = [1, -2, read(3)];
a[0] = -a[1] * (2 + 3) - -1;
write(1, a[0]);
skip;
if (!b && c == d) {
  skip;
} else { };
while (true) {
  a[0] = 1;
};
when (b || c);
assert(b);
fork {
  skip;
} and { } and {
  b = true;
};
)");
}

TEST(CeleFormat, commentsStayWhereTheyAre) {
  EXPECT_EQ(formatted(R"(


// what it is for

  // second
a = 1;   // behind
b = a +  // one
   // two
 2;
while (b < 3) {   // inside


     // before the end
};


// then
if (true) { // yes
} // between
else { b = 1; // no
  // last
};
// end)"),
            R"(// what it is for

// second
a = 1; // behind
b = a + // one
    // two
    2;
while (b < 3) { // inside

  // before the end
};

// then
if (true) { // yes
} // between
else {
  b = 1; // no
  // last
};
// end
)");
}

TEST(CeleFormat, atMostOneEmptyLine) {
  EXPECT_EQ(formatted("\n\na = 1;\n\n\n\nb = 2;\nfork {\n\n a = 2;\n\n} and {\n\n};\n\n"),
            "a = 1;\n\nb = 2;\nfork {\n  a = 2;\n} and { };\n");
}

TEST(CeleFormat, bracesInComments) {
  EXPECT_EQ(formatted("if (true) { // {\n};"), "if (true) { // {\n};\n");
  EXPECT_EQ(formatted("a = 1; // {\n\nb = 1;"), "a = 1; // {\n\nb = 1;\n");
}

TEST(CeleFormat, nothing) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted(" \n\n"), "");
  EXPECT_EQ(formatted("//x \r\n"), "//x\n");
}

} // namespace
} // namespace raceward::cele
