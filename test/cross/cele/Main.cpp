// cross_cele: random CELE programs, by constraints, by execution and by brute force.
#include "Compare.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace raceward::cele;

namespace {

void print(const Totals &totals) {
  std::printf("%llu programs, %llu within the limits of brute force, %llu racing uses\n",
              static_cast<unsigned long long>(totals.tried),
              static_cast<unsigned long long>(totals.judged),
              static_cast<unsigned long long>(totals.racing));
  std::printf("%-22s %9s %9s %9s %12s %8s %9s\n", "engine", "answers", "none", "agree",
              "false alarms", "misses", "seconds");
  for (const Tally &tally : totals.engines)
    std::printf("%-22s %9llu %9llu %9llu %12llu %8llu %9.1f\n", tally.engine.c_str(),
                static_cast<unsigned long long>(tally.programs),
                static_cast<unsigned long long>(tally.noAnswer),
                static_cast<unsigned long long>(tally.agreed),
                static_cast<unsigned long long>(tally.falseAlarms),
                static_cast<unsigned long long>(tally.misses), tally.seconds);
}

} // namespace

int main(int count, char **arguments) {
  std::uint64_t seed = 1;
  std::uint64_t programs = 150;
  bool judged = false;
  CompareOptions options;
  CLI::App app("Random CELE programs, by every engine and by brute force");
  app.add_option("--seed", seed, "of the first program");
  app.add_option("--count", programs, "how many");
  app.add_flag("--judged", judged, "count only those that brute force can go through");
  app.add_flag("!--no-execution", options.execution, "without the exact route");
  app.add_flag("!--no-approximations", options.encodings, "without pi, edges and one-edge");
  CLI11_PARSE(app, count, arguments);

  constexpr std::size_t mostShown = 10;
  Totals totals;
  std::size_t shown = 0;
  while ((judged ? totals.judged : totals.tried) < programs) {
    compare(seed++, options, totals);
    for (; shown < totals.differences.size() && shown < mostShown; ++shown)
      std::printf("%s\n", totals.differences[shown].c_str());
    std::fflush(stdout);
  }
  print(totals);
  if (!totals.differences.empty())
    std::printf("%zu differences\n", totals.differences.size());
  return totals.differences.empty() ? 0 : 1;
}
