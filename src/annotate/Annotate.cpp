#include "raceward/annotate/Annotate.h"

#include "ClangWarnings.h"
#include "SourceText.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

namespace raceward {

namespace {

/// Each round adds an attribute or gives something up, so that there is an end; this is for
/// surprises.
constexpr int kMostRounds = 60;
constexpr std::size_t kReasonsTold = 2;
constexpr std::size_t kPlacesTold = 3;

class Annotator {
public:
  Annotator(const AnnotateInput &input, const AnnotateOptions &options)
      : input_(input), options_(options), words_(wordsOf(options.words)) {
    for (const auto &[path, text] : input.sources)
      texts_.try_emplace(path, text);
  }

  Result<Annotated> run() {
    for (const GuardedVariable &variable : input_.discipline.variables)
      place(variable);
    for (int round = 0; hasGuards(); ++round) {
      if (round == kMostRounds)
        return fail(Error::Kind::Internal, "clang's warnings do not come to an end");
      Result<std::string> messages = input_.compile(patched());
      if (!messages)
        return fail(messages.error());
      const Result<bool> changed = learn(clangWarnings(*messages));
      if (!changed)
        return fail(changed.error());
      if (!*changed)
        break;
    }
    finish();
    return std::move(result_);
  }

private:
  /// An attribute of a variable.
  struct Guard {
    const GuardedVariable *variable = nullptr;
    std::string file;
    std::size_t offset = 0;
    std::uint32_t line = 0;
    std::string text;
    std::string dropped = {}; ///< why it is not written after all
  };
  struct FunctionKey {
    std::string file;
    std::uint32_t line = 0; ///< of the name
    auto operator<=>(const FunctionKey &) const = default;
  };
  struct Attributes {
    std::string name;
    std::set<std::string> texts;                ///< of the definition
    std::set<std::pair<int, LockInCode>> given; ///< 0: needs, 1: takes, 2: releases
    std::vector<std::string> unchecked;         ///< reasons; empty: it is checked
  };

  // What is there before clang is asked.

  [[nodiscard]] std::string shown(const std::string &path) const {
    const std::filesystem::path relative =
        std::filesystem::path(path).lexically_relative(input_.folder);
    return relative.empty() || *relative.begin() == ".." ? path : relative.string();
  }

  [[nodiscard]] std::string shown(const SourcePosition &at) const {
    return shown(at.file) + ":" + std::to_string(at.line);
  }

  [[nodiscard]] std::string shown(const std::vector<SourcePosition> &places) const {
    std::vector<std::string> words;
    std::string file;
    std::set<std::pair<std::string, std::uint32_t>> lines;
    for (const SourcePosition &each : places)
      if (lines.insert({each.file, each.line}).second && words.size() < kPlacesTold)
        words.push_back(lineAfter(file, {shown(each.file), each.line, 0}));
    if (lines.size() > words.size())
      words.push_back(counted(lines.size() - words.size(), "more place"));
    return listed(words);
  }

  [[nodiscard]] static std::string lockWords(const GuardedVariable &variable) {
    if (!variable.problem.empty())
      return variable.lock;
    return "'" + variable.lock + "'" + (variable.sameObject ? " of the same object" : "");
  }

  [[nodiscard]] static std::string oddWords(const GuardedVariable &variable) {
    return lockWords(variable) + " is held at " + withThousands(variable.holds) + " of " +
           counted(variable.places, "place") +
           (variable.holds == variable.places ? " that name it" : "");
  }

