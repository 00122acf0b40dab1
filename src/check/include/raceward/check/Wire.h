// Messages from a child process to its parent, one line of JSON each.
//
// A message is one of the alternatives of WireMessage, with its kind in the member "type". The
// child may be ended in the middle of a line, and after a defect it may send anything. So decode()
// does not trust its input: it accepts a line only if it is exactly one message, with every member
// of the right type, enums in range and counts that add up. In particular a truncated ledger never
// arrives, and no message can make the parent abort. Encoder and decoder of a type stand in
// Wire.cpp, and decode(encode(m)) is m, except that text that is not UTF-8 is replaced.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/CheckResult.h"
#include "raceward/model/Validation.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/WorkStatus.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace raceward {

/// The next phase of the child.
struct WireProgress {
  std::string phase;
};
/// Messages of the compiler, unchanged.
struct WireWarnings {
  std::string text;
};
/// Text that the child was asked to print.
struct WireText {
  std::string text;
};

using WireMessage = std::variant<WireProgress, WireWarnings, WireText, CheckStats, Error, Ledger,
                                 PathLedger, Validation, WorkStatus>;

/// One line, with its end. Bytes that are not UTF-8 arrive as '?'.
std::string encode(const WireMessage &message);

/// `line` without its end.
std::optional<WireMessage> decode(std::string_view line);

/// Gaps alone, for embedding in another message; one line.
std::string encodeGaps(const std::vector<Gap> &gaps);
std::optional<std::vector<Gap>> decodeGaps(std::string_view text);

/// Splits pieces of any size into lines. A last line without an end is kept back: its writer died.
class LineAssembler {
public:
  void add(std::string_view piece, const std::function<void(std::string_view line)> &onLine);

private:
  std::string rest_;
};

} // namespace raceward
