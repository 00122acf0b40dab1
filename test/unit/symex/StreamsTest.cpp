// Files, descriptors and formats through lists, on every path.
#include "Machines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// With the headers that these programs need.
std::string withHeaders(const std::string &text) {
  return "#include <errno.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <wchar.h>\n" + text;
}

Executed runOf(const std::string &text, DataModel dataModel = DataModel::LP64) {
  Executed::Options options;
  options.dataModel = dataModel;
  Executed program = Executed::c(withHeaders(text), options);
  program.run();
  return program;
}

/// What it prints, if it has no inputs.
std::string printedBy(const std::string &text, DataModel dataModel = DataModel::LP64) {
  Executed program = runOf(text, dataModel);
  EXPECT_THAT(program.findings(), IsEmpty()) << text;
  EXPECT_THAT(program.gaps(), IsEmpty()) << text;
  return program.output();
}

void expectFound(const std::string &text, const std::string &finding) {
  Executed program = runOf(text);
  EXPECT_THAT(program.findings(), Contains(HasSubstr(finding))) << text;
  EXPECT_THAT(program.gaps(), IsEmpty()) << text;
}

constexpr const char *kSay = "static void say(const char *f, ...) { va_list l; va_start(l, f); "
                             "vprintf(f, l); va_end(l); }\n";

TEST(Lists, AreFormattedInBothDataModels) {
  for (const DataModel dataModel : {DataModel::LP64, DataModel::ILP32})
    EXPECT_EQ(printedBy(std::string(kSay) +
                            "int main(void) { say(\"%d %s %c %ld|%5.1f|%*d\\n\", 7, \"seven\", "
                            "'x', 8L, 2.5, 4, 9); return 0; }",
                        dataModel),
              "7 seven x 8|  2.5|   9\n");
}

TEST(Lists, GoOnWhereFormattingStopped) {
  EXPECT_EQ(printedBy("static void say(const char *f, ...) { va_list l, m; va_start(l, f);\n"
                      "  va_copy(m, l); printf(\"%d \", va_arg(l, int)); vprintf(f, l);\n"
                      "  vfprintf(stdout, f, m); va_end(m); va_end(l); }\n"
                      "int main(void) { say(\"%d\\n\", 1, 2); return 0; }"),
            "1 2\n1\n");
}

TEST(Lists, CountWhatTheyPrint) {
  EXPECT_EQ(printedBy(std::string(kSay) + "int main(void) { int n = 0; say(\"abc%n\", &n); "
                                          "printf(\" %d\\n\", n); return 0; }"),
            "abc 3\n");
}

TEST(Lists, AreFormattedIntoMemory) {
  EXPECT_EQ(
      printedBy(
          "#define _GNU_SOURCE\nint vasprintf(char **, const char *, va_list);\n"
          "static char *made(const char *f, ...) { char *t = 0; va_list l; va_start(l, f);\n"
          "  vasprintf(&t, f, l); va_end(l); return t; }\n"
          "static int into(char *t, size_t n, const char *f, ...) { va_list l;\n"
          "  va_start(l, f); int r = vsnprintf(t, n, f, l); va_end(l); return r; }\n"
          "int main(void) { char b[4]; char *t = made(\"%d-%s\", 3, \"x\"); puts(t); free(t);\n"
          "  int n = into(b, sizeof b, \"%s\", \"abcdef\"); printf(\"%d %s\\n\", n, b);\n"
          "  n = into(NULL, 0, \"%d\", 12345); printf(\"%d\\n\", n); return 0; }"),
      "3-x\n6 abc\n5\n");
}

TEST(Lists, AreScanned) {
  EXPECT_EQ(printedBy("static int take(const char *t, const char *f, ...) { va_list l;\n"
                      "  va_start(l, f); int r = vsscanf(t, f, l); va_end(l); return r; }\n"
                      "int main(void) { int a = 0; char w[8]; int r = take(\"12 ab\", \"%d %7s\", "
                      "&a, w); printf(\"%d %d %s\\n\", r, a, w); return 0; }"),
            "2 12 ab\n");
}

TEST(WideText, IsFormatted) {
  EXPECT_EQ(printedBy("int main(void) { wchar_t t[16]; char n[16];\n"
                      "  int r = swprintf(t, 16, L\"%d %s %ls\", 4, \"ab\", L\"cd\");\n"
                      "  for (int i = 0; i <= r; ++i) n[i] = (char)t[i];\n"
                      "  printf(\"%d %s %ls\\n\", r, n, t); wprintf(L\"%d\\n\", 5);\n"
                      "  printf(\"%d\\n\", swprintf(t, 3, L\"%d\", 1234)); return 0; }"),
            "7 4 ab cd 4 ab cd\n5\n-1\n");
}

