// Kinds of options: what the text of one means. Each kind has
//
//   Value     what OptionValues holds; an optional one is empty if the option is not given and has
//   no
//             default
//   form()    what is the same for all options of the kind
//   read()    a value from a text, or an Error that says what to write instead
#pragma once

#include "options/OptionTable.h"
#include "raceward/base/NamedValue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward::kinds {

struct Flag {
  using Value = bool;
  static OptionForm form() { return {.isFlag = true}; }
  static Result<bool> read(const OptionRow &row, const std::string &text);
};

struct Text {
  using Value = std::string;
  static OptionForm form() { return {}; }
  static Result<std::string> read(const OptionRow &row, const std::string &text);
};

struct File : Text {
  static OptionForm form() { return {.isPath = true}; }
};
struct Folder : File {};

/// Can be given several times, and each time counts.
struct Files : Text {
  using Value = std::vector<std::string>;
  static OptionForm form() { return {.repeats = true, .isPath = true}; }
};

/// Names with commas between them, or several times; splitNames() takes them apart.
struct Names : Text {
  using Value = std::vector<std::string>;
  static OptionForm form() { return {.repeats = true}; }
};

/// Report formats, FMT or FMT=FILE, each time one. FormatOutputs reads them further.
struct Formats : Text {
  using Value = std::vector<std::string>;
  static OptionForm form();
};

/// A time: 60, 90s, 15m.
struct Seconds {
  using Value = std::optional<double>;
  static OptionForm form() { return {}; }
  static Result<double> read(const OptionRow &row, const std::string &text);
};

/// A number from 1 up.
struct Count {
  using Value = std::optional<std::uint32_t>;
  static OptionForm form() { return {}; }
  static Result<std::uint32_t> read(const OptionRow &row, const std::string &text);
};

/// How many processes.
struct Jobs {
  using Value = std::optional<unsigned>;
  static OptionForm form() { return {}; }
  static Result<unsigned> read(const OptionRow &row, const std::string &text);
};

/// A size: 512M, 2G.
struct Bytes {
  using Value = std::optional<std::uint64_t>;
  static OptionForm form() { return {}; }
  static Result<std::uint64_t> read(const OptionRow &row, const std::string &text);
};

/// Units of the solver's work; 0 is a value.
struct Effort {
  using Value = std::optional<std::uint64_t>;
  static OptionForm form() { return {}; }
  static Result<std::uint64_t> read(const OptionRow &row, const std::string &text);
};

/// The index of the choice that the text names in small or capital letters.
Result<std::size_t> readChoice(const OptionRow &row, const std::string &text);

/// One of the choices that a function lists.
template <auto Choices> struct OneOf {
  using Chosen = std::decay_t<decltype(Choices()[0].value)>;
  using Value = std::optional<Chosen>;
  static OptionForm form() {
    OptionForm form;
    for (const auto &choice : Choices()) {
      form.choices.emplace_back(choice.name);
      form.summaries.emplace_back(choice.summary);
    }
    return form;
  }
  static Result<Chosen> read(const OptionRow &row, const std::string &text) {
    RW_ASSIGN_OR_RETURN(const std::size_t index, readChoice(row, text));
    return Choices()[index].value;
  }
};

/// How the command line would write a value that an option of a search has by default; empty if
/// help need not name it.
template <typename Kind> struct DefaultText {
  template <typename T> static std::string of(const T & /*value*/) { return {}; }
};
template <> struct DefaultText<Count> {
  static std::string of(std::uint64_t value) { return value == 0 ? "" : std::to_string(value); }
};
template <auto Choices> struct DefaultText<OneOf<Choices>> {
  static std::string of(const typename OneOf<Choices>::Chosen &value) {
    return std::string(nameIn(Choices(), value));
  }
};

/// Reads the texts of an option into its value.
template <typename Kind, typename To>
Result<void> readOption(To &to, const OptionRow &row, const std::vector<std::string> &texts) {
  if constexpr (std::is_same_v<To, std::vector<std::string>>) {
    to = texts;
  } else {
    RW_ASSIGN_OR_RETURN(to, Kind::read(row, texts.back()));
  }
  return {};
}

} // namespace raceward::kinds
