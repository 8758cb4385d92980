// alembert completion: what a shell needs to finish our words. Made of the verbs as they are
// described to the parser, so that it knows what they know.
#include "verb.hpp"

namespace alembert::cli {

namespace {

using Verbs = std::vector<VerbDescription>;

std::string verb_words(const Verbs& verbs) {
  std::string words;
  for (const VerbDescription& verb : verbs) words += (words.empty() ? "" : " ") + verb.name;
  return words;
}

/// For single quotes of sh; `also` are characters that mean something to a completion.
std::string shell_text(const std::string& text, const std::string& also = "") {
  std::string out;
  for (const char c : text) {
    if (also.find(c) != std::string::npos) out += '\\';
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out;
}

/// What a shell is told of an option's value, if it has one: its choices, a file or anything.
std::string value_text(const OptionDescription& option, const char* choices, const char* file,
                       const char* any) {
  if (option.choices.empty()) return option.is_file ? file : option.takes_value ? any : "";
  return fmt::format(fmt::runtime(choices), fmt::join(option.choices, " "));
}

std::string bash_script(const Verbs& verbs) {
  std::string values, options;
  for (const VerbDescription& verb : verbs) {
    std::string names;
    for (const OptionDescription& option : verb.options) {
      names += " " + option.name;
      if (!option.takes_value || option.is_file) continue;
      values += fmt::format("    '{} {}') COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return ;;\n",
                            verb.name, option.name, fmt::join(option.choices, " "));
    }
    options += fmt::format("    {}) words='{}' ;;\n", verb.name, names);
  }
  return fmt::format(R"(# alembert completion bash: source it, or put it into /etc/bash_completion.d
_alembert() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)) || [[ $verb == help ]]; then
    COMPREPLY=($(compgen -W '{} help --help --version' -- "$cur"))
    return
  fi
  case "$verb $prev" in
{}  esac
  case $verb in
{}  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [[ $verb == completion ]]; then
    COMPREPLY=($(compgen -W 'bash zsh fish' -- "$cur"))
  else
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}}
complete -F _alembert alembert
)",
                     verb_words(verbs), values, options);
}

std::string zsh_script(const Verbs& verbs) {
  std::string list, cases;
  for (const VerbDescription& verb : verbs) {
    list += fmt::format("    '{}:{}'\n", verb.name, shell_text(verb.help, ":"));
    cases += fmt::format("    {}) _arguments", verb.name);
    for (const OptionDescription& option : verb.options) {
      const std::string value = value_text(option, ":value:({})", ":file:_files", ":value:");
      cases += fmt::format(" \\\n      '*{}[{}]{}'", option.name, shell_text(option.help, "[]:\\"),
                           value);
    }
    cases += verb.name == "completion" ? " \\\n      '*:shell:(bash zsh fish)' ;;\n"
                                       : " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef alembert
# alembert completion zsh: source it after compinit, or put it as _alembert into a folder of $fpath
_alembert() {{
  local -a verbs=(
{}    'help:explains a verb'
  )
  if ((CURRENT == 2)) || [[ $words[2] == help ]]; then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  ((CURRENT--))
  case $verb in
{}  esac
}}
compdef _alembert alembert
)",
                     list, cases);
}

std::string fish_script(const Verbs& verbs) {
  std::string out =
      "# alembert completion fish: put it into ~/.config/fish/completions/alembert.fish\n";
  for (const VerbDescription& verb : verbs) {
    out += fmt::format("complete -c alembert -f -n __fish_use_subcommand -a {} -d '{}'\n",
                       verb.name, shell_text(verb.help));
    for (const OptionDescription& option : verb.options) {
      const std::string value = value_text(option, " -x -a '{}'", " -r -F", " -x");
      out +=
          fmt::format("complete -c alembert -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                      verb.name, option.name.substr(2), value, shell_text(option.help));
    }
  }
  out += "complete -c alembert -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n";
  return out;
}

struct CompletionArguments {
  std::string shell;
};

Exit print_completion(const CompletionArguments& options) {
  using Script = std::pair<const char*, std::string (*)(const Verbs&)>;
  for (const auto& [shell, script] :
       {Script{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}}) {
    if (options.shell != shell) continue;
    return answer_with(script(describe_verbs()));
  }
  throw UsageError("there is no completion for '" + options.shell + "'", "give bash, zsh or fish");
}

}  // namespace

void add_completion(Command& command) {
  auto& options = command.does(print_completion);
  command.positional("SHELL", options.shell, "bash, zsh or fish");
  command.footer(R"(EXAMPLES
  source <(alembert completion bash)                        # now; in ~/.bashrc for good
  alembert completion zsh > ~/.zfunc/_alembert              # a folder of $fpath
  alembert completion fish > ~/.config/fish/completions/alembert.fish)");
}

}  // namespace alembert::cli
