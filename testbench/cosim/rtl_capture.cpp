#include "testbench/cosim/rtl_capture.h"

#include <verilated_vcd_c.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

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

class RtlCapture final : public WaveGuest {
 public:
  explicit RtlCapture(const std::vector<RtlModel*>& models);

  void declare(NodeId router, WaveTree& tree) override;
  void sample(VcdWriter& vcd) override;

 private:
  struct Signal {
    std::vector<std::string> scopes;
    std::string name;
    std::string code;
    int width;
  };
  using Signals = std::vector<const Signal*>;
  void read_definitions();
  void declare_scopes(Signals::const_iterator first, Signals::const_iterator last, std::size_t depth,
                      WaveTree& tree);

  Text text_;
  VerilatedVcdC trace_{&text_};
  std::vector<Signal> signals_;                    ///< Those of a scope are neighbours.
  std::unordered_map<std::string, WireId> wires_;  ///< By Verilator's code.
  std::uint64_t samples_ = 0;
};

RtlCapture::RtlCapture(const std::vector<RtlModel*>& models) {
  for (RtlModel* model : models) model->trace(trace_);
  trace_.open("in memory");
  trace_.flush();
  read_definitions();
}

/// An element of an array: in a dump brackets would mean a bit of a vector.
std::string element_name(std::string name) {
  std::replace(name.begin(), name.end(), '[', '(');
  std::replace(name.begin(), name.end(), ']', ')');
  return name;
}

void RtlCapture::read_definitions() {
  std::istringstream lines(text_.take());
  std::vector<std::string> scopes;
  std::unordered_set<std::string> seen;  // A module's ports are also its parent's: each signal once.
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
      if (name != "clk_i" && seen.insert(code).second)
        signals_.push_back({scopes, element_name(name), code, width});
    }
  }
}

void RtlCapture::declare(NodeId router, WaveTree& tree) {
  const std::string own = "router_" + std::to_string(router);
  Signals signals;
  for (const Signal& signal : signals_) {
    if (!signal.scopes.empty() && signal.scopes.front() == own) signals.push_back(&signal);
  }
  declare_scopes(signals.begin(), signals.end(), 1, tree);
}

/// Declares signals whose first `depth` scopes are open.
void RtlCapture::declare_scopes(Signals::const_iterator first, Signals::const_iterator last,
                                std::size_t depth, WaveTree& tree) {
  while (first != last) {
    const Signal& signal = **first;
    if (signal.scopes.size() == depth) {
      wires_[signal.code] = tree.wire(signal.name, signal.width, Radix::Binary);
      ++first;
      continue;
    }
    const std::string& scope = signal.scopes[depth];
    const auto end = std::find_if(first, last, [&](const Signal* other) {
      return other->scopes.size() <= depth || other->scopes[depth] != scope;
    });
    tree.scope(scope, Fold::Closed, [&] { declare_scopes(first, end, depth + 1, tree); });
    first = end;
  }
}

void RtlCapture::sample(VcdWriter& vcd) {
  trace_.dump(++samples_);
  trace_.flush();
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
}

}  // namespace

std::unique_ptr<WaveGuest> capture_rtl(const std::vector<RtlModel*>& models) {
  return std::make_unique<RtlCapture>(models);
}

}  // namespace switchyard
