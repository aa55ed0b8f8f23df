#include "testbench/cosim/rtl_capture.h"

#include <verilated_vcd_c.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "testbench/cosim/pin_wires.h"
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {

namespace {

/// A file in memory.
class Text final : public VerilatedVcdFile {
 public:
  bool open(const std::string&) override { return true; }
  void close() override {}
  ssize_t write(const char* data, ssize_t size) override {
    text_.append(data, static_cast<std::size_t>(size));
    return size;
  }
  std::string take() { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

/// The signals of one model.
class ModelCapture final : public WaveGuest {
 public:
  explicit ModelCapture(RtlModel& model);
  ModelCapture(const ModelCapture&) = delete;  // The model calls it.

  void declare(NodeId router, WaveTree& tree, const WaveClock& clock) override;
  void dump(Cycle from, Cycle to) override {
    from_ = from;
    to_ = to;
  }
  void sample(VcdWriter& vcd) override;

 private:
  struct Signal {
    std::vector<std::string> scopes;
    std::string name;
    std::string code;
    int width;
  };
  using Signals = std::vector<Signal>::const_iterator;
  static std::string path_below_rtl(const Signal& signal);
  void read_definitions();
  void declare_scopes(Signals first, Signals last, std::size_t depth, WaveTree& tree, const WaveClock& clock);

  RtlModel& model_;
  Text text_;
  VerilatedVcdC file_{&text_};
  RtlTrace trace_{file_};
  std::vector<Signal> signals_;                    ///< Those of a scope are neighbours.
  std::unordered_map<std::string, WireId> wires_;  ///< By Verilator's code.
  PinWires outputs_;                               ///< A fault is on them, too.
  Cycle from_ = 0;
  Cycle to_ = kNever;
  std::uint64_t samples_ = 0;
};

ModelCapture::ModelCapture(RtlModel& model) : model_(model), outputs_(model.layout()) {
  model.trace(trace_);
  file_.open("in memory");
  file_.flush();
  read_definitions();
  model.on_settled([this](Cycle cycle) {
    if (cycle >= from_ && cycle <= to_) file_.dump(++samples_);
  });
}

/// An element of an array: in a dump brackets would mean a bit of a vector.
std::string element_name(std::string name) {
  std::replace(name.begin(), name.end(), '[', '(');
  std::replace(name.begin(), name.end(), ']', ')');
  return name;
}

/// A scope of an array of instances: link_arbiter[2] is link_arbiter_2.
std::string instance_name(std::string name) {
  std::replace(name.begin(), name.end(), '[', '_');
  name.erase(std::remove(name.begin(), name.end(), ']'), name.end());
  return name;
}

void ModelCapture::read_definitions() {
  std::istringstream lines(text_.take());
  std::vector<std::string> scopes;       // As the file has them.
  std::unordered_set<std::string> seen;  // A module's own scope has its ports once more.
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, type, name, code;
    int width = 0;
    words >> kind;
    if (kind == "$scope") {
      words >> type >> name;
      scopes.push_back(name);
    } else if (kind == "$upscope") {
      scopes.pop_back();
    } else if (kind == "$var") {
      words >> type >> width >> code >> name;
      Signal signal{{}, element_name(name), code, width};
      std::string path;
      for (const std::string& scope : scopes) {
        path += (path.empty() ? "" : " ") + scope;
        if (!trace_.is_own_scope(path)) signal.scopes.push_back(instance_name(scope));
      }
      std::string place;
      for (const std::string& scope : signal.scopes) place += scope + ' ';
      if (seen.insert(place + signal.name).second) signals_.push_back(std::move(signal));
    }
  }
  std::stable_sort(signals_.begin(), signals_.end(),
                   [](const Signal& a, const Signal& b) { return a.scopes < b.scopes; });
}

void ModelCapture::declare(NodeId, WaveTree& tree, const WaveClock& clock) {
  declare_scopes(signals_.begin(), signals_.end(), /*depth=*/1, tree, clock);
}

/// Its path without those of the router and of `rtl`.
std::string ModelCapture::path_below_rtl(const Signal& signal) {
  std::string path;
  for (std::size_t s = 2; s < signal.scopes.size(); ++s) path += signal.scopes[s] + '.';
  return path + signal.name;
}

/// Declares signals whose first `depth` scopes are open.
void ModelCapture::declare_scopes(Signals first, Signals last, std::size_t depth, WaveTree& tree,
                                  const WaveClock& clock) {
  while (first != last) {
    const Signal& signal = *first;
    if (signal.scopes.size() == depth) {
      if (signal.name == "clk_i") {
        tree.alias(signal.name, 1, clock.clk);
      } else if (signal.name == "rst_ni") {
        tree.alias(signal.name, 1, clock.rst_n);
      } else if (const auto same = wires_.find(signal.code); same != wires_.end()) {
        tree.alias(signal.name, signal.width, same->second);
      } else {
        const WireId wire = tree.wire(signal.name, signal.width, Radix::Binary);
        wires_[signal.code] = wire;
        outputs_.take(path_below_rtl(signal), wire);
      }
      ++first;
      continue;
    }
    const std::string& scope = signal.scopes[depth];
    const auto end = std::find_if(first, last, [&](const Signal& other) {
      return other.scopes.size() <= depth || other.scopes[depth] != scope;
    });
    tree.scope(scope, Fold::Closed, [&] { declare_scopes(first, end, depth + 1, tree, clock); });
    first = end;
  }
}

void ModelCapture::sample(VcdWriter& vcd) {
  model_.finish_cycle();
  if (samples_ == 0) file_.dump(++samples_);  // It rests since before the first cycle.
  file_.flush();
  const std::string text = text_.take();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string_view line(text.data() + begin, end - begin);
    begin = end + 1;
    if (line.empty() || (line[0] != 'b' && line[0] != '0' && line[0] != '1')) continue;
    const bool vector = line[0] == 'b';
    const std::size_t digits_end = vector ? line.find(' ') : 1;
    const std::string_view digits = line.substr(vector ? 1 : 0, digits_end - (vector ? 1 : 0));
    const auto wire = wires_.find(std::string(line.substr(digits_end + (vector ? 1 : 0))));
    if (wire != wires_.end()) vcd.set(wire->second, digits);
  }
  outputs_.set(vcd, model_.outputs());
}

}  // namespace

std::unique_ptr<WaveGuest> capture_rtl(RtlModel& model) { return std::make_unique<ModelCapture>(model); }

}  // namespace switchyard
