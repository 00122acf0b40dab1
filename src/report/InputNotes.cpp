#include "InputNotes.h"

#include "Findings.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <span>

namespace raceward {

namespace {

constexpr std::size_t kInputsShown = 12;

} // namespace

void addInputs(Diagnostics &out, const std::vector<GivenInput> &inputs, bool verbose) {
  const std::size_t shown = verbose ? inputs.size() : std::min(inputs.size(), kInputsShown);
  for (const GivenInput &input : std::span(inputs).first(shown))
    out.add(input.at, Severity::Note, inputWords(input), Quote::Nothing);
  if (shown < inputs.size())
    out.add({}, Severity::Note,
            counted(inputs.size() - shown, "more input") + " not shown; use --verbose");
}

} // namespace raceward
