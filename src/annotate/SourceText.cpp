#include "SourceText.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace raceward {

namespace {

bool isNameStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isNamePart(char c) {
  return isNameStart(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isAmong(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// They stand before parentheses, and are no functions.
bool isNoFunction(std::string_view word) {
  return isAmong(word, {"__attribute__", "__attribute", "__asm__", "asm", "__asm", "_Alignas",
                        "__declspec", "typeof", "__typeof__", "_Static_assert", "sizeof", "void",
                        "int", "char", "long", "unsigned", "signed", "short"});
}

bool isNoVariable(std::string_view word) {
  return isAmong(word, {"struct", "union", "enum", "const", "volatile", "restrict", "__restrict",
                        "unsigned", "signed", "int", "char", "long", "short", "void", "float",
                        "double", "_Bool", "static", "register"});
}

} // namespace

/// Tokens, directives and depths.
class SourceText::Reader {
public:
  explicit Reader(SourceText &source) : source_(source), text_(source.text_) {}

  void read() {
    source_.lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '\n')
        source_.lines_.push_back(i + 1);
    while (at_ < text_.size())
      step();
  }

private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      atLineStart_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || startsWith("\\\n")) {
      ++at_;
    } else if (startsWith("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (startsWith("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (c == '#' && atLineStart_) {
      directive();
    } else {
      atLineStart_ = false;
      token(c);
    }
  }

  [[nodiscard]] bool startsWith(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }

  void directive() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (text_[at_] != '\n' || text_[at_ - 1] == '\\'))
      ++at_;
    std::string_view words = text_.substr(start + 1, at_ - start - 1);
    words.remove_prefix(std::min(words.find_first_not_of(" \t"), words.size()));
    const auto is = [&](std::string_view word) {
      return words.starts_with(word) &&
             (words.size() == word.size() || !isNamePart(words[word.size()]));
    };
    if (is("include"))
      source_.includes_.push_back(
          {std::min(at_ + 1, text_.size()), static_cast<int>(depths_.size())});
    else if (is("if") || is("ifdef") || is("ifndef"))
      depths_.push_back(depth_);
    else if ((is("else") || is("elif")) && !depths_.empty())
      depth_ = depths_.back(); // each branch begins where the first one did
    else if (is("endif") && !depths_.empty())
      depths_.pop_back();
  }

  void token(char c) {
    const std::size_t start = at_;
    const bool isName = isNameStart(c);
    if (isNamePart(c)) {
      while (at_ < text_.size() && isNamePart(text_[at_]))
        ++at_;
    } else if (c == '"' || c == '\'') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != c && text_[at_] != '\n')
        at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
    } else {
      at_ += startsWith("->") || startsWith("==") ? 2 : 1;
    }
    if (c == '}')
      depth_ = std::max(0, depth_ - 1);
    source_.tokens_.push_back(
        {text_.substr(start, at_ - start), start, source_.lineOf(start), depth_, isName});
    if (c == '{')
      ++depth_;
  }

  SourceText &source_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool atLineStart_ = true;
  int depth_ = 0;
  std::vector<int> depths_; ///< at each open #if
};

SourceText::SourceText(std::string text) : text_(std::move(text)) {
  Reader(*this).read();
  findFunctions();
}

std::uint32_t SourceText::lineOf(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(lines_, offset);
  return static_cast<std::uint32_t>(after - lines_.begin());
}

/// The token after the parenthesis that closes this one.
std::size_t SourceText::groupEnd(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
    if (depth == 0)
      return i + 1;
  }
  return tokens_.size();
}

void SourceText::findFunctions() {
  std::size_t first = 0; // of the declaration
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token &token = tokens_[i];
    if (token.depth != 0)
      continue;
    if (token.text == "(") {
      i = groupEnd(i) - 1;
    } else if (token.text == "{") {
      std::size_t close = i + 1;
      while (close < tokens_.size() && !(tokens_[close].text == "}" && tokens_[close].depth == 0))
        ++close;
      addFunction(first, i, close);
      i = close;
      first = close + 1; // of a struct, its variables follow: these are no functions
    } else if (token.text == ";") {
      addFunction(first, i, 0);
      first = i + 1;
    }
  }
}

/// `last` is the token after the declaration; `close` ends the body, 0: there is none.
void SourceText::addFunction(std::size_t first, std::size_t last, std::size_t close) {
  for (std::size_t i = first; i + 1 < last; ++i) {
    if (tokens_[i].text == "=" || tokens_[i].text == "typedef" || tokens_[i].text == ",")
      return;
    if (!tokens_[i].isName || tokens_[i + 1].text != "(" || isNoFunction(tokens_[i].text)) {
      if (tokens_[i].text == "(")
        i = groupEnd(i) - 1;
      continue;
    }
    FunctionText function;
    function.name = tokens_[i].text;
    function.line = tokens_[i].line;
    function.end = tokens_[last - 1].end();
    if (close != 0) {
      function.firstLine = tokens_[first].line;
      function.lastLine = tokens_[std::min(close, tokens_.size() - 1)].line;
    }
    const std::size_t end = groupEnd(i + 1);
    std::size_t from = i + 2;
    int depth = 0;
    for (std::size_t j = from; j < end; ++j) {
      if (depth == 0 && (tokens_[j].text == "," || j + 1 == end)) {
        function.parameters.push_back(parameterName(from, j));
        from = j + 1;
      }
      depth += tokens_[j].text == "(" ? 1 : tokens_[j].text == ")" ? -1 : 0;
    }
    functions_.push_back(std::move(function));
    return;
  }
}

