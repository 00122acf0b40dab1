// `raceward config`: which options hold, and where they come from.
#include "Commands.h"
#include "Config.h"
#include "Messages.h"
#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

namespace {

/// JSON texts are YAML texts.
std::string quoted(const std::string &text) {
  return Json(sanitizedUtf8(text)).print(Json::kOneLine);
}

std::string valuesOf(const OptionRow &row, const std::vector<std::string> &values) {
  if (!row.repeats)
    return row.isFlag() ? values.front() : quoted(values.front());
  std::string text;
  for (const std::string &value : values)
    text += (text.empty() ? "" : ", ") + quoted(value);
  return "[" + text + "]";
}

/// A line that `.raceward.yaml` can have, too.
std::string lineOf(const OptionParser &parser, const OptionRow &row,
                   const std::vector<Setting> &settings) {
  constexpr std::size_t kWidth = 34;
  const bool given =
      std::ranges::any_of(row.names, [&](const std::string &name) { return parser.isGiven(name); });
  const auto setting = std::ranges::find(settings, "--" + row.key(), &Setting::name);
  std::string line = row.key() + ": ";
  std::string remark;
  if (given) {
    line += valuesOf(row, parser.valuesOf("--" + row.key()));
    remark = "command line";
  } else if (setting != settings.end()) {
    line += valuesOf(row, setting->values);
    remark = terminalSafeLine(setting->where);
  } else {
    line = "# " + row.key() + ":";
    remark = row.help;
  }
  // A file cannot say where to look for files.
  if (row.key().ends_with("config") && !line.starts_with("#"))
    line = "# " + line;
  line.resize(std::max(line.size(), kWidth), ' ');
  return line + " # " + remark + "\n";
}

} // namespace

int runConfigCommand(const Arguments &arguments) {
  OptionParser own("config [options of check]",
                   "Prints the options of check that hold here, and where each comes from: the\n"
                   "command line, the environment (RACEWARD_TIME_LIMIT) or .raceward.yaml.");
  if (arguments.words.size() == 1)
    if (own.parse(arguments.words) && own.helpWanted())
      return printHelp(own.wantedHelp());
  return withCheckParser([&](OptionParser &parser) {
    if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
      return static_cast<int>(printError(parsed.error()));
    std::vector<std::string> warnings;
    const Result<Settings> settings = applySettings(parser, warnings);
    for (const std::string &warning : warnings)
      printWarning(warning);
    if (!settings)
      return static_cast<int>(printError(settings.error()));
    std::string text;
    for (const OptionRow &row : parser.table().rows)
      if (!row.key().empty())
        text += lineOf(parser, row, settings->all);
    return printHelp(text);
  });
}

} // namespace raceward
