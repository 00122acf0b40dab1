#include "commands/Targets.h"

#include "options/LoadOptions.h"
#include "raceward/base/Text.h"
#include "terminal/Exit.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace raceward {

namespace {

/// "out/race.json" of target "server": "out/race-server.json".
std::string named(const std::string &path, const std::string &target) {
  if (path.empty() || path == "-")
    return path;
  std::string plain = target;
  std::ranges::replace(plain, '/', '_');
  const std::filesystem::path whole(path);
  return (whole.parent_path() / (whole.stem().string() + "-" + plain + whole.extension().string()))
      .string();
}

} // namespace

Result<std::vector<std::string>> targetsFrom(const OptionValues &options) {
  std::vector<std::string> targets = splitNames(options.target);
  if (!options.allTargets)
    return targets;
  if (options.build.empty())
    return fail(Error::Kind::Usage, "--all-targets needs -p",
                "name the folder of the compile_commands.json that has the targets");
  if (!targets.empty() || !options.words.empty())
    return fail(Error::Kind::Usage, "--all-targets is instead of targets and files",
                "leave out one of them");
  return programTargets(options.build);
}

Result<void> requireForTargets(const OptionValues &options) {
  const std::string given = options.firstGiven(
      {Option::checkpoint, Option::resume, Option::workLog, Option::svcomp, Option::entry});
  if (!given.empty())
    return fail(Error::Kind::Usage, given + " is for one target at a time");
  const bool takesStandardOutput =
      options.json == "-" || std::ranges::any_of(options.formats, [](const std::string &format) {
        return format.ends_with("=-") || format.find('=') == std::string::npos;
      });
  if (takesStandardOutput)
    return fail(Error::Kind::Usage, "several targets cannot report to standard output",
                "give the report a file, as in --format json=FILE: each target gets one");
  return {};
}

OptionValues optionsFor(const std::string &target, const OptionValues &options) {
  OptionValues one = options;
  one.target = {target};
  one.allTargets = false;
  for (std::string *path : {&one.json, &one.witness, &one.newSuppressions, &one.newBaseline,
                            &one.metrics, &one.timeline})
    *path = named(*path, target);
  for (std::string &format : one.formats)
    if (const std::size_t at = format.find('='); at != std::string::npos)
      format = format.substr(0, at + 1) + named(format.substr(at + 1), target);
  return one;
}

std::string targetsTable(const std::vector<CheckedTarget> &all) {
  std::size_t width = 0;
  for (const CheckedTarget &each : all)
    width = std::max(width, each.target.size());
  std::string text = "raceward: " + counted(all.size(), "target") + "\n";
  for (const CheckedTarget &each : all) {
    std::string name = terminalSafeLine(each.target);
    name.resize(std::max(width, name.size()), ' ');
    text += "  " + name + "  " + each.verdict + "\n";
  }
  return text;
}

int worstOf(const std::vector<CheckedTarget> &all) {
  constexpr std::array<ExitStatus, 5> order{ExitStatus::RaceFree, ExitStatus::Unknown,
                                            ExitStatus::BadInput, ExitStatus::Race,
                                            ExitStatus::Internal};
  std::size_t worst = 0;
  int lost = 0;
  for (const CheckedTarget &each : all) {
    lost |= each.status & kReportLost;
    const auto status = static_cast<ExitStatus>(each.status & ~kReportLost);
    const auto *found = std::ranges::find(order, status);
    worst = std::max(worst, static_cast<std::size_t>(found - order.begin()));
  }
  return static_cast<int>(order[std::min(worst, order.size() - 1)]) + lost;
}

} // namespace raceward