std::string SourceText::parameterName(std::size_t first, std::size_t last) const {
  while (last > first && tokens_[last - 1].text == "]") { // an array: a pointer
    while (last > first && tokens_[last - 1].text != "[")
      --last;
    last -= last > first ? 1 : 0;
  }
  if (last < first + 2)
    return {};
  const Token &name = tokens_[last - 1];
  const Token &before = tokens_[last - 2];
  if (!name.isName || isNoVariable(name.text) ||
      (before.text != "*" &&
       (!before.isName || isAmong(before.text, {"struct", "union", "enum", "const", "volatile"}))))
    return {};
  return std::string(name.text);
}

const FunctionText *SourceText::functionAt(std::uint32_t line) const {
  const auto at = std::ranges::find_if(functions_, [&](const FunctionText &each) {
    return each.firstLine != 0 && each.firstLine <= line && line <= each.lastLine;
  });
  return at == functions_.end() ? nullptr : &*at;
}

DeclaratorText SourceText::declaratorAt(std::size_t token) const {
  DeclaratorText found;
  found.isTopLevel = tokens_[token].depth == 0;
  std::size_t first = token;
  while (first > 0 && !isAmong(tokens_[first - 1].text, {";", "}", "{"}))
    --first;
  for (std::size_t i = first; i < token; ++i)
    found.isExtern |= tokens_[i].text == "extern";
  int depth = 0;
  std::size_t i = token + 1;
  for (; i < tokens_.size(); ++i) {
    const std::string_view text = tokens_[i].text;
    if (depth == 0 && isAmong(text, {",", ";", "=", "{", "}"}))
      break;
    depth += isAmong(text, {"(", "["}) ? 1 : 0;
    if (isAmong(text, {")", "]"}))
      depth = std::max(0, depth - 1); // of (*name): the declarator goes on
    std::string word(text);
    std::ranges::transform(word, word.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (word.ends_with("_later"))
      word.resize(word.size() - std::string_view("_later").size());
    if (word.ends_with("guarded_by") && i + 1 < tokens_.size() && tokens_[i + 1].text == "(") {
      GuardHint hint;
      hint.pointee = word.ends_with("pt_guarded_by");
      const std::size_t end = groupEnd(i + 1);
      for (std::size_t j = i + 2; j + 1 < end; ++j)
        if (tokens_[j].text != "&")
          hint.lock += tokens_[j].text;
      found.hints.push_back(std::move(hint));
    }
  }
  found.end = tokens_[i - 1].end();
  return found;
}

std::optional<DeclaratorText> SourceText::declarator(const std::string &name,
                                                     std::uint32_t line) const {
  for (std::size_t i = 0; i < tokens_.size(); ++i)
    if (tokens_[i].line == line && tokens_[i].text == name &&
        (i == 0 || !isAmong(tokens_[i - 1].text, {".", "->", "struct", "union", "enum"})))
      return declaratorAt(i);
  return std::nullopt;
}

std::vector<DeclaratorText> SourceText::otherDeclarators(const std::string &name,
                                                         std::uint32_t line) const {
  std::vector<DeclaratorText> found;
  for (std::size_t i = 1; i < tokens_.size(); ++i)
    if (tokens_[i].text == name && tokens_[i].depth == 0 && tokens_[i].line != line)
      if (DeclaratorText each = declaratorAt(i); each.isExtern)
        found.push_back(std::move(each));
  return found;
}

std::optional<std::size_t>
SourceText::includePlace(std::size_t before, const std::vector<std::uint32_t> &afterLines) const {
  std::size_t place = 0;
  for (const std::uint32_t line : afterLines) {
    // The declaration that begins there, up to its end.
    std::size_t i = 0;
    while (i < tokens_.size() && tokens_[i].line < line)
      ++i;
    while (i < tokens_.size() && !(tokens_[i].text == ";" && tokens_[i].depth == 0))
      ++i;
    if (i < tokens_.size() && tokens_[i].end() < before)
      place = std::max(place, std::min(text_.find('\n', tokens_[i].end()), text_.size() - 1) + 1);
  }
  if (place != 0)
    return place;
  // Not one that only some systems have: it stands in a condition that others do not.
  std::optional<int> least;
  for (const Include &each : includes_)
    if (each.end <= before && (!least || each.conditions <= *least)) {
      least = each.conditions;
      place = each.end;
    }
  return least ? std::optional(place) : std::nullopt;
}

} // namespace raceward