  void place(const GuardedVariable &variable) {
    std::string problem = variable.problem;
    const auto text = texts_.find(variable.declared.file);
    std::optional<DeclaratorText> declarator;
    if (problem.empty() && text == texts_.end())
      problem = "it is declared in " + shown(variable.declared.file) +
                ", which is not a file of the program";
    if (problem.empty()) {
      declarator = text->second.declarator(variable.declarator, variable.declared.line);
      if (!declarator)
        problem = "its declaration at " + shown(variable.declared) + " is made by a macro";
    }
    if (problem.empty() && variable.sameObject && variable.lock.find('.') != std::string::npos)
      problem = "clang relates a lock inside of another member to no object";
    const bool late = declarator && isDeclaredLater(variable, text->second, *declarator);
    // A lock of another file may be declared in no header that comes before.
    const bool ahead =
        !variable.sameObject && (late || variable.lockDeclared.file != variable.declared.file);
    if (problem.empty() && late && ahead && variable.lockDeclaration.empty())
      problem = "its lock '" + variable.lock + "' is declared after it, at " +
                shown(variable.lockDeclared);
    if (declarator && !declarator->hints.empty()) {
      compare(variable, declarator->hints);
      return;
    }
    if (!problem.empty()) {
      if (variable.proved)
        result_.notExpressible.push_back(knownWords(variable) + problem);
      else
        tellUsual(variable);
      return;
    }
    if (!variable.proved && !options_.usual) {
      tellUsual(variable);
      return;
    }
    const std::string &macro = variable.pointee              ? words_.pointeeGuardedBy
                               : late && variable.sameObject ? words_.guardedByLater
                                                             : words_.guardedBy;
    const std::string attribute =
        " " + macro + "(" + (variable.sameObject ? "&" : "") + variable.lock + ")";
    add(variable, variable.declared.file, *declarator, attribute);
    if (ahead && !variable.lockDeclaration.empty() &&
        (late || variable.lockDeclaration.starts_with("extern")))
      declarations_[variable.declared.file].insert(variable.lockDeclaration);
    for (const auto &[path, other] : texts_)
      if (declarator->isTopLevel)
        for (const DeclaratorText &each : other.otherDeclarators(
                 variable.declarator, path == variable.declared.file ? variable.declared.line : 0))
          add(variable, path, each, attribute);
  }

  static bool isDeclaredLater(const GuardedVariable &variable, const SourceText &text,
                              const DeclaratorText &at) {
    if (variable.lockDeclared.file != variable.declared.file)
      return false;
    const std::optional<DeclaratorText> lock =
        text.declarator(lastPartOf(variable.lock), variable.lockDeclared.line);
    return variable.lockDeclared.line > variable.declared.line || (lock && lock->end > at.end);
  }

  /// What is known of a variable for which nothing is written.
  [[nodiscard]] static std::string knownWords(const GuardedVariable &variable) {
    return variable.name + ": " +
           (variable.proved ? lockWords(variable) + " guards it" : oddWords(variable)) + ", but ";
  }

  void add(const GuardedVariable &variable, const std::string &file, const DeclaratorText &at,
           const std::string &attribute) {
    guards_.push_back({&variable, file, at.end, texts_.at(file).lineOf(at.end - 1), attribute});
  }

  void tellUsual(const GuardedVariable &variable) {
    result_.usual.push_back(
        variable.name + ": " + oddWords(variable) +
        (variable.without.empty() ? "" : ", not at " + shown(variable.without)));
  }

  /// An attribute that is there is a claim: it is compared with what was proved.
  void compare(const GuardedVariable &variable, const std::vector<GuardHint> &hints) {
    for (const GuardHint &hint : hints) {
      if (hint.pointee != variable.pointee)
        continue;
      const std::string where =
          shown(variable.declared) + ": " + variable.name + " guarded by '" + hint.lock + "': ";
      const bool isSame = variable.problem.empty() && hint.lock == variable.lock;
      if (isSame && variable.proved) {
        result_.hints.push_back(where + "right, the lock is held at all " +
                                counted(variable.places, "place"));
        continue;
      }
      ++result_.wrongHints;
      if (isSame)
        result_.hints.push_back(where + "wrong, it is held at " + withThousands(variable.holds) +
                                " of " + counted(variable.places, "place") + ", not at " +
                                shown(variable.without));
      else
        result_.hints.push_back(where + "not what is done: " + oddWords(variable));
    }
  }

  // One text with its attributes.

  [[nodiscard]] bool hasGuards() const {
    return std::ranges::any_of(guards_, [](const Guard &each) { return each.dropped.empty(); });
  }

  [[nodiscard]] std::string headerPath() const {
    return (std::filesystem::path(input_.folder) / kAnnotationHeader).string();
  }

