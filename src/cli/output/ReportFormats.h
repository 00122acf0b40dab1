// The formats of reports, one row each. To add one, write its function in src/report and add a row
// in ReportFormats.cpp: --format, its help, manual page and completions follow from it.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/JsonReport.h"
#include "raceward/report/TextReport.h"

#include <span>
#include <string>
#include <string_view>

namespace raceward {

/// The inputs of a report besides the result.
struct ReportContext {
  const JsonContext &json;
  const TextOptions &text;
};

/// A function for each type of result.
struct Render {
  std::string (*races)(const CheckResult &, const ReportContext &) = nullptr;
  std::string (*property)(const PropertyResult &, const ReportContext &) = nullptr;

  explicit operator bool() const { return races != nullptr; }
  std::string operator()(const CheckResult &result, const ReportContext &context) const {
    return races(result, context);
  }
  std::string operator()(const PropertyResult &result, const ReportContext &context) const {
    return property(result, context);
  }
};

struct ReportFormat {
  std::string_view name;
  std::string_view summary;
  Render render;
  /// It may share standard output with the text.
  bool besideText = false;
  /// Names the variable of the environment whose file gets a summary as well; may be null.
  const char *summaryVariable = nullptr;
  Render renderSummary = {};
};

/// The text comes last.
std::span<const ReportFormat> reportFormats();

} // namespace raceward
