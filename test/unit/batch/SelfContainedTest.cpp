#include "raceward/batch/SelfContained.h"

#include <gtest/gtest.h>
#include <string>

using raceward::batch::isSelfContained;
using namespace std::string_literals;

TEST(SelfContained, PreprocessedTextIs) {
  for (const char *text : {
           "int main(void) { return 0; }\n",
           "# 1 \"a.c\"\n#line 3\n#pragma pack(1)\n # 2 \"b.h\" 1 3 4\n#ident \"x\"\n#\nint x;\n",
           "const char *a = \"#include\\\" \\\n#include <x>\";\n",
           "char c = '\"'; /* \n#include \"x\" \n*/ int x; // \\\n#include \"x\"\nint y;\n",
           "int a = 1 %:2;\n",
           "char *e = \"ERROR\"; char *f = \"'\"; int g = '\\'';\n",
       })
    EXPECT_TRUE(isSelfContained(text)) << text;
}

TEST(SelfContained, WhatReadsOtherFilesIsNot) {
  // Each of these makes clang read a file, or look at names and clocks.
  for (const std::string &text : {
           "#include \"x.h\"\n"s,
           "int a;\r#include \"x.h\"\n"s,
           " \t # include <x.h>\n"s,
           "/* */ #include \"x.h\"\n"s,
           "/* \n */ /* */\t#include \"x.h\"\n"s,
           "#inc\\\nlude \"x.h\"\n"s,
           "# \\ \t\r\n include \"x.h\"\n"s,
           "\\\n#include \"x.h\"\n"s,
           "%:include \"x.h\"\n"s,
           "\xEF\xBB\xBF#include \"x.h\"\n"s,
           "\0#include \"x.h\"\n"s,
           "\xC2\xA0#include \"x.h\"\n"s,
           "#/**/include \"x.h\"\n"s,
           "#import \"x.h\"\n"s,
           "#include_next <x.h>\n"s,
           "#embed \"x\"\n"s,
           "#define A <x.h>\n"s,
           "#if 1\n#endif\n"s,
           "char *s = \"\n#include \"x.h\"\n"s,
           "char c = '\n#include \"x.h\"\n"s,
           "# 1 \"a /*\"\n#include \"x.h\"\n/* \"*/\n"s,
           "char *r = R\"(\" /* )\";\n#include \"x.h\"\n/* */\n"s,
           "char *d = __DATE__;\n"s,
           "char *d = __DA\\\nTE__;\n"s,
           "char *f = __FILE__;\n"s,
       })
    EXPECT_FALSE(isSelfContained(text)) << text;
}
