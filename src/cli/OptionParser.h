// Options of one command: declared once, for parsing and for the help text.
//
// A thin layer over CLI11, the only place that includes it: it compiles slowly, and its
// messages and statuses are not ours. Values arrive as text; each command turns its own
// into what it needs, because only it knows what to propose instead.
#pragma once

#include "OptionTable.h"
#include "raceward/base/Result.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

class OptionParser {
public:
  using Use = OptionUse;

  /// `usage` as in "check [options] FILE...".
  OptionParser(std::string usage, std::string summary);
  OptionParser(OptionParser &&) noexcept;
  ~OptionParser();

  /// `names` as in "-q,--quiet"; help shows the first short and the first long one. The row is
  /// valid until the next one.
  OptionRow &flag(const std::string &names, bool &to, const std::string &help,
                  Use use = Use::Common);
  /// Given twice, the last one counts. An empty `to` afterwards means: not given.
  OptionRow &value(const std::string &names, const std::string &argument, std::string &to,
                   const std::string &help, Use use = Use::Common);
  /// Can be given several times; each time counts.
  OptionRow &values(const std::string &names, const std::string &argument,
                    std::vector<std::string> &to, const std::string &help, Use use = Use::Common);
  /// Everything that is no option.
  void words(std::vector<std::string> &to);
  /// "0 race-free, 1 race, …", for the help text.
  void exitStatus(std::string text);

  Result<void> parse(const std::vector<std::string> &words);

  [[nodiscard]] bool helpWanted() const;
  /// What --help or --help-all asks for; `Use::Rare` is all of it.
  [[nodiscard]] std::string help(Use most) const;
  /// Also the forms that programs read: --help-man and --help-rows (OptionTable.h).
  [[nodiscard]] std::string wantedHelp() const;

  [[nodiscard]] const OptionTable &table() const;
  /// On the command line. `name` as in "--quiet".
  [[nodiscard]] bool isGiven(const std::string &name) const;
  /// What the command line says; a flag says true or false.
  [[nodiscard]] std::vector<std::string> valuesOf(const std::string &name) const;
  /// As if it were given with these values; for a flag one of true and false, which are
  /// written in several ways.
  Result<void> set(const std::string &name, const std::vector<std::string> &values);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace raceward
