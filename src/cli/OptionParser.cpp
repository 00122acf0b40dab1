#include "OptionParser.h"

#include "Suggest.h"
#include "raceward/base/Text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

namespace raceward {

namespace {

std::optional<bool> truthOf(std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1")
    return true;
  if (text == "false" || text == "no" || text == "off" || text == "0")
    return false;
  return std::nullopt;
}

} // namespace

struct OptionParser::Impl {
  /// Where a value goes: one of these.
  struct Target {
    CLI::Option *option = nullptr;
    bool *flag = nullptr;
    std::string *value = nullptr;
    std::vector<std::string> *values = nullptr;
  };

  CLI::App app;
  OptionTable table;
  std::vector<std::string> longNames;
  std::vector<Target> targets; ///< as the rows of the table
  bool help = false;
  bool helpAll = false;
  bool helpMan = false;
  bool helpRows = false;

  OptionRow &addRow(const std::string &names, OptionRow row, Target target) {
    for (const std::string_view name : split(names, ',')) {
      row.names.emplace_back(name);
      if (name.starts_with("--"))
        longNames.emplace_back(name);
    }
    table.rows.push_back(std::move(row));
    targets.push_back(target);
    return table.rows.back();
  }

  /// Nothing if there is no such option.
  [[nodiscard]] const Target *find(const std::string &name) const {
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (std::ranges::find(table.rows[i].names, name) != table.rows[i].names.end())
        return &targets[i];
    return nullptr;
  }

  Unexpected unknownOption(const std::string &word) const {
    const std::string name = word.substr(0, word.find('='));
    return fail(Error::Kind::Usage, "unknown option '" + name + "'",
                suggestOption(name, longNames, table.usage));
  }
};

OptionParser::OptionParser(std::string usage, std::string summary)
    : impl_(std::make_unique<Impl>()) {
  impl_->table.usage = std::move(usage);
  impl_->table.summary = std::move(summary);
  impl_->app.set_help_flag("");
  impl_->app.allow_extras();
  impl_->app.add_flag("-h,--help", impl_->help);
  impl_->app.add_flag("--help-all", impl_->helpAll);
  impl_->app.add_flag("--help-man", impl_->helpMan);
  impl_->app.add_flag("--help-rows", impl_->helpRows);
  impl_->longNames = {"--help", "--help-all"};
}

OptionParser::OptionParser(OptionParser &&) noexcept = default;
OptionParser::~OptionParser() = default;

OptionRow &OptionParser::flag(const std::string &names, bool &to, const std::string &help,
                              Use use) {
  CLI::Option *option = impl_->app.add_flag(names, to);
  return impl_->addRow(names, {{}, {}, help, use, false}, {option, &to, nullptr, nullptr});
}

OptionRow &OptionParser::value(const std::string &names, const std::string &argument,
                               std::string &to, const std::string &help, Use use) {
  CLI::Option *option = impl_->app.add_option(names, to);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return impl_->addRow(names, {{}, argument, help, use, false}, {option, nullptr, &to, nullptr});
}

OptionRow &OptionParser::values(const std::string &names, const std::string &argument,
                                std::vector<std::string> &to, const std::string &help, Use use) {
  CLI::Option *option = impl_->app.add_option(names, to);
  option->allow_extra_args(false); // what follows the value is a file of the program
  return impl_->addRow(names, {{}, argument, help, use, true}, {option, nullptr, nullptr, &to});
}

void OptionParser::exitStatus(std::string text) {
  impl_->table.exitStatus = std::move(text);
}

void OptionParser::words(std::vector<std::string> &to) {
  impl_->app.add_option("words", to);
}

Result<void> OptionParser::parse(const std::vector<std::string> &words) {
  // "-pthread" would be read as -p with the folder "thread".
  if (std::find(words.begin(), words.end(), "-pthread") != words.end())
    return impl_->unknownOption("-pthread");
  std::vector<std::string> reversed(words.rbegin(), words.rend()); // what CLI11 wants
  try {
    impl_->app.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch &error) {
    const std::string_view text = error.what();
    return fail(Error::Kind::Usage,
                "option " + std::string(text.substr(0, text.find(':'))) + " needs a value",
                "raceward " + impl_->table.usage);
  } catch (const CLI::ParseError &error) {
    return fail(Error::Kind::Usage, error.what(), "raceward " + impl_->table.usage);
  }
  for (const std::string &word : impl_->app.remaining())
    if (word.size() > 1 && word.front() == '-')
      return impl_->unknownOption(word);
  for (const std::string &word : impl_->app.remaining())
    return fail(Error::Kind::Usage, "'" + word + "' is not expected here",
                "raceward " + impl_->table.usage);
  for (const Impl::Target &target : impl_->targets) {
    const bool lacksValue =
        (target.value != nullptr && target.value->empty()) ||
        (target.values != nullptr &&
         std::ranges::find(*target.values, std::string()) != target.values->end());
    if (target.option->count() > 0 && lacksValue)
      return fail(Error::Kind::Usage, "option " + target.option->get_name() + " needs a value",
                  "raceward " + impl_->table.usage);
  }
  return {};
}

bool OptionParser::helpWanted() const {
  return impl_->help || impl_->helpAll || impl_->helpMan || impl_->helpRows;
}

std::string OptionParser::wantedHelp() const {
  if (impl_->helpMan)
    return manualPage(impl_->table);
  if (impl_->helpRows)
    return rowsForShells(impl_->table);
  return help(impl_->helpAll ? Use::Rare : Use::Common);
}

std::string OptionParser::help(Use most) const {
  constexpr std::size_t kIndent = 24;
  const OptionTable &table = impl_->table;
  std::string text = "Usage: raceward " + table.usage + "\n\n" + table.summary + "\n\n";
  std::vector<OptionRow> rows = table.rows;
  rows.push_back({{"-h", "--help"}, {}, "this text; --help-all shows every option", Use::Common});
  for (const OptionRow &row : rows) {
    if (row.use == Use::Rare && most == Use::Common)
      continue;
    std::string line = "  " + row.left();
    if (line.size() + 2 > kIndent)
      line += "  ";
    else
      line.resize(kIndent, ' ');
    text += line + row.help + "\n";
  }
  if (!table.exitStatus.empty())
    text += "\nExit status: " + table.exitStatus + "\n";
  return text;
}

const OptionTable &OptionParser::table() const {
  return impl_->table;
}

bool OptionParser::isGiven(const std::string &name) const {
  const Impl::Target *target = impl_->find(name);
  return target != nullptr && target->option->count() > 0;
}

std::vector<std::string> OptionParser::valuesOf(const std::string &name) const {
  const Impl::Target *target = impl_->find(name);
  if (target == nullptr)
    return {};
  if (target->flag != nullptr)
    return {*target->flag ? "true" : "false"};
  return target->value != nullptr ? std::vector{*target->value} : *target->values;
}

Result<void> OptionParser::set(const std::string &name, const std::vector<std::string> &values) {
  const Impl::Target *target = impl_->find(name);
  if (target == nullptr)
    return impl_->unknownOption(name);
  if (target->values != nullptr) {
    *target->values = values;
    return {};
  }
  if (values.size() != 1 || values.front().empty())
    return fail(Error::Kind::Usage, "option " + name + " needs one value",
                "raceward " + impl_->table.usage);
  if (target->value != nullptr) {
    *target->value = values.front();
    return {};
  }
  const std::optional<bool> wanted = truthOf(values.front());
  if (!wanted)
    return fail(Error::Kind::Usage, name + " cannot be '" + values.front() + "'",
                "write true or false");
  *target->flag = *wanted;
  return {};
}

} // namespace raceward
