#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "testbench/python/python_command.h"
#include "testbench/python/python_table.h"

namespace py = pybind11;

namespace switchyard {
namespace {

using Words = std::vector<std::string>;

/// What `switchyard run` has found.
struct PythonRun {
  std::shared_ptr<ResultPlace> place;
  int status;
  py::object results, manifest;

  py::dict table(const std::string& name) const { return table_of(place->path() / (name + ".csv")); }
};

PythonRun run(const py::object& config, const py::dict& set, const std::string& level, const py::object& out,
              const Words& options) {
  auto place = std::make_shared<ResultPlace>(out);
  Words words = {"run", py::str(config), "--level", level, "--out", place->path().string()};
  const Words overrides = overrides_of(set);
  words.insert(words.end(), overrides.begin(), overrides.end());
  words.insert(words.end(), options.begin(), options.end());
  const int status = run_switchyard(words, *place);
  return {place, status, json_of(place->path() / "results.json"), json_of(place->path() / "manifest.json")};
}

/// What `switchyard sweep` has found.
struct PythonSweep {
  std::shared_ptr<ResultPlace> place;
  int status;
  py::dict axes;     ///< Their values, by path, in the order of the dimensions of array().
  py::dict table;    ///< A row per run.
  py::object means;  ///< Over the seeds; None without.

  /// A column with a dimension for each axis.
  py::object array(const std::string& name) const {
    if (!table.contains(name)) throw py::key_error(name);
    py::list shape;
    for (const auto& [path, values] : axes) shape.append(py::len(values));
    return table[py::str(name)].attr("reshape")(py::tuple(shape));
  }
};

/// `PATH=VALUE,VALUE` for each axis; a text is that of --over, as "0.1:0.5:0.1".
Words axes_of(const py::dict& over) {
  Words words;
  for (const auto& [path, values] : over) {
    std::string axis = std::string(py::str(path)) + '=';
    const char* separator = "";
    const bool is_text = py::isinstance<py::str>(values);
    for (const py::handle& value :
         is_text ? py::list(py::make_tuple(values)) : py::list(py::reinterpret_borrow<py::object>(values))) {
      axis += separator + yaml_of(value);
      separator = ",";
    }
    words.insert(words.end(), {"--over", axis});
  }
  return words;
}

PythonSweep sweep(const py::object& config, const py::dict& over, const py::object& seeds,
                  const py::dict& set, const std::string& level, bool saturation, const py::object& jobs,
                  const py::object& out, const Words& options) {
  auto place = std::make_shared<ResultPlace>(out);
  Words words = {"sweep"};
  const bool several = py::isinstance<py::list>(config) || py::isinstance<py::tuple>(config);
  for (const py::handle& file : several ? py::list(config) : py::list(py::make_tuple(config)))
    words.emplace_back(py::str(file));
  for (const Words& more : {axes_of(over), overrides_of(set), options})
    words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"--level", level, "--out", place->path().string()});
  if (!seeds.is_none()) words.insert(words.end(), {"--seeds", py::str(seeds)});
  if (!jobs.is_none()) words.insert(words.end(), {"--jobs", py::str(jobs)});
  if (saturation) words.emplace_back("--saturation");
  const int status = run_switchyard(words, *place);

  const std::string name = saturation ? "saturation" : "sweep";
  py::dict axes;
  const py::object description = json_of(place->path() / "sweep.json");
  for (const py::handle& axis : py::list(description["axes"])) axes[axis["path"]] = axis["values"];
  const std::filesystem::path means = place->path() / (name + "_means.csv");
  return {place, status, axes, table_of(place->path() / (name + ".csv")),
          std::filesystem::exists(means) ? py::object(table_of(means)) : py::none()};
}

/// The exit status is an attribute.
void translate(const std::exception_ptr& failure, const py::handle& type) {
  try {
    std::rethrow_exception(failure);
  } catch (const CommandError& error) {
    py::object raised = type(error.what());
    raised.attr("status") = error.status;
    PyErr_SetObject(type.ptr(), raised.ptr());
  }
}

}  // namespace
}  // namespace switchyard

PYBIND11_MODULE(switchyard, module) {
  using namespace switchyard;
  module.doc() =
      "Routers for massively parallel machines: runs and sweeps of `switchyard`, with their results as "
      "arrays.";
  // It outlives the interpreter.
  static const py::handle kError = py::exception<CommandError>(module, "Error", PyExc_RuntimeError).release();
  // pybind11 takes nothing but a function of a value.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr failure) { translate(failure, kError); });

  py::class_<PythonRun>(module, "Run", "What a run has found.")
      .def_property_readonly(
          "folder", [](const PythonRun& run) { return run.place->path().string(); },
          "With its files; a temporary one lives as long as this object.")
      .def_readonly("status", &PythonRun::status, "Exit status: 0 good, 1 a missed expectation, 3 deadlock.")
      .def_readonly("results", &PythonRun::results, "results.json, as a dict.")
      .def_readonly("manifest", &PythonRun::manifest, "manifest.json, as a dict.")
      .def("table", &PythonRun::table, py::arg("name"),
           "A table of the folder as {column: array}: \"channels\", \"nodes\", \"queues\", \"timeline\".");
  module.def(
      "run", &run, py::arg("config"), py::arg("set") = py::dict(), py::kw_only(), py::arg("level") = "fast",
      py::arg("out") = py::none(), py::arg("options") = Words(),
      "Runs a configuration: run(\"torus.yaml\", {\"traffic.load\": 0.3}). `set` overrides values, `options` "
      "are more words for the command.\n\nRaises Error if the configuration is wrong, with its faults and "
      "their places.");

  py::class_<PythonSweep>(module, "Sweep", "What a sweep has found.")
      .def_property_readonly(
          "folder", [](const PythonSweep& sweep) { return sweep.place->path().string(); },
          "With its files; a temporary one lives as long as this object.")
      .def_readonly("status", &PythonSweep::status, "Exit status: 0 good, 1 a run failed, 3 deadlock.")
      .def_readonly("axes", &PythonSweep::axes, "{path: values}, in the order of the dimensions of array().")
      .def_readonly("table", &PythonSweep::table, "{column: array}, a row per run.")
      .def_readonly("means", &PythonSweep::means,
                    "{column: array} of the means over seeds; None without seeds.")
      .def("array", &PythonSweep::array, py::arg("figure"), "A column with a dimension for each axis.");
  module.def(
      "sweep", &sweep, py::arg("config"), py::arg("over") = py::dict(), py::kw_only(),
      py::arg("seeds") = py::none(), py::arg("set") = py::dict(), py::arg("level") = "fast",
      py::arg("saturation") = false, py::arg("jobs") = py::none(), py::arg("out") = py::none(),
      py::arg("options") = Words(),
      "Runs a configuration over values: sweep(\"torus.yaml\", {\"traffic.load\": [0.1, 0.2]}, seeds=5). "
      "Several configurations are an axis, too.\n\nRaises Error if anything is wrong before the first run.");
}
