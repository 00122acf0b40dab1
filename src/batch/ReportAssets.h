// Style and script of the report, inside the page, which must be self-contained.
#pragma once

namespace raceward::batch {

extern const char *const kReportStyle;
extern const char *const kReportScript;

} // namespace raceward::batch
