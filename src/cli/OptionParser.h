// Options of one command: declared once, for parsing and for the help text.
//
// A thin layer over CLI11, the only place that includes it: it compiles slowly, and its
// messages and statuses are not ours. Values arrive as text; each command turns its own
// into what it needs, because only it knows what to propose instead.
#pragma once

#include "raceward/base/Result.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

class OptionParser {
public:
  /// Rare options appear only in --help-all.
  enum class Use : bool { Common, Rare };

  /// `usage` as in "check [options] FILE...".
  OptionParser(std::string usage, std::string summary);
  OptionParser(OptionParser &&) noexcept;
  ~OptionParser();

  /// `names` as in "-q,--quiet"; help shows the first short and the first long one.
  void flag(const std::string &names, bool &to, const std::string &help, Use use = Use::Common);
  /// Given twice, the last one counts. An empty `to` afterwards means: not given.
  void value(const std::string &names, const std::string &argument, std::string &to,
             const std::string &help, Use use = Use::Common);
  /// May be given several times.
  void values(const std::string &names, const std::string &argument, std::vector<std::string> &to,
              const std::string &help, Use use = Use::Common);
  /// Everything that is no option.
  void words(std::vector<std::string> &to);

  Result<void> parse(const std::vector<std::string> &words);

  [[nodiscard]] bool helpWanted() const;
  /// What --help or --help-all asks for; `Use::Rare` is all of it.
  [[nodiscard]] std::string help(Use most) const;
  [[nodiscard]] std::string wantedHelp() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace raceward
