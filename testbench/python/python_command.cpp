#include "testbench/python/python_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <cstdlib>

#include "testbench/file/read_file.h"
#include "testbench/process/child_process.h"
#include "testbench/report/exit_status.h"

namespace py = pybind11;

namespace switchyard {
ResultPlace::ResultPlace(const py::object& wanted) {
  if (wanted.is_none())
    path_ = temporary_.emplace().path();
  else
    path_ = std::string(py::str(wanted));
}

std::string yaml_of(const py::handle& value) {
  if (value.is_none()) return "null";
  if (py::hasattr(value, "tolist")) return yaml_of(value.attr("tolist")());
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  if (py::isinstance<py::float_>(value)) return fmt::format("{:.12g}", value.cast<double>());
  if (py::isinstance<py::dict>(value)) {
    std::vector<std::string> entries;
    for (const auto& [key, entry] : py::reinterpret_borrow<py::dict>(value))
      entries.push_back(fmt::format("{}: {}", std::string(py::str(key)), yaml_of(entry)));
    return fmt::format("{{{}}}", fmt::join(entries, ", "));
  }
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    std::vector<std::string> items;
    for (const py::handle& item : value) items.push_back(yaml_of(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  return py::str(value);
}

std::vector<std::string> overrides_of(const py::dict& set) {
  std::vector<std::string> words;
  for (const auto& [path, value] : set)
    words.insert(words.end(), {"--set", std::string(py::str(path)) + '=' + yaml_of(value)});
  return words;
}

int run_switchyard(const std::vector<std::string>& arguments, const ResultPlace& place) {
  std::filesystem::create_directories(place.path());
  const char* const named = std::getenv("SWITCHYARD");
  const std::filesystem::path complaints = place.path() / "stderr";
  const ChildCommand command{
      named != nullptr ? named : "switchyard", arguments, {}, place.path() / "stdout", complaints};
  ChildExit exit;
  {
    const py::gil_scoped_release others_go_on;
    exit = run_child(command);
  }
  if (exit.signal == SIGINT || exit.status == 128 + SIGINT) {
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
  if (exit.signal != 0)
    throw CommandError(fmt::format("killed by signal {}", exit.signal), 128 + exit.signal);
  if (exit.status == kBadInput) {
    std::string said = read_file(complaints);
    while (said.ends_with('\n')) said.pop_back();
    throw CommandError(said, exit.status);
  }
  return exit.status;
}

}  // namespace switchyard
