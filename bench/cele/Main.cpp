// Size and solving time of the encodings of CELE programs.
//
//   bench_cele <family> <threads> <statements> <pi|edges|one-edge|exact> [print]
//   bench_cele file <path> <iterations of loops> <pi|edges|one-edge|exact>
//
// One line of CSV: what was asked for, then blocks, π-functions, constraints, terms, uses that
// differ, uses left open, queries, seconds to encode and to solve. `print` prints the program.
#include "raceward/base/File.h"
#include "raceward/cele/Encoding.h"
#include "raceward/cele/Parse.h"
#include "raceward/cele/Unroll.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace raceward::cele {
namespace {

using Body = std::string (*)(int thread, int threads, int statements);

/// Everybody adds to one variable: every use differs.
std::string counter(int, int, int statements) {
  std::string text;
  for (int i = 0; i < statements; ++i)
    text += "  x = x + 1;\n";
  return text;
}

/// Four variables, each statement reads one and writes another.
std::string mixed(int thread, int, int statements) {
  std::string text;
  for (int i = 0; i < statements; ++i)
    text += "  v" + std::to_string((thread + i) % 4) + " = v" +
            std::to_string((thread + 2 * i + 1) % 4) + " + " + std::to_string(i) + ";\n";
  return text;
}

/// One after the other, by an event: no use differs, and that has to be proved.
std::string turns(int thread, int, int statements) {
  std::string text = "  when (turn == " + std::to_string(thread) + ");\n";
  for (int i = 0; i < statements; ++i)
    text += "  x = x + 1;\n";
  return text + "  turn = " + std::to_string(thread + 1) + ";\n";
}

struct Family {
  const char *name;
  Body body;
};
constexpr Family kFamilies[] = {{"counter", counter}, {"mixed", mixed}, {"turns", turns}};

std::string program(Body body, int threads, int statements) {
  std::string text = "x = 0;\n";
  for (int thread = 0; thread < threads; ++thread)
    text += (thread == 0 ? "fork {\n" : "} and {\n") + body(thread, threads, statements);
  return text + "};\ny = x;\n";
}

/// What the words ask for; empty if they make no sense.
std::string programFrom(char **words) {
  if (std::strcmp(words[1], "file") == 0)
    return readFile(words[2]).has_value() ? *readFile(words[2]) : std::string();
  const auto *family =
      std::find_if(std::begin(kFamilies), std::end(kFamilies),
                   [&](const Family &it) { return std::strcmp(it.name, words[1]) == 0; });
  return family == std::end(kFamilies)
             ? std::string()
             : program(family->body, std::atoi(words[2]), std::atoi(words[3]));
}

int run(int argc, char **argv) {
  const std::string text = argc > 4 ? programFrom(argv) : std::string();
  const auto encoding = argc > 4 ? encodingFromString(argv[4]) : std::nullopt;
  if (text.empty() || !encoding) {
    std::fprintf(stderr, "bench_cele counter|mixed|turns|file ... (see bench/cele/Main.cpp)\n");
    return 2;
  }
  if (argc > 5) {
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  const Parsed parsed = parse("bench.cele", text);
  const std::optional<Source> unrolled =
      parsed.ok() ? unroll(parsed.source, static_cast<std::uint32_t>(std::atoi(argv[3])))
                  : std::optional<Source>();
  if (!unrolled) {
    std::fprintf(stderr, "%s", render(parsed.errors, "the program", text).c_str());
    return 2;
  }
  StaticOptions options;
  options.encoding = *encoding;
  const Result<StaticAnswer> answer = findValueRaces(parsed.source, *unrolled, options);
  if (!answer)
    return 4;
  const auto count = [&](UseAnswer::Kind kind) {
    return std::count_if(answer->uses.begin(), answer->uses.end(),
                         [&](const UseAnswer &use) { return use.kind == kind; });
  };
  const StaticStats &stats = answer->stats;
  std::printf("%s,%s,%s,%s,%llu,%llu,%llu,%llu,%lld,%lld,%llu,%.3f,%.3f\n", argv[1], argv[2],
              argv[3], argv[4], static_cast<unsigned long long>(stats.blocks),
              static_cast<unsigned long long>(stats.piFunctions),
              static_cast<unsigned long long>(stats.constraints),
              static_cast<unsigned long long>(stats.terms),
              static_cast<long long>(count(UseAnswer::Kind::Differs)),
              static_cast<long long>(count(UseAnswer::Kind::Undecided)),
              static_cast<unsigned long long>(stats.queries), stats.encodeSeconds,
              stats.solveSeconds);
  return 0;
}

} // namespace
} // namespace raceward::cele

int main(int argc, char **argv) {
  return raceward::cele::run(argc, argv);
}
