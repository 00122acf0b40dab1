#include "OptionParser.h"

#include "Suggest.h"
#include "raceward/base/Text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace raceward {

namespace {

struct Row {
  std::string left; ///< "-p DIR", "--json FILE"
  std::string help;
  OptionParser::Use use;
};

std::string leftOf(const std::string &names, const std::string &argument) {
  std::string shortName;
  std::string longName;
  for (const std::string_view name : split(names, ','))
    if (std::string &place = name.starts_with("--") ? longName : shortName; place.empty())
      place = name;
  std::string text = shortName;
  if (!shortName.empty() && !longName.empty())
    text += ", ";
  text += longName;
  return argument.empty() ? text : text + " " + argument;
}

} // namespace

struct OptionParser::Impl {
  CLI::App app;
  std::string usage;
  std::string summary;
  std::vector<Row> rows;
  std::vector<std::string> longNames;
  std::vector<std::pair<CLI::Option *, std::string *>> values;
  bool help = false;
  bool helpAll = false;

  void addRow(const std::string &names, const std::string &argument, const std::string &help_,
              Use use) {
    rows.push_back({leftOf(names, argument), help_, use});
    for (const std::string_view name : split(names, ','))
      if (name.starts_with("--"))
        longNames.emplace_back(name);
  }

  Unexpected unknownOption(const std::string &word) const {
    const std::string name = word.substr(0, word.find('='));
    return fail(Error::Kind::Usage, "unknown option '" + name + "'",
                suggestOption(name, longNames, usage));
  }
};

OptionParser::OptionParser(std::string usage, std::string summary)
    : impl_(std::make_unique<Impl>()) {
  impl_->usage = std::move(usage);
  impl_->summary = std::move(summary);
  impl_->app.set_help_flag("");
  impl_->app.allow_extras();
  impl_->app.add_flag("-h,--help", impl_->help);
  impl_->app.add_flag("--help-all", impl_->helpAll);
  impl_->longNames = {"--help", "--help-all"};
}

OptionParser::OptionParser(OptionParser &&) noexcept = default;
OptionParser::~OptionParser() = default;

void OptionParser::flag(const std::string &names, bool &to, const std::string &help, Use use) {
  impl_->app.add_flag(names, to);
  impl_->addRow(names, {}, help, use);
}

void OptionParser::value(const std::string &names, const std::string &argument, std::string &to,
                         const std::string &help, Use use) {
  CLI::Option *option = impl_->app.add_option(names, to);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  impl_->values.emplace_back(option, &to);
  impl_->addRow(names, argument, help, use);
}

void OptionParser::values(const std::string &names, const std::string &argument,
                          std::vector<std::string> &to, const std::string &help, Use use) {
  CLI::Option *option = impl_->app.add_option(names, to);
  option->allow_extra_args(false); // or it would take the files that follow, too
  impl_->addRow(names, argument, help, use);
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
                "raceward " + impl_->usage);
  } catch (const CLI::ParseError &error) {
    return fail(Error::Kind::Usage, error.what(), "raceward " + impl_->usage);
  }
  for (const std::string &word : impl_->app.remaining())
    if (word.size() > 1 && word.front() == '-')
      return impl_->unknownOption(word);
  for (const std::string &word : impl_->app.remaining())
    return fail(Error::Kind::Usage, "'" + word + "' is not expected here",
                "raceward " + impl_->usage);
  for (const auto &[option, value] : impl_->values)
    if (option->count() > 0 && value->empty())
      return fail(Error::Kind::Usage, "option " + option->get_name() + " needs a value",
                  "raceward " + impl_->usage);
  return {};
}

bool OptionParser::helpWanted() const {
  return impl_->help || impl_->helpAll;
}

std::string OptionParser::wantedHelp() const {
  return help(impl_->helpAll ? Use::Rare : Use::Common);
}

std::string OptionParser::help(Use most) const {
  constexpr std::size_t kIndent = 24;
  std::string text = "Usage: raceward " + impl_->usage + "\n\n" + impl_->summary + "\n\n";
  std::vector<Row> rows = impl_->rows;
  rows.push_back({"-h, --help", "this text; --help-all shows every option", Use::Common});
  for (const Row &row : rows) {
    if (row.use == Use::Rare && most == Use::Common)
      continue;
    std::string line = "  " + row.left;
    if (line.size() + 2 > kIndent)
      line += "  ";
    else
      line.resize(kIndent, ' ');
    text += line + row.help + "\n";
  }
  return text;
}

} // namespace raceward
