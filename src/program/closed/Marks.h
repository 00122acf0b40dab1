// Names and attributes that program itself puts into a module. Private to program.
#pragma once

#include <string_view>

namespace raceward {

/// Functions of this prefix stand for "any value": a local variable that was never
/// written (rule R10).
inline constexpr std::string_view kFreshInputPrefix = "raceward.fresh.";

/// The attribute of functions that stand for an ifunc.
inline constexpr std::string_view kIfuncAttribute = "raceward.ifunc";

/// The attribute of functions of which another file has a different body.
inline constexpr std::string_view kOtherBodyAttribute = "raceward.other-body";

} // namespace raceward