  SourceTexts patched() {
    std::map<std::string, std::map<std::size_t, std::string>> insertions;
    for (const Guard &guard : guards_)
      if (guard.dropped.empty())
        insertions[guard.file][guard.offset] += guard.text;
    for (const auto &[key, attributes] : functions_) {
      if (attributes.unchecked.empty() && attributes.texts.empty())
        continue;
      for (const auto &[path, text] : texts_)
        for (const FunctionText &function : text.functions())
          if (path == key.file && function.line == key.line) {
            std::string &at = insertions[path][function.end];
            if (attributes.unchecked.empty())
              for (const std::string &each : attributes.texts)
                at += " " + each;
            else
              at += " " + words_.unchecked;
          } else if (function.name == attributes.name && function.firstLine == 0 &&
                     attributes.unchecked.empty()) {
            for (const auto &[kind, lock] : attributes.given)
              if (const std::string each = attributeText(kind, lock, function); !each.empty())
                insertions[path][function.end] += " " + each;
          }
    }
    SourceTexts texts;
    includes_.clear();
    for (const auto &[path, at] : insertions)
      texts[path] = applied(path, at);
    if (!texts.empty())
      texts[headerPath()] = annotationHeader(options_.words, input_.discipline.lockFunctions);
    return texts;
  }

  std::string applied(const std::string &path, std::map<std::size_t, std::string> insertions) {
    const SourceText &text = texts_.at(path);
    std::vector<std::uint32_t> types;
    for (const auto &[name, at] : input_.discipline.lockTypes)
      if (at.file == path)
        types.push_back(at.line);
    const std::string name = std::filesystem::path(headerPath())
                                 .lexically_relative(std::filesystem::path(path).parent_path())
                                 .string();
    const std::size_t first = insertions.begin()->first;
    const std::optional<std::size_t> place = text.includePlace(first, types);
    std::string include = "#include \"" + name + "\"\n";
    for (const std::string &each : declarations_[path])
      include += each + "\n";
    insertions[place.value_or(0)].insert(0, place ? include : "#include <pthread.h>\n" + include);
    const auto lines = static_cast<std::uint32_t>(1 + declarations_[path].size());
    includes_[path] = {text.lineOf(place.value_or(0)), place ? lines : lines + 1};
    std::string result;
    std::size_t from = 0;
    for (const auto &[offset, what] : insertions) {
      result += text.text().substr(from, offset - from) + what;
      from = offset;
    }
    return result + text.text().substr(from);
  }

  /// The line in the text as it was.
  [[nodiscard]] std::uint32_t oldLine(const SourcePosition &at) const {
    const auto include = includes_.find(at.file);
    if (include == includes_.end() || at.line < include->second.first)
      return at.line;
    return at.line - std::min(at.line, include->second.second);
  }

  // What clang says.

  Result<bool> learn(const std::vector<ClangWarning> &warnings) {
    bool changed = false;
    std::map<FunctionKey, std::vector<ClangWarning>> byFunction;
    result_.warnings = 0;
    for (ClangWarning each : warnings) {
      each.at.line = oldLine(each.at);
      if (each.kind == ClangWarning::Kind::Error || each.kind == ClangWarning::Kind::Declared) {
        if (dropAt(each.at, "clang says: " + each.message))
          changed = true;
        else if (each.kind == ClangWarning::Kind::Error)
          return fail(Error::Kind::Input,
                      "the annotated program does not compile: " + shown(each.at) + ": " +
                          each.message,
                      "the program is compiled with thread safety attributes, which need clang");
        continue;
      }
      if (isOdd(each)) {
        ++result_.warnings;
        continue;
      }
      const auto text = texts_.find(each.at.file);
      const FunctionText *function =
          text == texts_.end() ? nullptr : text->second.functionAt(each.at.line);
      if (function)
        byFunction[{each.at.file, function->line}].push_back(each);
      else
        changed |= dropNamed(each);
    }
    // A function that takes a lock for its caller makes clang complain about both, until that is
    // said: nothing is given up while something proved is left to say.
    for (const auto &[key, about] : byFunction)
      changed |= improve(key, about);
    if (!changed)
      for (const auto &[key, about] : byFunction)
        changed |= leaveOut(key, about);
    return changed;
  }

