#include "RandomProgram.h"

#include "Grammar.h"
#include "Idioms.h"
#include "raceward/base/Check.h"

#include <array>

namespace raceward::test {
namespace {

constexpr std::string_view kMain = "%%MAIN";

const Grammar &grammar() {
  static const Grammar rules = [] {
    Grammar all;
    for (const std::string_view text :
         {kPieces, kThreadIdioms, kLockIdioms, kMemoryIdioms, kContainerIdioms, kTrapIdioms})
      all.add(text);
    return all;
  }();
  return rules;
}

/// One statement a line, since positions are told by line.
class Lines {
public:
  explicit Lines(const std::string &raw) {
    for (std::size_t i = 0; i < raw.size(); ++i)
      add(raw[i], i + 1 < raw.size() ? raw[i + 1] : '\n');
  }
  std::string text;

private:
  enum class Brace : std::uint8_t { Code, Type, Initialiser };

  [[nodiscard]] Brace opening() const {
    const std::size_t last = text.find_last_not_of(' ');
    if (last != std::string::npos && text[last] == '=')
      return Brace::Initialiser;
    if (!braces_.empty() && braces_.back() == Brace::Initialiser)
      return Brace::Initialiser;
    const std::string line = text.substr(text.rfind('\n') + 1);
    const bool isType = line.starts_with("struct") || line.starts_with("union");
    return isType && line.find('(') == std::string::npos ? Brace::Type : Brace::Code;
  }

  void add(char c, char next) {
    if (c == ' ' && (text.empty() || text.back() == '\n' || text.back() == ' '))
      return;
    if (c == '{')
      braces_.push_back(opening());
    text += c;
    parentheses_ += c == '(' ? 1 : c == ')' ? -1 : 0;
    const Brace brace = braces_.empty() ? Brace::Code : braces_.back();
    const bool ends = c == ';' || ((c == '{' || c == '}') && brace == Brace::Code);
    if (ends && parentheses_ == 0 && next != ';')
      text += '\n';
    if (c == '}' && !braces_.empty())
      braces_.pop_back();
  }

  int parentheses_ = 0;
  std::vector<Brace> braces_;
};

/// A part of a program: declarations, and statements of main.
struct Part {
  std::string declarations;
  std::string statements;
  std::uint64_t places = 0;
};

Part partOf(std::uint64_t seed, std::size_t number, const std::set<std::uint64_t> &faults) {
  Expansion expansion(grammar(), seed, std::to_string(number), faults);
  const std::string text = expansion.expand("@scenario@");
  const std::size_t at = text.find(kMain);
  RW_CHECK(at != std::string::npos);
  return {text.substr(0, at), text.substr(at + kMain.size()), expansion.places()};
}

/// None in most programs, one in others, seldom two.
std::set<std::uint64_t> chooseFaults(Dice &dice, std::uint64_t places) {
  std::set<std::uint64_t> faults;
  if (places == 0 || dice.below(100) >= 40)
    return faults;
  faults.insert(dice.below(places));
  if (dice.below(5) == 0)
    faults.insert(dice.below(places));
  return faults;
}

} // namespace

RandomProgram randomProgram(std::uint64_t seed) {
  Dice dice(seed * 2 + 1);
  const std::size_t parts = dice.below(4) == 0 ? 2 : 1;
  RandomProgram program;
  std::string declarations;
  std::string statements;
  for (std::size_t number = 1; number <= parts; ++number) {
    const std::uint64_t own = dice.below(UINT64_MAX);
    const std::set<std::uint64_t> faults = chooseFaults(dice, partOf(own, number, {}).places);
    const Part part = partOf(own, number, faults);
    program.faults += faults.size();
    declarations += Lines(part.declarations).text;
    statements += Lines(part.statements).text;
  }
  const std::string prelude = Expansion(grammar(), 0, "", {}).expand("@prelude@");
  program.text =
      prelude + "\n" + declarations + "int main(void) {\n" + statements + "return 0;\n}\n";
  return program;
}

} // namespace raceward::test
