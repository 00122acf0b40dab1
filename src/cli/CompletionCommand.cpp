// `raceward completion`: scripts for shells.
//
// They ask the program itself (COMMAND --help-rows), so that they know the options that it has.
#include "Commands.h"
#include "Messages.h"
#include "Suggest.h"

#include <array>

namespace raceward {

namespace {

constexpr const char *kBash = R"sh(# bash completion for raceward
_raceward() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=check word argument
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -- ]] && { compopt -o default 2>/dev/null; return; }
  done
  if (( COMP_CWORD > 1 )) && [[ " @COMMANDS@ " == *" ${COMP_WORDS[1]} "* ]]; then
    command=${COMP_WORDS[1]}
  elif (( COMP_CWORD == 1 )) && [[ $cur != -* ]]; then
    COMPREPLY=($(compgen -W "@COMMANDS@" -- "$cur"))
    compopt -o default 2>/dev/null
    return
  fi
  argument=$("${COMP_WORDS[0]}" "$command" --help-rows 2>/dev/null |
    awk -F'\t' -v name="$prev" '$1 == name { print $2 }')
  case $argument in
    DIR) COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    ?*) compopt -o default 2>/dev/null; return ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" "$command" --help-rows 2>/dev/null |
      awk -F'\t' '/^-/ { print $1 }')" -- "$cur"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _raceward raceward
)sh";

constexpr const char *kZsh = R"sh(#compdef raceward
_raceward() {
  local command=check
  local -a rows
  if (( CURRENT > 2 )) && [[ " @COMMANDS@ " == *" ${words[2]} "* ]]; then
    command=${words[2]}
  elif (( CURRENT == 2 )) && [[ ${words[CURRENT]} != -* ]]; then
    compadd -- @COMMANDS@
    _files
    return
  fi
  if [[ ${words[CURRENT]} == -* ]]; then
    rows=(${(f)"$(${words[1]} $command --help-rows 2>/dev/null |
      awk -F'\t' '/^-/ { gsub(":", "\\:", $3); print $1 ":" $3 }')"})
    _describe option rows
  else
    _files
  fi
}
_raceward "$@"
)sh";

constexpr const char *kFish = R"sh(# fish completion for raceward
function __raceward_command
  set -l words (commandline -opc)
  if set -q words[2]; and contains -- $words[2] @COMMANDS@
    echo $words[2]
  else
    echo check
  end
end
function __raceward_options
  raceward (__raceward_command) --help-rows 2>/dev/null | awk -F'\t' '/^-/ { print $1 "\t" $3 }'
end
complete -c raceward -n "test (count (commandline -opc)) -eq 1" -a "@COMMANDS@"
complete -c raceward -n "string match -q -- '-*' (commandline -ct)" -a "(__raceward_options)"
)sh";

std::string commandNames() {
  std::string names;
  for (const Command &command : allCommands())
    names += (names.empty() ? "" : " ") + std::string(command.name);
  return names;
}

std::string filledIn(std::string text) {
  constexpr std::string_view place = "@COMMANDS@";
  const std::string names = commandNames();
  for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at))
    text.replace(at, place.size(), names);
  return text;
}

} // namespace

int runCompletionCommand(const Arguments &arguments) {
  OptionParser parser("completion SHELL", "Prints a script for bash, zsh or fish that completes "
                                          "commands and options.");
  std::vector<std::string> words;
  parser.words(words);
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  static const std::array<std::string, 3> shells{"bash", "zsh", "fish"};
  constexpr std::array scripts{kBash, kZsh, kFish};
  for (std::size_t i = 0; i < shells.size(); ++i)
    if (words.size() == 1 && words.front() == shells[i])
      return printHelp(filledIn(scripts[i]));
  return static_cast<int>(printError(
      Error{Error::Kind::Usage, "no shell is named", {}, "raceward completion bash, zsh or fish"}));
}

} // namespace raceward
