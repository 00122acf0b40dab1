// `raceward config`: which options hold, and where they come from.
#include "commands/Commands.h"
#include "options/Config.h"
#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "terminal/Messages.h"

#include <algorithm>

namespace raceward {

namespace {

/// JSON texts are YAML texts.
std::string quoted(const std::string &text) {
  return Json(sanitizedUtf8(text)).print(Json::kOneLine);
}

std::string textOfValues(const OptionRow &row, const std::vector<std::string> &values) {
  if (!row.form.repeats)
    return row.form.isFlag ? values.front() : quoted(values.front());
  std::string text;
  for (const std::string &value : values)
    text += (text.empty() ? "" : ", ") + quoted(value);
  return "[" + text + "]";
}

/// The types of JSON and the values that the file may have there.
std::string schemaOf(const OptionRow &row) {
  if (row.form.isFlag)
    return R"("type": "boolean")";
  if (row.form.repeats)
    return R"("type": ["string", "array"], "items": {"type": "string"})";
  if (row.form.choices.empty())
    return R"("type": ["string", "number"])";
  std::string choices;
  for (const std::string &choice : row.form.choices)
    choices += (choices.empty() ? "" : ", ") + quoted(choice);
  if (row.traits.takesModelFiles) // a file, or a list of them
    return "\"anyOf\": [{\"enum\": [" + choices +
           R"(]}, {"type": ["string", "array"], "pattern": "\\.c$", "items": {"pattern": "\\.c$"}}])";
  return "\"enum\": [" + choices + "]";
}

/// The formats of reports are not listed, so that the schema does not change with them.
std::string descriptionOf(const OptionRow &row) {
  return row.id == Option::formats ? "FORMAT or FORMAT=FILE, as raceward check --help lists them"
                                   : row.help(CommandId::Check);
}

std::string configSchema(const OptionParser &parser) {
  std::string properties;
  for (const OptionRow *row : parser.rows())
    properties += (properties.empty() ? "\n    " : ",\n    ") + quoted(row->key()) + ": {" +
                  schemaOf(*row) + ", \"description\": " + quoted(descriptionOf(*row)) + "}";
  return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "config-1.schema.json",
  "title": "The configuration file of Raceward, .raceward.yaml",
  "type": "object",
  "additionalProperties": false,
  "properties": {)" +
         properties + "\n  }\n}\n";
}

/// A line that `.raceward.yaml` can have as well.
std::string settingLine(const OptionParser &parser, const OptionRow &row,
                        const std::vector<Setting> &settings) {
  constexpr std::size_t kWidth = 34;
  const auto setting = std::ranges::find(settings, row.id, &Setting::option);
  std::string line = row.key() + ": ";
  std::string remark;
  if (parser.isOnCommandLine(row.id)) {
    line += textOfValues(row, parser.textsOf(row.id));
    remark = "command line";
  } else if (setting != settings.end()) {
    line += textOfValues(row, setting->values);
    remark = terminalSafeLine(setting->where);
  } else {
    line = "# " + row.key() + ":";
    remark = row.help(CommandId::Check);
  }
  // A file cannot say where to look for files.
  if (row.key().ends_with("config") && !line.starts_with("#"))
    line = "# " + line;
  line.resize(std::max(line.size(), kWidth), ' ');
  return line + " # " + remark + "\n";
}

} // namespace

Result<int> runConfigCommand(const Arguments &arguments) {
  OptionParser parser(CommandId::Check);
  if (arguments.words.size() == 1)
    if (OptionParser own(CommandId::Config); own.parse(arguments.words)) {
      if (own.helpWanted())
        return printed(own.wantedHelp());
      if (own.values().schema)
        return printed(configSchema(parser));
    }
  RW_RETURN_IF_ERROR(parser.parse(arguments.words));
  std::vector<std::string> warnings;
  const Result<Settings> settings = applySettings(parser, warnings);
  for (const std::string &warning : warnings)
    printWarning(warning);
  if (!settings)
    return fail(settings.error());
  std::string text;
  for (const OptionRow *row : parser.rows())
    text += settingLine(parser, *row, settings->all);
  return printed(text);
}

} // namespace raceward