TEST(Files, MayFailToOpen) {
  expectFound("int main(void) { FILE *f = fopen(\"a\", \"r\"); assert(f != NULL); return 0; }",
              "f != NULL");
  expectFound("int main(void) { FILE *f = fopen(\"a\", \"r\"); assert(f == NULL); return 0; }",
              "f == NULL");
}

TEST(Files, HoldAnyBytes) {
  expectFound("int main(void) { FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
              "  assert(fgetc(f) != 'x'); return 0; }",
              "fgetc(f)");
  expectFound("int main(void) { FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
              "  assert(fgetc(f) != EOF); return 0; }",
              "fgetc(f)");
  expectFound("int main(void) { char b[100]; FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
              "  if (fread(b, 1, 100, f) == 100) assert(b[42] != 'x'); return 0; }",
              "b[42]");
  expectFound("int main(void) { char b[100]; FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
              "  if (fgets(b, 100, f)) assert(b[0] != 'q'); return 0; }",
              "b[0]");
  expectFound("int main(void) { int n = 0; FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
              "  if (fscanf(f, \"%d\", &n) == 1) assert(n != 77); return 0; }",
              "n != 77");
}

TEST(Files, GiveCharactersAndNothingElse) {
  EXPECT_THAT(runOf("int main(void) { FILE *f = fopen(\"a\", \"r\"); if (!f) return 0;\n"
                    "  int c = fgetc(f); assert(c >= -1 && c < 256); char b[8];\n"
                    "  assert(fread(b, 2, 4, f) <= 4); if (fgets(b, 8, f)) assert(b[7] == 0);\n"
                    "  fclose(f); return 0; }")
                  .findings(),
              IsEmpty());
}

TEST(Files, EndTheirLife) {
  EXPECT_THAT(runOf("int main(void) { FILE *f = fopen(\"a\", \"w\"); if (!f) return 0;\n"
                    "  fclose(f); fputs(\"a\", f); return 0; }")
                  .findings(),
              Contains(HasSubstr("life has ended")));
}

TEST(Descriptors, AreDifferent) {
  EXPECT_THAT(runOf("int main(void) { int a = open(\"a\", O_RDONLY), b = open(\"b\", O_RDONLY);\n"
                    "  assert(a == -1 || (a > 2 && a != b)); return 0; }")
                  .findings(),
              IsEmpty());
}

TEST(Descriptors, GiveAnyBytes) {
  expectFound("int main(void) { char b[64]; int f = open(\"a\", O_RDONLY); if (f < 0) return 0;\n"
              "  if (read(f, b, 64) == 64) assert(b[63] != 1); return 0; }",
              "b[63]");
  expectFound("int main(void) { int f = open(\"a\", O_WRONLY); if (f < 0) return 0;\n"
              "  assert(write(f, \"a\", 1) == 1); return 0; }",
              "write(f");
  EXPECT_EQ(printedBy("int main(void) { return write(1, \"ab\\n\", 3) != 3; }"), "ab\n");
}

TEST(Descriptors, OfPipesEndAPath) {
  const std::string pipes = "int main(void) { int p[2]; char c; if (pipe(p) != 0) return 0;\n";
  EXPECT_THAT(runOf(pipes + "  if (read(p[0], &c, 1) == 1) assert(0); return 0; }").gaps(),
              Contains(HasSubstr("another thread may have sent")));
  EXPECT_THAT(
      runOf(pipes + "  int d = dup(p[0]); if (read(d, &c, 1) == 1) assert(0); return 0; }").gaps(),
      Contains(HasSubstr("another thread may have sent")));
  EXPECT_THAT(runOf(pipes + "  FILE *f = fdopen(p[0], \"r\"); if (f && fgetc(f) == 1) assert(0); "
                            "return 0; }")
                  .gaps(),
              Contains(HasSubstr("another thread may have sent")));
  // A file beside a pipe is a file.
  expectFound(pipes + "  int f = open(\"a\", O_RDONLY); if (f < 0) return 0;\n"
                      "  if (read(f, &c, 1) == 1) assert(c != 'x'); return 0; }",
              "c != 'x'");
}

TEST(Streams, CallTheFunctionsOfTheProgram) {
  expectFound("typedef ssize_t put(void *, const char *, size_t);\n"
              "typedef struct { void *r; put *w; void *s, *c; } functions;\n"
              "FILE *fopencookie(void *, const char *, functions);\n"
              "static int calls; static ssize_t out(void *c, const char *t, size_t n) {\n"
              "  ++*(int *)c; (void)t; return (ssize_t)n; }\n"
              "int main(void) { functions f = {NULL, out, NULL, NULL};\n"
              "  FILE *s = fopencookie(&calls, \"w\", f); if (!s) return 0; fputs(\"a\", s);\n"
              "  assert(calls == 0); fclose(s); return 0; }",
              "calls == 0");
}

} // namespace
} // namespace raceward::test
