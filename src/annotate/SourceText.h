// SourceText: a C file as tokens, and what can be annotated in it. Private to annotate.
//
// Not a parser: the compiler says afterwards whether an attribute stands where it should. What is
// not found as it is usually written (names made by macros, definitions in the old style) stays
// without attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// An attribute that is there already: "guarded_by(lock)", also behind a macro of such a name.
struct GuardHint {
  std::string lock; ///< its argument, without blanks and '&'
  bool pointee = false;
};

struct DeclaratorText {
  std::size_t end = 0; ///< where an attribute goes
  bool isTopLevel = false;
  bool isExtern = false;
  std::vector<GuardHint> hints;
};

/// A function, defined or only declared.
struct FunctionText {
  std::string name;
  std::vector<std::string> parameters; ///< names; empty where there is none
  std::size_t end = 0;                 ///< where an attribute goes
  std::uint32_t line = 0;              ///< of the name
  std::uint32_t firstLine = 0;         ///< of the body; 0: only declared
  std::uint32_t lastLine = 0;
};

class SourceText {
public:
  explicit SourceText(std::string text);
  SourceText(const SourceText &) = delete; // tokens point into the text
  SourceText &operator=(const SourceText &) = delete;

  [[nodiscard]] const std::string &text() const { return text_; }
  [[nodiscard]] const std::vector<FunctionText> &functions() const { return functions_; }
  /// The function whose definition has this line; null if there is none.
  [[nodiscard]] const FunctionText *functionAt(std::uint32_t line) const;
  /// What declares the name on this line.
  [[nodiscard]] std::optional<DeclaratorText> declarator(const std::string &name,
                                                         std::uint32_t line) const;
  /// Declarations of a variable outside of functions that are not on this line.
  [[nodiscard]] std::vector<DeclaratorText> otherDeclarators(const std::string &name,
                                                             std::uint32_t line) const;
  /// Where an #include goes that is needed at `before`: after the others, and after these lines.
  /// Empty if there are no others.
  [[nodiscard]] std::optional<std::size_t>
  includePlace(std::size_t before, const std::vector<std::uint32_t> &afterLines) const;
  [[nodiscard]] std::uint32_t lineOf(std::size_t offset) const;

private:
  struct Token {
    std::string_view text;
    std::size_t offset = 0;
    std::uint32_t line = 0;
    int depth = 0; ///< braces around it
    bool isName = false;
    [[nodiscard]] std::size_t end() const { return offset + text.size(); }
  };
  struct Include {
    std::size_t end = 0; ///< of its line
    int conditions = 0;  ///< #if around it
  };

  class Reader;
  void findFunctions();
  void addFunction(std::size_t first, std::size_t last, std::size_t close);
  [[nodiscard]] std::size_t groupEnd(std::size_t open) const;
  [[nodiscard]] std::string parameterName(std::size_t first, std::size_t last) const;
  [[nodiscard]] DeclaratorText declaratorAt(std::size_t token) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Include> includes_;
  std::vector<std::size_t> lines_; ///< offset of each
  std::vector<FunctionText> functions_;
};

} // namespace raceward
