#include "raceward/program/Tolerance.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <set>
#include <vector>

namespace raceward {

namespace {

constexpr std::string_view kErrorMark = ": error: ";

/// Without the sequences that colour a terminal.
std::string uncoloured(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      plain += text[i];
      continue;
    }
    while (i < text.size() && text[i] != 'm' && text[i] != 'K')
      ++i;
  }
  return plain;
}

struct CompilerError {
  std::string place;   ///< "queue.c:12:3"
  std::string message; ///< up to the end of the line
  std::string rest;    ///< the lines up to the next error
};

std::vector<CompilerError> errorsIn(const std::string &messages) {
  std::vector<CompilerError> errors;
  for (const std::string_view line : split(messages, '\n')) {
    const std::size_t at = line.find(kErrorMark);
    const bool isQuoted = line.starts_with(' '); // of the text
    if (at != std::string_view::npos && !isQuoted)
      errors.push_back(
          {std::string(line.substr(0, at)), std::string(line.substr(at + kErrorMark.size())), {}});
    else if (!isQuoted && line.find(": fatal error: ") != std::string_view::npos &&
             line.find("too many errors") == std::string_view::npos)
      return {};
    else if (!errors.empty())
      errors.back().rest += std::string(line) + "\n";
  }
  return errors;
}

bool assignsToConst(const CompilerError &error) {
  return (error.message.starts_with("cannot assign to ") &&
          error.message.find("const-qualified type") != std::string::npos) ||
         error.message.starts_with("read-only variable is not assignable");
}

/// The line that a place names.
std::string lineAt(const CompileUnit &unit, const std::string &place, std::uint32_t before) {
  const std::size_t columnAt = place.rfind(':');
  const std::size_t lineAt =
      columnAt == std::string::npos ? columnAt : place.rfind(':', columnAt - 1);
  if (lineAt == std::string::npos)
    return {};
  std::uint32_t number = 0;
  std::from_chars(place.data() + lineAt + 1, place.data() + columnAt, number);
  const std::filesystem::path file =
      std::filesystem::path(unit.directory) / place.substr(0, lineAt);
  // The name may come from a #line directive: nothing but the file itself is read.
  std::error_code error;
  if (!std::filesystem::equivalent(file, std::filesystem::path(unit.directory) / unit.file, error))
    return {};
  const Result<std::string> text = readFile(file.string());
  if (!text || number <= before)
    return {};
  const std::vector<std::string_view> lines = split(*text, '\n');
  return number - before <= lines.size() ? std::string(lines[number - before - 1]) : std::string();
}

/// "static void ", if the text consists of words that need no declaration before.
std::optional<std::string> plainType(std::string_view text) {
  constexpr std::array<std::string_view, 15> words{
      "void",   "char",  "short",  "int",    "long",  "unsigned", "signed", "float",
      "double", "_Bool", "static", "extern", "const", "volatile", "struct"};
  std::string type;
  std::string word;
  bool isTag = false;
  for (const char c : std::string(text) + " ") {
    const bool isLetter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
    if (isLetter) {
      word += c;
      continue;
    }
    if (!word.empty()) {
      if (!isTag && std::ranges::find(words, std::string_view(word)) == words.end())
        return std::nullopt;
      isTag = !isTag && word == "struct";
      type += word + " ";
      word.clear();
    }
    if (c == '*')
      type += "*";
    else if (c != ' ' && c != '\t' && c != '\r')
      return std::nullopt;
  }
  return type.empty() ? std::nullopt : std::optional(type);
}

/// A function is called before it is declared, and defined with another result than int. Its
/// declaration, without parameters as the call has it.
std::optional<std::string> lateDeclaration(const CompileUnit &unit, const CompilerError &error) {
  constexpr std::string_view mark = "conflicting types for '";
  if (!error.message.starts_with(mark) ||
      error.rest.find("previous implicit declaration is here") == std::string::npos)
    return std::nullopt;
  const std::string name =
      error.message.substr(mark.size(), error.message.find('\'', mark.size()) - mark.size());
  const std::string line = lineAt(unit, error.place, 0);
  const std::size_t at = line.find(name);
  if (at == std::string::npos)
    return std::nullopt;
  std::string before = line.substr(0, at);
  if (trim(before).empty()) // the result stands on its own line
    before = lineAt(unit, error.place, 1);
  const std::optional<std::string> type = plainType(before);
  return type ? std::optional(*type + name + "();\n") : std::nullopt;
}

} // namespace

std::optional<Tolerated> toleranceFor(const CompileUnit &unit, std::string_view messages) {
  Tolerated tolerated{unit, {}};
  const std::vector<CompilerError> errors = errorsIn(uncoloured(messages));
  bool assigns = false;
  std::set<std::string> late;
  for (const CompilerError &error : errors) {
    if (assignsToConst(error))
      assigns = true;
    else if (const std::optional<std::string> declaration = lateDeclaration(unit, error))
      late.insert(*declaration);
    else
      return std::nullopt;
  }
  std::vector<std::string> words;
  // Preprocessed text has no macros any more.
  if (assigns && std::filesystem::path(unit.file).extension() != ".i") {
    tolerated.unit.flags.emplace_back("-Dconst=");
    words.emplace_back("assignments to const objects");
  }
  for (const std::string &declaration : late)
    if (tolerated.unit.prelude.find(declaration) == std::string::npos)
      tolerated.unit.prelude += declaration;
  if (tolerated.unit.prelude != unit.prelude)
    words.emplace_back("calls of functions that are declared later, with another result than int");
  if (words.empty())
    return std::nullopt;
  tolerated.words = listed(words);
  return tolerated;
}

Result<std::vector<std::string>> preludeFlags(const CompileUnit &unit, const std::string &folder) {
  if (unit.prelude.empty())
    return std::vector<std::string>();
  const std::string path = folder + "/prelude.h";
  if (const Result<void> written = writeFileAtomically(path, unit.prelude); !written)
    return fail(written.error());
  return std::vector<std::string>{"-include", path};
}

std::string hintFor(std::string_view messages) {
  if (messages.find("function definition is not allowed here") != std::string_view::npos)
    return "clang has no nested functions: move them out of the function that they are in";
  if (messages.find("variable length array in structure") != std::string_view::npos)
    return "clang has no arrays of variable length in structures: allocate the memory instead";
  return {};
}

} // namespace raceward
