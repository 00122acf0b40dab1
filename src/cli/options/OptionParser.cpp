#include "options/OptionParser.h"

#include "options/Suggest.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace raceward {

struct OptionParser::Impl {
  /// The part of a row that CLI11 fills in.
  struct Given {
    CLI::Option *option = nullptr;
    bool flag = false;
    std::vector<std::string> texts;
  };

  explicit Impl(CommandId which) : command(which), rows(optionsOf(which)) {}

  CLI::App app;
  CommandId command;
  std::vector<const OptionRow *> rows;
  std::map<Option, Given> given;
  OptionValues values;
  bool help = false;
  bool helpAll = false;
  bool helpMan = false;
  bool helpRows = false;

  [[nodiscard]] std::string usage() const {
    return std::string("raceward ") + rowOf(command).usage;
  }

  void declare(const OptionRow &row) {
    Given &to = given[row.id];
    std::string names;
    for (const std::string &name : row.names)
      names += (names.empty() ? "" : ",") + name;
    if (row.form.isFlag) {
      to.option = app.add_flag(names, to.flag);
      return;
    }
    to.option = app.add_option(names, to.texts);
    to.option->allow_extra_args(false); // what follows the text is a file of the program
  }

  [[nodiscard]] Unexpected unknownOption(const std::string &word) const {
    std::vector<std::string> names{"--help", "--help-all"};
    for (const OptionRow *row : rows)
      std::ranges::copy_if(row->names, std::back_inserter(names),
                           [](const std::string &name) { return name.starts_with("--"); });
    const std::string name = word.substr(0, word.find('='));
    return fail(Error::Kind::Usage, "unknown option '" + name + "'",
                suggestOption(name, names, rowOf(command).usage));
  }

  [[nodiscard]] Result<void> split(const std::vector<std::string> &words) {
    // "-pthread" would be read as -p with the folder "thread".
    if (std::ranges::find(words, "-pthread") != words.end())
      return unknownOption("-pthread");
    std::vector<std::string> reversed(words.rbegin(), words.rend()); // what CLI11 wants
    try {
      app.parse(std::move(reversed));
    } catch (const CLI::ArgumentMismatch &error) {
      const std::string_view text = error.what();
      return fail(Error::Kind::Usage,
                  "option " + std::string(text.substr(0, text.find(':'))) + " needs a value",
                  usage());
    } catch (const CLI::ParseError &error) {
      return fail(Error::Kind::Usage, error.what(), usage());
    }
    for (const std::string &word : app.remaining())
      if (word.size() > 1 && word.front() == '-')
        return unknownOption(word);
    for (const std::string &word : app.remaining())
      return fail(Error::Kind::Usage, "'" + word + "' is not expected here", usage());
    return {};
  }

  [[nodiscard]] Result<void> read(const OptionRow &row, const std::vector<std::string> &texts) {
    if (texts.empty() || std::ranges::find(texts, std::string()) != texts.end())
      return fail(Error::Kind::Usage,
                  "option " + given[row.id].option->get_name() + " needs a value", usage());
    RW_RETURN_IF_ERROR(row.read(values, row, texts));
    values.given.set(static_cast<std::size_t>(row.id));
    return {};
  }
};

namespace {

/// "--model FILE.c" is "--library-model FILE.c", if the command has that.
std::vector<std::string> withModelFiles(const std::vector<std::string> &words,
                                        const std::vector<const OptionRow *> &rows) {
  if (std::ranges::find(rows, Option::libraryModels, &OptionRow::id) == rows.end())
    return words;
  const OptionRow &files = allOptions()[static_cast<std::size_t>(Option::libraryModels)];
  std::vector<std::string> changed = words;
  for (const OptionRow &row : allOptions()) {
    if (!row.traits.takesModelFiles)
      continue;
    const std::string &name = row.name();
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (changed[i] == name && i + 1 < changed.size() && isModelFile(changed[i + 1]))
        changed[i++] = files.name();
      else if (changed[i].starts_with(name + "=") && isModelFile(changed[i]))
        changed[i].replace(0, name.size(), files.name());
    }
  }
  return changed;
}

} // namespace

bool isModelFile(const std::string &text) {
  return text.ends_with(".c");
}

OptionParser::OptionParser(CommandId command) : impl_(std::make_unique<Impl>(command)) {
  impl_->app.set_help_flag("");
  impl_->app.allow_extras();
  impl_->app.add_flag("-h,--help", impl_->help);
  impl_->app.add_flag("--help-all", impl_->helpAll);
  impl_->app.add_flag("--help-man", impl_->helpMan);
  impl_->app.add_flag("--help-rows", impl_->helpRows);
  impl_->app.add_option("words", impl_->values.words);
  for (const OptionRow *row : impl_->rows) {
    impl_->declare(*row);
    if (const std::string text = row->defaultFor(command); !text.empty())
      RW_CHECK(row->read(impl_->values, *row, {text}));
  }
}

OptionParser::OptionParser(OptionParser &&) noexcept = default;
OptionParser::~OptionParser() = default;

Result<void> OptionParser::parse(const std::vector<std::string> &words) {
  RW_RETURN_IF_ERROR(impl_->split(withModelFiles(words, impl_->rows)));
  if (helpWanted())
    return {};
  for (const OptionRow *row : impl_->rows)
    if (isOnCommandLine(row->id))
      RW_RETURN_IF_ERROR(impl_->read(*row, textsOf(row->id)));
  return {};
}

const OptionValues &OptionParser::values() const {
  return impl_->values;
}

bool OptionParser::helpWanted() const {
  return impl_->help || impl_->helpAll || impl_->helpMan || impl_->helpRows;
}

std::string OptionParser::wantedHelp() const {
  if (impl_->helpMan)
    return manualPage(impl_->command);
  if (impl_->helpRows)
    return rowsForShells(impl_->command);
  return helpPage(impl_->command, impl_->helpAll ? OptionUse::Rare : OptionUse::Common);
}

const std::vector<const OptionRow *> &OptionParser::rows() const {
  return impl_->rows;
}

bool OptionParser::isOnCommandLine(Option option) const {
  const auto found = impl_->given.find(option);
  return found != impl_->given.end() && found->second.option->count() > 0;
}

std::vector<std::string> OptionParser::textsOf(Option option) const {
  const auto found = impl_->given.find(option);
  if (found == impl_->given.end())
    return {};
  const OptionRow &row = allOptions()[static_cast<std::size_t>(option)];
  if (row.form.isFlag)
    return {found->second.flag ? "true" : "false"};
  const std::vector<std::string> &texts = found->second.texts;
  return row.form.repeats || texts.empty() ? texts : std::vector{texts.back()};
}

Result<void> OptionParser::set(const OptionRow &row, const std::vector<std::string> &texts) {
  if (!row.form.repeats && (texts.size() != 1 || texts.front().empty()))
    return fail(Error::Kind::Usage, "option --" + row.key() + " needs one value", impl_->usage());
  // An empty list in a configuration file sets nothing.
  return texts.empty() ? Result<void>() : impl_->read(row, texts);
}

std::vector<std::string> OptionParser::passedOnWords() const {
  std::vector<std::string> words;
  std::vector<std::string> flags;
  for (const OptionRow *row : impl_->rows) {
    if (!row->isPassedOn || !impl_->values.isGiven(row->id))
      continue;
    std::string text = textsOf(row->id).back();
    if (row->form.isFlag) {
      if (text == "true")
        flags.push_back(row->name());
      continue;
    }
    if (!row->form.choices.empty()) // as workers expect it
      std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
    words.insert(words.end(), {row->name(), text});
  }
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

} // namespace raceward
