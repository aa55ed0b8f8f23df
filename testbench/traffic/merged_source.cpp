#include "testbench/traffic/merged_source.h"

#include <algorithm>
#include <utility>

namespace switchyard {

MergedSource::MergedSource(NodeId node_count, std::vector<std::unique_ptr<PacketSource>> sources)
    : sources_(std::move(sources)) {
  for (NodeId node = 0; node < node_count; ++node) {
    for (const auto& part : sources_) upcoming_.push_back(look_ahead(*part, node));
  }
}

bool MergedSource::next(NodeId source, PacketRequest& request) {
  const auto begin = upcoming_.begin() + static_cast<std::ptrdiff_t>(source * sources_.size());
  const auto end = begin + static_cast<std::ptrdiff_t>(sources_.size());
  const auto first = std::min_element(
      begin, end, [](const Upcoming& a, const Upcoming& b) { return a && (!b || a->created < b->created); });
  if (!*first) return false;
  request = **first;
  *first = look_ahead(*sources_[static_cast<std::size_t>(first - begin)], source);
  return true;
}

MergedSource::Upcoming MergedSource::look_ahead(PacketSource& part, NodeId source) {
  PacketRequest request;
  return part.next(source, request) ? Upcoming(request) : std::nullopt;
}

}  // namespace switchyard
