#include "options/Kinds.h"

#include "options/Suggest.h"
#include "output/ReportFormats.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>

namespace raceward::kinds {

namespace {

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

Unexpected cannotBe(const OptionRow &row, const std::string &text, std::string hint) {
  return fail(Error::Kind::Usage, row.name() + " cannot be '" + text + "'", std::move(hint));
}

/// The whole text is a decimal number.
template <typename Number> std::optional<Number> numberFrom(const std::string &text) {
  Number number = 0;
  const char *end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end)
    return std::nullopt;
  return number;
}

} // namespace

Result<bool> Flag::read(const OptionRow &row, const std::string &text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1")
    return true;
  if (text == "false" || text == "no" || text == "off" || text == "0")
    return false;
  return fail(Error::Kind::Usage, "--" + row.key() + " cannot be '" + text + "'",
              "write true or false");
}

Result<std::string> Text::read(const OptionRow & /*row*/, const std::string &text) {
  return text;
}

OptionForm Formats::form() {
  OptionForm form{.repeats = true};
  for (const ReportFormat &format : reportFormats()) {
    form.choices.emplace_back(format.name);
    form.summaries.emplace_back(format.summary);
  }
  return form;
}

Result<double> Seconds::read(const OptionRow &row, const std::string &text) {
  const std::optional<double> seconds = parseSeconds(text);
  if (!seconds || *seconds <= 0)
    return cannotBe(row, text, "write seconds or a unit: 60, 90s, 15m, 1h");
  return *seconds;
}

Result<std::uint32_t> Count::read(const OptionRow &row, const std::string &text) {
  const auto count = numberFrom<std::uint32_t>(text);
  if (!count || *count == 0)
    return cannotBe(row, text, "write a number from 1 up: " + row.name() + " 3");
  return *count;
}

Result<unsigned> Jobs::read(const OptionRow &row, const std::string &text) {
  constexpr unsigned kMost = 1024;
  const auto jobs = numberFrom<unsigned>(text);
  if (!jobs || *jobs == 0 || *jobs > kMost)
    return cannotBe(row, text, "write how many processes may run at once: " + row.name() + " 4");
  return *jobs;
}

Result<std::uint64_t> Bytes::read(const OptionRow &row, const std::string &text) {
  const std::optional<std::uint64_t> bytes = parseBytes(text);
  if (!bytes || *bytes == 0)
    return cannotBe(row, text, "write bytes or a unit: 512M, 2G");
  // Less than any program takes: the unit was left out.
  if (*bytes < (std::uint64_t{1} << 20))
    return fail(Error::Kind::Usage,
                row.name() + " " + text + " is " + counted(*bytes, "byte") + ", too little",
                "did you mean '" + text + "M' or '" + text + "G'?");
  return *bytes;
}

Result<std::uint64_t> Effort::read(const OptionRow &row, const std::string &text) {
  const auto number = numberFrom<std::uint64_t>(text);
  if (!number)
    return cannotBe(row, text,
                    "write a number of the solver's units, such as 30000000, or 0 for no limit");
  return *number;
}

Result<std::size_t> readChoice(const OptionRow &row, const std::string &text) {
  const auto &choices = row.form.choices;
  const auto found = std::ranges::find(choices, lowerCase(text));
  if (found == choices.end()) {
    std::vector<std::string> shown = choices;
    if (row.traits.takesModelFiles && !isModelFile(text)) // unless the command does not
      shown.emplace_back("FILE.c with models of functions, as --library-model");
    return badChoice(row.name(), text, shown);
  }
  return static_cast<std::size_t>(found - choices.begin());
}

} // namespace raceward::kinds
