// scanf's family and what reads lines and characters: the models against the library.
#include "Models.h"
#include "Support.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <memory>

namespace {

constexpr int kRounds = 6000;

/// Room for whatever a conversion stores.
struct Slots {
  alignas(16) unsigned char bytes[4][64];
  Slots() { std::memset(bytes, 0xa5, sizeof bytes); }
  bool operator==(const Slots &other) const {
    return std::memcmp(bytes, other.bytes, sizeof bytes) == 0;
  }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

void compareText(const std::string &text, const std::string &format) {
  const AtTheEdge source(terminated(text));
  const AtTheEdge pattern(terminated(format));
  Slots model;
  Slots real;
  const int modelResult =
      model_sscanf(source, pattern, model.bytes[0], model.bytes[1], model.bytes[2], model.bytes[3]);
  const int realResult =
      std::sscanf(source, pattern, real.bytes[0], real.bytes[1], real.bytes[2], real.bytes[3]);
  EXPECT_EQ(modelResult, realResult) << "'" << text << "' as '" << format << "'";
  EXPECT_TRUE(model == real) << "'" << text << "' as '" << format << "'";
}

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File fileOf(std::string &text) {
  return File(text.empty() ? std::fopen("/dev/null", "r")
                           : ::fmemopen(text.data(), text.size(), "r"));
}

// The end of the models' input is final, so that each of these texts has bytes to spare.
void compareStream(std::string text, const std::string &format) {
  text += "] a] b] a] b] a] b] a] b] a] b] a] b]";
  addStandardInput(text);
  model___raceward_stdin = {};
  const File file = fileOf(text);
  Slots model;
  Slots real;
  EXPECT_EQ(model_fscanf(&model___raceward_stdin, format.c_str(), model.bytes[0], model.bytes[1],
                         model.bytes[2], model.bytes[3]),
            std::fscanf(file.get(), format.c_str(), real.bytes[0], real.bytes[1], real.bytes[2],
                        real.bytes[3]))
      << "'" << text << "' as '" << format << "'";
  EXPECT_TRUE(model == real) << "'" << text << "' as '" << format << "'";
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(model_fgetc(&model___raceward_stdin), std::fgetc(file.get()))
        << "'" << text << "' as '" << format << "'";
}

#pragma GCC diagnostic pop

constexpr const char *kConversions[] = {
    "%d",   "%i",    "%u",     "%x",      "%o",      "%ld",   "%lld",  "%hd",  "%hhd", "%2d",
    "%3i",  "%1x",   "%4x",    "%lu",     "%zu",     "%*d",   "%c",    "%3c",  "%*c",  "%s",
    "%3s",  "%[ab]", "%[^ab]", "%2[0-9]", "%[]a-c]", "%*[a]", "%*s",   "%%",   "%n",   "%hn",
    "%lli", "%jd",   "%X",     "%[a-]",   "%[^]]",   "%5u",   "%2llx", "%*2d", "%td"};
constexpr const char *kFloats[] = {"%f", "%lf", "%Lf", "%3f", "%e", "%5lg", "%*f", "%la"};
constexpr const char *kBetween[] = {"", " ", ",", "a", "  \n", "-"};

template <std::size_t N> const char *oneOf(Random &random, const char *const (&all)[N]) {
  return all[random.upTo(N - 1)];
}

template <std::size_t N> std::string formatOf(Random &random, const char *const (&conversions)[N]) {
  std::string format = oneOf(random, kBetween);
  const std::size_t count = 1 + random.upTo(3);
  for (std::size_t i = 0; i < count; ++i)
    format += std::string(oneOf(random, conversions)) + oneOf(random, kBetween);
  return format;
}

TEST(Scanning, ReadsText) {
  Random random(11);
  for (int round = 0; round < kRounds; ++round)
    compareText(random.text("0178 9 ab+-x,]\n%", 12), formatOf(random, kConversions));
}

TEST(Scanning, ReadsNumbersOutOfRange) {
  Random random(12);
  for (int round = 0; round < kRounds; ++round)
    compareText(std::string(1, " -+0"[random.upTo(3)]) + random.text("0123456789", 24),
                oneOf(random, kConversions));
  for (const char *text : {"2147483647",
                           "2147483648",
                           "-2147483648",
                           "-2147483649",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-1",
                           "0x",
                           "0xg",
                           "0x7fffffff",
                           "-0x10",
                           "08",
                           "+",
                           "-",
                           "",
                           " ",
                           "- 1"})
    for (const char *conversion : kConversions)
      compareText(text, conversion);
}

TEST(Scanning, ReadsFloatingPointNumbers) {
  Random random(13);
  for (int round = 0; round < 2 * kRounds; ++round)
    compareText(random.text("0123.e+-x p", 9), formatOf(random, kFloats));
}

TEST(Scanning, ReadsStreams) {
  Random random(14);
  for (int round = 0; round < kRounds; ++round)
    compareStream(random.text("0178 9ab+-x,\n%", 12), formatOf(random, kConversions));
}

TEST(Scanning, KnowsBinaryNumbersOfNewerStandards) {
  int number = 0;
  EXPECT_EQ(model___isoc23_sscanf("0b101 ", "%i", &number), 1);
  EXPECT_EQ(number, 5);
  EXPECT_EQ(model_sscanf("0b101 ", "%i", &number), 1);
  EXPECT_EQ(number, 0);
}

TEST(Reading, IsLikeTheLibrarys) {
  Random random(15);
  for (int round = 0; round < kRounds; ++round) {
    std::string text = random.text("ab\n\xff", 9) + "\n01234567\n01234567\n01234567\n0";
    addStandardInput(text);
    model___raceward_stdin = {};
    ModelStream *in = &model___raceward_stdin;
    const File file = fileOf(text);
    char model[8] = "zzzzzzz";
    char real[8] = "zzzzzzz";
    for (int step = 0; step < 3; ++step)
      switch (random.upTo(3)) {
      case 0:
        EXPECT_EQ(model_fgetc(in), std::fgetc(file.get()));
        break;
      case 1: {
        const int size = static_cast<int>(random.upTo(5));
        EXPECT_EQ(model_fgets(model, size, in) == nullptr,
                  std::fgets(real, size, file.get()) == nullptr);
        break;
      }
      case 2: {
        const std::size_t size = random.upTo(3);
        const std::size_t count = random.upTo(2);
        EXPECT_EQ(model_fread(model, size, count, in), std::fread(real, size, count, file.get()));
        break;
      }
      default:
        EXPECT_EQ(model_ungetc('u', in), std::ungetc('u', file.get()));
      }
    EXPECT_EQ(std::memcmp(model, real, sizeof model), 0);
    EXPECT_EQ(model_feof(in) != 0, std::feof(file.get()) != 0);
  }
}

// Last: the end is final.
TEST(TheEnd, IsKeptAndSeen) {
  addStandardInput("a");
  model___raceward_stdin = {};
  ModelStream *in = &model___raceward_stdin;
  EXPECT_EQ(model_fgetc(in), 'a');
  EXPECT_EQ(model_feof(in), 0);
  EXPECT_EQ(model_fgetc(in), EOF);
  EXPECT_NE(model_feof(in), 0);
  EXPECT_EQ(model_ungetc('b', in), 'b');
  EXPECT_EQ(model_feof(in), 0);
  EXPECT_EQ(model_fgetc(in), 'b');
  EXPECT_EQ(model_fgetc(in), EOF);
  model_clearerr(in);
  EXPECT_EQ(model_feof(in), 0);
  int number = 0;
  EXPECT_EQ(model_fscanf(in, "%d", &number), EOF);
  EXPECT_NE(model_feof(in), 0);
  EXPECT_TRUE(isStandardInputUsed());
}

} // namespace
