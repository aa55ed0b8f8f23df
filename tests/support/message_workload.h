#pragma once

#include <string>

namespace switchyard {

/// The same configuration, but with a graph of messages in place of its traffic. Packets are no longer than
/// those of the traffic were.
inline std::string with_messages(const std::string& yaml, const std::string& graph) {
  const std::size_t begin = yaml.find("traffic: {");
  const std::size_t end = yaml.find('\n', begin);
  const std::string traffic = yaml.substr(begin, end - begin);
  const std::string key = "packet_length: ";
  std::string length = traffic.substr(traffic.find(key) + key.size());
  if (length[0] == '{') length = length.substr(length.find("max: ") + 5);
  length.resize(length.find_first_not_of("0123456789"));
  return yaml.substr(0, begin) + "workload: {kind: messages, " + graph + ", packet_length: " + length + '}' +
         yaml.substr(end);
}

}  // namespace switchyard
