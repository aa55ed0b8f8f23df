#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/file/pending_file.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// Writes a value change dump (IEEE 1364-2001, section 18): only what changes, in one order.
///
/// set() gives a wire its value at the present time; advance() writes the wires that differ from what was
/// written last, in the order of their declaration, and goes on. So the order of the calls and a value that
/// lasts for no time leave no trace in the file. It carries no date: equal runs give equal files. A wire that
/// has not been set is unknown (x); one of something that is not there is absent (z).
///
/// Errors: std::system_error with the path if the file cannot be written; std::logic_error for a value too
///         wide for its wire and for time that does not advance. Without close() no file is left behind.
class VcdWriter {
 public:
  using Time = std::uint64_t;  ///< In units of the timescale.

  /// `timescale` is 1, 10 or 100 and s, ms, us, ns, ps or fs: "1 ps".
  VcdWriter(const std::filesystem::path& file, std::string_view timescale, const WaveTree& tree, Time start);

  void set(WireId wire, std::uint64_t value);
  /// `digits`: binary, the most significant first, leading zeros left out at will. For wires of any width.
  void set(WireId wire, std::string_view digits);
  void set_unknown(WireId wire) { change(wire, {'x'}); }
  void set_absent(WireId wire) { change(wire, {'z'}); }
  void advance(Time time);
  /// Writes the changes at the present time and gives the file its name.
  void close();
  /// Bytes so far.
  std::uint64_t size() const { return size_; }

 private:
  struct Value {
    char state = 'x';         ///< Or z, or 0 if it is known.
    std::uint64_t bits = 0;   ///< Of a wire of at most 64 bits.
    std::string digits = {};  ///< Of a wider one.
    friend bool operator==(const Value&, const Value&) = default;
  };
  struct Wire {
    std::string code;  ///< What stands for it in the file.
    int width;
    Value now;
    Value written;
  };

  void write_definitions(std::string_view timescale, const WaveTree& tree);
  void change(WireId wire, Value value);
  void write_changes();
  void write_value(Wire& wire);
  void write(std::string_view text);

  PendingFile file_;
  std::uint64_t size_ = 0;
  std::vector<Wire> wires_;
  std::vector<std::uint64_t> touched_;  ///< A bit per wire that was set since the last write.
  Time now_;
  bool started_ = false;  ///< The initial values are written.
};

}  // namespace switchyard
