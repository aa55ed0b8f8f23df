#include "testbench/timeline/channel_sample.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace switchyard {

void ChannelSample::append(const ChannelSample& next) {
  end = next.end;
  for (std::size_t channel = 0; channel < flits.size(); ++channel) flits[channel] += next.flits[channel];
}

std::string channel_samples_csv(const Condensed<ChannelSample>& samples, std::size_t channels) {
  std::string text = "begin,end";
  for (std::size_t channel = 0; channel < channels; ++channel) text += fmt::format(",c{}", channel);
  text += '\n';
  for (const ChannelSample& sample : samples.samples())
    text += fmt::format("{},{},{}\n", sample.begin, sample.end, fmt::join(sample.flits, ","));
  return text;
}

}  // namespace switchyard