  /// Where the lock is known not to be held.
  [[nodiscard]] bool isOdd(const ClangWarning &warning) const {
    return options_.usual && warning.kind == ClangWarning::Kind::Needs &&
           std::ranges::any_of(guards_, [&](const Guard &guard) {
             return !guard.variable->proved && guard.variable->declarator == warning.subject &&
                    std::ranges::any_of(guard.variable->without, [&](const SourcePosition &at) {
                      return at.file == warning.at.file && at.line == warning.at.line;
                    });
           });
  }

  bool dropAt(const SourcePosition &at, const std::string &why) {
    bool changed = false;
    for (Guard &guard : guards_)
      if (guard.dropped.empty() && guard.file == at.file && guard.line == at.line) {
        guard.dropped = why;
        changed = true;
      }
    if (changed)
      return true;
    // An attribute of a function: it is left out of the analysis then.
    const auto text = texts_.find(at.file);
    if (text == texts_.end())
      return false;
    for (const FunctionText &function : text->second.functions())
      for (auto &[key, attributes] : functions_)
        if (function.name == attributes.name && function.line <= at.line &&
            at.line <= function.line + 1 && attributes.unchecked.empty()) {
          attributes.unchecked.push_back(why);
          return true;
        }
    return false;
  }

  /// Nothing can be written at the place of the warning: no attribute that it is about, then.
  bool dropNamed(const ClangWarning &warning) {
    bool changed = false;
    for (Guard &guard : guards_)
      if (guard.dropped.empty() && guard.variable->declarator == warning.subject) {
        guard.dropped =
            "clang does not follow " + shown(warning.at) + ", where no function was found";
        changed = true;
      }
    return changed;
  }

  [[nodiscard]] std::string attributeText(int kind, const LockInCode &lock,
                                          const FunctionText &function) const {
    std::string text = lock.text;
    if (lock.parameter) {
      if (*lock.parameter >= function.parameters.size() ||
          function.parameters[*lock.parameter].empty())
        return {};
      const std::string &name = function.parameters[*lock.parameter];
      text = text.empty() ? "*" + name : name + text;
    }
    const std::string &word = kind == 0 ? words_.needs : kind == 1 ? words_.takes : words_.releases;
    return word + (lock.exclusive ? "" : words_.shared) + "(" + text + ")";
  }

  bool improve(const FunctionKey &key, const std::vector<ClangWarning> &about) {
    const SourceText &text = texts_.at(key.file);
    const auto function = std::ranges::find_if(text.functions(), [&](const FunctionText &each) {
      return each.line == key.line && each.firstLine != 0;
    });
    Attributes &attributes = functions_[key];
    attributes.name = function->name;
    if (!attributes.unchecked.empty())
      return false;
    const auto known =
        std::ranges::find_if(input_.discipline.functions, [&](const FunctionDiscipline &each) {
          return each.name == function->name && each.declared.file == key.file;
        });
    bool added = false;
    const auto give = [&](int kind, const std::vector<LockInCode> &locks, const std::string &lock) {
      for (const LockInCode &each : locks) {
        const std::string attribute = attributeText(kind, each, *function);
        const std::string last =
            each.text.empty() && each.parameter && *each.parameter < function->parameters.size()
                ? function->parameters[*each.parameter]
                : lastPartOf(each.text);
        if (attribute.empty() || last != lastPartOf(lock) ||
            !attributes.given.insert({kind, each}).second)
          continue;
        attributes.texts.insert(attribute);
        added = true;
      }
    };
    if (known != input_.discipline.functions.end())
      for (const ClangWarning &each : about) {
        if (each.kind == ClangWarning::Kind::StillHeld)
          give(1, known->takes, each.lock);
        if (each.kind == ClangWarning::Kind::Needs || each.kind == ClangWarning::Kind::NotHeld) {
          give(0, known->needs, each.lock);
          give(2, known->releases, each.lock);
        }
      }
    return added;
  }

