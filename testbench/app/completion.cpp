#include "testbench/app/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <vector>

#include "testbench/engine/level.h"
#include "testbench/reference/configuration_keys.h"

namespace switchyard {
namespace {

using Words = std::vector<std::string>;

/// -j and --jobs, where they are options.
Words spellings(const CLI::Option& option) {
  Words words;
  for (const std::string& name : option.get_snames()) words.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) words.push_back("--" + name);
  return words;
}

Words options_of(const CLI::App& command) {
  Words words;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& word : spellings(*option)) words.push_back(word);
  }
  return words;
}

std::string level_words() {
  Words names;
  for (const Level& level : levels()) names.push_back(level.name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// `topology.radix=`; elements of lists cannot be set by path.
std::string key_words(const Catalogs& catalogs) {
  std::set<std::string> words;
  for (const ConfigurationKey& key : configuration_keys(catalogs)) {
    if (key.path.find('[') == std::string::npos) words.insert(key.path + '=');
  }
  return fmt::format("{}", fmt::join(words, " "));
}

/// How bash finds values of an option of this type.
std::string action(const std::string& type) {
  if (type.starts_with("FILE")) return "compgen -f";
  if (type.starts_with("FOLDER")) return "compgen -d";
  if (type.starts_with("LEVEL")) return "compgen -W \"$levels\"";
  if (type.starts_with("PATH") || type.starts_with("AXIS")) return "compgen -W \"$keys\"";
  return "";
}

}  // namespace

std::string bash_completion(const CLI::App& app, const Catalogs& catalogs) {
  const auto every = [](const CLI::App*) { return true; };
  Words commands;
  std::string values, options, operands;
  for (const CLI::App* command : app.get_subcommands(every)) {
    commands.push_back(command->get_name());
    options +=
        fmt::format("    {}) options=\"{}\" ;;\n", command->get_name(), fmt::join(options_of(*command), " "));
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_positional() && option->get_type_name().starts_with("FILE"))
        operands += fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;\n",
                                command->get_name());
      if (option->get_positional() || option->get_items_expected_max() == 0) continue;
      Words cases;
      for (const std::string& word : spellings(*option))
        cases.push_back(fmt::format("'{} {}'", command->get_name(), word));
      const std::string how = action(option->get_type_name());
      values +=
          fmt::format("    {}) {} ;;\n", fmt::join(cases, "|"),
                      how.empty() ? "return" : "mapfile -t COMPREPLY < <(" + how + " -- \"$word\"); return");
    }
  }
  for (const std::string& word : options_of(app)) commands.push_back(word);
  return fmt::format(R"(# Completion of switchyard for bash, printed by `switchyard --bash-completion`.
_switchyard() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}} options=
  local levels="{}"
  local keys="{}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "{}" -- "$word")
    return
  fi
  compopt -o filenames 2> /dev/null
  case "$before" in --set | --over) compopt -o nospace 2> /dev/null ;; esac
  case "$command $before" in
{}  esac
  case "$command" in
{}  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  else
    case "$command" in
{}    *) ;;
    esac
    mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$word"; compgen -d -- "$word")
  fi
}}
complete -F _switchyard switchyard
)",
                     level_words(), key_words(catalogs), fmt::join(commands, " "), values, options, operands);
}

}  // namespace switchyard
