#include "testbench/app/man_page.h"

#include <fmt/format.h>

#include <sstream>

namespace switchyard {
namespace {

/// Text that roff takes as it is.
std::string plain(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    const bool at_start = escaped.empty() || escaped.back() == '\n';
    if (at_start && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\' || c == '-') escaped += '\\';
    escaped += c == '\\' ? 'e' : c;
  }
  return escaped;
}

std::string option_text(const CLI::Option& option) {
  const bool positional = option.get_positional();
  std::string text = fmt::format(".TP\n\\fB{}\\fR", plain(option.get_name(positional, !positional)));
  const std::string type = option.get_type_name();
  if (!positional && option.get_items_expected_max() != 0) text += fmt::format(" \\fI{}\\fR", plain(type));
  text += '\n' + plain(option.get_description()) + '.';
  if (!option.get_default_str().empty())
    text += fmt::format(" Default: {}.", plain(option.get_default_str()));
  for (const CLI::Option* needed : option.get_needs())
    text += fmt::format(" Needs {}.", plain(needed->get_name()));
  if (option.get_required()) text += " Required.";
  return text + '\n';
}

std::string options_text(const CLI::App& command) {
  std::string text;
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_positional() == positional) text += option_text(*option);
    }
  }
  return text;
}

/// Its lines, as they are: it has paragraphs and examples.
std::string footer_text(const CLI::App& command) {
  const std::string footer = command.get_footer();
  return footer.empty() ? "" : ".PP\n.nf\n" + plain(footer) + "\n.fi\n";
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  std::string text = fmt::format(
      ".TH SWITCHYARD 1 \"\" \"{}\" \"Switchyard\"\n"
      ".SH NAME\nswitchyard \\- {}\n"
      ".SH SYNOPSIS\n\\fBswitchyard\\fR [\\fIOPTIONS\\fR] \\fISUBCOMMAND\\fR ...\n"
      ".SH OPTIONS\n{}",
      plain(version), plain(app.get_description()), options_text(app));
  text += ".SH SUBCOMMANDS\n";
  const auto every = [](const CLI::App*) { return true; };
  for (const CLI::App* command : app.get_subcommands(every)) {
    text += fmt::format(".SS switchyard {}\n{}\n{}", command->get_name(), plain(command->get_description()),
                        options_text(*command));
    if (command->get_footer() != app.get_footer()) text += footer_text(*command);
  }
  return text + ".SH \"EXIT STATUS AND EXAMPLES\"\n" + footer_text(app);
}

}  // namespace switchyard
