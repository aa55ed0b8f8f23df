#include "testbench/app/window_choice.h"

#include "testbench/app/path_option.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"

namespace switchyard {

void WindowChoice::add_to(CLI::App& command, CLI::Option* file, const Texts& texts) {
  const std::string name = file->get_name();
  command.add_option(name + "-nodes", nodes, texts.nodes)->check(a_name())->needs(file);
  command.add_option(name + "-from", from, texts.from)
      ->needs(file)
      ->transform(whole_number(0))
      ->capture_default_str();
  command.add_option(name + "-to", to, texts.to)->needs(file)->transform(whole_number(0));
}

void warn_of_empty_window(const std::string& name, const std::filesystem::path& file, Cycle from,
                          Cycle cycles) {
  if (cycles > from) return;
  print_error("switchyard: warning: {} is empty: the run ended after {} cycles, before {}-from {}\n",
              file.string(), cycles, name, from);
}

}  // namespace switchyard
