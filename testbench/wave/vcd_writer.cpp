#include "testbench/wave/vcd_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

/// An identifier code: a number in the 94 visible ASCII characters, the least significant first.
std::string code_of(std::size_t wire) {
  std::string code;
  for (std::size_t rest = wire + 1; rest != 0; rest = (rest - 1) / 94) {
    code += static_cast<char>('!' + (rest - 1) % 94);
  }
  return code;
}

}  // namespace

VcdWriter::VcdWriter(const std::filesystem::path& file, std::string_view timescale, const WaveTree& tree,
                     Time start)
    : file_(file), touched_((tree.wire_count() + 63) / 64), now_(start) {
  wires_.reserve(tree.wire_count());
  write_definitions(timescale, tree);
}

void VcdWriter::write_definitions(std::string_view timescale, const WaveTree& tree) {
  write(fmt::format("$version switchyard $end\n$timescale {} $end\n", timescale));
  const auto declare = [&](const WaveTree::Entry& entry, WireId wire) {
    const std::string range = entry.width == 1 ? "" : fmt::format(" [{}:0]", entry.width - 1);
    write(fmt::format("$var wire {} {} {}{} $end\n", entry.width, code_of(wire), entry.name, range));
  };
  for (const WaveTree::Entry& entry : tree.entries()) {
    switch (entry.kind) {
      case WaveTree::Entry::Kind::Open: write(fmt::format("$scope module {} $end\n", entry.name)); break;
      case WaveTree::Entry::Kind::Close: write("$upscope $end\n"); break;
      case WaveTree::Entry::Kind::Alias: declare(entry, entry.wire); break;
      case WaveTree::Entry::Kind::Wire:
        wires_.push_back({code_of(wires_.size()), entry.width, {}, {}});
        declare(entry, static_cast<WireId>(wires_.size() - 1));
    }
  }
  write("$enddefinitions $end\n");
}

void VcdWriter::set(WireId wire, std::uint64_t value) {
  if ((value & ~low_bits<std::uint64_t>(std::min(wires_[wire].width, 64))) != 0) {
    throw std::logic_error(
        fmt::format("VcdWriter: {} does not fit wire {} of {} bits", value, wire, wires_[wire].width));
  }
  change(wire, wires_[wire].width > 64 ? Value{'0', 0, fmt::format("{:b}", value)} : Value{'0', value});
}

void VcdWriter::set(WireId wire, std::string_view digits) {
  const std::size_t width = wires_[wire].width;
  digits.remove_prefix(std::min(digits.find('1'), digits.size()));
  if (digits.size() > width) {
    throw std::logic_error(fmt::format("VcdWriter: {} does not fit wire {} of {} bits", digits, wire, width));
  }
  if (width > 64) return change(wire, {'0', 0, std::string(digits.empty() ? "0" : digits)});
  std::uint64_t bits = 0;
  for (const char digit : digits) bits = bits << 1 | static_cast<std::uint64_t>(digit == '1');
  change(wire, {'0', bits});
}

void VcdWriter::change(WireId wire, Value value) {
  wires_[wire].now = std::move(value);
  touched_[wire / 64] |= std::uint64_t{1} << (wire % 64);
}

void VcdWriter::advance(Time time) {
  if (time <= now_) throw std::logic_error(fmt::format("VcdWriter: time {} does not follow {}", time, now_));
  write_changes();
  now_ = time;
}

void VcdWriter::close() {
  write_changes();
  file_.commit();
}

void VcdWriter::write_changes() {
  bool stamped = !started_;
  if (!started_) {
    write(fmt::format("#{}\n$dumpvars\n", now_));
    for (Wire& wire : wires_) write_value(wire);
    write("$end\n");
    started_ = true;
  }
  for (std::size_t word = 0; word < touched_.size(); ++word) {
    for_each_bit(std::exchange(touched_[word], 0), [&](int b) {
      Wire& wire = wires_[word * 64 + b];
      if (wire.now == wire.written) return;
      if (!std::exchange(stamped, true)) write(fmt::format("#{}\n", now_));
      write_value(wire);
    });
  }
}

void VcdWriter::write_value(Wire& wire) {
  wire.written = wire.now;
  const bool known = wire.now.state == '0';
  const char* const vector = wire.width == 1 ? "" : "b";
  const char* const space = wire.width == 1 ? "" : " ";
  if (known && wire.width > 64) {
    write(fmt::format("b{} {}\n", wire.now.digits, wire.code));
  } else if (known) {
    write(fmt::format("{}{:b}{}{}\n", vector, wire.now.bits, space, wire.code));
  } else {
    write(fmt::format("{}{}{}{}\n", vector, wire.now.state, space, wire.code));
  }
}

void VcdWriter::write(std::string_view text) {
  file_.write(text);
  size_ += text.size();
}

}  // namespace switchyard
