// `raceward completion`: scripts for shells.
//
// They ask the program itself (COMMAND --help-rows), so that they know the options that it has.
#include "commands/Commands.h"

#include <array>
#include <utility>

namespace raceward {

namespace {

constexpr const char *kBash = R"sh(# bash completion for raceward
_raceward() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=check word
  local rows argument choices
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
  rows=$("${COMP_WORDS[0]}" "$command" --help-rows 2>/dev/null)
  argument=$(awk -F'\t' -v name="$prev" '$1 == name { print $2 }' <<< "$rows")
  choices=$(awk -F'\t' -v name="$prev" '$1 == name { print $4 }' <<< "$rows")
  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    return
  fi
  case $argument in
    DIR) COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    ?*) compopt -o default 2>/dev/null; return ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(awk -F'\t' '/^-/ { print $1 }' <<< "$rows")" -- "$cur"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _raceward raceward
)sh";

constexpr const char *kZsh = R"sh(#compdef raceward
_raceward() {
  local command=check choices
  local -a rows
  if (( CURRENT > 2 )) && [[ " @COMMANDS@ " == *" ${words[2]} "* ]]; then
    command=${words[2]}
  elif (( CURRENT == 2 )) && [[ ${words[CURRENT]} != -* ]]; then
    compadd -- @COMMANDS@
    _files
    return
  fi
  choices=$(${words[1]} $command --help-rows 2>/dev/null |
    awk -F'\t' -v name="${words[CURRENT-1]}" '$1 == name { print $4 }')
  if [[ -n $choices ]]; then
    compadd -- ${=choices}
  elif [[ ${words[CURRENT]} == -* ]]; then
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
function __raceward_choices
  set -l words (commandline -opc)
  raceward (__raceward_command) --help-rows 2>/dev/null |
    awk -F'\t' -v name="$words[-1]" '$1 == name && $4 != "" { gsub(" ", "\n", $4); print $4 }'
end
complete -c raceward -n "test (count (commandline -opc)) -eq 1" -a "@COMMANDS@"
complete -c raceward -n "string match -q -- '-*' (commandline -ct)" -a "(__raceward_options)"
complete -c raceward -n "test -n \"\$(__raceward_choices)\"" -f -a "(__raceward_choices)"
)sh";

std::string commandNames() {
  std::string names;
  for (const CommandRow &command : allCommands())
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

Result<int> runCompletionCommand(const CommandLine &line) {
  constexpr std::array<std::pair<std::string_view, const char *>, 3> kScripts{
      {{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}};
  const std::vector<std::string> &words = line.options.words;
  for (const auto &[shell, script] : kScripts)
    if (words.size() == 1 && words.front() == shell)
      return printed(filledIn(script));
  return fail(Error::Kind::Usage,
              words.empty() ? "no shell is named"
                            : "there is no completion for '" + words.front() + "'",
              "raceward completion bash, zsh or fish");
}

} // namespace raceward
