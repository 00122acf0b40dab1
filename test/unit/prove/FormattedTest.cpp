// New memory that is formatted into, or printed: what a format names may be told, the text may not.
#include "Judge.h"

namespace raceward::test {
namespace {

struct FormatCase {
  const char *name;
  bool raceFree;
  std::string code;
};

void PrintTo(const FormatCase &c, std::ostream *out) {
  *out << c.name;
}

class Formatted : public ::testing::TestWithParam<FormatCase> {};

TEST_P(Formatted, MemoryStaysOwn) {
  const Judged judged = judge(GetParam().code);
  if (GetParam().raceFree)
    EXPECT_TRUE(judged.raceFree()) << judged.left << " left, among them "
                                   << (judged.leftNames.empty() ? "" : *judged.leftNames.begin());
  else
    EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

/// Any number of threads fill in a new line and hang it up under a lock; another one reads all.
std::string lines(const std::string &fill, const std::string &before = {},
                  const std::string &reader = {}) {
  return "#include <stdio.h>\n#include <stdarg.h>\n"
         "struct line { struct line *next; int level; char text[40]; };\n"
         "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static struct line *all;"
         " static char told[40]; static int sum;\n" +
         before +
         "\nstatic void *writer(void *p) { struct line *line = malloc(sizeof *line);"
         " if (!line) return 0; " +
         fill +
         " line->level = 3; pthread_mutex_lock(&m); line->next = all; all = line;"
         " pthread_mutex_unlock(&m); return 0; }\n"
         "static void *reader(void *p) { " +
         reader +
         " pthread_mutex_lock(&m); for (struct line *l = all; l; l = l->next)"
         " sum += l->level + l->text[0]; pthread_mutex_unlock(&m); return 0; }\n"
         "int main(void) { pthread_t t; pthread_create(&t, 0, reader, 0);"
         " while (__VERIFIER_nondet_int()) pthread_create(&t, 0, writer, 0); return 0; }";
}

const std::string kAsk = "struct line *l = 0; char text[40]; pthread_mutex_lock(&m);"
                         " for (int i = 0; i < 40; i++) text[i] = told[i];"
                         " pthread_mutex_unlock(&m); if (sscanf(text, \"%p\", (void **)&l) == 1 &&"
                         " l) l->level = 1;";

const std::vector<FormatCase> kFormatCases{
    {"formattedInto", true, lines("snprintf(line->text, sizeof line->text, \"%d\", 7);")},
    {"byAList", true,
     lines("fill(line, \"%d\", 7);",
           "static void fill(struct line *line, const char *format, ...) { va_list list;"
           " va_start(list, format); vsnprintf(line->text, sizeof line->text, format, list);"
           " va_end(list); }")},
    {"read", true,
     lines("int n; line->text[0] = '7'; line->text[1] = 0; sscanf(line->text, \"%d\", &n);")},
    {"addressPrinted", false,
     lines("pthread_mutex_lock(&m); snprintf(told, sizeof told, \"%p\", (void *)line);"
           " pthread_mutex_unlock(&m);",
           "", kAsk)},
    {"addressPrintedIntoItself", false,
     lines("snprintf(line->text, sizeof line->text, \"%p\", (void *)line); pthread_mutex_lock(&m);"
           " for (int i = 0; i < 40; i++) told[i] = line->text[i]; pthread_mutex_unlock(&m);",
           "", kAsk)},
    {"addressPrintedByAList", false,
     lines("tell(\"%p\", line);",
           "static void tell(const char *format, ...) { va_list list; va_start(list, format);"
           " pthread_mutex_lock(&m); vsnprintf(told, sizeof told, format, list);"
           " pthread_mutex_unlock(&m); va_end(list); }",
           kAsk)},
    {"publishedFirst", false,
     lines("pthread_mutex_lock(&m); line->next = all; all = line; pthread_mutex_unlock(&m);"
           " snprintf(line->text, sizeof line->text, \"%d\", 7);")},
};

std::string testName(const ::testing::TestParamInfo<FormatCase> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Provers, Formatted, ::testing::ValuesIn(kFormatCases), testName);

} // namespace
} // namespace raceward::test
