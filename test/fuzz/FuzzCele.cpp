// Programs in CELE: parsed, printed in their layout, unrolled and started.
// RUNS: 20000
// ARGS: -max_len=8192
#include "Scratch.h"
#include "TextMutator.h"

#include "raceward/base/Text.h"
#include "raceward/cele/Follow.h"
#include "raceward/cele/Format.h"
#include "raceward/cele/Parse.h"
#include "raceward/cele/Unroll.h"

#include <algorithm>

namespace {

using namespace raceward;
using namespace raceward::cele;

constexpr std::string_view kWords[] = {
    "a",     "b",      "c",      "i",       "a[0]",
    "a[i]",  "[1, 2]", "0",      "1",       "32768",
    "while", "if",     "else",   "fork",    "and",
    "when",  "skip",   "true",   "&&",      "9223372036854775807",
    "write", "false",  "assert", "read(1)", "{",
    "}",     "};",     ";",      "//",      "} and {",
    "(",     ")",      "==",     "!",       "-",
    "/",     "%",      "<=",     "||",      "=",
};

template <typename Items, typename Same>
bool allEqual(const Items &one, const Items &other, Same same) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
}

/// But for the places.
bool sameProgram(const Source &one, const Source &other) {
  return allEqual(one.variables, other.variables,
                  [](const Variable &a, const Variable &b) {
                    return a.name == b.name && a.type == b.type && a.length == b.length;
                  }) &&
         allEqual(one.expressions, other.expressions,
                  [](const Expression &a, const Expression &b) {
                    return a.kind == b.kind && a.op == b.op && a.number == b.number &&
                           a.variable == b.variable && a.left == b.left && a.right == b.right &&
                           a.type == b.type && a.origin == b.origin;
                  }) &&
         allEqual(one.statements, other.statements,
                  [](const Statement &a, const Statement &b) {
                    return a.kind == b.kind && a.variable == b.variable && a.index == b.index &&
                           a.value == b.value && a.elements == b.elements && a.port == b.port &&
                           a.blocks == b.blocks && a.origin == b.origin;
                  }) &&
         one.body == other.body &&
         allEqual(one.comments, other.comments,
                  [](const Comment &a, const Comment &b) { return a.text == b.text; });
}

void checkErrors(const Parsed &parsed, std::string_view text) {
  RW_CHECK(parsed.errors.size() <= kMostErrors);
  RW_CHECK(std::is_sorted(parsed.errors.begin(), parsed.errors.end(),
                          [](const Diagnostic &a, const Diagnostic &b) { return a.at < b.at; }));
  for (const Diagnostic &error : parsed.errors)
    RW_CHECK(error.at.line > 0 && error.at.column > 0 && !error.message.empty() &&
             error.message.find('\n') == std::string::npos);
  const std::string shown = render(parsed.errors, "fuzz.cele", text);
  RW_CHECK(sanitizedUtf8(shown) == shown && shown.size() < 1000 * (parsed.errors.size() + 1));
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const std::string mutated =
      seed % 4 == 0 ? "" : fuzz::TextMutator(seed, kWords).mutate(fuzz::asText(data, size));
  if (mutated.empty() || mutated.size() > most)
    return LLVMFuzzerMutate(data, size, most);
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text = fuzz::asText(data, size);
  const Parsed parsed = parse("fuzz.cele", text);
  if (!parsed.ok()) {
    checkErrors(parsed, text);
    return 0;
  }
  const std::string layout = format(text);
  const Parsed again = parse("fuzz.cele", layout);
  RW_CHECK(again.ok() && sameProgram(parsed.source, again.source));
  RW_CHECK(format(layout) == layout);

  if (const auto unrolled = unroll(parsed.source, 2, 2'000)) {
    RW_CHECK(!hasLoops(*unrolled));
    const Followed started = follow(*unrolled, {});
    RW_CHECK(started.refused.empty() || started.tooLarge);
  }
  return 0;
}
