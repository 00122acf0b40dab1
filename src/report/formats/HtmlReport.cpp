#include "raceward/report/HtmlReport.h"

#include "HtmlAssets.h"
#include "story/Findings.h"
#include "story/RaceStory.h"
#include "story/SourceExcerpts.h"
#include "story/Summary.h"
#include "story/ValueRaceText.h"
#include "text/FormatText.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"
#include "raceward/report/TextReport.h"

namespace raceward {
namespace {

Json sourcesOf(const SourceExcerpts &excerpts) {
  Json sources = Json::object();
  for (const auto &[file, parts] : excerpts.read()) {
    Json list = Json::array();
    for (const SourceExcerpt &part : parts)
      list.push_back(Json{{"from", part.firstLine}, {"lines", part.lines}});
    sources[sanitizedUtf8(file)] = std::move(list);
  }
  return sources;
}

/// The findings of the result's races, with their texts.
Json findingsIn(const std::vector<Conviction> &races) {
  Json list = Json::array();
  for (const ShownFinding &finding : findingsOf(races)) {
    Json json = Json::object();
    std::size_t shown = 0;
    for (std::size_t at = 0; at < races.size(); ++at) {
      const Conviction &c = races[at];
      const bool samePair =
          (c.first.id == finding.lead.site.id && c.second.id == finding.partners.front().site.id) ||
          (c.second.id == finding.lead.site.id && c.first.id == finding.partners.front().site.id);
      if (finding.race != nullptr ? finding.race == &c : samePair) {
        shown = at;
        break;
      }
    }
    json["race"] = shown;
    json["fingerprint"] = fingerprintOf(races[shown]);
    const Conviction &told = races[shown];
    json["of_values"] = isOfValuesOnly(told);
    if (isOfValuesOnly(told)) {
      json["why"] = sanitizedUtf8(told.harm.words);
      json["advice"] = sanitizedUtf8(valueRaceHint(told));
    } else {
      json["why"] =
          finding.race == nullptr ? std::string() : sanitizedUtf8(whyUnordered(finding.race->run));
      json["advice"] = sanitizedUtf8(raceHint(told.run, finding.object));
    }
    json["native"] = sanitizedUtf8(told.native.words);
    list.push_back(std::move(json));
  }
  return list;
}

/// JSON for a script element: it contains no text that ends the element or opens a comment.
std::string inScript(const Json &data) {
  std::string text;
  for (const char c : data.print(Json::kOneLine))
    switch (c) {
    case '<':
      text += "\\u003c";
      break;
    case '>':
      text += "\\u003e";
      break;
    case '&':
      text += "\\u0026";
      break;
    default:
      text += c;
    }
  return text;
}

std::string page(const Json &data, const std::string &title, const std::string &plainText) {
  std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  html += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; script-src 'sha256-";
  html += htmlScriptHash();
  html += "'; style-src 'sha256-";
  html += htmlStyleHash();
  html += "'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
          xmlText(title) + "</title>\n<style>";
  html += htmlStyle();
  html += "</style>\n</head>\n<body>\n<div id=\"app\"></div>\n<pre id=\"plain\">" +
          xmlText(plainText) + "</pre>\n<script type=\"application/json\" id=\"data\">" +
          inScript(data) + "</script>\n<script>";
  html += htmlScript();
  return html + "</script>\n</body>\n</html>\n";
}

template <typename Checked>
std::string pageOf(const Checked &result, const JsonContext &context, Json findings) {
  SourceExcerpts excerpts;
  excerpts.want(result);
  Json data = Json::object();
  // The output of --json, so that readers of one can read the other.
  data["result"] = Json::parse(jsonReport(result, context));
  data["summary"] = sanitizedUtf8(verdictSummary(result));
  data["findings"] = std::move(findings);
  data["sources"] = sourcesOf(excerpts);
  TextOptions plain;
  plain.width = 100;
  return page(data,
              std::string(result.verdict().name()) + ": " + listed(context.files) + " - Raceward",
              textReport(result, plain));
}

} // namespace

std::string htmlReport(const CheckResult &result, const JsonContext &context) {
  return pageOf(result, context, findingsIn(result.ledger.convictions));
}

std::string htmlReport(const PropertyResult &result, const JsonContext &context) {
  return pageOf(result, context, Json::array());
}

} // namespace raceward
