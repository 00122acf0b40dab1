#include "InputNotes.h"

#include "Findings.h"

#include "raceward/base/Text.h"
#include "raceward/model/MainArguments.h"
#include "raceward/report/Quoting.h"

#include <algorithm>
#include <span>

namespace raceward {

namespace {

constexpr std::size_t kInputsShown = 12;

std::string asText(const std::string &word) {
  std::string text = "\"";
  for (const char c : word) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      text += std::string("\\") + c;
    else if (code >= 0x20 && code < 0x7f)
      text += c;
    else
      text += "\\" + std::to_string(code >> 6U) + std::to_string(code >> 3U & 7U) +
              std::to_string(code & 7U);
  }
  return text + "\"";
}

/// The characters of an argument are one input to a reader.
std::vector<GivenInput> withArgumentsAsWords(const std::vector<GivenInput> &inputs) {
  std::vector<GivenInput> shown;
  bool isTold = false;
  for (const GivenInput &input : inputs) {
    if (input.source != kArgumentText) {
      // Success is not worth a note, nor is a signal that does not arrive.
      if ((!input.source.ends_with(" fails") && !input.source.ends_with(" arrives")) ||
          input.value != "0")
        shown.push_back(input);
      continue;
    }
    if (isTold)
      continue;
    isTold = true;
    const std::vector<std::string> words = mainArgumentsIn(inputs);
    for (std::size_t i = 0; i < words.size(); ++i) {
      GivenInput word = input;
      word.source = std::string(kArgumentText) + "[" + std::to_string(i + 1) + "]";
      word.value = asText(words[i]);
      shown.push_back(std::move(word));
    }
  }
  return shown;
}

} // namespace

void addInputs(Diagnostics &out, const std::vector<GivenInput> &given, bool verbose) {
  std::vector<GivenInput> inputs = withArgumentsAsWords(given);
  const std::size_t all = inputs.size();
  // Of many, most are zero because nothing depends on them.
  if (!verbose && all > kInputsShown)
    std::erase_if(inputs, [](const GivenInput &input) { return input.value == "0"; });
  const std::size_t zeros = all - inputs.size();
  const std::size_t shown = verbose ? inputs.size() : std::min(inputs.size(), kInputsShown);
  for (const GivenInput &input : std::span(inputs).first(shown))
    // The line of a driver says what the input is.
    out.add(input.at, Severity::Note, inputWords(input),
            isOwnText(input.at.file) ? Quote::Source : Quote::Nothing);
  if (shown < inputs.size())
    out.add({}, Severity::Note,
            counted(inputs.size() - shown, "more input") + " not shown; use --verbose");
  if (zeros > 0)
    out.add({}, Severity::Note,
            counted(zeros, "input is", "inputs are") + " 0 and not shown; use --verbose");
}

} // namespace raceward
