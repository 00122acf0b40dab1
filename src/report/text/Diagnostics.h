// Writes diagnostics in clang's form: position, severity, message, source line, caret.
#pragma once

#include "SourceFiles.h"

#include "raceward/model/Source.h"
#include "raceward/report/TextOptions.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace raceward {

/// Narrower text is not readable; a smaller terminal width is ignored.
inline constexpr unsigned kNarrowestText = 20;

enum class Severity : std::uint8_t { Error, Warning, Note };
enum class Quote : std::uint8_t { Source, Nothing };

class Diagnostics {
public:
  explicit Diagnostics(const TextOptions &options);

  /// Without a known position the diagnostic is one of the tool: "raceward: note: …".
  void add(const SourcePosition &at, Severity severity, std::string_view message,
           Quote quote = Quote::Source);
  /// "raceward: note: …", several sentences, wrapped.
  void addNote(std::string_view words);
  /// "  hint: …", wrapped: it is prose, which no tool parses.
  void addHint(std::string_view hint);
  /// "raceward: race-free: …"; what is assumed is a part of the verdict: "race-free, assuming …;
  /// …".
  void addVerdict(std::string_view name, std::string_view summary, std::string_view assumed = {});
  /// The line unchanged, with a newline.
  void addLine(std::string_view line);

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  void addPainted(std::string_view text, std::string_view colour);
  void addExcerpt(const SourcePosition &at);

  TextOptions options_;
  SourceFiles sources_;
  std::string text_;
};

} // namespace raceward
