// Reads and writes files of suppression rules.
#include "raceward/report/Suppressions.h"

#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"
#include "story/Findings.h"
#include "text/YamlText.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <set>

namespace raceward {
namespace {

class RuleReader {
public:
  explicit RuleReader(const std::string &path) : path_(path) {}

  Result<std::vector<SuppressionRule>> read(const std::string &text) {
    // Not LoadAll(), which does not terminate on some texts that are not YAML.
    const YAML::Node document = YAML::Load(text);
    std::vector<SuppressionRule> rules;
    // It reads some texts that are not YAML as an empty document.
    if (document.IsNull() && hasOnlyComments(text))
      return rules;
    if (!document.IsSequence())
      return problem(document, "this is not a list of rules", kExample);
    for (const YAML::Node &node : document) {
      Result<SuppressionRule> rule = readRule(node);
      if (!rule)
        return fail(std::move(rule).error());
      rules.push_back(std::move(*rule));
    }
    return rules;
  }

private:
  static constexpr const char *kExample =
      "write rules as '- variable: total', with 'reason: …' on the next line";

  Result<SuppressionRule> readRule(const YAML::Node &node) {
    if (!node.IsMap())
      return problem(node, "this is not a rule", kExample);
    SuppressionRule rule;
    rule.where = path_ + ":" + std::to_string(yamlLineOf(node));
    for (const auto &entry : node)
      if (const Result<void> read = readEntry(entry.first, entry.second, rule); !read)
        return fail(read.error());
    if (trim(rule.reason).empty())
      return problem(node, "a rule without a reason",
                     "add 'reason: …' that says why this race may be there");
    if (rule.variable.empty() && rule.function.empty() && rule.functions[0].empty() &&
        rule.fingerprint.empty())
      return problem(node, "a rule that names no race",
                     "give it a variable, a function, functions: [one, other] or a fingerprint");
    return rule;
  }

  Result<void> readEntry(const YAML::Node &key, const YAML::Node &value, SuppressionRule &rule) {
    static const std::vector<std::string> names{"variable", "function",    "functions",
                                                "file",     "fingerprint", "reason"};
    const std::string name = key.IsScalar() ? key.Scalar() : std::string();
    if (name == "functions")
      return readFunctions(value, rule);
    std::string *to = name == "variable"      ? &rule.variable
                      : name == "function"    ? &rule.function
                      : name == "file"        ? &rule.file
                      : name == "fingerprint" ? &rule.fingerprint
                      : name == "reason"      ? &rule.reason
                                              : nullptr;
    if (to == nullptr) {
      const auto near = closestMatch(name, names);
      return problem(key, "a rule has no '" + sanitizedUtf8(name) + "'",
                     near ? "did you mean '" + *near + "'?" : "it can have " + listed(names));
    }
    if (!to->empty())
      return problem(key, "'" + name + "' is given twice", "make two rules of it");
    if (!value.IsScalar() || value.Scalar().empty())
      return problem(value, "'" + name + "' needs a text", kExample);
    *to = value.Scalar();
    return {};
  }

  Result<void> readFunctions(const YAML::Node &value, SuppressionRule &rule) {
    const bool isPair = value.IsSequence() && value.size() == 2 && value[0].IsScalar() &&
                        value[1].IsScalar() && !value[0].Scalar().empty() &&
                        !value[1].Scalar().empty();
    if (!isPair)
      return problem(value, "'functions' needs two names", "write functions: [one, other]");
    rule.functions = {value[0].Scalar(), value[1].Scalar()};
    return {};
  }

  [[nodiscard]] Unexpected problem(const YAML::Node &node, const std::string &what,
                                   std::string hint) const {
    return yamlProblem(path_, yamlLineOf(node), what, std::move(hint));
  }

  const std::string &path_;
};

/// Escapes a name, so that as a pattern it matches itself.
std::string literal(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (c == '*' || c == '?' || c == '\\')
      pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::string ruleFor(const Conviction &race) {
  std::string text = "- ";
  const std::string object = objectOf(race);
  if (race.first.function.empty() || race.second.function.empty() || object.empty()) {
    text += "fingerprint: " + fingerprintOf(race) + "\n";
  } else {
    // The order in which they raced has no meaning.
    std::array functions{race.first.function, race.second.function};
    std::ranges::sort(functions);
    text += "functions: [" + yamlQuoted(literal(functions[0])) + ", " +
            yamlQuoted(literal(functions[1])) + "]\n";
    text += "  variable: " + yamlQuoted(literal(object)) + "\n";
  }
  return text + "  reason: generated; not reviewed yet\n";
}

} // namespace

Result<std::vector<SuppressionRule>> parseSuppressions(const std::string &path,
                                                       const std::string &text) {
  try {
    return RuleReader(path).read(text);
  } catch (const YAML::Exception &problem) {
    return yamlProblem(path, yamlLineOf(problem), problem.msg,
                       "put names with '*', '[' or '&' in quotation marks");
  } catch (const std::exception &problem) {
    return yamlProblem(path, 1, problem.what(), "write the rules again, one by one");
  }
}

std::string suppressionsFor(std::span<const Conviction> races) {
  std::string text = "# Races that Raceward is not to report. Write in each reason why it may be "
                     "there.\n";
  // Several pairs of lines may have the same rule.
  std::set<std::string> written;
  for (const Conviction &race : races)
    if (std::string rule = ruleFor(race); written.insert(rule).second)
      text += rule;
  return text;
}

} // namespace raceward
