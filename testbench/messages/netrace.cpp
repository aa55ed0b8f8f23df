#include "testbench/messages/netrace.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <span>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr std::uint32_t kMagic = 0x484A5455;
constexpr std::size_t kNameBytes = 30;
constexpr std::size_t kPadding = 8;
constexpr std::uint32_t kMaxNotes = 8191;

/// Numbers of a record, the lowest byte first.
class Fields {
 public:
  explicit Fields(std::span<const char> bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + i])} << (8 * i);
    at_ += sizeof(Number);
    return static_cast<Number>(value);
  }
  /// As many bytes, of which text ends at the first zero.
  std::string text(std::size_t size) {
    const std::string all(bytes_.data() + at_, size);
    at_ += size;
    return all.substr(0, all.find('\0'));
  }

 private:
  std::span<const char> bytes_;
  std::size_t at_ = 0;
};

/// False if there is nothing left at all.
bool read(std::istream& bytes, std::span<char> to, const char* what) {
  bytes.read(to.data(), static_cast<std::streamsize>(to.size()));
  const auto got = static_cast<std::size_t>(bytes.gcount());
  if (got == to.size()) return true;
  if (got == 0) return false;
  throw std::invalid_argument(fmt::format("it ends in the middle of {}", what));
}

std::vector<char> read_part_of_header(std::istream& bytes, std::size_t size) {
  constexpr const char* kWhat = "its header";
  std::vector<char> part(size);
  if (size != 0 && !read(bytes, part, kWhat))
    throw std::invalid_argument(fmt::format("it ends in the middle of {}", kWhat));
  return part;
}

}  // namespace

NetraceType netrace_type(std::uint8_t type) {
  constexpr int kControl = 8;
  constexpr int kData = 72;  // With a line of the cache.
  switch (type) {
    case 1: return {"ReadReq", kControl};
    case 2: return {"ReadResp", kData};
    case 3: return {"ReadRespWithInvalidate", kData};
    case 4: return {"WriteReq", kData};
    case 5: return {"WriteResp", kControl};
    case 6: return {"Writeback", kData};
    case 13: return {"UpgradeReq", kControl};
    case 14: return {"UpgradeResp", kControl};
    case 15: return {"ReadExReq", kControl};
    case 16: return {"ReadExResp", kData};
    case 25: return {"BadAddressError", kControl};
    case 27: return {"InvalidateReq", kControl};
    case 28: return {"InvalidateResp", kControl};
    case 29: return {"DowngradeReq", kControl};
    case 30: return {"DowngradeResp", kData};
    default: return {"unknown", 0};
  }
}

NetraceReader::NetraceReader(std::istream& bytes) : bytes_(bytes) {
  constexpr std::size_t kFirstBytes = 4 + 4 + kNameBytes + 1 + 1 + 8 + 8 + 4 + 4 + kPadding;
  const std::vector<char> first = read_part_of_header(bytes_, kFirstBytes);
  Fields fields(first);
  if (const auto magic = fields.number<std::uint32_t>(); magic != kMagic)
    throw std::invalid_argument(
        fmt::format("it is no trace of netrace: it begins with {:#x}, not with {:#x}", magic, kMagic));
  if (const auto version = std::bit_cast<float>(fields.number<std::uint32_t>()); version != 1.0F)
    throw std::invalid_argument(fmt::format("its version is {}, and only 1.0 can be read", version));
  header_.benchmark = fields.text(kNameBytes);
  header_.nodes = fields.number<std::uint8_t>();
  fields.number<std::uint8_t>();  // Nothing.
  header_.cycles = fields.number<std::uint64_t>();
  header_.packets = fields.number<std::uint64_t>();
  const auto notes = fields.number<std::uint32_t>();
  const auto regions = fields.number<std::uint32_t>();
  if (notes > kMaxNotes)
    throw std::invalid_argument(fmt::format("its notes have {} bytes, and at most {}", notes, kMaxNotes));
  if (regions > kMaxNetraceRegions)
    throw std::invalid_argument(
        fmt::format("it has {} regions, and at most {}", regions, kMaxNetraceRegions));
  const std::vector<char> text = read_part_of_header(bytes_, notes);
  header_.notes = Fields(text).text(notes);
  for (std::uint32_t i = 0; i < regions; ++i) {
    const std::vector<char> region = read_part_of_header(bytes_, 3 * sizeof(std::uint64_t));
    Fields of_region(region);
    const auto offset = of_region.number<std::uint64_t>();
    const auto cycles = of_region.number<std::uint64_t>();
    const auto packets = of_region.number<std::uint64_t>();
    header_.regions.push_back({offset, cycles, packets});
  }
}

void NetraceReader::seek(const NetraceRegion& region) {
  std::array<char, 1 << 12> skipped;
  for (std::uint64_t left = region.offset; left != 0;) {
    const std::size_t size = std::min<std::uint64_t>(left, skipped.size());
    bytes_.read(skipped.data(), static_cast<std::streamsize>(size));
    if (static_cast<std::size_t>(bytes_.gcount()) != size)
      throw std::invalid_argument("it ends before the region begins");
    left -= size;
  }
}

bool NetraceReader::next(NetracePacket& packet) {
  constexpr const char* kWhat = "a packet";
  std::array<char, 8 + 4 + 4 + 1 + 1 + 1 + 1 + 1> record;
  if (!read(bytes_, record, kWhat)) return false;
  Fields fields(record);
  packet.cycle = fields.number<std::uint64_t>();
  packet.id = fields.number<std::uint32_t>();
  packet.address = fields.number<std::uint32_t>();
  packet.type = fields.number<std::uint8_t>();
  packet.source = fields.number<std::uint8_t>();
  packet.destination = fields.number<std::uint8_t>();
  packet.node_types = fields.number<std::uint8_t>();
  packet.dependents.resize(fields.number<std::uint8_t>());
  for (std::uint32_t& dependent : packet.dependents) {
    std::array<char, sizeof(std::uint32_t)> id;
    if (!read(bytes_, id, kWhat)) throw std::invalid_argument("it ends in the middle of a packet");
    dependent = Fields(id).number<std::uint32_t>();
  }
  return true;
}

}  // namespace switchyard