  bool leaveOut(const FunctionKey &key, const std::vector<ClangWarning> &about) {
    Attributes &attributes = functions_[key];
    if (!attributes.unchecked.empty())
      return false;
    for (const ClangWarning &each : about)
      if (std::string reason = reasonFor(each);
          std::ranges::find(attributes.unchecked, reason) == attributes.unchecked.end())
        attributes.unchecked.push_back(std::move(reason));
    return true;
  }

  /// Whether it lies in a function that some thread executes.
  [[nodiscard]] bool isExecuted(const SourcePosition &at) const {
    const FunctionText *function = texts_.at(at.file).functionAt(at.line);
    return !function || std::ranges::any_of(input_.discipline.executed, [&](const auto &each) {
      return each.first == function->name && each.second.file == at.file;
    });
  }

  /// Why clang complains though the lock is held, or none is needed.
  [[nodiscard]] std::string reasonFor(const ClangWarning &warning) const {
    for (const Guard &guard : guards_) {
      const GuardedVariable &variable = *guard.variable;
      if (warning.kind != ClangWarning::Kind::Needs || variable.declarator != warning.subject)
        continue;
      const auto isHere = [&](const SourcePosition &at) {
        return at.file == warning.at.file && at.line == warning.at.line;
      };
      if (!isExecuted(warning.at))
        return "no thread of this program comes to line " + std::to_string(warning.at.line) +
               ", where the lock '" + lastPartOf(warning.lock) + "' is not held";
      if (std::ranges::any_of(variable.early, isHere))
        return "no other thread can reach '" + variable.declarator + "' at line " +
               std::to_string(warning.at.line);
      return "clang does not see that '" + lastPartOf(warning.lock) + "' is held at line " +
             std::to_string(warning.at.line);
    }
    return "line " + std::to_string(warning.at.line) + ": " + warning.message;
  }

  // The lists.

  void finish() {
    result_.sources = hasGuards() ? patched() : SourceTexts();
    std::set<const GuardedVariable *> told;
    for (const Guard &guard : guards_) {
      if (!told.insert(guard.variable).second)
        continue;
      const GuardedVariable &variable = *guard.variable;
      if (!guard.dropped.empty()) {
        result_.notExpressible.push_back(knownWords(variable) + guard.dropped);
      } else {
        ++result_.variables;
        if (variable.proved)
          result_.proved.push_back(variable.name + ": " + lockWords(variable) + ", held at " +
                                   counted(variable.places, "place") +
                                   (variable.ended.empty()
                                        ? ""
                                        : "; but its end at " + shown(variable.ended) +
                                              " was not proved to come after them"));
        else
          tellUsual(variable);
      }
    }
    if (!hasGuards())
      return;
    for (const auto &[key, attributes] : functions_) {
      result_.functions += attributes.unchecked.empty() ? 1 : 0;
      if (attributes.unchecked.empty())
        continue;
      ++result_.unchecked;
      std::vector<std::string> reasons(
          attributes.unchecked.begin(),
          attributes.unchecked.begin() +
              static_cast<std::ptrdiff_t>(std::min(kReasonsTold, attributes.unchecked.size())));
      std::string words;
      for (const std::string &each : reasons)
        words += (words.empty() ? "" : "; ") + each;
      result_.notFollowed.push_back(attributes.name + " (" +
                                    shown(SourcePosition{key.file, key.line, 0}) + "): " + words);
    }
  }

  const AnnotateInput &input_;
  const AnnotateOptions &options_;
  const AttributeWords &words_;
  std::map<std::string, SourceText> texts_;
  std::vector<Guard> guards_;
  std::map<std::string, std::set<std::string>> declarations_; ///< of locks, ahead; by file
  std::map<FunctionKey, Attributes> functions_;
  /// Of the texts that were compiled: the line before which lines were added, and how many.
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> includes_;
  Annotated result_;
};

} // namespace

Result<Annotated> annotate(const AnnotateInput &input, const AnnotateOptions &options) {
  return Annotator(input, options).run();
}

} // namespace raceward
