// Messages from a child process to its parent, one line of JSON each.
//
// The child may be ended in the middle of a line, and after a defect of ours it may send
// anything. So decode() takes nothing on trust: a line that is not exactly a message is
// no message. In particular a ledger that was cut short, or whose sums do not add up,
// never arrives.
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

/// What the child begins to do now.
struct WireProgress {
  std::string phase;
};
/// Messages of the compiler, as they are.
struct WireWarnings {
  std::string text;
};
/// What a child was asked to print.
struct WireText {
  std::string text;
};

using WireMessage = std::variant<WireProgress, WireWarnings, WireText, CheckStats, Error, Ledger,
                                 PathLedger, Validation, WorkStatus>;

/// One line, with its end. Text that is not UTF-8 arrives with '?' in its place.
std::string encode(const WireMessage &message);

/// `line` without its end.
std::optional<WireMessage> decode(std::string_view line);

/// Gaps alone, as they travel within something else; one line.
std::string encodeGaps(const std::vector<Gap> &gaps);
std::optional<std::vector<Gap>> decodeGaps(std::string_view text);

/// Puts pieces of any size together to lines. A last line without an end stays inside:
/// its writer died over it.
class LineAssembler {
public:
  void add(std::string_view piece, const std::function<void(std::string_view line)> &onLine);

private:
  std::string rest_;
};

} // namespace raceward
