#pragma once

#include <bzlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/messages/netrace.h"

namespace switchyard {

/// Writes traces by the description of the format, byte by byte.
class NetraceWriter {
 public:
  explicit NetraceWriter(int nodes) { header_.nodes = nodes; }

  NetraceHeader& header() { return header_; }
  std::vector<NetracePacket>& packets() { return packets_; }

  /// Makes a region of all packets behind the one before it.
  void end_region(std::uint64_t cycles) {
    std::uint64_t begin = 0;
    for (const NetraceRegion& region : header_.regions) begin += region.packets;
    std::string before;
    for (std::uint64_t i = 0; i < begin; ++i) before += bytes_of(packets_[i]);
    header_.regions.push_back({before.size(), cycles, packets_.size() - begin});
    header_.cycles += cycles;
  }

  std::string bytes() const {
    std::string bytes;
    put(bytes, 0x484A5455, 4);
    put(bytes, 0x3F800000, 4);  // 1.0
    std::string name = header_.benchmark;
    name.resize(30, '\0');
    bytes += name;
    put(bytes, static_cast<std::uint64_t>(header_.nodes), 1);
    put(bytes, 0, 1);
    put(bytes, header_.cycles, 8);
    put(bytes, packets_.size(), 8);
    put(bytes, header_.notes.empty() ? 0 : header_.notes.size() + 1, 4);
    put(bytes, header_.regions.size(), 4);
    put(bytes, 0, 8);
    if (!header_.notes.empty()) bytes += header_.notes + '\0';
    for (const NetraceRegion& region : header_.regions) {
      put(bytes, region.offset, 8);
      put(bytes, region.cycles, 8);
      put(bytes, region.packets, 8);
    }
    for (const NetracePacket& packet : packets_) bytes += bytes_of(packet);
    return bytes;
  }

  static std::string compressed(std::string bytes) {
    std::string packed(bytes.size() + bytes.size() / 50 + 1000, '\0');
    auto size = static_cast<unsigned>(packed.size());
    if (BZ2_bzBuffToBuffCompress(packed.data(), &size, bytes.data(), static_cast<unsigned>(bytes.size()), 9,
                                 0, 0) != BZ_OK)
      throw std::runtime_error("bzip2 cannot compress");
    packed.resize(size);
    return packed;
  }

  static void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
  }

 private:
  static void put(std::string& bytes, std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  }
  static std::string bytes_of(const NetracePacket& packet) {
    std::string bytes;
    put(bytes, packet.cycle, 8);
    put(bytes, packet.id, 4);
    put(bytes, packet.address, 4);
    for (const std::uint8_t byte : {packet.type, packet.source, packet.destination, packet.node_types})
      put(bytes, byte, 1);
    put(bytes, packet.dependents.size(), 1);
    for (const std::uint32_t id : packet.dependents) put(bytes, id, 4);
    return bytes;
  }

  NetraceHeader header_;
  std::vector<NetracePacket> packets_;
};

}  // namespace switchyard
