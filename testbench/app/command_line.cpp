#include "testbench/app/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/platform_config.h"

namespace switchyard {
namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() != 0; }

bool names_option(CLI::App& command, const std::string& word) {
  return is_option(word) && command.get_option_no_throw(word.substr(0, word.find('='))) != nullptr;
}

Words subcommands_of(CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

Words options_of(CLI::App& command) {
  Words names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What a trace holds does not matter, and may take long to read.
void forget_trace(ConfigDocument& document) {
  const ConfigNode root = document.root();
  if (root.has("workload") && root.child("workload").has("file")) document.set("workload.file=/dev/null");
}

/// The keys that the configuration among the arguments has or could have.
Words known_keys(const Words& arguments, const Catalogs& catalogs) {
  for (const std::string& word : arguments) {
    if (is_option(word) || !std::filesystem::is_regular_file(word)) continue;
    try {
      ConfigDocument document = ConfigDocument::from_file(word);
      forget_trace(document);
      try {
        if (has_platform(document)) {
          read_platform_experiment(document, catalogs.hardware);
        } else {
          read_experiment(document, catalogs);
        }
      } catch (const ConfigError&) {  // Its faults are not what was asked.
      }
      Words keys = document.known_keys();
      std::erase_if(keys, [](const std::string& key) { return key.find('[') != std::string::npos; });
      return keys;                  // Elements of lists cannot be set.
    } catch (const ConfigError&) {  // No configuration.
    }
  }
  return {"name", "seed"};
}

/// Those of `keys` that `word` names in full or by their last part.
Words keys_meant(const std::string& word, const Words& keys) {
  Words meant;
  const auto last_part = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  for (const std::string& key : keys) {
    if (key == word || last_part(key) == word) meant.push_back(key);
  }
  if (!meant.empty()) return meant;
  if (const std::string nearest = nearest_name(word, keys); !nearest.empty()) return {nearest};
  return {};
}

/// `--set seed=3` for `--seed 3`.
Words overrides_meant(const std::string& option, const Words& arguments, const Catalogs& catalogs) {
  const std::size_t equals = option.find('=');
  std::string name = option.substr(0, equals);
  name.erase(0, name.find_first_not_of('-'));
  std::replace(name.begin(), name.end(), '-', '_');
  std::string value = "...";
  const auto place = std::find(arguments.begin(), arguments.end(), option);
  if (equals != std::string::npos) {
    value = option.substr(equals + 1);
  } else if (arguments.end() - place > 1 && !is_option(place[1]) && !std::filesystem::exists(place[1])) {
    value = place[1];
  }
  Words overrides;
  for (const std::string& key : keys_meant(name, known_keys(arguments, catalogs)))
    overrides.push_back(fmt::format("--set {}={}", key, value));
  return overrides;
}

std::string unknown_option(CLI::App& command, const std::string& option, const Words& arguments,
                           const Catalogs& catalogs) {
  const std::string name = option.substr(0, option.find('='));
  Words meant;
  if (command.get_option_no_throw("--set") != nullptr) meant = overrides_meant(option, arguments, catalogs);
  const std::string nearest = nearest_name(name, options_of(command));
  const bool set_is_meant = nearest == "--set" && !meant.empty();
  if (!nearest.empty() && !set_is_meant) meant.insert(meant.begin(), nearest);
  return fmt::format("{} has no option {}; ", command.get_name(), name) +
         (meant.empty() ? fmt::format("`switchyard {} --help` lists them", command.get_name())
                        : fmt::format("did you mean {}?", fmt::join(meant, " or ")));
}

std::string surplus_word(const CLI::App& command, const std::string& word) {
  const std::string sentence = fmt::format("{}: '{}' is one argument too many", command.get_name(), word);
  return word.find('=') == std::string::npos ? sentence : sentence + "; did you mean --set " + word + "?";
}

std::string unknown_subcommand(CLI::App& app, const std::string& word) {
  const Words names = subcommands_of(app);
  if (is_option(word))
    return fmt::format("{} is not known before the subcommand; options come after it", word);
  if (std::filesystem::is_regular_file(word))
    return fmt::format("'{0}' is not a subcommand; `switchyard run {0}` runs it", word);
  const std::string nearest = nearest_name(word, names);
  return fmt::format("'{}' is not a subcommand; {}there are {}; `switchyard --help` says what they do", word,
                     nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest),
                     fmt::join(names, ", "));
}

/// An option that took the next one for its value.
std::optional<std::string> without_value(CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& value : option->results()) {
      if (takes_value(*option) && names_option(command, value))
        return fmt::format("{} needs a value, but {} follows", option->get_name(), value);
    }
  }
  return std::nullopt;
}

std::string missing(const CLI::App& command, const CLI::Option& option) {
  if (option.get_positional() && command.get_option_no_throw("--set") == nullptr)
    return fmt::format("{} needs a {}, as in `switchyard {} 7 packets.csv`", command.get_name(),
                       option.get_name(), command.get_name());
  if (option.get_positional())
    return fmt::format("{0} needs a configuration, as in `switchyard {0} configs/quickstart.yaml`",
                       command.get_name());
  return fmt::format("{} needs {}: {}", command.get_name(), option.get_name(), option.get_description());
}

/// What is wrong with the number of values of an option, if anything.
std::optional<std::string> miscounted(CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 1 && option->count() > 1)
      return option->get_name() + " is given twice";
  }
  return std::nullopt;
}

std::string sentence_of(CLI::App& app, const CLI::ParseError& error, const Words& arguments,
                        const Catalogs& catalogs) {
  const bool has_subcommand = !app.get_subcommands().empty();
  const Words surplus = app.remaining();
  if (!surplus.empty() && (!has_subcommand || surplus.front() == arguments.front()))
    return unknown_subcommand(app, surplus.front());
  if (!has_subcommand)
    return fmt::format("a subcommand is missing: {}; `switchyard --help` says what they do",
                       fmt::join(subcommands_of(app), ", "));
  CLI::App& command = *app.get_subcommands().front();
  if (!surplus.empty()) return surplus_word(command, surplus.front());
  if (const auto sentence = without_value(command)) return *sentence;
  const Words words = command.remaining();
  const auto option = std::find_if(words.begin(), words.end(), is_option);
  if (option != words.end()) return unknown_option(command, *option, arguments, catalogs);
  if (!words.empty()) return surplus_word(command, words.front());
  if (const auto sentence = miscounted(command)) return *sentence;
  if (error.get_name() == "RequiredError") {
    for (const CLI::Option* each : command.get_options()) {
      if (each->get_required() && each->count() == 0) return missing(command, *each);
    }
  }
  if (error.get_name() == "ArgumentMismatch") {  // The last word is an option.
    return arguments.back().substr(0, arguments.back().find('=')) + " needs a value";
  }
  return error.what();
}

/// So that an option whose value was forgotten does not take the next option for it.
void refuse_options_as_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      if (takes_value(*option))
        option->check([command](const std::string& value) -> std::string {
          return names_option(*command, value) ? "is an option" : "";
        });
    }
  }
}

}  // namespace

void run_command_line(CLI::App& app, std::span<char* const> arguments, const Catalogs& catalogs) {
  refuse_options_as_values(app);
  const Words words(arguments.begin(), arguments.end());
  try {
    app.parse(Words(words.rbegin(), words.rend()));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(sentence_of(app, error, words, catalogs));
  }
}

}  // namespace switchyard
